"""`hareboard firmware flash`: a board that has MicroPython becomes a co-processor."""

import json
from pathlib import Path

import pytest

from controller.maintenance.firmware.files import Files, read_files
from controller.maintenance.firmware.messages import NO_WIRES, VERSION
from controller.maintenance.firmware.prompt import Mpremote
from tests.controller.maintenance.firmware.conftest import Workbench
from tests.support.firmware.picos import PICO_2, firmware_files, of_version_99
from tests.support.tiers import sample
from tests.support.waiting import PATIENCE_S

VERSIONED = ".".join(map(str, VERSION))


@pytest.mark.long
def test_a_new_board_gets_the_firmware_and_runs_it(workbench: Workbench) -> None:
    pico = workbench.pico({"mine.py": b"kept = 1\n"})
    result = workbench.run("flash", "--number", "1", "--name", "rangée 1")
    many = len(firmware_files())
    who = f"firmware {VERSIONED}, number 1, “rangée 1”, serial number {pico.serial_number}"
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.output.splitlines() == [
        f"{pico.path}: MicroPython 1.25.0, Raspberry Pi Pico with RP2040.",
        f"{pico.path}: copying {many} of {many} files …",
        f"{pico.path}: {who}. It runs.",
        f"  {NO_WIRES}",
    ]
    assert {name: pico.flash.pop(name) for name in firmware_files()} == firmware_files()
    assert pico.flash["mine.py"] == b"kept = 1\n"
    assert json.loads(pico.flash["name.json"]) == [1, "rangée 1"]


@pytest.mark.long
def test_one_that_has_firmware_already_is_brought_up_to_date(workbench: Workbench) -> None:
    files = firmware_files() | {"name.json": b'[7, "seven"]'}
    pico = workbench.pico(files | {"usb.py": files["usb.py"] + b"\n"})
    result = workbench.run("flash", "--port", pico, "--name", "eight")
    assert "it has firmware already, which is brought up to date" in result.output
    assert "copying 1 of" in result.output
    assert "number 7, “eight”" in result.output
    assert result.exit_code == 0
    assert pico.flash["usb.py"] == files["usb.py"]


@pytest.mark.long
def test_one_that_runs_other_firmware_than_it_was_given_is_said(
    workbench: Workbench, tmp_path: Path
) -> None:
    folder = tmp_path / "firmware"
    folder.mkdir()
    for name, content in (firmware_files() | {"words.py": of_version_99()}).items():
        (folder / name).write_bytes(content)
    workbench.change(files=lambda: read_files(folder))
    pico = workbench.pico(firmware_files(folder))
    result = workbench.run("flash")
    assert result.exit_code == 1
    assert result.output.splitlines()[:3] == [
        f"{pico.path}: it has firmware already, which is brought up to date.",
        f"{pico.path}: MicroPython 1.25.0, Raspberry Pi Pico with RP2040.",
        f"{pico.path}: its files are up to date.",
    ]
    assert result.stderr.startswith(
        f"Error: The co-processor at {pico.path} runs other files than it was given. "
        f"Its firmware is 99.0.0, that of this hareboard {VERSIONED}"
    )


def test_of_several_boards_one_has_to_be_named(workbench: Workbench) -> None:
    picos = [workbench.pico(deaf=True), workbench.pico(deaf=True)]
    result = workbench.run("flash")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "Error: 2 boards with MicroPython are plugged in:",
        *(f"  {pico.path}  serial number {pico.serial_number}" for pico in picos),
        "Name one with --port.",
    ]


@pytest.mark.parametrize(
    ("how", "said"),
    sample(
        3,
        [
            ({"version": (1, 24, 1)}, r"is 1.24.1; the firmware needs 1.25 or newer"),
            (
                {"machine": PICO_2},
                r"is a Raspberry Pi Pico2 with RP2350. The firmware is for the RP2040",
            ),
            ({"platform": "esp32"}, r"there is micropython 1.25.0 for “esp32”"),
        ],
    ),
)
def test_another_micropython_is_refused_and_goes_on_as_before(
    workbench: Workbench, how: dict[str, object], said: str
) -> None:
    pico = workbench.pico({"mine.py": b"kept = 1\n"}, **how)
    result = workbench.run("flash")
    assert result.exit_code == 1
    assert said in result.stderr
    with pico.changed:
        assert pico.changed.wait_for(lambda: pico.boots == 2, timeout=PATIENCE_S)
    assert pico.flash == {"mine.py": b"kept = 1\n"}


def test_a_board_on_which_nothing_answers_is_said(workbench: Workbench) -> None:
    workbench.clock.pace = 50.0
    pico = workbench.pico(deaf=True)
    result = workbench.run("flash")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: Nobody answers at {pico.path}: neither the firmware")


def test_a_port_that_is_not_there_is_said(workbench: Workbench) -> None:
    result = workbench.run("flash", "--port", workbench.root / "none")
    assert result.exit_code == 1
    assert f"There is no co-processor at {workbench.root / 'none'}" in result.stderr


def test_without_mpremote_nothing_is_touched(workbench: Workbench) -> None:
    workbench.change(mpremote=Mpremote(find=lambda _: None))
    pico = workbench.pico(deaf=True)
    result = workbench.run("flash", "--port", pico)
    assert result.exit_code == 1
    assert "pip install 'hareboard[firmware]'" in result.stderr
    assert pico.taken == 0


def test_what_mpremote_complains_of_is_said(workbench: Workbench, tmp_path: Path) -> None:
    complains = tmp_path / "python"
    complains.write_text("#!/bin/sh\necho 'mpremote: no such thing' >&2\nexit 1\n")
    complains.chmod(0o755)
    workbench.change(mpremote=Mpremote((str(complains),)))
    pico = workbench.pico()
    result = workbench.run("flash")
    assert result.exit_code == 1
    assert f"with the co-processor at {pico.path} (mpremote: no such thing)." in result.stderr


def test_a_file_that_arrives_otherwise_is_said_and_nothing_starts(workbench: Workbench) -> None:
    files = read_files()
    digests = {**files.digests, "usb.py": "0" * 64}
    workbench.change(files=lambda: Files(files.folder, digests))
    pico = workbench.pico(firmware_files())
    result = workbench.run("update")
    assert result.exit_code == 1
    assert "usb.py arrived otherwise than it was sent. Try again;" in result.stderr
    assert "main.py" not in Mpremote().look(str(pico.path)).files


def test_a_name_that_is_too_long_is_refused_before_anything(workbench: Workbench) -> None:
    result = workbench.run("flash", "--name", "é" * 9)
    assert result.exit_code == 2
    assert "is too long: 18 bytes, where a co-processor keeps at most 16." in result.stderr
