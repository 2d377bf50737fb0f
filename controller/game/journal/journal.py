"""The journal: every entry on disk before it takes effect, and never changed again.

One SQLite file, one table that grows until there are `MOST_GAMES` in it: from then on the oldest
ones are dropped when it is opened. A game is a `begin` entry and what follows it, up
to where another game is begun or loaded; a `load` entry continues an earlier one, and the entries
after it belong to that. Taking back is an entry too. A game is known by the number of its
`begin`. The number of the last entry is the version of the game: it survives restarts, and no
two positions of play share one.

An entry counts once it is in SQLite's log and in a second copy beside it (`files/confirmed.py`):
what a damaged log loses is put back or reported. Folding the log ends the need for the copy.

Beside each entry stands its checksum, which is checked when the journal is opened and when the
entry is read. A journal that was never sealed (`files/seal.py`) may be checked while it is in use:
until that is over, its file stands still, and no log is folded. Format 2
had none; format 1 knew the entries `begin`, `play`, `undo` and `abandon` only. Opening such a
journal makes it one of format 3, in one piece; earlier programs refuse it from then on.
"""

import logging
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.game.journal.entries import Entry, KeptGame, StoredRow
from controller.game.journal.files.background_check import BackgroundCheck
from controller.game.journal.files.confirmed import (
    BlockFile,
    ConfirmedCopy,
    CopiedRow,
    copy_of,
    entry_due,
)
from controller.game.journal.files.file_format import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    SQLITE_ERRORS,
    EntryKind,
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalForeign,
    JournalUnwritable,
    Row,
    busy,
    changed,
    check_all,
    damaged,
    look_before_opening,
    make_or_check,
    may_be_checked_later,
)
from controller.game.journal.files.log import log_bytes, log_of
from controller.game.journal.files.seal import Seal
from controller.game.journal.parts import GameParts

__all__ = [
    "APPLICATION_ID",
    "SCHEMA_VERSION",
    "EntryKind",
    "Journal",
    "JournalBusy",
    "JournalDamaged",
    "JournalError",
    "JournalForeign",
    "JournalUnwritable",
]

_LOG: Final = logging.getLogger(__name__)
MOST_GAMES: Final = 10_000
"""About 110 MB: three games a day for nine years."""
_ROOM: Final = 16_384
"""Bytes: more than an entry takes in SQLite's log and in the copy."""


