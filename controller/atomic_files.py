"""Writes small files whole or not at all, durably."""

import os
from contextlib import suppress
from pathlib import Path


def keep_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file atomically; a power cut leaves either the new or the old content.

    After it returns, a power cut leaves the new content.

    Args:
        path: the file.
        data: its content.
        mode: who may read and write it, less what the process denies everybody (umask).

    Raises:
        OSError: it cannot be written.
    """
    draft = path.with_name(f"{path.name}.new")
    try:
        new = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(draft, new, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)  # on a full disk the draft takes the room that is left
        raise
    sync_folder(path.parent)


def make_folder(path: Path) -> None:
    """Create a folder and its parents durably (fsync); do nothing if it exists.

    Raises:
        OSError: it cannot be created.
    """
    missing = [each for each in (path, *path.parents) if not each.exists()]
    path.mkdir(parents=True, exist_ok=True)
    for each in missing:
        sync_folder(each.parent)


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that files renamed or created in it outlast a power cut.

    Raises:
        OSError: the disk does not confirm it.
    """
    if os.name == "nt":
        return  # Windows cannot open folders, and syncs names by itself.
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
