"""Events of an action, one small value each, in the order they happened.

Amounts are carrots. Events are public except the fields named in `HIDDEN`: those would reveal
a hand, and only the seat of the event may see them (R2.3).
"""

from typing import Final

import msgspec


def _kebab(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=_kebab):
    """Base class of all events."""


class Payout(Event, frozen=True):
    """A runner left a number square that showed its position (R4.2)."""

    seat: int
    runner: int
    square: int
    position: int
    carrots: int


class Moved(Event, frozen=True):
    """A runner moved forward and paid for it (R4.3)."""

    seat: int
    runner: int
    start: int
    to: int
    cost: int


class MovedBack(Event, frozen=True):
    """A runner moved back to a tortoise square and drew carrots (R4.4)."""

    seat: int
    runner: int
    start: int
    to: int
    carrots: int


class LaidDown(Event, frozen=True):
    """A runner lies face down: it will chew a lettuce next (R6.1)."""

    seat: int
    runner: int
    square: int


class Arrived(Event, frozen=True):
    """A runner is HOME, the `place`-th of all runners (R9.1)."""

    seat: int
    runner: int
    place: int


class Drew(Event, frozen=True):
    """A seat stayed on its carrot square and drew (R5.1)."""

    seat: int
    carrots: int


class Paid(Event, frozen=True):
    """A seat stayed on its carrot square and paid (R5.1)."""

    seat: int
    carrots: int


class Chewed(Event, frozen=True):
    """A lettuce was chewed; `position` is where the runner lay in the race (R6.3)."""

    seat: int
    runner: int
    position: int
    carrots: int


class TurnMissed(Event, frozen=True):
    """A turn passed without any action (R4.6)."""

    seat: int


class Restarted(Event, frozen=True):
    """A stuck seat began again; `runner` is None when none was on the track (R4.7)."""

    seat: int
    runner: int | None
    carrots: int


class TurnEnded(Event, frozen=True):
    """A seat had no legal action, even after a restart (R4.7)."""

    seat: int


class CardDrawn(Event, frozen=True):
    """A hare card was drawn and put under the pile (R7)."""

    seat: int
    card: str


class Gave(Event, frozen=True):
    """Carrots offered to each seat of `to`; 0 if there was not one for each (R7.1)."""

    seat: int
    to: tuple[int, ...]
    each: int


class GiftKept(Event, frozen=True):
    """A gift was kept."""

    seat: int
    carrots: int


class GiftDiscarded(Event, frozen=True):
    """A gift went to the patch."""

    seat: int
    carrots: int


class MustMiss(Event, frozen=True):
    """The seat's next turn will be missed (R7.2, R7.4)."""

    seat: int


class PlaysAgain(Event, frozen=True):
    """The seat moves once more (R7.9)."""

    seat: int


class NothingHappened(Event, frozen=True):
    """The card or square had no effect."""

    seat: int


class Restored(Event, frozen=True):
    """The holding became exactly `carrots`; `change` would reveal the old one (R7.3)."""

    seat: int
    carrots: int
    change: int | None


class DrewForLettuces(Event, frozen=True):
    """Carrots drawn for the lettuces held (R7.4)."""

    seat: int
    lettuces: int
    carrots: int


class FreeRide(Event, frozen=True):
    """The cost of the move came back (R7.5)."""

    seat: int
    carrots: int


class LostHalf(Event, frozen=True):
    """Half the holding was lost; `carrots` would reveal the old one (R7.6)."""

    seat: int
    carrots: int | None


class Shown(Event, frozen=True):
    """A holding was shown to everyone, with its value at that moment (R7.7)."""

    seat: int
    carrots: int


class Collected(Event, frozen=True):
    """One carrot came from each seat of `givers` (R7.8)."""

    seat: int
    givers: tuple[int, ...]


class Dealt(Event, frozen=True):
    """The pile was shuffled; its order is hidden from all seats."""


class Baulked(Event, frozen=True):
    """The patch fell short; these seats paid half their holdings into it (R12.1)."""

    seat: int
    payers: tuple[int, ...]


class Carried(Event, frozen=True):
    """A die or card carried a runner to another square, free (R8.2)."""

    seat: int
    runner: int
    start: int
    to: int


class Rolled(Event, frozen=True):
    """A roll after a hare square, and the action it selected (R8.2)."""

    seat: int
    value: int
    action: str


class DrewByCard(Event, frozen=True):
    """A numbered card let the seat draw (R8.1)."""

    seat: int
    carrots: int


class PaidByCard(Event, frozen=True):
    """A numbered card made the seat pay (R8.1)."""

    seat: int
    carrots: int


class Declined(Event, frozen=True):
    """A choice of ten was declined (R8.3)."""

    seat: int


class Rested(Event, frozen=True):
    """A nap is over: the runner is turned up and stays for this turn (R8.6)."""

    seat: int
    runner: int


class Woke(Event, frozen=True):
    """A sleeping runner was passed and woke (R8.6)."""

    seat: int
    runner: int


class Passed(Event, frozen=True):
    """A waiting runner was passed by seat `by` and paid; `back`: it must move back (R8.4)."""

    seat: int
    runner: int
    by: int
    carrots: int
    back: bool


class WaitedAlone(Event, frozen=True):
    """A waiting runner that was not passed drew before it moved (R8.4)."""

    seat: int
    runner: int
    carrots: int


class GameOver(Event, frozen=True):
    """The game is over; seats in their final order (R9.3)."""

    ranking: tuple[int, ...]


HIDDEN: Final[dict[type[Event], tuple[str, ...]]] = {
    Restored: ("change",),
    LostHalf: ("carrots",),
}


def seen_by(event: Event, seat: int | None) -> Event:
    """Return the event without fields hidden from the seat; None stands for a spectator."""
    hidden = HIDDEN.get(type(event))
    if hidden is None or event.seat == seat:  # type: ignore[attr-defined]  # hidden: has a seat
        return event
    return msgspec.structs.replace(event, **dict.fromkeys(hidden))
