"""The buttons of the simulated board: tapped, held, and used with the keyboard."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.table.commands import Abandon, Begin
from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.support.tiers import sample
from tests.support.waiting import until

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]


def knob(page: Page, button: str) -> Locator:
    return page.locator(f'[data-button="{button}"]')


def night(running: Running) -> bool:
    return running.table.actor.snapshot.look.night


def presses(running: Running) -> list[tuple[str, bool]]:
    """What is pressed from now on."""
    heard: list[tuple[str, bool]] = []
    running.table.world.on_press(lambda button, *, held: heard.append((button, held)))
    return heard


def has_heard(heard: list[tuple[str, bool]], count: int) -> bool:
    return len(heard) == count


@pytest.mark.parametrize(
    ("size", "touch"),
    sample(2, [(PHONE, {"has_touch": True, "is_mobile": True}), (LAPTOP, {})]),
    ids=["phone", "laptop"],
)
@pytest.mark.long
def test_the_board_has_four_buttons_beside_the_runners_and_apart(
    running: Running, open_page: OpenPage, size: Any, touch: dict[str, Any]
) -> None:
    page = open_page("/board", size, **touch)
    boxes = []
    for button in ("confirm", "take-back", "carrot-draw", "carrot-pay"):
        box = knob(page, button).bounding_box()
        assert box is not None
        boxes.append(box)
    board = page.locator(".board").bounding_box()
    assert board is not None
    runners = [runner.bounding_box() for runner in page.locator(".runner").all()]
    assert len(runners) == 6
    assert all(box and box["x"] + box["width"] <= boxes[0]["x"] for box in runners)
    assert boxes[-1]["x"] + boxes[-1]["width"] <= board["x"] + board["width"]
    for left, right in pairwise(boxes):
        assert left["x"] + left["width"] <= right["x"]


@pytest.mark.long
def test_a_tap_is_a_short_press_and_a_finger_that_stays_a_long_one(
    running: Running, open_page: OpenPage
) -> None:
    page = open_page("/board")
    heard = presses(running)
    knob(page, "take-back").click()
    until(lambda: heard == [("take-back", False)], "a short press")
    knob(page, "take-back").hover()
    page.mouse.down()
    until(lambda: night(running), "the night")
    page.mouse.up()
    knob(page, "carrot-draw").click()
    until(partial(has_heard, heard, 3), "the third press")
    assert heard == [("take-back", False), ("take-back", True), ("carrot-draw", False)]


@pytest.mark.long
def test_keys_press_and_hold_as_well(running: Running, open_page: OpenPage) -> None:
    page = open_page("/board")
    heard = presses(running)
    for count, key in enumerate(("Enter", " "), start=1):
        knob(page, "confirm").focus()
        page.keyboard.press(key)
        knob(page, "take-back").focus()
        page.keyboard.down(key)
        page.keyboard.down(key)
        until(partial(has_heard, heard, 2 * count), "a long press")
        page.keyboard.up(key)
    knob(page, "carrot-pay").click()
    until(partial(has_heard, heard, 5), "the last press")
    assert heard == [*[("confirm", False), ("take-back", True)] * 2, ("carrot-pay", False)]


@pytest.mark.long
def test_a_finger_that_slips_off_has_pressed_nothing(running: Running, open_page: OpenPage) -> None:
    page = open_page("/board")
    heard = presses(running)
    knob(page, "confirm").hover()
    page.mouse.down()
    page.mouse.move(2, 2)
    page.mouse.up()
    knob(page, "carrot-pay").click()
    until(lambda: bool(heard), "a press")
    assert heard == [("carrot-pay", False)]


@pytest.mark.long
def test_after_a_race_was_abandoned_holding_confirm_begins_another(
    running: Running, open_page: OpenPage
) -> None:
    page = open_page("/board")
    service = running.table.actor
    seats = (Player("Ann", ("red",)), Player("Ben", ("green",)), Player("Cem", ("blue",)))
    service.submit(Begin(Setup(seats)))
    service.submit(Abandon(service.snapshot.version))
    expect(page.locator('[data-place="no-game"]')).to_be_visible()
    knob(page, "confirm").hover()
    page.mouse.down()
    until(lambda: service.snapshot.phase == "playing", "another game")
    page.mouse.up()
    expect(page.locator('[data-place="no-game"]')).to_be_hidden()
    assert [seat.name for seat in service.snapshot.seating.players] == ["Ann", "Ben", "Cem"]


@pytest.mark.long
def test_to_pay_is_not_offered_as_loudly_as_to_draw(running: Running, open_page: OpenPage) -> None:
    page = open_page("/board", LAPTOP)
    caps = [knob(page, f"carrot-{deed}").locator(".knob__cap") for deed in ("draw", "pay")]
    colours = [cap.evaluate("(e) => getComputedStyle(e).backgroundColor") for cap in caps]
    assert colours[0] != colours[1]
