"""The other modes in a real browser: two runners each, teams, chance by hand, other hares."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Begin, Pause
from tests.end_to_end.conftest import PHONE, Running
from tests.support.end_to_end.set_up import begin, choose_players, choose_rules
from tests.support.end_to_end.table_driver import Board, Play

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
THREE: dict[str, tuple[str, ...]] = {"Ann": ("red",), "Ben": ("blue",), "Cem": ("green",)}
TURNS_WITH_TWO_RUNNERS = 14
LETTUCES = (10, 22, 42, 57)


def phones_of(running: Running, open_page: OpenPage, page: Page, seats: int) -> list[Page]:
    """A phone for each seat; the first is the one that the game was set up with."""
    running.seat(page.context, 0)
    page.goto(f"{running.address}/seat/0")
    return [page, *(open_page(f"/seat/{seat}", PHONE) for seat in range(1, seats))]


def three_by(running: Running, open_page: OpenPage, **rules: Any) -> Play:
    """Ann, Ben and Cem with a phone each, by some rules."""
    page = open_page("/setup", PHONE)
    choose_players(page, THREE, first="Ann")
    choose_rules(page, **rules)
    begin(page)
    return Play(running, phones_of(running, open_page, page, 3), seed=1)


def expect_text(phone: Page, name: str, text: str) -> None:
    expect(phone.locator(f'[data-field="{name}"]')).to_contain_text(text)


# Two runners each


@pytest.mark.long
def test_two_players_with_two_runners_each(running: Running, open_page: OpenPage) -> None:
    players = {"Ann": ("black", "green"), "Ben": ("blue", "yellow")}
    colours = list(players.values())
    page = open_page("/setup")
    choose_players(page, players, first="Ben")
    begin(page)
    board = Board(page)
    moved: list[tuple[int, int]] = []

    def pick(me: Any) -> str:
        """A first lettuce, then near squares, with either runner in turn."""
        if not me["destinations"]:
            return str(me["choices"][0]["action"])
        last = next((runner for seat, runner in reversed(moved) if seat == me["seat"]), 1)
        moves = sorted(me["destinations"], key=lambda each: each["runner"] == last)
        first = [each for each in moves if each["runner"] == moves[0]["runner"]]
        lettuce = [each for each in first if each["kind"] == "L" and "L" not in play.met]
        move = (lettuce or first)[0]
        moved.append((me["seat"], move["runner"]))
        return str(move["action"])

    phones = [open_page(f"/seat/{seat}", PHONE) for seat in range(2)]
    play = Play(running, phones, seed=2, pick=pick)
    assert [seat["name"] for seat in play.view()["seats"]] == ["Ann", "Ben"]
    assert play.view()["to_act"] == 1
    for seat, phone in enumerate(play.phones):
        both_runners_are_offered(phone, play.me(seat))

    def carry(seat: int, action: str, square: int) -> None:
        if action == "chew":
            runners = play.view()["seats"][seat]["runners"]
            board.turn_over(next(each["colour"] for each in runners if each["face_down"]))
            return
        colour = colours[seat][int(action[0]) - 1]
        board.drag(colour, square)
        if square in LETTUCES:
            expect(page.locator('[data-place="table"]')).to_contain_text("face down")
            board.turn_over(colour)

    for _ in range(TURNS_WITH_TWO_RUNNERS):
        play.everybody_agrees()
        assert play.step(carry)
    play.everybody_agrees()
    assert set(moved) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert {"H", "L", "chew"} <= play.met


def both_runners_are_offered(phone: Page, me: Any) -> None:
    """Each tab shows its own runner's moves, none when it is another's turn."""
    for runner in (1, 0):
        tab = phone.locator(f'[data-runner="{runner}"]')
        tab.click()
        expect(tab).to_have_attribute("aria-pressed", "true")
        moves = [each["action"] for each in me["destinations"] if each["runner"] == runner]
        expect(phone.locator(".dest__row")).to_have_count(len(moves))
        assert bool(moves) is me["my_turn"]


# Teams


@pytest.mark.long
def test_a_pair_wins_against_another(running: Running, open_page: OpenPage) -> None:
    page = open_page("/setup", PHONE)
    choose_players(page, {**THREE, "Dot": ("black",)}, first="Cem")
    # Exactly what it costs to run from START to HOME.
    choose_rules(page, teams="pairs", start_carrots=2080, lettuces=0, finish="first-home")
    expect_text(page, "teams-text", "Ann and Cem against Ben and Dot")
    begin(page)
    play = Play(running, phones_of(running, open_page, page, 4), seed=3)
    play.everybody_agrees()
    for seat, phone in enumerate(play.phones):
        expect(phone.locator(".who .team")).to_have_text(f"Team {'AB'[seat % 2]}")
    for seat, action in ((2, "f2"), (3, "f4"), (0, "f7")):
        play.tap(seat, action)
    play.tap(1, "f64")
    for seat, phone in enumerate(play.phones):
        won = "Your team has won the race" if seat in (1, 3) else "Team B has won the race"
        expect_text(phone, "headline", won)
        ranked = phone.locator(".ranking__row")
        expect(ranked.locator(".team")).to_have_text(["Team B", "Team B", "Team A", "Team A"])
        expect(ranked.locator(".tokens + span")).to_have_text(["Ben", "Dot", "Ann", "Cem"])


# Chance by hand


@pytest.mark.long
def test_a_pile_of_ones_own_cards_is_told_card_by_card(
    running: Running, open_page: OpenPage
) -> None:
    play = three_by(running, open_page, chance="by-hand")
    ann, ben, _ = play.phones
    expect_text(ann, "headline", "Deal the hare cards")
    expect_text(ben, "headline", "Ann deals the hare cards")
    expect(ben.locator('[data-place="chance"]')).to_be_hidden()
    tell_the_pile(ann, ["restore", "shuffle"])
    play.everybody_agrees()

    play.tap(0, "f1")
    expect_text(ann, "card-title", "A fresh bundle")
    expect_text(ben, "card-title", "A fresh bundle")
    assert play.me(0)["carrots"] == 65

    # The shuffle comes, and the pile has to be told anew, by whoever drew it.
    play.tap(1, "f3")
    expect_text(ben, "headline", "Deal the hare cards")
    expect(ann.locator('[data-place="chance"]')).to_be_hidden()
    tell_the_pile(ben, ["ten-per-lettuce"])
    play.tap(2, "f6")
    expect_text(play.phones[2], "card-title", "Green fingers")
    assert play.me(2)["carrots"] == 65 + 0 - 21 + 30 - 1


def tell_the_pile(phone: Page, top: list[str]) -> None:
    """Tap all cards, these first; a slip at the beginning and one at the end are undone."""
    pile = phone.locator('[data-place="told"] li')
    undo, deal = phone.locator('[data-do="undo-card"]'), phone.locator('[data-do="deal"]')
    expect(pile).to_have_count(0)
    expect(undo).to_be_disabled()
    phone.locator('[data-card="lose-half"]').click()
    expect(phone.locator('[data-card="lose-half"]')).to_contain_text("1 left")
    undo.click()
    expect(phone.locator('[data-card="lose-half"]')).to_contain_text("2 left")
    for card in top:
        phone.locator(f'[data-card="{card}"]').click()
    cards = phone.locator("[data-card]")
    for at in range(cards.count()):
        while cards.nth(at).is_enabled():
            cards.nth(at).click()
    expect(pile).to_have_count(15)
    expect_text(phone, "deal-left", "That is the whole pile.")
    last = pile.last.inner_text()
    undo.click()
    expect(deal).to_be_disabled()
    expect_text(phone, "deal-left", "1 to go")
    cards.filter(has_text=last).click()
    deal.click()
    expect(phone.locator('[data-place="chance"]')).to_be_hidden()


def test_a_pause_leaves_what_was_told_of_the_pile(running: Running, open_page: OpenPage) -> None:
    seats = tuple(Player(name, (colour,)) for name, colour in zip(THREE, COLOURS, strict=False))
    table = running.table.actor
    table.submit(Begin(Setup(seats, chance="by-hand")))
    ann = open_page("/seat/0", PHONE)
    ann.locator('[data-card="lose-half"]').click()
    table.submit(Pause(paused=True))
    expect(ann.locator("body.is-paused")).to_be_attached()
    table.submit(Pause(paused=False))
    expect(ann.locator("body.is-paused")).to_have_count(0)
    ann.locator('[data-card="restore"]').click()
    expect(ann.locator('[data-place="told"] li')).to_have_count(2)


@pytest.mark.long
def test_a_roll_of_ones_own_die_is_typed_in(running: Running, open_page: OpenPage) -> None:
    play = three_by(running, open_page, edition="gibsons-1987", chance="by-hand")
    ann, ben, cem = play.phones

    play.tap(0, "f3")
    expect_text(ann, "headline", "Roll the die")
    expect_text(cem, "headline", "Ann rolls the die")
    expect(ann.locator(".die--choice")).to_have_count(6)
    expect(cem.locator('[data-place="chance"]')).to_be_hidden()
    roll(play, 0, 5)
    expect_text(ben, "card-title", "Nothing to pay")
    assert play.me(0)["carrots"] == 65

    # As second Ben drops back, but nobody has left START behind him.
    play.tap(1, "f1")
    roll(play, 1, 3)
    expect_text(ben, "card-outcome", "Nothing happens.")

    play.tap(2, "f6")
    roll(play, 2, 3)
    expect_text(cem, "card-title", "Drop back")
    assert play.view()["seats"][2]["runners"][0]["square"] == 2
    expect(cem.locator('[data-place="table"]')).to_contain_text("Please put your runner")

    play.tap(0, "f6")
    roll(play, 0, 6)
    expect_text(ann, "headline", "Your move")
    play.tap(0, "f8")
    play.tap(1, "f3")
    roll(play, 1, 4)
    expect(ann.locator(".player").nth(1)).to_contain_text("chewing")


def roll(play: Play, seat: int, number: int) -> None:
    version = play.view()["version"]
    play.phones[seat].locator(f'[data-action="roll {number}"]').click()
    play.until_played(version)
    play.everybody_agrees()
    for phone in play.phones:
        expect(phone.locator(".card .die")).to_have_text(str(number))


# Other hares


@pytest.mark.long
def test_in_a_tournament_being_passed_on_a_hare_costs_ten(
    running: Running, open_page: OpenPage
) -> None:
    play = three_by(running, open_page, edition="tournament-2019")
    ann, ben, cem = play.phones
    ann.locator('.dest__row[data-action="f1"]').click()
    expect(ann.locator(".sheet-up")).to_contain_text("each runner that does costs you 10")
    ann.locator('[data-do="not-now"]').click()
    play.tap(0, "f1")
    expect_text(ann, "here", "Nobody has passed you")
    play.tap(1, "f2")
    expect_text(ann, "here", "You have been passed.")
    expect_text(ann, "log", "Ben passed you, and you paid 10 carrots.")
    expect_text(ben, "log", "You passed Ann, who paid 10 carrots.")
    expect_text(cem, "log", "Ben passed Ann, who paid 10 carrots.")
    assert play.me(0)["carrots"] == 65 - 1 - 10
    play.tap(2, "f6")
    expect_text(ann, "log", "Cem passed you, and you paid 10 carrots.")
    play.tap(0, "f4")
    play.tap(1, "f5")
    expect_text(cem, "here", "Nobody has passed you: move on and you draw 10.")
    expect(cem.locator(".dest__row .earns").first).to_contain_text("+10")
    play.tap(2, "f7")
    expect_text(ben, "log", "Nobody passed Cem, who drew 10 carrots.")
    assert play.me(2)["carrots"] == 65 - 21 + 10 - 1


@pytest.mark.long
def test_a_runner_that_naps_lies_down_and_wakes(running: Running, open_page: OpenPage) -> None:
    play = three_by(running, open_page, hare="nap")
    ann, _, cem = play.phones
    board = Board(open_page("/board"))
    table = board.page.locator('[data-place="table"]')
    version = play.view()["version"]
    board.drag("red", 6)
    play.until_played(version)
    expect(table).to_contain_text("Please lay Ann's runner on square 6 face down.")
    board.turn_over("red")
    expect(table).to_have_text("")
    play.everybody_agrees()
    expect(cem.locator(".player").first).to_contain_text("asleep")

    play.tap(1, "f2")
    play.tap(2, "f3")
    expect_text(cem, "here", "Next turn the runner sleeps on, unless somebody passes it.")
    version = play.view()["version"]
    expect(ann.locator('.choice[data-action="rest"]')).to_contain_text("Sleep on")
    board.turn_over("red")
    play.until_played(version)
    play.tap(1, "f5")
    for phone in play.phones:
        woke = "You were passed" if phone is cem else "Cem was passed"
        expect_text(phone, "log", f"{woke} and woke up.")
        expect(phone.locator(".player").nth(2)).not_to_contain_text("asleep")
    play.tap(2, "f4")
    play.tap(0, "f7")
    assert play.me(0)["carrots"] == 65 - 21 - 1


@pytest.mark.long
def test_a_flat_cost_is_on_the_race_card(running: Running, open_page: OpenPage) -> None:
    play = three_by(running, open_page, hare="flat-cost")
    ann = play.phones[0]
    costs = ann.locator(".costs b")
    ann.locator(".race-card summary").click()
    expect(costs.nth(3)).to_have_text("10")
    play.tap(0, "f3")
    expect(costs.nth(3)).to_have_text("20")
    expect_text(ann, "costs-note", "This runner's next move costs 5 a square.")
    expect_text(ann, "here", "From here every square forward costs 5.")
    play.tap(1, "f1")
    play.tap(2, "f2")
    play.tap(0, "f13")
    assert play.me(0)["carrots"] == 65 - 6 - 50
    expect(costs.nth(3)).to_have_text("10")
