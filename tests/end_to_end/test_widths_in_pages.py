"""No page scrolls sideways: long names, small phones, much enlarged text."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Begin, Play
from tests.end_to_end.conftest import Running

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
NAMES: Final = ("Ann", "Ben", "Christina")
LONG_NAMES: Final = ("W" * 24, "Mwwmwmwmwmwmwmwmwmwmwmwm", "Schokoladenkuchenmonster")
ANDROID: Final = {"width": 360, "height": 740}
LAPTOP: Final = {"width": 1280, "height": 800}
SMALLEST: Final = {"width": 320, "height": 640}
STORY: Final = "/games/1"
# Each with what it shows at last.
SAMPLE: Final = {
    "/": ".seat-card",
    "/host": ".game",
    "/setup": ".running__seats li",
    STORY: ".chart__slider",
}
ALL: Final = SAMPLE | {
    "/seat/0": ".log__entry",
    "/watch": ".log__entry",
    "/board": ".log__entry",
    "/join": ".seat-card",
    "/rules": ".deck__card",
    "/lights": ".theme",
    "/people": "h1",
}
OVER: Final = {
    "/": ".seat-card",
    "/host": ".game",
    "/seat/0": ".ranking__row",
    "/watch": ".ranking__row",
    STORY: ".turning, .analysis__part",
    "/people": ".people__one",
}


def race(running: Running, names: tuple[str, ...], *, over: bool = False) -> None:
    """Begin a race of a move each; the last one ends it."""
    seats = tuple(Player(name, (colour,)) for name, colour in zip(names, COLOURS, strict=False))
    actor = running.table.actor
    actor.submit(Begin(Setup(seats, options={"start_carrots": 2080, "lettuces": 0})))
    for seat, action in enumerate(("f60", "f64", "f64")[: 3 if over else 2]):
        actor.submit(Play(seat, action, actor.snapshot.version))


def enlarge(page: Page) -> None:
    """Set the browser's text to twice its size."""
    sizes = {"standard": 32, "fixed": 26}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})


def sideways(page: Page, running: Running, pages: Mapping[str, str]) -> dict[str, int]:
    """Return the pages that are wider than the screen, and by how much."""
    found = {}
    for path, shows in pages.items():
        page.goto(running.address + path)
        expect(page.locator(shows).first).to_be_attached()
        beyond = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        wide: int = page.evaluate(beyond)
        if wide > 0:
            found[path] = wide
    return found


def all_pages(names: tuple[str, ...], *, over: bool) -> dict[str, str]:
    return OVER | {f"/people?name={names[0]}": ".people__chart li"} if over else ALL


def phone(open_page: OpenPage, size: Any = ANDROID, language: str = "de") -> Page:
    return open_page("/seat/0", size, locale=language)


def test_a_long_name_widens_no_page(running: Running, open_page: OpenPage) -> None:
    race(running, LONG_NAMES)
    assert sideways(phone(open_page), running, SAMPLE) == {}


@pytest.mark.parametrize("names", [LONG_NAMES, LONG_NAMES[::-1]], ids=["wide", "a word"])
def test_a_long_name_stays_beside_the_phone_at_the_board(
    running: Running, open_page: OpenPage, names: tuple[str, ...]
) -> None:
    race(running, names)
    page = open_page("/board", LAPTOP)
    right_of = "(element) => element.getBoundingClientRect().right"
    now = page.locator(".desk__now")
    expect(now.locator(".headline")).to_contain_text(names[2])
    edge = now.evaluate(right_of)
    assert (
        now.locator(".headline, .instruction").evaluate_all(f"(all) => all.map({right_of})")
        == [pytest.approx(edge, abs=1)] * 2
    )


def test_text_of_twice_the_size_widens_no_page(running: Running, open_page: OpenPage) -> None:
    race(running, NAMES)
    page = phone(open_page)
    enlarge(page)
    assert sideways(page, running, SAMPLE) == {}
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"


@pytest.mark.long
@pytest.mark.parametrize("size", [ANDROID, SMALLEST], ids=["phone", "smallest"])
@pytest.mark.parametrize("names", [LONG_NAMES, LONG_NAMES[::-1]], ids=["first", "last"])
@pytest.mark.parametrize("over", [False, True], ids=["under way", "over"])
def test_a_long_name_widens_none_of_all_pages(
    running: Running, open_page: OpenPage, size: Any, names: tuple[str, ...], *, over: bool
) -> None:
    race(running, names, over=over)
    assert sideways(phone(open_page, size), running, all_pages(names, over=over)) == {}


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "es", "ca", "pt"])
@pytest.mark.parametrize("over", [False, True], ids=["under way", "over"])
def test_text_of_twice_the_size_widens_none_of_all_pages(
    running: Running, open_page: OpenPage, language: str, *, over: bool
) -> None:
    race(running, NAMES, over=over)
    page = phone(open_page, ANDROID, language)
    enlarge(page)
    assert sideways(page, running, all_pages(NAMES, over=over)) == {}
