"""What the board lights, given the game and what the referee found.

Dark by default, and one thing at a time: while something is to be mended, only that is lit.
"""

from controller.rules import Action, State, legal
from controller.rules.track import CARROT, LETTUCE
from controller.table.lighting import Meaning
from controller.table.pieces import Seating
from controller.table.referee import Finding

EARNING_KINDS = frozenset({CARROT, LETTUCE})


def guide(state: State | None, seating: Seating, finding: Finding) -> dict[int, Meaning]:
    """The meaning of every lit square; START has no light.

    Args:
        state: the game, None while there is none.
        seating: who plays with which runner.
        finding: what the referee says of the wood.
    """
    if state is None:
        return {1: "waiting"}
    if state.prompt == "over":
        return {state.rules.home: "race-over"}
    lights: dict[int, Meaning] = {}
    if finding.candidate is None and _only_the_mover_errs(finding):
        lights.update(_destinations(state, seating, finding))
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


def destination(state: State, action: Action) -> int | None:
    """The square a move of the seat to act leads to; None for what is not a move."""
    if action.kind == "forward":
        return action.to
    if action.kind == "back" and state.to_act is not None:
        return state.rules.back_to[state.seats[state.to_act].runners[action.runner or 0].at]
    return None


def _only_the_mover_errs(finding: Finding) -> bool:
    """A mover on a wrong square wants to see the right ones; any other fault comes first."""
    return not finding.put_back and all(mismatch.reasons for mismatch in finding.mismatches)


def _destinations(state: State, seating: Seating, finding: Finding) -> dict[int, Meaning]:
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
        lights[square] = "may-go-earns" if earns else "may-go"
    return lights


def _light(lights: dict[int, Meaning], square: int | None, meaning: Meaning) -> None:
    if square:
        lights[square] = meaning
