"""What somebody who has never played needs to see: what to do now, who plays where."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from controller.game.pieces import COLOURS
from controller.table.commands import SetAside
from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.support.companion import ELSEWHERE
from tests.support.end_to_end.newcomers import (
    NAMES,
    begin,
    dock,
    instruction,
    play,
    play_on,
    point_at,
    top_of,
)
from tests.support.end_to_end.table_driver import Board
from tests.support.tiers import sample
from tests.support.waiting import until
from web.access.address import PageAddress

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
SMALL = {"width": 320, "height": 640}
LOW = {"width": 1366, "height": 768}
TABLET = {"width": 1024, "height": 768}
ON_ITS_SIDE = {"width": 844, "height": 390}
TELEVISION = {"width": 1920, "height": 1080}
COUNT_TRAVELS = """() => {
  window.travels = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      window.travels += [...addedNodes].filter((each) => each.className === "travel").length;
  }).observe(document.body, { childList: true, subtree: true });
}"""
SAY = """async (text) => {
  const told = document.querySelector('[data-field="instruction"]');
  told.textContent = text;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const top = document.querySelector(".board").getBoundingClientRect().top;
  return [top, told.getBoundingClientRect().height];
}"""
"""Tells something else above the board; where the board is then, and how high what is told."""
LAST_OF_ALL = (".says .token:last-child", ".says p")


@pytest.fixture
def race(running: Running) -> Running:
    """Three at START."""
    begin(running)
    return running


@pytest.fixture
def reachable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones on the network get to the pages."""
    monkeypatch.setattr(PageAddress, "reachable", property(lambda _: True))


# What to do now


@pytest.mark.parametrize("size", sample(4, (PHONE, LAPTOP, TABLET, SMALL)))
def test_the_board_says_first_what_to_do(
    race: Running, open_page: OpenPage, size: dict[str, int]
) -> None:
    page = open_page("/board", size)
    instruction(page).to_contain_text("Drag it there")
    told = page.locator('[data-field="instruction"]').bounding_box()
    assert told is not None
    assert told["y"] + told["height"] < size["height"], "seen without scrolling"
    assert top_of(page, ".headline") < told["y"] < top_of(page, ".hands")
    assert page.locator(".legend--lights").get_attribute("open") is None


@pytest.mark.long
def test_the_board_says_how_to_turn_a_runner_over(race: Running, open_page: OpenPage) -> None:
    page = open_page("/board", LAPTOP)
    play(race, "f10", "f4", "f5")
    for colour, square in (("red", 10), ("yellow", 4), ("green", 5)):
        race.table.world.put(colour, square, face_down=colour == "red")
    instruction(page).to_have_text(
        "Alexandra turns the runner upright where it lies. Tap the runner, then “Turn over”."
    )
    expect(page.get_by_text("Tap a runner to turn it over or knock it off.")).to_be_hidden()
    expect(page.locator("[data-do=turn]")).to_be_hidden()
    red, turn = page.locator('[data-piece="red"]'), page.locator("[data-do=turn]")
    for size in (LAPTOP, TABLET, ON_ITS_SIDE, PHONE, SMALL):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        page.evaluate("scrollTo(0, 0)")
        red.click()
        expect(turn).to_be_in_viewport(ratio=1)
        red.click()
        expect(turn).to_be_disabled()
    red.click()
    turn.click()
    expect(page.locator('[data-field="headline"]')).to_have_text("Maximilian to move")


@pytest.mark.long
def test_a_runner_that_waits_to_be_turned_over_says_how(race: Running, open_page: OpenPage) -> None:
    page = open_page("/board", LAPTOP)
    play(race, "f10")
    told, tip = page.locator(".says--errand"), page.locator(".board__tip")
    expect(told).to_contain_text("Drag it there, tap it, then “Turn over”.")
    race.table.world.put("red", 10)
    expect(told).to_contain_text("Tap the runner, then “Turn over”.")

    red = page.locator('[data-piece="red"]')
    point_at(red, "Turn the runner over")
    point_at(red, "Please lay Alexandra's runner on square 10 face down.")
    red.click()
    page.locator("[data-do=turn]").click()
    expect(told).to_have_count(0)
    expect(tip).to_be_hidden()


