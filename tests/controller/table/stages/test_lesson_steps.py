"""Going to another step of the lesson, and what a lesson refuses, each with its reason."""

from typing import Final, Literal

import msgspec
import pytest

from controller.game.journal.saved_game import Change
from controller.game.lesson.progress import LessonAt
from controller.refusal import Refusal
from controller.table.stages.lesson_steps import (
    lesson_moved,
    refuse_board_in_lesson,
    refuse_outside_lesson,
)
from controller.table.stages.turns import begun, lesson_step_begun, played
from controller.table.state import TableState
from tests.support.table.states import SETUP, START_S, a_race, no_table

STEP: Final = 2


def lesson_of(table: TableState) -> LessonAt:
    assert table.lesson is not None
    return table.lesson


def at_step(index: int) -> TableState:
    """A table at the beginning of a step of the lesson."""
    table, _ = begun(no_table(), msgspec.structs.replace(SETUP, lesson=True), START_S)
    return lesson_step_begun(table, index, START_S)[0]


def done(table: TableState) -> TableState:
    """The table once its step is done."""
    return played(table, str(lesson_of(table).asked[0]), START_S)[0]


@pytest.mark.parametrize(("to", "step"), [("next", STEP + 1), ("back", STEP - 1), ("again", STEP)])
def test_a_lesson_goes_to_the_step_that_is_asked_for_and_its_pause_restarts(
    to: Literal["next", "back", "again"], step: int
) -> None:
    after, effect = lesson_moved(done(at_step(STEP)), to, START_S + 5)
    assert isinstance(effect, Change)
    assert (effect.kind, lesson_of(after).index, lesson_of(after).done) == ("mend", step, False)
    assert after.waits_since_s == START_S + 5


def test_from_any_step_the_race_can_begin() -> None:
    after, effect = lesson_moved(at_step(STEP), "race", START_S)
    assert isinstance(effect, Change)
    assert (effect.kind, after.lesson) == ("begin", None)


def refusal_of(table: TableState, action: str) -> tuple[str, str]:
    with pytest.raises(Refusal) as refused:
        refuse_outside_lesson(table, action)
    return refused.value.code, refused.value.message


def test_in_a_race_there_is_no_step_to_go_to() -> None:
    with pytest.raises(Refusal) as refused:
        lesson_moved(a_race(), "next", START_S)
    said = (refused.value.code, refused.value.message)
    assert said == ("not-offered", "There is no lesson now.")


def test_only_the_action_that_the_step_asks_for_is_accepted() -> None:
    table = at_step(0)
    (asked,) = lesson_of(table).asked
    refuse_outside_lesson(table, str(asked))
    assert refusal_of(table, f"{asked}0") == (
        "not-offered",
        "In a race, yes; this step of the lesson asks for something else.",
    )


def test_once_a_step_is_done_every_action_is_refused() -> None:
    before = at_step(0)
    (asked,) = lesson_of(before).asked
    said = ("not-offered", "This step is done. Go on to the next one.")
    assert refusal_of(done(before), str(asked)) == said


def test_in_a_race_no_action_and_no_placement_is_refused_for_the_lessons_sake() -> None:
    refuse_outside_lesson(a_race(), "f7")
    refuse_board_in_lesson(a_race())


def test_in_a_lesson_the_placement_of_the_board_is_not_taken_over() -> None:
    with pytest.raises(Refusal) as refused:
        refuse_board_in_lesson(at_step(STEP))
    said = (refused.value.code, refused.value.message)
    assert said == ("not-offered", "In the lesson the runners go where the step has them.")
