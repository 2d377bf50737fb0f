"""What the measurement of sixty-four readers stands on, and what it wants, with fewer puts."""

import random
import statistics
import time
from dataclasses import replace
from itertools import islice

import pytest
from adafruit_pn532 import spi

from benchmarks.figures import percentile
from benchmarks.sensing import BOARD, STRIDES, our_board
from benchmarks.sensing_contest import compete
from benchmarks.sensing_ours import OurBoard
from benchmarks.sensing_stock import library_on, set_up, stock_loop
from benchmarks.sensing_table import Timetable, turns
from controller.board import read_board
from controller.board.examples import example_path
from hardware.simulated.pn532.profile import BY_THE_MANUAL
from tests.support.tiers import sample

FILE = read_board(example_path(BOARD))
PUTS = 12


def test_what_is_due_happens_in_the_middle_of_a_sleep() -> None:
    clock = Timetable(10.0)
    happened: list[tuple[str, float]] = []
    clock.at(12.0, lambda: happened.append(("later", clock.now_s())))
    clock.at(11.0, lambda: happened.append(("sooner", clock.now_s())))
    clock.at(99.0, lambda: happened.append(("never", clock.now_s())))
    clock.sleep(0.5)
    assert happened == []
    clock.sleep(4.5)
    assert happened == [("sooner", 11.0), ("later", 12.0)]
    assert clock.now_s() == 15.0


def test_the_library_gets_its_own_time_back() -> None:
    clock = Timetable(10.0)
    with library_on(clock):
        assert spi.time.monotonic() == 10.0
    assert spi.time is time


def test_turns_are_moves_to_squares_that_are_attended_to() -> None:
    for turn in islice(turns(random.Random(1)), 100):
        assert len(set(turn.standing.values())) == 6
        assert {turn.standing[turn.runner], turn.to} <= turn.attended
        assert turn.elsewhere(random.Random(1)) not in turn.attended


def test_the_library_sets_up_chips_that_behave_by_the_manual() -> None:
    few = {square: FILE.settings.places[square] for square in range(1, 9)}
    assert set_up(few, BY_THE_MANUAL) == 8
    assert set_up(few, replace(BY_THE_MANUAL, name="short", preambles=(1,))) == 0


@pytest.mark.parametrize(("timeout_s", "sweep_s"), sample(2, [(0.05, 3.77), (0.5, 29.8)]))
def test_the_stock_loop_waits_out_its_timeout_on_every_empty_square(
    timeout_s: float, sweep_s: float
) -> None:
    with stock_loop(FILE.settings.places, timeout_s, bleed_mm=0.0) as loop:
        result = compete(loop, sweeps=2, puts=1)
        assert result.sweeps_s == pytest.approx([sweep_s] * 2, rel=0.01)
        assert 0 < result.lit_s[0] < 2 * sweep_s
        assert result.most_fields == 64
        assert loop.phantoms_a_sweep == 0


@pytest.mark.long
@pytest.mark.parametrize("stride", STRIDES)
def test_ours_keeps_fields_apart_and_within_the_budget(stride: int) -> None:
    board: OurBoard = our_board(FILE, stride)
    result = compete(board, sweeps=20, puts=PUTS)
    assert FILE.supply is not None
    assert result.peak_ma <= FILE.supply.budget_ma
    assert result.closest is not None
    assert result.closest >= stride
    assert statistics.median(result.sweeps_s) >= board.bound_s
    assert 0 < percentile(result.lit_s, 50) < percentile(result.unlit_s, 50) < board.unread_bound_s
