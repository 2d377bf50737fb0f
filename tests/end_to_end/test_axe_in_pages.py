"""No page breaks a rule of WCAG 2.2 AA that axe can check, in any state of the tour."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.support.end_to_end.program import running as program
from tests.support.end_to_end.tour import Tour

pytestmark = pytest.mark.browser

SMALL: Final[Any] = PHONE
WCAG: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
ALL: Final = {"runOnly": {"type": "tag", "values": list(WCAG)}, "resultTypes": ["violations"]}
OF_LOOKS: Final = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "target-size"]},
    "resultTypes": ["violations"],
}
"""What another size and scheme can change."""
Look = tuple[Any, Literal["light", "dark"], Any]
"""Size, scheme and rules."""
LOOKS: Final[tuple[Look, ...]] = (
    (SMALL, "light", ALL),
    (LAPTOP, "dark", OF_LOOKS),
)
CLOSE: Final[tuple[Look, ...]] = tuple(
    (size, scheme, ALL)
    for size in ({"width": 320, "height": 568}, {"width": 683, "height": 400})
    for scheme in ("light", "dark")
)
"""The smallest phone, and a laptop that is zoomed to 200 %."""
FEWEST_STATES: Final = 35
FEWEST_NEW_STATES: Final = 18
AXE: Final = Axe().axe_script
OBJECTIONS: Final = "(rules) => axe.run(rules).then((found) => found.violations)"
"""What is in order is long, and takes its time from the page to here."""
AT_REST: Final = """async () => {
  // A page that is not drawn has no frames.
  await new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
    setTimeout(done, 1000);
  });
  for (const each of document.getAnimations()) {
    if (each instanceof CSSTransition) each.finish();
  }
}"""
"""Colours have changed over by then."""


def test_axe_finds_nothing_on_the_main_state_of_each_page(
    running: Running, open_page: Callable[..., Page]
) -> None:
    found: list[str] = []

    def show(name: str, page: Page) -> None:
        found.extend(violations(name, page, LOOKS[:1]))

    Tour(running, open_page, show).go_quickly()
    assert found == []


@pytest.mark.long
def test_axe_finds_nothing_on_any_page_in_any_state(
    running: Running, open_page: Callable[..., Page]
) -> None:
    found: list[str] = []
    seen: list[str] = []

    def show(name: str, page: Page) -> None:
        found.extend(violations(name, page))
        seen.append(name)

    Tour(running, open_page, show).go()
    assert found == []
    assert len(seen) >= FEWEST_STATES


@pytest.mark.long
def test_axe_finds_nothing_in_lesson_speech_stories_and_people_small_and_zoomed(
    running: Running, open_page: Callable[..., Page]
) -> None:
    found: list[str] = []
    seen: list[str] = []

    def show(name: str, page: Page) -> None:
        found.extend(violations(name, page, CLOSE))
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{name} scrolls sideways")
        seen.append(name)

    Tour(running, open_page, show).go_where_people_learn_and_look_back()
    assert found == []
    assert len(seen) >= FEWEST_NEW_STATES


@pytest.mark.long
def test_axe_finds_nothing_on_the_pages_of_the_builder(tmp_path: Path, browser: Browser) -> None:
    with program(tmp_path, "--mistakes", "8") as simulation:
        context = browser.new_context(viewport=SMALL)
        page = context.new_page()
        assert simulation.board is not None
        page.goto(simulation.board)
        found: list[str] = []
        for path, there in (("/builder", ".findings"), ("/workshop", '[data-do="enter"]')):
            page.goto(simulation.address + path)
            expect(page.locator(there).first).to_be_visible()
            found += violations(path, page)
        page.locator('[data-do="enter"]').click()
        expect(page.locator('[data-do="leave"]')).to_be_visible()
        found += violations("the workshop", page)
        page.goto(simulation.address + "/board")
        expect(page.locator("[data-square]").first).to_be_visible()
        found += violations("the bench", page)
        context.close()
    assert found == []


def violations(name: str, page: Page, looks: Sequence[Look] = LOOKS) -> list[str]:
    """What axe objects to on a page, small and light, large and dark unless told otherwise."""
    found: list[str] = []
    for size, scheme, rules in looks:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(AT_REST)
        if page.evaluate("typeof axe === 'undefined'"):
            page.evaluate(AXE)
        found.extend(
            f"{name}, {scheme}: {each['id']}: {node['html'][:120]} {node['failureSummary']}"
            for each in page.evaluate(OBJECTIONS, rules)
            for node in each["nodes"]
        )
    page.set_viewport_size(SMALL)
    return found
