"""A small emulated board on virtual time that is recorded as it is played on."""

import io
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from controller.bootstrap.simulated.emulated_pi import SimulatedParts
from hardware.clock import ManualClock
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.ports import BoardEvent, Pressed, ReaderChanged, Uid
from hardware.sensing.plan import serpentine
from hardware.sensing.settings import ArraySettings, Bus, LineSelect, SpiBus
from hardware.simulated.pn532.chip import EmulatedChip
from hardware.simulated.pn532.faults import Faults, Odds
from hardware.simulated.pn532.radio import Bleeding, Radio
from hardware.simulated.world import Piece, World
from hardware.trace import TraceBoard, TraceWriter, read_trace

RED, RED_CROWN, BLUE = Uid("0401b500000001"), Uid("0401c700000001"), Uid("0404b500000001")
PITCH_MM: Final = 50.0
TRANSFER_S: Final = 50e-6


class Stage:
    """Readers under a few squares, two runners, hands to move them, and a trace of it all.

    Args:
        squares: how many; they wind to and fro, `columns` to a row.
        columns: see there.
        seed: decides whatever is a matter of probability.
        buses: how they are wired; one SPI bus unless given.
        odds: how bad faults are.
        bleeding: how neighbours disturb each other.
        how: they are read, as in `ArraySettings`.
    """

    def __init__(
        self,
        squares: int = 4,
        columns: int = 2,
        *,
        seed: int = 1,
        buses: tuple[Bus, ...] | None = None,
        odds: Odds | None = None,
        bleeding: Bleeding | None = None,
        **how: Any,
    ) -> None:
        self.clock = ManualClock(10.0)
        self.world = World(squares, [Piece("red", RED, RED_CROWN), Piece("blue", BLUE, None)])
        self.events: list[BoardEvent] = []
        self.file = io.StringIO()
        self.began_s = self.clock.now_s()
        self.writer = TraceWriter(self.file, self.began_s)
        places = serpentine(squares, columns)
        rng = random.Random(seed)
        self.radio = Radio(
            self.world,
            {at: (place.column * PITCH_MM, place.row * PITCH_MM) for at, place in places.items()},
            self.clock,
            rng=rng,
            pitch_mm=PITCH_MM,
            bleeding=bleeding,
        )
        self.chips: Mapping[int, EmulatedChip] = {
            at: EmulatedChip(
                at,
                self.radio,
                self.clock,
                faults=Faults(partial(random.Random, rng.getrandbits(64)), odds),
            )
            for at in places
        }
        buses = buses or (SpiBus("spi", LineSelect({at: f"GPIO{at}" for at in places})),)
        parts = SimulatedParts(self.chips, buses, self.clock, TRANSFER_S)
        self.board = Pn532Board(
            ArraySettings(places, **how),
            connect(buses, parts, self.clock),
            self.clock,
            self.writer.write,
        )
        self.board.connect(self._hear)

    def run(self, seconds: float) -> None:
        """Let time pass."""
        until_s = self.clock.now_s() + seconds
        while self.clock.now_s() < until_s:
            self.board.step()

    def press(self) -> None:
        """Press the button to confirm."""
        self._hear(Pressed("confirm", self.clock.now_s()))

    def fault(self, square: int, name: str, *, on: bool = True) -> None:
        """Switch a fault of a reader on or off."""
        self.chips[square].faults.set(name, on=on)

    @property
    def trace(self) -> str:
        """What was recorded, as the text of a file."""
        return self.file.getvalue()

    def _hear(self, event: BoardEvent) -> None:
        self.events.append(event)
        if isinstance(event, ReaderChanged | Pressed):
            self.writer.write(event)


@contextmanager
def stage(squares: int = 4, columns: int = 2, **how: Any) -> Iterator[Stage]:
    """A stage that is cleared at the end."""
    made = Stage(squares, columns, **how)
    try:
        yield made
    finally:
        made.board.stop()


def replayed(trace: str, began_s: float = 0.0) -> list[BoardEvent]:
    """What a board that says a trace again reports, on virtual time."""
    events: list[BoardEvent] = []
    board = TraceBoard(read_trace(trace.splitlines(keepends=True)), ManualClock(began_s))
    board.connect(events.append)
    while not board.over:
        board.step()
    return events
