"""A race from the empty page to HOME by keyboard, roles, names and live regions alone."""

import random
import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.support.companion import ELSEWHERE
from tests.support.end_to_end.keyboard import FOCUSED, HOME, go_to, offered, walk
from tests.support.waiting import until
from tools.autoplayer import choose

pytestmark = [pytest.mark.browser, pytest.mark.long]

OpenPage = Callable[..., Page]
NAMES: Final = ("Ann", "Ben")
COLOURS: Final = ("red", "yellow")
MOST_ACTIONS: Final = 300
KEEP: Final = """
  // All that a screen reader is given to say, longer than pages keep it.
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target.role === "log" && target.ariaLive === "polite")
        for (const { textContent } of addedNodes) window.heard.push(textContent);
  }).observe(document, { childList: true, subtree: true });
"""


def focused(page: Page) -> str:
    name: str = page.evaluate(FOCUSED)
    return name


def press(page: Page, name: str, key: str = "Enter") -> None:
    """Go to a control by Tab, and press it."""
    go_to(page, name)
    page.keyboard.press(key)


def pick(page: Page, label: str, key: str, value: str) -> None:
    """Choose the first or last of a list."""
    control = page.get_by_role("combobox", name=label)
    for _ in range(60):
        if control.evaluate("(each) => each === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press(key)
    expect(control.locator("option:checked")).to_have_text(value)


def hears(page: Page, sentence: str) -> None:
    """It is said; forget it, and what was said before it."""

    def found() -> bool:
        return sentence in page.evaluate("heard")

    until(found, f"“{sentence}” is said")
    said: list[str] = page.evaluate("heard.splice(0)")
    assert said.count(sentence) == 1, said


def set_up(page: Page) -> None:
    """From the empty page into a race of two people, with one runner each and no cards."""
    press(page, "^Set up a game$")
    page.wait_for_url("**/setup")
    expect(page.get_by_role("button", name="Start the race")).to_be_visible()
    players = page.get_by_role("radio", name="3", exact=True)
    for _ in range(20):
        if players.evaluate("(each) => each === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("group", name="Player 3")).to_be_hidden()
    for seat, name in enumerate(NAMES):
        field = page.get_by_role("textbox", name=f"Name of player {seat + 1}")
        for _ in range(20):
            if field.evaluate("(each) => each === document.activeElement"):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Control+a")
        page.keyboard.type(name)
    press(page, "^House rules")
    pick(page, "What a hare square does", "End", "Nothing: nobody may stop there")
    pick(page, "Runners each (two or three players)", "Home", "One")
    pick(page, "The race is over", "End", "When the first is HOME")
    press(page, "^Start the race$")
    page.wait_for_url("**/board")


def join(page: Page, name: str, code: str) -> None:
    """From the start page to one's hand, with the code somebody has read out."""
    expect(page.get_by_role("button", name=name)).to_be_visible()
    press(page, rf"^\d*{name}")
    expect(page.get_by_role("textbox", name="Table code")).to_be_focused()
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    page.wait_for_url("**/seat/*")
    expect(page.get_by_role("heading", level=1)).not_to_have_text("…")
    expect(page.get_by_role("group", name="Questions", include_hidden=True)).to_be_attached()


class Table:
    """Two people with a phone each, and the screen at which they move their runners."""

    def __init__(self, running: Running, board: Page, phones: list[Page]) -> None:
        self._running = running
        self._board = board
        self._phones = phones
        self._rng = random.Random(7)

    def play(self) -> None:
        """Play to the end, now on the phone, now on the board."""
        for turn in range(MOST_ACTIONS):
            state = self._running.table.actor.snapshot.state
            assert state is not None
            if state.to_act is None:
                return
            seat = state.to_act
            me = self._running.get(f"/api/seats/{seat}")["me"]
            action = choose(me, self._rng)
            version = self._running.table.actor.snapshot.version
            moves = {each["action"]: each["square"] for each in me["destinations"]}
            if action in moves and turn % 3:
                self._walk(seat, moves[action])
            else:
                self._tap(seat, *offered(me, action))
            until(
                lambda: self._running.table.actor.snapshot.version > version,  # noqa: B023 - called now
                f"{action} is played",
            )
            self._tidy()
            self._listen(seat)
        raise AssertionError("nobody gets HOME")

    def _tap(self, seat: int, name: str, confirmed: str) -> None:
        """Play on the phone."""
        phone = self._phones[seat]
        expect(
            phone.get_by_role("button", name=re.compile(rf"^{re.escape(name)}")).first
        ).to_be_visible()
        press(phone, rf"^{re.escape(name)}")
        if confirmed:
            expect(phone.get_by_role("button", name=confirmed, exact=True)).to_be_focused()
            phone.keyboard.press("Enter")

    def _walk(self, seat: int, to: int) -> None:
        start = self._running.table.world.piece(COLOURS[seat]).square or 0
        walk(self._board, seat + 1, start, to)

    def _tidy(self) -> None:
        """Do on the board what it asks for: runners are carried, laid down, and taken to START."""
        for seat, shown in enumerate(self._running.get("/api/watch")["seats"]):
            runner, colour = shown["runners"][0], COLOURS[seat]
            world = self._running.table.world
            if world.piece(colour).square != (runner["square"] or None) and (
                0 < runner["square"] < HOME
            ):
                self._walk(seat, runner["square"])
                until(
                    lambda: world.piece(colour).square == runner["square"],  # noqa: B023 - called now
                    "it is carried",
                )
            if runner["face_down"] != world.piece(colour).face_down:
                press(self._board, f"^Runner {seat + 1},", "t")
                until(
                    lambda: world.piece(colour).face_down == runner["face_down"],  # noqa: B023 - called now
                    "it is turned over",
                )

    def _listen(self, before: int) -> None:
        """Whoever moves next hears it once on the phone, and on the board who that is."""
        state = self._running.table.actor.snapshot.state
        assert state is not None
        if state.to_act is None or state.to_act == before or state.prompt != "move":
            return
        for page, reader in ((self._phones[state.to_act], state.to_act), (self._board, None)):
            path = "/api/watch" if reader is None else f"/api/seats/{reader}"
            hears(page, f"{self._running.get(path)['headline']}.")


def test_a_race_from_the_empty_page_to_home(running: Running, open_page: OpenPage) -> None:
    board = open_page("/", LAPTOP)
    board.context.add_init_script(KEEP)
    set_up(board)
    phones = [open_page("/", PHONE, extra_http_headers=ELSEWHERE) for _ in NAMES]
    for phone, name in zip(phones, NAMES, strict=True):
        phone.context.add_init_script(KEEP)
        join(phone, name, running.phones.code)
    Table(running, board, phones).play()
    state = running.table.actor.snapshot.state
    assert state is not None
    winner = state.ranking[0]
    hears(board, f"{NAMES[winner]} has won the race.")
    hears(phones[winner], "You have won the race.")
    hears(phones[1 - winner], f"{NAMES[winner]} has won the race.")
    expect(board.get_by_role("region", name="How the race ended")).to_be_visible()
