"""The second copy of confirmed entries, kept until SQLite's log is moved into the journal.

SQLite takes a damaged frame of its log for the end of the log, and drops the rest without an
error. Each entry is therefore on disk in this file too before it is confirmed. One entry is one
line of JSON with its checksum, in a block of its own: what damages one entry damages no other.
The blocks are allocated when the file is made and used again after each fold, so that a sync
writes one block and nothing about the file itself.
"""

import logging
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from controller.atomic_files import sync_folder
from controller.foreign_files import read_small
from controller.game.journal.files.file_format import (
    COPY,
    JournalCutShort,
    JournalDamaged,
    JournalUnwritable,
    Row,
)
from controller.game.journal.files.log import Tail, log_bytes, log_of, tail_of

_LOG: Final = logging.getLogger(__name__)
BLOCK: Final = 4096
"""What a card writes as a whole, whatever part of it changes."""
BLOCKS: Final = 128
"""Blocks of the file: more than the actions of most games."""
MOST_READ: Final = 64 << 20
"""Bytes; no file of ours is longer."""
_FRAME: Final = b"%08x %08x "
"""Checksum of all that follows, and length of the JSON."""
_HEAD: Final = len(_FRAME % (0, 0))
_CHECKSUM: Final = len(b"%08x" % 0)
if sys.platform == "linux":
    _sync: Final = os.fdatasync
else:
    _sync: Final = os.fsync  # untested: not on Linux


class CopiedRow(NamedTuple):
    """Entry in the copy.

    Attributes:
        row: the entry.
        before: checksum of the entry before it; empty for the first one.
    """

    row: Row
    before: str


class Copied(NamedTuple):
    """Content of a copy.

    Attributes:
        rows: the entries that can be read, by number. Of two different ones with one number,
            neither counts.
        unreadable: number of blocks that are neither blank nor readable. A power cut leaves one.
    """

    rows: tuple[CopiedRow, ...] = ()
    unreadable: int = 0


