"""Where carrots came from and what they went for, seat by seat."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from controller.game.history import Ply
from controller.game.rules.events import (
    Baulked,
    Chewed,
    Collected,
    Drew,
    DrewByCard,
    DrewForLettuces,
    FreeRide,
    Gave,
    GiftKept,
    LostHalf,
    Moved,
    MovedBack,
    Paid,
    PaidByCard,
    Passed,
    Payout,
    Restarted,
    Restored,
    WaitedAlone,
)

CarrotSource = Literal[
    "moves", "numbers", "lettuces", "tortoises", "carrots", "hares", "gifts", "restarts", "baulks"
]
"""Moves, kinds of squares (`hares`: also cards, dice, and being passed on one), gifts (R7.1),
restarts (R4.7) and baulks (R12.1)."""


class Account(msgspec.Struct, frozen=True):
    """Carrots of a seat by source; sources without any are left out."""

    earned: dict[CarrotSource, int]
    spent: dict[CarrotSource, int]


def accounts(plies: Sequence[Ply], seats: int) -> tuple[Account, ...]:
    """Add up what each seat earned and spent in these actions."""
    earned: list[Counter[CarrotSource]] = [Counter() for _ in range(seats)]
    spent: list[Counter[CarrotSource]] = [Counter() for _ in range(seats)]
    for ply in plies:
        for seat, source, change in changes(ply):
            (earned if change > 0 else spent)[seat][source] += abs(change)
    return tuple(
        Account(dict(gained), dict(lost)) for gained, lost in zip(earned, spent, strict=True)
    )


def changes(ply: Ply) -> Iterator[tuple[int, CarrotSource, int]]:
    """Yield each change of a holding in an action: the seat, the source, the carrots."""
    held = [seat.carrots for seat in ply.before.seats]
    staying = ply.before.prompt == "move" and ply.action.kind in ("draw", "pay")
    for event in ply.step.events:
        found: list[tuple[int, CarrotSource, int]] = []
        match event:
            case Payout(seat=seat, carrots=carrots):
                found = [(seat, "numbers", carrots)]
            case Moved(seat=seat, cost=cost):
                found = [(seat, "moves", -cost)]
            case MovedBack(seat=seat, carrots=carrots):
                found = [(seat, "tortoises", carrots)]
            case Chewed(seat=seat, carrots=carrots):
                found = [(seat, "lettuces", carrots)]
            case Drew(seat=seat, carrots=carrots):
                found = [(seat, "carrots" if staying else "hares", carrots)]
            case Paid(seat=seat, carrots=carrots):
                found = [(seat, "carrots" if staying else "hares", -carrots)]
            case Restarted(seat=seat, carrots=carrots):
                found = [(seat, "restarts", carrots - held[seat])]
            case Gave(seat=seat, to=to, each=each):
                found = [(seat, "gifts", -each * len(to))]
            case GiftKept(seat=seat, carrots=carrots):
                found = [(seat, "gifts", carrots)]
            case Collected(seat=seat, givers=givers):
                found = [(seat, "hares", len(givers)), *((each, "hares", -1) for each in givers)]
            case Baulked(payers=payers):
                found = [(each, "baulks", -(held[each] // 2)) for each in payers]
            case Passed(seat=seat, carrots=carrots):
                found = [(seat, "hares", -carrots)]
            case PaidByCard(seat=seat, carrots=carrots):
                found = [(seat, "hares", -carrots)]
            case LostHalf(seat=seat, carrots=int(carrots)):
                found = [(seat, "hares", -carrots)]
            case Restored(seat=seat, change=int(change)):
                found = [(seat, "hares", change)]
            case (
                DrewForLettuces(seat=seat, carrots=carrots)
                | FreeRide(seat=seat, carrots=carrots)
                | DrewByCard(seat=seat, carrots=carrots)
                | WaitedAlone(seat=seat, carrots=carrots)
            ):
                found = [(seat, "hares", carrots)]
        for seat, source, change in found:
            held[seat] += change
            if change:
                yield seat, source, change
