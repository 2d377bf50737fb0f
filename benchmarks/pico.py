"""Sixty-four readers at one Pico: the firmware in the real MicroPython, on an emulated RP2040.

How far to trust it: see tests/support/firmware/emulated.py. The files it needs are named by
RP2040_UF2 and RP2040_BOOTROM.
"""

import os
import random
import statistics
import tempfile
from itertools import count, islice, pairwise
from pathlib import Path
from typing import Any, Final, cast

from benchmarks.figures import CannotMeasure, Figure, Figures, milliseconds
from benchmarks.scanner import FRAMES_A_SECOND, LIGHTS, LIT, PICO
from benchmarks.sensing_table import UIDS, Table, turns
from controller.board import read_board
from controller.board.examples import example_path
from controller.bootstrap.address import scanner_ports
from controller.bootstrap.coprocessors import emulated_rp2040
from controller.bootstrap.simulated.emulated_pi import emulate
from hardware.ports import RGB, BoardEvent, Reading, Sighting, Uid
from hardware.scanner import messages
from hardware.scanner.board import Reach, ScannerBoard
from hardware.scanner.connect import StripWire, wiring
from hardware.scanner.coprocessor import Coprocessor
from hardware.scanner.strip import ScannerStrip
from hardware.simulated.rp2040.line import DirectLine
from hardware.simulated.strip import SimulatedStrip
from tests.support.firmware.emulated import FILES, NOT_THERE, EmulatedPico, firmware_on_flash

HERTZ: Final = (125_000_000, 200_000_000)
STARTED_S: Final = 20.0
SWEEPS: Final = 3
PUTS: Final = 24
"""Runners put on lit squares: a second of virtual time each, which is emulated for some more."""
SETTLE_S: Final = 0.3
PATIENCE_S: Final = 10.0


class PicoTable:
    """A Pico under a table with six runners.

    Args:
        hz: of its processor.
        folder: for the image of its flash.
    """

    def __init__(self, hz: int, folder: Path) -> None:
        board = read_board(example_path(PICO))
        (port,) = scanner_ports(board)
        self._table = table = Table()
        self._clock = table.clock
        chips = emulate(table.world, board.settings.places, self._clock, random.Random(1)).chips
        wire = StripWire("GP22", LIGHTS, "GRB")
        wires = emulated_rp2040(port, chips, self._clock, wire, SimulatedStrip(LIGHTS)).wires
        files = firmware_on_flash()
        files["main.py"] = f"import machine\nmachine.freq({hz})\n".encode() + files["main.py"]
        self.pico = cast(Any, EmulatedPico(wires, self._clock, folder, files))
        self.pico.boot()
        told = wiring(port, board.settings, wire, board.buttons)
        self.line = DirectLine(self.pico)
        host = Coprocessor("usb", self.line, told, self._clock, count(1).__next__)
        self._host = host
        self.strip = ScannerStrip(host)
        reach = {square: Reach(host, at) for square, at in port.readers.items()}
        self._board = ScannerBoard(board.settings, reach, self._clock, self._take)
        self._board.connect(self._hear)
        self._awaited: tuple[Uid, int] | None = None
        self._readings = dict.fromkeys(board.settings.places, 0)
        self._due_s = 0.0
        while host.state != "ready":
            assert self._clock.now_s() < STARTED_S, host.trouble
            self._step(0)
        table.lay_out(next(turns(random.Random(1))).standing)

    def lit_s(self) -> list[float]:
        """From runners put on lit squares until the host knows."""
        rng = random.Random(1)
        took_s: list[float] = []
        for turn in islice(turns(rng), PUTS):
            self._table.lay_out(turn.standing)
            self._board.attend(turn.attended)
            self.run(SETTLE_S)
            self._awaited = UIDS[turn.runner], turn.to
            put_s = self._table.carry(turn.runner, turn.to, rng.uniform(0, SETTLE_S), rng)
            until_s = put_s + PATIENCE_S
            while self._is_awaited:
                assert self._clock.now_s() < until_s, turn
                self._step(0)
            took_s.append(self._clock.now_s() - put_s)
        return took_s

    def free_bytes(self) -> int:
        """Ask for the free memory of its heap; it drops the phases that are under way."""
        told: list[int] = []
        self._host.hear = lambda report: told.extend(
            [report.free_bytes] if isinstance(report, messages.Tested) else []
        )
        self._host.say(messages.Test())
        while not told:
            self._step(0)
        return told[0]

    @property
    def _is_awaited(self) -> bool:
        return self._awaited is not None

    def run(self, seconds: float) -> None:
        """Go on for a while."""
        until_s = self._clock.now_s() + seconds
        while self._clock.now_s() < until_s:
            self._step(0)

    def sweep_s(self, lit: int) -> float:
        """The median of some sweeps, with so many lights animated."""
        self._due_s = self._clock.now_s()
        self._readings = dict.fromkeys(self._readings, 0)
        ends: list[float] = []
        while len(ends) <= SWEEPS:
            self._step(lit)
            if min(self._readings.values()) > len(ends):
                ends.append(self._clock.now_s())
        return sorted(end - start for start, end in pairwise(ends))[SWEEPS // 2]

    def _step(self, lit: int) -> None:
        if lit and self._clock.now_s() >= self._due_s:
            self._due_s += 1 / FRAMES_A_SECOND
            level = 20 + int(self._due_s * FRAMES_A_SECOND) % 200
            dark: list[RGB] = [(0, 0, 0)] * (LIGHTS - lit)
            self.strip.show([(level, level // 2, 3)] * lit + dark)
        self._board.step()
        self.pico.turn()

    def _hear(self, event: BoardEvent) -> None:
        if isinstance(event, Sighting) and self._awaited == (event.uid, event.square):
            self._awaited = None if event.seen else self._awaited

    def _take(self, reading: Reading) -> None:
        assert reading.failure is None, reading
        self._readings[reading.square] += 1


def measure() -> Figures:
    """Full sweeps at two clocks, with no lights animated, twelve, and all; puts; memory."""
    if not all(os.environ.get(name) for name in FILES):
        raise CannotMeasure(NOT_THERE)
    for hz in HERTZ:
        with tempfile.TemporaryDirectory() as folder:
            table = PicoTable(hz, Path(folder))
            with table.pico:
                yield from _figures(table, f"at {hz // 10**6} MHz")


def _figures(table: PicoTable, at: str) -> Figures:
    for lit in (0, LIT, LIGHTS):
        sent, come = table.line.sent, table.line.come
        sweep_s = table.sweep_s(lit)
        sent, come = table.line.sent - sent, table.line.come - come
        yield Figure(
            f"full sweep {at}, {lit} lights animated",
            milliseconds(sweep_s),
            f"median of {SWEEPS}, six runners, stride 3, SPI at 1 MHz; {FRAMES_A_SECOND} frames a"
            f" second; {sent // (SWEEPS + 1):,} bytes to it and {come // (SWEEPS + 1):,} from it",
        )
    took_s = sorted(table.lit_s())
    yield Figure(
        f"tag to host, lit, {at}",
        milliseconds(statistics.median(took_s)),
        f"median of {len(took_s)} puts, slowest {milliseconds(took_s[-1])}",
    )
    yield Figure(f"free memory {at}", f"{table.free_bytes():,} bytes", "64 readers, 64 lights")
