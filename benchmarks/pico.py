"""Sixty-four readers at one Pico: the firmware in the real MicroPython, on an emulated RP2040.

How far to trust it: see tests/support/firmware/emulated.py. The files it needs are named by
RP2040_UF2 and RP2040_BOOTROM.
"""

import os
import random
import tempfile
from itertools import count, pairwise
from pathlib import Path
from typing import Any, Final, cast

from benchmarks.figures import CannotMeasure, Figure, Figures, milliseconds
from benchmarks.scanner import FRAMES_A_SECOND, LIGHTS, LIT, PICO
from benchmarks.sensing_table import Table, turns
from controller.board import read_board
from controller.board.examples import example_path
from controller.bootstrap.address import scanner_ports
from controller.bootstrap.coprocessors import emulated_rp2040
from controller.bootstrap.simulated.emulated_pi import emulate
from hardware.ports import RGB, Reading
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


class PicoTable:
    """A Pico under a table with six runners.

    Args:
        hz: of its processor.
        folder: for the image of its flash.
    """

    def __init__(self, hz: int, folder: Path) -> None:
        board = read_board(example_path(PICO))
        (port,) = scanner_ports(board)
        table = Table()
        self._clock = table.clock
        chips = emulate(table.world, board.settings.places, self._clock, random.Random(1)).chips
        wire = StripWire("GP22", LIGHTS, "GRB")
        wires = emulated_rp2040(port, chips, self._clock, wire, SimulatedStrip(LIGHTS)).wires
        files = firmware_on_flash()
        files["main.py"] = f"import machine\nmachine.freq({hz})\n".encode() + files["main.py"]
        self.pico = cast(Any, EmulatedPico(wires, self._clock, folder, files))
        self.pico.boot()
        told = wiring(port, board.settings, wire)
        host = Coprocessor("usb", DirectLine(self.pico), told, self._clock, count(1).__next__)
        self.strip = ScannerStrip(host)
        reach = {square: Reach(host, at) for square, at in port.readers.items()}
        self._board = ScannerBoard(board.settings, reach, self._clock, self._take)
        self._board.connect(lambda _: None)
        self._readings = dict.fromkeys(board.settings.places, 0)
        self._due_s = 0.0
        while host.state != "ready":
            assert self._clock.now_s() < STARTED_S, host.trouble
            self._step(0)
        table.lay_out(next(turns(random.Random(1))).standing)

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

    def _take(self, reading: Reading) -> None:
        assert reading.failure is None, reading
        self._readings[reading.square] += 1


def measure() -> Figures:
    """Full sweeps at two clocks, with no lights animated, twelve, and all."""
    if not all(os.environ.get(name) for name in FILES):
        raise CannotMeasure(NOT_THERE)
    for hz in HERTZ:
        with tempfile.TemporaryDirectory() as folder:
            table = PicoTable(hz, Path(folder))
            with table.pico:
                for lit in (0, LIT, LIGHTS):
                    yield Figure(
                        f"full sweep at {hz // 10**6} MHz, {lit} lights animated",
                        milliseconds(table.sweep_s(lit)),
                        f"median of {SWEEPS}, six runners, stride 3, SPI at 1 MHz; "
                        f"{FRAMES_A_SECOND} frames a second",
                    )
