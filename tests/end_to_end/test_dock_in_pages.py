"""Who plays on the screen of a simulated board: hands in the dock, phones beside it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FrameLocator, Page, Route, expect

from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Begin, Play
from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from web.access.address import PageAddress

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
NAMES = ["Ann", "Ben", "Cem"]
TABS = ".tab > span:last-child"


@pytest.fixture
def race(running: Running) -> Running:
    """Ann, Ben and Cem at START."""
    seats = tuple(Player(name, (colour,)) for name, colour in zip(NAMES, COLOURS, strict=False))
    running.table.actor.submit(Begin(Setup(seats)))
    return running


@pytest.fixture
def reachable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones on the network get to the pages."""
    monkeypatch.setattr(PageAddress, "reachable", property(lambda _: True))


def dock(page: Page) -> FrameLocator:
    return page.frame_locator(".phone iframe:not(.is-coming)")


def tabs(page: Page) -> list[str]:
    return page.locator(TABS).all_inner_texts()


@pytest.mark.long
def test_where_no_phone_can_come_all_hands_are_on_this_screen(
    race: Running, open_page: OpenPage
) -> None:
    page = open_page("/board", LAPTOP)
    expect(page.locator(TABS)).to_have_text(NAMES)
    expect(page.locator('[data-place="places"]')).to_be_hidden()
    expect(dock(page).locator('[data-field="carrots"]')).to_have_text("65")
    expect(page.locator('.tab[aria-pressed="true"] > span:last-child')).to_have_text("Ann")


@pytest.mark.long
def test_a_board_opened_in_the_middle_of_a_game_shows_whoever_is_to_move(
    race: Running, open_page: OpenPage
) -> None:
    for seat, action in enumerate(("f5", "f4")):
        race.table.actor.submit(Play(seat, action, race.table.actor.snapshot.version))
    page = open_page("/board", LAPTOP)
    expect(page.locator('.tab[aria-pressed="true"] > span:last-child')).to_have_text("Cem")
    expect(dock(page).locator('[data-field="headline"]')).to_have_text("Your move")


@pytest.mark.long
def test_in_a_new_race_the_phone_follows_the_turn_again(
    running: Running, open_page: OpenPage
) -> None:
    rules = {"start_carrots": 2080, "lettuces": 0, "finish": "first-home"}
    seats = tuple(Player(name, (colour,)) for name, colour in zip(NAMES, COLOURS, strict=False))
    running.table.actor.submit(Begin(Setup(seats, options=rules)))
    page = open_page("/board", LAPTOP)
    page.locator(TABS, has_text="Cem").click()
    expect(page.get_by_label("Follow the turn")).not_to_be_checked()
    running.table.actor.submit(Play(0, "f64", running.table.actor.snapshot.version))
    page.locator('[data-do="again"]').click()
    expect(page.get_by_label("Follow the turn")).to_be_checked()
    expect(page.locator('.tab[aria-pressed="true"] > span:last-child')).to_have_text("Ben")


@pytest.mark.long
def test_the_phone_before_stays_until_the_next_one_is_there(
    race: Running, open_page: OpenPage
) -> None:
    page = open_page("/board", LAPTOP)
    expect(dock(page).locator('[data-field="carrots"]')).to_have_text("65")
    slow: list[Route] = []
    asked = re.compile("/api/seats/1(/|$)")

    def hold(route: Route) -> None:
        slow.append(route)

    page.route(asked, hold)
    race.table.actor.submit(Play(0, "f5", race.table.actor.snapshot.version))
    expect(page.locator('.tab[aria-pressed="true"] > span:last-child')).to_have_text("Ben")
    coming = page.frame_locator(".phone iframe.is-coming")
    expect(coming.locator('body[data-live="no"]')).to_have_count(1)  # it waits for its hand
    expect(dock(page).locator('[data-field="carrots"]')).to_have_text("50")
    for request in slow:
        request.continue_()
    page.unroute(asked)
    expect(page.locator(".phone iframe")).to_have_count(1)
    expect(dock(page).locator('[data-field="headline"]')).to_have_text("Your move")


