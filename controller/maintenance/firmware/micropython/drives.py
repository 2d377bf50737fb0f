"""Boards that wait for MicroPython: USB drives that the boot ROM of RP2040 and RP2350 shows.

Source: RP2040 datasheet, 2.8.4.1 (drive RPI-RP2, INFO_UF2.TXT); RP2350 datasheet, 5.5.
"""

import os
import re
import string
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

INFO: Final = "INFO_UF2.TXT"
CHIPS: Final = {"RPI-RP2": "RP2040", "RP2350": "RP2350"}
"""Chips by what the drive calls itself: its label, and its `Board-ID`."""
FOLDERS: Final = ("media/*", "media/*/*", "run/media/*/*", "mnt", "mnt/*", "Volumes/*")
LABELS: Final = "dev/disk/by-label"
MOUNT_S: Final = 30.0
_BOARD: Final = re.compile(r"^Board-ID:\s*(\S+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class BootDrive:
    """A board that waits for MicroPython.

    Attributes:
        folder: where its drive is mounted.
        chip: `RP2040` or `RP2350`.
    """

    folder: Path
    chip: str


@dataclass(frozen=True, slots=True)
class BootDrives:
    """Drives of this computer.

    Attributes:
        root: root folder of its files.
        udisksctl: command that mounts a drive without being root.
    """

    root: Path = Path("/")
    udisksctl: Sequence[str] = ("udisksctl",)

    def mounted(self) -> tuple[BootDrive, ...]:
        """List the boards whose drives are mounted, whatever the drives are called."""
        found = {folder: _chip(folder) for folder in self._folders()}
        return tuple(BootDrive(folder, chip) for folder, chip in found.items() if chip)

    def unmounted(self) -> Path | None:
        """Return the block device of a board whose drive Linux has not mounted, if there is one."""
        if self.mounted():
            return None
        devices = (self.root / LABELS / label for label in CHIPS)
        return next((device.resolve() for device in devices if device.exists()), None)

    def mount(self, device: Path) -> str:
        """Mount a drive on Linux; return why that failed, or nothing."""
        command = [*self.udisksctl, "mount", "--no-user-interaction", "-b", str(device)]
        try:
            ran = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=MOUNT_S,
                check=False,
            )
        except FileNotFoundError:
            return "udisksctl is not installed"
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
        if ran.returncode == 0:
            return ""
        return ran.stderr.strip() or f"udisksctl ended with status {ran.returncode}"

    def _folders(self) -> Iterator[Path]:
        if os.name == "nt":  # untested: Windows only
            yield from (Path(f"{letter}:/") for letter in string.ascii_uppercase[2:])
            return
        for pattern in FOLDERS:
            yield from sorted(self.root.glob(pattern))


def _chip(folder: Path) -> str:
    """Return the chip behind a drive; empty if it is none of ours."""
    try:
        told = _BOARD.search((folder / INFO).read_text("ascii", "replace"))
    except OSError:
        return ""
    return CHIPS.get(told[1], "") if told else ""
