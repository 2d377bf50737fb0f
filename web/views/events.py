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
from web.views.words import Teller, card_title, carrots, colour_name, lettuces, ordinal

_HAPPENED: Final[dict[type[Event], str]] = {
    Payout: mark("{who} left square {square} in {nth} place and drew {amount}."),
    Moved: mark("{who} moved to square {to} for {cost_amount}."),
    MovedBack: mark("{who} went back to the tortoise on square {to} and drew {amount}."),
    LaidDown: "",
    Arrived: mark("{who} is HOME, {nth}!"),
    Drew: mark("{who} drew {amount}."),
    Paid: mark("{who} paid {amount}."),
    Chewed: mark("{who} chewed a lettuce in {nth} place and drew {amount}."),
    TurnMissed: mark("{who} missed a turn."),
    Restarted: mark("{who} starts again with {amount}."),
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

_YOURS: Final[dict[str, str]] = {
    mark("{who} left square {square} in {nth} place and drew {amount}."): mark(
        "You left square {square} in {nth} place and drew {amount}."
    ),
    mark("{who} moved to square {to} for {cost_amount}."): mark(
        "You moved to square {to} for {cost_amount}."
    ),
    mark("{who} ran HOME for {cost_amount}."): mark("You ran HOME for {cost_amount}."),
    mark("{who} went back to the tortoise on square {to} and drew {amount}."): mark(
        "You went back to the tortoise on square {to} and drew {amount}."
    ),
    mark("{who} is HOME, {nth}!"): mark("You are HOME, {nth}!"),
    mark("{who} chewed a lettuce in {nth} place and drew {amount}."): mark(
        "You chewed a lettuce in {nth} place and drew {amount}."
    ),
    mark("{who} missed a turn."): mark("You missed a turn."),
    mark("{who} starts again with {amount}."): mark("You start again with {amount}."),
    mark("{who} still cannot move; the turn is over."): mark(
        "You still cannot move; your turn is over."
    ),
    mark("{who} drew “{title}”."): mark("You drew “{title}”."),
    mark("{who} gives {each_amount} each to {names}."): mark(
        "You give {each_amount} each to {names}."
    ),
    mark("{who} gives {each_amount} to {names}."): mark("You give {each_amount} to {names}."),
    mark("{who} cannot afford a gift."): mark("You cannot afford a gift."),
    mark("{who} kept {amount}."): mark("You kept {amount}."),
    mark("{who} put {amount} in the patch."): mark("You put {amount} in the patch."),
    mark("{who} will miss a turn."): mark("You will miss a turn."),
    mark("{who} moves again."): mark("You move again."),
    mark("{who} now holds exactly {amount}."): mark("You now hold exactly {amount}."),
    mark("{who} drew {amount} for {lettuces_held}."): mark(
        "You drew {amount} for {lettuces_held}."
    ),
    mark("{who} took back {amount}."): mark("You took back {amount}."),
    mark("{who} lost half their carrots."): mark("You lost half your carrots."),
    mark("{who} lost {amount}, half their hand."): mark("You lost {amount}, half your hand."),
    mark("{who} holds {amount}."): mark("You hold {amount}."),
    mark("{who} collected a carrot each from {names}."): mark(
        "You collected a carrot each from {names}."
    ),
    mark("{who} collected a carrot from {names}."): mark("You collected a carrot from {names}."),
    mark("{who} is carried to square {to}."): mark("You are carried to square {to}."),
    mark("{who} rolled {value}: {action_title}."): mark("You rolled {value}: {action_title}."),
    mark("{who} drew {amount}."): mark("You drew {amount}."),
    mark("{who} paid {amount}."): mark("You paid {amount}."),
    mark("{who} left it at that."): mark("You left it at that."),
    mark("{who} slept on."): mark("You slept on."),
    mark("{who} was passed and woke up."): mark("You were passed and woke up."),
    mark("{passer} passed {who}, who paid {amount}."): mark(
        "{passer} passed you, and you paid {amount}."
    ),
    mark("{passer} passed {who}, who paid their last {amount} and must go back."): mark(
        "{passer} passed you: you paid your last {amount} and must go back."
    ),
    mark("Nobody passed {who}, who drew {amount}."): mark(
        "Nobody passed you, and you drew {amount}."
    ),
    mark("The patch ran short for {who}; everybody else put half their carrots into it."): mark(
        "The patch ran short for you; everybody else put half their carrots into it."
    ),
}
"""Sentences of events, as told to the player whose event it is."""

_WITH_YOU: Final[dict[str, str]] = {
    mark("{who} gives {each_amount} to {names}."): mark("{who} gives you {each_amount}."),
    mark("{who} gives {each_amount} each to {names}."): mark(
        "{who} gives you {each_amount}, and the same to {names}."
    ),
    mark("{who} collected a carrot from {names}."): mark("{who} collected a carrot from you."),
    mark("{who} collected a carrot each from {names}."): mark(
        "{who} collected a carrot from you, and from {names}."
    ),
    mark("{passer} passed {who}, who paid {amount}."): mark("You passed {who}, who paid {amount}."),
    mark("{passer} passed {who}, who paid their last {amount} and must go back."): mark(
        "You passed {who}, who paid their last {amount} and must go back."
    ),
}
"""Sentences of events, as told to a player who gives, is given, or passes somebody."""


@lru_cache(maxsize=1024)  # a view tells of forty actions, of which one is new
def happened(event: Event, table: Teller, seat: int | None = None) -> str:
    """Describe an event in a sentence; empty for one that needs no sentence.

    Args:
        event: what happened.
        table: makes the sentence.
        seat: whose player reads it, who is "you"; None for everybody.
    """
    template = _particular(event, table.home) or _HAPPENED[type(event)]
    if not template:
        return ""
    if seat is not None and seat == getattr(event, "seat", None):
        template = _YOURS.get(template, template)
        if isinstance(event, Arrived) and table.has_several(seat):
            template = mark("Your {colour} runner is HOME, {nth}!")  # the other may not be (R10.1)
    elif seat is not None and seat in _others(event):
        template = _WITH_YOU.get(template, template)
    return table.tell(template, **_facts(event, table, seat))


def _others(event: Event) -> tuple[int, ...]:
    """Return the seats that an event names beside its own."""
    match event:
        case Gave(to=seats) | Collected(givers=seats):
            return seats
        case Passed(by=seat):
            return (seat,)
    return ()


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


def _facts(event: Event, table: Teller, seat: int | None) -> dict[str, object]:
    """Return the facts that a sentence about an event may name; not the reader among the names."""
    say = table.say
    facts: dict[str, object] = msgspec.structs.asdict(event)

    def number(*fields: str) -> int:
        values = (facts.get(field) for field in fields)
        return next((value for value in values if isinstance(value, int)), 0)

    facts["names"] = say.listed([table.name(each) for each in _others(event) if each != seat])
    if "seat" in facts:
        facts["who"] = table.name(number("seat"))
    if isinstance(runner := facts.get("runner"), int) and table.has_several(number("seat")):
        facts["colour"] = colour_name(table.seating.colour(number("seat"), runner), say)
        facts["who"] = f"{facts['who']} ({facts['colour']})"
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
