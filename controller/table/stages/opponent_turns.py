"""Turns of computer opponents: whose turn it is, and whether the board is ready for it.

The board makes no move for an opponent: its actions come as commands, like those of a phone, and
on the board they are errands.
"""

from controller.game.rules import State
from controller.refusal import Refusal
from controller.table.state import TableState


def opponent_to_act(table: TableState) -> int | None:
    """Return the seat of the opponent that has to decide; None if none has to."""
    state = table.position
    if state is None or table.saved.paused or state.prompt in ("deal", "roll", "over"):
        return None
    return state.to_act if state.to_act in table.seating.opponents else None


def waits_for_hands(table: TableState) -> bool:
    """Check whether an opponent waits: for an errand, a mismatch, or a hand that takes back."""
    finding = table.finding
    return bool(finding.errands or finding.mismatches or finding.put_back or table.to_carry)


def refuse_for_opponent(table: TableState, state: State) -> None:
    """Refuse to act for an opponent; chance by hand people draw for it.

    Raises:
        Refusal: `not-your-turn`.
    """
    if state.prompt not in ("deal", "roll") and state.to_act in table.seating.opponents:
        name = table.seating.players[state.to_act].name
        raise Refusal("not-your-turn", "It is {name}'s turn.", name=name)
