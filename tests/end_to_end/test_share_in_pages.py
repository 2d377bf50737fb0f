"""A race is shared from its story: a PNG that the browser makes of the board's picture."""

import io
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from controller.game.pieces import PIECES, Player
from controller.game.setup import Setup
from controller.table.commands import Begin
from tests.end_to_end.conftest import PHONE, Running
from tests.support.end_to_end.newcomers import play_on
from web.pages.race_svg import SIDE

pytestmark = [pytest.mark.browser, pytest.mark.long]

OpenPage = Callable[..., Page]
SMALL: Final = {"width": 320, "height": 568}
NAMES: Final = ("Maximiliane von Schwarz-", "Ben", "Cem")
PAPER: Final = (244, 236, 218)
CAN_SHARE: Final = """
  window.shared = [];
  window.answer = null;
  navigator.canShare = ({ files }) => files.every(({ type }) => type === "image/png");
  navigator.share = async ({ files: [file], ...rest }) => {
    window.shared.push({ name: file.name, bytes: file.size, rest: Object.keys(rest) });
    document.body.dataset.shared = window.shared.length;
    if (window.answer) throw new DOMException("no", window.answer);
  };
"""
"""A browser that shares files, as on a phone in a secure context; desktops and http have none."""


@pytest.fixture
def over(running: Running) -> Running:
    """A race of three that is over."""
    seats = zip(NAMES, PIECES, strict=False)
    setup = Setup(tuple(Player(name, (look.colour,)) for name, look in seats))
    running.table.actor.submit(Begin(setup))
    play_on(running, 2000)
    assert running.table.actor.snapshot.phase == "over"
    return running


def story(running: Running, open_page: OpenPage, size: Any = PHONE, **how: Any) -> Page:
    game = running.get("/api/games")["games"][0]["game"]
    page = open_page(f"/games/{game}", size, **how)
    page.locator('[data-place="share"]').scroll_into_view_if_needed()
    return page


def downloaded(page: Page) -> tuple[str, bytes]:
    """The picture that is downloaded once it is made: its file name and contents."""
    link = page.get_by_role("link", name=re.compile("picture|Bild"))
    expect(link).to_have_attribute("href", re.compile("^blob:"))
    with page.expect_download() as download:
        link.click()
    return download.value.suggested_filename, download.value.path().read_bytes()


@pytest.mark.parametrize(
    ("size", "how"), [(SMALL, {}), (PHONE, {"color_scheme": "dark", "locale": "de"})]
)
def test_a_phone_downloads_the_race_as_a_picture(
    size: Any, how: dict[str, Any], over: Running, open_page: OpenPage
) -> None:
    page = story(over, open_page, size, **how)
    name, data = downloaded(page)
    assert re.fullmatch(r"hareboard-\d+\.png", name)
    picture = Image.open(io.BytesIO(data))
    assert (picture.format, picture.size) == ("PNG", (SIDE, SIDE))
    drawn = picture.convert("RGB")
    assert drawn.getpixel((4, 4)) == PAPER, "light, whatever the scheme"
    found = {colour: count for count, colour in drawn.getcolors(SIDE * SIDE) or ()}
    for number, look in enumerate(PIECES):
        there = found.get(tuple(bytes.fromhex(look.rgb[1:])), 0) > 500
        assert there is (number < len(NAMES)), look.colour
    shown = page.locator('[data-field="picture"]').bounding_box()
    assert shown is not None
    assert shown["width"] == shown["height"] > 240
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    expect(page.locator('[data-do="share"]')).to_be_hidden()  # this browser cannot


def test_names_are_in_the_picture_only_while_they_are_wanted(
    over: Running, open_page: OpenPage
) -> None:
    page = story(over, open_page, SMALL)
    switch = page.get_by_role("switch", name="With names")
    expect(switch).not_to_be_checked()
    nameless = downloaded(page)[1]
    made = page.locator('[data-field="download"]').get_attribute("href")
    switch.check()
    expect(page.locator('[data-field="picture"]')).to_have_attribute("src", re.compile("names=yes"))
    link = page.locator('[data-field="download"]')
    expect(link).not_to_have_attribute("href", str(made))
    assert downloaded(page)[1] != nameless
    named = link.get_attribute("href")
    switch.uncheck()
    expect(link).not_to_have_attribute("href", str(named))
    assert downloaded(page)[1] == nameless


def test_a_phone_that_shares_files_shares_the_picture(over: Running, open_page: OpenPage) -> None:
    page = story(over, open_page)
    page.add_init_script(CAN_SHARE)
    page.reload()
    button = page.get_by_role("button", name="Share the picture")
    expect(button).to_be_enabled()
    button.click()
    body = page.locator("body")
    expect(body).to_have_attribute("data-shared", "1")
    (shared,) = page.evaluate("window.shared")
    name, data = downloaded(page)
    assert shared == {"name": name, "bytes": len(data), "rest": []}
    toast = page.locator('[data-field="toast"]')
    page.evaluate('window.answer = "AbortError"')
    button.click()
    expect(body).to_have_attribute("data-shared", "2")
    expect(toast).to_have_count(0)  # whoever changes their mind knows it
    page.evaluate('window.answer = "NotAllowedError"')
    button.click()
    expect(toast).to_have_text("This phone could not share the picture. Download it instead.")


def test_a_browser_that_makes_no_png_downloads_the_picture_as_the_board_drew_it(
    over: Running, open_page: OpenPage
) -> None:
    page = story(over, open_page)
    page.add_init_script("HTMLCanvasElement.prototype.toBlob = (done) => done(null);")
    page.reload()
    picture = page.locator('[data-field="picture"]')
    expect(picture).to_have_js_property("naturalWidth", SIDE)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the picture").click()
    assert download.value.suggested_filename.endswith(".svg")
    assert download.value.path().read_bytes().startswith(b"<?xml")


def test_a_picture_that_does_not_come_is_told(over: Running, open_page: OpenPage) -> None:
    page = story(over, open_page)
    expect(page.locator('[data-field="download"]')).to_have_attribute("href", re.compile("^blob:"))
    page.route("**/picture.svg*", lambda route: route.abort())
    page.get_by_role("switch", name="With names").check()
    expect(page.locator('[data-field="toast"]')).to_contain_text("The board didn't answer.")


def test_a_race_that_is_not_over_is_not_shared(running: Running, open_page: OpenPage) -> None:
    seats = zip(NAMES, PIECES, strict=False)
    setup = Setup(tuple(Player(name, (look.colour,)) for name, look in seats))
    running.table.actor.submit(Begin(setup))
    play_on(running, 4)
    page = open_page(f"/games/{running.get('/api/games')['games'][0]['game']}", PHONE)
    expect(page.locator("svg[role=img]").first).to_be_visible()
    expect(page.locator('[data-place="share"]')).to_be_hidden()
