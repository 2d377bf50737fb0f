"""When something was on the board's clock, told from a clock that drifts and runs over."""

import random
from math import inf
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.ports import ReaderChanged
from hardware.scanner.coprocessor import PING_S
from hardware.scanner.messages import (
    Ping,
    ReaderWoke,
    Scan,
    Scanned,
    Wake,
)
from hardware.scanner.ticks import KEPT, DeviceClock
from hardware.scanner.words import CLOCK_US
from tests.support.scanner.whole import COARSE_OP_S, GREEN, RED, RawHost, WholeBoard
from tests.support.tiers import sample

ROUND_S: Final = CLOCK_US / 1e6
PPM_50: Final = 50e-6
TICK_S: Final = 1e-6


class Crystal:
    """A device's clock: it was born some time ago, and runs a little fast or slow."""

    def __init__(self, drift: float, born_s: float = -1000.0) -> None:
        self._drift = drift
        self._born_s = born_s

    def at_us(self, now_s: float) -> int:
        return int((now_s - self._born_s) * (1 + self._drift) * 1e6) % CLOCK_US


def asked(
    clock: DeviceClock, crystal: Crystal, sent_s: float, there_s: float, back_s: float
) -> float:
    """A question, so long on its way there and its answer back; returns when it came."""
    come_s = sent_s + there_s + back_s
    clock.heard(crystal.at_us(sent_s + there_s), sent_s, come_s)
    return come_s


def test_nothing_is_known_before_the_first_answer() -> None:
    clock = DeviceClock()
    assert clock.uncertain_s == inf
    assert clock.time_s(123, 50.0) == 50.0


@given(
    st.floats(0, 0.2),
    st.floats(0, 0.2),
    st.floats(0, 3 * ROUND_S),
    st.floats(0, ROUND_S / 2 - 1),
)
def test_one_answer_is_right_by_half_its_trip(
    there_s: float, back_s: float, sent_s: float, ago_s: float
) -> None:
    clock, crystal = DeviceClock(), Crystal(0.0)
    now_s = asked(clock, crystal, sent_s, there_s, back_s)
    at_s = clock.time_s(crystal.at_us(now_s - ago_s), now_s)
    assert clock.uncertain_s == pytest.approx((there_s + back_s) / 2)
    assert abs(at_s - (now_s - ago_s)) <= clock.uncertain_s + 3 * TICK_S
    assert at_s <= now_s


def test_the_shortest_trip_counts() -> None:
    clock, crystal = DeviceClock(), Crystal(0.0)
    asked(clock, crystal, 0.0, 0.3, 0.0)
    asked(clock, crystal, 1.0, 0.001, 0.001)
    now_s = asked(clock, crystal, 2.0, 0.0, 0.4)
    assert clock.uncertain_s == pytest.approx(0.001)
    assert clock.time_s(crystal.at_us(1.5), now_s) == pytest.approx(1.5, abs=3 * TICK_S)


def test_nothing_is_in_the_future() -> None:
    clock, crystal = DeviceClock(), Crystal(0.0)
    now_s = asked(clock, crystal, 5.0, 0.0, 0.2)
    assert clock.time_s(crystal.at_us(now_s), now_s) <= now_s
    assert clock.time_s(crystal.at_us(now_s + 1.0), now_s) == now_s


def test_old_trips_are_forgotten() -> None:
    clock, crystal = DeviceClock(), Crystal(0.0)
    asked(clock, crystal, 0.0, 0.0, 0.0)
    for number in range(KEPT):
        assert clock.uncertain_s == 0.0
        asked(clock, crystal, 1.0 + number, 0.01, 0.01)
    assert clock.uncertain_s == pytest.approx(0.01)


