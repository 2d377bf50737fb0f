"""The set-up page in a real browser: what is printed, house rules, the same game once more."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Abandon, Begin
from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.support.end_to_end.phones import tap_action
from tests.support.end_to_end.set_up import begin, choose_players, choose_rules
from tests.support.waiting import until

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
LEFT_EDGES = "(all) => all.map((each) => each.getBoundingClientRect().left)"
HEIGHT = "(choice) => choice.getBoundingClientRect().height"
FOUR = {"Ann": ("black",), "Ben": ("pink",), "Cem": ("green",), "Dot": ("red",)}


def expect_carrots(page: Page, start: str, restart: str, lettuces: str = "3") -> None:
    expect(page.locator('[name="option-start_carrots"]')).to_have_value(start)
    expect(page.locator('[name="option-restart_carrots"]')).to_have_value(restart)
    expect(page.locator('[name="option-lettuces"]')).to_have_value(lettuces)
    expect(page.locator('[data-field="changed"]')).to_have_text("as printed")


def abandon(running: Running) -> None:
    """End the game, as the host does."""
    service = running.table.actor
    service.submit(Abandon(service.snapshot.version))


@pytest.mark.long
def test_what_is_printed_goes_with_the_number_of_players(open_page: OpenPage) -> None:
    page = open_page("/setup")
    choose_rules(page, edition="abacus-2000")
    expect_carrots(page, "65", "65")
    for players, start in ((4, "95"), (6, "95"), (3, "65")):
        page.locator(f'[name="players"][value="{players}"]').check(force=True)
        expect_carrots(page, start, start)
    choose_rules(page, edition="gibsons-1987")
    page.locator('[name="players"][value="5"]').check(force=True)
    expect_carrots(page, "95", "65")
    page.locator('[name="players"][value="2"]').check(force=True)
    expect_carrots(page, "95", "65", "5")

    # A house rule stays one, and what hangs on it follows.
    choose_rules(page, runners="1")
    expect(page.locator('[name="option-start_carrots"]')).to_have_value("65")
    expect(page.locator('[name="option-lettuces"]')).to_have_value("3")
    choose_rules(page, start_carrots=80)
    page.locator('[name="players"][value="6"]').check(force=True)
    expect(page.locator('[name="option-start_carrots"]')).to_have_value("80")
    expect(page.locator('[data-option="start_carrots"] small')).to_have_text("As printed: 95")
    expect(page.locator('[data-field="changed"]')).to_have_text("1 changed")


@pytest.mark.long
def test_a_long_choice_is_read_whole_on_a_narrow_phone(open_page: OpenPage) -> None:
    page = open_page("/setup", {"width": 360, "height": 740}, locale="de-DE")
    page.locator('[data-place="rules"] > summary').click()
    for name, longest in (("hints", "yes"), ("option-hare", "tournament")):
        choice = page.locator(f'[name="{name}"]')
        one_line = choice.evaluate(HEIGHT)
        choice.select_option(longest)
        assert choice.evaluate(HEIGHT) > one_line


@pytest.mark.long
def test_what_is_typed_is_kept_while_another_page_is_looked_at(open_page: OpenPage) -> None:
    page = open_page("/setup")
    choose_players(page, FOUR, first="Cem")
    choose_rules(page, edition="abacus-2000", teams="pairs", start_carrots=80)
    names = [page.locator(f'[name="name-{seat}"]') for seat in range(5)]
    for _ in range(2):
        page.get_by_role("link", name="What the lights mean").click()
        page.wait_for_url("**/lights")
        page.go_back()
        for field, name in zip(names, [*FOUR, "Marjoram"], strict=True):
            expect(field).to_have_value(name)
        expect(page.locator('[name="colour-1"][value="pink"]')).to_be_checked()
        expect(page.locator('[name="first"][value="2"]')).to_be_checked()
        expect(page.locator('[name="edition"]')).to_have_value("abacus-2000")
        expect(page.locator('[name="teams"][value="pairs"]')).to_be_checked()
        expect(page.locator('[data-field="changed"]')).to_have_text("2 changed")
    expect(page.get_by_role("link", name="For the builder")).to_have_count(1)
    begin(page)
    page.goto(page.url.replace("/board", "/lights"))
    assert page.evaluate("sessionStorage.getItem('set-up')") is None


@pytest.mark.long
def test_play_again_is_the_same_game_once_more(running: Running, open_page: OpenPage) -> None:
    page = open_page("/setup", PHONE)
    choose_players(page, FOUR, first="Cem")
    choose_rules(
        page,
        edition="abacus-2000",
        teams="pairs",
        chance="by-hand",
        hare="nap",
        start_carrots=2080,
        restart_carrots=65,
        lettuces=0,
        patch_total=9000,
        finish="first-home",
        open_hands="true",
    )
    begin(page)
    setup = running.get("/api/watch")["setup"]
    assert setup["options"] == {
        "hare": "nap",
        "start_carrots": 2080,
        "restart_carrots": 65,
        "lettuces": 0,
        "patch_total": 9000,
        "finish": "first-home",
        "open_hands": True,
        "teams": [[0, 2], [1, 3]],
    }
    running.seat(page.context, 2)
    page.goto(f"{running.address}/seat/2")
    expect(page.locator('[data-field="lettuces"]')).to_be_hidden()
    tap_action(page, "f64")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    page.goto(f"{running.address}/setup")
    expect(page.locator('[data-field="changed"]')).to_have_text("9 changed")
    page.locator('[data-place="rules"] > summary').click()
    expect(page.locator('[data-field="teams-text"]')).to_have_text(
        "Ann and Cem against Ben and Dot"
    )
    expect(page.locator('[name="option-hare"]')).to_have_value("nap")
    page.goto(f"{running.address}/seat/2")
    page.get_by_role("button", name="Play again").click()
    until(lambda: running.get("/api/watch")["phase"] == "playing", "the next race")
    again = running.get("/api/watch")["setup"]
    assert again == {**setup, "first": (setup["first"] + 1) % 4}


@pytest.mark.long
def test_teams_that_set_up_does_not_offer_can_play_again(
    running: Running, open_page: OpenPage
) -> None:
    seats = tuple(Player(f"Player {colour}", (colour,)) for colour in COLOURS)
    teams = [[0, 2], [1, 4], [3, 5]]
    version = running.table.actor.submit(Begin(Setup(seats, options={"teams": teams})))
    running.table.actor.submit(Abandon(version))
    page = open_page("/setup", PHONE)
    expect(page.locator('[data-field="changed"]')).to_have_text("1 changed")
    begin(page)
    assert running.get("/api/watch")["setup"]["options"] == {"teams": teams}


@pytest.mark.long
def test_a_game_that_was_abandoned_can_be_set_up_again(
    running: Running, open_page: OpenPage
) -> None:
    page = open_page("/setup", PHONE)
    choose_players(page, {"Ann": ("black", "green"), "Ben": ("pink", "red")}, first="Ben")
    choose_rules(page, hare="off", lettuces=12)
    begin(page)
    setup = running.get("/api/watch")["setup"]
    running.seat(page.context, 0)
    page.goto(f"{running.address}/seat/0")
    expect(page.locator('[data-field="lettuces"]')).to_have_text("12 of 12")
    page.goto(f"{running.address}/setup")
    expect(page.get_by_role("link", name="Pause, fix or end this game")).to_be_visible()
    abandon(running)
    expect(page.locator('[data-field="changed"]')).to_have_text("2 changed")
    page.reload()
    expect(page.locator('[data-field="changed"]')).to_have_text("2 changed")
    begin(page)
    assert running.get("/api/watch")["setup"] == setup

    page.goto(f"{running.address}/setup")
    expect(page.get_by_role("link", name="Pause, fix or end this game")).to_be_visible()
    abandon(running)
    page.locator('[data-place="rules"] > summary').click()
    page.locator('[data-do="printed"]').click()
    begin(page)
    assert running.get("/api/watch")["setup"] == {**setup, "options": {}}


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_names_that_cannot_be_told_apart_are_said_at_their_field(
    open_page: OpenPage, size: dict[str, int]
) -> None:
    page = open_page("/setup", size)
    choose_players(page, FOUR, first="Ann")
    second = page.get_by_label("Name of player 2")
    players = page.locator(".racer:visible")
    columns = players.evaluate_all(LEFT_EDGES)
    for name, complaint in (("", "Player 2 needs a name."), ("ann", "Two players are called ann.")):
        second.fill(name)
        page.locator('[data-do="start"]').click()
        expect(page.locator('[data-field="wrong"]')).to_have_text(complaint)
        expect(second).to_be_focused()
        expect(second).to_have_accessible_description(complaint)
        assert players.evaluate_all(LEFT_EDGES) == columns, "nobody is pushed aside"
    second.fill("Ben")
    expect(page.locator('[data-field="wrong"]')).to_be_hidden()
    expect(second).not_to_have_attribute("aria-invalid", "true")
    begin(page)


@pytest.mark.long
def test_a_house_rule_that_cannot_be_is_said_at_its_field(open_page: OpenPage) -> None:
    page = open_page("/setup", PHONE)
    expect(page.locator('[data-do="start"]')).to_be_in_viewport(ratio=1)
    choose_players(page, FOUR, first="Ann")
    choose_rules(page, restart_carrots=3)
    page.locator('[data-do="start"]').click()
    carrots = page.get_by_label("Carrots after starting again")
    expect(carrots).to_be_focused()
    expect(page.locator('[data-field="wrong"]')).to_contain_text("Carrots after starting again")
    expect(carrots).to_have_accessible_description(
        page.locator('[data-field="wrong"]').inner_text()
    )


@pytest.mark.long
def test_a_complaint_with_a_blank_before_its_colon_is_said_at_its_field_too(
    open_page: OpenPage,
) -> None:
    page = open_page("/setup", PHONE, locale="fr")
    page.locator('[data-place="rules"] summary').click()
    carrots = page.locator('[name="option-patch_total"]')
    carrots.fill("10")
    page.locator('[data-do="start"]').click()
    expect(carrots).to_be_focused()
    expect(page.locator('[data-field="wrong"]')).not_to_contain_text("patch_total")


@pytest.mark.long
def test_the_race_starts_at_the_first_press_after_a_rule_was_typed(open_page: OpenPage) -> None:
    page = open_page("/setup", {"width": 1366, "height": 768})
    page.locator('[data-place="rules"] summary').click()
    page.locator("#option-start_carrots").click()
    page.keyboard.type("250")
    bundle = page.locator("#option-restore_carrots")
    bundle.click()
    for key in ("End", "Backspace", "Backspace", "7", "0"):
        page.keyboard.press(key)
    expect(bundle).to_have_value("70")
    page.locator('[data-do="start"]').click()
    page.wait_for_url("**/board")
