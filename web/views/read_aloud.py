"""The sentences of a view that are read aloud: by phones, by screen readers, by the board itself.

First what has happened, then what is the case now. Whoever reads them aloud says each once: those
that the list before did not have, up to a level of detail.
"""

from collections.abc import Iterator
from typing import Final

from controller.game.history import Ply
from controller.game.rules import State
from controller.game.rules.events import (
    Arrived,
    Carried,
    Moved,
    MovedBack,
    Restarted,
)
from controller.table.snapshot import Snapshot
from web.languages.language import Speech, mark
from web.views import words
from web.views.actions_seen import told
from web.views.headline import what_is_due
from web.views.shapes.view import LogLine, SpokenDetail, SpokenSentence, View
from web.views.words import Teller

RECENT: Final = 6
"""As many actions as six players take: what one misses during their turns is still said."""


def read_aloud(
    seen: View, snapshot: Snapshot, seat: int | None, say: Speech
) -> tuple[SpokenSentence, ...]:
    """Return what is read aloud of a view, in the order in which it is said.

    Args:
        seen: the view, made of this snapshot for this seat: it has left out what is not theirs.
        snapshot: the snapshot.
        seat: the seat of the view; None for what everybody may hear.
        say: the language.
    """
    state = snapshot.state
    found: list[SpokenSentence] = []
    if state is not None:
        table = words.teller(snapshot, state, say)
        found += _happened(seen, snapshot, table, seat)
    found += _now(seen, snapshot, seat, say)
    told: dict[tuple[int, str], SpokenSentence] = {}
    for each in found:
        told.setdefault((each.number, each.sentence), each)
    return tuple(told.values())


# What has happened


def _happened(
    seen: View, snapshot: Snapshot, table: Teller, seat: int | None
) -> Iterator[SpokenSentence]:
    lines = {line.number: line for line in seen.log}
    first = snapshot.played - len(snapshot.plies) + 1
    for number, ply in list(enumerate(snapshot.plies, start=first))[-RECENT:]:
        if (line := lines.get(number)) is not None:
            yield from _action(line, ply, table, seat)
        for sentence in _places(ply, table, seat):
            yield SpokenSentence(number, "moves", private=False, sentence=sentence)
        if seat is not None and seen.me is not None and _counts(ply, seat):
            held = words.carrots(ply.step.state.seats[seat].carrots, table.say)
            sentence = table.say._("You have {amount}.", amount=held)
            yield SpokenSentence(number, "all", private=True, sentence=sentence)


def _action(line: LogLine, ply: Ply, table: Teller, seat: int | None) -> Iterator[SpokenSentence]:
    """Say a line of the log, without what only its seat may know: the hand may be covered."""
    own, open_to_all = (told(table, ply.step.events, seat, openly=each) for each in (False, True))
    sentence = line.sentence.replace(own, open_to_all)
    yield SpokenSentence(line.number, "moves", private=False, sentence=sentence)
    if line.card is not None and line.card.text:
        yield SpokenSentence(line.number, "all", private=False, sentence=line.card.text)


def _places(ply: Ply, table: Teller, seat: int | None) -> Iterator[str]:
    """Say in which place a runner is that has moved, unless it is HOME, which is said already."""
    moved = {
        (event.seat, event.runner)
        for event in ply.step.events
        if isinstance(event, Moved | MovedBack | Carried | Restarted) and event.runner is not None
    }
    arrived = {(e.seat, e.runner) for e in ply.step.events if isinstance(e, Arrived)}
    for who, runner in sorted(moved - arrived):
        before, after = ply.before.position(who, runner), ply.step.state.position(who, runner)
        if before == after:
            continue
        nth, name = words.ordinal(after, table.say), table.name(who)
        if len(ply.step.state.seats[who].runners) == 1:
            text = PLACES[0 if who == seat else 1]
            yield table.say._(text, who=name, nth=nth)
            continue
        text = PLACES_OF_RUNNERS[0 if who == seat else 1]
        colour = words.colour_name(table.seating.colour(who, runner), table.say)
        yield table.say._(text, who=name, nth=nth, colour=colour)


