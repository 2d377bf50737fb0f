"""Reading a journal that no program is using."""

import sqlite3
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from operator import itemgetter
from pathlib import Path

from controller.game.journal.entries import KeptGame, StoredRow
from controller.game.journal.files.confirmed import entry_due
from controller.game.journal.files.file_format import (
    SQLITE_ERRORS,
    JournalBusy,
    JournalError,
    Row,
    busy,
    check_entries,
    damaged,
    is_new,
    look_before_opening,
)
from controller.game.journal.parts import GameParts, Part


def kept_games(path: Path) -> tuple[KeptGame, ...]:
    """List every game in a journal that no program is using, oldest first; none without a file.

    The file is changed only by SQLite's own recovery: entries a killed program left beside the
    file are moved into it.

    Raises:
        JournalDamaged: the file is not a whole journal of a version this program knows.
        JournalBusy: a game is being played on it.
        JournalError: it cannot be read.
    """
    if not path.exists():
        return ()
    with _reading(path) as db:
        rows = []
        if not is_new(db, path):
            check_entries(db, path)
            query = "SELECT id, kind, text, written_at FROM entry ORDER BY id"
            rows = db.execute(query).fetchall()
            last = Row(*rows[-1]) if rows else None
            row = entry_due(path, last.id if last else 0, last.checksum if last else "")
            rows += [] if row is None else [tuple(row)]
    if not rows:
        return ()
    parts = GameParts()
    for number, kind, text, _ in rows:
        parts.add(number, kind, text)
    return tuple(
        KeptGame.of([row for part in parts.of(game) for row in _between(rows, part)])
        for game in parts
    )


def _between(rows: Sequence[StoredRow], part: Part) -> Sequence[StoredRow]:
    first, end = (bisect_left(rows, number, key=itemgetter(0)) for number in part)
    return rows[first:end]


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a journal for reading only."""
    try:
        look_before_opening(path)
        # Not `mode=ro`: that would leave a WAL file behind, which it may not remove.
        address = f"{path.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, uri=True, timeout=0.2)) as db:
            db.execute("PRAGMA query_only = ON")
            yield db
    except SQLITE_ERRORS as error:
        if busy(path, error):
            raise JournalBusy(
                f"A game is being played on {path}, and only one program at a time may open it. "
                "Stop hareboard, then try again; the game goes on afterwards."
            ) from error
        known = damaged(path, error)
        raise known or JournalError(f"Cannot read {path} ({error}).") from error
