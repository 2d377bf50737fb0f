"""Sixty-four readers at Picos: the firmware in the real MicroPython, on an emulated RP2040.

How far to trust it: see tests/support/firmware/emulated.py. The files it needs are named by
RP2040_UF2 and RP2040_BOOTROM.
"""

import os
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from benchmarks.figures import CannotMeasure, Figure, Figures, milliseconds, percentile
from benchmarks.pico_frames import frames_us
from benchmarks.pico_table import PicoTable
from benchmarks.scanner import FRAMES_A_SECOND, LIGHTS, LIT, PICO
from benchmarks.sensing_table import MOVES, games
from tests.support.firmware.emulated import FILES, NOT_THERE

HERTZ: Final = (125_000_000, 200_000_000)
ANIMATED: Final = (0, LIT, LIGHTS)
EIGHT: Final = "co-processors-64"
SWEEPS: Final = 3
FEW: Final = 1
"""Moves of each game where everything is measured in many ways."""


@contextmanager
def picos(board: str, hz: int) -> Iterator[PicoTable]:
    """The Picos of a board file, ready."""
    if not all(os.environ.get(name) for name in FILES):
        raise CannotMeasure(NOT_THERE)
    with tempfile.TemporaryDirectory() as folder, PicoTable(board, hz, Path(folder)) as table:
        yield table


def measure() -> Figures:
    """One Pico at two clocks, with lights animated; memory; frames."""
    for hz in HERTZ:
        at = f"at {hz // 10**6} MHz"
        with picos(PICO, hz) as table:
            yield from _in_all_ways(table, at)
            free = f"{table.free_bytes():,} bytes"
            yield Figure(f"free memory {at}", free, f"64 readers, {LIGHTS} lights")
        with tempfile.TemporaryDirectory() as folder:
            for name, took_us in frames_us(hz, Path(folder)).items():
                yield Figure(f"{name} {at}", milliseconds(took_us / 1e6), "slowest of 20")


def measure_eight() -> Figures:
    """Eight Picos with eight readers each, at two clocks, with lights animated."""
    for hz in HERTZ:
        with picos(EIGHT, hz) as table:
            yield from _in_all_ways(table, f"eight at {hz // 10**6} MHz")


def measure_puts() -> Figures:
    """Runners put on lit squares, 200 at each clock."""
    for hz in HERTZ:
        with picos(PICO, hz) as table:
            yield _puts(table, "lit", f"at {hz // 10**6} MHz, no lights animated", MOVES)


def _in_all_ways(table: PicoTable, at: str) -> Figures:
    for table.lit in ANIMATED:
        what = f"{at}, {table.lit} lights animated"
        yield from _sweep(table, what)
        for kind in ("lit", "unlit"):
            yield _puts(table, kind, what, FEW)


def _puts(table: PicoTable, kind: str, what: str, moves: int) -> Figure:
    """From a runner put on a square that is lit or unlit until the host knows."""
    took_s: list[float] = []
    for turn, rng in games(moves):
        square = turn.to if kind == "lit" else turn.elsewhere(rng)
        took_s.append(table.put_s(turn, square, rng))
    p99 = f"p99 {milliseconds(percentile(took_s, 99))}, " if moves == MOVES else ""
    return Figure(
        f"{kind} square {what}",
        f"{milliseconds(statistics.median(took_s))} median",
        f"{p99}slowest {milliseconds(max(took_s))} of {len(took_s)} puts by quick hands",
    )


def _sweep(table: PicoTable, what: str) -> Figures:
    table.rest()
    sent = sum(line.sent for line in table.lines)
    come = sum(line.come for line in table.lines)
    sweeps_s = table.sweeps_s(SWEEPS)
    sent = sum(line.sent for line in table.lines) - sent
    come = sum(line.come for line in table.lines) - come
    yield Figure(
        f"full sweep {what}",
        milliseconds(statistics.median(sweeps_s)),
        f"median of {SWEEPS}, six runners, stride 3, SPI at 1 MHz; {FRAMES_A_SECOND} frames a"
        f" second; {sent // (SWEEPS + 1):,} bytes to it and {come // (SWEEPS + 1):,} from it",
    )
