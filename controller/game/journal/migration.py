"""Journal migration: takes over the games of a newer version, where somebody asks for that.

An older journal is brought up to date when it is opened (`controller.game.journal.journal`); a
newer one is refused there. Formats grow by additions only (docs/rulings.md), so a newer journal
still has the columns and entries of this version. A game with an entry of an unknown kind is left
out, the newer journal is kept beside the new one, and a power cut in between does no harm.
"""

import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple, get_args

from controller.atomic_files import keep_whole
from controller.game.journal.damage import DamageNote, Rescued
from controller.game.journal.files.confirmed import following, read_file
from controller.game.journal.files.file_format import (
    APPLICATION_ID,
    FORMATS,
    SCHEMA_VERSION,
    SQLITE_ERRORS,
    EntryKind,
    JournalBusy,
    JournalDamaged,
    JournalForeign,
    JournalUnwritable,
    Row,
    beside,
    copy_files,
)
from controller.game.journal.journal import Journal
from controller.game.journal.repair import keep_aside, put_in_place, write_journal
from controller.game.journal.saved_game import saved_game

KINDS: Final = frozenset(get_args(EntryKind))
TRIES: Final = 5


class Looked(NamedTuple):
    """Result of `look_at`: the format of a journal, and its copy.

    Attributes:
        format: format of the journal; None if there is no journal yet.
        copy: a copy in that format, for a downgrade; None if it is this version's own already.
    """

    format: int | None
    copy: Path | None


class Adopted(NamedTuple):
    """Result of `adopt`: the journals used, and the entries and games taken over.

    Attributes:
        kept: path of the newer journal now; None if it was not newer, and nothing was done.
        source: path of the copy the games come from, if this version cannot read the journal.
        entries: number of entries taken over.
        left_out: number of games left out.
    """

    kept: Path | None
    source: Path | None = None
    entries: int = 0
    left_out: int = 0


def look_at(path: Path, *, keep: bool) -> Looked:
    """Check whether this version can continue a journal. The journal itself is not changed.

    Args:
        path: the journal; a game may be played on it.
        keep: if this version would change its format, keep an unchanged copy of it.

    Raises:
        JournalDamaged: this version cannot continue it.
        JournalBusy: it is written to during every attempt to copy it.
        JournalUnwritable: the copy cannot be kept.
    """
    if not path.exists():
        return Looked(None, None)
    with _copied(path) as (copy, found):
        as_it_is = _in_one_file(copy) if keep and found != SCHEMA_VERSION else None
        try:
            _go_on(copy)
        except JournalDamaged as error:
            error.args = (str(error).replace(str(copy), str(path)),)
            raise
    if as_it_is is None:
        return Looked(found, None)
    kept = kept_copy(path, found)
    try:
        keep_whole(kept, as_it_is)
    except OSError as error:
        raise JournalUnwritable(
            f"A copy of {path} cannot be kept ({error.strerror or error}). Is the folder "
            "writable, and the disk not full?"
        ) from error
    return Looked(found, kept)


def adopt(path: Path) -> Adopted:
    """Convert a journal of a newer version to this version's format; nothing if not newer.

    Raises:
        JournalForeign: it is no journal, or no game of it can be read, nor of a copy in a format
            that this version knows. No file has been changed.
        JournalBusy: a game is being played on it.
        JournalUnwritable: the new journal cannot be written.
    """
    if not path.exists():
        return Adopted(None)
    with _copied(path) as (copy, number):
        if number in FORMATS:
            return Adopted(None)
        source, lost = None, 0
        rows = _rows(copy)
        if rows is not None:
            rows, lost = _with_confirmed(copy, rows)
    if rows is None:
        source, rows = _rows_of_a_copy(path)
    _nobody_plays(path)
    games = sum(row.kind == "begin" for row in rows)
    going_on = _that_go_on(rows)
    begun = sum(row.kind == "begin" for row in going_on)
    try:
        kept = keep_aside(path, f"format-{number}")
        if lost:
            actions = sum(row.kind == "play" for row in going_on)
            DamageNote(path).write(Rescued(kept.name, actions, begun, lost))
        put_in_place(path, going_on)
    except OSError as error:
        if isinstance(error, JournalUnwritable):
            raise
        raise JournalUnwritable(
            f"{path} cannot be taken over ({error.strerror or error}). Is the folder writable, "
            "and the disk not full?"
        ) from error
    return Adopted(kept, source, len(going_on), games - begun)


def kept_copy(path: Path, number: int) -> Path:
    """Return the path for the copy of a journal in an older format."""
    return path.with_name(f"{path.stem}.format-{number}{path.suffix}")


