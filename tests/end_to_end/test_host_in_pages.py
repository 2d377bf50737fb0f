"""The host: who may be it, and what it does to everybody's game."""

from collections.abc import Callable
from functools import partial
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from controller.game.pieces import COLOURS
from controller.table.commands import Abandon
from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.support.companion import ELSEWHERE
from tests.support.end_to_end.races import begin, games, hand, watch
from tests.support.waiting import until

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
FINGERS: Final = {"has_touch": True, "is_mobile": True}
SMALLEST: Final = {"width": 320, "height": 640}
FAR: Final = {"extra_http_headers": ELSEWHERE}


def press(page: Page, what: str) -> None:
    page.locator(f'[data-do="{what}"]').click()


def sure(page: Page) -> None:
    """Say yes to what is asked."""
    page.locator('.dialog [data-do="sure"]').click()
    expect(page.locator(".dialog")).to_have_count(0)


def sticks_out(page: Page) -> bool:
    wide: int = page.evaluate("() => document.documentElement.scrollWidth")
    shown: int = page.evaluate("() => innerWidth")
    return wide > shown


def test_only_who_knows_the_pin_is_the_host(running: Running, open_page: OpenPage) -> None:
    begin(running)
    page = open_page("/host", PHONE, **FAR)
    pin = page.locator('.dialog [name="pin"]')
    wrong = "000000" if running.phones.pin != "000000" else "111111"
    pin.fill(wrong)
    press(page, "enter-pin")
    expect(page.locator('[data-field="pin-wrong"]')).to_be_visible()
    expect(page.locator('[data-place="host"]')).to_be_hidden()
    assert page.locator(".invitation").count() == 0

    pin.fill(running.phones.pin)
    press(page, "enter-pin")
    expect(page.locator(".invitation__code > [aria-hidden]")).to_have_text(running.phones.code)
    page.reload()
    expect(page.locator('[data-place="host"]')).to_be_visible()

    press(page, "leave-host")
    page.wait_for_url(lambda url: not url.endswith("/host"))
    page.goto(running.address + "/host")
    expect(page.locator('.dialog [name="pin"]')).to_be_visible()


@pytest.mark.long
def test_who_changes_their_mind_can_still_become_the_host(
    running: Running, open_page: OpenPage
) -> None:
    page = open_page("/host", PHONE, **FAR)
    press(page, "cancel")
    expect(page.locator('[data-place="host"]')).to_be_hidden()
    press(page, "ask-pin")
    expect(page.locator('.dialog [name="pin"]')).to_be_visible()


@pytest.mark.long
def test_a_new_code_takes_the_old_ones_place(running: Running, open_page: OpenPage) -> None:
    page = open_page("/host")
    code = page.locator(".invitation__code > [aria-hidden]")
    old = running.phones.code
    expect(code).to_have_text(old)
    press(page, "new-code")
    sure(page)
    expect(code).not_to_have_text(old)
    expect(code).to_have_text(running.phones.code)
    expect(page.locator(".invitation")).to_contain_text("--host 0.0.0.0")


@pytest.mark.long
def test_a_pause_is_seen_by_everybody_and_ends(running: Running, open_page: OpenPage) -> None:
    begin(running)
    page = open_page("/host", PHONE, **FINGERS)
    player = open_page("/seat/0", PHONE)
    page.locator('[data-do="pause"]').tap()
    expect(player.locator('[data-field="instruction"]')).to_contain_text("paused the game")
    assert watch(running)["paused"] is True
    page.locator('[data-do="go-on"]').tap()
    expect(page.locator('[data-do="pause"]')).to_be_visible()
    expect(player.locator('[data-place="table"]')).to_be_empty()
    assert watch(running)["paused"] is False


@pytest.mark.long
def test_a_seat_is_freed_from_its_phone(running: Running, open_page: OpenPage) -> None:
    begin(running)
    player = open_page("/seat/1", PHONE)
    page = open_page("/host", PHONE)
    taken = page.locator(".hosted__phone--taken")
    expect(taken).to_have_count(1)
    page.get_by_role("button", name="Free Ben's seat").click()
    sure(page)
    expect(taken).to_have_count(0)
    assert not watch(running)["seats"][1]["taken"]
    expect(player.locator('[data-place="hand"]')).to_be_hidden()


def wrong_runner(running: Running, page: Page) -> None:
    """Ben's runner is moved though Ann is to move."""
    running.table.world.put("yellow", 17)
    expect(page.locator('[data-mend="board"]')).to_be_enabled()


@pytest.mark.long
def test_the_board_is_right(running: Running, open_page: OpenPage) -> None:
    begin(running)
    page = open_page("/host", PHONE)
    wrong_runner(running, page)
    page.locator('[data-mend="board"]').click()
    sure(page)
    expect(page.locator('[data-place="mend"]')).to_be_hidden()
    assert [each["runners"][0]["square"] for each in watch(running)["seats"]] == [0, 17, 0]


