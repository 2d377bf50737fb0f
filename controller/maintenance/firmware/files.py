"""The firmware's files: which there are, and what of a device's is another or of an older one."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.maintenance.firmware.errors import FirmwareError

FOLDER: Final = Path(__file__).parents[3] / "firmware"
STAYS: Final = "__init__.py"
"""This one is not for the device."""
STARTS: Final = "main.py"
"""MicroPython runs it by itself: the device has it last, and never beside others half copied."""
FORMER: Final[tuple[str, ...]] = ()
"""Files of an older firmware that this one has not; nothing else is ever deleted on a device."""


@dataclass(frozen=True, slots=True)
class Files:
    """The files of a firmware.

    Attributes:
        folder: where they are.
        digests: the SHA-256 of each, in hexadecimal, by name.
        former: those that an older firmware had besides.
    """

    folder: Path
    digests: Mapping[str, str]
    former: tuple[str, ...] = FORMER

    def differing(self, found: Mapping[str, str]) -> tuple[str, ...]:
        """Those that a device has not, or has otherwise.

        Args:
            found: the digests of the device's files.
        """
        return tuple(name for name, digest in self.digests.items() if found.get(name) != digest)

    def stale(self, found: Mapping[str, str]) -> tuple[str, ...]:
        """Those that a device still has of an older firmware."""
        return tuple(name for name in self.former if name in found)

    def known(self, found: Mapping[str, str]) -> bool:
        """Whether a device looks as if this firmware were its own: it has most of its names."""
        own = self.digests.keys() - {STARTS}
        return 2 * len(own & found.keys()) > len(own)


def read_files(folder: Path = FOLDER) -> Files:
    """The files of the firmware that came with this program.

    Raises:
        Trouble: they are not there.
    """
    paths = sorted(path for path in folder.glob("*.py") if path.name != STAYS)
    if folder / STARTS not in paths:
        raise FirmwareError(
            f"The files of the firmware are not in {folder}: this hareboard is not whole. "
            "Install it again."
        )
    digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}
    return Files(folder, digests)