def _nobody_plays(path: Path) -> None:
    try:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=0.2)) as db:
            db.execute("BEGIN EXCLUSIVE")
            db.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise JournalBusy(f"A hareboard is using {path}. Stop it first.") from error


def _that_go_on(rows: Sequence[Row]) -> list[Row]:
    """Return the entries of games this version knows, so that the last game can be continued."""
    unknown = {game for game, row in _with_games(rows) if row.kind not in KINDS}
    while True:
        going_on = [row for game, row in _with_games(rows) if game not in {None, *unknown}]
        last = next((game for game, _ in reversed(list(_with_games(going_on)))), None)
        if last is None or _replays(going_on):
            return going_on
        unknown.add(last)


def _with_games(rows: Sequence[Row]) -> Iterator[tuple[int | None, Row]]:
    """Yield every entry with the number of its game; None before the first game."""
    game: int | None = None
    for row in rows:
        if row.kind == "begin":
            game = row.id
        elif row.kind == "load":
            game = int(row.text) if row.text.isdecimal() else None
        yield game, row


def _replays(rows: Sequence[Row]) -> bool:
    with tempfile.TemporaryDirectory(prefix="hareboard-journal-") as folder:
        trial = Path(folder) / "trial.sqlite"
        write_journal(trial, rows)
        try:
            _go_on(trial)
        except JournalDamaged:
            return False
    return True


def _go_on(path: Path) -> None:
    with closing(Journal(path)) as journal:
        saved_game(journal)


def _rows(path: Path) -> list[Row] | None:
    """Read every entry; None if this version cannot read them."""
    query = "SELECT id, kind, text, written_at FROM entry ORDER BY id"
    try:
        with closing(sqlite3.connect(path)) as db:
            return [Row(*row) for row in db.execute(query).fetchall()]
    except SQLITE_ERRORS:
        return None


def _with_confirmed(path: Path, rows: list[Row]) -> tuple[list[Row], int]:
    """Add the entries that only the copy beside a journal has; return also how many are lost."""
    copied = read_file(path).rows
    last = rows[-1].id if rows else 0
    checksums = {row.id: row.checksum for row in rows[-1:]}
    for row in following(copied, last + 1, checksums.get):
        if row.id != last + 1:
            break
        rows, last = [*rows, row], row.id
    return rows, max(0, copied[-1].row.id - last) if copied else 0


def _rows_of_a_copy(path: Path) -> tuple[Path, list[Row]]:
    for number in reversed(FORMATS):
        copy = kept_copy(path, number)
        rows = _rows(copy) if copy.exists() else None
        if rows is not None:
            return copy, rows
    raise JournalForeign(
        f"{path} was written by a newer version of hareboard in a way that this one cannot read. "
        "Run the version that wrote it."
    )


@contextmanager
def _copied(path: Path) -> Iterator[tuple[Path, int]]:
    """Copy a journal and the files beside it; yield the copy and its format."""
    with tempfile.TemporaryDirectory(prefix="hareboard-journal-") as folder:
        copy = Path(folder) / path.name
        _copy_while_still(path, copy)
        try:
            # For reading only: SQLite leaves a damaged log beside it as it is.
            with closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro", uri=True)) as db:
                application = db.execute("PRAGMA application_id").fetchone()[0]
                found = int(db.execute("PRAGMA user_version").fetchone()[0])
        except SQLITE_ERRORS as error:
            raise JournalDamaged(f"{path} is damaged ({error}).") from error
        if application != APPLICATION_ID:
            raise JournalForeign(f"{path} is a database of some other program.")
        yield copy, found


def _in_one_file(path: Path) -> bytes:
    """Return a journal with what its log adds to it, as one file."""
    whole = path.with_name("whole.sqlite")
    with (
        closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db,
        closing(sqlite3.connect(whole)) as target,
    ):
        db.backup(target)
        target.execute("PRAGMA journal_mode = DELETE").fetchall()
    return whole.read_bytes()


def _copy_while_still(path: Path, copy: Path) -> None:
    """Copy the files while no program writes to them, so that the copies are consistent."""
    try:
        for _ in range(TRIES):
            before = _stamps(path)
            copy_files(path, copy)
            if _stamps(path) == before:
                return
    except OSError as error:
        raise JournalUnwritable(
            f"{path} cannot be copied ({error.strerror or error}). Is there room in "
            f"{tempfile.gettempdir()}?"
        ) from error
    raise JournalBusy(f"A game is being played on {path}. Try again when it is over.")


def _stamps(path: Path) -> list[tuple[int, int] | None]:
    stats = [each.stat() if each.exists() else None for each in (path, *beside(path))]
    return [None if each is None else (each.st_mtime_ns, each.st_size) for each in stats]
