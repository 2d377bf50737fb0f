"""A reader that fails in the middle of a game, on the pages: seen, played round, and back."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.end_to_end.test_pages import set_up
from tests.support.end_to_end.phones import tap_action
from tests.support.end_to_end.table_driver import Board, Finger, Mouse, Play
from tests.support.waiting import until

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
READINGS = 20
"""How often a square is read in well over the time after which a runner that rests has moved."""


@pytest.fixture
def board() -> str:
    """With emulated chips."""
    return "sim://"


def reader(running: Running, square: int) -> Any:
    readers = running.get("/api/simulator/readers")["readers"]
    return next(each for each in readers if each["square"] == square)


def open_readers(page: Page) -> None:
    page.locator('[data-place="readers"] > summary').click()
    expect(page.locator('[data-place="tally"]')).to_have_text("Healthy: 64")


def mark_of(page: Page, square: int) -> Locator:
    """The mark on a square: the squares come in the order of the track."""
    return page.locator(".board__marks .mark").nth(square - 1)


def switch(page: Page, fault: str) -> Locator:
    return page.locator(f'[data-fault="{fault}"]')


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "touch", "hand"),
    [
        (LAPTOP, {}, Mouse),
        (PHONE, {"has_touch": True, "is_mobile": True}, Finger),
    ],
    ids=["laptop", "phone"],
)
def test_a_reader_dies_the_game_goes_on_by_phone_and_the_reader_comes_back(
    running: Running, open_page: OpenPage, size: Any, touch: dict[str, Any], hand: Any
) -> None:
    set_up(open_page("/setup"))
    page = open_page("/board", size, **touch)
    phones = [open_page(f"/seat/{seat}", PHONE) for seat in range(2)]
    spectator = open_page("/watch")
    board, play = Board(page, hand), Play(running, phones, seed=0)
    table = page.locator('[data-place="table"]')
    open_readers(page)

    # It dies, and everybody is told.
    page.locator('[data-square="5"]').click()
    expect(page.locator('[data-field="reader-state"]')).to_have_text("Healthy")
    expect(page.locator('[data-field="reader-age"]')).to_contain_text(" s ago.")
    switch(page, "silent").check()
    expect(mark_of(page, 5)).to_have_attribute("data-state", "quarantined")
    expect(page.locator('[data-field="reader-state"]')).to_have_text("Quarantined")
    expect(page.locator('[data-field="reader-text"]')).to_contain_text("its square isn't read")
    expect(page.locator('[data-field="reader-trouble"]')).to_contain_text("Last trouble: ")
    expect(page.locator('[data-place="tally"]')).to_have_text("Healthy: 63Quarantined: 1")
    expect(page.locator('[data-ill="5"]')).to_have_attribute("aria-label", "Square 5: Quarantined")
    expect(mark_of(page, 4)).to_have_attribute("data-state", "healthy")
    for onlooker in (page, spectator):
        expect(onlooker.locator('[data-place="table"]')).to_have_text(
            "The board cannot see square 5: play moves to it on the phone."
        )
    expect(phones[0].locator('[data-place="table"]')).to_have_text(
        "The board cannot see square 5: play moves to it here on the phone."
    )
    expect(phones[1].locator('[data-place="table"]')).to_have_text("")
    by_phone = phones[0].locator(".dest__phone:visible")
    expect(by_phone).to_have_count(1)
    expect(phones[0].locator('.dest:has([data-action="f5"]) .dest__phone')).to_be_visible()

    # A runner that is set down there has not moved, however long it rests.
    version = play.view()["version"]
    board.drag("red", 5)
    expect(page.locator('[data-piece="red"]')).to_have_attribute(
        "aria-label", "Runner 1, red, square 5, carrot"
    )
    read = reader(running, 4)["good"]
    until(lambda: reader(running, 4)["good"] > read + READINGS, "so many readings")
    assert play.view()["version"] == version

    # The phone says so, and the next player moves wood again.
    tap_action(phones[0], "f5")
    play.until_played(version)
    assert play.view()["seats"][0]["runners"][0]["square"] == 5
    version = play.view()["version"]
    board.drag("blue", 4)
    play.until_played(version)
    assert play.view()["seats"][1]["runners"][0]["square"] == 4
    assert play.view()["table"]["errands"] == play.view()["table"]["mismatches"] == []

    # It works again: nothing was started anew, and the runner it finds is where it should be.
    switch(page, "silent").uncheck()
    healthy = page.locator('[data-place="tally"]')
    expect(healthy).to_have_text("Healthy: 64")
    expect(mark_of(page, 5)).to_have_attribute("data-state", "healthy")
    expect(table).to_have_text("")
    expect(page.locator('[data-field="reader-state"]')).to_have_text("Healthy")
    assert reader(running, 5)["resets"] > 0
    assert play.view()["headline"] == "Cem to move"
    for name in (page, spectator):
        expect(name.locator('[data-place="table"]')).to_have_text("")


@pytest.mark.long
def test_readers_are_looked_at_with_the_keyboard(running: Running, open_page: OpenPage) -> None:
    set_up(open_page("/setup"))
    page = open_page("/board")
    keyboard = page.keyboard
    summary = page.locator('[data-place="readers"] > summary')
    expect(page.locator(".board__marks")).to_be_hidden()
    summary.focus()
    keyboard.press("Enter")
    expect(page.locator(".board__marks")).to_be_visible()
    expect(page.locator('[data-place="tally"]')).to_have_text("Healthy: 64")
    keyboard.press("Tab")
    expect(page.locator('[data-field="reader-square"]')).to_be_focused()
    for _ in range(12):  # Letters a second apart would choose another one each.
        keyboard.press("ArrowDown")
    keyboard.press("Tab")
    expect(page.locator('[data-square="12"]')).to_have_class("square is-inspected")
    expect(switch(page, "silent")).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("Space")
    expect(switch(page, "slow")).to_be_checked()
    until(lambda: reader(running, 12)["faults"] == ["slow"], "the fault")
    clear = page.locator('[data-field="clear-faults"]')
    expect(clear).to_be_enabled()
    clear.press("Enter")
    expect(switch(page, "slow")).not_to_be_checked()
    assert reader(running, 12)["faults"] == []
    summary.press("Enter")
    expect(page.locator(".board__marks")).to_be_hidden()
    expect(page.locator(".is-inspected")).to_have_count(0)


OPENED_AT_ONCE = """
document.addEventListener("DOMContentLoaded", () => {
  document.querySelector('[data-place="readers"]').open = true;
});
"""


@pytest.mark.long
def test_a_hand_that_opens_them_before_the_page_is_ready_sees_them_too(
    running: Running, open_page: OpenPage
) -> None:
    set_up(open_page("/setup"))
    page = open_page("/board")
    page.add_init_script(OPENED_AT_ONCE)
    page.reload()
    expect(page.locator(".board__marks")).to_be_visible()
    expect(page.locator('[data-place="tally"]')).to_have_text("Healthy: 64")


@pytest.mark.long
def test_a_runner_that_reads_badly_is_made_and_mended(
    running: Running, open_page: OpenPage
) -> None:
    set_up(open_page("/setup"))
    page = open_page("/board")
    open_readers(page)
    page.locator('[data-place="tags"] summary').click()
    page.locator('[data-tag="red"]').select_option("weak")
    until(
        lambda: (
            {"piece": "red", "quality": "weak"} in running.get("/api/simulator/readers")["tags"]
        ),
        "the tag",
    )
    play = Play(running, [page], seed=0)
    version = play.view()["version"]
    Board(page).drag("red", 5)
    play.until_played(version)
    assert play.view()["seats"][0]["runners"][0]["square"] == 5


@pytest.mark.long
def test_while_the_readers_are_not_looked_at_nobody_asks_for_them(
    running: Running, open_page: OpenPage
) -> None:
    set_up(open_page("/setup"))
    page = open_page("/board")
    page.clock.install()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    summary = page.locator('[data-place="readers"] > summary')
    for _ in range(2):
        with page.expect_response("**/api/simulator/readers"):
            summary.click()
        expect(page.locator(".board__marks")).to_be_visible()
        with page.expect_response("**/api/simulator/readers"):
            page.clock.run_for(1000)
        summary.click()
        expect(page.locator(".board__marks")).to_be_hidden()
        asked.clear()
        page.clock.run_for(5000)
        assert [url for url in asked if "readers" in url] == []
