"""Every finding, on a computer of which just that is so."""

from collections.abc import Callable

import pytest

from controller.maintenance.doctor.checks import CHECKS
from controller.maintenance.doctor.examination import examine
from controller.maintenance.doctor.findings import DoctorFinding, Verdict
from tests.controller.maintenance.doctor.conftest import MakeComputer
from tests.support.doctor import (
    rows_of_the_board,
    rows_of_the_computer,
    rows_of_the_day,
    rows_of_the_voice,
)
from tests.support.doctor.computers import (
    BOARD,
    LIGHTS,
    SCANNER_BOARD,
    Change,
    Computer,
    case_with,
    network,
    pc,
    pi_5,
    running,
    site_with,
    with_board,
    writes,
)
from tests.support.doctor.situations import URL, reader

ROWS = [
    *rows_of_the_board.ROWS,
    *rows_of_the_computer.ROWS,
    *rows_of_the_day.ROWS,
    *rows_of_the_voice.ROWS,
]


@pytest.mark.parametrize(
    ("check", "verdict", "changes", "found", "do"),
    ROWS,
    ids=[f"{check}-{verdict}-{found[:30]}" for check, verdict, _, found, _ in ROWS],
)
def test_what_is_so_is_found(
    check: str,
    verdict: Verdict,
    changes: list[Change],
    found: str,
    do: str,
    computer: Callable[..., Computer],
) -> None:
    report = examine(computer(*changes).case())
    findings = [each for each in report.findings if each.check == check]
    fitting = [each for each in findings if each.verdict == verdict and found in str(each.found)]
    assert fitting, findings
    assert do in str(fitting[0].do)
    if verdict == "bad":
        assert fitting[0].why
        assert fitting[0].do
    else:
        assert verdict != "good" or not fitting[0].do


@pytest.mark.parametrize("kind", [[], [pi_5]], ids=["Pi 4", "Pi 5"])
def test_a_healthy_computer_has_nothing_to_be_mended(
    kind: list[Change], computer: MakeComputer
) -> None:
    on = [running(readers=tuple(map(reader, (1, 2, 3, 4)))), network(pages={URL: (200, {})})]
    report = examine(computer(*kind, *on).case())
    assert [each for each in report.findings if each.verdict != "good"] == []
    checked = {each.check for each in report.findings}
    assert {check.key for check in CHECKS} - checked == {"i2c", "serial", "lights", "voice"}


def test_a_laptop_with_no_board_file_hears_only_what_concerns_it(computer: MakeComputer) -> None:
    report = examine(computer(pc, with_board(None)).case())
    assert [each.check for each in report.findings] == [
        *("board", "computer", "system", "temperature", "disk", "journal"),
        *("memory", "clock", "port", "phones"),
    ]


@pytest.mark.parametrize("kind", [[], [pi_5], [pc]], ids=["Pi 4", "Pi 5", "laptop"])
def test_a_board_on_a_co_processor_asks_for_its_port_and_nothing_of_a_raspberry_pi(
    kind: list[Change], computer: MakeComputer
) -> None:
    on = [with_board(SCANNER_BOARD), writes("dev/ttyACM0", ""), site_with(version_of={}.get)]
    report = examine(computer(*kind, *on).case())
    assert not report.of("bad")
    checked = {each.check for each in report.findings}
    assert {"serial", "rights"} <= checked
    assert not {"spi", "i2c", "libraries", "lights"} & checked


def test_without_its_co_processor_a_board_sees_and_shows_nothing(computer: MakeComputer) -> None:
    (serial,) = (
        each
        for each in examine(computer(with_board(SCANNER_BOARD)).case()).findings
        if each.check == "serial"
    )
    assert str(serial.why) == (
        "None of the readers on that co-processor can be read, and nothing else on it works."
    )


def test_the_hardware_of_a_simulated_board_is_not_looked_for(computer: MakeComputer) -> None:
    report = examine(computer(pc, with_board(BOARD + LIGHTS), case_with(wired=False)).case())
    assert not report.of("bad")
    assert not {"spi", "lights", "rights", "tags"} & {each.check for each in report.findings}


def test_what_may_not_be_looked_at_costs_one_check(computer: MakeComputer) -> None:
    def gone(_: object) -> int:
        raise OSError(5, "Input/output error")

    report = examine(computer(site_with(free_bytes=gone)).case())
    (disk,) = (each for each in report.findings if each.check == "disk")
    assert disk.in_english() == DoctorFinding(
        "disk",
        "unknown",
        "This couldn't be checked: Input/output error.",
        "What can't be checked may be broken.",
        "Check again as the user that runs hareboard.",
    )
    assert len({each.check for each in report.findings}) > 10
