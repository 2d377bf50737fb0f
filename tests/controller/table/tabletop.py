"""A whole table on virtual time: wood, hands, readers, session and journal, no threads.

What the stories in this folder are told with.
"""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from controller.commands import Begin, Command, Play
from controller.config import Settings
from controller.journal import Journal
from controller.rules import State
from controller.session import Session
from controller.setup import Setup
from controller.snapshot import Snapshot
from controller.table.lighting import Meaning
from controller.table.pieces import COLOURS, Colour, Player
from controller.table.referee import Finding
from controller.wiring import simulated_pieces, tags_of
from hardware.clock import ManualClock
from hardware.ports import ButtonName, Uid
from hardware.simulated.direct import DirectBoard
from hardware.simulated.world import Piece, World

SETTLE_S = Settings().settle_s
PAUSE_S = Settings().pause_s
SCAN_S = 0.05
NAMES = ("Ann", "Ben", "Cem", "Dot", "Eli", "Fay")


class StackedDeck(random.Random):
    """Chance that deals the cards it was told to, these on top."""

    def __init__(self, *top: str) -> None:
        super().__init__(0)
        self.top = top

    def shuffle(self, x: list[str]) -> None:  # type: ignore[override]  # of strings only
        rest = list(x)
        for card in self.top:
            rest.remove(card)
        x[:] = [*self.top, *rest]


class Tabletop:
    """Players called Ann, Ben, Cem ... with the red, yellow, green ... runners."""

    def __init__(
        self,
        folder: Path,
        players: int = 3,
        *,
        crowned: bool = True,
        cards: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        chance: Literal["electronic", "by-hand"] = "electronic",
    ) -> None:
        self.folder = folder
        self.clock = ManualClock(100.0)
        self._pieces = simulated_pieces(crowned=crowned)
        self.world = World(64, self._pieces)
        self._chance = StackedDeck(*cards)
        self.board = DirectBoard(self.world, self.clock)
        self.session = self._open()
        options = options or {}
        each = options.get("runners", 2 if players == 2 else 1)
        seats = tuple(
            Player(name, COLOURS[seat::players][:each]) for seat, name in enumerate(NAMES[:players])
        )
        self.command(Begin(Setup(seats, options=options, chance=chance)))
        self.wait(SCAN_S)

    def _open(self) -> Session:
        session = Session(
            Journal(self.folder / "journal.sqlite"),
            tags_of(self._pieces),
            self.clock,
            self._chance,
        )
        self.board.connect(session.sense)
        return session

    # What people do

    def put(self, name: str, square: int, *, face_down: bool | None = None) -> None:
        self.world.put(_colour(name), square, face_down=face_down)
        self.wait(SCAN_S)

    def slide(self, name: str, *squares: int, rest_s: float = 0.2) -> None:
        for square in squares:
            self.world.slide(_colour(name), square)
            self.wait(rest_s)

    def lift(self, name: str) -> None:
        self.world.lift(_colour(name))
        self.wait(4 * SCAN_S)

    def turn(self, name: str) -> None:
        self.world.turn(_colour(name))
        self.wait(SCAN_S)

    def knock(self, name: str) -> None:
        self.world.knock(_colour(name))
        self.wait(4 * SCAN_S)

    def lay_bank_card(self, square: int) -> None:
        self.world.add(Piece("bank card", Uid("deadbeef"), None, square))
        self.wait(SCAN_S)

    def press(self, button: ButtonName) -> None:
        self.world.press(button)

    def move(self, name: str, square: int) -> None:
        """Set a runner down and let it rest until the move counts."""
        self.put(name, square)
        self.wait(SETTLE_S + SCAN_S)

    def phone(self, name: str, action: str) -> None:
        self.command(Play(NAMES.index(name), action, self.snapshot.version))

    def command(self, command: Command) -> None:
        self.session.carry_out(command)

    def wait(self, seconds: float) -> None:
        """Let time pass, the readers reading all the while."""
        end_s = self.clock.now_s() + seconds
        while True:
            self.board.scan()
            self.session.tick()
            left_s = end_s - self.clock.now_s()
            if left_s <= 1e-9:
                return
            self.clock.advance(min(SCAN_S, left_s))

    def pull_the_plug(self) -> None:
        """The controller dies and starts again; the wood stays where it is."""
        self.board.stop()
        self.session.close()
        self.board = DirectBoard(self.world, self.clock)
        self.session = self._open()
        self.wait(SCAN_S)

    # What there is to see

    @property
    def snapshot(self) -> Snapshot:
        return self.session.snapshot

    @property
    def state(self) -> State:
        assert self.snapshot.state is not None
        return self.snapshot.state

    @property
    def finding(self) -> Finding:
        return self.snapshot.finding

    @property
    def actions(self) -> list[str]:
        """Everything played, the deals of the hare cards left out."""
        played = [str(ply.action) for ply in self.snapshot.plies]
        return [action for action in played if not action.startswith("deal")]

    @property
    def to_act(self) -> str | None:
        return None if self.state.to_act is None else NAMES[self.state.to_act]

    def light(self, square: int) -> Meaning | None:
        return self.snapshot.lights.get(square)

    def at(self, name: str) -> int:
        """Where the game has a runner."""
        return self.state.seats[NAMES.index(name)].runners[0].at

    def carrots(self, name: str) -> int:
        return self.state.seats[NAMES.index(name)].carrots

    @property
    def faults(self) -> list[tuple[str, str | None, int | None, int | None]]:
        """The mismatches: kind, whose runner, where it is, where it belongs."""
        return [
            (fault.kind, _name(fault.colour), fault.square, fault.belongs)
            for fault in self.finding.mismatches
        ]

    @property
    def errands(self) -> list[tuple[str | None, int | None, int]]:
        return [
            (_name(errand.colour), errand.square, errand.belongs) for errand in self.finding.errands
        ]


def _colour(name: str) -> Colour:
    return COLOURS[NAMES.index(name)]


def _name(colour: Colour | None) -> str | None:
    return None if colour is None else NAMES[COLOURS.index(colour)]
