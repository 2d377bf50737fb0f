"""Small files that are written whole or not at all."""

import os
from pathlib import Path


def keep_whole(path: Path, data: bytes) -> None:
    """Write a file; a power cut leaves either this or what was there before.

    Raises:
        OSError: it cannot be written.
    """
    draft = path.with_name(f"{path.name}.new")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
