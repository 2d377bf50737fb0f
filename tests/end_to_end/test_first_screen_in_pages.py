"""In every state, language and size the first screen says what to do now."""

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from controller.table.commands import Abandon, Begin, Pause
from controller.table.referee import RefereeFinding
from tests.end_to_end.conftest import Running
from tests.support.end_to_end.newcomers import begin, deal, play, play_on
from tests.support.waiting import until
from web.languages.language import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.long]

OpenPage = Callable[..., Page]
PATHS: Final = ("/board", "/seat/0", "/seat/1", "/watch")
SIZES: Final = (
    (1440, 900),
    (1180, 820),
    (1024, 768),
    (844, 390),
    (390, 844),
    (360, 740),
    (320, 568),
)
UP_TO_DATE: Final = "(revision) => Number(document.body.dataset.revision) >= revision"
SEEN: Final = """async () => {
  scrollTo(0, 0);
  // A page that is not drawn has no frames.
  await new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 500); });
  const low = ["headline", "instruction"].map((name) => {
    const part = document.querySelector(`[data-field="${name}"]`);
    const { top, bottom } = part.getBoundingClientRect();
    return top >= 0 && bottom > top && bottom <= innerHeight ? null : [name, top, bottom];
  });
  const wide = document.documentElement.scrollWidth > innerWidth ? ["is scrolled sideways"] : null;
  return [...low, wide].filter(Boolean);
}"""

INSIDE: Final = """(parts) => parts.map((part) => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(part));
  const { left, right } = part.includes("text") || part.includes("number")
    ? range.getBoundingClientRect() : document.querySelector(part).getBoundingClientRect();
  return [left, right];
})"""
"""Left and right edges of a word, and of what it stands on."""


def begin_against_one(running: Running) -> None:
    """Begin the last game again, its third seat played by the program."""
    actor = running.table.actor
    assert actor.snapshot.setup is not None
    *people, last = actor.snapshot.setup.seats
    seats = (*people, replace(last, opponent="strategist-1"))
    actor.submit(Begin(replace(actor.snapshot.setup, seats=seats, chance="electronic")))


def states(running: Running) -> Iterator[str]:
    """Bring the table into one state after the other, and name it."""
    actor, world = running.table.actor, running.table.world

    def stands_right() -> None:
        until(lambda: actor.snapshot.finding == RefereeFinding(), "every runner stands right")

    begin(running)
    yield "at START"
    actor.submit(Pause(paused=True))
    yield "paused"
    actor.submit(Pause(paused=False))
    play(running, "f4")
    yield "a runner to be carried"
    world.put("red", 4)
    world.put("black", 30)
    until(lambda: bool(actor.snapshot.finding.mismatches), "the stranger is seen")
    yield "a runner where none belongs"
    world.knock("black")
    stands_right()
    play(running, "f10")
    world.put("yellow", 10)
    until(lambda: actor.snapshot.finding.squares == {10}, "it is to be laid face down")
    yield "a runner to be turned over"
    world.put("yellow", 10, face_down=True)
    play(running, "f3", "f5")
    for colour, square in (("green", 3), ("red", 5)):
        world.put(colour, square)
    stands_right()
    yield "a lettuce to be chewed"
    play(running, "chew", "f4")
    for colour, square in (("yellow", 10), ("green", 4)):
        world.put(colour, square, face_down=False)
    stands_right()
    yield "carrots to be drawn or paid"
    world.put("green", 3)
    until(lambda: actor.snapshot.finding.put_back, "the last move is put back")
    yield "a move that may be taken back"
    yield from states_of_other_games(running)


def states_of_other_games(running: Running) -> Iterator[str]:
    """Bring the table into states that need a beginning of their own, and name each."""
    actor, world = running.table.actor, running.table.world

    def end() -> None:
        actor.submit(Abandon(actor.snapshot.version))

    end()
    deal(running, "give-ten")
    play(running, "f1")
    world.put("red", 1)
    yield "a gift"
    end()
    begin(running, chance="by-hand")
    yield "cards to be dealt"
    end()
    begin_against_one(running)
    play(running, "f4", "f5")
    yield "an opponent that waits for hands"
    end()
    begin(running)
    play_on(running, 1000)
    yield "the end"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen_says_what_to_do_now_in_every_state(
    running: Running, open_page: OpenPage, language: str
) -> None:
    pages: dict[str, Page] = {}
    unseen: list[object] = []
    for state in states(running):
        now = running.get("/api/watch")["revision"]
        for path in PATHS:
            page = pages.get(path) or open_page(path, locale=language)
            pages[path] = page
            page.wait_for_function(UP_TO_DATE, arg=now)
            expect(page.locator("html")).to_have_attribute("lang", language)
            for width, height in SIZES:
                if path == "/watch" and state == "the end":
                    continue  # there is nothing to do for those who only look on
                page.set_viewport_size({"width": width, "height": height})
                if found := page.evaluate(SEEN):
                    unseen.append((state, path, width, found))
    assert unseen == [], "\n".join(map(str, unseen))


def test_start_and_home_hold_their_words_in_every_language(
    running: Running, open_page: OpenPage
) -> None:
    begin(running)
    for language in LANGUAGES:
        page = open_page("/board", locale=language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator(".sign-text")).to_be_visible()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for word, place in (
                (".sign-text", 'use[href="#gate"]'),
                (".square--home .square__number", ".square--home"),
            ):
                inner, outer = page.evaluate(INSIDE, [word, place])
                assert outer[0] <= inner[0] <= inner[1] <= outer[1], (language, width, word)
        page.context.close()
