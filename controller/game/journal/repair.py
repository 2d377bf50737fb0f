"""Repairs a damaged journal: saves what can be read, keeps the damaged file aside.

A journal only grows, so the entries of a game before the damage are valid. Entries after a gap
are valid only in games that were begun after it: the content of the gap is unknown.

A power cut in between does no harm: the damaged journal stays in its place until the new one is
whole, and from then on the next start completes the repair.
"""

import itertools
import logging
import sqlite3
import struct
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final, get_args

from controller.atomic_files import keep_whole, sync_folder
from controller.game.journal.damage import DamageNote, Rescued
from controller.game.journal.files.background_check import BackgroundCheck
from controller.game.journal.files.confirmed import following, read_file
from controller.game.journal.files.file_format import (
    APPLICATION_ID,
    BESIDE,
    SCHEMA,
    SCHEMA_VERSION,
    SQLITE_ERRORS,
    EntryKind,
    JournalCutShort,
    JournalDamaged,
    JournalForeign,
    JournalUnwritable,
    Row,
    beside,
    logs_of,
)
from controller.game.journal.files.log import PAGE, log_bytes, log_of, pages
from controller.game.journal.journal import Journal
from controller.plural import counted

_LOG: Final = logging.getLogger(__name__)
_LEAF: Final = 0x0D
_COLUMNS: Final = (4, 5)
"""Before format 3 entries had no checksum."""
_LONGEST_HEAD: Final = 9 * (1 + max(_COLUMNS))
"""Bytes of the numbers before the values of an entry."""
_TEXT: Final = 13
"""Lowest serial type of a text; those of texts are odd."""


def open_journal(
    path: Path, check_later: Callable[[Path], BackgroundCheck] | None = None
) -> Journal:
    """Open a journal; repair a damaged one first, and tell so in the log and `DamageNote`.

    Args:
        path: the journal.
        check_later: as for `Journal`.

    Raises:
        JournalForeign: the file is no journal of a version this program knows.
        JournalBusy: another program is using it.
        JournalUnwritable: the folder or file cannot be written.
    """
    try:
        _end_what_was_begun(path)
        log = log_bytes(path)
        try:
            return Journal(path, check_later=check_later)
        except JournalForeign:
            raise
        except JournalDamaged as error:
            if log and not log_of(path).exists():
                # SQLite has moved what it could read of a damaged log, and deleted the rest.
                keep_whole(log_of(path), log)
            rescued = _rescue(path, error)
            _LOG.warning(
                "%s What could be saved of it goes on: %s of %s. %s The damaged journal is kept "
                "as %s.",
                error,
                counted(rescued.actions, "action"),
                counted(rescued.games, "game"),
                _lost_in_words(rescued.lost),
                path.with_name(rescued.kept),
            )
        return Journal(path)
    except OSError as error:
        if isinstance(error, JournalUnwritable):
            raise
        raise JournalUnwritable(
            f"{path} is damaged, and what can be saved of it cannot be written "
            f"({error.strerror or error}). Is the folder writable, and the disk not full?"
        ) from error


def _rescue(path: Path, error: JournalDamaged) -> Rescued:
    rows = whole_games(readable_rows(path))
    kept = keep_aside(path, "damaged")
    kinds = Counter(row.kind for row in rows)
    lost = None
    if isinstance(error, JournalCutShort):
        found = sum(error.last < row.id <= error.confirmed for row in rows)
        missing = error.confirmed - error.last - found
        lost = missing if missing or not error.more else None
    rescued = Rescued(kept.name, kinds["play"], kinds["begin"], lost)
    DamageNote(path).write(rescued)
    put_in_place(path, rows)
    return rescued


def _lost_in_words(lost: int | None) -> str:
    match lost:
        case None:
            return "Please look whether the last ones are there."
        case 0:
            return "Nothing is missing."
        case _:
            return f"Lost at the end: {lost} of them, or more."


def put_in_place(path: Path, rows: Iterable[Row]) -> None:
    """Put a new journal with these entries in the place of one that no program is using.

    Raises:
        OSError: it cannot be written.
    """
    with replacing(path, rows):
        pass


@contextmanager
def replacing(path: Path, rows: Iterable[Row] = ()) -> Iterator[Path]:
    """Put a new journal in the place of one that no program is using, once the context ends.

    Args:
        path: the journal.
        rows: entries of the new one.

    Yields:
        The new one, to be filled. After an error it is deleted, and the journal as it was.

    Raises:
        OSError: it cannot be written, or put in place; if that was begun, the next start ends it.
    """
    draft = path.with_name(f"{path.name}.rescuing")
    try:
        draft.unlink(missing_ok=True)
        write_journal(draft, rows)
        yield draft
        draft.replace(_rescued(path))
    except BaseException:
        with suppress(OSError):
            draft.unlink(missing_ok=True)  # on a full disk it takes the room that is left
        raise
    sync_folder(path.parent)
    _end_what_was_begun(path)


def is_being_replaced(path: Path) -> bool:
    """Return True if a new journal is to take the place of this one at the next start."""
    return _rescued(path).exists()


def _rescued(path: Path) -> Path:
    return path.with_name(f"{path.name}.rescued")


