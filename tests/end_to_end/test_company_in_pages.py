"""A company at a board, a phone each: whole games, a plug that is pulled, gifts for several."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.table.commands import Begin
from tests.end_to_end.conftest import PHONE, Running
from tests.support.end_to_end.company import (
    NAMES,
    THREE,
    Company,
    OpenPage,
    begin_with,
    carrots,
    from_elsewhere,
    headline,
    sit_down,
    take_seat,
)
from tests.support.end_to_end.phones import tap_action
from tests.support.end_to_end.program import Program, simulation
from tests.support.end_to_end.set_up import choose_players, choose_rules, say_pin

pytestmark = pytest.mark.browser

MOST_ACTIONS: Final = 120
STRIDE: Final = 12
NEARLY_HOME: Final = 50


# Whole games


@pytest.mark.long
def test_three_phones_and_a_board_from_joining_to_the_last_place(
    running: Running, open_page: OpenPage
) -> None:
    host = open_page("/setup", PHONE, **from_elsewhere(0))
    say_pin(host, running.phones.pin)
    choose_players(host, {each.name: each.colours for each in THREE}, first="Ann")
    choose_rules(host, start_carrots=250, lettuces=1)
    host.locator('[data-do="start"]').tap()
    code = host.locator(".invitation__code > [aria-hidden]").inner_text()
    guests = [open_page(f"/join#{code}", PHONE, **from_elsewhere(seat)) for seat in (1, 2)]
    phones = [host, *guests]
    host.get_by_role("link", name="Take your seat").tap()
    for seat, (phone, name) in enumerate(zip(phones, NAMES, strict=True)):
        take_seat(phone, seat, name)
    board = open_page("/board")
    company = Company(running, phones, board, seed=1)

    for _ in range(MOST_ACTIONS):
        if not company.play_on():
            break
    view = company.view()
    assert view["phase"] == "over"
    assert [each["place"] for each in view["ranking"]] == [1, 2, 3]
    assert {"H", "T", "L", "C", "chew", "HOME"} <= company.met
    winner = view["ranking"][0]
    for seat, page in enumerate((*phones, board)):
        own = seat == winner["seat"]
        headline(page).to_have_text(
            f"{'You have' if own else winner['name'] + ' has'} won the race"
        )


@pytest.mark.long
def test_two_players_race_with_two_runners_each(running: Running, open_page: OpenPage) -> None:
    seats = (Player("Ann", ("black", "green")), Player("Ben", ("blue", "yellow")))
    options = {"start_carrots": 600, "lettuces": 1}
    running.table.actor.submit(Begin(Setup(seats, options=options)))
    phones = sit_down(running, open_page, "Ann", "Ben")
    moved: set[str] = set()

    def pick(me: Any) -> str:
        action = onwards(me)
        moved.add(f"{me['seat']}/{action[:2]}")
        return action

    company = Company(running, phones, open_page("/board"), seed=1, pick=pick)
    for _ in range(MOST_ACTIONS):
        if not company.play_on():
            break
    assert company.view()["phase"] == "over"
    assert {"0/1:", "0/2:", "1/1:", "1/2:"} <= moved


def onwards(me: Any) -> str:
    """HOME, or a lettuce, or a stride with the runner that is behind; no hares, little chance."""
    moves = me["destinations"]
    wished = [each for kind in ("HOME", "L") for each in moves if each["kind"] == kind]
    if wished or not moves:
        return str((wished or me["choices"])[0]["action"])
    squares = [each["square"] for each in me["runners"]]
    last = min((each["runner"] for each in moves), key=lambda runner: squares[runner])
    if squares[last] >= NEARLY_HOME and any(each["action"] == "pay" for each in me["choices"]):
        return "pay"
    own = [each for each in moves if each["runner"] == last]
    sure = [each for each in own if each["kind"] not in ("H", "T")] or own
    near = [each for each in sure if each["square"] - squares[last] <= STRIDE] or sure
    return str(near[-1]["action"])


# The plug is pulled


@pytest.fixture
def pockets(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """Phones for any board, each from elsewhere; fails on any error of a page's scripts."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_phone(address: str) -> Page:
        how: Any = {"viewport": PHONE, **from_elsewhere(len(contexts))}
        context = browser.new_context(**how)
        contexts.append(context)
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        return page

    yield open_phone
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def programs() -> Iterator[Callable[..., Program]]:
    """Starts `hareboard simulate`; whatever is still there at the end is killed."""
    started: list[Program] = []

    def start(folder: Path, *arguments: str) -> Program:
        started.append(simulation(folder, *arguments))
        started[-1].wait_until_ready()
        return started[-1]

    yield start
    for each in started:
        each.close()