@pytest.mark.long
def test_what_is_pointed_at_says_no_more_once_it_is_used(
    race: Running, open_page: OpenPage
) -> None:
    page = open_page("/board", LAPTOP)
    red, tip = page.locator('[data-piece="red"]'), page.locator(".board__tip")
    play(race, "f4", "f3", "f2")
    for colour, square in (("red", 4), ("yellow", 3), ("green", 2)):
        race.table.world.put(colour, square)
    point_at(red, "Your turn")
    red.click()
    expect(tip).to_be_hidden()
    point_at(page.locator('[data-square="8"]'), "It costs 10 carrots.")
    page.locator('[data-square="8"]').click()
    expect(tip).to_be_hidden()
    expect(page.locator('[data-field="headline"]')).to_have_text("Maximilian to move")
    expect(tip).to_be_hidden()


@pytest.mark.long
def test_what_nobody_plays_is_taken_away_and_not_turned_over(
    race: Running, open_page: OpenPage
) -> None:
    page = open_page("/board", LAPTOP)
    play(race, "f10", "f4", "f5")
    for colour, square in (("red", 10), ("yellow", 4), ("green", 5)):
        race.table.world.put(colour, square, face_down=colour == "red")
    race.table.world.put("black", 30)
    instruction(page).to_have_text(
        "Take away what doesn't belong there. The light shows the square."
    )


@pytest.mark.long
def test_a_board_stays_in_its_place_while_a_runner_is_held(
    race: Running, open_page: OpenPage
) -> None:
    page = open_page("/board", SMALL, locale="de")
    expect(page.locator('[data-piece="red"]')).to_be_visible()
    words = "Viele Wörter brauchen Platz. "
    page.evaluate(SAY, words * 8)
    Board(page).hold("red")
    top, usual = page.evaluate(SAY, words * 8)
    for text, higher in (("Kurz.", False), (words * 16, True)):
        now, height = page.evaluate(SAY, text)
        assert abs(now - top) < 1
        assert (height > usual) == higher
    page.mouse.up()
    assert page.evaluate(SAY, "Kurz.")[1] < usual


@pytest.mark.long
def test_a_light_that_is_pointed_at_is_explained(race: Running, open_page: OpenPage) -> None:
    page = open_page("/board", LAPTOP)
    expect(dock(page).locator('[data-field="carrots"]')).to_have_text("65")
    point_at(page.locator('[data-square="4"]'), "It costs 10 carrots.")
    expect(page.locator(".board__tip")).to_contain_text("Pays 30 if you are 3rd when you leave.")
    page.locator('[data-square="30"]').hover()
    expect(page.locator(".board__tip")).to_be_hidden()


def test_a_phone_says_what_to_do(race: Running, open_page: OpenPage) -> None:
    mover, other = open_page("/seat/0", SMALL), open_page("/seat/1", SMALL)
    instruction(mover).to_have_text("Lift your runner onto a lit square, or tap one here.")
    instruction(other).to_contain_text("Until it is your turn")
    told = mover.locator('[data-field="instruction"]').bounding_box()
    assert told is not None
    assert told["y"] + told["height"] < SMALL["height"]


def test_nobody_is_first_before_somebody_runs(race: Running, open_page: OpenPage) -> None:
    phone = open_page("/seat/1", SMALL)
    expect(phone.locator("[data-field='carrots']")).to_be_visible()
    expect(phone.locator(".hand__position")).to_be_hidden()
    places = phone.locator(".player__place")
    expect(places).to_have_text(["", "", ""])
    play(race, "f4")
    expect(phone.locator(".hand__position")).to_have_text("2nd of 3")
    expect(places).to_have_text(["1st", "2nd", "2nd"])


# Phones beside the board, and who plays where


