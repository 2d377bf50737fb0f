"""The lesson in a real browser: from set-up, with runners on the board of the page, to the race."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from controller.game.lesson.progress import LessonAt
from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Begin
from controller.table.referee.judge import Errand, Mismatch
from tests.end_to_end.conftest import PHONE, Running
from tests.support.end_to_end.table_driver import Board, wait_for_page
from tests.support.waiting import until
from web.languages.language import speech

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
NAMES: Final = ("Alexandra", "Maximilian", "Sebastian")
SMALL: Final = {"width": 320, "height": 568}
WIDE: Final = {"width": 1280, "height": 800}
LOOKS: Final = [
    ("en", PHONE, "light"),
    ("en", SMALL, "dark"),
    ("en", WIDE, "dark"),
    ("de", PHONE, "dark"),
    ("de", SMALL, "light"),
    ("de", WIDE, "light"),
]
HEADLINE: Final = '[data-field="headline"]'
SIDEWAYS: Final = "document.documentElement.scrollWidth - innerWidth"


def lesson_of(running: Running) -> LessonAt:
    lesson = running.table.actor.snapshot.lesson
    assert lesson is not None
    return lesson


def begin(running: Running) -> None:
    seats = tuple(Player(name, (colour,)) for name, colour in zip(NAMES, COLOURS, strict=False))
    running.table.actor.submit(Begin(Setup(seats, lesson=True)))
    until(lambda: bool(running.table.actor.snapshot.actions), "the first step")


def press(page: Page, way: str) -> None:
    page.locator(f'[data-lesson="{way}"]').click()


def tidy(running: Running, board: Board) -> None:
    """Carry the runners that the list names, as the page asks for."""
    actor = running.table.actor

    def amiss() -> list[Errand | Mismatch]:
        # What is lifted of an errand is missing, until it is set down.
        finding = actor.snapshot.finding
        return [*finding.errands, *finding.mismatches]

    while tasks := amiss():
        task = next((each for each in tasks if each.belongs), tasks[0])
        assert task.colour is not None
        version = actor.snapshot.revision
        wait_for_page(board.page, version)
        if task.square == task.belongs:
            board.turn_over(task.colour)
        elif task.belongs:
            board.drag(task.colour, task.belongs)
        else:
            running.table.world.knock(task.colour)
        until(lambda: actor.snapshot.revision > version, f"{task} is seen")  # noqa: B023 (at once)


def do_step(running: Running, board: Board) -> None:
    """Do what the step asks for, with runners and buttons."""
    lesson = lesson_of(running)
    snapshot = running.table.actor.snapshot
    wait_for_page(board.page, snapshot.revision)
    asked = lesson.asked[0]
    colour = snapshot.seating.colour(lesson.part.seat, 0)
    match asked.kind:
        case "draw" | "pay":
            board.press(f"carrot-{asked.kind}")
        case "chew":
            board.turn_over(colour)
        case kind:
            at = lesson.state.seats[lesson.part.seat].runners[0].at
            to = lesson.state.rules.back_to[at] if kind == "back" else asked.to
            assert to is not None
            board.drag(colour, to)
    until(lambda: lesson_of(running).done, f"{lesson.part.step.id} is done")


def test_newcomers_are_taught_from_set_up_to_the_race(
    running: Running, open_page: OpenPage
) -> None:
    page = open_page("/setup", WIDE)
    page.get_by_role("button", name=re.compile("^Teach us")).click()
    headline, told = page.locator(HEADLINE), page.locator('[data-field="instruction"]')
    expect(told).to_contain_text(re.compile("set your runner on the lit carrot square 2"))
    name = running.table.actor.snapshot.seating.players[0].name
    colour = running.table.actor.snapshot.seating.colour(0, 0)
    board = Board(page)
    board.drag(colour, 4)
    expect(headline).to_have_text(f"Try again, {name}")
    expect(told).to_contain_text("In a race that would be a move. In this step, go to carrot")
    board.drag(colour, 2)
    expect(headline).to_have_text(f"Well done, {name}")
    press(page, "next")
    counted = page.locator(".lesson__step")
    expect(counted).to_have_text(re.compile("^Lesson: step 2 of"))
    press(page, "back")
    expect(counted).to_have_text(re.compile("^Lesson: step 1 of"))
    press(page, "race")
    expect(page.locator(".lesson")).to_be_hidden()
    expect(headline).to_have_text(f"{name} to move")


@pytest.mark.long
@pytest.mark.parametrize(("language", "size", "scheme"), LOOKS)
def test_the_whole_lesson_is_played_on_the_page(
    running: Running, open_page: OpenPage, language: str, size: Any, scheme: str
) -> None:
    begin(running)
    page = open_page("/board", size, locale=language, color_scheme=scheme)
    board, say = Board(page), speech(language)
    steps = len(lesson_of(running).parts)
    for number in range(1, steps + 1):
        expect(page.locator(".lesson__step")).to_have_text(
            say._("Lesson: step {step} of {steps}", step=number, steps=steps)
        )
        assert page.evaluate(SIDEWAYS) <= 0
        tidy(running, board)
        do_step(running, board)
        name = NAMES[lesson_of(running).part.seat]
        expect(page.locator(HEADLINE)).to_have_text(say._("Well done, {name}", name=name))
        expect(page.locator('[data-lesson="again"]')).to_be_visible()
        press(page, "next")
    expect(page.locator(".lesson")).to_be_hidden()
    assert running.table.actor.snapshot.lesson is None
    phone = open_page("/seat/0", PHONE, locale=language, color_scheme=scheme)
    expect(phone.locator(".hints__list button").first).to_be_visible()


@pytest.mark.long
def test_a_phone_leads_through_the_lesson_as_well(running: Running, open_page: OpenPage) -> None:
    begin(running)
    phone = open_page("/seat/0", PHONE)
    expect(phone.locator(HEADLINE)).to_have_text("Your move")
    phone.locator('.dest__row[data-action="f2"]').click()
    phone.locator('[data-confirm="f2"]').click()
    expect(phone.locator(HEADLINE)).to_have_text("Well done, Alexandra")
    expect(phone.locator('[data-place="take-back"]')).to_be_hidden()
    press(phone, "again")
    expect(phone.locator(HEADLINE)).to_have_text("Your move")
    expect(phone.locator('[data-lesson="again"]')).to_be_hidden()


@pytest.mark.long
def test_what_the_step_asks_for_is_seen_without_scrolling(
    running: Running, open_page: OpenPage
) -> None:
    begin(running)
    for language in ("en", "de"):
        page = open_page("/board", PHONE, locale=language)
        expect(page.locator(".lesson__says")).to_be_visible()
        told = page.locator('[data-field="instruction"]').bounding_box()
        square = page.locator('[data-square="2"]').bounding_box()
        assert told is not None
        assert square is not None
        assert told["y"] + told["height"] < square["y"]
        assert square["y"] + square["height"] <= PHONE["height"]
        page.context.close()
