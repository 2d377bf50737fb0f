"""The journal as a file: what is in it, what it survives, and what it refuses."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.journal import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    Entry,
    Journal,
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalUnwritable,
    kept_games,
    played,
)
from tests.controller.disk import no_room_in

OpenJournal = Callable[[], Journal]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def opened(path: Path) -> Iterator[OpenJournal]:
    """Opens the journal, and closes it after the test."""
    journals: list[Journal] = []

    def open_journal() -> Journal:
        journals.append(Journal(path))
        return journals[-1]

    yield open_journal
    for journal in journals:
        journal.close()


@pytest.fixture
def journal(opened: OpenJournal) -> Journal:
    return opened()


def rows(path: Path) -> list[tuple[Any, ...]]:
    """Everything in a journal that nobody has open."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT * FROM entry ORDER BY id").fetchall()


def alter(path: Path, statement: str) -> None:
    """Change a database that nobody has open."""
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement)
        db.commit()


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in sorted(folder.iterdir())}


# Entries


def test_a_new_journal_is_empty(journal: Journal) -> None:
    assert journal.version == 0
    assert journal.current_game() == ()


def test_what_is_written_is_read_in_order(journal: Journal) -> None:
    assert journal.append("begin", "{}") == 1
    assert journal.append("play", "f3") == 2
    assert journal.append("undo") == 3
    assert journal.version == 3
    assert journal.current_game() == (
        Entry(1, "begin", "{}"),
        Entry(2, "play", "f3"),
        Entry(3, "undo", ""),
    )


def test_every_entry_bears_its_date_and_time(path: Path) -> None:
    times = iter(["1978-11-01T20:00:00+00:00", "1979-05-05T21:30:00+00:00"])
    journal = Journal(path, lambda: next(times))
    journal.append("begin", "{}")
    journal.append("play", "f3")
    journal.close()
    assert rows(path) == [
        (1, "begin", "{}", "1978-11-01T20:00:00+00:00"),
        (2, "play", "f3", "1979-05-05T21:30:00+00:00"),
    ]


def test_versions_grow_through_games_and_restarts(opened: OpenJournal) -> None:
    versions = []
    for _ in range(3):
        journal = opened()
        versions += [journal.append("begin", "{}"), journal.append("play", "f3")]
        versions += [journal.append("undo"), journal.append("abandon")]
        assert journal.version == versions[-1]
        journal.close()
    assert versions == list(range(1, 13))
    assert opened().version == 12


def test_the_current_game_is_the_newest(opened: OpenJournal) -> None:
    journal = opened()
    for kind, text in (("begin", "first"), ("play", "f3"), ("begin", "second"), ("play", "f5")):
        journal.append(kind, text)  # type: ignore[arg-type]  # a loop widens the literals
    journal.close()
    assert opened().current_game() == (Entry(3, "begin", "second"), Entry(4, "play", "f5"))


def test_what_is_taken_back_does_not_stand() -> None:
    entries = (
        Entry(1, "begin", "{}"),
        Entry(2, "play", "f3"),
        Entry(3, "play", "f5"),
        Entry(4, "undo", ""),
        Entry(5, "undo", ""),
        Entry(6, "play", "f4"),
        Entry(7, "play", "f6"),
        Entry(8, "undo", ""),
        Entry(9, "abandon", ""),
    )
    assert played(entries) == ("f4",)


def test_taking_back_more_than_was_played_is_an_error() -> None:
    with pytest.raises(IndexError):
        played((Entry(1, "begin", "{}"), Entry(2, "undo", "")))


# Games put aside and gone on with


def test_a_loaded_game_is_the_current_one_again(opened: OpenJournal) -> None:
    journal = opened()
    write(journal, FIRST, "play f3", "aside", SECOND, "play f5", "abandon", "load 1", "play f4")
    expected = (
        Entry(1, "begin", "first"),
        Entry(2, "play", "f3"),
        Entry(3, "aside", ""),
        Entry(7, "load", "1"),
        Entry(8, "play", "f4"),
    )
    assert journal.current_game() == expected
    journal.close()
    assert opened().current_game() == expected