@pytest.mark.long
def test_a_server_that_is_killed_under_the_phones_and_comes_back(
    tmp_path: Path,
    programs: Callable[..., Program],
    pockets: Callable[[str], Page],
) -> None:
    program = programs(tmp_path / "ours", "--names", ",".join(NAMES))
    address, port = program.address, program.address.rsplit(":", 1)[1]
    code = re.search(r"to join +(\w+)", program.output)
    assert code is not None
    phones = [pockets(f"{address}/join#{code[1]}") for _ in NAMES]
    for seat, (phone, name) in enumerate(zip(phones, NAMES, strict=True)):
        take_seat(phone, seat, name)
    tap_action(phones[0], "f2")
    runner = program.get("/api/watch")["seats"][0]["runners"][0]["colour"]
    assert program.post("/api/simulator/hand", do="put", piece=runner, square=2).ok
    expect(phones[0].locator('[data-place="table"]')).to_be_empty()
    for phone, hand in zip(phones, ("62", "65", "65"), strict=True):
        headline(phone).to_have_text("Your move" if phone is phones[1] else "Ben to move")
        carrots(phone).to_have_text(hand)

    program.kill()
    program.wait()
    for phone in phones:
        expect(phone.locator("body")).to_have_attribute("data-live", "no")
        expect(phone.locator('[data-field="lost"]')).to_contain_text("Lost contact with the board")
    assert phones[1].locator('[data-place="turn"]').evaluate("each => each.inert")

    program = programs(tmp_path / "ours", "--port", port)
    for phone, hand in zip(phones, ("62", "65", "65"), strict=True):
        expect(phone.locator("body")).to_have_attribute("data-live", "yes")
        expect(phone.locator('[data-field="lost"]')).to_be_hidden()
        headline(phone).to_have_text("Your move" if phone is phones[1] else "Ben to move")
        carrots(phone).to_have_text(hand)
    tap_action(phones[1], "f4")
    carrots(phones[1]).to_have_text("55")
    headline(phones[2]).to_have_text("Your move")

    # Another board comes to the same address: it is not taken for this one.
    program.kill()
    program.wait()
    programs(tmp_path / "theirs", "--port", port, "--names", ",".join(NAMES))
    for phone in phones:
        headline(phone).to_have_text("This is another board")
        assert phone.locator(".hand, .dest, .stop").count() == 0


# Gifts

FRANTIC: Final = """(action) => {
  const press = () => document.querySelectorAll(`.choice[data-action="${action}"]`)
    .forEach((button) => { for (let tap = 0; tap < 3; tap += 1) button.click(); });
  new MutationObserver(press)
    .observe(document, { attributes: true, childList: true, subtree: true });
  window.toasts = [];
  new MutationObserver(() => {
    const said = document.querySelector('[data-field="toast"]')?.textContent;
    if (said && window.toasts.at(-1) !== said) window.toasts.push(said);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
AT_ONCE: Final = """([action, at]) => setTimeout(
  () => document.querySelector(`.choice[data-action="${action}"]`)?.click(), at - Date.now())"""


def played(running: Running) -> list[str]:
    """What has been played since the cards were dealt."""
    return [str(ply.action) for ply in running.table.actor.snapshot.plies][1:]


@pytest.mark.long
def test_two_phones_answer_a_gift_as_fast_as_fingers_can(
    running: Running, open_page: OpenPage
) -> None:
    begin_with(running, "give-ten")
    ann, ben, cem = sit_down(running, open_page, *NAMES)
    posted: list[str] = []
    for phone in (ben, cem):
        phone.on("request", lambda each: posted.append(each.url) if is_play(each) else None)
        phone.evaluate(FRANTIC, "keep")
    tap_action(ann, "f1")
    for phone, hand in ((ann, "44"), (ben, "75"), (cem, "75")):
        headline(phone).to_have_text("Your move" if phone is ben else "Ben to move")
        carrots(phone).to_have_text(hand)
    assert played(running) == ["f1", "keep", "keep"]
    assert sorted(url.rsplit("/seats/", 1)[1] for url in posted) == ["1/play", "2/play"]
    assert [phone.evaluate("toasts") for phone in (ben, cem)] == [[], []]


def is_play(request: Any) -> bool:
    return bool(request.method == "POST" and request.url.endswith("/play"))


@pytest.mark.long
def test_a_gift_is_answered_by_everybody_at_the_same_moment(
    running: Running, open_page: OpenPage
) -> None:
    begin_with(running, "give-ten")
    ann, ben, cem = sit_down(running, open_page, *NAMES)
    again = ben.context.new_page()
    again.goto(f"{running.address}/seat/1")
    headline(again).to_have_text("Ann to move")
    tap_action(ann, "f1")
    pages = (ben, again, cem)
    for page in (ben, again):
        expect(page.locator('.choice[data-action="keep"]')).to_be_visible()
        headline(page).to_have_text("Do you keep the gift?")
    headline(cem).to_have_text("Ben: keep the gift?")
    moment = ben.evaluate("Date.now() + 500")
    for page in pages:
        page.evaluate(AT_ONCE, ["keep", moment])
    for page in (ben, again):
        carrots(page).to_have_text("75")
        headline(page).to_have_text("Cem: keep the gift?")
        toast = page.locator('[data-field="toast"]').all_inner_texts()
        assert set(toast) <= {"", "The game has moved on. Here is how it stands now."}
    assert played(running) == ["f1", "keep"]
    cem.locator('.choice[data-action="discard"]').dblclick()
    carrots(cem).to_have_text("65")
    headline(ben).to_have_text("Your move")
    assert played(running) == ["f1", "keep", "discard"]
