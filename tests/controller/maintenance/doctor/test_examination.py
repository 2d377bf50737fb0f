"""The examination as a whole: what it touches, how often it is made, how it is told."""

import json
import threading
from contextlib import closing

import click
import pytest

from controller.game.journal.damage import DamageNote, Rescued
from controller.game.journal.journal import Journal
from controller.game.journal.saved_game import SavedGame
from controller.game.pieces import Player
from controller.game.setup import Setup
from controller.maintenance.doctor.boot_config import boot_of
from controller.maintenance.doctor.case import Case
from controller.maintenance.doctor.checks import CHECKS
from controller.maintenance.doctor.examination import Examiner, examine
from controller.maintenance.doctor.report import report_json, report_text
from hardware.clock import ManualClock
from tests.controller.maintenance.doctor.conftest import MakeComputer
from tests.support.checkout import ROOT
from tests.support.doctor.computers import (
    I2C_BOARD,
    USB_BOARD,
    network,
    pi_5,
    running,
    with_board,
    writes,
)
from tests.support.waiting import PATIENCE_S

PLAYERS = (Player("Ann", ("red",)), Player("Ben", ("blue",)), Player("Cem", ("green",)))
CONFIG = """\
dtparam=spi=on,i2c=on   # both
[pi4]
core_freq=500
dtoverlay=spi0-0cs
[pi5]
core_freq=900
dtparam=audio=on
[0x12345678]
dtparam=i2c_baudrate=9600
[all]
dtparam=i2c1_baudrate=50000
#dtoverlay=spi1-1cs
"""


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        (None, "Whether actions are lost is unknown: look whether the last are there."),
        (0, "No action is lost."),
        (3, "The last actions are lost (at least: 3)."),
    ],
)
def test_a_repair_is_told_until_somebody_has_seen_it(
    computer: MakeComputer, lost: int | None, told: str
) -> None:
    made = computer()
    path = made.games / "journal.sqlite"
    Journal(path).close()
    DamageNote(path).write(Rescued("journal.damaged-1.sqlite", 7, 1, lost))
    repaired, whole = (each for each in examine(made.case()).findings if each.check == "journal")
    assert (repaired.verdict, whole.verdict) == ("advice", "good")
    assert str(repaired.why).startswith(told)
    assert "journal.damaged-1.sqlite" in str(repaired.do)


def test_a_race_that_its_rules_no_longer_allow_is_found(computer: MakeComputer) -> None:
    made = computer()
    with closing(Journal(made.games / "journal.sqlite")) as journal:
        begin = SavedGame().begin(Setup(PLAYERS))
        journal.append(begin.kind, begin.text)
        journal.append("play", "f11")
    report = examine(made.case())
    (finding,) = (each for each in report.findings if each.check == "journal")
    assert finding.verdict == "bad"
    assert "put that file back as it was" in str(finding.found)
    assert "--fresh" in str(finding.do)


def test_a_whole_journal_is_found_whole_and_is_not_touched(computer: MakeComputer) -> None:
    made = computer()
    path = made.games / "journal.sqlite"
    journal = Journal(path)
    begin = SavedGame().begin(Setup(PLAYERS))
    journal.append(begin.kind, begin.text)
    # As a killed program leaves it: what it wrote last is still beside the file.
    left = {each.name: each.read_bytes() for each in made.games.iterdir()}
    journal.close()
    (made.games / "journal.sqlite-checked").unlink()
    for name, content in left.items():
        (made.games / name).write_bytes(content)
    assert "journal.sqlite-wal" in left
    report = examine(made.case())
    (finding,) = (each for each in report.findings if each.check == "journal")
    assert (finding.verdict, str(finding.found)) == ("good", f"The games in {path} are undamaged.")
    assert {each.name: each.read_bytes() for each in made.games.iterdir()} == left


def test_the_folder_of_the_games_need_not_be_there_yet(computer: MakeComputer) -> None:
    made = computer()
    made.games.rmdir()
    report = examine(made.case())
    assert not report.of("bad")
    assert not made.games.exists()


@pytest.mark.parametrize(
    ("model", "generation"),
    [
        ("Raspberry Pi 4 Model B Rev 1.5", 4),
        ("Raspberry Pi 400 Rev 1.0", 4),
        ("Raspberry Pi Compute Module 4 Rev 1.0", 4),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", 3),
        ("Raspberry Pi Zero 2 W Rev 1.0", 3),
        ("Raspberry Pi Zero W Rev 1.1", 1),
        ("Raspberry Pi Model B Plus Rev 1.2", 1),
        ("Raspberry Pi 500 Rev 1.0", 5),
        ("Libre Computer AML-S905X-CC", None),
    ],
)
def test_the_generation_is_known_by_the_model(
    model: str, generation: int | None, computer: MakeComputer
) -> None:
    made = computer(writes("proc/device-tree/model", f"{model}\0"))
    assert made.site().pi == generation


