"""Where co-processors are found."""

import re
from pathlib import Path

import pytest
from serial.tools.list_ports_common import ListPortInfo

from controller.maintenance.firmware.ports import LINK, USB_ID, CoprocessorPorts, Port
from tests.support.checkout import ROOT

RULES = ROOT / "systemd" / "99-hareboard-scanner.rules"


def usb(path: Path, number: str = "e6", usb_id: tuple[int, int] = USB_ID) -> ListPortInfo:
    info = ListPortInfo(str(path))
    info.vid, info.pid = usb_id
    info.serial_number = number
    return info


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    path = tmp_path / "dev"
    path.mkdir()
    for number in range(12):
        (path / f"ttyACM{number}").touch()
    return path


def site(dev: Path, *ports: ListPortInfo) -> CoprocessorPorts:
    return CoprocessorPorts(dev.parent, lambda: ports)


def test_boards_with_micropython_are_listed_in_order_and_nothing_else(dev: Path) -> None:
    other = usb(dev / "ttyACM1", usb_id=(0x2341, 0x0043))
    tenth, second = usb(dev / "ttyACM10", "e10"), usb(dev / "ttyACM2", "e2")
    found = site(dev, tenth, ListPortInfo("/dev/ttyS0"), other, second).micropythons()
    assert found == (Port(second.device, "e2"), Port(tenth.device, "e10"))


def test_without_names_by_udev_all_with_micropython_are_meant(dev: Path) -> None:
    assert site(dev, usb(dev / "ttyACM2")).scanners() == (Port(str(dev / "ttyACM2"), "e6"),)
    assert site(dev).scanners() == ()


def test_names_by_udev_name_each_board_once_by_its_best_name(dev: Path) -> None:
    first, second = usb(dev / "ttyACM0", "e660"), usb(dev / "ttyACM1", "e661")
    names = {
        LINK: first,
        f"{LINK}-1": first,
        f"{LINK}-e660": first,
        f"{LINK}-e661": second,
    }
    for name, info in names.items():
        (dev / name).symlink_to(info.device)
    # The third has no name: somebody has told udev that it is none of ours.
    found = site(dev, first, second, usb(dev / "ttyACM2", "e662")).scanners()
    assert found == (Port(str(dev / f"{LINK}-1"), "e660"), Port(str(dev / f"{LINK}-e661"), "e661"))


def test_the_bare_name_does_if_there_is_no_other(dev: Path) -> None:
    (dev / LINK).symlink_to(dev / "ttyACM0")
    assert site(dev, usb(dev / "ttyACM0")).scanners() == (Port(str(dev / LINK), "e6"),)


def test_a_port_that_is_named_has_the_serial_number_of_what_it_leads_to(dev: Path) -> None:
    (dev / "mine").symlink_to(dev / "ttyACM0")
    board = site(dev, usb(dev / "ttyACM0"))
    assert board.port(str(dev / "mine")) == Port(str(dev / "mine"), "e6")
    assert board.port("socket://localhost:7000") == Port("socket://localhost:7000")


def test_a_port_that_this_computer_does_not_have_is_known_by_its_name(dev: Path) -> None:
    assert CoprocessorPorts().port(str(dev / "ttyACM0")) == Port(str(dev / "ttyACM0"))


def test_after_a_restart_it_is_found_by_its_serial_number(dev: Path) -> None:
    before, after = Port("/dev/ttyACM0", "e6"), usb(dev / "ttyACM3", "e6")
    assert site(dev, usb(dev / "ttyACM0", "e7")).again(before) is None
    assert site(dev, usb(dev / "ttyACM0", "e7"), after).again(before) == Port(after.device, "e6")
    assert site(dev).again(Port("socket://localhost:7000")) == Port("socket://localhost:7000")


def test_udev_knows_the_same_boards_and_names() -> None:
    text = RULES.read_text("utf-8")
    vendor, product = USB_ID
    matches = re.findall(r'ATTRS\{id(Vendor|Product)\}=="([^"]*)"', text)
    assert set(matches) == {("Vendor", f"{vendor:04x}"), ("Product", f"{product:04x}")}
    (names,) = re.findall(r'SYMLINK\+="([^"]*)"', text)
    assert names.split() == [LINK, f"{LINK}-%s{{serial}}"]
