"""Sixty-four readers at Picos: the firmware in the real MicroPython, on an emulated RP2040.

How far to trust it: see tests/support/firmware/emulated.py. The files it needs are named by
RP2040_UF2 and RP2040_BOOTROM.
"""

import os
import statistics
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from itertools import product
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
FEW: Final = 4
"""Moves of each game where everything is measured in many ways."""


@contextmanager
def picos(board: str, hz: int) -> Iterator[PicoTable]:
    """The Picos of a board file, ready."""
    if not all(os.environ.get(name) for name in FILES):
        raise CannotMeasure(NOT_THERE)
    with tempfile.TemporaryDirectory() as folder, PicoTable(board, hz, Path(folder)) as table:
        yield table


def measure() -> Figures:
    """Sweeps of one Pico at two clocks, with lights animated; frames; memory."""
    for hz in HERTZ:
        at = f"at {hz // 10**6} MHz"
        with picos(PICO, hz) as table:
            for table.lit in ANIMATED:
                yield from _sweep(table, f"{at}, {table.lit} lights animated")
            free = f"{table.free_bytes():,} bytes"
            yield Figure(f"free memory {at}", free, f"64 readers, {LIGHTS} lights")
        with tempfile.TemporaryDirectory() as folder:
            for name, took_us in frames_us(hz, Path(folder)).items():
                yield Figure(f"{name} {at}", milliseconds(took_us / 1e6), "slowest of 20")


def measure_eight() -> Figures:
    """Sweeps of eight Picos with eight readers each."""
    for hz in HERTZ:
        with picos(EIGHT, hz) as table:
            for table.lit in ANIMATED:
                at = f"at {hz // 10**6} MHz, {table.lit} lights animated"
                yield from _sweep(table, f"eight, {at}")


def measure_puts() -> Figures:
    """Runners put on lit squares, 200 at each clock: about an hour of processor time."""
    yield from _puts([(PICO, hz, 0, "lit", MOVES) for hz in HERTZ])


def measure_all_puts() -> Figures:
    """A few puts on squares of both kinds, for each board, clock and number of lights: hours."""
    ways = product((PICO, EIGHT), HERTZ, ANIMATED, ("lit", "unlit"))
    yield from _puts([(*each, FEW) for each in ways])


def puts_s(board: str, hz: int, lights: int, kind: str, moves: int) -> list[float]:
    """From a runner put on a square that is lit or unlit until the host knows, in seconds."""
    with picos(board, hz) as table:
        table.lit = lights
        took_s: list[float] = []
        for turn, rng in games(moves):
            square = turn.to if kind == "lit" else turn.elsewhere(rng)
            took_s.append(table.put_s(turn, square, rng))
        return took_s


def _puts(ways: list[tuple[str, int, int, str, int]]) -> Figures:
    with ProcessPoolExecutor() as pool:
        jobs = {pool.submit(puts_s, *way): way for way in ways}
        for job in as_completed(jobs):
            board, hz, lights, kind, _ = jobs[job]
            took_s = job.result()
            yield Figure(
                f"{kind}, {board}, {hz // 10**6} MHz, {lights} lights",
                f"{milliseconds(statistics.median(took_s))} median",
                f"p99 {milliseconds(percentile(took_s, 99))} of {len(took_s)} puts, "
                f"slowest {milliseconds(max(took_s))}",
            )


def _sweep(table: PicoTable, what: str) -> Figures:
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
