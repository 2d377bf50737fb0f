"""Time awake: a machine that was suspended has not waited."""

import pytest

from hardware.clock import LONGEST_S, AwakeClock, ManualClock

HOURS_S = 7 * 3600.0


def test_time_that_nobody_looked_at_has_not_passed() -> None:
    machine = ManualClock(100.0)
    clock = AwakeClock(machine)
    machine.advance(1.0)
    before_s = clock.now_s()
    machine.advance(HOURS_S)
    assert clock.now_s() == before_s
    machine.advance(2.0)
    assert clock.now_s() == before_s + 2.0
    machine.advance(HOURS_S)
    assert clock.now_s() == before_s + 2.0


def test_while_somebody_looks_it_goes_as_the_machine_does() -> None:
    machine = ManualClock(100.0)
    clock = AwakeClock(machine)
    for _ in range(1000):
        machine.advance(LONGEST_S)
        clock.now_s()
    assert clock.now_s() == 100.0 + 1000 * LONGEST_S


def test_time_that_is_given_goes_forward_only() -> None:
    clock = ManualClock(100.0)
    with pytest.raises(ValueError, match="time goes forward"):
        clock.advance(-0.1)
    clock.sleep(-0.1)
    assert clock.now_s() == 100.0


@pytest.mark.parametrize("seconds", [0.0, 0.3, 60.0])
def test_its_own_sleep_is_not_the_machines(seconds: float) -> None:
    clock = AwakeClock(ManualClock(100.0))
    clock.sleep(seconds)
    assert clock.now_s() == pytest.approx(100.0 + seconds)