def _utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Journal:
    """Open journal. Used only by the thread that opened it.

    Args:
        path: the file; it is created if it does not exist.
        written_at: returns the date and time to note beside entries.
        most_games: most games to keep; those begun longest ago are dropped.
        open_copy: makes the file of the second copy of entries.
        check_later: begins the check of a journal that was never sealed, where it can be in use
            meanwhile (`is_being_checked`); None to check every journal first.

    Raises:
        JournalDamaged: the file is not a whole journal of a version this program knows.
        JournalBusy: another program is using it.
        JournalUnwritable: the folder or file cannot be written.
    """

    def __init__(
        self,
        path: Path,
        written_at: Callable[[], str] = _utc_now,
        most_games: int = MOST_GAMES,
        open_copy: Callable[[Path], BlockFile] = BlockFile,
        check_later: Callable[[Path], BackgroundCheck] | None = None,
    ) -> None:
        self.path = path
        self._written_at = written_at
        self._most_games = most_games
        self._check: BackgroundCheck | None = None
        try:
            look_before_opening(self.path)
            had_log = log_of(path).exists()
            self._seal = Seal(path)
            # psow=0: a card that loses power may spoil all of the block it was writing, which
            # may hold earlier commits. So no two commits share a block.
            self._db = sqlite3.connect(
                f"{path.absolute().as_uri()}?psow=0", isolation_level=None, timeout=0.2, uri=True
            )
            with ExitStack() as unless_it_opens:
                unless_it_opens.callback(self._db.close)
                self._open(open_copy, check_later, had_log=had_log)
                unless_it_opens.pop_all()
        except SQLITE_ERRORS as error:
            raise self._explained(error) from error

    def _open(
        self,
        open_copy: Callable[[Path], BlockFile],
        check_later: Callable[[Path], BackgroundCheck] | None,
        *,
        had_log: bool,
    ) -> None:
        db = self._db
        # One process holds the file for as long as it runs; every commit reaches the disk.
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA wal_autocheckpoint = 0")  # `fold` does it, and empties the log
        db.execute("BEGIN EXCLUSIVE")
        checked = self._seal.checked()
        if check_later is not None and self._seal.is_missing and not log_bytes(self.path):
            in_copy = copy_of(self.path).exists()
            self._seal.withheld = not in_copy and may_be_checked_later(db, self.path)
        if not self._seal.withheld:
            make_or_check(db, self.path, checked)
        self._version, self._checksum = _last(db)
        used = db.execute("SELECT max(seq) FROM sqlite_sequence").fetchone()[0]
        self._used = max(self._version, used or 0)
        self._copy = ConfirmedCopy(self.path, open_copy)
        self._put_back()
        db.execute("COMMIT")
        if had_log or self._copy.holds_any:
            with suppress(JournalUnwritable):  # the next entry tries again, or is refused
                self.fold()
        self._parts = self._read_parts()
        if self._seal.withheld and not self._current_is_whole():
            check_all(db, self.path)
            self._seal.withheld = False
        db.execute("BEGIN")
        for game in self._parts.oldest(self._most_games):
            self._drop(game)
        db.execute("COMMIT")
        if self._seal.withheld and check_later is not None:
            self._check_up_to = self._version
            self._check = check_later(self.path)
        elif not checked and not log_bytes(self.path):
            self._seal.fold(b"", self._version)

    def _current_is_whole(self) -> bool:
        """Check whether the game that goes on was begun last, and has all its entries.

        What is damaged before it costs it nothing then (`repair.py`).

        Raises:
            JournalDamaged: one of its entries has changed.
        """
        game = self._parts.current
        if game is None:
            return True
        kept = self.game(game)
        there = 0 if kept is None else len(kept.entries)
        return (game, game + there - 1) == next(self._parts.newest(1))

    def is_being_checked(self) -> bool:
        """Return True while the journal is checked in the background.

        Raises:
            JournalDamaged: it was found damaged; the next start repairs it.
        """
        if self._check is None or not self._check.is_over:
            return self._check is not None
        damage, self._check = self._check.damage, None
        if damage is not None:
            self._seal.destroy()
            raise JournalDamaged(damage)
        self._seal.withheld = False
        self._seal.fold(b"", self._check_up_to)
        return False

    def _put_back(self) -> None:
        """Put back what a power cut left in the copy only."""
        row = entry_due(self.path, self._used, self._checksum)
        if row is not None:
            self._insert(row)
            self._version, self._used, self._checksum = row.id, row.id, row.checksum
            _LOG.info("Entry %d of %s was put back from %s.", row.id, self.path, self._copy.path)

    def _drop(self, game: int) -> None:
        for part in self._parts.of(game):
            self._db.execute("DELETE FROM entry WHERE id >= ? AND id < ?", part)
        self._parts.drop(game)

    @property
    def version(self) -> int:
        """Return the number of the last entry, 0 before the first, without reading the disk."""
        return self._version

    @property
    def checksum(self) -> str:
        """Return the checksum of the last entry, empty before the first."""
        return self._checksum

    def append(self, kind: EntryKind, text: str = "") -> int:
        """Write an entry; when this returns, it is on the disk.

        Returns:
            The entry's number.

        Raises:
            JournalUnwritable: it is not on the disk.
        """
        row = Row(self._used + 1, kind, text, self._written_at())
        checked = row.checksum
        copied = CopiedRow(row, self._checksum)
        if self._copy.is_full(copied):
            self.fold()
        try:
            self._copy.write(copied)
        except OSError as error:
            raise self._unwritable(error, self._copy.path) from error
        try:
            self._insert(row)
        except sqlite3.Error as error:
            self._take_back_what_is_unsure(copied)
            raise self._unwritable(error, self.path) from error
        self._version, self._used, self._checksum = row.id, row.id, checked
        self._parts.add(row.id, kind, text)
        return row.id

    def try_to_write(self) -> None:
        """Check that the disk has room for an entry, without writing one.

        Raises:
            JournalUnwritable: it has none, or takes nothing at all.
        """
        try:
            with tempfile.TemporaryFile(dir=self.path.parent) as trial:
                trial.write(bytes(_ROOM))
                trial.flush()
                os.fsync(trial.fileno())
        except OSError as error:
            raise self._unwritable(error, self.path) from error

    def _insert(self, row: Row) -> None:
        self._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", (*row, row.checksum))

    def _take_back_what_is_unsure(self, copied: CopiedRow) -> None:
        """Remove a refused entry, so that the next start does not find it.

        An entry whose sync failed may be whole in the log. The log is checkpointed and truncated;
        if the disk refuses that too, the next entry takes the place of the refused one.
        """
        self._copy.take_back(copied)
        with suppress(sqlite3.Error):
            self._checkpoint()

    def fold(self) -> None:
        """Move SQLite's log into the journal: the second copy of its entries is needed no more.

        Raises:
            JournalUnwritable: the disk refuses it; log and copy stay as they are.
        """
        try:
            self._checkpoint()
        except sqlite3.Error as error:
            raise self._unwritable(error, self.path) from error
        self._copy.begin_anew()

    def _checkpoint(self) -> None:
        if self._check is not None:
            self._check.wait()
        log = log_bytes(self.path)
        busy, *_ = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:  # untested: no other program can open the log
            raise sqlite3.OperationalError("the log is in use")
        self._seal.fold(log, self._version)

    def current_game(self) -> tuple[Entry, ...]:
        """Return the entries of the game begun or loaded last, its `begin` first; empty if none."""
        kept = self.game(self._parts.current or 0)
        return kept.entries if kept is not None else ()

    def game(self, number: int) -> KeptGame | None:
        """Return a game by the number of its `begin`; None if no game has that number.

        Raises:
            JournalDamaged: an entry of it has changed since it was written.
        """
        query = (
            "SELECT id, kind, text, written_at, checksum FROM entry "
            "WHERE id >= ? AND id < ? ORDER BY id"
        )
        rows: list[StoredRow] = []
        for part in self._parts.of(number):
            for *row, checked in self._rows(query, part):
                if Row(*row).checksum != checked:
                    raise JournalDamaged(changed(self.path, row[0]))
                rows.append(tuple(row))
        return KeptGame.of(rows) if rows else None

    def newest(self, most: int) -> tuple[tuple[int, int, str], ...]:
        """List the games begun last, at most `most`, the newest first.

        Returns:
            For each its number, and number and checksum of its last entry.
        """
        newest = tuple(self._parts.newest(most))
        ids = msgspec.json.encode([last for _, last in newest]).decode()
        query = "SELECT id, checksum FROM entry WHERE id IN (SELECT value FROM json_each(?))"
        found = {last: (last, checked) for last, checked in self._rows(query, (ids,))}
        # A repair leaves gaps, also at the end of a game.
        left = "SELECT id, checksum FROM entry WHERE id <= ? ORDER BY id DESC LIMIT 1"
        return tuple(
            (game, *(found.get(last) or self._rows(left, (last,))[0])) for game, last in newest
        )

    def newest_setups(self, most: int) -> Iterator[tuple[int, str]]:
        """Yield number and set-up, as JSON, of the games begun last, the newest first."""
        games = msgspec.json.encode([game for game, _ in self._parts.newest(most)]).decode()
        query = (
            "SELECT id, text FROM entry WHERE id IN (SELECT value FROM json_each(?)) "
            "ORDER BY id DESC"
        )
        yield from self._rows(query, (games,))

    def setups(self) -> Iterator[str]:
        """Yield the set-up of every game, as JSON, the oldest first."""
        for (text,) in self._rows("SELECT text FROM entry WHERE kind = 'begin' ORDER BY id"):
            yield text

    def _read_parts(self) -> GameParts:
        parts = GameParts()
        query = "SELECT id, kind, text FROM entry WHERE kind IN ('begin', 'load') ORDER BY id"
        for row in self._rows(query):
            parts.add(*row)
        parts.reach(self._version + 1)
        return parts

    def _rows(self, query: str, values: tuple[int | str, ...] = ()) -> list[Any]:
        try:
            return self._db.execute(query, values).fetchall()
        except SQLITE_ERRORS as error:
            raise self._explained(error) from error

    def close(self) -> None:
        """Fold the log and close the file. Does nothing when closed already."""
        if self._check is not None:
            with suppress(JournalDamaged):  # the next start finds it at once
                self.is_being_checked()
        if self._check is not None:
            self._check.stop()
        try:
            self.fold()
        except JournalUnwritable:
            self._copy.close()
        else:
            self._copy.remove()
        self._db.close()

    def _explained(self, why: Exception) -> JournalError:
        return busy(self.path, why) or damaged(self.path, why) or self._unwritable(why, self.path)

    def _unwritable(self, error: Exception, path: Path) -> JournalUnwritable:
        cause = error.strerror if isinstance(error, OSError) else error
        return JournalUnwritable(
            f"Cannot write {path} ({cause}). Is the folder there, writable, and the disk not full?"
        )


def _last(db: sqlite3.Connection) -> tuple[int, str]:
    """Return number and checksum of the last entry; 0 and nothing without one."""
    query = "SELECT id, checksum FROM entry ORDER BY id DESC LIMIT 1"
    number, checked = db.execute(query).fetchone() or (0, "")
    return int(number), str(checked)
