"""UF2 files are checked before they are copied."""

import hashlib
from pathlib import Path

import pytest

from controller.maintenance.firmware.errors import FirmwareError
from controller.maintenance.firmware.micropython.drives import LABELS, BootDrive, BootDrives
from controller.maintenance.firmware.micropython.official import OfficialMicroPython, read_official
from controller.maintenance.firmware.micropython.uf2 import (
    BLOCK_BYTES,
    DEVICE,
    LARGEST_BYTES,
    checked,
    read_uf2,
)
from tests.support.firmware.bootrom import FAMILY_RP2350, PROGRAM, uf2

WHOLE = uf2()
OLD = PROGRAM.replace(b"v1.28.0", b"v1.24.1")


ZERO = PROGRAM + DEVICE + bytes.fromhex("8a2e 1f10")
"""The program for a Waveshare RP2040-Zero."""


def changed(at: int, byte: int) -> bytes:
    return WHOLE[:at] + bytes((byte,)) + WHOLE[at + 1 :]


def test_a_whole_file_is_taken() -> None:
    assert checked(WHOLE, "x").version == (1, 28)
    for_a_pico = uf2(PROGRAM + DEVICE + bytes.fromhex("8a2e 0500"))
    assert checked(for_a_pico, "x").version == (1, 28)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "x is no UF2 file"),
        (b"<html>", "x is no UF2 file"),
        (WHOLE[:4] + bytes(LARGEST_BYTES), "x is larger than any flash"),
        (WHOLE[:-1], "x is cut off: its end is missing"),
        (WHOLE[:-BLOCK_BYTES], "x is cut off: its end is missing"),
        (WHOLE[:100], "x is cut off: its end is missing"),
        (WHOLE + WHOLE[:BLOCK_BYTES], "x is damaged in block 0"),
        (WHOLE[BLOCK_BYTES:] + WHOLE[:BLOCK_BYTES], "x is damaged in block 0"),
        (changed(BLOCK_BYTES, 0), "x is damaged in block 1"),
        (changed(2 * BLOCK_BYTES - 1, 0xFF), "x is damaged in block 1"),
        (changed(BLOCK_BYTES + 16, 1), "x is damaged in block 1"),
        (changed(9, 0), "x is for another chip"),
        (uf2(family=0x68ED2B88), "x is for another chip (family 0x68ed2b88)"),
        (uf2(family=FAMILY_RP2350), "x is for the RP2350. Nothing was written. The firmware is"),
        (uf2(start=0x20000000), "x is no program for the flash"),
        (uf2(start=0x10000010), "x is no program for the flash"),
        (uf2(b"Adafruit CircuitPython 9.2"), "x contains no MicroPython"),
        (uf2(ZERO), "x is for another board: with it the board would be 2e8a:101f on USB, and"),
        (uf2(OLD), "x is MicroPython 1.24. Nothing was written. Download 1.25 or newer."),
    ],
)
def test_any_other_file_is_refused_with_the_reason(data: bytes, said: str) -> None:
    with pytest.raises(FirmwareError) as error:
        checked(data, "x")
    assert str(error.value).startswith(said)
    assert "Nothing was written." in str(error.value)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(FirmwareError, match=r"none\.uf2 cannot be read \(No such file"):
        read_uf2(tmp_path / "none.uf2")


def test_the_official_file_is_known_by_its_hash_and_where_that_is_from() -> None:
    official = read_official()
    assert official.address.endswith(f"-v{official.version}.uf2")
    assert official.address.startswith("https://micropython.org/")
    assert len(bytes.fromhex(official.sha256)) == hashlib.sha256().digest_size
    assert official.size_bytes % BLOCK_BYTES == 0
    assert len(official.sources) > 1
    assert not official.matches(WHOLE)


@pytest.mark.parametrize(
    "path", ["media/X", "media/ann/X", "run/media/ann/X", "mnt", "mnt/X", "Volumes/X"]
)
@pytest.mark.parametrize(
    ("told", "chip"),
    [
        ("UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n", "RP2040"),
        ("UF2 Bootloader v1.0\r\nModel: Raspberry Pi RP2350\r\nBoard-ID: RP2350\r\n", "RP2350"),
        ("UF2 Bootloader v3.0\nModel: Trinket M0\nBoard-ID: SAMD21E18A-Trinket-v0\n", ""),
        ("", ""),
    ],
)
def test_drives_are_known_by_what_is_in_them(
    tmp_path: Path, path: str, told: str, chip: str
) -> None:
    folder = tmp_path / path
    folder.mkdir(parents=True)
    assert BootDrives(tmp_path).mounted() == ()
    (folder / "INFO_UF2.TXT").write_text(told, "ascii")
    assert BootDrives(tmp_path).mounted() == ((BootDrive(folder, chip),) if chip else ())


def test_a_drive_that_is_mounted_need_not_be_mounted(tmp_path: Path) -> None:
    labels = tmp_path / LABELS
    labels.mkdir(parents=True)
    (labels / "RPI-RP2").touch()
    assert BootDrives(tmp_path).unmounted() == labels / "RPI-RP2"
    drive = tmp_path / "media" / "RPI-RP2"
    drive.mkdir(parents=True)
    (drive / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2\n", "ascii")
    assert BootDrives(tmp_path).unmounted() is None


def test_a_mounting_program_that_succeeds_or_cannot_be_run(tmp_path: Path) -> None:
    device = tmp_path / "sda1"
    assert BootDrives(tmp_path, ("true",)).mount(device) == ""
    (tmp_path / "program").touch()
    why = BootDrives(tmp_path, (str(tmp_path / "program"),)).mount(device)
    assert "Permission denied" in why


def test_what_is_downloaded_whole_is_taken(tmp_path: Path) -> None:
    (tmp_path / "whole.uf2").write_bytes(WHOLE)
    digest, address = hashlib.sha256(WHOLE).hexdigest(), (tmp_path / "whole.uf2").as_uri()
    official = OfficialMicroPython("1.28.0", address, digest, len(WHOLE), ())
    assert official.download() == WHOLE
