"""A version that does not exist yet: its journal has a column more, and another number.

What it does to a journal is made up; that formats grow by additions only is what is promised.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from controller.game.journal.files.file_format import checksum
from controller.game.journal.journal import SCHEMA_VERSION

NEWER: Final = SCHEMA_VERSION + 1
WRITTEN_AT: Final = "2031-05-01T20:00:00+00:00"


def migrate(path: Path) -> None:
    """Make a journal one of the newer version."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("ALTER TABLE entry RENAME TO entry_before")
        db.execute(
            "CREATE TABLE entry (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, "
            "text TEXT NOT NULL, written_at TEXT NOT NULL, checksum TEXT NOT NULL, "
            "mood TEXT NOT NULL) STRICT"
        )
        db.execute(
            "INSERT INTO entry "
            "SELECT id, kind, text, written_at, checksum, 'cheerful' FROM entry_before"
        )
        db.execute("DROP TABLE entry_before")
        db.execute(f"PRAGMA user_version = {NEWER}")


def write_newer(path: Path, *entries: str) -> None:
    """What the newer version writes into its journal while it is played on."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for entry in entries:
            kind, _, text = entry.partition(" ")
            (number,) = db.execute("SELECT max(id) + 1 FROM entry").fetchone()
            check = checksum(number, kind.encode(), text.encode(), WRITTEN_AT.encode())
            db.execute(
                "INSERT INTO entry VALUES (?, ?, ?, ?, ?, 'merry')",
                (number, kind, text, WRITTEN_AT, check),
            )
