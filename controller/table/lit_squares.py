"""The meaning of each lit square, from the game and the referee's finding.

Dark by default, and one thing at a time: while there are mismatches, only those are lit.
"""

from collections.abc import Collection, Sequence

from controller.game.pieces import RunnerId, Seating
from controller.game.rules import Action, State, apply_legal, legal
from controller.game.rules.ruleset.track import CARROT, LETTUCE
from controller.light.meanings import Meaning
from controller.table.referee import Expected, RefereeFinding
from controller.table.tracker import Placement

EARNING_KINDS = frozenset({CARROT, LETTUCE})


def light_squares(
    state: State | None,
    seating: Seating,
    finding: RefereeFinding,
    blind: Collection[int] = (),
    absent: Collection[int] = (),
    *,
    cheers: bool = False,
    actions: Sequence[Action] | None = None,
) -> dict[int, Meaning]:
    """Return the meaning of every lit square; START has no light.

    A square whose reader is out shows it where no other meaning applies, unless it is meant to
    have no reader; as a destination it is still offered, in a light of its own.

    Args:
        state: the game; None without one.
        seating: the players and their runners.
        finding: the referee's finding.
        blind: squares without a working reader.
        absent: the blind squares that are not meant to have a reader.
        cheers: True while all lights celebrate the end of the race.
        actions: the actions that may be played, if they are not all legal ones.
    """
    out = sorted(set(blind) - set(absent))
    lights: dict[int, Meaning] = dict.fromkeys(out, "reader-fault")
    if state is None:
        return {1: "waiting", **lights}
    if state.prompt == "over":
        cheering = range(1, state.rules.home + 1) if cheers else [state.rules.home]
        return {**lights, **dict.fromkeys(cheering, "race-over")}
    if finding.candidate is None and _only_the_mover_errs(finding):
        lights.update(_destinations(state, seating, finding, blind, actions))
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
    """Return the squares where a tag may come or go now, to be read more often than others.

    While a runner rests, its destinations need no attention: to reach another, it must leave
    the square where it rests, which is read often.

    Args:
        state: the game; None without one.
        seating: the players and their runners.
        finding: the referee's finding.
        placement: where the runners are sensed.
        back: the runner of a move that may still be taken back, and where it came from.
    """
    if state is None or state.prompt == "over":
        return frozenset()
    squares: set[int | None] = set(_squares_of_the_mover(state, seating, placement))
    if _moves_by_hand(state, seating) and finding.candidate is None:
        squares.update(destination(state, action) for action in legal(state))
    squares |= finding.squares
    if finding.candidate is not None:
        after = apply_legal(state, finding.candidate.action).state
        squares.update(_squares_of_the_mover(after, seating, placement))
    if back is not None:
        (seat, runner), came_from = back
        squares.update((state.seats[seat].runners[runner].at, came_from.square))
    return frozenset(square for square in squares if square)


def _squares_of_the_mover(state: State, seating: Seating, placement: Placement) -> set[int | None]:
    """Return the expected and the sensed squares of the runners of the seat to act."""
    if state.prompt != "move" or state.to_act is None:
        return set()
    squares: set[int | None] = set()
    for index, runner in enumerate(state.seats[state.to_act].runners):
        if runner.at < state.rules.home:
            squares.update((runner.at, placement.spot(seating.colour(state.to_act, index)).square))
    return squares


def destination(state: State, action: Action) -> int | None:
    """Return the square a move of the seat to act leads to; None if the action is no move."""
    if action.kind == "forward":
        return action.to
    if action.kind == "back" and state.to_act is not None:
        return state.rules.back_to[state.seats[state.to_act].runners[action.runner or 0].at]
    return None


def runners_moved(seating: Seating, finding: RefereeFinding) -> set[RunnerId | None]:
    """Return the runners that the seat to act has lifted, or set down where they may not go."""
    wrong = [each.colour for each in finding.mismatches if each.reasons and each.colour]
    return {seating.runner(colour) for colour in (*finding.in_hand, *wrong)}


def _moves_by_hand(state: State, seating: Seating) -> bool:
    """Check whether a person is to move a runner; an opponent's moves come as errands."""
    return state.prompt == "move" and state.to_act not in seating.carried


def _only_the_mover_errs(finding: RefereeFinding) -> bool:
    """Check for mismatches of the mover only: those show destinations; any other comes first."""
    return not finding.put_back and all(mismatch.reasons for mismatch in finding.mismatches)


def _destinations(
    state: State,
    seating: Seating,
    finding: RefereeFinding,
    blind: Collection[int],
    actions: Sequence[Action] | None,
) -> dict[int, Meaning]:
    """Return the destinations of the seat to act; of the runner that it moves only, if any."""
    if state.prompt != "move" or state.to_act is None or actions == ():
        return {}
    moved = runners_moved(seating, finding)
    lights: dict[int, Meaning] = {}
    for index, runner in enumerate(state.seats[state.to_act].runners):
        if 0 < runner.at < state.rules.home and (not moved or (state.to_act, index) in moved):
            lights[runner.at] = "turn"
    if not _moves_by_hand(state, seating):
        return lights
    for action in legal(state) if actions is None else actions:
        square = destination(state, action)
        if square is None or (moved and (state.to_act, action.runner or 0) not in moved):
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
