"""People around a board, a phone each, and the hands that carry their runners."""

from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Page, expect

from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.table.commands import Begin
from controller.table.commands import Play as Played
from tests.end_to_end.conftest import PHONE, Running
from tests.support.end_to_end.phones import tap_action
from tests.support.end_to_end.table_driver import Play

OpenPage = Callable[..., Page]

THREE: Final = (Player("Ann", ("red",)), Player("Ben", ("blue",)), Player("Cem", ("green",)))
NAMES: Final = tuple(player.name for player in THREE)
HOME: Final = 64


def from_elsewhere(number: int) -> dict[str, Any]:
    """A phone that is not the machine of the board, with an address of its own."""
    return {"extra_http_headers": {"X-Forwarded-For": f"192.0.2.{number}"}, "has_touch": True}


def take_seat(phone: Page, seat: int, name: str) -> None:
    """Take a free seat at the gate: its hand opens."""
    phone.locator(f'.seat-card--free[data-seat="{seat}"]').tap()
    phone.wait_for_url(f"**/seat/{seat}", wait_until="commit")
    expect(phone.locator('[data-field="name"]')).to_have_text(name)
    expect(phone.locator("body")).to_have_attribute("data-live", "yes")


def headline(page: Page) -> Any:
    """What to expect of a page's headline."""
    return expect(page.locator('[data-field="headline"]'))


def carrots(page: Page) -> Any:
    """What to expect of the carrots in a hand."""
    return expect(page.locator('[data-field="carrots"]'))


def sit_down(running: Running, open_page: OpenPage, *names: str) -> list[Page]:
    """Everybody scans the code and takes their seat."""
    phones = []
    for seat, name in enumerate(names):
        phones.append(open_page(f"/join#{running.phones.code}", PHONE, **from_elsewhere(seat)))
        take_seat(phones[-1], seat, name)
    return phones


def begin_with(running: Running, *top: str) -> None:
    """Begin a game whose pile has these cards on top."""
    service = running.table.actor
    service.submit(Begin(Setup(THREE, chance="by-hand")))
    state = service.snapshot.state
    assert state is not None
    pile = list(state.rules.deck)
    for card in top:
        pile.remove(card)
    service.submit(Played(0, " ".join(("deal", *top, *pile)), service.snapshot.version))


class Company(Play):
    """Everybody plays: some tap and carry, some just carry; after each action all pages agree.

    Args:
        running: the table.
        phones: a phone a seat, each on its hand.
        board: the page of the board.
        seed: of what they choose.
        pick: as in `Play`.
    """

    def __init__(
        self, running: Running, phones: list[Page], board: Page, seed: int, pick: Any = None
    ) -> None:
        super().__init__(running, phones, seed, pick)
        self._board = board
        self._world = running.table.world
        self._actions = 0

    def play_on(self) -> bool:
        """One action by whoever is to act; False when the game is over."""
        self._actions += 1
        if not self.step(self._carry):
            return False
        self.everybody_agrees()
        self._tidy()
        self._board_agrees()
        return True

    def _carry(self, seat: int, action: str, square: int) -> None:
        """Every other time by hand alone, else tapped first and carried when the phones say so."""
        if self._actions % 2:
            tap_action(self.phones[seat], action)
            return
        runners = self.view()["seats"][seat]["runners"]
        if action == "chew":
            down = next(each["colour"] for each in runners if each["face_down"])
            self._world.turn(down)
            return
        index = int(action[0]) - 1 if ":" in action else 0
        self._world.put(runners[index]["colour"], square)

    def _tidy(self) -> None:
        """Carry every runner to where the game has it."""
        for runner in self._runners():
            piece = self._world.piece(runner["colour"])
            square, down = runner["square"], runner["face_down"]
            if not square and piece.square is not None:
                self._world.knock(piece.name)
            elif square and (piece.square, piece.face_down) != (square, down):
                self._world.put(piece.name, square, face_down=down)

    def _board_agrees(self) -> None:
        """The page of the board has heard of it, and shows every runner where it stands."""
        seen = self.view()
        self.until_shown(self._board, seen["version"])
        for runner in self._runners():
            square = runner["square"]
            place = (
                "at START" if not square else "at HOME" if square == HOME else f"square {square},"
            )
            piece = self._board.locator(f'[data-piece="{runner["colour"]}"][aria-label*="{place}"]')
            expect(piece).to_be_visible()

    def _runners(self) -> list[Any]:
        return [runner for seat in self.view()["seats"] for runner in seat["runners"]]
