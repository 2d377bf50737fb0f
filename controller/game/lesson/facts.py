"""Facts that sentences of the lesson name, computed from the rules of the game."""

import msgspec

from controller.game.lesson.positions import asked_of
from controller.game.lesson.progress import LessonPart
from controller.game.rules.moves import (
    CARROT_SQUARE_CARROTS,
    FLAT_HOME_LIMIT,
    payout,
    price,
)
from controller.game.rules.ruleset.build import FLAT_COST, cost


class LessonFacts(msgspec.Struct, frozen=True):
    """Facts about a step; all but squares, places and rolls are amounts of carrots or lettuces.

    Attributes:
        square: where the step's action leads; the runner's square if it leads nowhere.
        place: the runner's place in the race, from 1.
        cost: of the move forward that is asked for; 0 for anything else.
        payout: what the runner draws when it leaves its square.
        start: that each player begins with.
        restart: after starting again.
        lettuces: that each player begins with.
        limit: most carrots at HOME where the place makes no difference.
        rolls: different numbers that are rolled on a hare square; 0 where none is.
        ten: drawn or paid on a carrot square, and drawn for a place or a square back.
        flat_cost: of each square after a hare square where that is the rule.
        costs: of moves of 1, 2, 3 and 10 squares.
    """

    square: int
    place: int
    cost: int
    payout: int
    start: int
    restart: int
    lettuces: int
    rolls: int
    limit: int = FLAT_HOME_LIMIT
    ten: int = CARROT_SQUARE_CARROTS
    flat_cost: int = FLAT_COST
    costs: tuple[tuple[int, int], ...] = tuple((each, cost(each)) for each in (1, 2, 3, 10))


def facts_of(part: LessonPart) -> LessonFacts:
    """Return the facts of a step in a game."""
    state, options = part.position, part.position.rules.options
    at = state.seats[part.seat].runners[0].at
    asked = asked_of(part.step, state)[0]
    to = state.rules.back_to[at] if asked.kind == "back" else asked.to
    return LessonFacts(
        square=at if to is None else to,
        place=state.position(part.seat),
        cost=price(state.rules, at, to) if to is not None and to > at else 0,
        payout=payout(state, part.seat, 0),
        start=options.start_carrots,
        restart=options.restart_carrots,
        lettuces=options.lettuces,
        rolls=len(state.rules.table),
    )
