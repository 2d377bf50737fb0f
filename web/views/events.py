"""Sentences about events at the table."""

from functools import lru_cache
from typing import Final

import msgspec

from controller.game.rules.events import (
    Arrived,
    Baulked,
    CardDrawn,
    Carried,
    Chewed,
    Collected,
    Dealt,
    Declined,
    Drew,
    DrewByCard,
    DrewForLettuces,
    Event,
    FreeRide,
    GameOver,
    Gave,
    GiftDiscarded,
    GiftKept,
    LaidDown,
    LostHalf,
    Moved,
    MovedBack,
    MustMiss,
    NothingHappened,
    Paid,
    PaidByCard,
    Passed,
    Payout,
    PlaysAgain,
    Restarted,
    Rested,
    Restored,
    Rolled,
    Shown,
    TurnEnded,
    TurnMissed,
    WaitedAlone,
    Woke,
)
from web.languages.language import mark
from web.views.words import Teller, card_title, carrots, lettuces, ordinal

_HAPPENED: Final[dict[type[Event], str]] = {
    Payout: mark("{who} left square {square} in {nth} place and drew {amount}."),
    Moved: mark("{who} moved to square {to} for {cost_amount}."),
    MovedBack: mark("{who} went back to the tortoise on square {to} and drew {amount}."),
    LaidDown: "",
    Arrived: mark("{who} is HOME, {nth}!"),
    Drew: mark("{who} stayed and drew {amount}."),
    Paid: mark("{who} stayed and paid {amount}."),
    Chewed: mark("{who} chewed a lettuce in {nth} place and drew {amount}."),
    TurnMissed: mark("{who} missed a turn."),
    Restarted: mark("{who} could not move and starts again with {amount}."),
    TurnEnded: mark("{who} still cannot move; the turn is over."),
    CardDrawn: mark("{who} drew “{title}”."),
    Gave: mark("{who} gives {each_amount} each to {names}."),
    GiftKept: mark("{who} kept {amount}."),
    GiftDiscarded: mark("{who} put {amount} in the patch."),
    MustMiss: mark("{who} will miss a turn."),
    PlaysAgain: mark("{who} moves again."),
    NothingHappened: mark("Nothing happens."),
    Restored: mark("{who} now holds exactly {amount}."),
    DrewForLettuces: mark("{who} drew {amount} for {lettuces_held}."),
    FreeRide: mark("{who} took back {amount}."),
    LostHalf: mark("{who} lost half their carrots."),
    Shown: mark("{who} holds {amount}."),
    Collected: mark("{who} collected a carrot each from {names}."),
    Dealt: mark("The hare cards were shuffled."),
    Carried: mark("{who} is carried to square {to}."),
    Rolled: mark("{who} rolled {value}: {action_title}."),
    DrewByCard: mark("{who} drew {amount}."),
    PaidByCard: mark("{who} paid {amount}."),
    Declined: mark("{who} left it at that."),
    Rested: mark("{who} slept on."),
    Woke: mark("{who} was passed and woke up."),
    Passed: mark("{passer} passed {who}, who paid {amount}."),
    WaitedAlone: mark("Nobody passed {who}, who drew {amount}."),
    Baulked: mark("The patch ran short for {who}; everybody else put half their carrots into it."),
    GameOver: mark("The race is over."),
}
"""Sentences of events, with the event's fields and those of `_facts` as placeholders."""


@lru_cache(maxsize=1024)  # a view tells of forty actions, of which one is new
def happened(event: Event, table: Teller) -> str:
    """Describe an event in a sentence; empty for one that needs no sentence."""
    template = _particular(event, table.home) or _HAPPENED[type(event)]
    return table.tell(template, **_facts(event, table)) if template else ""


def _particular(event: Event, home: int) -> str | None:
    """Return the sentence of an event in a special case, else None."""
    match event:
        case Moved(to=to) if to == home:
            return mark("{who} ran HOME for {cost_amount}.")
        case Gave(each=0):
            return mark("{who} cannot afford a gift.")
        case Gave(to=(_,)):
            return mark("{who} gives {each_amount} to {names}.")
        case Collected(givers=()):
            return mark("Nobody has a carrot to give.")
        case Collected(givers=(_,)):
            return mark("{who} collected a carrot from {names}.")
        case Passed(back=True):
            return mark("{passer} passed {who}, who paid their last {amount} and must go back.")
        case LostHalf(carrots=int()):
            return mark("{who} lost {amount}, half their hand.")
    return None


def _facts(event: Event, table: Teller) -> dict[str, object]:
    """Return the facts that a sentence about an event may name."""
    say = table.say
    facts: dict[str, object] = msgspec.structs.asdict(event)

    def number(*fields: str) -> int:
        values = (facts.get(field) for field in fields)
        return next((value for value in values if isinstance(value, int)), 0)

    seats = next((facts[field] for field in ("to", "givers") if field in facts), ())
    if isinstance(seats, tuple) and seats:
        facts["names"] = say.listed([table.name(seat) for seat in seats])
    if "seat" in facts:
        facts["who"] = table.name(number("seat"))
    facts["nth"] = ordinal(number("position", "place"), say)
    facts["amount"] = carrots(number("carrots"), say)
    facts["cost_amount"] = carrots(number("cost"), say)
    facts["each_amount"] = carrots(number("each"), say)
    facts["lettuces_held"] = lettuces(number("lettuces"), say)
    if isinstance(event, CardDrawn):
        facts["title"] = card_title(event.card, say)
    if isinstance(event, Rolled):
        facts["action_title"] = card_title(event.action, say)
    if isinstance(event, Passed):
        facts["passer"] = table.name(event.by)
    return facts