def written(copied: CopiedRow) -> bytes:
    """Return the blocks of an entry."""
    content = msgspec.json.encode((*copied.row, copied.before))
    rest = b"%08x %s" % (len(content), content)
    line = b"%08x %s\n" % (zlib.crc32(rest), rest)
    return line.ljust(-(-len(line) // BLOCK) * BLOCK, b" ")


def read(data: bytes) -> Copied:
    """Read a copy; damaged blocks are counted and skipped."""
    found: dict[int, set[CopiedRow]] = {}
    unreadable, at = 0, 0
    while at < len(data):
        each = _copied_at(data, at)
        if each is not None:
            copied, size = each
            found.setdefault(copied.row.id, set()).add(copied)
            at += size
            continue
        unreadable += any(data[at : at + BLOCK])
        at += BLOCK
    sure = (next(iter(each)) for _, each in sorted(found.items()) if len(each) == 1)
    return Copied(tuple(sure), unreadable)


def read_file(path: Path) -> Copied:
    """Read the copy beside a journal; empty if there is none.

    Raises:
        OSError: it cannot be read.
    """
    try:
        return read(read_small(copy_of(path), MOST_READ))
    except FileNotFoundError:
        return Copied()


def copy_of(path: Path) -> Path:
    """Return the path of the copy beside a journal."""
    return path.with_name(path.name + COPY)


def entry_due(path: Path, last: int, before: str) -> Row | None:
    """Return the entry to put back into a journal after a power cut; None if none is missing.

    The copy is written first: a cut may leave one entry more in it, or one block that cannot be
    read. Nobody was told of that one, and it may count. If more is missing, or anything does not
    fit, the journal is damaged.

    Args:
        path: the journal; SQLite has not changed its log yet.
        last: number of its last entry, 0 without one.
        before: the checksum of that entry, empty without one.

    Raises:
        JournalCutShort: confirmed entries are missing.
        JournalDamaged: confirmed entries may be missing.
        JournalUnwritable: the copy or the log cannot be read.
    """
    try:
        copied, tail = read_file(path), tail_of(log_bytes(path))
    except OSError as error:
        raise JournalUnwritable(
            f"{copy_of(path)} cannot be read ({error.strerror or error}). Whose file is it?"
        ) from error
    if copied.unreadable:
        _LOG.info(
            "Blocks of %s that cannot be read: %d. A power cut leaves one.",
            copy_of(path),
            copied.unreadable,
        )
    new = [each for each in copied.rows if each.row.id > last]
    if new:
        row = new[0].row
        more = copied.unreadable > 0 or tail.commits > len(new)
        if len(new) == 1 and row.id == last + 1 and new[0].before == before and not more:
            return row
        raise JournalCutShort(path, last, new[-1].row.id, more=more)
    if copied.unreadable > 1:
        raise JournalDamaged(f"{path} is damaged (so is {copy_of(path)}, with the last entries).")
    if _is_damaged(tail, has_copy=copy_of(path).exists()):
        raise JournalDamaged(f"{path} is damaged ({log_of(path)} goes on after entry {last}).")
    return None


def _is_damaged(tail: Tail, *, has_copy: bool) -> bool:
    """Check whether a log goes on although the copy has no entry that SQLite does not read.

    Without a copy, one transaction and nothing before it are what a cut leaves of the opening.
    What is left of an earlier log is then an earlier release's: a fold leaves nothing.
    """
    if has_copy:
        # An entry has two pages; a cut may spoil the frame that is there to fill its last block.
        return tail.frames + tail.others > 1
    return tail.frames > 0 and (tail.sound > 0 or tail.commits > 1)


def following(
    rows: Sequence[CopiedRow], number: int, checksum_of: Callable[[int], str | None]
) -> Iterator[Row]:
    """Yield the entries from a number on that belong to a journal.

    Args:
        rows: entries of its copy, by number.
        number: the first one wanted.
        checksum_of: returns the checksum of an entry of the journal; None if it has none.
    """
    known: dict[int, str] = {}
    for copied in rows:
        if copied.row.id < number:
            continue
        before = checksum_of(copied.row.id - 1) or known.get(copied.row.id - 1)
        own = checksum_of(copied.row.id)
        if before not in (None, copied.before) or own not in (None, copied.row.checksum):
            continue  # it is of another journal
        known[copied.row.id] = copied.row.checksum
        yield copied.row


def _copied_at(data: bytes, at: int) -> tuple[CopiedRow, int] | None:
    """Read the entry whose blocks begin here; return it and their size."""
    head = data[at : at + _HEAD]
    try:
        if len(head) < _HEAD or head != _FRAME % (int(head[:8], 16), length := int(head[9:17], 16)):
            return None
        content = data[at + _HEAD : at + _HEAD + length]
        if len(content) < length:
            return None
        if zlib.crc32(head[_CHECKSUM + 1 :] + content) != int(head[:8], 16):
            return None
        id_, kind, text, written_at, before = msgspec.json.decode(
            content, type=tuple[int, str, str, str, str]
        )
    except (ValueError, RecursionError, msgspec.DecodeError):
        return None
    size = -(-(_HEAD + length + 1) // BLOCK) * BLOCK
    return CopiedRow(Row(id_, kind, text, written_at), before), size


class BlockFile:
    """A file whose blocks are written in place. Errors are those of the system.

    Args:
        path: the file; it is made by `make`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._number: int | None = None

    def make(self, size: int) -> None:
        """Make the file, blank and so long, durably; it replaces an earlier one."""
        self.remove()
        self._open()
        self.write(0, bytes(size))
        self.sync()
        sync_folder(self._path.parent)

    def write(self, at: int, data: bytes) -> None:
        """Write bytes at an offset."""
        assert self._number is not None
        os.lseek(self._number, at, os.SEEK_SET)
        while data:
            data = data[os.write(self._number, data) :]

    def sync(self) -> None:
        """Return once all that was written is on the disk."""
        assert self._number is not None
        _sync(self._number)

    def remove(self) -> None:
        """Close and delete the file, if there is one."""
        self.close()
        self._path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file."""
        if self._number is not None:
            os.close(self._number)
            self._number = None

    def _open(self) -> None:
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        self._number = os.open(self._path, flags, 0o644)


class ConfirmedCopy:
    """The copy beside an open journal. Used by one thread only.

    Args:
        path: the journal.
        open_file: makes the file of the copy.
    """

    def __init__(self, path: Path, open_file: Callable[[Path], BlockFile] = BlockFile) -> None:
        self.path = copy_of(path)
        self._file = open_file(self.path)
        self._left = self.path.exists()
        self._made = False
        self._at = 0

    @property
    def holds_any(self) -> bool:
        """True if there may be entries that have not been folded, also of a killed program."""
        return self._at > 0 or self._left

    def is_full(self, copied: CopiedRow) -> bool:
        """Check whether an entry has no room until the next fold."""
        return self._left or (self._at > 0 and self._at + len(written(copied)) > BLOCK * BLOCKS)

    def write(self, copied: CopiedRow) -> None:
        """Write an entry; when this returns, it is on the disk.

        Raises:
            OSError: it is not, and has been taken back as far as the disk allows.
        """
        data = written(copied)
        try:
            if not self._made:
                self._file.make(max(BLOCK * BLOCKS, len(data)))
                self._made = True
            self._file.write(self._at, data)
            self._file.sync()
        except OSError:
            if self._made:
                self._blank(len(data))
            else:
                with suppress(OSError):
                    self._file.remove()  # on a full disk it takes the room that is left
            raise
        self._at += len(data)

    def take_back(self, copied: CopiedRow) -> None:
        """Remove the entry written last, as far as the disk allows."""
        size = len(written(copied))
        self._at -= size
        self._blank(size)

    def begin_anew(self) -> None:
        """Use the blocks again: all entries are in the journal now."""
        self._at = 0
        if not self._made:
            self.remove()

    def remove(self) -> None:
        """Delete the copy: all entries are in the journal now, as far as it can be deleted."""
        self._at, self._made, self._left = 0, False, False
        with suppress(OSError):
            self._file.remove()

    def close(self) -> None:
        """Close the file and leave it as it is."""
        self._file.close()

    def _blank(self, size: int) -> None:
        with suppress(OSError):
            self._file.write(self._at, bytes(size))
            self._file.sync()
