"""People in a real browser: returning names in set-up, and a person who is deleted."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from controller.game.pieces import Colour, Player
from controller.game.setup import Setup
from controller.table.commands import Begin
from tests.end_to_end.conftest import PHONE, Running
from tests.support.companion import ELSEWHERE
from tests.support.end_to_end.newcomers import play_on
from tests.support.end_to_end.set_up import say_pin

pytestmark = [pytest.mark.browser, pytest.mark.long]

OpenPage = Callable[..., Page]
NAME = "Zebulonia"
DELETING = "**/api/statistics/person/delete"
SMALL = {"width": 320, "height": 568}
Racer = tuple[str, Colour]
ANN_BLUE: Final[Racer] = ("Ann", "blue")
BEN_PINK: Final[Racer] = ("Ben", "pink")
ZEB_BLACK: Final[Racer] = (NAME, "black")


def race(running: Running, *racers: Racer) -> None:
    """Run a race to its end."""
    seats = tuple(Player(name, (colour,)) for name, colour in racers)
    running.table.actor.submit(Begin(Setup(seats)))
    play_on(running, 2000)
    assert running.table.actor.snapshot.phase == "over"


@pytest.fixture
def raced(running: Running) -> Running:
    """Ben has run three races, Ann two, the other one; Cem's favourite is that of nobody else."""
    race(running, ANN_BLUE, BEN_PINK, ("Cem", "green"))
    race(running, BEN_PINK, ("Cem", "green"), ANN_BLUE)
    race(running, BEN_PINK, ZEB_BLACK, ("Dot", "red"))
    return running


def suggested(page: Page) -> Sequence[str]:
    names: list[str] = page.locator("#known-people option").evaluate_all(
        "options => options.map((each) => each.value)"
    )
    return names


def colour(page: Page, seat: int) -> str:
    return str(page.evaluate(f"document.forms[0].elements['colour-{seat}'].value"))


def test_returning_names_are_suggested_those_with_most_races_first(
    raced: Running, open_page: OpenPage
) -> None:
    page = open_page("/setup", SMALL)
    expect(page.locator("#known-people option")).to_have_count(5)
    assert suggested(page)[:1] == ["Ben"]
    assert set(suggested(page)[1:3]) == {"Ann", "Cem"}
    field = page.locator('[name="name-0"]')
    assert field.get_attribute("list") == "known-people"
    expect(field).to_have_role("combobox")
    page.locator('[name="name-1"]').fill("  ann")
    field.focus()
    assert "Ann" not in suggested(page), "she sits there already"
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


def test_whoever_returns_takes_a_free_favourite_colour_and_no_other(
    raced: Running, open_page: OpenPage
) -> None:
    page = open_page("/setup")
    expect(page.locator("#known-people option")).to_have_count(5)
    # The last race again: Ben with pink, that person with black, Dot with red.
    first = page.locator('[name="name-0"]')
    first.focus()
    page.keyboard.type("ann")
    assert colour(page, 0) == "pink", "nothing flickers while a name is typed"
    page.keyboard.press("Tab")
    assert colour(page, 0) == "blue"
    expect(page.locator('[data-field="takes-colour"]')).to_have_text("Ann takes blue, number 4.")
    # A colour that somebody else has who is named is not taken away.
    page.locator('[name="name-2"]').fill(NAME.lower())
    page.locator('[name="name-2"]').blur()
    assert [colour(page, seat) for seat in range(3)] == ["blue", "black", "red"]
    # Nor one's own that was chosen by hand.
    page.locator('[name="colour-2"][value="yellow"]').check(force=True)
    page.locator('[name="name-2"]').fill("Cem")
    page.locator('[name="name-2"]').blur()
    assert colour(page, 2) == "yellow"


def test_a_colour_that_nobody_chose_is_given_up(raced: Running, open_page: OpenPage) -> None:
    """On a fresh form all of the first colours are dealt out, to names that nobody typed."""
    page = open_page("/setup")
    expect(page.locator("#known-people option")).to_have_count(5)
    page.locator('[name="players"][value="5"]').check(force=True)
    assert [colour(page, seat) for seat in range(5)] == ["pink", "black", "red", "yellow", "green"]
    page.locator('[name="name-0"]').fill("Cem")
    page.locator('[name="name-0"]').blur()
    assert [colour(page, seat) for seat in range(5)] == ["green", "black", "red", "yellow", "pink"]


def test_only_the_host_asks_who_has_raced_here(raced: Running, open_page: OpenPage) -> None:
    asked: list[str] = []
    page = open_page("/watch", PHONE, extra_http_headers=ELSEWHERE)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{raced.address}/setup")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert not any("statistics" in each for each in asked)
    assert suggested(page) == []
    say_pin(page, raced.phones.pin)
    expect(page.locator("#known-people option")).to_have_count(5)


def test_the_host_deletes_a_person_by_keyboard(
    raced: Running, open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page(f"/people?name={NAME}", SMALL, extra_http_headers=ELSEWHERE)
    expect(page.locator(".people__chart a")).to_have_count(1)
    button = page.get_by_role("button", name="Delete…")
    button.focus()
    page.keyboard.press("Enter")
    page.get_by_label("PIN", exact=True).fill(raced.phones.pin)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=f"Delete {NAME}?")
    expect(dialog).to_contain_text("This cannot be undone.")
    expect(dialog).to_contain_text("Downloaded files, backups and other boards keep the name.")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert raced.get(f"/api/statistics/person?name={NAME}")["person"]
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    dialog.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("heading", name="People and their races")).to_be_focused()
    expect(page.locator('[data-field="toast"]')).to_contain_text("Deleted.")
    expect(page.locator(".people__one")).to_have_count(4)
    expect(page.get_by_text(NAME)).to_have_count(0)
    assert page.url == f"{raced.address}/people"
    expect(page.locator('[data-place="delete"]')).to_be_hidden()
    for each in tmp_path.iterdir():
        assert NAME.lower().encode() not in each.read_bytes().lower(), each
    page.goto(f"{raced.address}/people?name=Ben")
    expect(page.get_by_role("row").filter(has_text="A player")).to_have_count(1)


def test_a_page_tells_nothing_again_when_a_person_is_deleted(
    raced: Running, open_page: OpenPage
) -> None:
    page = open_page("/watch", PHONE)
    page.clock.install()
    page.reload()
    told = page.locator('[data-field="announced"]')
    page.clock.run_for(2000)  # the page fetches its speech
    expect(told).to_be_attached()
    raced.table.actor.delete_person(NAME, "A player", lambda: None)
    expect(page.locator("body")).to_contain_text("A player")
    page.clock.run_for(2000)
    expect(told).to_be_empty()


def test_nobody_is_deleted_while_a_race_is_on(raced: Running, open_page: OpenPage) -> None:
    page = open_page(f"/people?name={NAME}")
    seats = (Player("Ann", ("blue",)), Player("Ben", ("pink",)), Player("Cem", ("green",)))
    raced.table.actor.submit(Begin(Setup(seats)))
    asked: list[Route] = []
    page.route(DELETING, lambda route: asked.append(route))  # noqa: PLW0108 - it is looked at
    button = page.get_by_role("button", name="Delete…")
    button.click()
    with page.expect_request(DELETING):
        page.get_by_role("button", name="Delete for good").click()
    expect(button).to_be_disabled()  # until the answer comes
    asked[0].continue_()
    expect(page.locator('[data-field="toast"]')).to_contain_text("While a race is on")
    expect(button).to_be_focused()
    assert raced.get(f"/api/statistics/person?name={NAME}")["person"]
