"""The stream of the simulated world."""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from controller.bootstrap import SimulatedTable, simulated_table
from controller.config import Settings
from web.api.simulator.world import _changes


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimulatedTable]:
    """A simulated table that is not running: nothing changes by itself."""
    table = simulated_table(tmp_path, Settings(), random.Random(1))
    yield table
    table.stop()


class ChangesAfterThreeReads:
    """A count of changes: the next one is made once it was read three times."""

    def __init__(self) -> None:
        self._reads = 0

    @property
    def calls(self) -> int:
        self._reads += 1
        return int(self._reads > 3)


def test_a_change_in_the_moment_of_a_look_is_not_lost(table: SimulatedTable) -> None:
    stream = _changes(table.devices, lambda: True, ChangesAfterThreeReads())  # type: ignore[arg-type]  # that is all it reads
    assert b"event: world" in (next(stream) or b"")
    table.world.put("red", 5)
    told = [each for each in islice(stream, 6) if each]
    assert any(b"event: world" in each for each in told)


class Calls:
    """A count of changes, set by hand."""

    calls = 0


def test_lights_that_change_alone_are_told_alone_and_once(table: SimulatedTable) -> None:
    changes = Calls()
    stream = _changes(table.devices, lambda: True, changes)  # type: ignore[arg-type]  # as above
    assert b"event: world" in (next(stream) or b"")
    strip = table.devices.strip
    strip.show([(255, 255, 255)] * len(strip.colours))
    changes.calls += 1
    assert b"event: lights" in (next(stream) or b"")
    assert next(stream) is None
    changes.calls += 1
    assert next(stream) is None, "nothing is to be seen of it"
