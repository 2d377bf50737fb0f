"""The timing model of the benchmark "scanner" agrees with what the real MicroPython takes."""

import random
import statistics

import pytest

from benchmarks.scanner import MEASURED, PICO, ScannerTable
from benchmarks.sensing_table import turns
from controller.board import read_board
from controller.board.examples import example_path

SWEEPS = 3


@pytest.mark.long
def test_a_sweep_takes_as_long_as_measured() -> None:
    table = ScannerTable(read_board(example_path(PICO)).settings, 1_000_000)
    table.table.lay_out(next(turns(random.Random(1))).standing)
    table.run(1.0)
    sweep_ms = 1000 * statistics.median(table.sweeps_s(SWEEPS))
    assert sweep_ms == pytest.approx(MEASURED["sweep_ms"], rel=0.05)
