"""Boards for messy games with a real driver over emulated chips, on virtual time."""

import random
import tempfile
from collections.abc import Callable, Collection
from contextlib import ExitStack, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

from controller.bootstrap.simulated.emulated_pi import SimulatedParts, emulate
from hardware.clock import ManualClock
from hardware.errors import NotConnected
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.scanner import words
from hardware.scanner.board import ScannerBoard
from hardware.scanner.connect import StripWire, wiring
from hardware.scanner.coprocessor import Coprocessor
from hardware.scanner.messages import Welcome
from hardware.scanner.strip import ScannerStrip
from hardware.sensing.plan import serpentine
from hardware.sensing.settings import ArraySettings, ScannerPort, SpiBus, usual_select
from hardware.simulated.pn532.faults import FAULTS, Odds
from hardware.simulated.rp2040.wires import Wires
from hardware.simulated.strip import SimulatedStrip
from tests.chaos.boards import SQUARES, Emit, MessyWorld
from tests.support.firmware.emulated import EmulatedPico, firmware_on_flash
from tests.support.scanner.devices import EmulatedScanner, reach

ODDS: Final = Odds(corrupt=0.1, resets=0.05, busy=0.2, stale=0.2)
STRIP: Final = StripWire("GP22", SQUARES, "GRB")
MOST_BROKEN: Final = 8
STARVED_S: Final = (words.SILENCE_MS + words.WATCHDOG_MS) / 1000 + 1.0
"""By then the watchdog of a device without a host has fired."""


class DrivenBoard:
    """A real driver, and an emulated chip under every square.

    Attributes:
        idle_s: how long to wait when nothing takes time.
    """

    idle_s: float
    bitten = 0

    def __init__(self, world: MessyWorld, clock: ManualClock, rng: random.Random) -> None:
        self._clock = clock
        places = serpentine(SQUARES, 8)
        self._chips = emulate(world, places, clock, rng, odds=ODDS).chips
        self._settings = ArraySettings(places)

    def _opened(self) -> Pn532Board | ScannerBoard:
        """The driver, as a program that has just started opens it."""
        raise NotImplementedError

    def connect(self, emit: Emit) -> None:
        self._board = self._opened()
        self._board.connect(emit)

    def last_read_s(self, square: int) -> float | None:
        return self._board.last_read_s(square)

    def attend(self, squares: Collection[int]) -> None:
        self._board.attend(squares)

    def report(self) -> None:
        """It takes its time."""

    def go_on(self, most_s: float) -> None:
        before_s = self._clock.now_s()
        self._step()
        if self._clock.now_s() == before_s:
            self._clock.advance(min(self.idle_s, most_s))

    def _step(self) -> None:
        self._board.step()

    def disturb(self, squares: Collection[int], rng: random.Random) -> None:
        """Break something about a chip, or mend it; not too many are broken at a time."""
        chip = self._chips[
            rng.choice(sorted(set(squares) & set(self._chips)) or sorted(self._chips))
        ]
        if chip.faults.active:
            chip.faults.clear()
        else:
            chip.faults.set(rng.choice(sorted(FAULTS)), on=True)
        broken = [each for each in self._chips.values() if each.faults.active]
        if len(broken) > MOST_BROKEN:
            rng.choice(broken).faults.clear()

    def heal(self) -> None:
        for chip in self._chips.values():
            chip.faults.clear()

    def stop(self) -> None:
        self._board.stop()

    def close(self) -> None:
        """Nothing is left of it."""


class ChipsBoard(DrivenBoard):
    """The chips hang on a bus of the computer's."""

    idle_s = 0.01

    def __init__(self, world: MessyWorld, clock: ManualClock, rng: random.Random) -> None:
        super().__init__(world, clock, rng)
        self._buses = (SpiBus("spi", usual_select(range(1, SQUARES + 1)), clock_hz=4_000_000),)
        self._board = self._opened()

    def _opened(self) -> Pn532Board:
        parts = SimulatedParts(self._chips, self._buses, self._clock, 50e-6)
        lines = connect(self._buses, parts, self._clock)
        return Pn532Board(self._settings, lines, self._clock, close=parts.close)

    def connect(self, emit: Emit) -> None:
        self._board.stop()
        super().connect(emit)


