"""Boards of every kind on a bench: small, on virtual time, with hands to move the pieces."""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from controller.bootstrap.simulated.emulated_pi import Emulation, SimulatedParts, emulate
from hardware.clock import ManualClock
from hardware.pn532.array import Pn532Board, ReaderLine
from hardware.pn532.connect import connect
from hardware.pn532.tap import WireTap
from hardware.ports import BoardEvent, ReaderChanged, ReaderState, Reading, Sighting, Uid
from hardware.scanner.board import ScannerBoard
from hardware.sensing.plan import serpentine
from hardware.sensing.settings import (
    ArraySettings,
    Bus,
    Channel,
    DecoderSelect,
    I2cBus,
    LineSelect,
    Place,
    ScannerPort,
    Select,
    ShiftRegisterSelect,
    SpiBus,
    UartPort,
    usual_select,
)
from hardware.simulated.direct import DirectBoard
from hardware.simulated.pn532.faults import Odds
from hardware.simulated.pn532.profile import BY_THE_MANUAL, Profile
from hardware.simulated.pn532.radio import Bleeding
from hardware.simulated.world import Piece, World
from hardware.transfers import Transfer
from tests.support.scanner.devices import EmulatedScanner, reach

RED, RED_CROWN, BLUE = Uid("04a1b2c3d4e5f6"), Uid("045b6e8f90a1b2"), Uid("9c3d27f0")
SQUARES: Final = 12
PLACES: Final = serpentine(SQUARES, 4)
TRANSFER_S: Final = 50e-6
STEP_S: Final = 0.005


def _numbered(names: str) -> dict[int, str]:
    return {square: f"{names}{square}" for square in PLACES}