@pytest.mark.parametrize("drift", [-PPM_50, 0.0, PPM_50])
@pytest.mark.parametrize("seed", sample(2, [1, 2]))
def test_over_an_hour_in_which_the_clock_runs_over(drift: float, seed: int) -> None:
    rng = random.Random(seed)
    clock, crystal = DeviceClock(), Crystal(drift, born_s=-rng.uniform(0, ROUND_S))
    drifted_s = PPM_50 * KEPT * 2 * PING_S
    now_s, rounds, before_us = 0.0, 0, 0
    while now_s < 3600:
        now_s = asked(
            clock,
            crystal,
            now_s + PING_S,
            # Some are sent again, some wait for others; always the same way is the worst.
            *rng.choice(((0.0002, 0.0005), (0.0, 0.003), (0.003, 0.0), (0.08, 0.0), (0.0, 0.08))),
        )
        rounds += crystal.at_us(now_s) < before_us
        before_us = crystal.at_us(now_s)
        for ago_s in (0.0, 0.001, 0.1, 2.0, rng.uniform(0, 5.0)):
            at_s = clock.time_s(crystal.at_us(now_s - ago_s), now_s)
            wrong_s = abs(at_s - (now_s - ago_s))
            assert wrong_s <= clock.uncertain_s + drifted_s + ago_s * PPM_50 + 3 * TICK_S
            assert at_s <= now_s
    assert rounds in (3, 4)
    assert drifted_s < 0.001


@pytest.mark.parametrize("left_s", sample(2, [0.3, ROUND_S / 2 + 0.3]))
def test_a_board_goes_on_while_the_clock_runs_over(left_s: float) -> None:
    board = WholeBoard(op_s=COARSE_OP_S)
    board.clock.advance(ROUND_S - left_s - 1.0)
    board.show([GREEN] * 4)
    board.world.put("red", 4)
    board.run(1.0)
    assert board.is_whole
    board.events.clear()
    for square in (1, 2, 3, 4, 1, 2):
        board.world.put("red", square)
        put_s = board.clock.now_s()
        board.run(0.5)
        assert board.last_seen(RED) == square
        (seen,) = (each for each in board.sightings if each.seen and each.at_s >= put_s)
        assert seen.at_s <= board.clock.now_s()
    assert board.is_whole
    assert [each for each in board.events if isinstance(each, ReaderChanged)] == []
    assert list(board.lights.duties) == [GREEN] * 4


class TestAfterALongTime:
    """What was long ago is not in the future: half a round of the clock is nine minutes."""

    @pytest.fixture
    def board(self) -> WholeBoard:
        board = WholeBoard(op_s=COARSE_OP_S)
        board.run(0.3)
        return board

    def wait(self, board: WholeBoard, seconds: float) -> None:
        """Let time pass in which only what has to be done is done."""
        until_s = board.clock.now_s() + seconds
        while board.clock.now_s() < until_s:
            board.clock.advance(1.5)
            board.run(0.02)

    @pytest.mark.long
    def test_a_button_that_nobody_has_pressed(self, board: WholeBoard) -> None:
        self.wait(board, 0.6 * ROUND_S)
        board.press(down=True)
        board.run(0.2)
        board.press(down=False)
        board.run(0.2)
        assert len(board.pressed) == 1

    def test_readers_that_nobody_has_read(self, board: WholeBoard) -> None:
        board.scanner.line.plug(out=True)
        host = RawHost(board)
        host.greet(99)
        for token in range(400):
            board.clock.advance(1.5)
            host.say(Ping(token))
        assert board.clock.now_s() > ROUND_S / 2
        host.reports()
        host.say(Scan(1, ((0, 0),)))
        host.run(0.05)
        host.say(Wake(0, bus=False))
        host.run(0.05)
        scanned, woke = host.reports()
        assert isinstance(scanned, Scanned)
        assert woke == ReaderWoke(0, None)
        assert board.device.resets == 0

    @pytest.mark.long
    def test_a_host_that_was_away(self, board: WholeBoard) -> None:
        board.scanner.line.plug(out=True)
        board.run_device(20.0)
        board.clock.advance(0.6 * ROUND_S)
        board.scanner.line.plug(out=False)
        board.world.put("red", 3)
        board.run(2.0)
        assert board.is_whole
        assert board.last_seen(RED) == 3
