"""The journal as a file: its marks, its formats, and what can be wrong with it."""

import errno
import os
import shutil
import sqlite3
import tempfile
import zlib
from contextlib import closing
from pathlib import Path
from typing import Final, Literal, NamedTuple, get_args

EntryKind = Literal["begin", "play", "undo", "abandon", "mend", "pause", "resume", "aside", "load"]

JOURNAL_FILE: Final = "journal.sqlite"
"""File name of the journal in the folder of the games."""
APPLICATION_ID: Final = 0x48415245  # "HARE"
SCHEMA_VERSION: Final = 3
FORMATS: Final = range(1, SCHEMA_VERSION + 1)
"""The formats this program can open."""
SCHEMA: Final = f"""
CREATE TABLE entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN {get_args(EntryKind)}),
    text TEXT NOT NULL,
    written_at TEXT NOT NULL,
    checksum TEXT NOT NULL
) STRICT
"""
_CHECKED: Final = "checksum(id, CAST(kind AS BLOB), CAST(text AS BLOB), CAST(written_at AS BLOB))"
_FROM_EARLIER: Final = (
    "ALTER TABLE entry RENAME TO entry_before",
    SCHEMA,
    f"""INSERT INTO entry SELECT id, kind, text, written_at, {_CHECKED}
        FROM entry_before ORDER BY id""",
    """UPDATE sqlite_sequence SET seq = (
        SELECT seq FROM sqlite_sequence WHERE name = 'entry_before'
    ) WHERE name = 'entry'""",
    "DROP TABLE entry_before",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)
"""Formats differ in the table only, and SQLite changes no CHECK in place."""
LOGS: Final = ("-wal", "-journal")
"""Endings of SQLite's files beside an open database; it recovers from them after a power cut."""
COPY: Final = "-confirmed"
"""Ending of the second copy of what is in SQLite's log (`confirmed.py`)."""
BESIDE: Final = (*LOGS, COPY)
"""Endings of all files that belong to a journal."""
SQLITE_ERRORS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; the second if its message quotes bytes of a damaged file."""
_DAMAGE: Final = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")
"""Beginnings of the names of errors of a damaged file. The last is of one whose table SQLite reads,
but not as ours: the statements are always the same."""
_HEADER: Final = 100
_SEAM: Final = b"\0"
_MAGIC: Final = b"SQLite format 3\x00"


class JournalError(Exception):
    """The journal cannot be used; the message says what to do."""


class JournalDamaged(JournalError):
    """The file exists and is not a whole journal. It has not been changed."""


class JournalCutShort(JournalDamaged):
    """Confirmed entries are missing at the end.

    Attributes:
        last: number of the last entry that is there.
        confirmed: number of the last entry known to have been confirmed.
        more: True if later ones may be missing too.
    """

    def __init__(self, path: Path, last: int, confirmed: int, *, more: bool) -> None:
        super().__init__(
            f"{path} is damaged (it ends with entry {last}, but entry {confirmed} was written)."
        )
        self.last = last
        self.confirmed = confirmed
        self.more = more


class JournalForeign(JournalDamaged):
    """The file is no journal, or one of another version. It is not damaged."""


class JournalBusy(JournalError):
    """Another program has the journal open."""


class JournalUnwritable(JournalError, OSError):
    """The journal could not be written. An entry not written has no effect."""


class Row(NamedTuple):
    """Entry as stored in the file."""

    id: int
    kind: str
    text: str
    written_at: str

    @property
    def checksum(self) -> str:
        """Checksum that has to stand beside the entry."""
        return checksum(self.id, self.kind.encode(), self.text.encode(), self.written_at.encode())


def checksum(number: int, kind: bytes, text: bytes, written_at: bytes) -> str:
    """Return the checksum of an entry, which detects changed bits in it."""
    return f"{zlib.crc32(_SEAM.join((b'%d' % number, kind, text, written_at))):08x}"


def make_or_check(db: sqlite3.Connection, path: Path, checked: int) -> None:
    """Make a new database a journal, bring an older one to this format, or check it.

    Args:
        db: the database.
        path: its file.
        checked: number of the last entry if the file is known to be whole (`seal.py`), else 0.

    Raises:
        JournalDamaged: it is not a whole journal.
        JournalForeign: it is of another program, or another version.
    """
    if not checked:
        _check_structure(db, path)
    if is_new(db, path):
        db.execute(SCHEMA)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    elif _format(db) < SCHEMA_VERSION:
        _know_checksums(db)
        for statement in _FROM_EARLIER:
            db.execute(statement)
    else:
        check_entries(db, path, checked)


def check_all(db: sqlite3.Connection, path: Path) -> None:
    """Check a journal of this format: its structure, and every entry.

    Raises:
        JournalDamaged: it is not whole.
    """
    _check_structure(db, path)
    check_entries(db, path)


def may_be_checked_later(db: sqlite3.Connection, path: Path) -> bool:
    """Return True if entries can be added to a journal before it has been checked as a whole.

    Its free pages are sound, so no new page takes the place of another, and the number given
    last is that of its last entry, so none is given again.

    Raises:
        JournalForeign: it is of another program, or another version.
    """
    if is_new(db, path) or _format(db) < SCHEMA_VERSION:
        return False
    # Of this table SQLite checks the free pages as well.
    _check_structure(db, path, "(sqlite_schema)")
    (given,) = db.execute("SELECT max(seq) FROM sqlite_sequence").fetchone()
    return bool(db.execute("SELECT max(id) = ? FROM entry", (given,)).fetchone()[0])


def _check_structure(db: sqlite3.Connection, path: Path, table: str = "") -> None:
    found = db.execute(f"PRAGMA quick_check{table}").fetchone()[0]
    if found != "ok":
        raise JournalDamaged(f"{path} is damaged ({found}).")


def check_entries(db: sqlite3.Connection, path: Path, checked: int = 0) -> None:
    """Check the entries after a number against their checksums; earlier formats have none.

    Raises:
        JournalDamaged: an entry has changed since it was written.
    """
    if _format(db) < SCHEMA_VERSION:
        return
    _know_checksums(db)
    query = f"SELECT min(id) FROM entry WHERE id > ? AND checksum <> {_CHECKED}"
    (first,) = db.execute(query, (checked,)).fetchone()
    if first is not None:
        raise JournalDamaged(changed(path, first))


def damaged(path: Path, error: Exception) -> JournalDamaged | None:
    """Return the error of a damaged journal; None if that is not why SQLite cannot read it."""
    if isinstance(error, UnicodeDecodeError):
        return JournalDamaged(f"{path} is damaged (its table has bytes that are no text).")
    if getattr(error, "sqlite_errorname", "").startswith(_DAMAGE):
        return JournalDamaged(f"{path} is damaged ({error}).")
    return None


def busy(path: Path, error: Exception) -> JournalBusy | None:
    """Return the error of a journal that another program is using; None if that is not why."""
    if getattr(error, "sqlite_errorname", "") not in ("SQLITE_BUSY", "SQLITE_LOCKED"):
        return None
    return JournalBusy(
        f"Another hareboard is using {path}. Stop it first, or give this one a folder of its own "
        "with --data."
    )


def changed(path: Path, number: int) -> str:
    """Return the message of an entry that has changed since it was written."""
    return f"{path} is damaged (entry {number} is not as it was written)."


def look_before_opening(path: Path) -> None:
    """Refuse a file that is not a journal, before a byte of it is changed.

    After a power cut a journal may not look like one without SQLite's files beside it: then a
    copy of all of them is checked.

    Raises:
        JournalDamaged: it is no whole journal of a version this program knows.
        sqlite3.Error: it is no database, or cannot be read.
        UnicodeDecodeError: it is damaged.
    """
    while True:
        try:
            _look(path)
        except FileNotFoundError as error:
            # Another program may just have closed the journal, and removed its log: look again.
            if str(error.filename) not in map(str, logs_of(path)):
                raise
        else:
            return


def _look(path: Path) -> None:
    if not path.is_file():
        return
    logs = [each for each in logs_of(path) if _has(each)]
    if not logs:
        if _has(path):
            address = f"{path.absolute().as_uri()}?immutable=1"
            with closing(sqlite3.connect(address, uri=True)) as db:
                is_new(db, path)
        return
    if _marks(path) == APPLICATION_ID:
        return
    with tempfile.TemporaryDirectory() as folder:
        for each in (path, *logs):
            shutil.copyfile(each, Path(folder) / each.name)
        with closing(sqlite3.connect(Path(folder) / path.name)) as db:
            is_new(db, path)


def logs_of(path: Path) -> tuple[Path, ...]:
    """List the paths of SQLite's files beside an open database."""
    return tuple(path.with_name(path.name + ending) for ending in LOGS)