def _end_what_was_begun(path: Path) -> None:
    """Replace the damaged journal with the repaired one, if a repair was begun."""
    if not _rescued(path).exists():
        return
    # SQLite would take the files beside the damaged one for those of the new one.
    for each in beside(path):
        each.unlink(missing_ok=True)
    sync_folder(path.parent)
    _rescued(path).replace(path)
    sync_folder(path.parent)


def keep_aside(path: Path, mark: str) -> Path:
    """Copy a journal, and SQLite's files beside it, to an unused name in the same folder.

    Args:
        path: the journal.
        mark: the reason, for the name of the copy.

    Raises:
        OSError: it cannot be read or written.
    """
    places = (path.with_name(f"{path.stem}.{mark}-{n}{path.suffix}") for n in itertools.count(1))
    kept = next(place for place in places if not place.exists())
    for ending in (*BESIDE, ""):
        each = path.with_name(path.name + ending)
        if each.exists():
            keep_whole(kept.with_name(kept.name + ending), each.read_bytes())
    return kept


def write_journal(path: Path, rows: Iterable[Row]) -> None:
    """Write a journal of these entries.

    Raises:
        JournalUnwritable: it cannot be written.
    """
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA synchronous = FULL")
            db.execute("BEGIN")
            db.execute(SCHEMA)
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            db.executemany(
                "INSERT INTO entry VALUES (?, ?, ?, ?, ?)", ((*row, row.checksum) for row in rows)
            )
            db.execute("COMMIT")
    except sqlite3.Error as error:
        raise JournalUnwritable(
            f"{path} cannot be written ({error}). Is the folder writable, and the disk not full?"
        ) from error


# Reading a damaged file


def whole_games(rows: Iterable[Row]) -> list[Row]:
    """Return, in order, the entries whose earlier entries in the same game are all known."""
    kept: list[Row] = []
    begun: set[str] = set()
    known, due = False, None
    for row in rows:
        if due is not None and row.id != due:
            begun.clear()
            known = False
        due = row.id + 1
        if row.kind == "begin":
            begun.add(str(row.id))
        if row.kind in ("begin", "load"):
            known = row.kind == "begin" or row.text in begun
        if known:
            kept.append(row)
    return kept


def readable_rows(path: Path) -> list[Row]:
    """Return every whole entry of a damaged journal, of its log and of the copy of its log."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        for each in (path, *logs_of(path)):
            if each.exists():
                (copy.parent / each.name).write_bytes(each.read_bytes())
        # Move the log into the database, as far as SQLite can.
        with suppress(*SQLITE_ERRORS), closing(sqlite3.connect(copy)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        data = copy.read_bytes()
    sure: dict[int, set[Row]] = {}
    unsure: dict[int, set[Row]] = {}
    for page in (*_pages(data), *pages(log_bytes(path))):
        for row, checked in _rows_of(page):
            (sure if checked else unsure).setdefault(row.id, set()).add(row)
    # Two entries of one number: one of them is damaged, and it is unknown which.
    found = {number: next(iter(rows)) for number, rows in (unsure | sure).items() if len(rows) == 1}

    def checksum_of(number: int) -> str | None:
        row = found.get(number)
        return None if row is None else row.checksum

    for row in following(read_file(path).rows, 0, checksum_of):
        found.setdefault(row.id, row)
    return [row for _, row in sorted(found.items())]


def _pages(data: bytes) -> Iterator[bytes]:
    return (data[at : at + PAGE] for at in range(0, len(data), PAGE))


def _rows_of(page: bytes) -> Iterator[tuple[Row, bool]]:
    """Yield the entries on a page that is a leaf of a table, each with True if it has a checksum.

    https://www.sqlite.org/fileformat.html, 1.6 and 2.1. No entry is so long that it overflows to
    another page; one that says so is damaged.
    """
    if len(page) < PAGE or page[0] != _LEAF:
        return
    (count,) = struct.unpack_from(">H", page, 3)
    for number in range(min(count, (PAGE - 8) // 2)):
        (at,) = struct.unpack_from(">H", page, 8 + 2 * number)
        try:
            row = _row_at(page, at)
        except (IndexError, ValueError):
            continue
        if row is not None:
            yield row


def _row_at(page: bytes, at: int) -> tuple[Row, bool] | None:
    size, at = _varint(page, at)
    id_, at = _varint(page, at)
    end = at + size
    length, place = _varint(page, at)
    if length > _LONGEST_HEAD:  # garbage, which may say so at each of 2,000 places of a page
        return None
    values_at = at + length
    types = []
    while place < values_at:
        kind, place = _varint(page, place)
        types.append(kind)
    if len(types) not in _COLUMNS or types[0] != 0 or end > len(page):
        return None
    texts = []
    for kind in types[1:]:
        if kind < _TEXT or kind % 2 == 0:
            return None
        until = values_at + (kind - _TEXT) // 2
        texts.append(page[values_at:until].decode())
        values_at = until
    if values_at != end or texts[0] not in get_args(EntryKind):
        return None
    datetime.fromisoformat(texts[2])
    row, checked = Row(id_, *texts[:3]), texts[3:]
    if checked and checked != [row.checksum]:
        return None
    return row, bool(checked)


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """Read a number of one to nine bytes; return it and the offset after it."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | page[place] & 0x7F
        if page[place] < 0x80:
            return value, place + 1
    return value << 8 | page[at + 8], at + 9
