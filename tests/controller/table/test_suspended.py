"""A machine that is suspended while a runner is on its way: the time asleep confirms nothing."""

from pathlib import Path

import pytest

from controller.bootstrap.address import parse_simulated
from controller.bootstrap.devices import open_simulated
from hardware.clock import AwakeClock, ManualClock
from tests.support.table import tabletop
from tests.support.table.tabletop import PAUSE_S, SETTLE_S, Tabletop

HOURS_S = 7 * 3600.0


class Suspended(ManualClock):
    """The table's clock on a machine that can be suspended."""

    def __init__(self, now_s: float) -> None:
        super().__init__(now_s)
        self.machine = ManualClock(now_s)
        self._awake = AwakeClock(self.machine)

    def now_s(self) -> float:
        return self._awake.now_s()

    def advance(self, seconds: float) -> float:
        self.machine.advance(seconds)
        return self.now_s()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tabletop:
    monkeypatch.setattr(tabletop, "ManualClock", Suspended)
    return Tabletop(tmp_path)


def suspend(table: Tabletop) -> None:
    assert isinstance(table.clock, Suspended)
    table.clock.machine.advance(HOURS_S)
    table.session.tick()


def test_a_runner_that_has_not_rested_has_not_rested_by_sleep(table: Tabletop) -> None:
    table.put("Ann", 5)
    suspend(table)
    table.wait(SETTLE_S / 2)
    assert table.actions == []
    table.slide("Ann", 6, rest_s=SETTLE_S + 0.2)
    assert table.actions == ["f6"]


def test_a_pause_is_not_over_by_sleep(table: Tabletop) -> None:
    table.move("Ann", 10)
    table.move("Ben", 9)
    table.move("Cem", 8)
    before = table.actions
    suspend(table)
    table.wait(PAUSE_S / 2)
    assert table.actions == before


def test_a_table_has_such_a_clock(tmp_path: Path) -> None:
    assert isinstance(open_simulated(parse_simulated("sim://direct"), tmp_path).clock, AwakeClock)
