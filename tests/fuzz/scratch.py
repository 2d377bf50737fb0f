"""Files to be read by parsers that take a path: in memory, where that can be."""

import tempfile
from functools import cache
from pathlib import Path
from typing import Final

IN_MEMORY: Final = "/dev/shm" if Path("/dev/shm").is_dir() else None


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="hareboard-fuzz-", dir=IN_MEMORY)


def scratch_folder() -> Path:
    """Return a folder that is removed at the end of the program."""
    return Path(_folder().name)


def scratch(name: str, data: bytes) -> Path:
    """Write a file, and return its path."""
    path = scratch_folder() / name
    path.write_bytes(data)
    return path
