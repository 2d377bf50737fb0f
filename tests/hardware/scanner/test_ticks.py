"""When something was on the board's clock, told from a clock that drifts and runs over."""

import random
from math import inf
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.scanner.coprocessor import PING_S
from hardware.scanner.ticks import KEPT, DeviceClock
from hardware.scanner.words import CLOCK_US

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
@pytest.mark.parametrize("seed", [1, 2])
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
    assert rounds == 3
    assert drifted_s < 0.001
