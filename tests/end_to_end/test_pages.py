"""Whole games in a real browser: runners dragged on the board, buttons pressed on phones."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.end_to_end.conftest import PHONE, Running
from tests.support.end_to_end.set_up import choose_rules
from tests.support.end_to_end.table_driver import Board, Finger, Play

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
COLOURS = ("red", "blue", "green")
LETTUCES = (10, 22, 42, 57)
MOST_ACTIONS = 400
SHORT: Any = {"start_carrots": 250, "lettuces": 1}
"""House rules of a game that takes fewer turns."""


def set_up(page: Page, names: tuple[str, ...] = ("Ann", "Ben", "Cem"), **options: Any) -> None:
    for seat, (name, colour) in enumerate(zip(names, COLOURS, strict=True)):
        page.locator(f'[name="name-{seat}"]').fill(name)
        page.locator(f'[name="colour-{seat}"][value="{colour}"]').check(force=True)
    if options:
        choose_rules(page, **options)
    page.locator('[data-do="start"]').click()
    page.wait_for_url(lambda url: not url.endswith("/setup"))


@pytest.mark.long
def test_three_players_race_to_the_last_place_with_mouse_and_phones(
    running: Running, open_page: OpenPage
) -> None:
    set_up(open_page("/setup"), **SHORT)
    board = Board(open_page("/board"))
    phones = [open_page(f"/seat/{seat}", PHONE) for seat in range(3)]
    spectator = open_page("/watch")
    play = Play(running, phones, seed=1)

    refused_move_is_explained(board, phones[0], play)

    def carry(seat: int, action: str, square: int) -> None:
        if action == "chew":
            board.turn_over(COLOURS[seat])
            return
        board.drag(COLOURS[seat], square)
        if square in LETTUCES:
            expect(board.page.locator('[data-place="table"]')).to_contain_text("face down")
            board.turn_over(COLOURS[seat])

    for _ in range(MOST_ACTIONS):
        if not play.step(carry):
            break
    view = play.view()
    assert view["phase"] == "over"
    assert [each["place"] for each in view["ranking"]] == [1, 2, 3]
    assert {"H", "T", "L", "C", "chew", "HOME"} <= play.met
    assert play.met & {"give-ten", "more-behind", "restore", "free-ride", "lose-half", "show"}
    winner = view["ranking"][0]
    for seat, page in enumerate((*phones, spectator, board.page)):
        own = seat == winner["seat"]
        expect(page.locator('[data-field="headline"]')).to_have_text(
            f"{'You have' if own else winner['name'] + ' has'} won the race"
        )


def refused_move_is_explained(board: Board, phone: Page, play: Play) -> None:
    """Ann tries a tortoise, is told why not, and takes the runner off again."""
    board.drag("red", 11)
    expect(phone.locator('[data-field="refusal"]')).to_contain_text(
        "Square 11 is a tortoise: you can only move back to it."
    )
    expect(board.page.locator('[data-place="table"]')).to_contain_text("may not stop on square 11")
    assert play.view()["seats"][0]["runners"][0]["square"] == 0
    board.knock_off("red")
    expect(phone.locator('[data-field="refusal"]')).to_be_hidden()


@pytest.mark.long
def test_a_game_on_phone_size_pages_with_fingers(running: Running, open_page: OpenPage) -> None:
    touch = {"has_touch": True, "is_mobile": True}
    set_up(open_page("/setup", PHONE, **touch), **SHORT)
    board = Board(open_page("/board", PHONE, **touch), Finger)
    phones = [open_page(f"/seat/{seat}", PHONE, **touch) for seat in range(3)]
    play = Play(running, phones, seed=5)

    def carry(seat: int, action: str, square: int) -> None:
        table = board.page.locator('[data-place="table"]')
        if action == "chew":
            phones[seat].locator('.choice[data-action="chew"]').tap()
            expect(table).to_contain_text("upright")
            board.turn_over(COLOURS[seat])
        elif play.rng.random() < 0.5:
            board.drag(COLOURS[seat], square)
        else:
            # Chosen on the phone, then carried on the board: an errand.
            version = play.view()["version"]
            phones[seat].locator(f'.dest__row[data-action="{action}"]').tap()
            phones[seat].locator(f'[data-confirm="{action}"]').tap()
            play.until_played(version)
            if play.view()["phase"] == "over":
                return
            expect(table).to_contain_text("Please")
            board.drag(COLOURS[seat], square)
        if square in LETTUCES and action != "chew":
            expect(table).to_contain_text("face down")
            board.turn_over(COLOURS[seat])

    for _ in range(MOST_ACTIONS):
        if not play.step(carry):
            break
    assert play.view()["phase"] == "over"
    assert {"H", "T", "L", "HOME"} <= play.met


@pytest.mark.long
def test_a_move_is_taken_back_with_wood_and_button(running: Running, open_page: OpenPage) -> None:
    set_up(open_page("/setup"))
    board = Board(open_page("/board"))
    phone = open_page("/seat/0", PHONE)
    play = Play(running, [phone], seed=0)
    version = play.view()["version"]
    board.drag("red", 5)
    play.until_played(version)
    version = play.view()["version"]
    board.knock_off("red")
    expect(phone.locator('[data-field="headline"]')).to_have_text("Take back your move?")
    board.press("confirm")
    play.until_played(version)
    assert play.view()["seats"][0]["runners"][0]["square"] == 0
    assert play.view()["to_act"] == 0


@pytest.mark.long
def test_a_game_is_abandoned_and_another_begun(open_page: OpenPage) -> None:
    page = open_page("/setup")
    set_up(page)
    address = page.url.rsplit("/", 1)[0]
    page.goto(f"{address}/host")
    page.locator('[data-do="abandon"]').click()
    page.locator('[data-do="sure"]').click()
    expect(page.locator('[data-do="abandon"]')).to_be_hidden()
    page.goto(f"{address}/setup")
    set_up(page, ("Dot", "Eli", "Fay"))


@pytest.mark.long
def test_a_page_that_loses_the_board_says_so(running: Running, open_page: OpenPage) -> None:
    set_up(open_page("/setup"))
    phone = open_page("/seat/0", PHONE)
    expect(phone.locator("body")).to_have_attribute("data-live", "yes")
    running.table.actor.stop()
    expect(phone.locator("body")).to_have_attribute("data-live", "no")
    expect(phone.locator("body")).to_contain_text("Lost contact")
