"""The second copy of confirmed entries: what it has, and what is made of it at the next start."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from controller.game.journal.command import journal as commands
from controller.game.journal.damage import DamageNote, Rescued
from controller.game.journal.files.confirmed import (
    BLOCK,
    BLOCKS,
    BlockFile,
    Copied,
    CopiedRow,
    copy_of,
    read,
    read_file,
    written,
)
from controller.game.journal.files.file_format import (
    JournalCutShort,
    JournalError,
    JournalUnwritable,
    Row,
)
from controller.game.journal.files.log import FRAME, HEADER, log_bytes, log_of
from controller.game.journal.files.seal import SEAL
from controller.game.journal.journal import Journal, JournalDamaged
from controller.game.journal.kept_games import kept_games
from controller.game.journal.migration import Adopted, adopt, look_at
from controller.game.journal.repair import open_journal
from controller.maintenance.doctor.checks.storage import journal_fault
from tests.controller.game.journal.test_journal_versions import SETUP
from tests.support.journal.files import contents, rows, write
from tests.support.journal.newer import NEWER, migrate

FRAMES = 3
"""Frames of one entry: two pages, and one of them again to fill a block."""
WRITTEN_AT = "1978-11-01T20:00:00+00:00"
ROWS = st.builds(
    CopiedRow,
    st.builds(
        Row,
        st.integers(1, 2**62),
        st.sampled_from(["begin", "play"]),
        st.text(max_size=2 * BLOCK),
        st.just(WRITTEN_AT),
    ),
    st.sampled_from(["", "0badcafe"]),
)


def copied(number: int, text: str = "f3", before: str = "") -> CopiedRow:
    return CopiedRow(Row(number, "play", text, WRITTEN_AT), before)


def killed(journal: Journal, *without: str) -> Path:
    """What is left of an open journal by a kill; some files beside it are lost."""
    place = journal.path.with_name("killed")
    place.mkdir()
    for each in journal.path.parent.glob(f"{journal.path.name}*"):
        if each.name.removeprefix(journal.path.name) not in without:
            shutil.copyfile(each, place / each.name)
    return place / journal.path.name


def texts(path: Path) -> list[str]:
    return [row[2] for row in rows(path)]


def spoil(path: Path, *blocks: int, with_: bytes = b"x") -> None:
    """Overwrite blocks of the copy."""
    copy = bytearray(copy_of(path).read_bytes())
    for block in blocks:
        copy[block * BLOCK : (block + 1) * BLOCK] = with_ * BLOCK
    copy_of(path).write_bytes(copy)


def flip_in_first_frame(path: Path) -> None:
    log = bytearray(log_bytes(path))
    log[HEADER + FRAME // 2] ^= 1
    log_of(path).write_bytes(log)


@contextmanager
def put_back(folder: Path) -> Iterator[None]:
    """Put all files back afterwards, as they were."""
    before = contents(folder)
    yield
    for name, data in before.items():
        (folder / name).write_bytes(data)


def without_last(path: Path, entries: int) -> None:
    """Lose the frames of the last entries, as a card does."""
    log = path.with_name(f"{path.name}-wal")
    log.write_bytes(log.read_bytes()[: -entries * FRAMES * FRAME])


# The file


@given(st.lists(ROWS, max_size=4, unique_by=lambda each: each.row.id))
def test_what_is_written_is_read(entries: list[CopiedRow]) -> None:
    data = b"".join(written(each) for each in entries)
    assert len(data) % BLOCK == 0
    assert read(data + bytes(BLOCK)) == Copied(tuple(sorted(entries)), 0)


@given(st.binary(max_size=2 * BLOCK))
def test_whatever_is_there_is_read_or_counted(data: bytes) -> None:
    right = written(copied(7))
    found = read(right + data)
    assert found.rows[:1] == (copied(7),)
    assert found.unreadable == sum(any(data[at : at + BLOCK]) for at in range(0, len(data), BLOCK))


def test_of_two_entries_with_one_number_neither_counts() -> None:
    data = written(copied(7)) + written(copied(7, "f5")) + written(copied(8)) + written(copied(8))
    assert read(data) == Copied((copied(8),), 0)


def test_a_length_beyond_the_end_is_no_entry() -> None:
    whole = written(copied(7, "f3" * BLOCK))
    assert read(whole[:-BLOCK]).rows == ()


# What it costs, and when it ends


def test_an_entry_is_in_both_places_before_it_is_confirmed(journal: Journal, path: Path) -> None:
    write(journal, f"begin {SETUP}", "play f5")
    assert [each.row.text for each in read_file(path).rows] == [SETUP, "f5"]
    assert copy_of(path).stat().st_size == BLOCK * BLOCKS


def test_after_a_fold_the_blocks_are_used_again(journal: Journal, path: Path) -> None:
    write(journal, "begin {}", *["play f5"] * (BLOCKS + 4))
    assert copy_of(path).stat().st_size == BLOCK * BLOCKS
    assert max(each.row.id for each in read_file(path).rows) == BLOCKS + 5
    assert log_bytes(path)
    journal.fold()
    assert not log_bytes(path)
    write(journal, "play f7")
    assert [each.row.id for each in read_file(path).rows if each.row.text == "f7"] == [BLOCKS + 6]


def test_a_stop_leaves_the_journal_and_its_seal_alone_in_the_folder(
    journal: Journal, path: Path
) -> None:
    write(journal, "begin {}", "play f5")
    journal.close()
    assert sorted(each.name for each in path.parent.iterdir()) == [path.name, path.name + SEAL]


# The next start


def test_one_entry_that_only_the_copy_has_is_put_back_without_a_word(journal: Journal) -> None:
    """The power failed between the two writes: nobody was told of it, and it may count."""
    write(journal, f"begin {SETUP}", "play f5", "play f7")
    path = killed(journal)
    without_last(path, 1)
    assert kept_games(path)[0].entries[-1].text == "f7"
    open_journal(path).close()
    assert texts(path) == [SETUP, "f5", "f7"]
    assert DamageNote(path).read() is None


@pytest.mark.parametrize("lost", ["-wal", "frames"])
def test_confirmed_entries_that_the_log_has_lost_are_put_back_and_told(
    journal: Journal, lost: str, caplog: pytest.LogCaptureFixture
) -> None:
    write(journal, f"begin {SETUP}", "play f5")
    journal.fold()
    write(journal, "play f7", "play f4", "undo", "load 1")
    path = killed(journal)
    if lost == "frames":
        without_last(path, 2)
    else:
        path.with_name(f"{path.name}-wal").unlink()
    for refuses in (kept_games, lambda path: look_at(path, keep=True), Journal):
        with put_back(path.parent), pytest.raises(JournalCutShort, match="but entry 6 was written"):
            refuses(path)
    assert "but entry 6 was written" in str(journal_fault(path))
    checked = CliRunner().invoke(commands, ["check", "--data", str(path.parent)])
    assert checked.exit_code == 1
    assert "but entry 6 was written" in checked.output
    open_journal(path).close()
    assert texts(path) == [SETUP, "f5", "f7", "f4", "", "1"]
    assert "Nothing is missing" in caplog.text
    assert DamageNote(path).read() == Rescued("journal.damaged-1.sqlite", 3, 1, lost=0)
    assert path.with_name("journal.damaged-1.sqlite-confirmed").exists()


def test_what_neither_has_is_told(journal: Journal, caplog: pytest.LogCaptureFixture) -> None:
    write(journal, f"begin {SETUP}", "play f5")
    journal.fold()
    write(journal, "play f7", "play f4", "play f3")
    path = killed(journal)
    path.with_name(f"{path.name}-wal").unlink()
    spoil(path, 1)
    open_journal(path).close()
    assert texts(path) == [SETUP, "f5", "f7"]
    assert DamageNote(path).read() == Rescued("journal.damaged-1.sqlite", 2, 1, lost=2)
    assert "Lost at the end: 2 of them, or more" in caplog.text


def test_the_copy_of_another_journal_is_not_mixed_in(journal: Journal, path: Path) -> None:
    write(journal, "begin {}", "play f5", "play f7")
    copy = copy_of(killed(journal)).read_bytes()
    journal.close()
    path.unlink()
    other = Journal(path)
    write(other, "begin {}", "play f3")
    other.close()
    copy_of(path).write_bytes(copy)
    with pytest.raises(JournalCutShort):
        Journal(path)
    copy_of(path).write_bytes(copy)
    open_journal(path).close()
    assert [row[2] for row in rows(path)] == ["{}", "f3"]
    assert DamageNote(path).read() == Rescued("journal.damaged-1.sqlite", 1, 1, lost=1)


def test_the_copy_of_an_older_state_changes_nothing(journal: Journal, path: Path) -> None:
    """Its deletion was not durable, or an older release has played on."""
    write(journal, "begin {}", "play f5")
    copy = copy_of(path).read_bytes()
    write(journal, "play f7", "play f4")
    journal.close()
    before = rows(path)
    copy_of(path).write_bytes(copy)
    Journal(path).close()
    assert rows(path) == before
    assert not copy_of(path).exists()


def test_one_block_that_cannot_be_read_is_told_in_the_log(
    journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    """A cut leaves one, of an entry that was not confirmed."""
    caplog.set_level("INFO")
    write(journal, "begin {}", "play f5", "play f7")
    path = killed(journal)
    spoil(path, 1)
    open_journal(path).close()
    assert "journal.sqlite-confirmed that cannot be read: 1" in caplog.text
    assert texts(path) == ["{}", "f5", "f7"]
    assert DamageNote(path).read() is None


def test_of_more_blocks_that_cannot_be_read_it_is_told_that_entries_may_be_missing(
    journal: Journal,
) -> None:
    write(journal, "begin {}", "play f5", "play f7")
    path = killed(journal)
    spoil(path, 1, 2)
    assert "-confirmed, with the last entries" in str(journal_fault(path))
    open_journal(path).close()
    assert texts(path) == ["{}", "f5", "f7"]
    assert DamageNote(path).read() == Rescued("journal.damaged-1.sqlite", 2, 1)


@pytest.mark.parametrize("spoiled", ["unreadable", "blank"])
def test_an_entry_that_is_damaged_in_both_files_is_told(journal: Journal, spoiled: str) -> None:
    write(journal, f"begin {SETUP}", "play f5", "play f7")
    path = killed(journal)
    log = log_bytes(path)
    log_of(path).write_bytes(log[: 24 - FRAMES * FRAME] + b"x" * (FRAMES * FRAME - 24))
    spoil(path, 2, with_=b"x" if spoiled == "unreadable" else b"\0")
    for refuses in (kept_games, lambda path: look_at(path, keep=True), Journal):
        with put_back(path.parent), pytest.raises(JournalDamaged, match="goes on after entry 2"):
            refuses(path)
    assert "goes on after entry 2" in str(journal_fault(path))
    open_journal(path).close()
    assert texts(path) == [SETUP, "f5"]
    assert DamageNote(path).read() == Rescued("journal.damaged-1.sqlite", 1, 1)


def test_a_log_without_a_copy_that_goes_on_after_damage_is_told(journal: Journal) -> None:
    """It is of an earlier release; what the later frames have is recovered."""
    write(journal, f"begin {SETUP}", "play f5", "play f7")
    path = killed(journal, "-confirmed")
    flip_in_first_frame(path)
    with put_back(path.parent), pytest.raises(JournalDamaged, match="goes on after entry 0"):
        Journal(path)
    open_journal(path).close()
    assert texts(path) == [SETUP, "f5", "f7"]
    assert DamageNote(path).read() == Rescued("journal.damaged-1.sqlite", 2, 1)


def test_a_log_cut_in_its_first_transaction_is_no_damage(journal: Journal) -> None:
    path = killed(journal)
    flip_in_first_frame(path)
    open_journal(path).close()
    assert not rows(path)
    assert DamageNote(path).read() is None


def test_a_copy_that_cannot_be_read_stops_the_start(path: Path) -> None:
    Journal(path).close()
    copy_of(path).mkdir()
    with pytest.raises(JournalError, match="-confirmed cannot be read"):
        Journal(path)
    with pytest.raises(JournalError, match="-confirmed cannot be read"):
        kept_games(path)


def test_the_way_back_from_a_newer_version_takes_the_copy_along(path: Path) -> None:
    journal = Journal(path, lambda: WRITTEN_AT)
    write(journal, f"begin {SETUP}", "play f5")
    first = rows_of(journal)
    write(journal, "play f7", "play f4", "play f3")
    copy = copy_of(killed(journal)).read_bytes()
    journal.close()
    alter_to(path, first)
    copy_of(path).write_bytes(copy)
    spoil(path, 3, with_=b"\0")
    kept = path.with_name(f"journal.format-{NEWER}-1.sqlite")
    assert adopt(path) == Adopted(kept, None, entries=3, left_out=0)
    assert [row[2] for row in rows(path)] == [SETUP, "f5", "f7"]
    assert DamageNote(path).read() == Rescued(kept.name, 2, 1, lost=2)


def alter_to(path: Path, entries: list[Row]) -> None:
    path.unlink()
    journal = Journal(path, lambda: entries[0][3])
    for _, kind, text, _ in entries:
        write(journal, f"{kind} {text}")
    journal.close()
    migrate(path)


# What is refused


class Failing(BlockFile):
    """A file that does not take what it is given."""

    fails = False

    def sync(self) -> None:
        if Failing.fails:
            raise OSError(5, "Input/output error")
        super().sync()


def test_what_the_copy_refuses_has_not_happened(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(path, open_copy=Failing)
    write(journal, "begin {}")
    monkeypatch.setattr(Failing, "fails", True)
    with pytest.raises(JournalUnwritable, match=r"-confirmed \(Input/output error\)"):
        write(journal, "play f3")
    assert read_file(path).rows[-1].row.id == 1
    monkeypatch.setattr(Failing, "fails", False)
    write(journal, "play f5")
    journal.close()
    assert [row[2] for row in rows(path)] == ["{}", "f5"]


def test_a_copy_that_cannot_be_made_leaves_nothing_behind(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(path, open_copy=Failing)
    monkeypatch.setattr(Failing, "fails", True)
    with pytest.raises(JournalUnwritable):
        write(journal, "begin {}")
    assert not copy_of(path).exists()
    monkeypatch.setattr(Failing, "fails", False)
    write(journal, "begin {}")
    journal.close()


def rows_of(journal: Journal) -> list[Row]:
    """The entries that the copy of an open journal has."""
    return [each.row for each in read_file(journal.path).rows]
