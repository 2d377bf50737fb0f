"""Everything SQLite asks of the disk, noted and, if need be, refused.

The SQLite that Python itself uses gets one more VFS, the usual one with four functions in front:
open, delete, and of every file write, truncate and sync. So the product's own code is recorded
as it is, with the library it runs on. `Recorder.copy_file` does the same for the one file that
the product writes itself.

Layouts: https://www.sqlite.org/c3ref/vfs.html and https://www.sqlite.org/c3ref/io_methods.html,
which have stayed the same since 2010.
"""

import _sqlite3
import ctypes
import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.game.journal.files.confirmed import BlockFile

FULL: Final = 13
"""SQLITE_FULL: there is no room."""
SYNC_FAILED: Final = 10 | 4 << 8
"""SQLITE_IOERR_FSYNC: the disk did not say that it has it."""
WRITE_FAILED: Final = 10 | 3 << 8
"""SQLITE_IOERR_WRITE: the disk is broken, or was taken away."""
_OK: Final = 0
_LOGS: Final = 0x80000 | 0x800
"""SQLITE_OPEN_WAL and SQLITE_OPEN_MAIN_JOURNAL: files whose first sync syncs their folder too."""


@dataclass(frozen=True)
class Create:
    """A file that was not there is opened; `log` if its first sync syncs the folder too."""

    file: str
    log: bool


@dataclass(frozen=True)
class Write:
    """Bytes are written."""

    file: str
    at: int
    data: bytes


@dataclass(frozen=True)
class Truncate:
    """A file is cut."""

    file: str
    size: int


@dataclass(frozen=True)
class Sync:
    """All that was written to a file is on the disk from here on."""

    file: str


@dataclass(frozen=True)
class Delete:
    """A file is taken away; `synced` if the folder is synced too."""

    file: str
    synced: bool


@dataclass(frozen=True)
class Rename:
    """A file takes another name, and the place of whatever had that name."""

    file: str
    to: str


@dataclass(frozen=True)
class SyncFolder:
    """The names of all files are on the disk from here on."""


Op = Create | Write | Truncate | Sync | Delete | Rename | SyncFolder
Refuse = Callable[[Op], int]
"""Says which error an operation meets, 0 for none."""

_Open = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_void_p,  # the path, which SQLite keeps: no copy of it will do
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.c_void_p,
)
_Delete = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
_Write = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
)
_Truncate = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64)
_Sync = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("open", ctypes.c_void_p),
        ("delete", ctypes.c_void_p),
        ("others", ctypes.c_void_p * 13),
    )


class _Methods(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_int),
        ("close", ctypes.c_void_p),
        ("read", ctypes.c_void_p),
        ("write", ctypes.c_void_p),
        ("truncate", ctypes.c_void_p),
        ("sync", ctypes.c_void_p),
        ("others", ctypes.c_void_p * 13),
    )


class _File(ctypes.Structure):
    _fields_ = (("methods", ctypes.c_void_p),)


class Recorder:
    """A VFS that notes what is asked of it. One at a time.

    Attributes:
        ops: everything that was done, in order; a file is known by its name without folders.
        refuse: asked of every operation; what it refuses is neither done nor noted.
    """

    def __init__(self) -> None:
        self.ops: list[Op] = []
        self.refuse: Refuse = lambda _: _OK
        self._names: dict[int, str] = {}
        self._methods: dict[int, _Methods] = {}
        self._calls: list[Any] = []
        self._library = _library()
        usual = self._library.sqlite3_vfs_find(None)
        self._vfs = _Vfs.from_buffer_copy(usual.contents)
        self._vfs.name = b"recording"
        self._open = _Open(self._vfs.open)
        self._delete = _Delete(self._vfs.delete)
        self._vfs.open = self._address(_Open(self._opened))
        self._vfs.delete = self._address(_Delete(self._deleted))

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Be the VFS of every database that is opened meanwhile. They are closed before its end."""
        self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)
        try:
            yield
        finally:
            self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))

    def copy_file(self, path: Path) -> BlockFile:
        """Make the product's own file, recorded in the same way."""
        return _RecordedFile(path, self)

    def own(self, op: Op, does: Callable[[], None]) -> None:
        """Do what the product asks of a file of its own, unless it is refused."""
        if error := self.refuse(op):
            raise OSError(errno.ENOSPC if error == FULL else errno.EIO, "refused")
        does()
        self.ops.append(op)

    def _address(self, call: Any) -> int | None:
        self._calls.append(call)
        return ctypes.cast(call, ctypes.c_void_p).value

    def _opened(self, vfs: int, path: int | None, file: int, flags: int, found: int | None) -> int:
        if path is None:  # SQLite's own, and gone when it ends
            return int(self._open(vfs, path, file, flags, found))
        place = Path(ctypes.string_at(path).decode())
        op = None if place.exists() else Create(place.name, bool(flags & _LOGS))
        if op is not None and (error := self.refuse(op)):
            _File.from_address(file).methods = None  # it is not open
            return error
        error = int(self._open(vfs, path, file, flags, found))
        if error == _OK:
            if op is not None:
                self.ops.append(op)
            self._names[file] = place.name
            methods = _File.from_address(file)
            methods.methods = ctypes.addressof(self._wrapped(methods.methods))
        return error

    def _deleted(self, vfs: int, path: int, synced: int) -> int:
        place = Path(ctypes.string_at(path).decode())
        if not place.exists():
            return int(self._delete(vfs, path, synced))
        op = Delete(place.name, bool(synced))
        return self._done(op, lambda: self._delete(vfs, path, synced))

    def _wrapped(self, usual: int) -> _Methods:
        """The functions of a kind of file, with ours in front."""
        if usual in self._methods:
            return self._methods[usual]
        methods = _Methods.from_buffer_copy(_Methods.from_address(usual))
        write, truncate, sync = (
            _Write(methods.write),
            _Truncate(methods.truncate),
            _Sync(methods.sync),
        )

        def written(file: int, data: int, size: int, at: int) -> int:
            op = Write(self._names[file], at, ctypes.string_at(data, size))
            return self._done(op, lambda: write(file, data, size, at))

        def truncated(file: int, size: int) -> int:
            return self._done(Truncate(self._names[file], size), lambda: truncate(file, size))

        def synced(file: int, flags: int) -> int:
            return self._done(Sync(self._names[file]), lambda: sync(file, flags))

        methods.write = self._address(_Write(written))
        methods.truncate = self._address(_Truncate(truncated))
        methods.sync = self._address(_Sync(synced))
        self._methods[usual] = methods
        return methods

    def _done(self, op: Op, does: Callable[[], int]) -> int:
        error = self.refuse(op) or does()
        if error == _OK:
            self.ops.append(op)
        return error


class _RecordedFile(BlockFile):
    def __init__(self, path: Path, recorder: Recorder) -> None:
        super().__init__(path)
        self._recorder = recorder

    def write(self, at: int, data: bytes) -> None:
        own = super().write
        self._recorder.own(Write(self._path.name, at, data), lambda: own(at, data))

    def sync(self) -> None:
        self._recorder.own(Sync(self._path.name), super().sync)

    def remove(self) -> None:
        if self._path.exists():
            self._recorder.own(Delete(self._path.name, synced=False), super().remove)

    def _open(self) -> None:
        self._recorder.own(Create(self._path.name, log=True), super()._open)


def _library() -> Any:
    """The SQLite that `sqlite3` of Python calls."""
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    return library
