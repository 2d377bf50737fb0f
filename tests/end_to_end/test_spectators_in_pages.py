"""What spectators see and hear of a race, on a television or at the board."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from controller.game.pieces import COLOURS
from controller.table.commands import ChangeSeats
from tests.end_to_end.conftest import LAPTOP, Running
from tests.support.end_to_end.newcomers import begin, deal, instruction, play

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
TELEVISION = {"width": 1920, "height": 1080}


@pytest.fixture
def race(running: Running) -> Running:
    """Three at START."""
    begin(running)
    return running


def test_a_television_shows_lights_last_move_and_order(race: Running, open_page: OpenPage) -> None:
    page = open_page("/watch", TELEVISION)
    play(race, "f4", "f10")
    expect(page.locator(".player__name b")).to_have_text(["Maximilian", "Alexandra", "Sebastian"])
    expect(page.locator('[data-field="order"]')).to_have_text("Then Alexandra · Maximilian")
    expect(page.locator(".headline__runner .token")).to_have_attribute("data-colour", COLOURS[2])
    way = page.locator(".trace__way")
    expect(way).to_have_attribute("d", re.compile(r"^M[\d.]+ [\d.]+(L[\d.]+ [\d.]+)+$"))
    drawn, square = way.bounding_box(), page.locator('[data-square="10"]').bounding_box()
    assert drawn is not None
    assert square is not None
    assert abs(drawn["y"] - (square["y"] + square["height"] / 2)) < square["height"]
    expect(page.locator('[data-square="3"] .light')).not_to_have_css("--lit", "0")
    expect(page.get_by_role("switch", name="Sounds")).to_be_visible()
    expect(page.get_by_role("button", name="Full screen")).to_be_visible()


def test_a_gift_to_decide_on_is_nobodys_turn(running: Running, open_page: OpenPage) -> None:
    deal(running, "give-ten", options={"start_carrots": 200})
    play(running, "f10", "f14")
    running.table.world.put("red", 10, face_down=True)
    running.table.world.put("yellow", 14)
    page, board = open_page("/watch", TELEVISION), open_page("/board", LAPTOP)
    order, headline = (page.locator(f'[data-field="{each}"]') for each in ("order", "headline"))
    expect(headline).to_have_text("Sebastian: keep the gift?")
    expect(order).to_be_empty()
    play(running, "keep")
    expect(headline).to_have_text("Alexandra: keep the gift?")
    instruction(board).to_have_text("Alexandra decides on the phone.")
    play(running, "keep")
    expect(order).to_have_text("Then Alexandra · Maximilian")


LISTEN = """() => {
  window.heard = [];
  window.AudioContext = class extends AudioContext {
    constructor() { super(); window.speaker = this; }
  };
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...when) {
    window.heard.push(this.frequency.value);
    return start.apply(this, when);
  };
}"""
A_CARD_HZ = 392


@pytest.mark.long
@pytest.mark.parametrize("path", ["/board", "/watch"])
def test_a_screen_sounds_once_it_is_asked_to(race: Running, open_page: OpenPage, path: str) -> None:
    page = open_page(path, LAPTOP)
    page.evaluate(LISTEN)
    play(race, "f3")
    expect(page.locator('[data-field="headline"]')).to_have_text("Maximilian to move")
    assert page.evaluate("window.heard") == []
    page.get_by_role("switch", name="Sounds").click()
    page.wait_for_function("() => window.speaker?.state === 'running'")
    play(race, "f1")
    page.wait_for_function("(tone) => window.heard.includes(tone)", arg=A_CARD_HZ)


@pytest.mark.parametrize("path", ["/watch", "/board"])
@pytest.mark.long
def test_no_runner_stands_beside_the_players_of_the_next_race(
    running: Running, open_page: OpenPage, path: str
) -> None:
    begin(running, options={"start_carrots": 2080, "lettuces": 0, "finish": "first-home"})
    play(running, "f64")
    page = open_page(path, LAPTOP)
    runner = page.locator(".headline__runner .token")
    expect(runner).to_have_count(1)
    running.table.actor.submit(ChangeSeats("more-opponents"))
    expect(page.locator('[data-field="headline"]')).to_contain_text("Next race: Alexandra,")
    expect(runner).to_have_count(0)
