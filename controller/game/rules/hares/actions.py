"""Effects that a die, a table or a card of 1978 has on a hare square.

Source: R8.2, R8.3.
"""

from collections.abc import Callable
from typing import Final

from controller.game.rules.draft import Draft
from controller.game.rules.events import (
    Carried,
    FreeRide,
    LaidDown,
    MustMiss,
    NothingHappened,
    Paid,
    PlaysAgain,
    Restarted,
)
from controller.game.rules.moves import CARROT_SQUARE_CARROTS
from controller.game.rules.ruleset.track import CARROT, HARE, LETTUCE, TORTOISE
from controller.game.rules.state import Runner, Ten

LandAgain = Callable[[Draft, int, int, int], None]
"""Landing of a runner that was carried to another hare square."""


def act(draft: Draft, action: str, seat: int, index: int, cost: int, land: LandAgain) -> None:
    """Carry out one action and leave the draft ready for the next step.

    Args:
        draft: the game under change.
        action: its name in tables and decks.
        seat: the seat that landed.
        index: the index of its runner.
        cost: the cost of the paid move of this turn.
        land: called for a landing on another hare square.
    """
    match action:
        case "miss":
            miss(draft, seat)
        case "ten":
            _ten(draft, seat, index)
        case "carrot-forward" | "carrot-back" | "position-forward" | "position-back":
            _carry(draft, TARGETS[action](draft, seat, index), seat, index, cost, land)
        case "chew-lettuce":
            _chew_lettuce(draft, seat, index)
        case "chew-carrot":
            _chew_carrot(draft, seat, index)
        case "free":
            draft.events.append(FreeRide(seat, draft.draw(seat, cost)))
            draft.move_on(seat)
        case "again":
            draft.events.append(PlaysAgain(seat))
            draft.play_again(seat)
        case _:
            raise AssertionError(f"no such action: {action}")


def miss(draft: Draft, seat: int) -> None:
    """Make the seat miss its next turn."""
    draft.set_miss(seat, miss=True)
    draft.events.append(MustMiss(seat))
    draft.move_on(seat)


def restart_and_end(draft: Draft, seat: int, index: int) -> None:
    """Restart the runner that drew, as the seat cannot pay; end the turn (R8.1)."""
    draft.set_runner(seat, index, Runner())
    draft.set_carrots(seat, draft.rules.options.restart_carrots)
    draft.events.append(Restarted(seat, index, draft.seats[seat].carrots))
    draft.move_on(seat)


def _ten(draft: Draft, seat: int, index: int) -> None:
    able_to_draw = draft.patch is None or draft.patch >= CARROT_SQUARE_CARROTS
    if able_to_draw or draft.seats[seat].carrots >= CARROT_SQUARE_CARROTS:
        draft.ask("ten", Ten(index), seat)
    else:
        draft.events.append(NothingHappened(seat))
        draft.move_on(seat)


def _chew_lettuce(draft: Draft, seat: int, index: int) -> None:
    if not draft.seats[seat].lettuces:
        miss(draft, seat)
        return
    at = draft.seats[seat].runners[index].at
    draft.set_runner(seat, index, Runner(at, "chew"))
    draft.events.append(LaidDown(seat, index, at))
    draft.move_on(seat)


def _chew_carrot(draft: Draft, seat: int, index: int) -> None:
    if not draft.seats[seat].carrots:
        restart_and_end(draft, seat, index)
        return
    draft.pay(seat, 1)
    draft.events.append(Paid(seat, 1))
    draft.move_on(seat)


def _carry(draft: Draft, to: int | None, seat: int, index: int, cost: int, land: LandAgain) -> None:
    """Move free: no payout, no tortoise carrots, but the new square's action."""
    if to is None:
        draft.events.append(NothingHappened(seat))
        draft.move_on(seat)
        return
    start = draft.seats[seat].runners[index].at
    draft.events.append(Carried(seat, index, start, to))
    kind = draft.rules.kinds[to]
    if kind == LETTUCE:
        draft.set_runner(seat, index, Runner(to, "chew"))
        draft.events.append(LaidDown(seat, index, to))
    else:
        draft.set_runner(seat, index, Runner(to))
    if kind == HARE:
        land(draft, seat, index, cost)
    else:
        draft.move_on(seat)


def _carrot(draft: Draft, seat: int, index: int, step: int) -> int | None:
    """Find the next carrot square in a direction; skip occupied ones, or stop at one."""
    at = draft.seats[seat].runners[index].at + step
    occupied = draft.occupied
    while 0 < at < draft.rules.home:
        if draft.rules.kinds[at] == CARROT:
            if not occupied >> at & 1:
                return at
            if not draft.rules.options.skip_occupied_carrots:
                return None
        at += step
    return None


def _place(draft: Draft, seat: int, index: int, step: int) -> int | None:
    """Find the first fit square past the next runner in a direction; START, HOME have none."""
    mine = draft.seats[seat].runners[index].at
    home = draft.rules.home
    on_track = [
        runner.at for holder in draft.seats for runner in holder.runners if 0 < runner.at < home
    ]
    beyond = [at for at in on_track if (at - mine) * step > 0]
    if not beyond:
        return None
    at = min(beyond, key=lambda other: abs(other - mine)) + step
    occupied = draft.occupied
    while 0 < at < home:
        kind = draft.rules.kinds[at]
        fit = kind != TORTOISE and not occupied >> at & 1
        if fit and (draft.seats[seat].lettuces or kind != LETTUCE):
            return at
        at += step
    return None


TARGETS: Final[dict[str, Callable[[Draft, int, int], int | None]]] = {
    "carrot-forward": lambda draft, seat, index: _carrot(draft, seat, index, 1),
    "carrot-back": lambda draft, seat, index: _carrot(draft, seat, index, -1),
    "position-forward": lambda draft, seat, index: _place(draft, seat, index, 1),
    "position-back": lambda draft, seat, index: _place(draft, seat, index, -1),
}

ACTIONS: Final = frozenset(
    {"miss", "ten", *TARGETS, "chew-lettuce", "chew-carrot", "free", "again"}
)
"""Names that a table or a deck of actions may use."""
