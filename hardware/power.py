"""What the computer says of its own power supply."""

from pathlib import Path
from typing import Final

THROTTLED: Final = Path("sys/devices/platform/soc/soc:firmware/get_throttled")
"""A word of flags in hexadecimal: bit 0 undervoltage now, bit 16 undervoltage since the start."""


class Supply:
    """The supply of a Raspberry Pi, as its firmware sees it.

    Args:
        root: where `/sys` is.
    """

    def __init__(self, root: Path = Path("/")) -> None:
        self._path = root / THROTTLED

    def throttled(self) -> int | None:
        """The firmware's flags; None if this computer does not tell."""
        try:
            return int(self._path.read_text("ascii").strip(), 16)
        except (OSError, ValueError):
            return None

    def sags(self) -> bool:
        """Whether the voltage is too low just now; False if nobody can tell."""
        return bool((self.throttled() or 0) & 1)
