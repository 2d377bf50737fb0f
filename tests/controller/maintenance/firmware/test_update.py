"""`hareboard firmware update`: co-processors get the files that differ."""

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
import serial

from controller.maintenance.firmware.files import Files, read_files
from controller.maintenance.firmware.messages import VERSION, versioned
from controller.maintenance.firmware.ports import CoprocessorPorts
from hardware.scanner.words import PROTOCOL
from tests.controller.maintenance.firmware.conftest import Workbench
from tests.support.firmware.picos import DeadPort, firmware_files
from tests.support.tiers import sample
from tests.support.waiting import PATIENCE_S

KEPT = {"name.json": b'[2, "two"]', "wiring.json": b"", "mine.py": b"kept = 1\n"}


def older() -> dict[str, bytes]:
    """The firmware as it was: another version, one file otherwise."""
    files = firmware_files()
    text = files["words.py"].decode()
    lines = [line for line in text.splitlines() if not line.startswith("MINOR")]
    return files | KEPT | {"words.py": "\n".join([*lines, "MINOR = 99", ""]).encode()}


@pytest.mark.long
def test_only_what_differs_is_copied_and_what_it_knows_is_kept(workbench: Workbench) -> None:
    pico = workbench.pico(older())
    result = workbench.run("update")
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"it has firmware {VERSION[0]}.99.0." in result.output
    assert f"{pico.path}: copying 1 of {len(firmware_files())} files …" in result.output
    assert "number 2, “two”" in result.output
    assert pico.flash == firmware_files() | KEPT


@pytest.mark.long
def test_one_that_is_up_to_date_is_left_so(workbench: Workbench) -> None:
    pico = workbench.pico(firmware_files())
    result = workbench.run("update", pico)
    assert result.exit_code == 0
    assert f"{pico.path}: its files are up to date." in result.output
    assert pico.boots == 2


@pytest.mark.long
def test_files_of_an_older_firmware_are_deleted_and_nothing_else(workbench: Workbench) -> None:
    now = read_files()
    workbench.change(files=lambda: Files(now.folder, now.digests, ("old.py", "older.py")))
    pico = workbench.pico(firmware_files() | KEPT | {"old.py": b"gone = 1\n"})
    assert workbench.run("update").exit_code == 0
    assert pico.flash == firmware_files() | KEPT


@pytest.mark.long
def test_one_that_fails_does_not_keep_the_others(workbench: Workbench) -> None:
    used, late = workbench.pico(older()), workbench.pico(older())
    with serial.Serial(str(used.path), exclusive=True):
        result = workbench.run("update")
    assert result.exit_code == 1
    assert result.stderr == (
        f"Error: Another program uses the co-processor at {used.path}. If hareboard is running on "
        "this board, stop it first.\n"
    )
    assert f"{late.path}: firmware" in result.output
    assert used.flash == older()
    assert late.flash == firmware_files() | KEPT


@pytest.mark.long
@pytest.mark.parametrize(
    "break_it",
    [
        pytest.param(lambda files: files.pop("main.py"), id="main.py was to come last"),
        pytest.param(lambda files: files.update({"link.py": b"def ("}), id="a halved file"),
        pytest.param(lambda files: files.pop("link.py"), id="a missing file"),
    ],
)
def test_one_that_was_interrupted_at_its_prompt_is_completed(
    workbench: Workbench, break_it: Callable[[dict[str, bytes]], object]
) -> None:
    files = firmware_files()
    break_it(files)
    pico = workbench.pico(files)
    result = workbench.run("update")
    assert (result.exit_code, result.stderr) == (0, "")
    assert pico.flash == firmware_files()


def test_somebody_elses_micropython_is_left_alone(workbench: Workbench) -> None:
    pico = workbench.pico({"mine.py": b"print('mine')\n"})
    result = workbench.run("update")
    assert result.exit_code == 1
    assert f"“hareboard firmware flash --port {pico.path}”" in result.output
    assert result.stderr == "Error: None of them is a co-processor with firmware.\n"
    with pico.changed:
        assert pico.changed.wait_for(lambda: pico.boots == 2, timeout=PATIENCE_S)
    assert pico.flash == {"mine.py": b"print('mine')\n"}


