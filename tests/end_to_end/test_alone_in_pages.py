"""One person against opponents that the program plays, in a real browser."""

import random
import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Begin, Play
from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.support.companion import ELSEWHERE
from tests.support.end_to_end.newcomers import dock
from tests.support.end_to_end.phones import tap_action
from tests.support.end_to_end.set_up import choose_rules
from tests.support.waiting import until
from tests.support.web.views import view
from tools.autoplayer import choose
from web.languages.language import in_english

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
NARROW: Final = {"width": 320, "height": 640}
ALONE: Final = 'a[href="/setup#alone"]'
START: Final = '[data-do="start"]'
NEAR_PX: Final = 40


def begin(running: Running, *opponents: str, **settings: Any) -> None:
    """Ann against these characters."""
    others = (Player(each.capitalize(), (), each) for each in opponents)
    seats = tuple(
        Player(each.name, (colour,), each.opponent)
        for each, colour in zip((Player("Ann", ()), *others), COLOURS, strict=False)
    )
    running.table.actor.submit(Begin(Setup(seats, **settings)))


def test_two_taps_lead_from_the_empty_page_into_a_race_against_three(
    running: Running, open_page: OpenPage
) -> None:
    page = open_page("/", LAPTOP)
    page.locator(ALONE).click()
    expect(page.locator('[data-field="against"]')).to_have_text(
        "The program plays Frog, Squirrel and Owlet."
    )
    page.locator(START).click()
    page.wait_for_url("**/board")
    assert [seat["opponent"] for seat in running.get("/api/watch")["seats"]] == [
        None,
        "alternator",
        "sprinter",
        "strategist-1",
    ]
    headline = page.locator('[data-field="headline"]')
    expect(headline).to_have_text("Clover to move")
    expect(dock(page).locator('[data-field="carrots"]')).to_have_text("65")
    expect(page.locator('[data-place="places"]')).to_be_hidden()
    expect(page.locator(".dock__tabs")).to_be_hidden()
    expect(page.get_by_label("Follow the turn")).to_be_hidden()
    expect(page.get_by_label("Hide hands")).to_be_visible()

    actor = running.table.actor
    actor.submit(Play(0, "f5", actor.snapshot.version))
    expect(headline).to_have_text("Frog thinks")
    expect(page.locator('[data-place="mover"] .face')).to_have_css(
        "background-image", re.compile(r"/faces/alternator\.svg")
    )
    # What was played by phone carries itself, and the race goes on.
    expect(page.locator('[data-field="log"]')).to_contain_text("Frog")
    assert running.table.world.piece("red").square == 5


@pytest.fixture
def carries() -> bool:
    """Opponents' runners carry themselves."""
    return True


@pytest.mark.long
def test_who_plays_against_one_is_said_below_what_was_tapped(open_page: OpenPage) -> None:
    page = open_page("/setup", LAPTOP)
    page.locator('[data-do="alone"]').click()
    expect(page.locator('[data-field="against"]')).to_contain_text("Frog")
    tapped = page.locator('[data-do="alone"]').bounding_box()
    told = page.locator('[data-field="against"]').bounding_box()
    assert tapped is not None
    assert told is not None
    assert 0 <= told["y"] - (tapped["y"] + tapped["height"]) < NEAR_PX


@pytest.mark.long
def test_an_opponent_is_chosen_by_keyboard_on_the_narrowest_screen_in_german(
    open_page: OpenPage,
) -> None:
    page = open_page("/setup", NARROW, locale="de-DE")
    for row, name in ((1, "Frosch"), (2, "Frosch 2")):
        who = page.locator(f'[data-row="{row}"] .racer__who')
        expect(who).to_be_visible()  # the form comes with the first view
        who.focus()
        page.keyboard.press("Enter")
        expect(page.locator('[data-pick="person"]')).to_be_focused()
        for _ in range(2):
            page.keyboard.press("Tab")
        expect(page.locator('[data-pick="alternator"]')).to_be_focused()
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
        page.keyboard.press("Enter")
        expect(page.locator(f'[name="name-{row}"]')).to_have_value(name)
        expect(who).to_be_focused()
        expect(who).to_have_accessible_name(re.compile(r"^Wer spielt: Frosch\. leicht"))
    expect(page.locator('[data-field="against"]')).to_have_text(
        "Das Programm spielt für Frosch und Frosch 2."
    )
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]

    page.reload()
    expect(page.locator('[name="name-2"]')).to_have_value("Frosch 2")
    page.locator('[data-row="1"] .racer__who').click()
    page.locator('[data-pick="person"]').click()
    expect(page.locator('[name="name-1"]')).to_have_value("Ampfer")
    page.locator(START).click()
    page.wait_for_url(lambda url: not url.endswith("/setup"))


