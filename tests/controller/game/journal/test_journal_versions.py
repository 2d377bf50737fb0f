"""Journals that earlier versions have written."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.game.journal.entries import played
from controller.game.journal.journal import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    Journal,
    JournalUnwritable,
)
from controller.game.journal.kept_games import kept_games
from tests.support.disk import no_room_in
from tests.support.journal.files import (
    OpenJournal,
    alter,
    assert_damaged,
    contents,
    rows,
    write,
)

KINDS = {
    1: "'begin', 'play', 'undo', 'abandon'",
    2: "'begin', 'play', 'undo', 'abandon', 'mend', 'pause', 'resume', 'aside', 'load'",
}
"""The entries of each earlier format."""
TABLE = """
CREATE TABLE entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ({kinds})),
    text TEXT NOT NULL,
    written_at TEXT NOT NULL
) STRICT
"""
"""As the versions that had them wrote it."""

pytestmark = pytest.mark.parametrize("earlier", KINDS)


def of_format(earlier: int, path: Path, games: int = 1) -> list[tuple[Any, ...]]:
    """Make a journal as an earlier version left it; returns what is in it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
            db.execute(f"PRAGMA {pragma}")
        db.execute(TABLE.format(kinds=KINDS[earlier]))
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {earlier}")
        for _ in range(games):
            for kind, text in (("begin", SETUP), ("play", "f5"), ("play", "f7"), ("undo", "")):
                db.execute(
                    "INSERT INTO entry (kind, text, written_at) VALUES (?, ?, ?)",
                    (kind, text, "1978-11-01T20:00:00+00:00"),
                )
    return rows(path)


SETUP = (
    '{"seats":[{"name":"Ann","colours":["red"]},{"name":"Ben","colours":["blue"]}],'
    '"edition":"ravensburger-1978","first":0,"options":{"hare":"off","runners":1},'
    '"chance":"electronic"}'
)


def test_a_journal_of_an_earlier_format_goes_on(
    earlier: int, path: Path, opened: OpenJournal
) -> None:
    before = of_format(earlier, path)
    journal = opened()
    assert journal.version == len(before)
    assert played(journal.current_game()) == ("f5",)
    write(journal, "aside", "load 1", "play f4")
    journal.close()
    assert rows(path)[: len(before)] == before
    assert [row[0] for row in rows(path)] == list(range(1, len(before) + 4))
    assert played(opened().current_game()) == ("f5", "f4")


def test_it_is_of_this_format_from_then_on(earlier: int, path: Path, opened: OpenJournal) -> None:
    of_format(earlier, path)
    opened().close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
        assert db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall() == [
            ("sqlite_sequence",),
            ("entry",),
        ]
    new = path.with_name("new.sqlite")
    Journal(new).close()
    assert schema(path) == schema(new)


def schema(path: Path) -> str:
    with closing(sqlite3.connect(path)) as db:
        (text,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'entry'").fetchone()
    return " ".join(str(text).replace('"', "").split())


def test_the_numbers_of_entries_are_not_used_again(
    earlier: int, path: Path, opened: OpenJournal
) -> None:
    before = of_format(earlier, path)
    alter(path, f"DELETE FROM entry WHERE id = {len(before)}")
    assert opened().append("play", "f9") == len(before) + 1


def test_it_is_read_without_a_change(earlier: int, path: Path) -> None:
    of_format(earlier, path)
    before = contents(path.parent)
    (game,) = kept_games(path)
    assert played(game.entries) == ("f5",)
    assert contents(path.parent) == before


def test_a_damaged_one_is_left_alone(earlier: int, path: Path) -> None:
    of_format(earlier, path, games=40)
    whole = path.read_bytes()
    for page in range(1, len(whole) // 4096):
        at = page * 4096
        path.write_bytes(whole[:at] + b"\xaa" * 4096 + whole[at + 4096 :])
        assert_damaged(path, "is damaged")


def test_without_room_for_the_new_format_it_stays_of_the_old_one(earlier: int, path: Path) -> None:
    before = of_format(earlier, path, games=40)
    with no_room_in(path.parent), pytest.raises(JournalUnwritable):
        Journal(path)
    assert rows(path) == before
    Journal(path).close()
    assert rows(path) == before


def test_a_crash_while_the_format_changes_loses_nothing(
    earlier: int, path: Path, opened: OpenJournal
) -> None:
    before = of_format(earlier, path, games=40)
    whole = path.read_bytes()
    journal = opened()
    log = path.with_name(f"{path.name}-wal").read_bytes()
    assert path.read_bytes() == whole
    formats = set()
    for number, length in enumerate((*range(0, len(log), 997), len(log))):
        crashed = path.parent / str(number)
        crashed.mkdir()
        (crashed / path.name).write_bytes(whole)
        (crashed / f"{path.name}-wal").write_bytes(log[:length])
        with closing(sqlite3.connect(crashed / path.name)) as db:
            formats.add(db.execute("PRAGMA user_version").fetchone()[0])
        found = Journal(crashed / path.name)
        assert found.version == len(before)
        found.close()
        assert rows(crashed / path.name) == before
    assert formats == {earlier, SCHEMA_VERSION}
    journal.close()