def test_what_follows_a_load_is_of_the_loaded_game_and_of_no_other(journal: Journal) -> None:
    write(journal, FIRST, "aside", SECOND, "aside", "load 1", "play f3", "aside", "load 3")
    write(journal, "play f5", "mend somewhere", "aside", "load 1", "undo")
    first, second = journal.game(1), journal.game(3)
    assert first is not None
    assert second is not None
    assert [entry.version for entry in first.entries] == [1, 2, 5, 6, 7, 12, 13]
    assert [entry.version for entry in second.entries] == [3, 4, 8, 9, 10, 11]
    assert (first.number, second.number) == (1, 3)
    assert [journal.game(number) for number in (0, 2, 5, 14)] == [None] * 4


def test_the_newest_games_come_first(journal: Journal, path: Path) -> None:
    write(journal, FIRST, "aside", SECOND, "abandon", FIRST, "aside", "load 1", "play f3")
    assert journal.newest(2) == ((5, 6), (3, 4))
    assert journal.newest(9) == ((5, 6), (3, 4), (1, 8))
    journal.close()
    assert [game.number for game in kept_games(path)] == [1, 3, 5]
    assert [entry.text for entry in kept_games(path)[0].entries] == ["first", "", "1", "f3"]


def test_a_game_is_dated_by_its_beginning(path: Path) -> None:
    times = iter(f"1978-11-0{day}T20:00:00+00:00" for day in range(1, 9))
    journal = Journal(path, lambda: next(times))
    write(journal, FIRST, "aside", SECOND, "aside", "load 1")
    kept = [journal.game(number) for number in (1, 3)]
    assert [game.begun_at[:10] for game in kept if game] == ["1978-11-01", "1978-11-03"]
    journal.close()


def test_a_game_that_was_never_begun_cannot_be_the_current_one(journal: Journal) -> None:
    write(journal, FIRST, "play f3", "load 17", "play f5", "load carrots")
    assert journal.current_game() == (Entry(1, "begin", "first"), Entry(2, "play", "f3"))


FIRST, SECOND = "begin first", "begin second"


def write(journal: Journal, *entries: str) -> None:
    for entry in entries:
        kind, _, text = entry.partition(" ")
        journal.append(kind, text)  # type: ignore[arg-type]  # one of them


def test_text_of_any_language_is_kept(opened: OpenJournal) -> None:
    journal = opened()
    journal.append("begin", "Ørsted, 兎, 🐇, \x00, '; DROP TABLE entry; --")
    journal.close()
    (entry,) = opened().current_game()
    assert entry.text == "Ørsted, 兎, 🐇, \x00, '; DROP TABLE entry; --"


def test_a_journal_may_be_closed_twice(journal: Journal) -> None:
    journal.close()
    journal.close()


# Durability


