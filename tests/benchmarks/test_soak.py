"""A short soak: some virtual hours of short games, and nothing grows but the journal."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.soak_growth import Grows, Sample, check, growth
from benchmarks.soak_virtual import soak

HOURS = 2.0
EVERY_S = 300.0
SHORT = 8
MOST = {"blocks": 2500.0, "threads": 0.0, "handles": 0.0}
SAMPLE = Sample(0.0, 0, 0, 1000, 50_000.0, 2, 8, 4096, 0)


def steady(count: int) -> list[Sample]:
    return [replace(SAMPLE, at_s=300.0 * number) for number in range(count)]


def test_what_stays_as_it_is_has_not_grown() -> None:
    check(steady(24), {"blocks": 0.0, "threads": 0.0, "handles": 0.0})


@pytest.mark.parametrize("name", ["blocks", "threads", "handles"])
def test_what_grows_a_little_each_time_is_found(name: str) -> None:
    samples = [
        replace(each, **{name: getattr(each, name) + number})
        for number, each in enumerate(steady(24))
    ]
    with pytest.raises(Grows, match=name):
        check(samples, {"blocks": 4.0, "threads": 4.0, "handles": 4.0})


def test_what_only_grows_at_first_is_warming_up() -> None:
    samples = [replace(SAMPLE, blocks=1000 + min(number, 5) * 900) for number in range(24)]
    assert growth(samples, "blocks") == 0


@pytest.mark.long
def test_hours_of_games_leave_nothing_behind(tmp_path: Path) -> None:
    with soak(tmp_path, chips_every=100, longest=SHORT) as people:
        samples = list(people.play(HOURS, EVERY_S))
        assert people.games > 15
        assert people.by_hand > 20
        assert people.by_chips > 0
    check(samples, MOST)
    assert samples[-1].journal_bytes + samples[-1].beside_bytes < 8 << 20


@pytest.mark.long
def test_a_leak_is_found(tmp_path: Path) -> None:
    leaked: list[object] = []
    with soak(tmp_path, chips_every=0, longest=2) as people:
        samples = []
        for sample in people.play(0.4, 60.0):
            samples.append(sample)
            leaked += [object() for _ in range(800)]
    with pytest.raises(Grows, match="blocks"):
        check(samples, MOST)