PLACES: Final = (mark("You are {nth} now."), mark("{who} is {nth} now."))
"""The place of a runner that has moved, to its player and to others."""
PLACES_OF_RUNNERS: Final = (
    mark("Your runner is {nth} now: {colour}."),
    mark("{who}'s runner is {nth} now: {colour}."),
)
"""The same where each has several runners."""


def _counts(ply: Ply, seat: int) -> bool:
    """Check whether a hand holds another number of carrots after an action."""
    return ply.before.seats[seat].carrots != ply.step.state.seats[seat].carrots


# What is the case now


def _now(seen: View, snapshot: Snapshot, seat: int | None, say: Speech) -> Iterator[SpokenSentence]:
    number = snapshot.played + 1

    def spoken(detail: SpokenDetail, sentence: str, *, private: bool = False) -> SpokenSentence:
        return SpokenSentence(number, detail, private, _whole(sentence))

    def lasting(detail: SpokenDetail, sentence: str) -> SpokenSentence:
        """Say it once for as long as it is true, whoever's turn it is meanwhile."""
        return SpokenSentence(0, detail, private=False, sentence=_whole(sentence))

    understood, refusal = seen.table.understood, seen.me.refusal if seen.me is not None else None
    if refusal is not None:
        # The reasons name what a hand holds.
        yield spoken("turn", seen.headline)
        yield spoken("turn", refusal.sentence, private=True)
    elif understood is not None:
        yield spoken("moves", understood.sentence)
    else:
        yield spoken("turn", seen.headline)
    if seen.trouble is not None:
        yield lasting("turn", seen.trouble)
    for fault in seen.table.mismatches:
        yield lasting("turn", fault.sentence)
    if not seen.paused:
        for task in seen.table.errands:
            yield lasting("turn", task.sentence)
    if seen.ranking:
        yield spoken("moves", _ranked(seen, say))
    if seen.lesson is not None:
        # What was done in a step is said as an action already.
        asked = None if seen.lesson.done else seen.instruction
        yield from (spoken("turn", each) for each in (asked, seen.lesson.says) if each)
    detail = _detail_of_instruction(seen, snapshot, seat)
    if detail is not None:
        yield spoken(detail, seen.instruction)
    lit = _lit(snapshot, say) if understood is None and not seen.table.mismatches else ""
    if lit and (seat is None or seat == seen.to_act):
        yield spoken("all", lit)
    for sentence in (_unseen(seen), seen.lights_trouble, seen.rescued):
        if sentence is not None:
            yield lasting("all", sentence)


def _whole(sentence: str) -> str:
    """Return a headline as a sentence: with an end, at which a voice falls."""
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


def _unseen(seen: View) -> str | None:
    return None if seen.table.blind is None else seen.table.blind.sentence


def _ranked(seen: View, say: Speech) -> str:
    places = [f"{words.ordinal(each.place, say)} {each.name}" for each in seen.ranking]
    return ", ".join(places)


def _detail_of_instruction(seen: View, snapshot: Snapshot, seat: int | None) -> SpokenDetail | None:
    """Return the detail at which an instruction is said; None if it asks nothing of a seat.

    A move is asked by its headline; a question is not whole without what it asks.
    """
    state = snapshot.state
    if seen.lesson is not None:
        return None  # it is said already
    if state is None or state.to_act is None:
        return "all"
    if seen.paused or seen.trouble is not None:
        return "turn"
    if seen.table.mismatches or (seen.take_back is not None and seen.take_back.offered):
        return "turn"
    if seen.table.understood is not None and not snapshot.finding.held:
        return None  # it counts before it could be said
    if seat is not None and seat != state.to_act:
        return None
    return "all" if _is_plain(state) else "turn"


def _is_plain(state: State) -> bool:
    return what_is_due(state) == "move"


def _lit(snapshot: Snapshot, say: Speech) -> str:
    """Say which squares are lit for the seat to act; everybody at the board sees them."""
    state = snapshot.state
    if state is None or snapshot.digits is not None:
        return ""
    home = state.rules.home
    squares = sorted(at for at, meaning in snapshot.lights.items() if meaning.startswith("may-go"))
    if not squares:
        return ""
    if squares == [home]:
        return say._("HOME is lit.")
    names = words.stretches(squares, say, home)
    return say.n_(
        "{count} square is lit: {squares}.",
        "{count} squares are lit: {squares}.",
        len(squares),
        squares=say.listed(names),
    )
