"""The lock on a folder of games: one program at a time, which leaves its page and process there.

The system drops the lock when the program ends, however that happens. So the note of a program
that was killed is never taken for that of a running one.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

import msgspec

from controller.foreign_files import read_small
from controller.json_data import BadJson, from_json

NOTE_FILE: Final = "running.json"


class Holder(msgspec.Struct, frozen=True):
    """The program that uses a folder.

    Attributes:
        page: URL of its first page, for this computer.
        pid: number of its process.
        port: port of its pages.
    """

    page: str
    pid: int
    port: int

    @property
    def words(self) -> str:
        """Name it: page and process."""
        return f"{self.page}, process {self.pid}"

    @property
    def remedy(self) -> str:
        """Say how to use or stop it."""
        return f"Open that page, or stop it with Ctrl-C in its terminal or “kill {self.pid}”."


class FolderTaken(Exception):
    """Another program uses the folder; the message names it, and the remedy.

    Args:
        folder: the folder.
        holder: the program; None while it is starting.
    """

    def __init__(self, folder: Path, holder: Holder | None) -> None:
        named = f": {holder.words}. {holder.remedy}" if holder is not None else "."
        super().__init__(
            f"Another hareboard is using {folder}{named} To run a second one, give it a folder of "
            "its own with --data."
        )


@contextmanager
def folder_lock(folder: Path, holder: Holder) -> Iterator[None]:
    """Hold the lock within the context, with a note about its holder.

    Where there are no locks (Windows, some network disks), or the note cannot be written, this
    does nothing; the journal has a lock of its own.

    Raises:
        FolderTaken: another program holds it.
    """
    path = folder / NOTE_FILE
    file = _locked(path)
    if file is None:
        yield
        return
    with file:
        try:
            with suppress(OSError):  # on a full disk
                file.truncate(0)
                file.write(msgspec.json.encode(holder))
                file.flush()
            yield
        finally:
            with suppress(OSError):
                path.unlink(missing_ok=True)


def holder_of(folder: Path) -> Holder | None:
    """Return the program that holds a folder's lock; None if none does, or it is starting."""
    path = folder / NOTE_FILE
    try:
        with path.open("rb") as file:
            _lock(file, shared=True)
    except BlockingIOError:
        return _read(path)
    except OSError:
        return None
    return None


def _locked(path: Path) -> IO[bytes] | None:
    """Return the note's file, locked; None where that is not possible."""
    while True:
        try:
            file = path.open("ab")
        except OSError:
            return None
        try:
            _lock(file)
        except BlockingIOError as error:
            file.close()
            raise FolderTaken(path.parent, _read(path)) from error
        except OSError:
            file.close()
            return None
        if _is_at(path, file):
            return file
        file.close()  # the program before has removed it since it was opened


def _is_at(path: Path, file: IO[bytes]) -> bool:
    """Return True if a path leads to an open file."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _lock(file: IO[bytes], *, shared: bool = False) -> None:
    """Lock an open file until it is closed.

    Raises:
        BlockingIOError: another program has locked it.
        OSError: there are no locks here.
    """
    try:
        import fcntl  # noqa: PLC0415 - Windows has none
    except ImportError as error:
        raise OSError("no fcntl") from error
    fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def _read(path: Path) -> Holder | None:
    try:
        return from_json(read_small(path), Holder)
    except (OSError, BadJson):
        return None
