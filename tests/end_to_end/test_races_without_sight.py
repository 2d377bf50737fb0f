"""Whole races without a picture: by names and roles alone, and by the keyboard alone."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup
from controller.table.commands import Begin, Play
from tests.end_to_end.conftest import LAPTOP, PHONE, Running
from tests.support.end_to_end.keyboard import HOME, go_to, offered, walk
from tests.support.end_to_end.table_driver import wait_for_page
from tests.support.waiting import until
from tools.autoplayer import choose

pytestmark = [pytest.mark.browser, pytest.mark.long]

OpenPage = Callable[..., Page]
NAMES = ("Ann", "Ben", "Cem")


class Race:
    """A race of three, of whom the first plays on a page and the others out of sight."""

    def __init__(self, running: Running) -> None:
        self._running = running
        self._rng = random.Random(7)
        seats = tuple(Player(name, (colour,)) for name, colour in zip(NAMES, COLOURS, strict=False))
        rules = {"finish": "first-home", "hare": "off"}
        running.table.actor.submit(Begin(Setup(seats, options=rules)))

    def run(
        self, page: Page, play: Callable[[dict[str, Any], str], None], tidy: Callable[[], None]
    ) -> None:
        """Play to the end; `play` carries an action out on the page, `tidy` what is then asked."""
        for _ in range(400):
            snapshot = self._running.table.actor.snapshot
            state, version = snapshot.state, snapshot.version
            assert state is not None
            if state.to_act is None:
                return
            me = self._running.get(f"/api/seats/{state.to_act}")["me"]
            action = choose(me, self._rng)
            if state.to_act == 0:
                wait_for_page(page, snapshot.revision)
                play(me, action)
                until(
                    lambda: self._running.table.actor.snapshot.version > version,  # noqa: B023 - called now
                    f"{action} is played",
                )
            else:
                self._running.table.actor.submit(Play(state.to_act, action, version))
            tidy()
        raise AssertionError("nobody gets HOME")

    def carry(self) -> None:
        """Carry all runners to where the game has them, as people do out of sight."""
        for seat in self._running.get("/api/watch")["seats"]:
            for runner in seat["runners"]:
                world, colour = self._running.table.world, runner["colour"]
                if 0 < runner["square"] < HOME:
                    world.put(colour, runner["square"], face_down=runner["face_down"])
                elif world.piece(colour).square is not None:
                    world.knock(colour)


@pytest.fixture
def race(running: Running) -> Race:
    return Race(running)


def is_over(page: Page) -> None:
    """The page says so."""
    expect(page.locator('[data-field="headline"]')).to_have_text(
        re.compile("ha(s|ve) won the race")
    )


def test_a_phone_is_played_on_by_roles_and_names(race: Race, open_page: OpenPage) -> None:
    page = open_page("/seat/0", PHONE)

    def play(me: dict[str, Any], action: str) -> None:
        name, confirmed = offered(me, action)
        page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}")).first.click()
        if confirmed:
            page.get_by_role("button", name=confirmed, exact=True).click()

    race.run(page, play, race.carry)
    is_over(page)


def test_a_phone_is_played_on_by_the_keyboard(race: Race, open_page: OpenPage) -> None:
    page = open_page("/seat/0", PHONE)

    def play(me: dict[str, Any], action: str) -> None:
        name, confirmed = offered(me, action)
        control = page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}"))
        expect(control.first).to_be_visible()
        go_to(page, rf"^{re.escape(name)}")
        page.keyboard.press("Enter")
        if confirmed:
            expect(page.get_by_role("button", name=confirmed, exact=True)).to_be_focused()
            page.keyboard.press("Enter")

    race.run(page, play, race.carry)
    is_over(page)


def test_the_board_is_played_on_by_the_keyboard(
    race: Race, running: Running, open_page: OpenPage
) -> None:
    page = open_page("/board", LAPTOP)

    def play(me: dict[str, Any], action: str) -> None:
        moves = {each["action"]: each["square"] for each in me["destinations"]}
        if action in moves:
            walk(page, 1, me["runners"][0]["square"], moves[action])
        elif action in ("chew", "rest"):
            go_to(page, "^Runner 1,")
            page.keyboard.press("t")
        else:
            button = {"draw": "Draw", "pay": "Pay"}.get(action, "Confirm")
            go_to(page, f"^{button}")
            page.keyboard.press("Enter")

    def tidy() -> None:
        """Lay the own runner down where it asks for that; the others are somebody else's."""
        own = running.get("/api/watch")["seats"][0]["runners"][0]
        piece = running.table.world.piece("red")
        if own["face_down"] and not piece.face_down:
            go_to(page, "^Runner 1,")
            page.keyboard.press("t")
            until(lambda: running.table.world.piece("red").face_down, "it lies face down")
        for seat in running.get("/api/watch")["seats"][1:]:
            for runner in seat["runners"]:
                if 0 < runner["square"] < 64:
                    running.table.world.put(
                        runner["colour"], runner["square"], face_down=runner["face_down"]
                    )

    race.run(page, play, tidy)
    is_over(page)


def test_the_board_is_played_on_by_roles_and_names(race: Race, open_page: OpenPage) -> None:
    page = open_page("/board", LAPTOP)

    def press(name: str) -> None:
        page.get_by_role("button", name=re.compile(name)).first.click()

    def play(me: dict[str, Any], action: str) -> None:
        moves = {each["action"]: each["square"] for each in me["destinations"]}
        if action in moves:
            press("^Runner 1, red")
            press("^HOME" if moves[action] == HOME else f"^Square {moves[action]}, ")
        elif action in ("chew", "rest"):
            press("^Runner 1, red")
            press("^Turn over$")
        else:
            press({"draw": "^Draw", "pay": "^Pay"}.get(action, "^Confirm"))

    race.run(page, play, race.carry)
    is_over(page)
