"""A sound board has no fault, whatever the hands and chips do by chance."""

import random
from dataclasses import replace
from typing import Any

import pytest

from controller.board import parse_board, read_board
from controller.board.examples import example_path
from controller.bootstrap.simulated.rehearsal import rehearse
from controller.maintenance.acceptance.judging.judge import judge
from controller.maintenance.acceptance.measuring.guidance import part_of, parts_of
from controller.maintenance.acceptance.measuring.next_task import plan
from controller.maintenance.acceptance.measuring.tasks import Rated, Soaked, Walked
from hardware.simulated.pn532.profile import AS_REPORTED, BY_THE_MANUAL
from tests.support.acceptance.boards import (
    SPI_TEXT,
    accepted,
    board_without_lights,
    i2c_board,
    spi_board,
)
from tests.support.tiers import sample


@pytest.mark.parametrize("seed", sample(100, range(100)))
def test_a_sound_board_has_no_fault(seed: int) -> None:
    vary = replace(BY_THE_MANUAL, variation=(0.85, 1.15), ack_s=(0.0003, 0.003))
    board = spi_board()
    in_full = (random.Random(seed).randint(1, 4),) if seed % 4 == 0 else ()
    verdict = judge(*accepted(board, rehearse(board, seed, profile=vary), in_full=in_full))
    assert verdict.findings == ()
    assert set(verdict.grades.values()) == {"good"}


def test_it_may_be_measured_with_a_runner_that_its_file_does_not_know() -> None:
    """A new sticker, or one that is not registered yet."""
    other = parse_board(SPI_TEXT.replace('"04 ', '"08 '), "board.toml")
    assert not other.tags.keys() & spi_board().tags.keys()
    rehearsal = rehearse(spi_board(), 1, wired=other)
    assert judge(*accepted(spi_board(), rehearsal, in_full=())).findings == ()


@pytest.mark.parametrize("end", ["", ', crown = "04 5B 6E 8F 90 A1 B2"'])
def test_without_tags_in_the_file_a_runner_may_have_no_crown(end: str) -> None:
    text, tags = SPI_TEXT.split("[tags]")
    base = tags.partition(",")[0]
    wired = parse_board(f"{text}[tags]{base}{end} }}", "board.toml")
    board = parse_board(text, "board.toml")
    assert judge(*accepted(board, rehearse(board, 1, wired=wired))).findings == ()


def test_a_board_without_lights_is_measured_in_its_own_parts() -> None:
    facts, log = accepted(board_without_lights(), in_full=())
    assert judge(facts, log).findings == ()
    parts = {part_of(task) for task in plan(facts, log)}
    assert parts == {*parts_of(facts)} - {"places"}
    assert "lights" not in parts


def test_a_bus_whose_readers_are_not_wired_yet_is_left_out() -> None:
    """As while the rows of a board are built one by one."""
    later = '[[readers.bus]]\ntransport = "i2c"\nmultiplexers = [0x70]\nsquares = []\n\n[lights]'
    board = parse_board(SPI_TEXT.replace("[lights]", later), "board.toml")
    facts, log = accepted(board, in_full=())
    assert [bus.name for bus in facts.buses] == ["spi-1"]
    assert judge(facts, log).findings == ()


@pytest.mark.long
def test_so_has_one_behind_multiplexers() -> None:
    board = i2c_board()
    assert judge(*accepted(board)).findings == ()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_chips_as_builders_report_them_have_only_settings_to_be_measured(seed: int) -> None:
    board = spi_board()
    rehearsal = rehearse(board, seed, profile=replace(AS_REPORTED, upper=0.0))
    verdict = judge(*accepted(board, rehearsal))
    assert verdict.findings == ()


@pytest.mark.parametrize("share", sample(2, [0.5, 1.0]))
def test_the_time_in_which_a_runner_is_carried_is_part_of_the_soak(
    share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At least half of it nobody touches the board."""
    board = spi_board()
    rehearsal = rehearse(board, 3)
    clock, soak_s = rehearsal.site.clock, 40.0 * share
    lasted_s, soak = 0.0, rehearsal.site.bench.soak

    def timed(*how: Any) -> None:
        nonlocal lasted_s
        began_s = clock.now_s()
        soak(*how)
        lasted_s = clock.now_s() - began_s

    monkeypatch.setattr(rehearsal.site.bench, "soak", timed)
    facts, log = accepted(board, rehearsal, soak_s=soak_s, in_full=())
    (soaked,) = (each for each in log if isinstance(each, Soaked))
    assert judge(facts, log).findings == ()
    assert soaked.seconds >= soak_s
    assert lasted_s >= soak_s / 2
    assert lasted_s < soak_s - 4.0


@pytest.mark.long
def test_sixty_four_squares_take_about_fifteen_minutes() -> None:
    board = read_board(example_path("spi-decoder-64"))
    rehearsal = rehearse(board, 3)
    began_s = rehearsal.site.clock.now_s()
    facts, log = accepted(board, rehearsal, soak_s=600.0, in_full=None)
    took_min = (rehearsal.site.clock.now_s() - began_s) / 60
    print(f"64 squares: {took_min:.1f} minutes")
    assert judge(facts, log).findings == ()
    (soaked,) = (each for each in log if isinstance(each, Soaked))
    assert soaked.seconds >= 600.0
    assert min(count.good for count in soaked.counts.values()) > 2500
    assert took_min < 16.0


@pytest.mark.long
def test_ten_minutes_of_soak_and_all_places_are_measured() -> None:
    board = read_board(example_path("prototype-2x2"))
    rehearsal = rehearse(board, 3)
    began_s = rehearsal.site.clock.now_s()
    facts, log = accepted(board, rehearsal, soak_s=600.0, in_full=None)
    assert judge(facts, log).findings == ()
    assert {each.square for each in log if isinstance(each, Walked)} == {1, 2, 3, 4}
    assert sum(isinstance(each, Rated) for each in log) == 4 * 9
    (soaked,) = (each for each in log if isinstance(each, Soaked))
    assert min(count.good for count in soaked.counts.values()) > 5000
    assert rehearsal.site.clock.now_s() - began_s < 15 * 60
