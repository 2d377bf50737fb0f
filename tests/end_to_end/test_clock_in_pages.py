"""The clock of a game: chosen in set-up, shown to everybody, and nobody's opponent."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.game.turn_clock import MoveTime, Reminder, TurnClock
from controller.table.commands import Begin, Pause, Play, SetAside
from tests.end_to_end.conftest import LAPTOP, PHONE, Running

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
NAMES = ("Alexandra", "Maximilian", "Sebastian")


def begin(running: Running, clock: TurnClock) -> None:
    seats = tuple(Player(name, (colour,)) for name, colour in zip(NAMES, COLOURS, strict=False))
    running.table.actor.submit(Begin(Setup(seats, clock=clock)))


@pytest.mark.long
def test_a_clock_is_chosen_in_set_up(running: Running, open_page: OpenPage) -> None:
    page = open_page("/setup", LAPTOP)
    for number, name in enumerate(NAMES):
        page.get_by_label(f"Name of player {number + 1}").fill(name)
    expect(page.get_by_text("It never plays for anybody.")).to_be_hidden()
    page.get_by_label("Clock").select_option("Time for each move")
    expect(page.get_by_text("It never plays for anybody.")).to_be_visible()
    page.get_by_label("For each move").select_option("2 minutes")
    page.get_by_label("Reserve for the whole race").select_option("none")
    page.get_by_role("button", name="Start the race").click()
    expect(page).to_have_url(re.compile("/board$"))
    setup = running.table.actor.snapshot.setup
    assert setup is not None
    assert setup.clock == MoveTime(120, 0)
    expect(page.locator('[data-field="clock"]')).to_have_text(re.compile(r"^[012]:\d\d left$"))


@pytest.mark.long
def test_after_the_time_of_a_move_the_reserve_runs_wherever_one_looks(
    running: Running, open_page: OpenPage
) -> None:
    begin(running, MoveTime(5, 3600))
    for page in (open_page("/board"), open_page("/seat/0", PHONE), open_page("/seat/1", PHONE)):
        shown = page.locator('[data-field="clock"]')
        expect(shown).to_have_text(re.compile(r"^\d\d:\d\d left in reserve$"))
        expect(shown).to_have_attribute("data-state", "late")


@pytest.mark.long
def test_the_clock_plays_for_nobody(running: Running, open_page: OpenPage) -> None:
    begin(running, MoveTime(5, 0))
    page = open_page("/seat/0", PHONE)
    expect(page.locator('[data-field="clock"]')).to_have_text(re.compile(r"^\d:\d\d over time$"))
    snapshot = running.table.actor.snapshot
    assert snapshot.state is not None
    assert snapshot.state.to_act == 0
    running.table.actor.submit(Play(0, "f5", snapshot.version))
    expect(page.locator('[data-field="headline"]')).to_have_text("Maximilian to move")


@pytest.mark.long
def test_a_reminder_is_quiet_until_it_is_due(running: Running, open_page: OpenPage) -> None:
    begin(running, Reminder(3600))
    for path in ("/watch", "/seat/0"):
        page = open_page(path)
        expect(page.locator("body")).to_have_attribute("data-live", "yes")
        expect(page.locator('[data-field="clock"]')).to_be_hidden()


@pytest.mark.long
def test_a_reminder_says_how_long_somebody_has_been_thinking(
    running: Running, open_page: OpenPage
) -> None:
    begin(running, Reminder(5))
    expect(open_page("/watch").locator('[data-field="clock"]')).to_have_text(
        re.compile(r"^Alexandra has been thinking for \d:\d\d$")
    )
    expect(open_page("/seat/0", PHONE).locator('[data-field="clock"]')).to_have_text(
        re.compile(r"^It's still your turn: \d:\d\d so far$")
    )


@pytest.mark.long
def test_a_paused_clock_stands_still(running: Running, open_page: OpenPage) -> None:
    begin(running, MoveTime(300, 0))
    page = open_page("/watch", LAPTOP)
    shown = page.locator('[data-field="clock"]')
    expect(shown).to_be_visible()
    running.table.actor.submit(Pause(paused=True))
    expect(page.locator("body.is-paused")).to_be_attached()
    thinking = running.table.actor.snapshot.thinking
    assert thinking.since_s is None
    assert running.table.actor.turn_s() == thinking.spent_s


@pytest.mark.long
def test_without_a_clock_there_is_none(running: Running, open_page: OpenPage) -> None:
    seats = tuple(Player(name, (colour,)) for name, colour in zip(NAMES, COLOURS, strict=False))
    running.table.actor.submit(Begin(Setup(seats)))
    page = open_page("/seat/0", PHONE)
    expect(page.locator('[data-field="headline"]')).to_have_text("Your move")
    expect(page.locator('[data-field="clock"]')).to_be_hidden()


@pytest.mark.long
def test_the_clock_of_a_game_that_was_put_away_does_not_run_on(
    running: Running, open_page: OpenPage
) -> None:
    begin(running, MoveTime(120, 60))
    page = open_page("/seat/0", PHONE)
    expect(page.locator('[data-field="clock"]')).to_be_visible()
    running.table.actor.submit(SetAside(running.table.actor.snapshot.version))
    expect(page.locator("body")).to_have_attribute("data-seated", "none")
    expect(page.locator('[data-field="clock"]')).to_be_hidden()
