"""What a journal cannot use, write or read is told, and left as it is."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from controller.game.journal.entries import Entry
from controller.game.journal.files.file_format import look_before_opening
from controller.game.journal.journal import (
    SCHEMA_VERSION,
    Journal,
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalUnwritable,
)
from controller.game.journal.kept_games import kept_games
from tests.support.disk import no_room_in
from tests.support.journal.files import (
    OpenJournal,
    alter,
    assert_damaged,
    copied,
)

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


def test_a_log_that_another_program_removes_meanwhile_is_no_trouble(path: Path) -> None:
    path.touch()
    log = path.with_name(f"{path.name}-wal")
    looked = threading.Event()

    def come_and_go() -> None:
        while not looked.is_set():
            log.write_bytes(b"carrots")
            log.unlink()

    with ThreadPoolExecutor(1) as other:
        other.submit(come_and_go)
        try:
            for _ in range(5000):
                look_before_opening(path)
        finally:
            looked.set()


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


def test_whether_there_is_room_is_found_out_without_an_entry(journal: Journal, path: Path) -> None:
    journal.append("begin", "{}")
    before = sorted(path.parent.iterdir())
    with no_room_in(path.parent), pytest.raises(JournalUnwritable, match="the disk not full"):
        journal.try_to_write()
    journal.try_to_write()
    assert (journal.version, sorted(path.parent.iterdir())) == (1, before)


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


def test_what_cannot_be_looked_up_is_told(journal: Journal) -> None:
    journal.append("begin", "{}")
    journal.close()
    with pytest.raises(JournalError, match="closed"):
        journal.game(1)


def test_what_cannot_be_read_for_any_other_reason_is_told(path: Path) -> None:
    path.mkdir()
    with pytest.raises(JournalError, match=r"Cannot read .*unable to open"):
        kept_games(path)


def test_a_journal_without_its_table_is_damaged(path: Path) -> None:
    Journal(path).close()
    alter(path, "DROP TABLE entry")
    assert_damaged(path, "no such table")
