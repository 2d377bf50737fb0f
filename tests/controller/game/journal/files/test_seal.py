"""A start checks only what has changed since the journal was last folded, and misses no damage."""

import random
from pathlib import Path
from typing import Any

import pytest

from controller.game.journal.files import file_format
from controller.game.journal.files.seal import SEAL
from controller.game.journal.journal import Journal, JournalDamaged
from tests.support.journal.files import alter, rows, write

GAMES = 30
ENTRIES = 3 * GAMES


@pytest.fixture
def sealed(path: Path) -> Path:
    """A journal of some games that was closed."""
    journal = Journal(path)
    for _ in range(GAMES):
        write(journal, "begin {}", "play f5", "play f7")
    journal.close()
    return path


@pytest.mark.parametrize("spoilt", [b"\xff", b'{"\xff": 1, "last": 5}', b"[" * 100_000])
def test_a_seal_that_cannot_be_read_does_not_stop_a_start(sealed: Path, spoilt: bytes) -> None:
    before = rows(sealed)
    sealed.with_name(sealed.name + SEAL).write_bytes(spoilt)
    Journal(sealed).close()
    assert rows(sealed) == before


def kill(journal: Journal) -> Path:
    """What is left of an open journal by a kill."""
    place = journal.path.with_name("killed")
    place.mkdir()
    for each in journal.path.parent.glob(f"{journal.path.name}*"):
        (place / each.name).write_bytes(each.read_bytes())
    return place / journal.path.name


class Checks(list[int]):
    """Numbers of the entries whose checksum was computed."""

    def checksum(self, number: int, *rest: Any) -> str:
        self.append(number)
        return CHECKSUM(number, *rest)


CHECKSUM = file_format.checksum


@pytest.fixture
def checks(sealed: Path, monkeypatch: pytest.MonkeyPatch) -> Checks:
    found = Checks()
    monkeypatch.setattr(file_format, "checksum", found.checksum)
    return found


def test_a_journal_that_was_closed_is_not_checked_entry_by_entry(
    sealed: Path, checks: Checks
) -> None:
    Journal(sealed).close()
    assert checks == []
    sealed.with_name(sealed.name + SEAL).unlink()
    journal = Journal(sealed)
    assert checks == [*range(1, ENTRIES + 1)]
    checks.clear()
    killed = kill(journal)
    journal.close()
    Journal(killed).close()
    assert checks == []


@pytest.mark.parametrize("folded", [True, False])
def test_after_a_kill_only_entries_since_the_fold_are_checked(
    sealed: Path, checks: Checks, *, folded: bool
) -> None:
    journal = Journal(sealed)
    write(journal, "begin {}", *["play f3"] * 200)
    journal.fold()
    write(journal, "play f4")
    if folded:
        journal.fold()
    killed = kill(journal)
    journal.close()
    checks.clear()
    again = Journal(killed)
    last = again.version
    again.close()
    assert checks == ([] if folded else [last])


def test_whichever_bit_has_changed_all_is_checked(sealed: Path, checks: Checks) -> None:
    whole = sealed.read_bytes()
    rng = random.Random(64)
    at = whole.index(b"f7")
    for place in (at, *(rng.randrange(len(whole)) for _ in range(20))):
        changed = bytearray(whole)
        changed[place] ^= 1 << rng.randrange(8)
        sealed.write_bytes(changed)
        checks.clear()
        try:
            Journal(sealed).close()
            damaged = False
        except JournalDamaged:
            damaged = True
        assert damaged or len(checks) == ENTRIES
        if place == at:
            assert damaged


@pytest.mark.parametrize("content", [b"", b"{}", b'{"pages":"","last":90}', b"\xff" * 58])
def test_a_seal_that_cannot_be_read_or_is_of_another_journal_is_no_matter(
    sealed: Path, checks: Checks, content: bytes
) -> None:
    sealed.with_name(sealed.name + SEAL).write_bytes(content)
    Journal(sealed).close()
    assert len(checks) == ENTRIES


def test_what_another_program_has_changed_is_checked(sealed: Path, checks: Checks) -> None:
    alter(sealed, "UPDATE entry SET text = 'f9' WHERE id = 5")
    with pytest.raises(JournalDamaged, match="entry 5 is not as it was written"):
        Journal(sealed)


def test_a_seal_that_cannot_be_written_is_told_and_no_matter(
    sealed: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place = sealed.with_name(sealed.name + SEAL)
    place.unlink()
    place.mkdir()
    journal = Journal(sealed)
    write(journal, "begin {}")
    journal.close()
    assert "-checked cannot be written (Is a directory): the next start" in caplog.text


def test_a_journal_that_has_shrunk_is_sealed_as_it_is(sealed: Path, checks: Checks) -> None:
    journal = Journal(sealed, most_games=2)
    journal.close()
    alter(sealed, "VACUUM")
    Journal(sealed).close()
    checks.clear()
    Journal(sealed).close()
    assert checks == []
