"""Programs that lock dependencies and describe a release, in an environment of their own."""

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
LOCK: Final = ROOT / "locks" / "release.txt"
ROOM: Final = ROOT / "build" / "release-tools"


def release_tools(lock: Path = LOCK, room: Path = ROOM) -> Path:
    """Return the folder of the programs; they are installed if the lock has changed.

    Args:
        lock: their versions and hashes.
        room: where their environment is made.
    """
    stamp = room / "lock.txt"
    if not stamp.exists() or stamp.read_bytes() != lock.read_bytes():
        print("Installing uv and cyclonedx-bom in build/release-tools: once, a minute.", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", room], check=True)
        pip = [str(room / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install"]
        subprocess.run([*pip, "-qq", "--require-hashes", "-r", str(lock)], check=True)
        stamp.write_bytes(lock.read_bytes())
    return room / "bin"
