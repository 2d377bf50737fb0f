"""A visit to the workshop without chips: readers say what the test puts on them."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.board import read_board
from controller.game.pieces import Colour
from controller.maintenance.calibration.answers import Answer
from controller.maintenance.calibration.session import CalibrationSession
from controller.maintenance.calibration.state import CalibrationState, Note
from hardware.clock import ManualClock
from hardware.ports import ReaderChanged, Reading, Uid
from hardware.sightings import Sightings

RED, RED_CROWN = Uid("04a1b2c3d4e5f6"), Uid("045b6e8f90a1b2")
BLUE, STRANGER = Uid("9c3d27f0"), Uid("deadbeef")
SWEEP_S: Final = 0.05

BOARD: Final = """\
name = "On the desk"

[squares]
count = 4
columns = 2

[readers]
stride = 2

[readers.supply]
supply_ma = 3000
reserve_ma = 1400

[[readers.bus]]
transport = "spi"
select = "lines"
pins = ["GPIO5", "GPIO6", "GPIO13", "GPIO19"]
squares = "1-4"                                     # along the front

[lights]
driver = "ws281x"
budget_ma = 300

[tags]
black = { base = "04000000000001", crown = "04000000000002" }
"""


class Desk:
    """Four readers that are read in turn, and a visit.

    Args:
        folder: where its files are.
        text: its board file.
    """

    def __init__(self, folder: Path, text: str = BOARD) -> None:
        self.path = folder / "board.toml"
        self.memory = folder / "workshop.json"
        if not self.path.exists():
            self.path.write_text(text, "utf-8")
        self.clock = ManualClock(50.0)
        self.visit = CalibrationSession(read_board(self.path), self.path, self.memory, self.clock)
        self.on: dict[int, Uid] = {}
        self._sightings = Sightings()

    @property
    def state(self) -> CalibrationState:
        return self.visit.snapshot.state

    def at(self) -> tuple[str, int | None]:
        """What goes on, and where."""
        return self.state.stage, self.state.square

    def found(self) -> dict[int, int | None]:
        """The reader found under each square."""
        return {square: each.reader for square, each in self.state.learned.squares.items()}

    def note(self) -> Note | None:
        """Why the course does not go on."""
        return self.state.note

    def colour(self) -> Colour | None:
        """The runner that is asked for."""
        return self.state.colour

    def sweep(self, times: int = 1, but: int | None = None) -> None:
        """Read every reader so many times, but one that sees nothing meanwhile."""
        for _ in range(times):
            self.clock.advance(SWEEP_S)
            for reader in self.state.plan.readers:
                seen = (self.on[reader],) if reader in self.on and reader != but else ()
                reading = Reading(reader, self.clock.now_s(), seen, alone=True)
                self.visit.sense(reading)
                for sighting in self._sightings.take(reading):
                    self.visit.sense(sighting)
                self.visit.tick()

    def until(self, stage: str, square: int | None = None) -> None:
        """Go on until something is asked."""
        for _ in range(500):
            if self.state.stage == stage and square in (None, self.state.square):
                return
            self.sweep()
        raise AssertionError(f"it stays at {self.at()}")

    def put(self, uid: Uid, reader: int) -> None:
        """Put down a tag, taken from wherever it was."""
        self.lift(uid)
        self.on[reader] = uid

    def lift(self, uid: Uid) -> None:
        """Take a tag away."""
        self.on = {reader: each for reader, each in self.on.items() if each != uid}

    def check(self, square: int, reader: int | None = None) -> None:
        """Have a square checked that its own reader sees, or another."""
        self.until("square", square)
        self.put(RED, reader or square)
        self.until("done", square)

    def fail(self, reader: int) -> None:
        """A reader answers nothing any more."""
        self.visit.sense(ReaderChanged(reader, "quarantined", self.clock.now_s()))

    def say(self, make: Callable[[int], Answer]) -> int:
        """Answer the question that is asked now."""
        return self.visit.carry_out(make(self.visit.snapshot.version))