WIRINGS: Final[Mapping[str, tuple[Bus, ...]]] = {
    "spi-lines": (SpiBus("spi", LineSelect(_numbered("GPIO")), clock_hz=4_000_000),),
    "spi-decoder": (
        SpiBus(
            "spi",
            DecoderSelect(
                ("R0", "R1"), ("C0", "C1"), "EN", {each: divmod(each - 1, 4) for each in PLACES}
            ),
            clock_hz=4_000_000,
            reset_pin="RST",
        ),
    ),
    "spi-shift-register": (
        SpiBus(
            "spi",
            ShiftRegisterSelect("D", "CLK", "LAT", 2, {each: each + 1 for each in PLACES}),
            clock_hz=4_000_000,
        ),
    ),
    "two-spi": (
        SpiBus("one", LineSelect({each: f"A{each}" for each in range(1, 7)}), reset_pin="RA"),
        SpiBus("two", LineSelect({each: f"B{each}" for each in range(7, 13)}), reset_pin="RB"),
    ),
    "i2c": (
        I2cBus(
            "i2c",
            {each: Channel(0x70 + (each - 1) // 8, (each - 1) % 8) for each in PLACES},
            clock_hz=400_000,
            reset_pin="RST",
        ),
    ),
    "uart": tuple(UartPort(f"port {each}", f"/dev/port{each}", each) for each in PLACES),
}
"""How twelve readers may be wired."""


def _scanner(name: str, squares: range, kind: str) -> ScannerPort:
    """A co-processor for some squares, each wired in another way."""
    if kind == "lines":
        return ScannerPort(name, f"/dev/{name}", usual_select(squares))
    if kind == "decoder":
        lines = {square: divmod(at, 4) for at, square in enumerate(squares)}
        select: Select = DecoderSelect(("GP2", "GP3"), ("GP5", "GP6"), "GP8", lines)
        return ScannerPort(name, f"/dev/{name}", select, clock_hz=4_000_000, reset_pin="GP9")
    outputs = {square: at + 1 for at, square in enumerate(squares)}
    select = ShiftRegisterSelect("GP11", "GP10", "GP12", 2, outputs)
    return ScannerPort(name, f"/dev/{name}", select, clock_hz=4_000_000)


SCANNERS: Final[Mapping[str, tuple[ScannerPort, ...]]] = {
    "scanner": (_scanner("one", range(1, 13), "decoder"),),
    "scanner-shift-register": (_scanner("one", range(1, 13), "shift-register"),),
    "three-scanners": tuple(
        _scanner(f"row {row}", range(4 * row + 1, 4 * row + 5), "lines") for row in range(3)
    ),
}
"""How twelve readers may hang on co-processors."""
KINDS: Final = ("direct", *WIRINGS, "scanner", "three-scanners")


class Bench:
    """A board on virtual time, and what it has reported since last asked."""

    def __init__(
        self,
        kind: str,
        *,
        seed: int = 1,
        odds: Odds | None = None,
        bleeding: Bleeding | None = None,
        profile: Profile = BY_THE_MANUAL,
        on_transfer: Callable[[Transfer], None] | None = None,
        **how: Any,
    ) -> None:
        self.clock = ManualClock(10.0)
        pieces = [Piece("red", RED, RED_CROWN), Piece("blue", BLUE, None)]
        self.world = World(SQUARES, pieces)
        self.readings: list[Reading] = []
        self.events: list[BoardEvent] = []
        self.parts: SimulatedParts | None = None
        self.emulation: Emulation | None = None
        self.lines: dict[int, ReaderLine] = {}
        self.devices: list[EmulatedScanner] = []
        self.board: DirectBoard | Pn532Board | ScannerBoard
        if kind in SCANNERS:
            rng = random.Random(seed)
            self.emulation = emulate(
                self.world,
                PLACES,
                self.clock,
                rng,
                odds=odds,
                bleeding=bleeding,
                profile=profile,
            )
            settings = ArraySettings(PLACES, **how)
            self.devices = [
                EmulatedScanner(port, settings, self.emulation.chips, self.clock, TRANSFER_S)
                for port in SCANNERS[kind]
            ]
            self.board = ScannerBoard(
                settings,
                reach(self.devices),
                self.clock,
                self.readings.append,
                on_transfer=on_transfer,
            )
        elif kind == "direct":
            self.board = DirectBoard(self.world, self.clock, on_reading=self.readings.append)
        else:
            buses = WIRINGS[kind]
            rng = random.Random(seed)
            self.emulation = emulate(
                self.world,
                PLACES,
                self.clock,
                rng,
                odds=odds,
                bleeding=bleeding,
                profile=profile,
            )
            self.parts = SimulatedParts(
                self.emulation.chips, buses, self.clock, TRANSFER_S, profile
            )
            settings = ArraySettings(PLACES, **how)
            tap = None if on_transfer is None else WireTap(self.clock, on_transfer)
            self.lines = connect(buses, self.parts, self.clock, settings.timing, tap)
            self.board = Pn532Board(
                settings,
                self.lines,
                self.clock,
                self.readings.append,
                close=self.parts.close,
            )
        self.board.connect(self.events.append)

    @property
    def places(self) -> Mapping[int, Place]:
        return PLACES

    @property
    def radio(self) -> Any:
        assert self.emulation is not None
        return self.emulation.radio

    def fault(self, square: int, name: str, *, on: bool = True) -> None:
        assert self.emulation is not None
        self.emulation.chips[square].faults.set(name, on=on)

    def run(self, seconds: float) -> list[tuple[int, Uid, bool]]:
        """Let time pass; what was sighted meanwhile."""
        self.step_for(seconds)
        return self.sighted()

    def step_for(self, seconds: float) -> None:
        """Let time pass."""
        until_s = self.clock.now_s() + seconds
        while self.clock.now_s() < until_s:
            before_s = self.clock.now_s()
            self.step()
            if self.clock.now_s() == before_s:
                self.clock.advance(0.03)

    def run_until(self, true: Callable[[], bool], most_s: float = 60.0) -> None:
        until_s = self.clock.now_s() + most_s
        while not true():
            assert self.clock.now_s() < until_s, "it never came to that"
            self.step()

    def start(self, emit: Callable[[BoardEvent], None]) -> None:
        """Let everything run in threads of its own."""
        for device in self.devices:
            device.firmware.start()
        self.board.start(emit)

    def stop(self) -> None:
        self.board.stop()
        for device in self.devices:
            device.firmware.stop()

    def step(self) -> None:
        if isinstance(self.board, DirectBoard):
            self.board.scan()
        elif isinstance(self.board, ScannerBoard):
            # A step is a phase, as with other boards.
            until_s = self.clock.now_s() + STEP_S
            while self.clock.now_s() < until_s:
                self.board.step()
                for device in self.devices:
                    device.firmware.turn()
        else:
            self.board.step()

    def sighted(self) -> list[tuple[int, Uid, bool]]:
        """What was sighted since last asked."""
        sightings = [each for each in self.events if isinstance(each, Sighting)]
        self.events[:] = [each for each in self.events if not isinstance(each, Sighting)]
        return [(each.square, each.uid, each.seen) for each in sightings]

    def changes(self, square: int) -> list[ReaderState]:
        """The states a reader has gone through."""
        return [
            each.state
            for each in self.events
            if isinstance(each, ReaderChanged) and each.square == square
        ]


@contextmanager
def bench(kind: str, **how: Any) -> Iterator[Bench]:
    """A board that is stopped at the end."""
    made = Bench(kind, **how)
    try:
        yield made
    finally:
        made.stop()