def test_of_the_configuration_the_sections_for_this_computer_count(computer: MakeComputer) -> None:
    on_4 = boot_of(computer(writes("boot/firmware/config.txt", CONFIG)).site())
    assert on_4.parameters == {"spi": "on", "i2c_arm": "on", "i2c_arm_baudrate": "50000"}
    assert on_4.settings == {"core_freq": "500"}
    assert on_4.overlays == {"spi0-0cs"}


def test_another_computer_has_other_sections(computer: MakeComputer) -> None:
    on_5 = boot_of(computer(pi_5, writes("boot/firmware/config.txt", CONFIG)).site())
    assert on_5.settings == {"core_freq": "900"}
    assert on_5.on("audio")
    assert not on_5.overlays


def test_older_systems_keep_it_elsewhere(computer: MakeComputer) -> None:
    made = computer(writes("boot/firmware/config.txt", None), writes("boot/config.txt", CONFIG))
    assert boot_of(made.site()).file == "/boot/config.txt"


def test_who_asks_soon_after_gets_the_same_report(computer: MakeComputer) -> None:
    clock, made = ManualClock(), computer()
    cases: list[Case] = []

    def case() -> Case:
        cases.append(made.case())
        return cases[-1]

    examiner = Examiner(case, clock)
    first = examiner()
    clock.advance(2.9)
    assert examiner() == first
    clock.advance(0.2)
    examiner()
    assert len(cases) == 2


def test_those_who_ask_together_wait_for_one_examination(computer: MakeComputer) -> None:
    made, begun, cases = computer(), threading.Barrier(4), []

    def case() -> Case:
        cases.append(1)
        return made.case()

    examiner = Examiner(case, ManualClock())

    def ask() -> None:
        begun.wait(PATIENCE_S)
        examiner()

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert cases == [1]


def test_the_worst_is_told_first_and_counted_last(computer: MakeComputer) -> None:
    made = computer(
        with_board(None),
        writes("sys/class/thermal/thermal_zone0/temp", "90000"),
        network(ports={8064: "taken"}),
    )
    text = click.unstyle(report_text(examine(made.case()), 80))
    lines = text.splitlines()
    assert lines[0] == "Needs fixing"
    assert lines[1] == "  Temperature: The processor is at 90 °C."
    assert lines[2].startswith("    Why it matters: ")
    assert "    What to do: Find it: sudo ss -ltnp 'sport = :8064'." in text
    assert lines[-1] == "Needs fixing: 2. Advice: 1. Could not be checked: 1. Fine: 7."
    assert all(len(line) <= 80 for line in lines if str(made.folder) not in line)
    headings = [line for line in lines if line and not line.startswith(" ")][:-1]
    assert headings == ["Needs fixing", "Advice", "Could not be checked", "Fine"]


def test_a_finding_with_nothing_to_do_about_it_is_one_sentence(computer: MakeComputer) -> None:
    elsewhere = USB_BOARD.replace("/dev/ttyUSB0", "socket://localhost:7000")
    text = click.unstyle(report_text(examine(computer(with_board(elsewhere)).case()), 100))
    lines = text.splitlines()
    told = lines.index("  Serial ports: socket://localhost:7000 is not a device of this computer.")
    assert not lines[told + 1].startswith("    ")


def test_the_i2c_of_a_newer_pi_has_no_fault_to_be_told(computer: MakeComputer) -> None:
    findings = examine(computer(with_board(I2C_BOARD), pi_5).case()).findings
    assert [each.verdict for each in findings if each.check == "i2c"] == ["good"]


def test_programs_are_told_the_same(computer: MakeComputer) -> None:
    report = examine(computer(running()).case())
    told = json.loads(report_json(report))
    assert told["made_at"] == "2026-12-24T17:30:00+00:00"
    assert [each["check"] for each in told["findings"]] == [each.check for each in report.findings]
    assert {*told["findings"][0]} == {"check", "verdict", "found", "why", "do"}


def test_every_check_is_told_in_the_guide() -> None:
    guide = (ROOT / "docs" / "doctor.md").read_text("utf-8")
    headings = [line for line in guide.splitlines() if line.startswith("### ")]
    assert headings == [f"### {check.title} (`{check.key}`)" for check in CHECKS]


def test_lines_of_the_system_that_cannot_be_read_are_passed_over(computer: MakeComputer) -> None:
    made = computer(
        writes("etc/group", "spi:x:989:maja\nodd\nodd:x:y:maja\n\n"),
        writes("proc/mounts", "odd\n/dev/sda1 /my\\040card ext4 rw,noatime 0 0\n"),
    )
    assert made.site().groups() == {"spi": (989, ("maja",))}
    (mount,) = made.site().mounts()
    assert str(mount.at) == "/my card"
    assert mount.options == {"rw", "noatime"}


def test_where_memory_is_not_told_nothing_is_said_of_it(computer: MakeComputer) -> None:
    made = computer()
    assert "memory" in {finding.check for finding in examine(made.case()).findings}
    made.write("proc/meminfo", "MemTotal: 1 kB\n")
    assert "memory" not in {finding.check for finding in examine(made.case()).findings}