def test_every_commit_reaches_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connections: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def noted(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        connections.append(connect(*args, **kwargs))
        return connections[-1]

    monkeypatch.setattr(sqlite3, "connect", noted)
    journal = Journal(path)
    (db,) = connections
    settings = {
        name: db.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("synchronous", "locking_mode", "journal_mode")
    }
    journal.append("begin", "{}")
    assert not db.in_transaction
    journal.close()
    full = 2
    assert settings == {"synchronous": full, "locking_mode": "exclusive", "journal_mode": "wal"}


def test_an_entry_is_in_the_files_as_soon_as_it_is_written(journal: Journal, path: Path) -> None:
    journal.append("begin", "{}")
    journal.append("play", "f3")
    assert [row[1:3] for row in copied(path)] == [("begin", "{}"), ("play", "f3")]


def copied(path: Path) -> list[tuple[Any, ...]]:
    """What a crash at this moment would leave."""
    crashed = path.parent / "crashed"
    crashed.mkdir()
    for each in path.parent.glob(f"{path.name}*"):
        (crashed / each.name).write_bytes(each.read_bytes())
    return rows(crashed / path.name)


def test_a_crash_within_a_write_loses_that_entry_only(journal: Journal, path: Path) -> None:
    for kind, text in (("begin", "{}"), ("play", "f3"), ("play", "f5")):
        journal.append(kind, text)  # type: ignore[arg-type]  # a loop widens the literals
    log = path.with_name(f"{path.name}-wal")
    whole = log.read_bytes()
    journal.append("play", "f6")
    torn = log.read_bytes()
    survivors = set()
    for number, length in enumerate(range(len(whole), len(torn), 97)):
        crashed = path.parent / str(number)
        crashed.mkdir()
        (crashed / path.name).write_bytes(path.read_bytes())
        (crashed / log.name).write_bytes(torn[:length])
        found = Journal(crashed / path.name)
        survivors.add(found.version)
        assert found.current_game()[:3] == journal.current_game()[:3]
        assert found.append("play", "f7") == found.version
        found.close()
    assert survivors == {3}


# One at a time


def test_a_second_program_is_told_that_the_journal_is_in_use(journal: Journal, path: Path) -> None:
    journal.append("begin", "{}")
    with pytest.raises(JournalBusy, match=r"Another hareboard is using .*journal\.sqlite"):
        Journal(path)
    assert journal.append("play", "f3") == 2


def test_a_closed_journal_may_be_opened_by_another(opened: OpenJournal) -> None:
    opened().close()
    assert opened().append("begin", "{}") == 1


def test_a_journal_that_cannot_be_used_is_let_go(path: Path) -> None:
    alter(path, "PRAGMA user_version = 7")
    alter(path, "CREATE TABLE recipes (carrots)")
    try:
        Journal(path)
    except JournalDamaged as error:
        kept = error  # keeps the frames, and so the connection, alive
    alter(path, "INSERT INTO recipes VALUES (65)")
    assert "some other program" in str(kept)


# What cannot be used is left as it is


def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.write_bytes(b"carrots, lettuces and cabbages\n" * 200)
    assert_damaged(path, "is damaged")


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    alter(path, "CREATE TABLE recipes (carrots)")
    assert_damaged(path, "is a database of some other program")


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_database_that_says_whose_it_is_is_left_alone(path: Path, mode: str) -> None:
    alter(path, f"PRAGMA journal_mode = {mode}")
    alter(path, "PRAGMA application_id = 252006674")
    assert_damaged(path, "is a database of some other program")


@pytest.mark.parametrize("version", [SCHEMA_VERSION + 1, 99, 0, -1])
def test_a_journal_of_another_format_is_left_alone(path: Path, version: int) -> None:
    filled(path)
    alter(path, f"PRAGMA user_version = {version}")
    assert_damaged(path, rf"another version of hareboard \(format {version}")


def test_a_journal_cut_short_is_damaged(path: Path) -> None:
    whole = filled(path)
    for length in (15, 100, 512, 4095, len(whole) // 2, len(whole) - 4096):
        path.write_bytes(whole[:length])
        assert_damaged(path, "is damaged")


def test_a_journal_with_a_page_overwritten_is_damaged(path: Path) -> None:
    whole = filled(path)
    for page in range(1, len(whole) // 4096):
        at = page * 4096
        path.write_bytes(whole[:at] + b"\xaa" * 4096 + whole[at + 4096 :])
        assert_damaged(path, "is damaged")


def filled(path: Path) -> bytes:
    """A journal of some pages; returns the file."""
    journal = Journal(path)
    journal.append("begin", "{}")
    for length in range(1, 2000, 100):
        journal.append("play", "f3" * length)
    journal.close()
    return path.read_bytes()


def assert_damaged(path: Path, message: str) -> None:
    before = contents(path.parent)
    with pytest.raises(JournalDamaged, match=message) as caught:
        Journal(path)
    assert str(path) in str(caught.value)
    assert contents(path.parent) == before


# Journals of earlier versions

FORMAT_1 = """
CREATE TABLE entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('begin', 'play', 'undo', 'abandon')),
    text TEXT NOT NULL,
    written_at TEXT NOT NULL
) STRICT
"""
"""As the version that had it wrote it."""


def of_format_1(path: Path, games: int = 1) -> list[tuple[Any, ...]]:
    """Make a journal as that version left it; returns what is in it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
            db.execute(f"PRAGMA {pragma}")
        db.execute(FORMAT_1)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("PRAGMA user_version = 1")
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


def test_a_journal_of_format_1_goes_on(path: Path, opened: OpenJournal) -> None:
    before = of_format_1(path)
    journal = opened()
    assert journal.version == len(before)
    assert played(journal.current_game()) == ("f5",)
    write(journal, "aside", "load 1", "play f4")
    journal.close()
    assert rows(path)[: len(before)] == before
    assert [row[0] for row in rows(path)] == list(range(1, len(before) + 4))
    assert played(opened().current_game()) == ("f5", "f4")


def test_it_is_of_this_format_from_then_on(path: Path, opened: OpenJournal) -> None:
    of_format_1(path)
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


def test_the_numbers_of_entries_are_not_used_again(path: Path, opened: OpenJournal) -> None:
    before = of_format_1(path)
    alter(path, f"DELETE FROM entry WHERE id = {len(before)}")
    assert opened().append("play", "f9") == len(before) + 1


def test_it_is_read_without_a_change(path: Path) -> None:
    of_format_1(path)
    before = contents(path.parent)
    (game,) = kept_games(path)
    assert played(game.entries) == ("f5",)
    assert contents(path.parent) == before


def test_a_damaged_one_is_left_alone(path: Path) -> None:
    of_format_1(path, games=40)
    whole = path.read_bytes()
    for page in range(1, len(whole) // 4096):
        at = page * 4096
        path.write_bytes(whole[:at] + b"\xaa" * 4096 + whole[at + 4096 :])
        assert_damaged(path, "is damaged")


def test_without_room_for_the_new_format_it_stays_of_the_old_one(path: Path) -> None:
    before = of_format_1(path, games=40)
    with no_room_in(path.parent), pytest.raises(JournalUnwritable):
        Journal(path)
    assert rows(path) == before
    Journal(path).close()
    assert rows(path) == before


def test_a_crash_while_the_format_changes_loses_nothing(path: Path, opened: OpenJournal) -> None:
    before = of_format_1(path, games=40)
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
    assert formats == {1, SCHEMA_VERSION}
    journal.close()


# What cannot be written


@pytest.mark.parametrize("place", ["missing/journal.sqlite", "file/journal.sqlite", "folder"])
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(JournalUnwritable, match="Is the folder there, writable") as caught:
        Journal(tmp_path / place)
    assert str(tmp_path / place) in str(caught.value)


def test_an_entry_for_which_there_is_no_room_is_not_there(
    journal: Journal, opened: OpenJournal, path: Path
) -> None:
    journal.append("begin", "{}")
    with no_room_in(path.parent):
        for _ in range(3):
            with pytest.raises(JournalUnwritable, match="the disk not full"):
                journal.append("play", "f3")
        assert journal.version == 1
    assert [row[1:3] for row in copied(path)] == [("begin", "{}")]
    assert journal.append("play", "f5") == 2
    journal.close()
    assert opened().current_game() == (Entry(1, "begin", "{}"), Entry(2, "play", "f5"))


def test_a_full_disk_at_the_start_is_told(path: Path) -> None:
    with no_room_in(path.parent), pytest.raises(JournalUnwritable):
        Journal(path)
    journal = Journal(path)
    assert journal.version == 0
    journal.close()


def test_every_error_is_a_journal_error() -> None:
    assert issubclass(JournalUnwritable, OSError)
    for kind in (JournalBusy, JournalDamaged, JournalUnwritable):
        assert issubclass(kind, JournalError)


def test_the_file_says_whose_it_is(opened: OpenJournal, path: Path) -> None:
    opened().close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
