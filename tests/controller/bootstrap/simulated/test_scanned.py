"""Virtual time in which devices work while somebody sleeps."""

import pytest

from controller.bootstrap.simulated.scanned import IDLE_S, BusyClock
from hardware.clock import ManualClock


@pytest.mark.parametrize("work_s", [0.0, 0.0004])
@pytest.mark.parametrize("sleep_s", [IDLE_S / 3, IDLE_S, 4.5 * IDLE_S])
def test_a_sleep_ends_whether_the_devices_work_or_not(sleep_s: float, work_s: float) -> None:
    time = ManualClock()
    clock, began_s = BusyClock(time), time.now_s()
    clock.step = lambda: time.advance(work_s)
    clock.sleep(sleep_s)
    assert clock.now_s() - began_s == pytest.approx(sleep_s, abs=work_s + 1e-9)