@pytest.mark.long
def test_whoever_may_take_back_is_asked_on_their_phone(race: Running, open_page: OpenPage) -> None:
    page = open_page("/board", {"width": 1024, "height": 768})
    actor, world = race.table.actor, race.table.world
    actor.submit(Play(0, "f4", actor.snapshot.version))
    world.put("red", 4)
    actor.submit(Play(1, "f10", actor.snapshot.version))
    world.put("yellow", 10, face_down=True)
    actor.submit(Play(2, "f3", actor.snapshot.version))
    world.put("green", 3)
    world.put("red", 5)
    expect(page.locator('.tab[aria-pressed="true"] > span:last-child')).to_have_text("Ben")
    world.put("red", 4)
    expect(page.locator('[data-field="headline"]')).to_have_text("Take back Ann's move?")
    # Ben's runner lies face down, but that is not what is asked now.
    expect(page.locator('[data-field="instruction"]')).to_have_text(
        "Ann takes it back by phone or button, or sets the runner forward again."
    )
    expect(page.locator('.tab[aria-pressed="true"] > span:last-child')).to_have_text("Ann")
    expect(dock(page).locator('[data-field="headline"]')).to_have_text("Take back your move?")
    button = dock(page).get_by_role("button", name="Take back")
    expect(button).to_be_in_viewport(ratio=1)
    expect(dock(page).locator(".take-back p")).to_be_hidden()  # the headline asks, in German too
    button.click()
    expect(page.locator('[data-field="headline"]')).to_have_text("Ann to move")


@pytest.mark.long
@pytest.mark.usefixtures("race")
def test_a_second_screen_says_where_the_seats_are(open_page: OpenPage) -> None:
    first = open_page("/board", LAPTOP)
    expect(first.locator(TABS)).to_have_text(NAMES)
    second = open_page("/board", LAPTOP)
    expect(second.locator(".places__seat > .soft")).to_have_text(["on another screen"] * 3)
    expect(first.locator('[data-place="places"]')).to_be_hidden()


@pytest.mark.long
def test_on_a_small_screen_there_are_ways_to_the_hands(race: Running, open_page: OpenPage) -> None:
    page = open_page("/board", PHONE)
    expect(page.locator(".seat-link > span:last-child")).to_have_text(NAMES)
    page.locator(".seat-link", has_text="Ben").click()
    page.wait_for_url("**/seat/1")
    expect(page.locator('[data-field="name"], .tab[aria-current]').first).to_contain_text("Ben")


@pytest.mark.long
@pytest.mark.usefixtures("reachable")
def test_who_has_no_phone_plays_on_this_screen(race: Running, open_page: OpenPage) -> None:
    phone = open_page("/seat/1", PHONE)
    page = open_page("/board", LAPTOP)
    expect(page.locator(".places .qr")).to_be_visible()
    expect(page.locator(".places .invitation__code")).to_contain_text(race.phones.code)
    assert tabs(page) == []
    page.get_by_role("button", name="All the others play on this screen").click()
    expect(page.locator(TABS)).to_have_text(["Ann", "Cem"])
    expect(page.locator(".places .qr")).to_be_hidden()
    expect(phone.locator('[data-field="carrots"]')).to_have_text("65")

    phone.request.post(f"{race.address}/api/seats/1/leave", data={})
    expect(page.locator(".places summary")).to_have_text("Still free: Ben")
    page.get_by_role("button", name="Ben plays here").click()
    expect(page.locator(TABS)).to_have_text(NAMES)


