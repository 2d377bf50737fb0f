"""What the lights mean, a tap away; and how they look, for the whole table at once."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from controller.light.meanings import meanings
from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.end_to_end.test_pages import set_up
from tests.support.waiting import until

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
FINGERS = {"has_touch": True, "is_mobile": True}


MOVING: Any = {"reduced_motion": "no-preference"}


def look(running: Running) -> Any:
    return running.get("/api/lights")["look"]


def ring(page: Page, meaning: str) -> Locator:
    return page.locator(f'[data-meaning="{meaning}"] .lamp__ring')


def rounds_s(page: Page, meaning: str) -> list[float]:
    """How long the movements take that a lamp plays."""
    script = "(ring) => ring.getAnimations().map((each) => each.effect.getTiming().duration / 1000)"
    found: list[float] = ring(page, meaning).evaluate(script)
    return found


@pytest.mark.long
def test_the_legend_is_a_tap_away_from_the_hand(running: Running, open_page: OpenPage) -> None:
    set_up(open_page("/setup"))
    page = open_page("/seat/0", PHONE, **FINGERS, **MOVING)
    page.get_by_role("link", name="Lights").tap()
    expect(page.locator(".legend__entry b")).to_have_text(
        [light.title for light in meanings().values()]
    )
    for meaning, light in meanings().items():
        assert rounds_s(page, meaning) == [light.period_s]
    width = page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= PHONE["width"], "nothing sticks out"


@pytest.mark.long
def test_what_one_page_chooses_all_pages_and_the_board_show(
    running: Running, open_page: OpenPage
) -> None:
    phone = open_page("/lights", PHONE, **FINGERS, **MOVING)
    other = open_page("/lights", LAPTOP, **MOVING)
    board = open_page("/board", LAPTOP, **MOVING)
    expect(board.locator(".legend--lights .legend__entry")).to_have_count(len(meanings()))
    expect(other.locator("[name=theme][value=garden]")).to_be_checked()

    phone.locator(".theme", has_text="Lantern").tap()
    expect(other.locator("[name=theme][value=lantern]")).to_be_checked()
    assert look(running)["theme"] == "lantern"

    phone.get_by_role("switch", name="Night").tap()
    expect(other.get_by_role("switch", name="Night")).to_be_checked()
    pages = (phone, other, board)
    until(lambda: all(rounds_s(page, "turn") == [3.0] for page in pages), "the slower lamps")

    slider = other.get_by_role("slider", name="Brightness")
    slider.focus()
    other.keyboard.press("Home")
    expect(phone.locator("[data-field=percent]")).to_have_text("10 %")
    assert look(running)["brightness"] == 0.1

    phone.get_by_role("switch", name="Test pattern").tap()
    expect(other.get_by_role("switch", name="Test pattern")).to_be_checked()
    seen: set[int] = set()

    def walks() -> bool:
        lit = [n for n, colour in enumerate(running.table.strip.colours, 1) if any(colour)]
        seen.update(lit)
        return len(seen) >= 5

    until(walks, "the light that walks")
    phone.get_by_role("switch", name="Test pattern").tap()
    expect(other.get_by_role("switch", name="Test pattern")).not_to_be_checked()


@pytest.mark.long
def test_with_reduced_motion_each_movement_is_a_picture(open_page: OpenPage) -> None:
    page = open_page("/lights", PHONE, reduced_motion="reduce")
    expect(page.locator(".lamp__ring--still")).to_have_count(len(meanings()))
    for meaning in meanings():
        assert rounds_s(page, meaning) == []
        image = ring(page, meaning).evaluate("(ring) => getComputedStyle(ring).backgroundImage")
        assert image.startswith("linear-gradient")


@pytest.mark.long
def test_what_is_refused_is_told_and_the_switches_show_how_it_is(
    running: Running, open_page: OpenPage
) -> None:
    page = open_page("/lights", LAPTOP)
    expect(page.locator("[name=theme]")).to_have_count(3)
    page.route(
        "**/api/lights",
        lambda route: (
            route.continue_(post_data='{"theme": "clearr"}')
            if route.request.method == "POST"
            else route.continue_()
        ),
    )
    page.locator(".theme", has_text="Clear").click()
    expect(page.locator("[data-field=toast]")).to_contain_text("did you mean “clear”?")
    expect(page.locator("[name=theme][value=garden]")).to_be_checked()
    assert look(running)["theme"] == "garden"
