"""Pages in a made-up language: whatever else they say, or will say, is in no catalogue."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from controller.appliance.network import NetworkActor
from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.end_to_end.test_languages_in_pages import NO_WORDS
from tests.support.end_to_end.tour import NAMES, Tour
from tests.support.end_to_end.wifi import PASSWORD, near_villa
from tests.support.web.abroad import abroad
from tests.support.web.views import editions
from web.languages.language import LANGUAGES, Speech, in_english

pytestmark = pytest.mark.browser

EVERY_TEXT: Final = """() => {
  const texts = [document.title];
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest("script, style, noscript, [data-field=reader-trouble]")) continue;
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
    for (const { name, value } of element.attributes)
      if (/^(aria-(label|description)|title|placeholder|alt)$/.test(name)) texts.push(value);
  }
  return texts.map((text) => text.trim()).filter(Boolean);
}"""
"""Also what is hidden, for some other moment; not what a driver says in its own words."""
WORD: Final = re.compile(r"[^\W\d_]{2,}", re.ASCII)
BABEL: Final = ("und", "oder")
"""The words by which Babel joins names in German."""

WIFI: Final = ("Villa", "Office", "http://hareboard.local", "abcd-efgh-mnpq")
"""The networks nearby, and the board's own address and password."""


@pytest.fixture(scope="session")
def only() -> Speech:
    return abroad()


@pytest.fixture
def network() -> NetworkActor:
    return near_villa()


@dataclass
class Listener:
    """Finds what pages say that is in no catalogue.

    Attributes:
        facts: words that are names, or no words.
        found: the texts that have others, by the state of the page.
    """

    facts: set[str]
    found: dict[str, list[str]] = field(default_factory=dict)

    def listen(self, name: str, page: Page) -> None:
        """Take note of what a page says in a state."""
        texts = page.evaluate(EVERY_TEXT)
        assert texts
        if odd := sorted({text for text in texts if words(text) - self.facts}):
            self.found[name] = odd


def words(text: str) -> set[str]:
    return set(WORD.findall(NO_WORDS.sub(" ", text)))


@pytest.fixture
def listener(running: Running) -> Listener:
    named = [each["name"] for each in editions(in_english())["editions"]]
    facts = (*NAMES, *BABEL, *WIFI, *LANGUAGES.values(), *named, running.phones.code)
    return Listener({word for fact in facts for word in words(fact)})


@pytest.mark.long
def test_every_page_says_messages_only(
    running: Running, open_page: Callable[..., Page], listener: Listener
) -> None:
    Tour(running, open_page, listener.listen).go_quickly()
    assert listener.found == {}


@pytest.mark.long
def test_the_board_says_messages_only_of_its_wifi(
    open_page: Callable[..., Page], listener: Listener
) -> None:
    page = open_page("/wifi", PHONE)
    expect(page.locator(".wifi__network")).to_have_count(2)
    listener.listen("wifi", page)
    page.locator(".wifi__network").first.click()
    page.locator('[name="password"]').fill("short")
    page.locator('[data-do="join"]').click()
    expect(page.locator('[data-field="password-wrong"]')).to_be_visible()
    listener.listen("wifi, a wrong password", page)
    page.locator('[name="password"]').fill(PASSWORD)
    page.locator('[data-do="join"]').click()
    expect(page.locator('[data-place="soon"]')).to_be_visible()
    listener.listen("wifi, joining", page)
    listener.listen("welcome", open_page("/welcome", PHONE))
    assert listener.found == {}


@pytest.mark.long
@pytest.mark.parametrize("board", ["sim://"])
def test_the_simulated_board_says_messages_only_of_its_readers(
    open_page: Callable[..., Page], listener: Listener
) -> None:
    page = open_page("/board", LAPTOP)
    page.locator('[data-place="readers"] > summary').click()
    expect(page.locator('[data-place="tally"] li')).to_have_count(1)
    page.locator('[data-field="reader-square"]').select_option("8")
    page.locator('[data-fault="silent"]').check()
    expect(page.locator('[data-ill="8"] [data-state="quarantined"]')).to_be_visible()
    page.locator('[data-square="8"]').hover()  # beside what invites to a game
    expect(page.locator(".board__tip")).to_be_visible()
    listener.listen("readers", page)
    assert listener.found == {}


@pytest.mark.long
def test_every_page_in_any_state_says_messages_only(
    running: Running, open_page: Callable[..., Page], listener: Listener
) -> None:
    Tour(running, open_page, listener.listen).go()
    assert listener.found == {}
