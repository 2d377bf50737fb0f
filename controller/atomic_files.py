"""Writes small files whole or not at all, durably."""

import os
from contextlib import suppress
from pathlib import Path


def keep_whole(path: Path, data: bytes) -> None:
    """Write a file; a power cut leaves either this or what was there before.

    When it returns, a power cut leaves this.

    Raises:
        OSError: it cannot be written.
    """
    draft = path.with_name(f"{path.name}.new")
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)  # on a full disk it takes what room there is
        raise
    sync_folder(path.parent)


def make_folder(path: Path) -> None:
    """Make a folder, and those it is in, that outlast a power cut; nothing if it is there.

    Raises:
        OSError: it cannot be made.
    """
    missing = [each for each in (path, *path.parents) if not each.exists()]
    path.mkdir(parents=True, exist_ok=True)
    for each in missing:
        sync_folder(each.parent)


def sync_folder(folder: Path) -> None:
    """See to it that what was renamed or made in a folder outlasts a power cut.

    Raises:
        OSError: the disk does not say so.
    """
    if os.name == "nt":
        return  # Windows opens no folders, and keeps names by itself.
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
