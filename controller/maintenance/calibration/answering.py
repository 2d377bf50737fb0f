"""Applies an answer of the builder to the calibration."""

from typing import Final

import msgspec

from controller.maintenance.calibration.answers import (
    Anew,
    Answer,
    AskAgain,
    Back,
    Dark,
    GoRunner,
    GoSquare,
    Here,
    Lit,
    NoCrown,
    Skip,
    There,
)
from controller.maintenance.calibration.learned import Learned, SquareFound
from controller.maintenance.calibration.observations import finish, look, read, with_runner
from controller.maintenance.calibration.state import SQUARE_STAGES, CalibrationState, before
from controller.refusal import Refusal

STALE: Final = "The workshop has moved on in the meantime. Look at the page again."
OUT_OF_PLACE: Final = "That doesn't answer the current question. Look at the page again."


def answered(state: CalibrationState, answer: Answer, now_s: float) -> CalibrationState:
    """Return the state after an answer; the version always grows.

    Args:
        state: the current state.
        answer: the builder's answer. Saving is not done here.
        now_s: the board's time.

    Raises:
        Refusal: `stale` if it answers another question, `out-of-place` if it does not fit this
            question, `bad-request` if the square does not exist.
    """
    if answer.version != state.version:
        raise Refusal("stale", STALE)
    after = _answered(state, answer, now_s)
    return msgspec.structs.replace(after, version=max(after.version, state.version + 1))


def _answered(state: CalibrationState, answer: Answer, now_s: float) -> CalibrationState:
    match answer:
        case Anew():
            return state.change(learned=Learned()).look_first(now_s)
        case _ if state.stage == "looking":
            pass
        case GoSquare(square=square):
            _check(state, square)
            return state.ask_square(square)
        case GoRunner(colour=colour):
            return state.ask_runner(colour)
        case Back():
            return before(state)
        case _ if state.square is None:
            pass
        case AskAgain():
            return _again(state)
        case Skip():
            return _skip(state)
        case NoCrown() if state.stage == "crown":
            return with_runner(state, None)
        case _ if state.stage in SQUARE_STAGES:
            return _about_square(state, answer, now_s)
    raise Refusal("out-of-place", OUT_OF_PLACE)


def _about_square(state: CalibrationState, answer: Answer, now_s: float) -> CalibrationState:
    match answer:
        case There() if state.stage in ("square", "look", "reading"):
            return look(state, now_s, insisted=True)
        case There() if state.stage == "where":
            return finish(state, SquareFound(), now_s)  # The tag read was another one.
        case Here() if state.stage == "where":
            return read(state, now_s)
        case Lit(square=square) if state.square in state.plan.lights:
            _check(state, square)
            return _with_light(state, square, now_s)
        case Dark() if state.square in state.plan.lights:
            return _with_light(state, None, now_s)
    raise Refusal("out-of-place", OUT_OF_PLACE)


def _with_light(state: CalibrationState, place: int | None, now_s: float) -> CalibrationState:
    """Record the true square of the light asked for, or that it is dark."""
    square = state.square
    assert square is not None
    lights = {light: at for light, at in state.learned.lights.items() if light != square}
    if place != square:
        lights[square] = place
    learned = msgspec.structs.replace(state.learned, lights=lights)
    noted = msgspec.structs.replace(state, learned=learned, note="light-noted")
    if state.stage == "square" and square not in state.plan.readers:
        return finish(noted, SquareFound(), now_s)  # This square has no reader.
    if state.stage == "where" and place == state.reader:
        # The builder has followed the light: the runner is not on its square yet.
        return msgspec.structs.replace(noted.ask_square(square), note="light-noted")
    return noted


def _again(state: CalibrationState) -> CalibrationState:
    if state.colour is not None:
        return state.ask_runner(state.colour)
    assert state.square is not None
    lights = {light: at for light, at in state.learned.lights.items() if light != state.square}
    learned = msgspec.structs.replace(state.learned, lights=lights)
    return state.change(learned=learned).ask_square(state.square)


def _skip(state: CalibrationState) -> CalibrationState:
    learned = state.learned
    if state.colour is not None and state.colour not in learned.runners:
        left_out = learned.runners_left_out | {state.colour}
        learned = msgspec.structs.replace(learned, runners_left_out=left_out)
    elif state.colour is None and state.square not in learned.squares:
        assert state.square is not None
        squares_left_out = learned.left_out | {state.square}
        learned = msgspec.structs.replace(learned, left_out=squares_left_out)
    return state.change(learned=learned).ask_next()


def _check(state: CalibrationState, square: int) -> None:
    if square not in state.plan.squares:
        raise Refusal("bad-request", "This board has no square {square}.", square=square)
