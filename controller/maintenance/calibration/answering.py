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

STALE: Final = "The workshop has gone on meanwhile. Look at the page again."
OUT_OF_PLACE: Final = "That is no answer to what is asked now. Look at the page again."


def answered(course: CalibrationState, answer: Answer, now_s: float) -> CalibrationState:
    """Return the state after an answer; the version always grows.

    Args:
        course: the current state.
        answer: the builder's answer. Saving is not done here.
        now_s: the board's time.

    Raises:
        Refusal: `stale` if it answers another question, `out-of-place` if it does not fit this
            question, `bad-request` if the square does not exist.
    """
    if answer.version != course.version:
        raise Refusal("stale", STALE)
    after = _answered(course, answer, now_s)
    return msgspec.structs.replace(after, version=max(after.version, course.version + 1))


def _answered(course: CalibrationState, answer: Answer, now_s: float) -> CalibrationState:
    match answer:
        case Anew():
            return course.change(learned=Learned()).look_first(now_s)
        case _ if course.stage == "looking":
            pass
        case GoSquare(square=square):
            _check(course, square)
            return course.ask_square(square)
        case GoRunner(colour=colour):
            return course.ask_runner(colour)
        case Back():
            return before(course)
        case _ if course.square is None:
            pass
        case AskAgain():
            return _again(course)
        case Skip():
            return _skip(course)
        case NoCrown() if course.stage == "crown":
            return with_runner(course, None)
        case _ if course.stage in SQUARE_STAGES:
            return _about_square(course, answer, now_s)
    raise Refusal("out-of-place", OUT_OF_PLACE)


def _about_square(course: CalibrationState, answer: Answer, now_s: float) -> CalibrationState:
    match answer:
        case There() if course.stage in ("square", "look", "reading"):
            return look(course, now_s, insisted=True)
        case There() if course.stage == "where":
            return finish(course, SquareFound(), now_s)  # The tag read was another one.
        case Here() if course.stage == "where":
            return read(course, now_s)
        case Lit(square=square) if course.square in course.plan.lights:
            _check(course, square)
            return _with_light(course, square, now_s)
        case Dark() if course.square in course.plan.lights:
            return _with_light(course, None, now_s)
    raise Refusal("out-of-place", OUT_OF_PLACE)


def _with_light(course: CalibrationState, place: int | None, now_s: float) -> CalibrationState:
    """Record the true square of the light asked for, or that it is dark."""
    square = course.square
    assert square is not None
    lights = {light: at for light, at in course.learned.lights.items() if light != square}
    if place != square:
        lights[square] = place
    learned = msgspec.structs.replace(course.learned, lights=lights)
    noted = msgspec.structs.replace(course, learned=learned, note="light-noted")
    if course.stage == "square" and square not in course.plan.readers:
        return finish(noted, SquareFound(), now_s)  # This square has no reader.
    if course.stage == "where" and place == course.reader:
        # The builder has followed the light: the runner is not on its square yet.
        return msgspec.structs.replace(noted.ask_square(square), note="light-noted")
    return noted


def _again(course: CalibrationState) -> CalibrationState:
    if course.colour is not None:
        return course.ask_runner(course.colour)
    assert course.square is not None
    lights = {light: at for light, at in course.learned.lights.items() if light != course.square}
    learned = msgspec.structs.replace(course.learned, lights=lights)
    return course.change(learned=learned).ask_square(course.square)


def _skip(course: CalibrationState) -> CalibrationState:
    learned = course.learned
    if course.colour is not None and course.colour not in learned.runners:
        left_out = learned.runners_left_out | {course.colour}
        learned = msgspec.structs.replace(learned, runners_left_out=left_out)
    elif course.colour is None and course.square not in learned.squares:
        assert course.square is not None
        squares_left_out = learned.left_out | {course.square}
        learned = msgspec.structs.replace(learned, left_out=squares_left_out)
    return course.change(learned=learned).ask_next()


def _check(course: CalibrationState, square: int) -> None:
    if square not in course.plan.squares:
        raise Refusal("bad-request", f"This board has no square {square}.")
