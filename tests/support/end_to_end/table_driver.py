"""Plays through the pages as people do: runners dragged, buttons pressed."""

import random
import re
from collections.abc import Callable
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.end_to_end.conftest import Running
from tests.support.end_to_end.phones import as_it_should_be, as_shown, tap_action
from tests.support.waiting import PATIENCE_S, until
from tools.autoplayer import choose


class Hand(Protocol):
    """What takes hold of a runner on a page."""

    def grip(self, x: float, y: float) -> None: ...
    def move(self, x: float, y: float) -> None: ...
    def let_go(self) -> None: ...


class Mouse:
    """A mouse whose button is held."""

    def __init__(self, page: Page) -> None:
        self._mouse = page.mouse

    def grip(self, x: float, y: float) -> None:
        self._mouse.move(x, y)
        self._mouse.down()

    def move(self, x: float, y: float) -> None:
        self._mouse.move(x, y)

    def let_go(self) -> None:
        self._mouse.up()


class Finger:
    """A finger on the glass."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def grip(self, x: float, y: float) -> None:
        self._touch("touchStart", {"x": x, "y": y})

    def move(self, x: float, y: float) -> None:
        self._touch("touchMove", {"x": x, "y": y})

    def let_go(self) -> None:
        self._touch("touchEnd")

    def _touch(self, what: str, *points: dict[str, float]) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": list(points)})


SEE_BOARD = "(board) => { scrollTo(0, 0); board.scrollIntoView({ block: 'nearest' }); }"
RUNNER_AT = "([x, y]) => document.elementFromPoint(x, y)?.closest('.runner')?.dataset.piece"
# More than the page takes for a tap.
MOVED_PX = 12


def wait_for_page(page: Page, revision: int) -> None:
    """Wait until a page shows this snapshot, or a later one."""
    seen = "(revision) => Number(document.body.dataset.revision) >= revision"
    page.wait_for_function(seen, arg=revision, timeout=PATIENCE_S * 1000)


class Board:
    """The board's page, and a hand on it."""

    def __init__(self, page: Page, hand: type[Mouse] | type[Finger] = Mouse) -> None:
        self.page = page
        self._hand: Hand = hand(page)

    def drag(self, colour: str, square: int) -> None:
        """Drag a runner from wherever it is onto a square. A card has been read by then."""
        self.hold(colour)
        until(lambda: self._is_over(square), f"the hand is over square {square}")
        self._hand.let_go()

    def hold(self, colour: str) -> None:
        """Take hold of a runner. What comes late may move the board: then reach for it again."""
        self.page.evaluate("document.querySelector('.moment .card__turning')?.click()")
        until(lambda: self._holds(colour), f"the hand holds {colour}")

    def _holds(self, colour: str) -> bool:
        """Reach for a runner; whether it is held. By the lower half: neighbours' ears overlap."""
        # The page's script draws the board: a locator waits for it.
        self.page.locator(".board").evaluate(SEE_BOARD)
        runner = self.page.locator(f'[data-piece="{colour}"]')
        runner.element_handle().wait_for_element_state("stable")
        held = runner.bounding_box()
        assert held is not None
        x, y = held["x"] + held["width"] / 2, held["y"] + held["height"] * 0.65
        if self.page.evaluate(RUNNER_AT, [x, y]) != colour:
            return False
        self._hand.grip(x, y)
        self._hand.move(x, y - MOVED_PX)
        if "is-dragged" in (runner.get_attribute("class") or ""):
            return True
        self._hand.let_go()
        return False

    def _is_over(self, square: int) -> bool:
        """Carry what is held over a square; whether the square stayed where it was."""
        target = self.page.locator(f'[data-square="{square}"]')
        there = target.bounding_box()
        assert there is not None
        self._hand.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2)
        return target.bounding_box() == there

    def turn_over(self, colour: str) -> None:
        self._choose(colour)
        self.page.locator('[data-do="turn"]').click()

    def knock_off(self, colour: str) -> None:
        runner = self._choose(colour)
        self.page.locator('[data-do="knock"]').click()
        expect(runner).to_have_attribute("aria-label", re.compile("at START|beside the board"))

    def _choose(self, colour: str) -> Locator:
        """Tap a runner, unless it is the chosen one already: a second tap lets go of it."""
        runner = self.page.locator(f'[data-piece="{colour}"]')
        if "is-chosen" not in (runner.get_attribute("class") or ""):
            runner.click()
        return runner

    def press(self, button: str) -> None:
        self.page.locator(f'[data-button="{button}"]').click()


