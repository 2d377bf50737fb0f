"""Explains why a runner may not go to a square."""

from controller.game.rules import Action, State, why
from controller.game.rules.errors import ReasonCode, reason
from controller.game.rules.moves import price
from controller.game.rules.ruleset.track import HARE, LETTUCE, TORTOISE
from controller.table.snapshot import Snapshot
from web.languages.language import Speech
from web.views import refusals, words
from web.views.lesson import kind_answer
from web.views.opponents import shown_to
from web.views.shapes.view import WhyNot
from web.views.squares import kind_at
from web.views.words import Teller


def why_not(snapshot: Snapshot, seat: int, square: int, say: Speech) -> WhyNot:
    """Check whether the runners of a seat may go to a square now, and give the reasons if not.

    Args:
        snapshot: the game.
        seat: the seat of the runners; the answer tells its hand, so it is for this seat only.
        square: 0 for START, else the square.
        say: the language.

    Raises:
        LookupError: there is no game, or no such seat or square in it.
    """
    state = snapshot.state
    if state is None or not 0 <= seat < len(state.seats) or not 0 <= square <= state.rules.home:
        raise LookupError("There is no such seat or square in this game.")
    table = words.teller(shown_to(snapshot, say), state, say)
    sentences = _sentences(snapshot, state, table, seat, square)
    kind = kind_at(state, square)
    return WhyNot(
        square=square,
        name=words.kind_name(kind, say, words.board_words(state.rules.edition)),
        may=not sentences,
        sentences=tuple(sentences),
    )


def _sentences(
    snapshot: Snapshot, state: State, table: Teller, seat: int, square: int
) -> list[str]:
    """List the reasons that hold for all runners of the seat; empty if one of them may go."""
    say = table.say
    if state.to_act is None:
        return [say._("The game is over.")]
    if snapshot.paused:
        return [say._("The game is paused.")]
    if seat != state.to_act:
        turn = say._("It is {name}'s turn.", name=table.name(state.to_act))
        return [turn, *_of_a_move(state, table, seat, square)]
    if state.prompt != "move":
        return [say._("Answer the game's question first.")]
    if square == 0:
        return [say._("You can't go back to START, except to start again.")]
    told: dict[str, list[int]] = {}
    runners = range(len(state.seats[seat].runners))
    for index in runners:
        notation = _notation(state, seat, index, square)
        reasons = why(state, notation)
        lesson = snapshot.lesson
        if not reasons and lesson is not None and notation not in map(str, snapshot.actions):
            return [kind_answer(lesson, (), table)]
        if not reasons:
            return []
        for each in reasons:
            sentence = refusals.reason(each, say, hedgehog=table.hedgehog)
            told.setdefault(sentence, []).append(index)
    return _by_runner(told, len(runners), table, seat)


def _of_a_move(state: State, table: Teller, seat: int, square: int) -> list[str]:
    """Tell a seat that waits what a move ahead would cost, or that nobody ever runs there."""
    say, runners = table.say, state.seats[seat].runners
    behind = [index for index, runner in enumerate(runners) if runner.at < square]
    if behind and (code := _closed(state, seat, square)) is not None:
        return [refusals.reason(reason(code, square=square), say, hedgehog=table.hedgehog)]
    told: dict[str, list[int]] = {}
    for index in behind:
        amount = words.carrots(price(state.rules, runners[index].at, square), say)
        sentence = say._("A move there would cost you {carrots}.", carrots=amount)
        told.setdefault(sentence, []).append(index)
    return _by_runner(told, len(runners), table, seat)


def _closed(state: State, seat: int, square: int) -> ReasonCode | None:
    """Return why no runner of a seat ever runs forward to a square again; None if one may."""
    match kind_at(state, square):
        case str(tortoise) if tortoise == TORTOISE:
            return "tortoise-is-backwards-only"  # R4.3
        case str(hare) if hare == HARE and state.rules.options.hare == "off":
            return "hare-square-forbidden"  # R8.7
        case str(lettuce) if lettuce == LETTUCE and not state.seats[seat].lettuces:
            return "no-lettuce-left"  # R6.1
    return None


def _by_runner(told: dict[str, list[int]], runners: int, table: Teller, seat: int) -> list[str]:
    """List sentences; those that do not hold for all runners of the seat with its colour."""
    say = table.say
    return [
        sentence
        if len(those) == runners
        else say._(
            "{colour}: {sentence}",
            colour=words.colour_name(table.seating.colour(seat, those[0]), say),
            sentence=sentence,
        )
        for sentence, those in told.items()
    ]


def _notation(state: State, seat: int, index: int, square: int) -> str:
    """Return the move of a runner to a square, in notation (R14.1)."""
    runners = state.seats[seat].runners
    label = index if len(runners) > 1 else None
    if square == state.rules.back_to[runners[index].at]:
        return str(Action("back", label))
    return str(Action("forward", label, square))
