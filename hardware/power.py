"""Reads undervoltage of a Raspberry Pi."""

from pathlib import Path
from typing import Final

THROTTLED: Final = "sys/devices/platform/soc*/soc*:firmware/get_throttled"
"""A word of flags in hexadecimal: bit 0 undervoltage now, bit 16 undervoltage since the start.

Source: documentation of `vcgencmd get_throttled`.
"""
ALARM: Final = "sys/class/hwmon/hwmon*/in0_lcrit_alarm"
"""1 while the voltage is too low; of the kernel's driver `raspberrypi-hwmon`, named `rpi_volt`."""
ALARM_NAME: Final = "rpi_volt"


class PiSupply:
    """The supply of a Raspberry Pi, as its firmware reports it.

    Args:
        root: the path of `/sys`.
    """

    def __init__(self, root: Path = Path("/")) -> None:
        self._flags = tuple(root.glob(THROTTLED))
        self._alarms = tuple(
            path for path in root.glob(ALARM) if _text(path.with_name("name")) == ALARM_NAME
        )

    def sags(self) -> bool:
        """Check whether the voltage is too low now; False if this computer does not tell."""
        return any(_number(path, 16) & 1 for path in self._flags) or any(
            _number(path, 10) for path in self._alarms
        )


def _number(path: Path, base: int) -> int:
    try:
        return int(_text(path), base)
    except ValueError:
        return 0


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