def beside(path: Path) -> tuple[Path, ...]:
    """List the paths of all files that belong to a journal, without its own."""
    return tuple(path.with_name(path.name + ending) for ending in BESIDE)


def copy_files(path: Path, copy: Path) -> None:
    """Copy a journal and all files beside it.

    Raises:
        OSError: one is no regular file, or cannot be read, or there is no room for all of them.
    """
    there = [each for each in (path, *beside(path)) if each.exists()]
    # A file may claim to be larger than any disk.
    if sum(each.stat().st_size for each in there) > shutil.disk_usage(copy.parent).free:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(copy.parent))
    for each in there:
        shutil.copyfile(each, copy.with_name(each.name))


def is_new(db: sqlite3.Connection, path: Path) -> bool:
    """Check whether a database is still empty; if it is not, it is a journal.

    Raises:
        JournalForeign: it is of another program, or another version.
    """
    application = db.execute("PRAGMA application_id").fetchone()[0]
    version = db.execute("PRAGMA user_version").fetchone()[0]
    tables = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if not tables and application == 0:
        return True
    if application != APPLICATION_ID:
        raise JournalForeign(f"{path} is a database of some other program.")
    if version not in FORMATS:
        raise JournalForeign(
            f"{path} was written by another version of hareboard (format {version}, "
            f"this one knows {SCHEMA_VERSION}). Run the version that wrote it."
        )
    return False


def _format(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _know_checksums(db: sqlite3.Connection) -> None:
    db.create_function("checksum", 4, checksum, deterministic=True)


def _has(path: Path) -> bool:
    """Check whether a file exists and is not empty."""
    return path.is_file() and path.stat().st_size > 0


def _marks(path: Path) -> int | None:
    """Read the application id of a database file; None without one or with an unknown format.

    https://www.sqlite.org/fileformat.html, 1.3.
    """
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if len(header) < _HEADER or not header.startswith(_MAGIC):
        return None
    known = int.from_bytes(header[60:64], "big") in FORMATS
    return int.from_bytes(header[68:72], "big") if known else None
