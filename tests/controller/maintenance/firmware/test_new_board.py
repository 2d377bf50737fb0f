"""`hareboard firmware flash`: a new board gets MicroPython, and then the firmware."""

import hashlib
import stat
from pathlib import Path

import pytest

from controller.maintenance.firmware import messages
from controller.maintenance.firmware.micropython.drives import BootDrives
from controller.maintenance.firmware.micropython.install import NAME
from controller.maintenance.firmware.micropython.official import OfficialMicroPython
from tests.controller.maintenance.firmware.conftest import Workbench
from tests.support.firmware.bootrom import FAMILY_RP2350, PROGRAM, uf2
from tests.support.firmware.picos import PICO_2, firmware_files


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "RPI_PICO-1.uf2"
    path.write_bytes(uf2())
    return path


def official(path: Path) -> OfficialMicroPython:
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    return OfficialMicroPython("1.28.0", path.as_uri(), digest, len(data), ())


@pytest.mark.long
def test_a_new_board_gets_micropython_from_a_file_and_then_the_firmware(
    workbench: Workbench, file: Path
) -> None:
    rom = workbench.boot_rom()
    result = workbench.run("flash", "--uf2", file, "--number", "4")
    assert (result.exit_code, result.stderr) == (0, "")
    (pico,) = workbench.picos
    many = len(firmware_files())
    assert result.output.splitlines()[:5] == [
        "This hareboard does not know the file's SHA-256: whether it is official was not seen.",
        f"{workbench.root}/media/ann/RPI-RP2: copying MicroPython 1.28 …",
        f"{pico.path}: the board has restarted with MicroPython.",
        f"{pico.path}: MicroPython 1.28.0, Raspberry Pi Pico with RP2040.",
        f"{pico.path}: copying {many} of {many} files …",
    ]
    assert "number 4" in result.output
    assert rom.program.startswith(PROGRAM)
    assert {name: pico.flash[name] for name in firmware_files()} == firmware_files()


@pytest.mark.long
def test_without_a_file_the_official_one_is_downloaded_and_checked(
    workbench: Workbench, file: Path
) -> None:
    workbench.change(official=lambda: official(file))
    rom = workbench.boot_rom()
    result = workbench.run("flash")
    assert result.exit_code == 0
    assert result.output.splitlines()[:3] == [
        f"Downloading MicroPython 1.28.0 from {file.as_uri()} …",
        "Its SHA-256 is the one that this hareboard knows.",
        f"{workbench.root}/media/ann/RPI-RP2: copying MicroPython 1.28 …",
    ]
    assert rom.program.startswith(PROGRAM)


@pytest.mark.long
def test_it_says_what_to_press_and_waits_for_the_board(workbench: Workbench, file: Path) -> None:
    rests = iter(range(100))

    def rested() -> None:
        if next(rests) == 3:
            workbench.boot_rom("Volumes/RPI-RP2")

    workbench.clock.rested = rested
    result = workbench.run("flash", "--uf2", file)
    assert result.exit_code == 0
    assert result.output.startswith(messages.PRESS)
    assert "hold its button BOOTSEL while you plug it in" in result.output


@pytest.mark.long
@pytest.mark.parametrize("blocks", [1, 40])
def test_a_cable_pulled_in_the_middle_is_said_and_a_second_try_works(
    workbench: Workbench, file: Path, blocks: int
) -> None:
    workbench.boot_rom(pulled_after=blocks)
    first = workbench.run("flash", "--uf2", file)
    assert first.exit_code == 1
    assert "has not come back with it. Was its plug pulled? Hold its button BOOTSEL" in first.stderr
    assert not workbench.picos
    workbench.boot_rom()
    assert workbench.run("flash", "--uf2", file).exit_code == 0


def test_a_board_that_still_waits_afterwards_is_said(workbench: Workbench, file: Path) -> None:
    workbench.boot_rom(deaf=True)
    result = workbench.run("flash", "--uf2", file)
    assert result.exit_code == 1
    assert "has not taken MicroPython whole" in result.stderr
    assert "Run this command again" in result.stderr


def test_without_any_board_it_ends_after_a_while(workbench: Workbench) -> None:
    result = workbench.run("flash")
    assert result.exit_code == 1
    assert result.output.startswith(messages.PRESS)
    assert result.stderr == f"Error: {messages.NO_BOARD}\n"


def test_of_several_drives_all_but_one_have_to_go(workbench: Workbench, file: Path) -> None:
    roms = [workbench.boot_rom(f"media/ann/RPI-RP2{more}") for more in ("", "1")]
    result = workbench.run("flash", "--uf2", file)
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "Error: 2 boards wait for MicroPython:",
        f"  {workbench.root}/media/ann/RPI-RP2",
        f"  {workbench.root}/media/ann/RPI-RP21",
        "Unplug all of them but one.",
    ]
    assert [rom.program for rom in roms] == [b"", b""]


def test_a_pico_2_is_refused_by_its_drive(workbench: Workbench, file: Path) -> None:
    rom = workbench.boot_rom("media/ann/RP2350", board="RP2350")
    result = workbench.run("flash", "--uf2", file)
    assert result.exit_code == 1
    assert result.stderr.startswith(
        f"Error: The board at {workbench.root}/media/ann/RP2350 has an RP2350. Nothing was written."
    )
    assert messages.RP2350_REFUSED in result.stderr
    assert rom.program == b""


