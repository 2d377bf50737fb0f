"""What an onlooker sees of the last actions: log, card, move, and what may be taken back."""

from typing import Final

import msgspec

from controller.game.history import Ply
from controller.game.rules import State
from controller.game.rules.events import (
    Arrived,
    CardDrawn,
    Carried,
    Dealt,
    Event,
    Moved,
    MovedBack,
    Rolled,
    seen_by,
)
from controller.table.snapshot import Snapshot
from web.views import words
from web.views.events import happened
from web.views.shapes.view import CardFace, CardSeen, LogLine, MoveSeen, TakeBackSeen
from web.views.words import Teller

LOG_LENGTH: Final = 40


def card_seen(
    snapshot: Snapshot, state: State | None, table: Teller | None, seat: int | None
) -> CardSeen | None:
    """Return the last hare card, until the next action that does not answer it."""
    if state is None or table is None:
        return None
    for place, ply in enumerate(reversed(snapshot.plies)):
        for event in reversed(ply.step.events):
            if isinstance(event, CardDrawn | Rolled):
                later = snapshot.plies[len(snapshot.plies) - place :]
                number = snapshot.played - place
                return _drawn_card(table, state, event, ply, later, seat, number)
        if ply.before.prompt == "move":
            return None
    return None


def _drawn_card(
    table: Teller,
    state: State,
    drawn: CardDrawn | Rolled,
    ply: Ply,
    later: tuple[Ply, ...],
    seat: int | None,
    number: int,
) -> CardSeen:
    face = _face(table, state, drawn)
    answers = tuple(event for each in later for event in each.step.events)
    came = (*_after(drawn, ply), *answers)
    outcome = told(table, came, seat)
    # “You now hold ...” is right for who drew it; others are told whose carrots they are.
    says_it = told(table, came, drawn.seat) == face.text
    return CardSeen(
        number=number,
        seat=drawn.seat,
        card=face.card,
        title=face.title,
        text=outcome if says_it else face.text,
        outcome="" if says_it else outcome,
    )


def _after(drawn: CardDrawn | Rolled, ply: Ply) -> tuple[Event, ...]:
    return ply.step.events[ply.step.events.index(drawn) + 1 :]


def _face(table: Teller, state: State, drawn: CardDrawn | Rolled) -> CardFace:
    does = drawn.action if isinstance(drawn, Rolled) else drawn.card
    return CardFace(
        card=f"roll-{drawn.value}" if isinstance(drawn, Rolled) else drawn.card,
        title=words.card_title(does, table.say),
        text=words.card_text(does, table.say, state.rules.options),
    )


def told(
    table: Teller, events: tuple[Event, ...], seat: int | None, *, openly: bool = False
) -> str:
    """Tell a seat, or a spectator, what happened; openly without what only that seat may know."""
    knower = None if openly else seat
    sentences = [happened(seen_by(each, knower), table, seat) for each in events]
    return " ".join(sentence for sentence in sentences if sentence)


def take_back_seen(
    snapshot: Snapshot, table: Teller | None, seat: int | None
) -> TakeBackSeen | None:
    """Return the action that may be taken back now, and what it did."""
    if snapshot.take_back is None or table is None:
        return None
    mine = [ply for ply in snapshot.plies if ply.seat == snapshot.take_back]
    if not mine:
        return None
    # That the runner is HOME says the instruction.
    events = tuple(each for each in mine[-1].step.events if not isinstance(each, Arrived))
    done = told(table, events, seat)
    return TakeBackSeen(
        seat=snapshot.take_back,
        offered=snapshot.finding.put_back,
        sentence=table.say._("Take this back? {done}", done=done),
    )


def log_seen(
    snapshot: Snapshot, state: State | None, table: Teller | None, seat: int | None
) -> tuple[LogLine, ...]:
    """Return the last actions in sentences, the newest last."""
    if state is None or table is None:
        return ()
    first = snapshot.played - len(snapshot.plies) + 1
    lines = []
    for number, ply in enumerate(snapshot.plies, start=first):
        if isinstance(ply.step.events[0], Dealt) and number == 1:
            continue
        sentence = told(table, ply.step.events, seat)
        if number in snapshot.plain:
            silent = table.say._(
                "{name} did not answer, so the board played a plain move.",
                name=table.name(ply.seat),
            )
            sentence = f"{silent} {sentence}"
        if sentence:
            drawn = (each for each in ply.step.events if isinstance(each, CardDrawn | Rolled))
            card = next((_logged(table, state, each, ply) for each in drawn), None)
            lines.append(LogLine(number, ply.seat, sentence, card))
    return tuple(lines[-LOG_LENGTH:])


def _logged(table: Teller, state: State, drawn: CardDrawn | Rolled, ply: Ply) -> CardFace:
    """Return a card as the log has it: without words that its outcome repeats."""
    face = _face(table, state, drawn)
    says_it = told(table, _after(drawn, ply), drawn.seat) == face.text
    return msgspec.structs.replace(face, text="") if says_it else face


def last_move_seen(snapshot: Snapshot) -> MoveSeen | None:
    """Return the last way of a runner on the track."""
    for ply in reversed(snapshot.plies):
        for event in reversed(ply.step.events):
            if isinstance(event, Moved | MovedBack | Carried):
                colour = snapshot.seating.colour(event.seat, event.runner)
                return MoveSeen(colour, event.start, event.to)
    return None
