"""Tap to join: finds out whose phone it is from a runner held on a lit square.

A tap only identifies a player. While one is in progress, the referee judges the board as if
the runners moved for it stood where they belong.
"""

from typing import Final

import msgspec

from controller.game.pieces import PIECES, Colour
from controller.game.rules import legal
from controller.light.meanings import Meaning
from controller.refusal import Refusal
from controller.table.lit_squares import destination
from controller.table.referee import RefereeFinding, agrees, expected
from controller.table.stages.judging import squares_to_attend
from controller.table.state import TableState, Tap

BACK: Final[Meaning] = "belongs-here"
"""Meaning lit on the expected square of a tapped runner, until it is back."""

# Changes


def tap_asked(table: TableState, finding: RefereeFinding, now_s: float) -> TableState:
    """Light a square for a runner.

    Raises:
        Refusal: there is no game, it is paused, another tap is in progress, or no square is free.
    """
    if table.game is None:
        raise Refusal("no-game", "No game is under way. Set one up first.")
    if table.saved.paused:
        raise Refusal("paused", "The game is paused. Resume it first.")
    if table.tap is not None:
        raise Refusal(
            "tap-busy",
            "The board is waiting for somebody else's runner. Try again in a moment.",
        )
    square = _free_square(table, finding)
    if square is None:
        raise Refusal("no-free-square", "No square of the board is free for that right now.")
    number = table.taps + 1
    tap = Tap(number, square, now_s + table.settings.tap_s)
    return table.change(tap=tap, taps=number, tapped_s=now_s)


def tap_ended(table: TableState, number: int) -> TableState:
    """End a tap; nothing happens if it is over. A runner that was held is still put back."""
    ends = table.tap is not None and table.tap.number == number
    return table.change(tap=None) if ends else table


def tap_observed(table: TableState, now_s: float) -> TableState:
    """Take in the newest placement; to be called before the referee judges it."""
    if table.position is None:
        return table.change(tap=None, back_by_s={}, excused=frozenset())
    if table.tap is not None and now_s >= table.tap.until_s:
        table = table.change(tap=None)
    table = _identified(table, now_s)
    back_by_s = {
        colour: by_s
        for colour, by_s in table.back_by_s.items()
        if now_s < by_s and not _is_back(table, colour)
    }
    excused = frozenset(back_by_s) | _on_the_way(table, now_s)
    return table.change(back_by_s=back_by_s, excused=excused)


def room_made(table: TableState) -> TableState:
    """Light another square if the game now needs this one; to be called after the turns."""
    if table.position is None or table.tap is None or table.tap.colour is not None:
        return table
    square, finding = table.tap.square, table.finding
    if square not in _awaited(table, finding) and square not in table.blind:
        return table
    other = _free_square(table, finding)
    tap = None if other is None else msgspec.structs.replace(table.tap, square=other)
    return table.change(tap=tap)


def _identified(table: TableState, now_s: float) -> TableState:
    """Identify the player by the runner that has rested on the lit square."""
    if table.tap is None or table.tap.colour is not None:
        return table
    held = _held_on(table, table.tap.square)
    if held is None:
        return table
    seat, colour = held
    if now_s < _held_until_s(table, colour):
        return table
    by_s = now_s + table.settings.tap_back_s
    until_s = max(table.tap.until_s, by_s)
    return table.change(
        # Its current square is where it started, not a move.
        stood={**table.stood, colour: table.placement.spot(colour)},
        back_by_s={**table.back_by_s, colour: by_s},
        tap=msgspec.structs.replace(table.tap, colour=colour, seat=seat, until_s=until_s),
    )


def _held_until_s(table: TableState, colour: Colour) -> float:
    """Return the time until which a runner has to be held on its square."""
    return table.placement.spot(colour).since_s + table.settings.settle_s


def _on_the_way(table: TableState, now_s: float) -> frozenset[Colour]:
    """Return the runners that may be on their way to the lit square, or are held there.

    A lifted runner may be; so may one that is pushed along, as long as it does not rest. A
    runner of the seat to act seen on another square is not: it may be making a move.
    """
    if table.position is None or table.tap is None or table.tap.colour is not None:
        return frozenset()
    rested_s = max(table.tapped_s, now_s - table.settings.settle_s)
    found = set()
    for seat, player in enumerate(table.seating.players):
        if seat in table.seating.carried:
            continue
        for colour in player.colours:
            spot = table.placement.spot(colour)
            lifted = spot.square is None and spot.since_s >= table.tapped_s
            passes = seat != table.position.to_act and spot.since_s > rested_s
            to_carry = colour in table.to_carry
            if spot.square == table.tap.square or (not to_carry and (lifted or passes)):
                found.add(colour)
    return frozenset(found)


def _is_back(table: TableState, colour: Colour) -> bool:
    """Check whether a runner moved for a tap is back where the game has it."""
    assert table.position is not None
    wanted = expected(table.position, table.seating)[colour]
    return agrees(table.position, table.seating, table.placement, colour, wanted)


def _held_on(table: TableState, square: int) -> tuple[int, Colour] | None:
    """Return the person's runner that is seen on a square, and its seat; None without one."""
    for seat, player in enumerate(table.seating.players):
        if seat in table.seating.carried:
            continue
        for colour in player.colours:
            if table.placement.sees(colour) and table.placement.spot(colour).square == square:
                return seat, colour
    return None


def _free_square(table: TableState, finding: RefereeFinding) -> int | None:
    """Return the highest square where holding a runner has no other meaning.

    No runner stands there, may go there or is awaited there, and it is read. Never HOME: a
    runner that comes there stays. None if there is no such square.
    """
    assert table.position is not None
    taken = {
        *(table.placement.spot(piece.colour).square for piece in PIECES),
        *table.placement.strangers,
        *_awaited(table, finding),
        *table.blind,
        *squares_to_attend(table, finding),
    }
    squares = range(1, table.position.rules.home)
    return max((square for square in squares if square not in taken), default=None)


def _awaited(table: TableState, finding: RefereeFinding) -> set[int | None]:
    """Return the squares where a runner belongs, may go or is in the way."""
    state = table.position
    assert state is not None
    squares: set[int | None] = {want.square for want in expected(state, table.seating).values()}
    squares.update(destination(state, action) for action in legal(state))
    return squares | finding.squares


# Outputs


def tap_due_s(table: TableState, now_s: float) -> float | None:
    """Return the time when `tap_observed` is due; None for never."""
    moments = list(table.back_by_s.values())
    if table.tap is not None:
        moments.append(table.tap.until_s)
        if table.tap.colour is None:
            moments += [_held_until_s(table, colour) for colour in table.placement.spots]
    return min((moment for moment in moments if moment > now_s), default=None)


def tap_lit(table: TableState, lights: dict[int, Meaning]) -> dict[int, Meaning]:
    """Return the lit squares of the game with those of the tap."""
    lit = {**lights, **dict.fromkeys(_squares_of_tapped(table), BACK)}
    if table.tap is not None and table.tap.colour is None:
        lit[table.tap.square] = "tap"
    return lit


def tap_attention(table: TableState) -> frozenset[int]:
    """Return the squares where a tag may come or go now for the tap."""
    tapped = _squares_of_tapped(table)
    return tapped if table.tap is None else tapped | {table.tap.square}


def _squares_of_tapped(table: TableState) -> frozenset[int]:
    """Return the squares where the tapped runners belong."""
    if table.position is None:
        return frozenset()
    wanted = expected(table.position, table.seating)
    return frozenset(wanted[colour].square for colour in table.back_by_s) - {0}