@pytest.mark.long
@pytest.mark.parametrize("width", [700, 1024, 1440])
def test_a_phone_lies_beside_the_board(race: Running, open_page: OpenPage, width: int) -> None:
    page = open_page("/board", {"width": width, "height": 800})
    expect(dock(page).locator('[data-field="carrots"]')).to_have_text("65")
    board, phone = (page.locator(each).bounding_box() for each in (".board-box", ".phone"))
    assert board is not None
    assert phone is not None
    assert phone["x"] >= board["x"] + board["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.long
@pytest.mark.usefixtures("reachable")
def test_it_says_who_has_joined(race: Running, open_page: OpenPage) -> None:
    page = open_page("/board", LAPTOP)
    rows = page.locator(".places__seat > span.soft")
    expect(rows).to_have_text(["free", "free", "free"])
    open_page("/seat/1", PHONE)
    expect(rows).to_have_text(["free", "on a phone", "free"])
    page.get_by_role("button", name="Alexandra plays here").click()
    expect(rows).to_have_text(["on this screen", "on a phone", "free"])
    page.get_by_role("button", name="Sebastian plays here").click()
    expect(rows).to_have_text(["on this screen", "on a phone", "on this screen"])


@pytest.mark.long
@pytest.mark.usefixtures("reachable", "race")
def test_the_code_to_scan_is_seen_whole(open_page: OpenPage) -> None:
    page = open_page("/board", LOW, locale="de")
    code = page.locator(".places .qr")
    for size in (LOW, TABLET):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        expect(code).to_be_in_viewport(ratio=1)


@pytest.mark.long
def test_a_seat_on_the_screen_may_be_taken_by_a_phone(race: Running, open_page: OpenPage) -> None:
    page = open_page("/board", LAPTOP)
    expect(page.locator(".tab")).to_have_count(3)
    phone = open_page("/join", PHONE, extra_http_headers=ELSEWHERE)
    phone.locator('[name="code"]').fill(race.phones.code)
    phone.locator('[data-do="enter-code"]').click()
    phone.locator(".seat-card", has_text="Maximilian").click()
    phone.wait_for_url("**/seat/1")
    expect(phone.locator('[data-field="carrots"]')).to_have_text("65")
    expect(page.locator(".tab")).to_have_count(2)


def test_a_wrong_code_is_refused_at_once(race: Running, open_page: OpenPage) -> None:
    phone = open_page("/join", PHONE, extra_http_headers=ELSEWHERE)
    phone.locator('[name="code"]').fill("000000")
    phone.locator('[data-do="enter-code"]').click()
    expect(phone.locator('[name="code"]')).to_have_attribute("aria-invalid", "true")
    expect(phone.get_by_text("That is not this board's code.")).to_be_visible()
    expect(phone.locator(".seat-card")).to_have_count(3)
    expect(phone.locator(".seat-card").first).to_be_hidden()


# Games that end, or are put away


@pytest.mark.long
def test_a_player_reads_that_the_game_is_saved(race: Running, open_page: OpenPage) -> None:
    phone = open_page("/seat/0", PHONE)
    expect(phone.locator('[data-field="carrots"]')).to_have_text("65")
    race.table.actor.submit(SetAside(race.table.actor.snapshot.version))
    expect(phone.locator(".headline")).to_have_text("The game is saved")
    instruction(phone).to_contain_text("your hand is here as you left it")


@pytest.mark.long
def test_the_host_sees_whose_phone_has_gone(race: Running, open_page: OpenPage) -> None:
    phone = open_page("/seat/1", PHONE)
    expect(phone.locator("body")).to_have_attribute("data-live", "yes")
    host = open_page("/host", PHONE)
    held = host.locator('.hosted[data-seat="1"] .hosted__phone')
    expect(held).to_have_text("On a phone")
    phone.close()
    expect(held).to_have_text("On a phone that is not connected")


@pytest.mark.long
def test_the_same_race_again_is_one_tap(race: Running, open_page: OpenPage) -> None:
    phone = open_page("/seat/1", PHONE)
    others = [open_page(f"/seat/{seat}", PHONE) for seat in (0, 2)]
    play_on(race, 1000)
    facts = phone.locator(".ranking__facts")
    expect(facts).to_have_count(3)
    expect(facts.first).to_contain_text("carrots eaten")
    for colour, square in (("red", 20), ("yellow", 30), ("green", 40)):
        race.table.world.put(colour, square)
    for page in others:
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    phone.get_by_role("button", name="Play again").click()
    expect(phone.locator('[data-field="carrots"]')).to_have_text("65")
    expect(phone.locator(".headline")).to_have_text("Your move")
    for page in (phone, *others):
        expect(page.locator(".headline")).to_be_in_viewport(ratio=1)
        expect(page.locator(".says")).to_have_count(1)
        expect(page.locator(".says .token")).to_have_count(3)
        last, told = (page.locator(each).bounding_box() for each in LAST_OF_ALL)
        assert last is not None
        assert told is not None
        assert last["x"] + last["width"] < told["x"], "no runner lies on the words"
    for colour in COLOURS[:3]:
        race.table.world.knock(colour)
    setup = race.table.actor.snapshot.setup
    assert setup is not None
    assert ([player.name for player in setup.seats], setup.first) == ([*NAMES], 1)
    for page in (phone, *others):
        expect(page.locator('.stop [data-square="1"]')).to_be_in_viewport(ratio=1)


@pytest.mark.long
def test_a_hand_that_is_dealt_is_no_payment(race: Running, open_page: OpenPage) -> None:
    phone = open_page("/seat/1", PHONE, reduced_motion="no-preference")
    play_on(race, 1000)
    expect(phone.locator('[data-field="carrots"]')).not_to_have_text("65")
    phone.evaluate(COUNT_TRAVELS)
    phone.get_by_role("button", name="Play again").click()
    expect(phone.locator('[data-field="carrots"]')).to_have_text("65")
    assert phone.evaluate("window.travels") == 0
    play(race, "f5")
    until(lambda: phone.evaluate("window.travels") == 1, "a payment")


@pytest.mark.long
def test_the_end_shows_how_the_race_went(race: Running, open_page: OpenPage) -> None:
    pages = [open_page(path, LAPTOP) for path in ("/board", "/watch", "/seat/0")]
    play_on(race, 1000)
    for page in pages:
        expect(page.locator(".ranking__row")).to_have_count(3)
        expect(page.locator(".ranking__facts").first).to_contain_text("carrots eaten")
        expect(page.locator(".sketch g")).to_have_count(3)
        expect(page.locator(".sketch__line").first).not_to_have_css("stroke", "none")
        expect(page.locator(".sketch__ticks")).to_have_count(2)  # the first colour needs none
        expect(page.get_by_role("link", name="The story of the race")).to_have_count(1)
    for offered in ("race", "hands"):
        for page in pages[::2]:
            expect(page.locator(f'[data-place="{offered}"]:visible')).to_have_count(0)


KEEP_TURNS: Final = """
  // All turns that a replay tells, also those that pass while the test does not look.
  window.turns = [];
  const told = document.querySelector('[data-field="turn"]');
  new MutationObserver(() => turns.push(told.textContent)).observe(told, { childList: true });
"""


@pytest.mark.long
def test_the_story_goes_through_the_race_on_the_board(race: Running, open_page: OpenPage) -> None:
    play_on(race, 1000)
    game = race.get("/api/games")["games"][0]["game"]
    page = open_page(f"/games/{game}", LOW)
    expect(page.locator(".facts__one")).to_have_count(3)
    page.evaluate(KEEP_TURNS)
    page.get_by_role("button", name="Replay the race").click()
    for part in (".replay .board-box", ".replay__sentence", "[data-do=replay]"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    expect(page.locator(".trace__way")).to_have_count(1)
    first, second, *_ = page.evaluate("turns")
    assert first == "Before the first turn."
    assert second.startswith("1. ")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Continue the replay")).to_be_visible()