class Play:
    """A whole game, an action at a time, and what was met on the way.

    `pick` chooses from a seat's own part of the view; without it the game gets HOME in time.
    """

    def __init__(
        self,
        running: Running,
        phones: list[Page],
        seed: int,
        pick: Callable[[Any], str] | None = None,
    ) -> None:
        self.running = running
        self.phones = phones
        self.rng = random.Random(seed)
        self.met: set[str] = set()
        self._action = ""
        self._pick = pick or (lambda me: self._wish(me) or choose(me, self.rng))

    def view(self) -> Any:
        return self.running.get("/api/watch")

    def me(self, seat: int) -> Any:
        return self.running.get(f"/api/seats/{seat}")["me"]

    def step(self, carry: Callable[[int, str, int], None]) -> bool:
        """One action by whoever is to act; False when the game is over.

        `carry` makes moves and chews lettuces, given seat, action and square; all else is
        pressed on the phone.
        """
        view = self.view()
        seat = view["to_act"]
        if seat is None:
            return False
        phone = self.phones[seat]
        self.until_shown(phone, view["version"])
        me = self.me(seat)
        self._action = action = self._pick(me)
        moves = {each["action"]: each["square"] for each in me["destinations"]}
        self._note(view, me, action)
        if action in moves:
            carry(seat, action, moves[action])
        elif action == "chew":
            carry(seat, action, me["runners"][0]["square"])
        else:
            phone.locator(f'.choice[data-action="{action}"]').click()
        self.until_played(view["version"])
        return True

    def tap(self, seat: int, action: str) -> None:
        """Play something on a seat's phone, and wait until everybody's phone shows it."""
        version = self.view()["version"]
        self.until_shown(self.phones[seat], version)
        tap_action(self.phones[seat], action)
        self.until_played(version)
        self.everybody_agrees()

    def everybody_agrees(self) -> None:
        """Every phone shows the game as it stands, and its own hand."""
        version = self.view()["version"]
        for seat, phone in enumerate(self.phones):
            self.until_shown(phone, version)
            seen = self.running.get(f"/api/seats/{seat}")
            expect(phone.locator('[data-field="headline"]')).to_have_text(seen["headline"])
            shown = as_shown(phone)
            assert shown == as_it_should_be(seen, shown["runner"])

    def until_played(self, version: int) -> None:
        """Wait until the game is past a version."""
        grown = "version => Number(document.body.dataset.version) > version"
        try:
            self.phones[0].wait_for_function(grown, arg=version)
        except PlaywrightTimeout:
            view, world = self.view(), self.running.get("/api/simulator")["pieces"]
            pages = [phone.locator("body").get_attribute("data-live") for phone in self.phones]
            said = [
                phone.locator('[data-field="toast"]').all_inner_texts() for phone in self.phones
            ]
            raise AssertionError(
                f"{self._action} of seat {view['to_act']} was not played: {view['table']}, "
                f"{world}, live: {pages}, said: {said}"
            ) from None

    def until_shown(self, page: Page, version: int) -> None:
        """Wait until a page shows a version."""
        expect(page.locator("body")).to_have_attribute("data-version", str(version))

    def _wish(self, me: Any) -> str | None:
        """A first hare and a first tortoise, so that every game has them."""
        moves = {each["action"]: each["kind"] for each in me["destinations"]}
        for kind in ("H", "T"):
            fit = [str(action) for action, each in moves.items() if each == kind]
            if kind not in self.met and fit:
                return fit[0]
        return None

    def _note(self, view: Any, me: Any, action: str) -> None:
        kinds = {each["action"]: each["kind"] for each in me["destinations"]}
        self.met.add(kinds.get(action, action))
        if view["card"] is not None:
            self.met.add(view["card"]["card"])
