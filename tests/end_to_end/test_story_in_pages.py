"""The story of a race, as it is read."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Begin, Play
from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.support.end_to_end.races import NAMES, begin, games, play

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
LOOK_AGAIN_MS: Final = 10_000
REPLAY_MS: Final = 900
REPLAYED: Final = 8
FOUR: Final = ("Ann", "Ben", "Cem", "Dot")
FINGERS: Final = {"has_touch": True, "is_mobile": True}


@pytest.mark.long
def test_the_story_is_read_turn_by_turn_with_the_keyboard(
    running: Running, open_page: OpenPage
) -> None:
    begin(running, 600)
    page = open_page("/watch", LAPTOP)
    page.locator('[data-do="story"]').click()
    page.wait_for_url("**/games/*")
    told = running.get(f"/api/games/{games(running)[0]['game']}/story")
    turns = told["turns"]
    slider, carrots = (page.get_by_role("slider", name="Turn").nth(at) for at in (0, 1))
    sentence = page.locator(".chart__told").first
    expect(sentence).to_have_text(turns[-1]["sentence"])

    slider.focus()
    page.keyboard.press("Home")
    expect(sentence).to_have_text("Before the first turn.")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(sentence).to_have_text(turns[1]["sentence"])
    expect(slider).to_have_attribute("aria-valuetext", f"Turn 2: {turns[1]['sentence']}")
    expect(carrots).to_have_value("2")
    values = page.locator(".chart").nth(1).locator(".chart__values li")
    expect(values.locator("> b")).to_have_text([str(count) for count in turns[1]["carrots"]])

    page.get_by_text("As a table").first.click()
    rows = page.locator(".chart").first.locator("tbody tr")
    expect(rows).to_have_count(len(turns) + 1)
    expect(rows.last.locator("td").last).to_have_text(turns[-1]["sentence"])


@pytest.mark.long
def test_the_story_is_read_with_a_finger(running: Running, open_page: OpenPage) -> None:
    begin(running, 600)
    number = games(running)[0]["game"]
    turns = running.get(f"/api/games/{number}/story")["turns"]
    page = open_page(f"/games/{number}", PHONE, **FINGERS)
    page.locator(".chart__picture").first.scroll_into_view_if_needed()
    box = page.locator(".chart__picture").first.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 2, box["y"] + box["height"] / 2)
    expect(page.get_by_role("slider").first).to_have_value("0")
    page.get_by_role("button", name="One turn forward").first.tap()
    expect(page.locator(".chart__told").first).to_have_text(turns[0]["sentence"])
    lines = page.locator(".chart").first.locator(".chart__line")
    expect(lines).to_have_count(len(NAMES))


@pytest.mark.long
def test_of_a_team_all_have_won(running: Running, open_page: OpenPage) -> None:
    seats = tuple(Player(name, (colour,)) for name, colour in zip(FOUR, COLOURS, strict=False))
    teams = {"teams": [[0, 2], [1, 3]], "finish": "first-home"}
    actor = running.table.actor
    actor.submit(Begin(Setup(seats, options={**teams, "start_carrots": 2080, "lettuces": 0})))
    actor.submit(Play(0, "f64", actor.snapshot.version))
    page = open_page(f"/games/{games(running)[0]['game']}", PHONE)
    expect(page.locator('[data-field="result"]')).to_have_text("Team A won, ahead of Ben and Dot.")
    host = open_page("/host", LAPTOP)
    expect(host.locator(".game__state").first).to_have_text("Team A has won.")


@pytest.mark.long
def test_a_race_that_goes_on_is_told_as_far_as_it_is(running: Running, open_page: OpenPage) -> None:
    begin(running, 5)
    number = games(running)[0]["game"]
    page = open_page(f"/games/{number}", PHONE)
    expect(page.locator(".chart")).to_have_count(1)
    expect(page.locator('[data-place="no-carrots"]')).to_be_visible()
    expect(page.locator('[data-place="record"]')).to_be_hidden()


def test_whoever_reads_in_a_race_under_way_is_left_there(
    running: Running, open_page: OpenPage
) -> None:
    begin(running, 4)  # and the deal
    page = open_page("/host")
    page.clock.install()
    page.goto(f"{running.address}/games/{games(running)[0]['game']}")
    slider, turn = page.get_by_role("slider", name="Turn"), page.locator(".chart__turn")
    replay = page.locator('[data-do="replay"]')
    expect(turn).to_have_text("Turn 5 of 5")
    page.get_by_text("As a table").click()
    slider.focus()

    def move_on(turns: int) -> None:
        play(running, 1)
        page.clock.run_for(LOOK_AGAIN_MS - REPLAY_MS)
        if turns == REPLAYED:
            replay.click()
        page.clock.run_for(REPLAY_MS)
        expect(page.locator('[data-field="result"]')).to_have_text(f"{turns} turns so far.")

    move_on(6)
    expect(turn).to_have_text("Turn 6 of 6")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    move_on(7)
    expect(turn).to_have_text("Turn 3 of 7")
    expect(slider).to_be_focused()
    expect(page.locator(".chart tbody tr")).to_have_count(8)

    # A replay that runs meanwhile goes on to the end, and is the only one.
    move_on(REPLAYED)
    expect(turn).to_have_text(f"Turn 4 of {REPLAYED}")
    expect(replay).to_have_text("Stop")
    page.clock.run_for(REPLAY_MS * REPLAYED)
    expect(turn).to_have_text(f"Turn {REPLAYED} of {REPLAYED}")
    expect(page.locator('[data-field="turn"]')).to_contain_text(f"{REPLAYED}. ")
    expect(replay).to_have_text("Replay the race")


def test_a_story_goes_on_once_the_board_is_in_reach_again(
    running: Running, open_page: OpenPage
) -> None:
    begin(running, 4)  # and the deal
    page, lost = open_page("/host"), "**/story"
    page.clock.install()
    page.goto(f"{running.address}/games/{games(running)[0]['game']}")
    result = page.locator('[data-field="result"]')
    expect(result).to_have_text("5 turns so far.")
    page.route(lost, lambda route: route.abort())
    page.clock.run_for(LOOK_AGAIN_MS)
    expect(page.locator('[data-field="about"]')).to_contain_text("The board didn't answer.")
    page.unroute(lost)
    play(running, 1)
    page.clock.run_for(LOOK_AGAIN_MS)
    expect(result).to_have_text("6 turns so far.")
    expect(page.locator('[data-field="about"]')).not_to_contain_text("The board didn't answer.")
