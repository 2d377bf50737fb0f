"""A game in every language: whatever can be read or heard is in it, and nothing sticks out."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.end_to_end.conftest import Running
from tests.support.end_to_end.company import (
    NAMES,
    OpenPage,
    begin_with,
    carrots,
    from_elsewhere,
    headline,
    take_seat,
)
from tests.support.end_to_end.phones import tap_action
from tests.support.web.views import view
from tools.messages import load
from web.languages.language import LANGUAGES, speech

pytestmark = pytest.mark.browser
USUAL = ("en", "de", "fr")
"""Played in every run, the others in the long one."""

SMALL: Final = {"width": 360, "height": 740}
EVERYTHING_SAID: Final = """() => {
  document.querySelectorAll("details").forEach((each) => { each.open = true; });
  const here = document.documentElement.lang;
  const said = [document.title];
  for (const element of document.body.querySelectorAll("*")) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest("[lang]").lang !== here) continue;
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE) said.push(node.data);
    for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt"])
      said.push(element.getAttribute(name) ?? "");
  }
  return said.map((text) => text.trim()).filter(Boolean);
}"""
NO_WORDS: Final = re.compile(r"{\w+}|--\w+")
WORD: Final = re.compile(r"[^\W\d_]{3,}")


def words_of(texts: Iterable[str]) -> set[str]:
    """The words of some texts; what a text names in braces and what one would type are none."""
    plain = (NO_WORDS.sub(" ", text) for text in texts)
    return {word.casefold() for text in plain for word in WORD.findall(text)}


def foreign_words(language: str) -> set[str]:
    """Words of English messages that no message of a language has."""
    catalogue = [message for message in load(language) if message.id]
    english = words_of(text for message in catalogue for text in several(message.id))
    own = words_of(text for message in catalogue for text in several(message.string))
    return english - own - words_of(NAMES)


def several(text: Any) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, list | tuple) else (text,)


@dataclass
class Tongue:
    """What is to be said in one language only."""

    running: Running
    language: str
    foreign: set[str]

    def is_all(self, pages: dict[str, Page]) -> None:
        """Every page speaks it, and sticks out nowhere."""
        for where, page in pages.items():
            assert page.locator("html").get_attribute("lang") == self.language
            odd = {
                text: found
                for text in page.evaluate(EVERYTHING_SAID)
                if (found := words_of([text]) & self.foreign)
            }
            assert odd == {}, where
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= SMALL["width"], (where, wide)

    def headlines(self, *phones: Page) -> None:
        """The headline of each seat's phone is the service's in this language."""
        for seat, phone in enumerate(phones):
            snapshot = self.running.table.actor.snapshot
            seen = view(snapshot, seat, speech(self.language), (), "")
            headline(phone).to_have_text(seen["headline"])


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_in_every_language(language: str, running: Running, open_page: OpenPage) -> None:
    tongue = Tongue(running, language, foreign_words(language))
    begin_with(running, "give-ten")
    ann = open_page(f"/join#{running.phones.code}", SMALL, locale=language, **from_elsewhere(1))
    expect(ann.locator(".seat-card--free")).to_have_count(3)
    tongue.is_all({"the gate": ann})
    take_seat(ann, 0, "Ann")
    ben = open_page("/seat/1", SMALL, locale=language)
    board = open_page("/board", SMALL, locale=language)
    watch = open_page("/watch", SMALL)
    expect(watch.locator("body")).to_have_attribute("data-live", "yes")
    watch.locator(".languages summary").click()
    watch.locator(f'[data-language="{language}"]').click()
    expect(watch.locator("html")).to_have_attribute("lang", language)
    pages = {"Ann's phone": ann, "Ben's phone": ben, "the board": board, "looking on": watch}

    running.table.world.put("red", 11)
    expect(ann.locator('[data-field="refusal"]')).to_be_visible()
    for page in pages.values():
        expect(page.locator('[data-place="table"] li')).to_have_count(1)
    tongue.headlines(ann, ben)
    tongue.is_all(pages)
    running.table.world.knock("red")
    expect(ann.locator('[data-field="refusal"]')).to_be_hidden()

    tap_action(ann, "f1")
    running.table.world.put("red", 1)
    for page in pages.values():
        expect(page.locator('[data-place="table"]')).to_be_empty()
    for page in (ann, ben, watch):
        expect(page.locator('[data-field="card"]')).to_be_visible()
    expect(ben.locator('.choice[data-action="keep"]')).to_be_visible()
    tongue.headlines(ann, ben)
    tongue.is_all(pages)

    ben.locator('.choice[data-action="keep"]').click()
    expect(ben.locator('[data-do="take-back"]')).to_be_visible()
    carrots(ben).to_have_text("75")
    tongue.headlines(ann, ben)
    tongue.is_all(pages)
    ben.locator('[data-do="take-back"]').click()
    carrots(ben).to_have_text("65")
    expect(ben.locator('.choice[data-action="discard"]')).to_be_visible()
    tongue.headlines(ann, ben)
    tongue.is_all(pages)