class Noise:
    """Spoils what goes over a cable now and then, while it is on."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.rate = 0.0

    def __call__(self, data: bytes) -> bytes:
        if not data or self._rng.random() >= self.rate:
            return data
        spoilt = bytearray(data)
        spoilt[self._rng.randrange(len(spoilt))] ^= 1 << self._rng.randrange(8)
        return bytes(spoilt[: self._rng.randint(1, len(spoilt))])


class CoprocessorBoard(DrivenBoard):
    """Eight emulated co-processors with the real firmware, one under each row; lights on one."""

    idle_s = 0.001
    rows = 8

    def __init__(self, world: MessyWorld, clock: ManualClock, rng: random.Random) -> None:
        super().__init__(world, clock, rng)
        self._noise = Noise(rng)
        each = SQUARES // self.rows
        self._lights = SimulatedStrip(SQUARES)
        self.devices = [
            EmulatedScanner(
                ScannerPort(
                    f"row {row}",
                    f"/dev/row{row}",
                    usual_select(range(each * row + 1, each * row + each + 1)),
                ),
                self._settings,
                self._chips,
                clock,
                None if self._on else 50e-6,
                strip=None if row else STRIP,
                lights=None if row else self._lights,
                spoil=self._noise,
                on=self._on,
            )
            for row in range(self.rows)
        ]
        self._sessions = count(1)
        self._out: set[EmulatedScanner] = set()
        self._board = self._opened()

    @property
    def _on(self) -> Callable[[Wires, Any], Any] | None:
        """Makes the devices; None for those that run the firmware in Python."""
        return None

    def _opened(self) -> ScannerBoard:
        """Another host, which greets the devices anew."""
        for row, device in enumerate(self.devices):
            strip = None if row else STRIP
            device.host = Coprocessor(
                device.port.name,
                device.line,
                wiring(device.port, self._settings, strip, None),
                self._clock,
                self._sessions.__next__,
            )
        self._strip = ScannerStrip(self.devices[0].host)
        return ScannerBoard(self._settings, reach(self.devices), self._clock)

    def _step(self) -> None:
        super()._step()
        with suppress(NotConnected):
            self._strip.keep()
        for device in self.devices:
            device.firmware.turn()

    def disturb(self, squares: Collection[int], rng: random.Random) -> None:
        match rng.randrange(5):
            case 0:
                device = rng.choice(self.devices)
                device.line.plug(out=True)
                self._out.add(device)
            case 1:
                self._plug_in()
            case 2:
                self._noise.rate = rng.choice((0.0, 0.001, 0.02))
            case 3:
                self._lights.plug(out=not self._lights.unplugged)
            case _:
                super().disturb(squares, rng)

    def _plug_in(self) -> None:
        for device in self._out:
            device.line.plug(out=False)
        self._out.clear()

    def heal(self) -> None:
        self._noise.rate = 0.0
        self._plug_in()
        super().heal()


class PicoBoard(CoprocessorBoard):
    """One Pico for all squares and lights: the real MicroPython on an emulated RP2040.

    A cable that was pulled stays out until the watchdog has fired.
    """

    rows = 1

    def __init__(self, world: MessyWorld, clock: ManualClock, rng: random.Random) -> None:
        self._files = ExitStack()
        self._back_s = 0.0
        self.bitten = 0
        self._greeted: Welcome | None = None
        super().__init__(world, clock, rng)
        self.pico: EmulatedPico = self._files.enter_context(self.devices[0].device)

    @property
    def _on(self) -> Callable[[Wires, Any], Any]:
        folder = Path(self._files.enter_context(tempfile.TemporaryDirectory()))
        return partial(EmulatedPico, folder=folder, files=firmware_on_flash(), recording=False)

    def _step(self) -> None:
        super()._step()
        (device,) = self.devices
        if self._out and self._clock.now_s() > self._back_s:
            self._plug_in()
        welcome = device.host.welcome
        if welcome is not None and welcome is not self._greeted:
            self._greeted = welcome
            self.bitten += welcome.by_watchdog

    def disturb(self, squares: Collection[int], rng: random.Random) -> None:
        if not self._out:
            self._back_s = self._clock.now_s() + STARVED_S
            super().disturb(squares, rng)

    def close(self) -> None:
        """Switch its power off."""
        self._files.close()
