"""Hints on the phone of the player to act, and the analysis of a race that is over."""

import random
import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Begin, Play, SetAside, SetLook
from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.support.end_to_end.tour import MADE_MS
from tests.support.web.views import view
from tools.autoplayer import choose
from web.languages.language import in_english

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
NAMES: Final = ("Alexandra", "Maximilian", "Sebastian")
SIDEWAYS: Final = """(selector) => {
  const { scrollWidth, clientWidth } = document.querySelector(selector);
  return scrollWidth - clientWidth;
}"""


def begin(running: Running, *, hints: bool = False) -> None:
    seats = tuple(Player(name, (colour,)) for name, colour in zip(NAMES, COLOURS, strict=False))
    running.table.actor.submit(Begin(Setup(seats, hints=True) if hints else Setup(seats)))


def play_to_the_end(running: Running) -> None:
    rng, actor = random.Random(3), running.table.actor
    while (state := actor.snapshot.state) is not None and state.to_act is not None:
        me = view(actor.snapshot, state.to_act, in_english(), (), "")["me"]
        actor.submit(Play(state.to_act, choose(me, rng), actor.snapshot.version))


@pytest.mark.long
def test_hints_are_allowed_in_set_up(running: Running, open_page: OpenPage) -> None:
    page = open_page("/setup", LAPTOP)
    for number, name in enumerate(NAMES):
        page.get_by_label(f"Name of player {number + 1}").fill(name)
    page.get_by_label("Hints").select_option("Phones show good moves to whoever asks")
    page.get_by_role("button", name="Start the race").click()
    expect(page).to_have_url(re.compile("/board$"))
    setup = running.table.actor.snapshot.setup
    assert setup is not None
    assert setup.hints is True


def test_a_hint_leads_to_its_square(running: Running, open_page: OpenPage) -> None:
    begin(running, hints=True)
    page = open_page("/seat/0", PHONE)
    page.get_by_text("What would you do?").click()
    first = page.locator(".hints__list button").first
    expect(first).to_have_text(re.compile(r"^square \d+.*carrots?"))
    square = (first.locator("b").inner_text()).removeprefix("square ")
    first.click()
    expect(page.locator('[data-place="sheet"]')).to_contain_text(square)
    expect(open_page("/seat/1", PHONE).get_by_text("What would you do?")).to_be_hidden()


def test_a_hint_for_the_other_runner_brings_it_forward(
    running: Running, open_page: OpenPage
) -> None:
    seats = (Player("Ann", ("red", "green")), Player("Ben", ("yellow", "blue")))
    actor = running.table.actor
    actor.submit(Begin(Setup(seats, hints=True)))
    page = open_page("/seat/0", PHONE)
    page.get_by_text("What would you do?").click()
    page.locator(".hints__list button", has_text="green:").first.click()
    sheet = page.locator('[data-place="sheet"]')
    expect(sheet).to_be_visible()
    expect(page.locator(".pick[aria-pressed=true]")).to_have_attribute("data-runner", "1")
    revision = actor.snapshot.revision
    actor.submit(SetLook(brightness=0.5))
    expect(page.locator("body")).not_to_have_attribute("data-revision", str(revision))
    expect(sheet).to_be_visible()


def test_hints_may_come_once_the_game_is_put_away(running: Running, open_page: OpenPage) -> None:
    begin(running, hints=True)
    page, waiting = open_page("/seat/0", PHONE), list[Route]()
    page.route("**/hints", lambda route: waiting.append(route))  # noqa: PLW0108 - Playwright marks it
    with page.expect_request("**/hints"):
        page.get_by_text("What would you do?").click()
    actor = running.table.actor
    actor.submit(SetAside(actor.snapshot.version))
    expect(page.locator('[data-field="headline"]')).to_have_text("The game is saved")
    answer = {"hints": [{"action": "f1", "name": "square 1", "sentences": []}]}
    with page.expect_response("**/hints"):
        waiting[0].fulfill(json=answer)
    assert page.evaluate("document.body.dataset.seated") == "none"


def test_without_leave_nobody_is_offered_hints(running: Running, open_page: OpenPage) -> None:
    begin(running)
    page = open_page("/seat/0", PHONE)
    expect(page.locator(".dest").first).to_be_visible()
    expect(page.get_by_text("What would you do?")).to_be_hidden()


@pytest.mark.long
def test_the_story_tells_what_turned_the_race(running: Running, open_page: OpenPage) -> None:
    begin(running)
    play_to_the_end(running)
    game = running.get("/api/games")["games"][0]["game"]
    page = open_page("/people", PHONE)
    page.route("**/analysis", lambda route: route.abort(), times=1)  # it is asked again
    page.goto(f"{running.address}/games/{game}")
    expect(page.locator(".sources")).to_be_visible(timeout=MADE_MS)
    assert page.evaluate(SIDEWAYS, ".chart__scroll:has(.sources)") <= 0
    expect(page.get_by_role("heading", name="The chances")).to_be_visible()
    expect(page.get_by_role("heading", name="What turned the race")).to_be_visible()
    turn = page.get_by_role("button", name=re.compile(r"^Show turn \d+$")).first
    number = turn.inner_text().removeprefix("Show turn ")
    turn.click()
    expect(page.locator(".chart__turn").first).to_have_text(re.compile(f"^Turn {number} of "))
    expect(page.get_by_role("row", name=re.compile("^Moves "))).to_be_visible()
