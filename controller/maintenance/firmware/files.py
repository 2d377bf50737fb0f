"""The firmware's files: their names, and the outdated ones on a device."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.maintenance.firmware.errors import FirmwareError

FOLDER: Final = Path(__file__).parents[3] / "firmware"
STAYS: Final = "__init__.py"
"""A file that is not copied to the device."""
STARTS: Final = "main.py"
"""Program that MicroPython starts: copied last, never beside half-copied files."""
FORMER: Final[tuple[str, ...]] = ()
"""Files of an older firmware that this one has not; no other file is deleted on a device."""


@dataclass(frozen=True, slots=True)
class Files:
    """The files of a firmware.

    Attributes:
        folder: folder of the files.
        digests: the SHA-256 of each, in hexadecimal, by name.
        former: files that only an older firmware had.
    """

    folder: Path
    digests: Mapping[str, str]
    former: tuple[str, ...] = FORMER

    def differing(self, found: Mapping[str, str]) -> tuple[str, ...]:
        """List the files that a device lacks, or has in another version.

        Args:
            found: the digests of the device's files.
        """
        return tuple(name for name, digest in self.digests.items() if found.get(name) != digest)

    def stale(self, found: Mapping[str, str]) -> tuple[str, ...]:
        """List the files of an older firmware that a device still has."""
        return tuple(name for name in self.former if name in found)

    def known(self, found: Mapping[str, str]) -> bool:
        """Check whether a device seems to have this firmware: it has most of its file names."""
        own = self.digests.keys() - {STARTS}
        return 2 * len(own & found.keys()) > len(own)


def read_files(folder: Path = FOLDER) -> Files:
    """Read the files of the firmware that came with this program.

    Raises:
        FirmwareError: the files do not exist.
    """
    paths = sorted(path for path in folder.glob("*.py") if path.name != STAYS)
    if folder / STARTS not in paths:
        raise FirmwareError(
            f"The files of the firmware are not in {folder}: this hareboard is not whole. "
            "Install it again."
        )
    digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}
    return Files(folder, digests)
