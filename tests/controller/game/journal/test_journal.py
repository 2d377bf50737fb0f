"""The journal as a file: what is in it, what it survives, and what it refuses."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.game.journal.entries import Entry, played
from controller.game.journal.journal import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    Journal,
    JournalBusy,
    JournalDamaged,
)
from controller.game.journal.kept_games import kept_games
from controller.game.journal.saved_game import is_paused, saved_game
from controller.game.pieces import Player
from controller.game.setup import Setup
from tests.support.journal.files import (
    OpenJournal,
    alter,
    copied,
    rows,
    write,
)

SETUP = msgspec.json.encode(
    Setup(
        (Player("Ann", ("red",)), Player("Ben", ("blue",)), Player("Cem", ("green",))),
        options={"hare": "off"},
    )
).decode()
HOLDER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=0)
for statement in sys.argv[2].split(";"):
    db.execute(statement).fetchall()
print("held", flush=True)
sys.stdin.read()
"""
"""Another program, which holds a journal until its input ends."""

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
    newest = journal.newest(9)
    assert journal.newest(2) == newest[:2]
    assert [(game, last) for game, last, _ in newest] == [(5, 6), (3, 4), (1, 8)]
    assert newest[2][2] == journal.checksum
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


def test_a_crash_within_a_write_leaves_that_entry_whole_or_not_at_all(
    journal: Journal, path: Path
) -> None:
    for kind, text in (("begin", "{}"), ("play", "f3"), ("play", "f5")):
        journal.append(kind, text)  # type: ignore[arg-type]  # a loop widens the literals
    log, copy = (path.with_name(f"{path.name}-{ending}") for ending in ("wal", "confirmed"))
    whole, copy_before = log.read_bytes(), copy.read_bytes()
    journal.append("play", "f6")
    torn = log.read_bytes()
    lengths = [len(whole)] * 2 + [*range(len(whole), len(torn), 389)]
    copies = [copy_before, copy_before.replace(b"\0" * 40, b"0badcafe", 1)]
    copies += [copy.read_bytes()] * len(lengths)
    survivors = []
    for number, length in enumerate(lengths):
        crashed = path.parent / str(number)
        crashed.mkdir()
        (crashed / path.name).write_bytes(path.read_bytes())
        (crashed / log.name).write_bytes(torn[:length])
        (crashed / copy.name).write_bytes(copies[number])
        found = Journal(crashed / path.name)
        survivors.append(found.version)
        assert found.current_game()[:3] == journal.current_game()[:3]
        assert found.append("play", "f7") == found.version == survivors[-1] + 1
        found.close()
    # The copy is written first: what is whole there is put back.
    assert survivors == [3, 3] + [4] * (len(lengths) - 2)


# One at a time


def test_a_second_program_is_told_that_the_journal_is_in_use(journal: Journal, path: Path) -> None:
    journal.append("begin", "{}")
    with pytest.raises(JournalBusy, match=r"Another hareboard is using .*journal\.sqlite"):
        Journal(path)
    assert journal.append("play", "f3") == 2


@pytest.mark.parametrize("holds", ["BEGIN EXCLUSIVE", "BEGIN; SELECT count(*) FROM entry"])
def test_one_that_any_other_program_holds_is_in_use_until_it_is_let_go(
    path: Path, opened: OpenJournal, holds: str
) -> None:
    journal = opened()
    journal.append("begin", "{}")
    journal.close()
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, path, holds], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(JournalBusy, match="Stop it first"):
            Journal(path)
        other.stdin.close()
    assert opened().append("play", "f3") == 2


def test_no_other_program_can_hold_one_that_is_open(journal: Journal, path: Path) -> None:
    journal.append("begin", "{}")
    other = subprocess.run(
        [sys.executable, "-c", HOLDER, path, "BEGIN EXCLUSIVE"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "database is locked" in other.stderr
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


def test_the_file_says_whose_it_is(opened: OpenJournal, path: Path) -> None:
    opened().close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


# What is played again


def test_of_no_entries_nothing_waits() -> None:
    assert not is_paused(())
    assert is_paused((Entry(1, "begin", "{}"), Entry(2, "pause", ""), Entry(3, "play", "f5")))


@pytest.mark.parametrize(
    "position",
    ["carrots", "65,3@0/65,3@0 1 move 0 - - -", "1000,3@64/65,3@0/65,3@0 1 move 0 - - -"],
)
def test_a_game_mended_to_what_cannot_be_is_damaged_and_no_hand_is_told(
    path: Path, position: str
) -> None:
    journal = Journal(path)
    write(journal, f"begin {SETUP}", "play f5", f"mend {position}")
    with pytest.raises(JournalDamaged, match="breaks the rules") as caught:
        saved_game(journal)
    journal.close()
    assert position not in str(caught.value)
