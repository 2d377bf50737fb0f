"""Files in folders of other users: read and written without trusting who owns them.

Root works in folders that the service user may write. There it follows no link, opens nothing but
regular files, waits for no FIFO, and writes no name that could have been prepared. Each folder is
opened once, and everything in it is named relative to its descriptor. The outermost folder must lie
in one that its owner cannot write: `/etc`, `/run`, `/var/lib`.
"""

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

LARGEST: Final = 1 << 20
"""Bytes of the largest file that is read: a board file has a few thousand."""
DEEPEST: Final = 16
"""Folders in each other that are given away; ours lie two deep."""
_FOLDER: Final = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
_READ: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Opens a FIFO without waiting for its other end."""
_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
_CHANGED: Final = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
"""Something has gone, or become something else, since its folder was listed."""


class NotPlainFile(OSError):
    """It is no regular file of its own: a link, a FIFO, a folder, or too large."""


def read_small(path: Path, largest: int = LARGEST) -> bytes:
    """Read a small regular file; root follows no link in a folder of another user.

    Args:
        path: the file.
        largest: the most bytes that it may have.

    Raises:
        NotPlainFile: it is no regular file, or too large.
        OSError: it cannot be read.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0:  # Windows has no root
        return _read(os.open(path, _READ), path, largest)
    with _opened(path.parent) as folder:
        if os.fstat(folder).st_uid == 0:
            name = path.name or "."  # "." and "/" have none
            return _read(os.open(name, _READ, dir_fd=folder), path, largest)
        return _own(folder, path, largest)


def read_foreign(path: Path, largest: int = LARGEST) -> bytes:
    """Read a small regular file in another user's folder; follow no link.

    Raises:
        NotPlainFile: it is no regular file, is too large, or has a second name.
        OSError: it cannot be read.
    """
    with _opened(path.parent) as folder:
        return _own(folder, path, largest)


def write_foreign(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Write a file in another user's folder, whole or not at all; it gets the folder's owner.

    Raises:
        OSError: it cannot be written.
    """
    with _opened(path.parent) as folder:
        draft = f".{path.name}.{secrets.token_hex(8)}"
        number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(data)
                file.flush()
                os.fchmod(number, mode)
                owner = os.fstat(folder)
                os.fchown(number, owner.st_uid, owner.st_gid)
                os.fsync(number)
            os.replace(draft, path.name, src_dir_fd=folder, dst_dir_fd=folder)
        except OSError:
            with suppress(OSError):
                os.unlink(draft, dir_fd=folder)
            raise
        os.fsync(folder)


def remove_foreign(path: Path) -> None:
    """Remove a file, or a link itself, from another user's folder; do nothing without one.

    Raises:
        OSError: it cannot be removed.
    """
    with _opened(path.parent) as folder, suppress(FileNotFoundError):
        os.unlink(path.name, dir_fd=folder)


def others_in(folder: Path, uid: int | None) -> bool:
    """Check whether a folder, or anything in it that `give` would give, is not this user's."""
    try:
        with _opened(folder) as number:
            return os.fstat(number).st_uid != uid or any(
                info.st_uid != uid for _, _, info in _all(number) if _is_given(info)
            )
    except FileNotFoundError:
        return False


def give(folder: Path, uid: int, gid: int) -> None:
    """Give a folder, and every folder and regular file in it, to a user.

    A file with a second name stays as it is, for that name may lie elsewhere. So do links, FIFOs,
    sockets and devices: they cannot be opened, and a name may be swapped before it is given.

    Raises:
        OSError: it cannot be given.
    """
    with _opened(folder) as number:
        os.fchown(number, uid, gid)
        for inner, name, info in _all(number):
            if _is_given(info):
                flags = _FOLDER if stat.S_ISDIR(info.st_mode) else _READ
                with _given(inner, name, flags) as opened:
                    if opened is not None:
                        os.fchown(opened, uid, gid)


@contextmanager
def _opened(folder: Path | str, within: int | None = None) -> Iterator[int]:
    """Open a folder; one within another is no link."""
    flags = _FOLDER if within is None else _FOLDER | _NO_LINK
    number = os.open(folder, flags, dir_fd=within)
    try:
        yield number
    finally:
        os.close(number)


def _is_given(info: os.stat_result) -> bool:
    return stat.S_ISDIR(info.st_mode) or (stat.S_ISREG(info.st_mode) and info.st_nlink == 1)


@contextmanager
def _given(within: int, name: str, flags: int) -> Iterator[int | None]:
    """Open a folder, or a regular file without a second name; None if it is none by now."""
    try:
        number = os.open(name, flags | _NO_LINK, dir_fd=within)
    except OSError as error:
        if error.errno not in _CHANGED:
            raise
        yield None
        return
    try:
        yield number if _is_given(os.fstat(number)) else None
    finally:
        os.close(number)


def _own(folder: int, path: Path, largest: int) -> bytes:
    try:
        number = os.open(path.name, _READ | _NO_LINK, dir_fd=folder)
    except OSError as error:
        if error.errno == errno.ELOOP:
            reason = "it is a link, in a folder of another user"
            raise NotPlainFile(errno.ELOOP, reason, str(path)) from error
        if error.errno == errno.ENXIO:  # a socket
            raise NotPlainFile(errno.ENXIO, "it is no regular file", str(path)) from error
        raise
    return _read(number, path, largest, names=1)


def _read(number: int, path: Path, largest: int, names: int | None = None) -> bytes:
    """Read an open file, and close it.

    Args:
        number: its descriptor.
        path: its path, for errors.
        largest: the most bytes that it may have.
        names: the most names that it may have: one of others may have been linked here.
    """
    try:
        info = os.fstat(number)
        if not stat.S_ISREG(info.st_mode):
            folder = stat.S_ISDIR(info.st_mode)
            reason = os.strerror(errno.EISDIR) if folder else "it is no regular file"
            raise NotPlainFile(errno.EINVAL, reason, str(path))
        if names is not None and info.st_nlink > names:
            raise NotPlainFile(errno.EMLINK, "it has a second name (a hard link)", str(path))
        with os.fdopen(number, "rb", closefd=False) as file:
            data = file.read(largest + 1)
    finally:
        os.close(number)
    if len(data) > largest:
        raise NotPlainFile(errno.EFBIG, f"it has more than {largest} bytes", str(path))
    return data


def _all(folder: int, deepest: int = DEEPEST) -> Iterator[tuple[int, str, os.stat_result]]:
    """Yield the folder, name and state of everything below an open folder, each after its folder.

    What lies too deep, or has just gone, is left out.
    """
    for name in os.listdir(folder):
        try:
            info = os.stat(name, dir_fd=folder, follow_symlinks=False)
            yield folder, name, info
            if stat.S_ISDIR(info.st_mode) and deepest:
                with _opened(name, folder) as inner:
                    yield from _all(inner, deepest - 1)
        except OSError as error:
            if error.errno not in _CHANGED:
                raise