@pytest.mark.long
@pytest.mark.usefixtures("reachable")
def test_a_phone_that_opens_its_page_is_not_said_to_be_gone(
    race: Running, open_page: OpenPage
) -> None:
    page = open_page("/board", LAPTOP)
    row = page.locator(".places__seat", has_text="Ben")
    expect(row).to_contain_text("free")
    row.evaluate(
        """(row) => {
          window.told = [];
          const note = () => window.told.push(row.querySelector(".soft").textContent);
          const all = { childList: true, characterData: true, subtree: true };
          new MutationObserver(note).observe(row, all);
        }"""
    )
    race.seat(open_page("/join").context, 1)
    expect(row).to_contain_text("on a phone, not connected")  # it never came to its page
    assert page.evaluate("[...new Set(window.told)]") == ["on a phone", "on a phone, not connected"]
    name = row.locator("b > span").last
    assert name.evaluate("(name) => name.getClientRects().length") == 1, "a name stays whole"


@pytest.mark.long
def test_a_seat_that_goes_to_a_phone_leaves_the_screen(race: Running, open_page: OpenPage) -> None:
    page = open_page("/board", LAPTOP)
    expect(page.locator(TABS)).to_have_text(NAMES)
    phone = open_page("/seat/0", PHONE)
    expect(phone.locator('[data-field="carrots"]')).to_have_text("65")
    # It went there without a moment in which it was free: the screen has to ask.
    expect(page.locator(TABS)).to_have_text(["Ben", "Cem"])
    expect(page.locator('.tab[aria-pressed="true"] > span:last-child')).to_have_text("Ben")


@pytest.mark.long
def test_hidden_hands_are_not_even_in_the_page_until_somebody_looks(
    race: Running, open_page: OpenPage
) -> None:
    page = open_page("/board", LAPTOP)
    expect(dock(page).locator('[data-field="carrots"]')).to_have_text("65")
    page.get_by_label("Hide hands").check()
    look = dock(page).locator("[data-do=look]")
    expect(look).to_be_visible()
    expect(dock(page).locator('[data-field="carrots"]')).to_have_count(0)
    look.hover()
    page.mouse.down()
    expect(dock(page).locator('[data-field="carrots"]')).to_have_text("65")
    page.mouse.up()
    expect(dock(page).locator('[data-field="carrots"]')).to_have_count(0)
    page.get_by_label("Hide hands").uncheck()
    expect(dock(page).locator('[data-field="carrots"]')).to_have_text("65")


@pytest.mark.long
def test_the_pin_and_the_code_are_shown_at_the_board(race: Running, open_page: OpenPage) -> None:
    page = open_page("/board", LAPTOP)
    box = page.locator('[data-place="terminal"]')
    box.locator("summary").click()
    expect(box.locator('[data-field="pin"]')).to_have_text(race.phones.pin)
    expect(box.locator(".invitation__code")).to_contain_text(race.phones.code)
    box.locator("summary").click()
    expect(box.locator('[data-field="pin"]')).to_have_text("")


@pytest.mark.long
def test_a_pause_is_seen_from_across_the_room(race: Running, open_page: OpenPage) -> None:
    watch, board = open_page("/watch", LAPTOP), open_page("/board", LAPTOP)
    expect(board.locator(TABS)).to_have_text(NAMES)
    board.request.post(f"{race.address}/api/games/pause", data={"paused": True})
    for page in (watch, board):
        expect(page.locator('[data-field="instruction"]')).to_contain_text("paused the game")
    expect(watch.locator("body")).to_have_class("watch is-paused")
    board.request.post(f"{race.address}/api/games/pause", data={"paused": False})
    expect(watch.locator('[data-field="instruction"]')).not_to_contain_text("paused")


@pytest.mark.long
@pytest.mark.parametrize("path", ["/board", "/watch"])
def test_the_board_is_drawn_whatever_becomes_of_the_window(
    open_page: Callable[..., Page], path: str
) -> None:
    page = open_page(path, {"width": 768, "height": 1024})
    square = page.locator('[data-square="1"]')
    expect(square).to_be_visible()
    for width, height in ((1280, 800), (360, 780), (1280, 800), (900, 700)):
        page.set_viewport_size({"width": width, "height": height})
        box = square.bounding_box()
        assert box is not None
        assert box["width"] > 30, (width, box)