@pytest.mark.long
def test_a_move_that_is_being_made_counts_though_the_board_is_right(
    running: Running, open_page: OpenPage
) -> None:
    begin(running)
    page = open_page("/host", PHONE)
    wrong_runner(running, page)
    running.table.world.put("red", 5)
    expect(page.locator('[data-place="table"]')).to_contain_text("Ann to square 5, once")
    expect(page.locator('[data-place="waits"]')).to_be_hidden()  # what cannot be confirmed yet
    page.locator('[data-mend="board"]').click()
    question = "The move that is being made counts as usual."
    expect(page.locator("dialog[open]")).to_contain_text(question)
    sure(page)
    until(lambda: watch(running)["to_act"] == 1, "the move")
    assert [each["runners"][0]["square"] for each in watch(running)["seats"]] == [5, 17, 0]


@pytest.mark.long
def test_the_game_is_right(running: Running, open_page: OpenPage) -> None:
    begin(running)
    page = open_page("/host", PHONE)
    wrong_runner(running, page)
    page.locator('[data-mend="game"]').click()
    expect(page.locator('[data-place="mend"]')).to_be_hidden()
    expect(page.locator(".says--errand")).to_have_count(1)
    assert [each["runners"][0]["square"] for each in watch(running)["seats"]] == [0, 0, 0]


@pytest.mark.long
def test_the_host_confirms_for_who_has_no_phone(running: Running, open_page: OpenPage) -> None:
    def stands(seat: int, square: int) -> bool:
        return bool(watch(running)["seats"][seat]["runners"][0]["square"] == square)

    begin(running)
    world = running.table.world
    for seat, square in ((0, 5), (1, 7), (2, 2), (0, 8)):
        world.put(COLOURS[seat], square)
        until(partial(stands, seat, square), "the move")
    page = open_page("/host", PHONE)
    world.put("red", 5)  # Where it came from: a take-back is meant.
    expect(page.locator('[data-field="waits"]')).to_contain_text("Take this back?")
    press(page, "confirm")
    until(partial(stands, 0, 5), "the move taken back")


@pytest.mark.long
def test_a_game_is_put_away_and_gone_on_with(running: Running, open_page: OpenPage) -> None:
    begin(running, 6)
    before = [hand(running, seat) for seat in range(3)]
    page = open_page("/host", PHONE)
    press(page, "set-aside")
    sure(page)
    expect(page.locator(".game__state")).to_have_text(["Saved after 7 turns."])
    expect(page.get_by_role("link", name="Set up a game")).to_be_visible()
    assert watch(running)["phase"] == "setup"

    begin(running)
    expect(page.locator(".game")).to_have_count(2)
    press(page, "load")
    sure(page)  # The other one is put away first.
    expect(page.locator(".game__state")).to_have_text(["Saved after 1 turn.", "Under way."])
    assert [hand(running, seat) for seat in range(3)] == before


@pytest.mark.long
def test_a_game_is_ended_only_after_a_question(running: Running, open_page: OpenPage) -> None:
    begin(running, 3)
    page = open_page("/host", PHONE)
    press(page, "abandon")
    press(page, "cancel")
    assert watch(running)["phase"] == "playing"
    press(page, "abandon")
    sure(page)
    expect(page.locator(".game__state")).to_have_text(["Ended early, after 4 turns."])
    expect(page.get_by_role("link", name="Record:")).to_have_count(0)  # it would tell the hands


@pytest.mark.long
def test_the_record_of_a_game_that_is_over_is_kept(running: Running, open_page: OpenPage) -> None:
    begin(running, 1000)
    page = open_page("/host", PHONE)
    with page.expect_download() as kept:
        page.get_by_role("link", name="Record:").click()
    number = games(running)[0]["game"]
    assert kept.value.suggested_filename == f"hareboard-{number}.txt"


@pytest.mark.long
def test_games_that_have_still_to_be_read_are_listed_as_they_are(
    running: Running, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.table.actor.REPLAYED", 1)
    service = running.table.actor
    for _ in range(3):
        begin(running)
        service.submit(Abandon(service.snapshot.version))
    page = open_page("/host", PHONE)
    expect(page.locator(".game")).to_have_count(3)
    expect(page.locator('[data-place="unread-games"]')).to_be_hidden()
    assert running.get("/api/games")["unread"] == 0


@pytest.mark.long
@pytest.mark.parametrize("board", ["sim://"])
def test_readers_that_are_out_are_named(running: Running, open_page: OpenPage) -> None:
    page = open_page("/host", PHONE)
    says = page.locator('[data-field="readers"]')
    expect(says).to_have_text("All 64 readers are working.")
    fault = {"square": 7, "fault": "silent", "on": True}
    assert page.request.post(f"{running.address}/api/simulator/fault", data=fault).ok
    expect(says).to_contain_text("square 7")


@pytest.mark.long
@pytest.mark.parametrize("how", ["small", "zoomed"])
def test_nothing_sticks_out(how: str, running: Running, open_page: OpenPage) -> None:
    begin(running, 600)
    number = games(running)[0]["game"]
    for path in ("/host", f"/games/{number}"):
        page = open_page(path, SMALLEST if how == "small" else LAPTOP)
        expect(page.locator(".game, .chart").first).to_be_visible()
        if how == "zoomed":
            page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        assert not sticks_out(page), path