@pytest.mark.long
def test_nobody_can_take_an_opponents_seat(running: Running, open_page: OpenPage) -> None:
    begin(running, "walker", "strategist-3")
    gate = open_page("/", PHONE, extra_http_headers=ELSEWHERE)
    seats = gate.locator(".seat-card--program")
    expect(seats).to_have_count(2)
    expect(seats.first).to_contain_text("The program plays here.")
    expect(seats.first.locator(".face")).to_be_visible()
    expect(gate.locator("button.seat-card, a.seat-card")).to_have_count(1)
    host = open_page("/host", LAPTOP)
    expect(host.locator(".hosted__phone--program")).to_have_count(2)
    board = open_page("/board", LAPTOP)
    expect(board.locator(".tab")).to_have_count(1)
    expect(dock(board).locator('[data-field="carrots"]')).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("page_size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_people_roll_for_an_opponent(
    running: Running, open_page: OpenPage, page_size: dict[str, int]
) -> None:
    begin(running, "sprinter", "walker", chance="by-hand", first=1)
    actor = running.table.actor
    phone = open_page("/seat/0", page_size)
    expect(phone.locator('[data-field="headline"]')).to_have_text(
        "Deal the hare cards for Sprinter"
    )
    cards = phone.locator("[data-card]")
    expect(cards.first).to_be_visible()
    for card in cards.all():
        while card.is_enabled():
            card.click()
    phone.locator('[data-do="deal"]').click()
    until(lambda: actor.snapshot.played > 1, "the opponent's first move")


@pytest.mark.long
def test_one_person_races_against_three_from_the_empty_page_to_the_story(
    running: Running, open_page: OpenPage
) -> None:
    page = open_page("/", PHONE, locale="de-DE")
    page.locator(ALONE).click()
    page.locator('[name="pace"]').select_option("0")
    choose_rules(page, finish="first-home", lettuces=1)  # a short race
    page.locator(START).click()
    page.wait_for_url("**/board")
    running.seat(page.context, 0)
    page.goto(f"{running.address}/seat/0")
    _race(running, page)

    page.goto(f"{running.address}/board")
    expect(page.locator(".ranking .face:visible")).to_have_count(3)
    page.locator('[data-do="story"]').click()
    page.wait_for_url("**/games/*")
    expect(page.locator(".facts .face:visible")).to_have_count(3)
    expect(page.locator("figure svg").first).to_be_visible()


def _race(running: Running, page: Page) -> None:
    """Play to the end on the person's phone, and carry the person's runner by hand."""
    rng = random.Random(3)
    while True:
        until(lambda: _is_persons_turn(running), "the person's turn")
        snapshot = running.table.actor.snapshot
        assert snapshot.state is not None
        if snapshot.state.to_act is None:
            return
        action = choose(view(snapshot, 0, in_english(), (), "")["me"], rng)
        expect(page.locator(f'[data-action="{action}"]').first).to_be_visible()
        tap_action(page, action)
        until(partial(_is_past, running, snapshot.version), f"{action} is played")


def _is_past(running: Running, version: int) -> bool:
    return running.table.actor.snapshot.version > version


def _is_persons_turn(running: Running) -> bool:
    snapshot = running.table.actor.snapshot
    assert snapshot.state is not None
    _carry(running)
    return snapshot.state.to_act in (0, None) and not snapshot.finding.errands


def _carry(running: Running) -> None:
    snapshot, world = running.table.actor.snapshot, running.table.world
    mine = snapshot.seating.players[0].colours
    for task in snapshot.finding.errands:
        if task.colour in mine and task.belongs:
            world.put(task.colour, task.belongs, face_down=task.face_down)
        elif task.colour in mine:
            world.knock(task.colour)
