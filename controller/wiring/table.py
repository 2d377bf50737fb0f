"""A table put together: journal, game, board and lights."""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.config import Settings
from controller.journal import Journal
from controller.lights import Lights
from controller.service import Service
from controller.session import Session
from controller.wiring.address import SIMULATED, BadAddress, Opened, is_simulated, open_board
from controller.wiring.runners import simulated_pieces, tags_of
from hardware.clock import Clock, MonotonicClock
from hardware.ports import ReaderChanged
from hardware.simulated.buttons import SimulatedButtons
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.world import World

SQUARES: Final = 64
JOURNAL_FILE: Final = "journal.sqlite"
WORLD_FILE: Final = "simulated-world.json"


@dataclass(frozen=True)
class SimulatedTable:
    """A running game on a simulated board: the service, and the world's side of it."""

    clock: Clock
    service: Service
    world: World
    strip: SimulatedStrip
    buttons: SimulatedButtons
    board: Opened
    lights: Lights

    def start(self) -> None:
        """Start everything; what the journal has goes on.

        Raises:
            JournalError: the journal cannot be used.
        """
        self.service.start()
        for square in range(1, self.world.squares + 1):
            if square not in self.board.squares:
                # No reader, no sighting: as with one that has failed for good.
                self.service.emit(ReaderChanged(square, "quarantined", self.clock.now_s()))
        self.buttons.start(self.service.emit)
        self.board.sensing.start(self.service.emit)
        self.lights.start()

    def stop(self) -> None:
        """Stop everything, dark at the end."""
        self.buttons.stop()
        self.board.sensing.stop()
        self.service.stop()
        self.lights.stop()


def simulated_table(
    folder: Path,
    settings: Settings | None = None,
    chance: random.Random | None = None,
    address: str = SIMULATED,
) -> SimulatedTable:
    """A table on a simulated board.

    Args:
        folder: where the journal and the simulated wood are kept.
        settings: how patient the table is.
        chance: draws the cards; the system's randomness unless given.
        address: which board.

    Raises:
        BadAddress, BadBoard, BadTrace: there is no such board.
    """
    if not is_simulated(address):
        raise BadAddress(f"“{address}” is not simulated. Simulated are sim:// and trace:// boards.")
    clock = MonotonicClock()
    pieces = simulated_pieces()
    world = World(SQUARES, pieces, memory=folder / WORLD_FILE)
    strip = SimulatedStrip(SQUARES)
    draws = chance or random.SystemRandom()

    board = open_board(address, world, clock, random.Random())

    def open_session() -> Session:
        journal = Journal(folder / JOURNAL_FILE)
        return Session(journal, tags_of(pieces), clock, draws, settings, board.sensing.last_read_s)

    service = Service(open_session, clock, board.sensing.attend)
    return SimulatedTable(
        clock=clock,
        service=service,
        world=world,
        strip=strip,
        buttons=SimulatedButtons(world, clock),
        board=board,
        lights=Lights(service, strip, SQUARES, clock),
    )
