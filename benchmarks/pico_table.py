"""Sixty-four readers at Picos, under a table with six runners, on virtual time."""

import random
from contextlib import ExitStack
from itertools import count, pairwise
from pathlib import Path
from typing import Any, Final, Self, cast

from benchmarks.scanner import FRAMES_A_SECOND, LIGHTS
from benchmarks.sensing_table import QUICK_S, SETTLE_S, UIDS, WAIT_S, Table, Turn, turns
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
from tests.support.firmware.emulated import STEP_US, EmulatedPico, firmware_on_flash

STRIP: Final = 22
STARTED_S: Final = 20.0
PATIENCE_S: Final = 10.0
TOGETHER_US: Final = 100
"""How far one of several Picos goes before the next one does."""


class PicoTable:
    """Picos, and the host's end of them.

    Args:
        board: an example of a board file.
        hz: of their processors.
        folder: for the images of their flash.

    Attributes:
        picos: those of the board file, in its order.
        lines: to each of them; they count bytes.
        lit: so many lights are animated.
    """

    def __init__(self, board: str, hz: int, folder: Path) -> None:
        file = read_board(example_path(board))
        self.lit = 0
        self.table = Table()
        self._clock = clock = self.table.clock
        self._due_s = 0.0
        self._readings = dict.fromkeys(file.settings.places, 0)
        self._seen: set[tuple[Uid, int]] = set()
        chips = emulate(self.table.world, file.settings.places, clock, random.Random(1)).chips
        reach: dict[int, Reach] = {}
        self.picos: list[EmulatedPico] = []
        self.lines: list[DirectLine] = []
        self.hosts: list[Coprocessor] = []
        self._open = ExitStack()
        for number, port in enumerate(scanner_ports(file)):
            wire = None if number else StripWire(f"GP{STRIP}", LIGHTS, "GRB")
            wires = emulated_rp2040(port, chips, clock, wire, SimulatedStrip(LIGHTS)).wires
            files = firmware_on_flash(hz)
            pico = EmulatedPico(wires, clock, folder, files, recording=False, untold=(STRIP,))
            self.picos.append(self._open.enter_context(pico))
            pico.boot()
            self.lines.append(DirectLine(cast(Any, pico)))
            told = wiring(port, file.settings, wire, None if number else file.buttons)
            host = Coprocessor(port.name, self.lines[-1], told, clock, count(1).__next__)
            self.hosts.append(host)
            reach |= {square: Reach(host, at) for square, at in port.readers.items()}
        for pico in self.picos:
            pico.join()
        self.strip = ScannerStrip(self.hosts[0])
        self._board = ScannerBoard(file.settings, reach, clock, self._take)
        self._board.connect(self._hear)

    def __enter__(self) -> Self:
        until_s = self._clock.now_s() + STARTED_S
        while not all(host.state == "ready" for host in self.hosts):
            assert self._clock.now_s() < until_s, [host.trouble for host in self.hosts]
            self._step()
        self.table.lay_out(next(turns(random.Random(1))).standing)
        self.run(SETTLE_S)
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def run(self, seconds: float) -> None:
        """Go on for a while."""
        until_s = self._clock.now_s() + seconds
        while self._clock.now_s() < until_s:
            self._step()

    def rest(self) -> None:
        """Attend to nothing for a while."""
        self._board.attend(())
        self.run(SETTLE_S)

    def sweeps_s(self, sweeps: int) -> list[float]:
        """How long each of some sweeps takes."""
        self._readings = dict.fromkeys(self._readings, 0)
        ends: list[float] = []
        while len(ends) <= sweeps:
            self._step()
            if min(self._readings.values()) > len(ends):
                ends.append(self._clock.now_s())
        return [end - start for start, end in pairwise(ends)]

    def put_s(self, turn: Turn, square: int, rng: random.Random) -> float:
        """From the moment a runner is put on a square until the host knows."""
        if self.table.lay_out(turn.standing):
            self.rest()
        self._board.attend(turn.attended)
        put_s = self.table.carry(turn.runner, square, rng.uniform(0, WAIT_S), rng, QUICK_S)
        self._seen.clear()
        while (UIDS[turn.runner], square) not in self._seen:
            assert self._clock.now_s() < put_s + PATIENCE_S, (turn, square)
            self._step()
        return self._clock.now_s() - put_s

    def free_bytes(self) -> int:
        """Ask the first for the free memory of its heap; it drops its phases."""
        told: list[int] = []
        self.hosts[0].hear = lambda report: told.extend(
            [report.free_bytes] if isinstance(report, messages.Tested) else []
        )
        self.hosts[0].say(messages.Test())
        while not told:
            self._step()
        return told[0]

    def _step(self) -> None:
        now_s = self._clock.now_s()
        if self.lit and now_s >= self._due_s:
            self._due_s = max(self._due_s + 1 / FRAMES_A_SECOND, now_s)
            level = 20 + int(self._due_s * FRAMES_A_SECOND) % 200
            dark: list[RGB] = [(0, 0, 0)] * (LIGHTS - self.lit)
            self.strip.show([(level, level // 2, 3)] * self.lit + dark)
        self._board.step()
        if len(self.picos) == 1:
            self.picos[0].turn()
            return
        for _ in range(STEP_US // TOGETHER_US):
            for pico in self.picos:
                pico.run(TOGETHER_US)

    def _hear(self, event: BoardEvent) -> None:
        if isinstance(event, Sighting) and event.seen:
            self._seen.add((event.uid, event.square))

    def _take(self, reading: Reading) -> None:
        assert reading.failure is None, reading
        self._readings[reading.square] += 1
