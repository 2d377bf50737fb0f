"""People who do at a tabletop what the lesson asks for."""

from typing import Literal

from controller.config import Settings
from controller.game.lesson.progress import LessonAt
from controller.game.rules import Action
from controller.table.commands import LessonTo
from controller.table.referee import expected
from tests.support.table.tabletop import NAMES, PAUSE_S, SCAN_S, SETTLE_S, Tabletop

LESSON_S = Settings().lesson_s


def lesson_of(top: Tabletop) -> LessonAt:
    """Where the lesson is."""
    assert top.snapshot.lesson is not None
    return top.snapshot.lesson


def tidy(top: Tabletop) -> None:
    """Put every runner where the game has it."""
    for colour, want in expected(top.state, top.snapshot.seating).items():
        square = want.square or None
        piece = top.world.piece(colour)
        if square is None:
            top.world.lift(colour)
        elif piece.square != square or piece.face_down != want.face_down:
            top.world.put(colour, square, face_down=want.face_down)
    top.wait(6 * SCAN_S)


def do(top: Tabletop, action: Action) -> None:
    """Do an action of the learner's first runner: on the wood, or with a button."""
    seat = lesson_of(top).part.seat
    colour = top.snapshot.seating.colour(seat, 0)
    match action.kind:
        case "draw":
            top.press("carrot-draw")
            top.wait(SCAN_S)
        case "pay":
            top.press("carrot-pay")
            top.wait(SCAN_S)
        case "chew":
            if top.crowned:
                top.world.turn(colour)
                top.wait(SETTLE_S + SCAN_S)
            else:
                top.wait(PAUSE_S + SCAN_S)
        case _:
            at = top.state.seats[seat].runners[0].at
            to = top.state.rules.back_to[at] if action.kind == "back" else action.to
            assert to is not None
            top.world.put(colour, to, face_down=False)
            top.wait(SETTLE_S + 2 * SCAN_S)


def do_step(top: Tabletop) -> str:
    """Do what the step asks for; return its id."""
    step = lesson_of(top).part.step.id
    tidy(top)
    do(top, lesson_of(top).asked[0])
    assert lesson_of(top).done, (step, top.finding)
    return step


def go(top: Tabletop, to: Literal["next", "back", "again", "race"]) -> None:
    """Tap one of the lesson's buttons."""
    top.command(LessonTo(to, top.snapshot.version))
    top.wait(SCAN_S)


def name_of(top: Tabletop) -> str:
    """The player whose step it is."""
    return NAMES[lesson_of(top).part.seat]
