"""Explains why a runner may not go to a square."""

from controller.game.rules import Action, State, why
from controller.game.rules.ruleset.track import TORTOISE
from controller.table.snapshot import Snapshot
from web.languages.language import Speech
from web.views import refusals, words
from web.views.lesson import kind_answer
from web.views.opponents import shown_to
from web.views.shapes.view import WhyNot
from web.views.squares import cost_forward, kind_at
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
        cost = cost_forward(state, seat, square)
        if cost is None:
            return [turn]
        if kind_at(state, square) == TORTOISE:  # ahead: nobody ever runs there (R4.3)
            ahead = "Square {square} is a tortoise: you can only move back to it."
            return [turn, table.tell(ahead, square=square)]
        amount = words.carrots(cost, say)
        return [turn, say._("A move there would cost you {carrots}.", carrots=amount)]
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
    return [
        sentence
        if len(those) == len(runners)
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
