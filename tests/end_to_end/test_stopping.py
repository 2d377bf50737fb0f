"""The real program stops in time, whoever is in its way. `benchmarks.stopping` has the figures."""

import pytest

from benchmarks.stopping import hanging_stopped_within_s, stopped_within_s
from web.commands.serving import FAILED

IN_TIME_S = 30.0
"""Two seconds on a machine that is not busy: the benchmark tells."""


def test_with_a_hundred_streams_and_phones_that_read_nothing() -> None:
    assert stopped_within_s(streams=100, deaf=10) < IN_TIME_S


@pytest.mark.long
def test_with_a_part_that_never_stops() -> None:
    passed_s, status = hanging_stopped_within_s()
    assert passed_s < IN_TIME_S
    assert status == FAILED
