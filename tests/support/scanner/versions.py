"""The firmware, if it were of another version of the protocol."""

import shutil
from pathlib import Path

from hardware.scanner import words
from hardware.simulated.rp2040.firmware import FIRMWARE


def firmware_of_version(version: int, folder: Path) -> Path:
    """Return a folder with the firmware of that version."""
    shutil.copytree(FIRMWARE, folder, dirs_exist_ok=True)
    said = (FIRMWARE / "words.py").read_text("utf-8")
    told = said.replace(f"PROTOCOL = const({words.PROTOCOL})", f"PROTOCOL = const({version})")
    assert told != said
    (folder / "words.py").write_text(told, "utf-8")
    return folder
