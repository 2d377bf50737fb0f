"""`hareboard firmware verify`: how co-processors are."""

import random
import re

import pytest
import serial

from controller.bootstrap.coprocessors import emulated_rp2040
from controller.bootstrap.simulated.emulated_pi import emulate
from controller.maintenance.firmware.files import Files, read_files
from controller.maintenance.firmware.messages import VERSION
from controller.maintenance.firmware.ports import CoprocessorPorts
from hardware.clock import MonotonicClock
from hardware.scanner.connect import wiring
from hardware.scanner.coprocessor import wiring_text
from hardware.sensing.plan import serpentine
from hardware.sensing.settings import ArraySettings, ScannerPort, usual_select
from hardware.simulated.world import World
from tests.controller.maintenance.firmware.conftest import Workbench
from tests.support.firmware.picos import DeadPort, Pico, firmware_files, of_version_99

READERS = 4
PLACES = serpentine(READERS, 2)
VERSIONED = ".".join(map(str, VERSION))


def wired_pico(workbench: Workbench, *dead: int) -> Pico:
    """One with readers, of which some are dead."""
    clock = MonotonicClock()
    chips = emulate(World(READERS, ()), PLACES, clock, random.Random(1)).chips
    for square in dead:
        chips[square].faults.set("silent", on=True)
    port = ScannerPort("one", "/dev/one", usual_select(list(PLACES)))
    known = wiring_text(wiring(port, ArraySettings(PLACES)))
    kept = {"wiring.json": known, "name.json": b'[3, "row 3"]'}
    return workbench.pico(firmware_files() | kept, emulated_rp2040(port, chips, clock))


def rule(pico: Pico, number: int) -> str:
    return (
        "  A name that stays, as a line of /etc/udev/rules.d/99-hareboard-numbers.rules: "
        'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", '
        f'ATTRS{{idProduct}}=="0005", ATTRS{{serial}}=="{pico.serial_number}", '
        f'SYMLINK+="hareboard-scanner-{number}"'
    )


def test_one_that_is_well_is_told_of(workbench: Workbench) -> None:
    pico = wired_pico(workbench)
    result = workbench.run("verify")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.output.splitlines() == [
        f"{pico.path}: firmware {VERSIONED}, number 3, “row 3”, serial number e66118604b723a21",
        f"  All its {READERS} readers answer.",
        "  Lights only listen: how many there are it cannot find out.",
        "  0 KiB of memory are free.",
        rule(pico, 3),
    ]
    assert pico.boots == 1


def test_readers_that_do_not_answer_are_named_by_number(workbench: Workbench) -> None:
    wired_pico(workbench, 2, 4)
    result = workbench.run("verify")
    assert result.exit_code == 1
    assert f"  Readers 1 and 3 do not answer, of {READERS}: reader 0 is that of" in result.output


def test_a_new_one_without_wires_is_well(workbench: Workbench) -> None:
    pico = workbench.pico(firmware_files())
    result = workbench.run("verify", pico)
    assert result.exit_code == 0
    assert "  It knows nothing of its wires yet." in result.output
    assert f"--port {pico.path} --number 1”" in result.output


@pytest.mark.long
def test_with_files_it_is_restarted_and_they_are_compared(workbench: Workbench) -> None:
    pico = workbench.pico(firmware_files())
    result = workbench.run("verify", "--files")
    assert (result.exit_code, result.stderr) == (0, "")
    assert pico.boots == 2


def test_files_that_are_other_or_of_an_older_firmware_are_named(workbench: Workbench) -> None:
    now = read_files()
    workbench.change(files=lambda: Files(now.folder, now.digests, ("old.py", "older.py")))
    files = firmware_files() | {"usb.py": firmware_files()["usb.py"] + b"\n", "old.py": b""}
    pico = workbench.pico(files)
    result = workbench.run("verify", "--files")
    assert result.exit_code == 1
    mend = f"run “hareboard firmware update {pico.path}”."
    assert result.output.splitlines()[:2] == [
        f"{pico.path}: usb.py is not as it should be: {mend}",
        f"{pico.path}: old.py is of an older firmware: {mend}",
    ]
    assert pico.flash == files


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("MAJOR", rf"Its firmware is 99\.0\.0, that of this hareboard {VERSIONED}:"),
        ("PROTOCOL", r"Its firmware speaks version 99 of the protocol,"),
    ],
)
def test_other_firmware_is_something_to_mend(workbench: Workbench, name: str, said: str) -> None:
    workbench.pico(firmware_files() | {"words.py": of_version_99(name)})
    result = workbench.run("verify")
    assert result.exit_code == 1
    assert "run “hareboard firmware update" in result.output
    assert re.search(said, result.output)


def test_without_a_serial_number_there_is_no_name_that_stays(workbench: Workbench) -> None:
    pico = workbench.pico(firmware_files())
    workbench.change(site=CoprocessorPorts(workbench.root, lambda: ()))
    result = workbench.run("verify", pico)
    assert result.exit_code == 0
    assert result.output.startswith(f"{pico.path}: firmware {VERSIONED}")
    assert "udev" not in result.output


def test_one_that_another_program_uses_is_said(workbench: Workbench) -> None:
    pico = workbench.pico(deaf=True)
    with serial.Serial(str(pico.path), exclusive=True):
        result = workbench.run("verify")
    assert result.exit_code == 1
    assert result.stderr == (
        f"Error: Another program uses the co-processor at {pico.path}. If hareboard is running on "
        "this board, stop it first.\n"
    )


def test_a_plug_that_is_pulled_while_it_is_greeted_is_said(workbench: Workbench) -> None:
    path = workbench.root / "dev" / "ttyACM0"
    with DeadPort(path, loose=True):
        result = workbench.run("verify", path)
    assert result.exit_code == 1
    assert f"The co-processor at {path} has gone (" in result.stderr
    assert "Is its plug loose?" in result.stderr


def test_one_without_firmware_is_said_with_what_to_do(workbench: Workbench) -> None:
    pico = workbench.pico()
    result = workbench.run("verify")
    assert result.exit_code == 1
    assert f"“hareboard firmware flash --port {pico.path}”" in result.stderr
    assert pico.boots == 1


@pytest.mark.long
def test_each_is_told_of_though_another_fails(workbench: Workbench) -> None:
    workbench.pico()
    good = workbench.pico(firmware_files())
    result = workbench.run("verify")
    assert result.exit_code == 1
    assert f"{good.path}: firmware {VERSIONED}" in result.output


@pytest.mark.long
def test_files_are_told_of_though_the_firmware_does_not_start(workbench: Workbench) -> None:
    files = firmware_files()
    del files["link.py"]
    pico = workbench.pico(files)
    result = workbench.run("verify", "--files")
    assert result.exit_code == 1
    assert f"{pico.path}: link.py is missing: run “hareboard firmware update" in result.output
    assert "was restarted and has not come back as it should" in result.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("test", "said"),
    [
        (
            'self._link.refuse(words.TEST, words.UNKNOWN, b"no such order")',
            "refuses order 9 (reason 4: no such order). Bring its firmware up to date:",
        ),
        ("pass", "has said who it is, and then nothing more. Pull its plug,"),
    ],
)
def test_one_that_does_not_do_what_it_should_is_said(
    workbench: Workbench, test: str, said: str
) -> None:
    files = firmware_files()
    app = files["app.py"].decode()
    broken = app.replace(
        "def _test(self):\n", f"def _test(self):\n        {test}\n        return\n"
    )
    assert broken != app
    workbench.pico(files | {"app.py": broken.encode()})
    result = workbench.run("verify")
    assert result.exit_code == 1
    assert said in result.stderr
