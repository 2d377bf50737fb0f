"""Steps of the lesson: going to another one, and what a lesson refuses.

A step begins with a position that the journal notes, and with errands for the runners that stand
elsewhere; what is played in it goes the way of every action.
"""

from typing import Literal

from controller.refusal import Refusal
from controller.table.stages.turns import Outcome, lesson_step_begun
from controller.table.state import TableState


def lesson_moved(
    table: TableState, to: Literal["next", "back", "again", "race"], now_s: float
) -> Outcome:
    """Go to another step, or on to the race.

    Raises:
        Refusal: `not-offered` in a race.
    """
    lesson = table.lesson
    if lesson is None:
        raise Refusal("not-offered", "There is no lesson now.")
    index = {
        "next": lesson.index + 1,
        "back": lesson.index - 1,
        "again": lesson.index,
        "race": len(lesson.parts),
    }[to]
    return lesson_step_begun(table, index, now_s)


def refuse_outside_lesson(table: TableState, action: str) -> None:
    """Refuse an action that is legal, but not what the step of the lesson asks for.

    Raises:
        Refusal: `not-offered`.
    """
    lesson = table.lesson
    if lesson is None or action in map(str, lesson.asked):
        return
    if lesson.done:
        raise Refusal("not-offered", "This step is done. Go on to the next one.")
    raise Refusal("not-offered", "In a race, yes; this step of the lesson asks for something else.")


def refuse_board_in_lesson(table: TableState) -> None:
    """Refuse to take over the runners' squares from the board during a lesson.

    Raises:
        Refusal: `not-offered`.
    """
    if table.in_lesson:
        raise Refusal("not-offered", "In the lesson the runners go where the step has them.")
