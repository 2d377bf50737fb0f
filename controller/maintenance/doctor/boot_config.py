"""Reads config.txt and cmdline.txt of a Raspberry Pi.

Source: Raspberry Pi documentation, "config.txt", and `overlays/README` of its firmware.
"""

import re
from dataclasses import dataclass
from typing import Final

from controller.maintenance.doctor.computer import ExaminedComputer

FILES: Final = ("/boot/firmware/config.txt", "/boot/config.txt")
"""Paths of the file: since Debian 12, and before."""
SAME: Final = {
    "i2c": "i2c_arm",
    "i2c1": "i2c_arm",
    "i2c_baudrate": "i2c_arm_baudrate",
    "i2c1_baudrate": "i2c_arm_baudrate",
    "i2c_vc_baudrate": "i2c0_baudrate",
}
"""Aliases of parameters."""
SECTIONS: Final = {
    **dict.fromkeys(("pi0", "pi0w", "pi1", "cm1"), 1),
    **dict.fromkeys(("pi2",), 2),
    **dict.fromkeys(("pi02", "pi3", "pi3+", "cm3", "cm3+", "cm0"), 3),
    **dict.fromkeys(("pi4", "pi400", "cm4", "cm4s"), 4),
    **dict.fromkeys(("pi5", "pi500", "cm5"), 5),
}
"""Raspberry Pi generation that a section applies to."""
I2C_HZ: Final = 100_000
"""Default clock of the I2C bus."""


@dataclass(frozen=True)
class Boot:
    """Boot configuration.

    Attributes:
        file: path of config.txt; None if this computer has no such file.
        parameters: every `dtparam`, by name: `spi` to `on`.
        overlays: every `dtoverlay`, by name, without its own parameters.
        settings: all other settings: `core_freq` to `500`.
    """

    file: str | None
    parameters: dict[str, str]
    overlays: frozenset[str]
    settings: dict[str, str]

    def on(self, parameter: str) -> bool:
        """Check whether a parameter is switched on."""
        return self.parameters.get(parameter, "off") in ("on", "true", "yes", "1", "")


def boot_of(site: ExaminedComputer) -> Boot:
    """Return the boot configuration of a computer."""
    file = next((path for path in FILES if site.there(path)), None)
    text = (site.text(file) or "") if file is not None else ""
    parameters: dict[str, str] = {}
    overlays: set[str] = set()
    settings: dict[str, str] = {}
    applies = True
    for line in text.splitlines():
        said = line.partition("#")[0].strip()
        if header := re.fullmatch(r"\[(.+)\]", said):
            applies = _applies(header[1].lower(), site.pi)
            continue
        key, _, value = said.partition("=")
        if not applies or not key:
            continue
        if key == "dtparam":
            for each in value.split(","):
                name, _, how = each.strip().partition("=")
                parameters[SAME.get(name, name)] = how.strip()
        elif key == "dtoverlay":
            overlays.add(value.split(",")[0].strip())
        else:
            settings[key.strip()] = value.strip()
    return Boot(file, parameters, frozenset(overlays), settings)


def _applies(header: str, pi: int | None) -> bool:
    """Check whether a section is for this computer. An unknown filter (serial number) is not."""
    return header == "all" or (pi is not None and SECTIONS.get(header) == pi)
