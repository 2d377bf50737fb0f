"""The companion kept on a phone: what it says when nobody answers, and what it keeps."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TookTooLong

from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.table.commands import Begin
from tests.end_to_end.conftest import PHONE, Running
from tests.support.waiting import until

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
  return found.sort();
}"""
NAMES = "async () => caches.keys()"
GERMAN = "() => navigator.serviceWorker.controller?.scriptURL.endsWith('language=de')"
SETTLES_MS = 10_000
"""What a worker has to be installed in, before the next page is loaded."""
WORKS = "() => navigator.serviceWorker.controller !== null"


@pytest.fixture
def race(running: Running) -> Running:
    running.table.actor.submit(
        Begin(Setup((Player("Ann", ("red",)), Player("Ben", ("blue",)), Player("Cem", ("green",)))))
    )
    return running


def go_offline(page: Page) -> None:
    """Cut the page off, and load it again; its worker is cut off a moment later than itself."""
    page.context.set_offline(True)

    def is_offline() -> bool:
        page.reload()
        return bool(page.locator("main.away").count())

    until(is_offline, "the worker is offline, too")


@pytest.mark.long
def test_out_of_reach_is_said_and_the_page_comes_back_by_itself(
    race: Running, open_page: OpenPage
) -> None:
    page = open_page("/seat/0", PHONE, service_workers="allow")
    page.wait_for_function(WORKS)
    go_offline(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("The board is out of reach")
    assert page.url.endswith("/seat/0")
    page.context.set_offline(False)
    expect(page.locator('[data-field="carrots"]')).to_have_text("65")


@pytest.mark.long
def test_nothing_of_a_game_is_ever_kept(race: Running, open_page: OpenPage) -> None:
    page = open_page("/seat/0", PHONE, service_workers="allow")
    page.wait_for_function(WORKS)
    for path in ("/seat/0", "/watch", "/lights"):
        page.goto(race.address + path)
        expect(page.locator("body")).to_have_attribute("data-live", "yes")
    kept = page.evaluate(KEPT)
    assert "/offline" in kept
    assert all(path == "/offline" or path.startswith("/static/") for path in kept)


@pytest.mark.long
def test_another_language_is_kept_instead(race: Running, open_page: OpenPage) -> None:
    page = open_page("/watch", PHONE, service_workers="allow")
    page.wait_for_function(WORKS)
    page.context.add_cookies([{"name": "language", "value": "de", "url": race.address}])

    def is_kept_in_german() -> bool:
        """Load a page; a worker that could not be installed meanwhile is asked for again."""
        page.reload()
        try:
            page.wait_for_function(GERMAN, timeout=SETTLES_MS)
        except TookTooLong:
            return False
        return bool(page.evaluate(NAMES)[-1].endswith(" de"))

    until(is_kept_in_german, "the German page")
    go_offline(page)
    expect(page.locator("html")).to_have_attribute("lang", "de")
