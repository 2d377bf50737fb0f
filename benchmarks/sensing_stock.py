"""The loop everybody writes first: Adafruit's unchanged driver, one reader after the other."""

import importlib
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Final

from adafruit_pn532.spi import PN532_SPI

from benchmarks.sensing_table import TRANSFER_S, UIDS, Table
from controller.bootstrap.simulated.emulated_pi import PITCH_MM, emulate
from controller.game.pieces import Colour
from hardware.clock import Clock
from hardware.sensing.settings import Place
from hardware.simulated.pn532.chip import EmulatedChip
from hardware.simulated.pn532.pins import EmulatedPin, EmulatedSelectLines
from hardware.simulated.pn532.profile import Profile
from hardware.simulated.pn532.radio import Radio
from hardware.simulated.pn532.spi import EmulatedSpiBus

ATTEMPTS: Final = 3
TIME_USERS: Final = (
    "adafruit_pn532.adafruit_pn532",
    "adafruit_pn532.spi",
    "adafruit_bus_device.spi_device",
)
"""The library's modules that look at the time."""


class StockLoop:
    """`read_passive_target` round the board, each reader with a chip select pin of its own.

    The library's modules have to live on the table's clock: see `stock_loop`.

    Args:
        table: the runners above the readers.
        places: where the readers lie.
        timeout_s: for how long each reader looks for a tag.
        bleed_mm: how far neighbours disturb each other; None for the emulator's usual.

    Attributes:
        radio: knows what the readers draw.
    """

    attends = False

    def __init__(
        self, table: Table, places: Mapping[int, Place], timeout_s: float, bleed_mm: float | None
    ) -> None:
        self.table = table
        clock = table.clock
        there = {square: (p.column * PITCH_MM, p.row * PITCH_MM) for square, p in places.items()}
        self.radio = Radio(
            table.world, there, clock, rng=random.Random(1), bleed_mm=bleed_mm, pitch_mm=PITCH_MM
        )
        self._read = self._phantoms = 0
        chips = {square: EmulatedChip(square, self.radio, clock) for square in places}
        pins = {square: EmulatedPin(f"CS{square}") for square in places}
        for pin in pins.values():
            pin.switch_to_output(value=True)
        bus = EmulatedSpiBus(chips, EmulatedSelectLines(pins), clock, transfer_s=TRANSFER_S)
        self._readers = {square: PN532_SPI(bus, pin) for square, pin in sorted(pins.items())}
        for reader in self._readers.values():
            reader.SAM_configuration()
        self._timeout_s = timeout_s
        self._round = self._go_round()

    @property
    def phantoms_a_sweep(self) -> float:
        """How often in a sweep a tag was read that does not stand there, on average."""
        return self._phantoms * len(self._readers) / self._read

    def attend(self, squares: frozenset[int]) -> None:
        """The loop knows of no squares that matter more."""

    def run(self, seconds: float) -> None:
        """Go on for a while."""
        until_s = self.table.clock.now_s() + seconds
        while self.table.clock.now_s() < until_s:
            next(self._round)

    def seen_s(self, colour: Colour, square: int) -> float:
        """Go on until a runner is seen on a square; returns when that was."""
        while next(self._round) != (square, UIDS[colour]):
            pass
        return self.table.clock.now_s()

    def sweeps_s(self, count: int) -> list[float]:
        """How long each of some sweeps over all readers takes."""
        times = []
        for _ in range(count):
            began_s = self.table.clock.now_s()
            for _ in self._readers:
                next(self._round)
            times.append(self.table.clock.now_s() - began_s)
        return times

    def _go_round(self) -> Iterator[tuple[int, str | None]]:
        while True:
            for square, reader in self._readers.items():
                found = reader.read_passive_target(timeout=self._timeout_s)
                uid = None if found is None else bytes(found).hex()
                self._read += 1
                self._phantoms += uid is not None and uid not in self.table.world.tags_on(square)
                yield square, uid


def set_up(places: Mapping[int, Place], profile: Profile) -> int:
    """Return how many readers the library can set up, with `ATTEMPTS` for each.

    Args:
        places: where the readers lie.
        profile: how their chips behave.
    """
    table = Table()
    emulation = emulate(table.world, places, table.clock, random.Random(1), profile=profile)
    pins = {square: EmulatedPin(f"CS{square}") for square in places}
    for pin in pins.values():
        pin.switch_to_output(value=True)
    lines = EmulatedSelectLines(pins)
    bus = EmulatedSpiBus(emulation.chips, lines, table.clock, transfer_s=TRANSFER_S)
    with library_on(table.clock):
        return sum(any(_sets_up(bus, pin) for _ in range(ATTEMPTS)) for pin in pins.values())


def _sets_up(bus: EmulatedSpiBus, pin: EmulatedPin) -> bool:
    try:
        PN532_SPI(bus, pin).SAM_configuration()
    except RuntimeError:
        return False
    return True


@contextmanager
def stock_loop(
    places: Mapping[int, Place], timeout_s: float, bleed_mm: float | None = None
) -> Iterator[StockLoop]:
    """The loop above a table of its own, and the library on the table's clock."""
    table = Table()
    with library_on(table.clock):
        yield StockLoop(table, places, timeout_s, bleed_mm)


@contextmanager
def library_on(clock: Clock) -> Iterator[None]:
    """Have the library's modules live on another clock."""
    modules = [importlib.import_module(name) for name in TIME_USERS]
    own = [vars(module)["time"] for module in modules]
    stand_in = SimpleNamespace(monotonic=clock.now_s, sleep=clock.sleep)
    for module in modules:
        vars(module)["time"] = stand_in
    try:
        yield
    finally:
        for module, its_own in zip(modules, own, strict=True):
            vars(module)["time"] = its_own
