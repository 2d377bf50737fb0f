"""Everybody's own hand: on one phone, live or plainly not, and covered where a phone is shared."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.table.commands import Abandon, Begin, Pause, Play
from tests.end_to_end.conftest import PHONE, Running
from tests.support.end_to_end.company import begin_with
from tests.support.end_to_end.phones import cover_is_held

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
THREE = Setup(
    seats=tuple(
        Player(*each) for each in (("Ann", ("red",)), ("Ben", ("blue",)), ("Cem", ("green",)))
    )
)

ASLEEP = """() => {
  const real = Date.now;
  const slept = performance.now();
  Date.now = () => real() + 600_000;
  window.slept = slept;
}"""


@pytest.fixture
def started(running: Running) -> Running:
    running.table.actor.submit(Begin(THREE))
    return running


def headline(page: Page) -> Any:
    return expect(page.locator('[data-field="headline"]'))


def shown(page: Page) -> str:
    """Everything a page holds, seen or not."""
    return str(page.evaluate("document.title + document.documentElement.outerHTML"))


def taken_in(page: Page) -> None:
    """Wait until the page has made something of every answer that it has got so far."""
    later = "fetch('/api/watch').then((answer) => answer.json())"
    page.evaluate(f"{later}.then(() => new Promise(requestAnimationFrame))")


def test_a_hand_is_on_the_phone_that_holds_the_seat_and_on_no_other(
    started: Running, open_page: OpenPage
) -> None:
    ann = open_page("/seat/0", PHONE)
    expect(ann.locator('[data-field="carrots"]')).to_have_text("65")
    thief = open_page("/seat/1", PHONE)
    thief.goto(started.address + "/seat/0")
    headline(thief).to_have_text("This hand is not on this phone")
    assert thief.locator(".hand, .dest, .stop").count() == 0
    expect(thief.get_by_role("link", name="Take a seat")).to_be_visible()


@pytest.mark.long
def test_a_hand_that_is_taken_away_leaves_the_page(started: Running, open_page: OpenPage) -> None:
    ann = open_page("/seat/0", PHONE)
    expect(ann.locator(".dest").first).to_be_visible()
    started.phones.leave("Ann")
    headline(ann).to_have_text("This hand is not on this phone")
    expect(ann.locator('[data-field="instruction"]')).to_have_text("")
    page = shown(ann)
    assert "65" not in page.split("<main")[1].split("<footer")[0]
    assert ann.locator(".hand, .dest, .stop, .log__entry").count() == 0
    started.seat(ann.context, 0)
    ann.reload()
    expect(ann.locator('[data-field="carrots"]')).to_have_text("65")


@pytest.mark.long
def test_a_hand_may_be_taken_away_before_the_way_of_the_next_game_has_come(
    started: Running, open_page: OpenPage
) -> None:
    ann = open_page("/seat/0", PHONE)
    expect(ann.locator(".dest").first).to_be_visible()
    over = {**started.get("/api/seats/0"), "phase": "over"}
    ann.route("**/api/seats/0", lambda route: route.fulfill(json=over))
    ann.route("**/api/seats/0/live", lambda route: route.abort())
    ann.reload()
    expect(ann.locator("body")).to_have_attribute("data-phase", "over")
    coming: list[Route] = []
    ann.route("**/api/track", lambda route: coming.append(route))  # noqa: PLW0108 - it takes no built-in
    ann.unroute("**/api/seats/0/live")
    expect(ann.locator("body")).to_have_attribute("data-phase", "playing")
    ann.unroute("**/api/seats/0")
    started.phones.leave("Ann")
    headline(ann).to_have_text("This hand is not on this phone")
    with ann.expect_response("**/api/track"):
        coming[0].continue_()
    taken_in(ann)
    headline(ann).to_have_text("This hand is not on this phone")


@pytest.mark.long
@pytest.mark.parametrize("away", [True, False])
def test_a_phone_that_stayed_open_shows_the_track_of_the_next_race(
    started: Running, open_page: OpenPage, away: bool
) -> None:
    ann = open_page("/seat/0", PHONE)
    seventh = ann.locator('.stop [data-square="7"] .unseen')
    expect(seventh).to_contain_text("Square 7, flag")
    actor = started.table.actor
    if not away:  # it sees no moment without a race
        stayed = started.get("/api/seats/0")
        ann.route("**/api/seats/0/live", lambda route: route.abort())
        ann.route("**/api/seats/0", lambda route: route.fulfill(json=stayed))
    actor.submit(Abandon(actor.snapshot.version))
    if away:
        headline(ann).to_have_text("Nobody sits here")
    actor.submit(Begin(msgspec.structs.replace(THREE, edition="intellect-1974")))
    if not away:
        ann.unroute("**/api/seats/0")
        ann.unroute("**/api/seats/0/live")
    expect(seventh).to_contain_text("Square 7, lettuce")


@pytest.mark.long
def test_a_refusal_that_comes_late_takes_no_hand_of_the_next_race(
    started: Running, open_page: OpenPage
) -> None:
    ann = open_page("/seat/0", PHONE)
    expect(ann.locator("body")).to_have_attribute("data-live", "yes")
    late: list[Route] = []
    ann.route("**/api/seats/0", lambda route: late.append(route))  # noqa: PLW0108 - it takes no built-in
    actor = started.table.actor
    with ann.expect_request("**/api/seats/0"):
        actor.submit(Abandon(actor.snapshot.version))
    actor.submit(Begin(THREE))
    expect(ann.locator("body")).to_have_attribute("data-live", "yes")
    headline(ann).to_have_text("Your move")
    error = {"code": "no-such-seat", "message": "There is no such seat.", "reasons": []}
    with ann.expect_response("**/api/seats/0"):
        late[0].fulfill(status=404, json={"ok": False, "error": error})
    taken_in(ann)
    headline(ann).to_have_text("Your move")


@pytest.mark.long
def test_a_shared_phone_covers_a_hand_until_its_button_is_held(
    started: Running, open_page: OpenPage
) -> None:
    phone = open_page("/seat/0", PHONE)
    started.seat(phone.context, 1)
    phone.reload()
    headline(phone).to_have_text("Your move")
    button = phone.locator('[data-do="look"]')
    expect(button).to_be_visible()
    covered(phone)

    with cover_is_held(phone):
        expect(phone.locator('[data-field="carrots"]')).to_have_text("65")
        expect(phone.locator(".dest").first).to_be_attached()
    covered(phone)

    button.focus()
    for key in ("Space", "Enter"):
        phone.keyboard.down(key)
        expect(phone.locator('[data-field="carrots"]')).to_have_text("65")
        phone.keyboard.up(key)
        covered(phone)

    # Whoever looks away, or at something else, is done looking.
    phone.keyboard.down("Space")
    expect(phone.locator(".hand")).to_be_visible()
    phone.evaluate("dispatchEvent(new Event('blur'))")
    covered(phone)
    phone.keyboard.up("Space")

    phone.get_by_role("link", name="Ben").click()
    headline(phone).to_have_text("Ann to move")
    covered(phone)
    expect(phone.get_by_role("link", name="Give the phone to Ann")).to_be_visible()


def covered(phone: Page) -> None:
    """Nothing of a hand is in the page, not even hidden."""
    assert phone.locator(".hand, .dest, .choice, .stop, .log__entry, .strip__goals i").count() == 0
    assert not re.search(r"\b65\b", shown(phone).split("<main")[1].split("<footer")[0])


@pytest.mark.long
def test_a_covered_hand_stays_open_for_a_turn_if_asked(
    started: Running, open_page: OpenPage
) -> None:
    phone = open_page("/seat/0", PHONE)
    started.seat(phone.context, 1)
    phone.reload()
    phone.get_by_role("switch", name="Keep open for my turn").check()
    with cover_is_held(phone):
        pass
    phone.locator('.dest__row[data-action="f2"]').click()
    phone.locator('[data-confirm="f2"]').click()
    headline(phone).to_have_text("Ben to move")
    covered(phone)


@pytest.mark.long
def test_a_question_about_a_move_tells_its_price_when_one_moves_again(
    running: Running, open_page: OpenPage
) -> None:
    begin_with(running, "more-behind")
    actor = running.table.actor
    for seat, action in ((0, "f5"), (1, "f7")):
        actor.submit(Play(seat, action, actor.snapshot.version))
    cem = open_page("/seat/2", PHONE)
    cem.locator('.stop [data-square="9"]').click()
    sheet = cem.locator('[data-place="sheet"]')
    expect(sheet).to_contain_text("It costs 45 carrots.")
    actor.submit(Play(2, "f3", actor.snapshot.version))  # by hand: the last one moves again
    expect(sheet).to_contain_text("It costs 21 carrots.")


def test_the_little_track_offers_lit_squares_and_says_why_others_are_dark(
    started: Running, open_page: OpenPage
) -> None:
    ann = open_page("/seat/0", PHONE)
    ann.locator('.stop [data-square="11"]').click()
    sheet = ann.locator('[data-place="sheet"]')
    expect(sheet).to_contain_text("Square 11 is a tortoise: you can only move back to it.")
    ann.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(ann.locator('.stop [data-square="11"]')).to_be_focused()

    # With keys alone: along the track, and back to where one was.
    ann.keyboard.press("Home")
    ann.keyboard.press("ArrowRight")
    expect(ann.locator('.stop [data-square="2"]')).to_be_focused()
    ann.keyboard.press("Enter")
    expect(sheet).to_contain_text("It costs 3 carrots.You keep 62 carrots.")
    expect(sheet.locator('[data-confirm="f2"]')).to_be_focused()
    ann.keyboard.press("Enter")
    headline(ann).to_have_text("Ben to move")
    expect(ann.locator(".stop.is-lit")).to_have_count(0)
    expect(ann.locator('[data-field="carrots"]')).to_have_text("62")


@pytest.mark.long
def test_a_double_tap_counts_once(started: Running, open_page: OpenPage) -> None:
    ann = open_page("/seat/0", PHONE)
    posted: list[str] = []
    ann.on("request", lambda each: posted.append(each.url) if each.method == "POST" else None)
    ann.locator('.dest__row[data-action="f2"]').click()
    ann.evaluate("""() => {
      const move = document.querySelector('[data-confirm="f2"]');
      move.click();
      move.click();
      move.click();
    }""")
    headline(ann).to_have_text("Ben to move")
    assert len([each for each in posted if each.endswith("/play")]) == 1


@pytest.mark.long
def test_a_phone_that_wakes_is_stale_until_it_has_heard_the_board(
    started: Running, open_page: OpenPage
) -> None:
    ann = open_page("/seat/0", PHONE)
    expect(ann.locator("body")).to_have_attribute("data-live", "yes")
    ann.route("**/api/seats/0*", lambda route: route.abort())
    ann.route("**/api/seats/0/live", lambda route: route.abort())
    ann.evaluate(ASLEEP)
    expect(ann.locator("body")).to_have_attribute("data-live", "no")
    expect(ann.locator('[data-field="lost"]')).to_contain_text("Reconnecting")
    expect(ann.locator('[data-place="turn"]')).to_have_js_property("inert", True)
    ann.unroute_all()
    expect(ann.locator("body")).to_have_attribute("data-live", "yes")
    expect(ann.locator('[data-place="turn"]')).to_have_js_property("inert", False)


@pytest.mark.long
def test_a_paused_game_can_be_looked_at_and_not_played(
    started: Running, open_page: OpenPage
) -> None:
    ann = open_page("/seat/0", PHONE)
    started.table.actor.submit(Pause(paused=True))
    expect(ann.locator('[data-field="instruction"]')).to_contain_text("paused the game")
    expect(ann.locator('[data-place="turn"]')).to_have_js_property("inert", True)
    started.table.actor.submit(Pause(paused=False))
    expect(ann.locator('[data-place="table"]')).to_be_empty()
    expect(ann.locator('[data-place="turn"]')).to_have_js_property("inert", False)


@pytest.mark.long
def test_a_seat_is_handed_over_and_left(started: Running, open_page: OpenPage) -> None:
    ann, other = open_page("/seat/0", PHONE), open_page("/", PHONE)
    ann.locator('[data-do="menu"]').click()
    ann.locator('[data-do="hand-over"]').click()
    expect(ann.get_by_role("img", name="A code to scan")).to_be_visible()
    link = ann.locator('[data-field="hand-over-link"]').inner_text() or ann.locator(
        '[data-field="hand-over-link"]'
    ).evaluate("each => each.textContent")
    answer = other.context.request.post(
        started.address + "/api/join", data={"seat": None, "code": link.split("#")[1]}
    )
    assert answer.ok
    headline(ann).to_have_text("This hand is not on this phone")
    expect(ann.get_by_role("dialog")).to_have_count(0)

    other.goto(started.address + "/seat/0")
    headline(other).to_have_text("Your move")
    other.locator('[data-do="menu"]').click()
    other.locator('[data-do="leave"]').click()
    other.locator('[data-do="leave-yes"]').click()
    other.wait_for_url(started.address + "/")
    assert started.phones.holder("Ann") is None


def test_the_rules_of_the_game_are_a_page(started: Running, open_page: OpenPage) -> None:
    page = open_page("/rules", PHONE)
    expect(page.locator('[data-field="edition"]')).to_have_text("Parlett 2018")
    expect(page.locator(".deck__card").first).to_be_visible()
    expect(page.locator('[data-place="costs"] b').nth(3)).to_have_text("10")


@pytest.mark.long
def test_another_board_at_the_same_address_is_not_taken_for_this_one(
    started: Running, open_page: OpenPage
) -> None:
    ann = open_page("/seat/0", PHONE)
    expect(ann.locator('[data-field="carrots"]')).to_have_text("65")
    other = {**started.get("/api/seats/0"), "board": "another"}
    ann.route("**/api/seats/0", lambda route: route.fulfill(json=other))
    ann.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    headline(ann).to_have_text("This is another board")
    assert ann.locator(".hand, .dest, .stop").count() == 0
    ann.unroute_all()
    ann.get_by_role("button", name="Look at this board").click()
    expect(ann.locator('[data-field="carrots"]')).to_have_text("65")


@pytest.mark.long
def test_the_focus_is_never_lost(started: Running, open_page: OpenPage) -> None:
    ann = open_page("/seat/0", PHONE)
    ann.locator('.dest__row[data-action="f2"]').focus()
    ann.keyboard.press("Enter")
    expect(ann.locator('[data-confirm="f2"]')).to_be_focused()
    ann.keyboard.press("Enter")
    headline(ann).to_have_text("Ben to move")
    expect(ann.locator('[data-field="headline"]')).to_be_focused()
