"""Hare squares with text cards.

Source: R7.
"""

from collections.abc import Callable
from typing import Final

from controller.game.rules.draft import Draft
from controller.game.rules.events import (
    Collected,
    DrewForLettuces,
    FreeRide,
    Gave,
    LostHalf,
    NothingHappened,
    PlaysAgain,
    Restored,
    Shown,
)
from controller.game.rules.hares.actions import miss
from controller.game.rules.state import Drawing, Gift, State

CARROTS_A_LETTUCE: Final = 10
GIFTS: Final = (10, 5, 1)


def land(draft: Draft, seat: int, runner: int, cost: int) -> None:
    """Draw the top card, put it under the pile, and carry it out."""
    CARDS[draft.draw_card(seat)](draft, seat, runner, cost)


def _give_ten(draft: Draft, seat: int, _runner: int, _cost: int) -> None:
    """R7.1: the giver pays for all at once, then each receiver decides."""
    behind, _ = others(draft, seat)
    if not behind:
        draft.events.append(NothingHappened(seat))
        draft.move_on(seat)
        return
    gifts = GIFTS if draft.rules.options.give_ten == "cascade" else GIFTS[:1]
    hand = draft.seats[seat].carrots
    each = next((gift for gift in gifts if gift * len(behind) <= hand), 0)
    draft.events.append(Gave(seat, behind, each))
    if not each:
        draft.move_on(seat)
        return
    draft.credit(seat, -each * len(behind))
    draft.ask("gift", Gift(each, seat, behind), behind[0])


def _more_behind(draft: Draft, seat: int, _runner: int, _cost: int) -> None:
    """R7.2: more behind than in front, miss a turn; fewer, play again; equal, an option."""
    behind, in_front = others(draft, seat)
    if len(behind) > len(in_front):
        miss(draft, seat)
    elif len(behind) < len(in_front) or draft.rules.options.equal == "again":
        draft.events.append(PlaysAgain(seat))
        draft.play_again(seat)
    else:
        draft.events.append(NothingHappened(seat))
        draft.move_on(seat)


def _restore(draft: Draft, seat: int, _runner: int, _cost: int) -> None:
    """R7.3: the holding becomes exactly the amount of the edition."""
    change = draft.set_carrots(seat, draft.rules.options.restore_carrots)
    draft.events.append(Restored(seat, draft.seats[seat].carrots, change))
    draft.move_on(seat)


def _ten_per_lettuce(draft: Draft, seat: int, _runner: int, _cost: int) -> None:
    """R7.4: ten for each lettuce held; with none, miss a turn."""
    lettuces = draft.seats[seat].lettuces
    if not lettuces:
        miss(draft, seat)
        return
    drawn = draft.draw(seat, CARROTS_A_LETTUCE * lettuces)
    draft.events.append(DrewForLettuces(seat, lettuces, drawn))
    draft.move_on(seat)


def _free_ride(draft: Draft, seat: int, _runner: int, cost: int) -> None:
    """R7.5: the cost of the move here is returned."""
    draft.events.append(FreeRide(seat, draft.draw(seat, cost)))
    draft.move_on(seat)


def _lose_half(draft: Draft, seat: int, _runner: int, _cost: int) -> None:
    """R7.6: half the holding is lost, the loss rounded down."""
    loss = draft.seats[seat].carrots // 2
    draft.pay(seat, loss)
    draft.events.append(LostHalf(seat, loss))
    draft.move_on(seat)


def _show(draft: Draft, seat: int, _runner: int, _cost: int) -> None:
    """R7.7: everyone sees the holding, once."""
    draft.events.append(Shown(seat, draft.seats[seat].carrots))
    draft.move_on(seat)


def _shuffle(draft: Draft, seat: int, runner: int, cost: int) -> None:
    """R7.8: one carrot from each seat that has one, then the whole pile is dealt again."""
    givers = tuple(
        other for other, each in enumerate(draft.seats) if other != seat and each.carrots
    )
    for other in givers:
        draft.credit(other, -1)
    draft.credit(seat, len(givers))
    draft.events.append(Collected(seat, givers))
    draft.ask("deal", Drawing(seat, runner, cost), seat)


def others(draft: Draft | State, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """List the seats behind and in front of a seat, both in turn order after it (R3.3)."""

    mine = _place(draft, seat)
    behind: list[int] = []
    in_front: list[int] = []
    for other in (*range(seat + 1, len(draft.seats)), *range(seat)):
        place = _place(draft, other)
        if place < mine:
            behind.append(other)
        elif place > mine:
            in_front.append(other)
    return tuple(behind), tuple(in_front)


def _place(draft: Draft | State, seat: int) -> tuple[int, ...]:
    """Return the place of a seat in the race, greater if further ahead (R3.2, R3.3)."""
    runners = draft.seats[seat].runners
    lead = max([runner.at for runner in runners])
    if lead < draft.rules.home:
        return (0, lead)
    arrivals = [order for order, (who, _) in enumerate(draft.home) if who == seat]
    return (int(len(arrivals) == len(runners)), lead, -arrivals[0])


CARDS: Final[dict[str, Callable[[Draft, int, int, int], None]]] = {
    "give-ten": _give_ten,
    "more-behind": _more_behind,
    "restore": _restore,
    "ten-per-lettuce": _ten_per_lettuce,
    "free-ride": _free_ride,
    "lose-half": _lose_half,
    "show": _show,
    "shuffle": _shuffle,
}
