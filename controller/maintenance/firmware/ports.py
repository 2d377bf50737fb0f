"""Finds co-processors: serial ports and their names by udev."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

USB_ID: Final = (0x2E8A, 0x0005)
"""Vendor and product of every board with the MicroPython for a Pico or Pico 2, related or not."""
LINK: Final = "hareboard-scanner"
"""Link that udev makes for them; see systemd/99-hareboard-scanner.rules."""
NUMBERS: Final = "/etc/udev/rules.d/99-hareboard-numbers.rules"
"""Where a builder names them by number: the installer writes the other file anew."""


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port.

    Attributes:
        name: its path, or an address that pyserial understands.
        serial_number: serial number of its USB device; empty if unknown.
    """

    name: str
    serial_number: str = ""


def _ports() -> Iterable[ListPortInfo]:
    return list_ports.comports()


@dataclass(frozen=True, slots=True)
class CoprocessorPorts:
    """Serial ports of the computer, as far as co-processors are concerned.

    Attributes:
        root: root folder of its files.
        ports: lists its serial ports.
    """

    root: Path = Path("/")
    ports: Callable[[], Iterable[ListPortInfo]] = _ports

    def port(self, name: str) -> Port:
        """Return the port with this name."""
        path = Path(name).resolve()
        numbers = (
            info.serial_number for info in self.ports() if Path(info.device).resolve() == path
        )
        return Port(name, next(numbers, None) or "")

    def micropythons(self) -> tuple[Port, ...]:
        """List every plugged-in RP2040 with MicroPython."""
        found = [info for info in self.ports() if (info.vid, info.pid) == USB_ID]
        return tuple(Port(info.device, info.serial_number or "") for info in sorted(found))

    def scanners(self) -> tuple[Port, ...]:
        """List ports that udev has named, each once; without any, each RP2040 with MicroPython."""
        names: dict[Path, str] = {}
        links = (self.root / "dev").glob(f"{LINK}*")
        # A name with a number is shorter than one with a serial number; the bare one comes last.
        for link in sorted(links, key=lambda link: (link.name == LINK, len(link.name), link.name)):
            names.setdefault(link.resolve(), str(link))
        return tuple(map(self.port, sorted(names.values()))) or self.micropythons()

    def again(self, port: Port) -> Port | None:
        """Return the device's port after a restart, perhaps another one; None before it is back."""
        if not port.serial_number:
            return port
        same = (info for info in self.ports() if info.serial_number == port.serial_number)
        info = next(same, None)
        return None if info is None else Port(info.device, port.serial_number)
