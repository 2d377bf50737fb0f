"""Undervoltage as a Raspberry Pi tells it, in trees like its own."""

from pathlib import Path

import pytest

from hardware.power import PiSupply


def write(root: Path, path: str, text: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "ascii")


@pytest.mark.parametrize(
    ("flags", "sags"),
    [("0", False), ("1", True), ("50000", False), ("50005", True), ("nonsense", False)],
)
def test_the_firmware_tells_by_bit_0(tmp_path: Path, flags: str, *, sags: bool) -> None:
    write(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", f"{flags}\n")
    assert PiSupply(tmp_path).sags() is sags


@pytest.mark.parametrize(("alarm", "sags"), [("0", False), ("1", True)])
def test_the_kernel_tells_by_an_alarm(tmp_path: Path, alarm: str, *, sags: bool) -> None:
    write(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    write(tmp_path, "sys/class/hwmon/hwmon0/in0_lcrit_alarm", "1\n")
    write(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    write(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", f"{alarm}\n")
    assert PiSupply(tmp_path).sags() is sags


def test_a_supply_that_begins_to_sag_is_noticed(tmp_path: Path) -> None:
    write(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
    supply = PiSupply(tmp_path)
    assert not supply.sags()
    write(tmp_path, "sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n")
    assert supply.sags()


@pytest.mark.parametrize("text", ["", "ü"])
def test_what_is_no_number_does_not_sag(tmp_path: Path, text: str) -> None:
    file = tmp_path / "sys/devices/platform/soc/soc:firmware/get_throttled"
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    assert not PiSupply(tmp_path).sags()


def test_a_computer_that_tells_nothing_does_not_sag(tmp_path: Path) -> None:
    assert not PiSupply(tmp_path).sags()
