"""The host's processor time for eight co-processors with eight readers each, on virtual time.

The firmware's own files run on eight emulated RP2040s that share one clock, so a call costs next to
nothing. As in the program, the host looks when a message has come or something is due. The time in
serial ports and the rest of the program is not in it.
"""

import random
import time
from collections.abc import Callable
from itertools import count
from threading import Event
from typing import Final

from benchmarks.figures import Figure, Figures
from benchmarks.sensing_table import Table, turns
from controller.board import read_board
from controller.board.examples import example_path
from controller.bootstrap.address import scanner_ports
from controller.bootstrap.coprocessors import emulated_rp2040
from controller.bootstrap.simulated.emulated_pi import emulate
from hardware.ports import Reading
from hardware.scanner.board import Reach, ScannerBoard
from hardware.scanner.connect import wiring
from hardware.scanner.coprocessor import Coprocessor
from hardware.simulated.rp2040.firmware import Firmware
from hardware.simulated.rp2040.line import DirectLine
from hardware.simulated.rp2040.machine import Rp2040

BOARD: Final = "co-processors-64"
OP_S: Final = 2e-6
TRANSFER_S: Final = 5e-6
START_S: Final = 2.0
PLAY_S: Final = 8.0


class HeardLine(DirectLine):
    """A line that tells when bytes have come."""

    def __init__(self, device: Rp2040, heard: Callable[[], None]) -> None:
        super().__init__(device)
        self._heard = heard

    def start(self, news: Callable[[], None]) -> None:
        super().start(self._heard)


def measure_host() -> Figures:
    """Processor time and messages of the host, with six runners on the board."""
    board = read_board(example_path(BOARD))
    table, settings = Table(), board.settings
    chips = emulate(table.world, settings.places, table.clock, random.Random(1)).chips
    sessions = count(1)
    firmwares: list[Firmware] = []
    lines: list[HeardLine] = []
    news = Event()
    reach: dict[int, Reach] = {}
    for port in scanner_ports(board):
        device = emulated_rp2040(port, chips, table.clock, transfer_s=TRANSFER_S, op_s=OP_S)
        firmwares.append(Firmware(device))
        firmwares[-1].boot()
        lines.append(HeardLine(device, news.set))
        told = wiring(port, settings)
        host = Coprocessor(port.port, lines[-1], told, table.clock, sessions.__next__)
        reach |= {square: Reach(host, at) for square, at in port.readers.items()}
    readings: list[Reading] = []
    scanner = ScannerBoard(settings, reach, table.clock, readings.append)
    scanner.connect(lambda _: None)
    turn = next(turns(random.Random(1)))
    table.lay_out(turn.standing)
    scanner.attend(turn.attended)

    due_s = 0.0

    def run(seconds: float) -> float:
        nonlocal due_s
        host_s, until_s = 0.0, table.clock.now_s() + seconds
        while table.clock.now_s() < until_s:
            if news.is_set() or table.clock.now_s() >= due_s:
                news.clear()
                began_s = time.thread_time()
                due_s = scanner.step()
                host_s += time.thread_time() - began_s
            for firmware in firmwares:
                firmware.turn()
        return host_s

    run(START_S)
    readings.clear()
    before = sum(line.come + line.sent for line in lines)
    host_s = run(PLAY_S)
    data = sum(line.come + line.sent for line in lines) - before
    good = sum(reading.failure is None for reading in readings)
    yield Figure("readings a second", f"{good / PLAY_S:.0f}", f"{len(lines)} co-processors")
    yield Figure("bytes a second, both ways", f"{data / PLAY_S:,.0f}")
    yield Figure("processor time of the host", f"{host_s / PLAY_S:.1%}", "of one core")
    yield Figure("processor time for a reading", f"{host_s / good * 1e6:.0f} us")
