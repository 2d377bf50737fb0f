"""The chips at the pins of this pretended Raspberry Pi, and what becomes of its bus.

The folder named by PRETEND_PI has the board file. A file `die` in it is a mistake in whatever
drives the bus: the next transfer takes it away, and fails as nobody has foreseen. A pipe `hang` in
it lets a transfer not return before somebody has opened and closed the pipe's other end.
"""

import os
import random
from pathlib import Path

from controller.board import read_board
from controller.bootstrap.simulated.emulated_pi import SimulatedParts, emulate
from hardware.clock import MonotonicClock
from hardware.simulated.pn532.spi import EmulatedSpiBus
from hardware.simulated.world import World

FOLDER = Path(os.environ["PRETEND_PI"])
BOARD = read_board(FOLDER / "board.toml")
CLOCK = MonotonicClock()
CHIPS = emulate(World(64, ()), BOARD.settings.places, CLOCK, random.Random(1)).chips
PARTS = SimulatedParts(CHIPS, BOARD.buses, CLOCK)
(BUS,) = PARTS.buses.values()
assert isinstance(BUS, EmulatedSpiBus)


def suffer() -> None:
    """Whatever is to happen to the bus just now."""
    if (FOLDER / "hang").exists():
        (FOLDER / "hang").read_bytes()
    if (FOLDER / "die").exists():
        (FOLDER / "die").unlink()
        raise ZeroDivisionError("a mistake in the driver")
