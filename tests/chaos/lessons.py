"""The lesson in messy hands: whatever they did, its step can be done afterwards."""

import random
from typing import Final, Literal

from controller.game.rules import Action
from controller.table.commands import LessonTo
from controller.table.lit_squares import destination
from tests.chaos import mess
from tests.chaos.deeds import Deeds
from tests.chaos.people import check_way_back, chosen, colour_of, follow, go_on_if_paused
from tests.chaos.table import Table
from tests.chaos.truth import Wrong

WAYS: Final[tuple[Literal["next", "back", "again"], ...]] = ("next", "next", "back", "again")
SHARE_LEARNT: Final = 0.4
"""How much of what happens is a step that people do; the rest is mess."""
SHARE_SKIPPED: Final = 0.2
DEEDS: Final = Deeds()
deed = DEEDS.add


def lesson_deeds(rng: random.Random, count: int) -> tuple[str, ...]:
    """Names of deeds: of people who learn, and of a mess."""
    names = sorted({**mess.DEEDS, **DEEDS})
    return tuple(
        "learn" if rng.random() < SHARE_LEARNT else rng.choice(names) for _ in range(count)
    )


@deed
def learn(table: Table, rng: random.Random) -> None:
    """Put all in order; then the step can be done, and the next one comes."""
    restore(table)
    if table.snapshot.lesson is not None:
        do_step(table, rng)
        go_on(table, rng)


@deed
def another_step(table: Table, rng: random.Random) -> None:
    """Tap a button of the lesson, perhaps twice or too late."""
    command = LessonTo(rng.choice(WAYS), table.version - (rng.random() < 0.2))
    for _ in range(rng.choice((1, 1, 2))):
        table.ask(command)
    table.wait(rng.choice((0.0, 0.1, 0.8)))


@deed
def what_the_step_asks_for(table: Table, rng: random.Random) -> None:
    """Do what is asked for, whatever else is wrong."""
    lesson = table.snapshot.lesson
    if lesson is not None and lesson.asked:
        do(table, rng.choice(lesson.asked), rng)


@deed
def take_a_step_back_and_forth(table: Table, rng: random.Random) -> None:
    """Do the step, and set the runner back; then anything."""
    what_the_step_asks_for(table, rng)
    table.press(rng.choice(("take-back", "confirm")))
    table.wait(rng.choice((0.0, 0.3, table.settings.lesson_s)))


def restore(table: Table) -> None:
    """Put everything in order, as people do who follow what is asked."""
    for colour in tuple(table.world.between):
        table.put(colour, 0)
    table.board.heal()
    table.wait(1.5 if table.kind == "plain" else 8.0)
    go_on_if_paused(table)
    now_s = table.clock.now_s()
    table.wait(max(table.session.table.retry_s - now_s, 0.0))  # the disk was full a moment ago
    if table.session.table.excused:  # by a tap, for a while
        table.wait(table.settings.tap_back_s)
    lesson = table.snapshot.lesson
    if lesson is not None and lesson.done:
        table.ask(LessonTo("again", table.version))
    check_way_back(table)


def do_step(table: Table, rng: random.Random) -> None:
    """Do what the step asks for.

    Raises:
        Wrong: it cannot be done.
    """
    lesson = table.snapshot.lesson
    assert lesson is not None
    if not lesson.done:  # without a tag in its crown a runner chews by itself
        do(table, rng.choice(lesson.asked), rng)
    after = table.snapshot.lesson
    if after is None or after.index != lesson.index or not after.done:
        raise Wrong(f"step {lesson.part.step.id} hangs: {table.finding}")
    table.steps[lesson.part.step.id] += 1


def do(table: Table, action: Action, rng: random.Random) -> None:
    """Do an action of the learner: on the wood, with a button or on the phone."""
    state = table.state
    assert state is not None
    to, colour = destination(state, action), colour_of(table, action)
    settled_s = table.settings.settle_s + (0.2 if table.kind == "plain" else 1.0)
    if to in table.snapshot.blind or rng.random() < 0.2:
        table.play(action)
    elif to is not None:
        table.put(colour, to, face_down=False)
        table.wait(settled_s)
    elif action.kind == "draw":
        table.press("carrot-draw")
    elif action.kind == "pay":
        table.press("carrot-pay")
    elif colour in table.snapshot.seating.crowned:
        table.turn(colour)
        table.wait(settled_s)
    else:
        table.wait(table.settings.pause_s + 0.1)


def go_on(table: Table, rng: random.Random) -> None:
    """Go from a step that is done to the next one, in one of the ways there are.

    Raises:
        Wrong: it does not come.
    """
    before = table.snapshot.lesson
    assert before is not None
    ways = ("button", "phone") if before.is_last else ("wait", "button", "phone")
    match rng.choice(ways):
        case "wait":
            follow(table)
            table.wait(table.settings.lesson_s)
        case "button":
            table.press("confirm")
        case _:
            table.ask(LessonTo("next", table.version))
    table.wait(0.1)
    after = table.snapshot.lesson
    index = None if after is None else after.index
    if index != (None if before.is_last else before.index + 1):
        raise Wrong(f"step {before.index} is done, and {index} comes: {table.finding}")


def finish_lesson(table: Table, rng: random.Random) -> None:
    """Do or skip all steps that are left; then the race begins at START.

    Raises:
        Wrong: it does not.
    """
    lesson = table.snapshot.lesson
    if lesson is None:
        return  # somebody has started the race already
    while lesson is not None:
        if rng.random() > SHARE_SKIPPED:
            learn(table, rng)
        elif not table.ask(LessonTo("next", table.version)):
            raise Wrong(f"step {lesson.part.step.id} cannot be skipped")
        lesson = table.snapshot.lesson
    setup, state = table.snapshot.setup, table.state
    assert setup is not None
    assert state is not None
    if setup.hints != "fading" or any(each.at for seat in state.seats for each in seat.runners):
        raise Wrong(f"no race with hints begins after the lesson: {setup} {state}")


def begin_race(table: Table) -> None:
    """Play the first turn of the race after the lesson; how races go on is tried elsewhere.

    Raises:
        Wrong: it cannot be played.
    """
    state, before = table.state, table.version
    assert state is not None
    if table.snapshot.opponent is not None:
        table.wait(10.0)
    elif state.prompt != "over":
        table.play(chosen(state, table.rng))
    if table.version == before and state.prompt != "over":
        raise Wrong(f"the race after the lesson does not begin: {table.finding}")
