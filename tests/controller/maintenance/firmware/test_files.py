"""The firmware's files."""

import hashlib
from pathlib import Path

import pytest

from controller.maintenance.firmware.errors import FirmwareError
from controller.maintenance.firmware.files import FORMER, STARTS, Files, read_files
from hardware.simulated.rp2040.firmware import FIRMWARE

OURS = Files(Path("firmware"), {"app.py": "a1", "link.py": "b1", "main.py": "c1"}, ("old.py",))


def test_every_python_file_of_the_firmware_is_for_the_device_but_the_one_that_stays() -> None:
    files = read_files()
    names = {path.name for path in FIRMWARE.glob("*.py")}
    assert files.digests.keys() == names - {"__init__.py"}
    assert files.folder.samefile(FIRMWARE)
    text = (FIRMWARE / STARTS).read_bytes()
    assert files.digests[STARTS] == hashlib.sha256(text).hexdigest()


def test_nothing_is_deleted_that_is_copied() -> None:
    assert not read_files().digests.keys() & set(FORMER)
    assert all(name.endswith(".py") for name in FORMER)


def test_a_firmware_that_is_not_there_is_said() -> None:
    with pytest.raises(FirmwareError, match=r"are not in nowhere: this hareboard is not whole"):
        read_files(Path("nowhere"))


@pytest.mark.parametrize(
    ("found", "differing", "stale"),
    [
        ({}, ("app.py", "link.py", "main.py"), ()),
        (dict(OURS.digests), (), ()),
        ({"app.py": "a0", "link.py": "b1", "main.py": "c1"}, ("app.py",), ()),
        ({**OURS.digests, "old.py": "d", "mine.py": "e"}, (), ("old.py",)),
    ],
)
def test_what_differs_is_copied_and_what_is_stale_deleted(
    found: dict[str, str], differing: tuple[str, ...], stale: tuple[str, ...]
) -> None:
    assert OURS.differing(found) == differing
    assert OURS.stale(found) == stale


@pytest.mark.parametrize("found", [{"app.py": "a0", "link.py": "b0"}, dict(OURS.digests)])
def test_a_device_that_has_most_of_the_names_is_one_of_ours(found: dict[str, str]) -> None:
    assert OURS.known(found)


@pytest.mark.parametrize(
    "found", [{}, {"main.py": "c1", "mine.py": "m"}, {"main.py": "m", "app.py": "m"}]
)
def test_a_device_that_has_few_of_the_names_is_not(found: dict[str, str]) -> None:
    assert not OURS.known(found)
