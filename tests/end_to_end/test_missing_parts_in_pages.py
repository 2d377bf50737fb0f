"""A page that came without its scripts says what to do, instead of nothing."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.conftest import PHONE, Running
from tests.support.end_to_end.newcomers import begin
from tests.support.tiers import sample

pytestmark = pytest.mark.browser

SCREEN: Any = PHONE
PAGES = ("/watch", "/", "/join", "/board")
AFTER_A_WHILE = """() => document.getAnimations()
  .filter((each) => each.animationName === "parts-missing").forEach((each) => each.finish())"""
SCRIPTS = ("**/bundles/*.js", "**/words/*.js")


@contextmanager
def opened(browser: Browser, **how: Any) -> Iterator[Page]:
    """A page of a browser that loses scripts, and may say so."""
    context = browser.new_context(viewport=SCREEN, service_workers="block", **how)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("lost", sample(len(SCRIPTS), SCRIPTS))
@pytest.mark.long
def test_a_page_whose_scripts_got_lost_says_so_and_can_be_loaded_again(
    browser: Browser, running: Running, lost: str
) -> None:
    begin(running)
    with opened(browser) as page:
        page.route(lost, lambda route: route.abort())
        page.goto(f"{running.address}/watch")
        told = page.get_by_text("Part of this page is missing.")
        expect(page.locator(".lost--parts")).to_have_css("animation-delay", "8s")
        page.evaluate(AFTER_A_WHILE)
        expect(told).to_be_in_viewport()
        page.unroute(lost)
        page.get_by_role("link", name="Load it again.").click()
        expect(page.locator("[data-field=headline]")).to_have_text("Alexandra to move")
        assert page.locator(".lost--parts").count() == 0


def test_a_page_without_scripts_says_how_to_get_them(browser: Browser, running: Running) -> None:
    with opened(browser, java_script_enabled=False) as page:
        page.goto(f"{running.address}/join")
        asked = page.locator("noscript .lost")
        expect(asked).to_have_text(re.compile("Switch it on for this page"))
        expect(asked).to_be_in_viewport()
        expect(page.get_by_text("Part of this page is missing.")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize("path", PAGES)
def test_a_whole_page_never_says_that_parts_are_missing(
    open_page: Callable[..., Page], path: str
) -> None:
    page = open_page(path, PHONE)
    expect(page.locator(".lost--parts")).to_have_count(0)