def test_a_file_for_the_pico_2_is_refused_before_anything_is_written(
    workbench: Workbench, file: Path
) -> None:
    file.write_bytes(uf2(family=FAMILY_RP2350))
    rom = workbench.boot_rom()
    result = workbench.run("flash", "--uf2", file)
    assert result.exit_code == 1
    assert f"{file.name} is for the RP2350. Nothing was written." in result.stderr
    assert rom.program == b""


def test_a_downloaded_file_that_is_another_one_is_not_written(
    workbench: Workbench, file: Path
) -> None:
    pinned = official(file)
    file.write_bytes(uf2(PROGRAM + b"more"))
    workbench.change(official=lambda: pinned)
    rom = workbench.boot_rom()
    result = workbench.run("flash")
    assert result.exit_code == 1
    assert "is not the file that this hareboard knows" in result.stderr
    assert f"should be {pinned.sha256}. Nothing was written." in result.stderr
    assert "flash --uf2 FILE" in result.stderr
    assert rom.program == b""


def test_without_a_network_it_says_how_to_go_on(workbench: Workbench, file: Path) -> None:
    pinned = official(file)
    file.unlink()
    workbench.change(official=lambda: pinned)
    workbench.boot_rom()
    result = workbench.run("flash")
    assert result.exit_code == 1
    assert f"could not be downloaded from {pinned.address}" in result.stderr
    assert "“hareboard firmware flash --uf2 FILE”" in result.stderr


def test_a_drive_of_another_user_is_said(workbench: Workbench, file: Path) -> None:
    drive = workbench.root / "media/ann/RPI-RP2"
    drive.mkdir(parents=True)
    (drive / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2\n", "ascii")
    (drive / NAME).symlink_to("/proc/sys/kernel/osrelease")  # not even root may write there
    result = workbench.run("flash", "--uf2", file)
    assert result.exit_code == 1
    assert "cannot be written (" in result.stderr
    assert "another user has mounted it" in result.stderr


def test_port_and_file_exclude_each_other(workbench: Workbench, file: Path) -> None:
    result = workbench.run("flash", "--uf2", file, "--port", "/dev/ttyACM0")
    assert result.exit_code == 2
    assert "A board that waits for MicroPython has no port" in result.stderr


def waiting_device(workbench: Workbench, label: str = "RPI-RP2") -> Path:
    """A drive that Linux knows and has not mounted."""
    device = workbench.root / "dev" / "sda1"
    device.touch()
    link = workbench.root / "dev/disk/by-label" / label
    link.parent.mkdir(parents=True)
    link.symlink_to(device)
    return device


@pytest.mark.long
def test_a_drive_that_is_not_mounted_is_mounted(
    workbench: Workbench, tmp_path: Path, file: Path
) -> None:
    device = waiting_device(workbench)
    rom = workbench.boot_rom("elsewhere")
    mounts = tmp_path / "udisksctl"
    mounts.write_text(
        "#!/bin/sh\n"
        f'[ "$*" = "mount --no-user-interaction -b {device}" ] || exit 1\n'
        f"mkdir -p {tmp_path}/media/ann && ln -s {tmp_path}/elsewhere {tmp_path}/media/ann/disk\n"
    )
    mounts.chmod(mounts.stat().st_mode | stat.S_IXUSR)
    workbench.change(drives=BootDrives(workbench.root, (str(mounts),)))
    result = workbench.run("flash", "--uf2", file)
    assert (result.exit_code, result.stderr) == (0, "")
    assert rom.program.startswith(PROGRAM)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("no-such-command",), "udisksctl is not installed"),
        (("sh", "-c", "echo Not authorized >&2; exit 1"), "Not authorized"),
        (("false",), "udisksctl ended with status 1"),
    ],
)
def test_a_drive_that_cannot_be_mounted_is_said_with_what_to_do(
    workbench: Workbench, command: tuple[str, ...], why: str
) -> None:
    device = waiting_device(workbench)
    workbench.change(drives=BootDrives(workbench.root, command))
    result = workbench.run("flash")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-3:] == [
        f"Error: A board waits for MicroPython, but its drive {device} is not mounted: {why}.",
        f"Mount it: sudo mount -o uid=$(id -u) {device} /mnt",
        "Then run this command again.",
    ]


def test_verify_names_a_board_that_waits(workbench: Workbench) -> None:
    workbench.boot_rom()
    result = workbench.run("verify")
    assert result.exit_code == 1
    assert "its drive is" in result.stderr
    assert "hareboard firmware flash" in result.stderr


def test_verify_refuses_a_pico_2_without_interrupting_it(workbench: Workbench) -> None:
    pico = workbench.pico({"mine.py": b"kept = 1\n"}, machine=PICO_2)
    result = workbench.run("verify")
    assert result.exit_code == 1
    assert f"The board at {pico.path} has an RP2350. {messages.RP2350_REFUSED}" in result.stderr
    assert pico.boots == 1
