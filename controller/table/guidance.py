"""The meaning of each lit square, from the game and the referee's finding.

Dark by default, and one thing at a time: while something is to be mended, only that is lit.
"""

from collections.abc import Collection

from controller.game.pieces import RunnerId, Seating
from controller.game.rules import Action, State, apply_legal, legal
from controller.game.rules.ruleset.track import CARROT, LETTUCE
from controller.light.meanings import Meaning
from controller.table.referee import Expected, RefereeFinding
from controller.table.tracker import Placement

EARNING_KINDS = frozenset({CARROT, LETTUCE})


def guide(
    state: State | None,
    seating: Seating,
    finding: RefereeFinding,
    blind: Collection[int] = (),
    absent: Collection[int] = (),
) -> dict[int, Meaning]:
    """The meaning of every lit square; START has no light.

    That a reader is out shows where nothing else is to be said, but not where none is meant to
    be; a square the runner may go to is offered all the same, in a light of its own.

    Args:
        state: the game, None while there is none.
        seating: who plays with which runner.
        finding: what the referee says of the wood.
        blind: squares that nobody reads.
        absent: those among them that are not meant to have a reader.
    """
    out = sorted(set(blind) - set(absent))
    lights: dict[int, Meaning] = dict.fromkeys(out, "reader-fault")
    if state is None:
        return {1: "waiting", **lights}
    if state.prompt == "over":
        return {**lights, state.rules.home: "race-over"}
    if finding.candidate is None and _only_the_mover_errs(finding):
        lights.update(_destinations(state, seating, finding, blind))
    if finding.candidate is not None:
        lights[finding.candidate.square] = "understood"
    for errand in finding.errands:
        _light(lights, errand.square, "errand")
        _light(lights, errand.belongs, "errand")
    for mismatch in finding.mismatches:
        _light(lights, mismatch.belongs, "belongs-here")
    for mismatch in finding.mismatches:
        _light(lights, mismatch.square, "wrong-place")
    return lights


def attention(
    state: State | None,
    seating: Seating,
    finding: RefereeFinding,
    placement: Placement,
    back: tuple[RunnerId, Expected] | None = None,
) -> frozenset[int]:
    """The squares where something may happen now, to be read more often than the others.

    While a runner rests, its destinations do not matter: it cannot come to another one without
    leaving the square where it rests, and that one has to be read often.

    Args:
        state: the game, None while there is none.
        seating: who plays with which runner.
        finding: what the referee says of the wood.
        placement: the wood.
        back: the runner of a move that may still be taken back, and where it came from.
    """
    if state is None or state.prompt == "over":
        return frozenset()
    squares: set[int | None] = set(_squares_of_the_mover(state, seating, placement))
    if state.prompt == "move" and finding.candidate is None:
        squares.update(destination(state, action) for action in legal(state))
    for errand in finding.errands:
        squares.update((errand.square, errand.belongs))
    for mismatch in finding.mismatches:
        squares.update((mismatch.square, mismatch.belongs))
    if finding.candidate is not None:
        after = apply_legal(state, finding.candidate.action).state
        squares.update(_squares_of_the_mover(after, seating, placement))
    if back is not None:
        (seat, runner), came_from = back
        squares.update((state.seats[seat].runners[runner].at, came_from.square))
    return frozenset(square for square in squares if square)


def _squares_of_the_mover(state: State, seating: Seating, placement: Placement) -> set[int | None]:
    """Where the runners of the seat to act should be, and where they are believed to be."""
    if state.prompt != "move" or state.to_act is None:
        return set()
    squares: set[int | None] = set()
    for index, runner in enumerate(state.seats[state.to_act].runners):
        if runner.at < state.rules.home:
            squares.update((runner.at, placement.spot(seating.colour(state.to_act, index)).square))
    return squares


def destination(state: State, action: Action) -> int | None:
    """The square a move of the seat to act leads to; None for what is not a move."""
    if action.kind == "forward":
        return action.to
    if action.kind == "back" and state.to_act is not None:
        return state.rules.back_to[state.seats[state.to_act].runners[action.runner or 0].at]
    return None


def _only_the_mover_errs(finding: RefereeFinding) -> bool:
    """A mover on a wrong square wants to see the right ones; any other fault comes first."""
    return not finding.put_back and all(mismatch.reasons for mismatch in finding.mismatches)


def _destinations(
    state: State, seating: Seating, finding: RefereeFinding, blind: Collection[int]
) -> dict[int, Meaning]:
    """Where the seat to act may go; only for the runner in its hand once it holds one."""
    if state.prompt != "move" or state.to_act is None:
        return {}
    held = {seating.runner(colour) for colour in finding.in_hand}
    lights: dict[int, Meaning] = {}
    for index, runner in enumerate(state.seats[state.to_act].runners):
        if 0 < runner.at < state.rules.home and (not held or (state.to_act, index) in held):
            lights[runner.at] = "turn"
    for action in legal(state):
        square = destination(state, action)
        if square is None or (held and (state.to_act, action.runner or 0) not in held):
            continue
        earns = action.kind == "back" or state.rules.track.kind(square) in EARNING_KINDS
        if square in blind:
            lights[square] = "may-go-by-phone"
        else:
            lights[square] = "may-go-earns" if earns else "may-go"
    return lights


def _light(lights: dict[int, Meaning], square: int | None, meaning: Meaning) -> None:
    if square:
        lights[square] = meaning
