"""Answers to what a player who sees neither board nor phone asks, each in a few sentences."""

from collections.abc import Iterator

from web.languages.language import Speech
from web.views import words
from web.views.shapes.view import (
    AnswerSeen,
    AnswersSeen,
    Destination,
    Hand,
    RunnerSeen,
    SeatSeen,
    View,
)


def answers(seen: View, say: Speech) -> AnswersSeen:
    """Return the answers that a view gives.

    Args:
        seen: the view of a seat; of a spectator, whose answers tell nobody's hand.
        say: the language.
    """
    told = []
    if seen.me is not None:
        told.append(AnswerSeen("carrots", _carrots(seen.me, say)))
        told.append(AnswerSeen("square", " ".join(_squares(seen, seen.me, say))))
    told.append(AnswerSeen("runners", " ".join(_runners(seen, say)) or seen.headline))
    told.append(AnswerSeen("choices", " ".join(_choices(seen, say))))
    told.append(AnswerSeen("last-move", _last_move(seen, say)))
    return AnswersSeen(tuple(told))


def _carrots(me: Hand, say: Speech) -> str:
    return say._(
        "You have {carrots} and {lettuces}.",
        carrots=words.carrots(me.carrots, say),
        lettuces=words.lettuces(me.lettuces, say),
    )


def _squares(seen: View, me: Hand, say: Speech) -> Iterator[str]:
    for held, shown in zip(me.runners, seen.seats[me.seat].runners, strict=True):
        place = shown.place
        if len(me.runners) > 1:
            place = f"{words.colour_name(shown.colour, say)}, {place}"
        yield _runner(place, _nth(seen, shown, say), _kind(seen, held.kind, say), say)
        yield from filter(None, (held.here, held.home.sentence))


def _nth(seen: View, runner: RunnerSeen, say: Speech) -> str:
    """A runner's place in the race; "" while everybody stands on START, where all are first."""
    if not any(each.square for seat in seen.seats for each in seat.runners):
        return ""
    return words.ordinal(runner.arrived or runner.position, say)


def _kind(seen: View, kind: str, say: Speech) -> str:
    """Return the name of a square on the edition's board; "" for START and HOME, which say it."""
    if kind in ("START", "HOME"):
        return ""
    called = words.board_words(seen.setup.edition) if seen.setup is not None else None
    return words.kind_name(kind, say, called)


def _runner(place: str, nth: str, kind: str, say: Speech) -> str:
    if not nth:
        return say._("Your runner: {place}.", place=place)
    if not kind:
        return say._("Your runner: {place}, {nth}.", place=place, nth=nth)
    return say._("Your runner: {place}, {kind}, {nth}.", place=place, kind=kind, nth=nth)


def _runners(seen: View, say: Speech) -> Iterator[str]:
    """Say who is where, the foremost first."""
    found = [(seat, runner) for seat in seen.seats for runner in seat.runners]
    for seat, runner in sorted(found, key=lambda each: each[1].arrived or each[1].position):
        nth, name = _nth(seen, runner, say), _name(seat, runner.colour, say)
        if nth:
            yield say._("{nth} {name}: {place}.", nth=nth, name=name, place=runner.place)
        else:
            yield say._("{name}: {place}.", name=name, place=runner.place)


def _name(seat: SeatSeen, colour: str, say: Speech) -> str:
    if len(seat.runners) == 1:
        return seat.name
    return f"{seat.name} ({words.colour_name(colour, say)})"


def _choices(seen: View, say: Speech) -> Iterator[str]:
    """Say what can be done now; to whoever is not to act, what all wait for."""
    head = seen.headline
    yield head if head.endswith((".", "!", "?")) else f"{head}."
    yield from (fault.sentence for fault in seen.table.mismatches)
    yield from (task.sentence for task in seen.table.errands)
    if seen.me is None or not seen.me.my_turn or seen.paused:
        yield seen.instruction
        return
    if seen.me.chance is not None:
        yield seen.instruction
    several = len(seen.me.runners) > 1
    for there in seen.me.destinations:
        text = _destination(there, say)
        colour = words.colour_name(there.colour, say)
        yield say._("{colour}: {sentence}", colour=colour, sentence=text) if several else text
    for choice in seen.me.choices:
        yield f"{choice.label}. {choice.sentence}"


def _destination(there: Destination, say: Speech) -> str:
    facts = {
        "place": there.name if there.kind == "HOME" else f"{there.square}, {there.name}",
        "cost": words.carrots(there.cost, say),
        "gain": words.carrots(there.gain, say),
    }
    if there.cost and there.gain:
        return say._("{place}: costs {cost}, draws {gain}.", **facts)
    if there.gain:
        return say._("{place}: draws {gain}.", **facts)
    return say._("{place}: costs {cost}.", **facts)


def _last_move(seen: View, say: Speech) -> str:
    if not seen.log:
        return say._("Nobody has moved yet.")
    line = seen.log[-1]
    return line.sentence if line.card is None else f"{line.sentence} {line.card.text}"
