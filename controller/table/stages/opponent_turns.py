"""Turns of computer opponents: whose turn it is, and whether the board is ready for it.

The board makes no move for an opponent: its actions come as commands, like those of a phone, and
on the board they are errands.
"""

from collections.abc import Collection
from typing import Final

import msgspec

from controller.game.pieces import NameAt, opponents_of
from controller.game.rules import State
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.stages.shared_race import role_of
from controller.table.state import TableState

DECISIONS: Final = ("move", "gift", "ten")
"""Prompts that a seat decides."""


def opponent_to_act(table: TableState) -> int | None:
    """Return the seat of the opponent that has to decide; None if none has to."""
    state = table.position
    stands_still = table.saved.paused or table.saved.takes_back() or table.in_lesson
    if state is None or stands_still or state.prompt not in DECISIONS:
        return None
    if role_of(table) == "guest":  # they play at the authority
        return None
    return state.to_act if state.to_act in table.seating.opponents else None


def waits_for_hands(table: TableState) -> bool:
    """Check whether an opponent waits: for an errand, a mismatch, or a hand that takes back."""
    finding = table.finding
    return bool(finding.errands or finding.mismatches or finding.put_back)


def is_drawn_for_opponent(table: TableState, state: State) -> bool:
    """Check whether people draw chance for an opponent; anybody may, with the real cards or die."""
    setup = table.saved.setup
    by_hand = setup is not None and setup.chance == "by-hand" and state.prompt in ("deal", "roll")
    return by_hand and state.to_act in table.seating.opponents


def refuse_for_opponent(table: TableState, state: State) -> None:
    """Refuse to act in the place of an opponent, or of a player at another board.

    Raises:
        Refusal: `not-your-turn`.
    """
    seat = state.to_act
    if seat is None:
        return
    decides = seat in table.seating.opponents and state.prompt in DECISIONS
    if decides or seat in table.seating.elsewhere:
        name = NameAt(table.seating.players, seat)
        raise Refusal("not-your-turn", "It is {name}'s turn.", name=name)


def refuse_unknown_opponents(setup: Setup, programs: Collection[str]) -> None:
    """Refuse a set-up with an opponent that is no character and none of these programs.

    Raises:
        Refusal: `bad-request`.
    """
    if not opponents_of(setup.seats):
        return
    from controller.game.opponents.characters import (  # noqa: PLC0415 - most games have none
        OPPONENTS,
    )

    for player in setup.seats:
        name = player.opponent
        if name is not msgspec.UNSET and name not in {*OPPONENTS, *programs}:
            raise Refusal("bad-request", "There is no computer opponent “{name}”.", name=name)
