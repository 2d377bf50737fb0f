"""Measures how long each player thinks, and takes it from a reserve if the game has a clock."""

import msgspec

from controller.game.setup import Setup
from controller.game.turn_clock import MoveTime
from controller.table.state import TableState, Thinking


def thinking_measured(table: TableState, now_s: float) -> TableState:
    """Note that a seat was asked to move, or has moved, or that the game stands still or not."""
    thinking, asked = table.thinking, _asked(table)
    if asked != thinking.asked:
        if thinking.asked is not None:
            table = _charged(table, thinking.asked, thinking.spent_at(now_s))
        thinking = Thinking(thinking.turn + 1, asked)
    runs = asked is not None and not (table.saved.paused or table.trouble or _sets_out(table))
    if runs and thinking.since_s is None:
        thinking = msgspec.structs.replace(thinking, since_s=now_s)
    elif not runs and thinking.since_s is not None:
        spent_s = thinking.spent_at(now_s)
        thinking = msgspec.structs.replace(thinking, spent_s=spent_s, since_s=None)
    return table if thinking == table.thinking else table.change(thinking=thinking)


def _sets_out(table: TableState) -> bool:
    """Check whether runners have still to be carried to START before the first move."""
    game = table.game
    if game is None or not table.to_carry or game.earlier:
        return False
    return not any(ply.before.prompt == "move" for ply in game.plies)


def reserves_left_s(table: TableState) -> tuple[float, ...]:
    """Return what is left of each seat's reserve, in seconds; empty without reserves."""
    setup = table.saved.setup
    if setup is None or not isinstance(setup.clock, MoveTime):
        return ()
    reserve_s = setup.clock.reserve_s
    return tuple(max(0.0, reserve_s - used) for used in _used_s(table, setup))


def _asked(table: TableState) -> tuple[int, int, int] | None:
    """Return which game asks which seat, after how many actions; None if no person is to act.

    Questions that follow from a move, such as a choice of drawing or paying, are part of it.
    """
    game, asked = table.game, table.thinking.asked
    if game is None or game.state.to_act is None or game.state.to_act in table.seating.opponents:
        return None
    number, seat = table.saved.number, game.state.to_act
    if game.state.prompt != "move" and asked is not None and asked[:2] == (number, seat):
        return asked
    return number, seat, len(game.plies)


def _charged(table: TableState, asked: tuple[int, int, int], spent_s: float) -> TableState:
    """Take the time beyond that of a move from the reserve of the seat that was asked."""
    setup, (number, seat, _) = table.saved.setup, asked
    if setup is None or not isinstance(setup.clock, MoveTime) or number != table.saved.number:
        return table
    over_s = spent_s - setup.clock.move_s
    if over_s <= 0:
        return table
    used_s = list(_used_s(table, setup))
    used_s[seat] += over_s
    return table.change(times=table.times.with_used(table.game_key, tuple(used_s)))


def _used_s(table: TableState, setup: Setup) -> tuple[float, ...]:
    return table.times.used_s.get(table.game_key, (0.0,) * len(setup.seats))