@pytest.mark.long
def test_one_that_is_named_is_updated_whatever_it_has(workbench: Workbench) -> None:
    files = firmware_files()
    few = {name: files[name] for name in ("app.py", "link.py", "readers.py")}
    pico = workbench.pico(few)
    assert workbench.run("update", pico).exit_code == 0
    assert pico.flash == files


@pytest.mark.long
def test_firmware_of_another_protocol_is_updated_too(workbench: Workbench) -> None:
    files = firmware_files()
    words = files["words.py"].decode().replace("\nPROTOCOL = ", "\nPROTOCOL = 41 + ")
    assert words != files["words.py"].decode()
    pico = workbench.pico(files | {"words.py": words.encode()})
    result = workbench.run("update")
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"it has firmware of version {41 + PROTOCOL} of the protocol." in result.output
    assert pico.flash == files


def test_a_flash_that_cannot_be_written_is_said(workbench: Workbench) -> None:
    pico = workbench.pico(firmware_files(), full=True)
    result = workbench.run("update")
    assert result.exit_code == 1
    assert f"The co-processor at {pico.path} cannot write into its flash" in result.stderr


@pytest.mark.long
def test_boards_that_udev_has_named_are_the_ones_that_are_meant(workbench: Workbench) -> None:
    ours, other = workbench.pico(older()), workbench.pico(deaf=True)
    name = workbench.link(ours, "hareboard-scanner-1")
    result = workbench.run("update")
    assert result.exit_code == 0
    assert f"{name}: firmware" in result.output
    assert other.taken == 0


def test_without_any_board_it_says_so(workbench: Workbench) -> None:
    result = workbench.run("update")
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: No co-processor is plugged in")


def test_a_hareboard_without_the_files_of_its_firmware_says_so(
    workbench: Workbench, tmp_path: Path
) -> None:
    workbench.change(files=lambda: read_files(tmp_path))
    pico = workbench.pico(deaf=True)
    result = workbench.run("update")
    assert result.exit_code == 1
    assert "this hareboard is not whole. Install it again." in result.stderr
    assert pico.taken == 0


@pytest.mark.long
def test_it_is_found_again_at_another_port(workbench: Workbench) -> None:
    pico = workbench.pico(older(), vanishes=True)
    before, rests = pico.path, itertools.count()

    def come_back() -> None:
        if next(rests) % 3 == 2 and not pico.path.exists():
            pico.plug(pico.path.with_name(f"{pico.path.name}x"))

    workbench.clock.rested = come_back
    result = workbench.run("update")
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"{before}: firmware {versioned(VERSION)}" in result.output
    assert pico.path != before


@pytest.mark.parametrize("comes_back", sample(3, ["nothing", "a dead port", "a loose port"]))
def test_one_that_does_not_come_back_is_said(workbench: Workbench, comes_back: str) -> None:
    pico = workbench.pico(older(), vanishes=True)
    rests = itertools.count()

    def come_back() -> None:
        if comes_back != "nothing" and next(rests) == 2:
            workbench.clock.hurry(50.0)  # for nobody answers
            port = DeadPort(pico.path, loose=comes_back == "a loose port")
            workbench.stack.enter_context(port)

    workbench.clock.rested = come_back
    result = workbench.run("update")
    assert result.exit_code == 1
    assert "was restarted and has not come back as it should: it does not answer." in result.stderr


def test_one_whose_port_cannot_be_opened_after_its_restart_is_said(workbench: Workbench) -> None:
    pico = workbench.pico(older(), vanishes=True)
    workbench.change(site=CoprocessorPorts(workbench.root, lambda: [pico.info]))
    result = workbench.run("update")
    assert result.exit_code == 1
    assert (
        "was restarted and has not come back as it should: There is no co-processor at "
        f"{pico.path}: is it plugged in"
    ) in result.stderr
