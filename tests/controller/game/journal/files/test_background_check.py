"""A journal of an earlier version is in use at once, and is checked meanwhile: nothing is lost."""

import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from controller.game.journal.damage import DamageNote
from controller.game.journal.files.background_check import BackgroundCheck
from controller.game.journal.files.seal import SEAL, Seal
from controller.game.journal.journal import Journal, JournalDamaged
from controller.game.journal.repair import open_journal
from tests.support.journal.files import alter, rows, write
from tests.support.waiting import until

GAMES = 12


class HeldCheck(BackgroundCheck):
    """A check that goes on once it is let."""

    def __init__(self, path: Path) -> None:
        self.let_go = threading.Event()
        self.begun = threading.Event()
        super().__init__(path)

    def _look(self) -> None:
        self.begun.set()
        self.let_go.wait()
        super()._look()

    def stop(self) -> None:
        self.let_go.set()
        super().stop()


@pytest.fixture
def unsealed(path: Path) -> Path:
    """A journal of many games, as an earlier version left it."""
    journal = Journal(path)
    for _ in range(GAMES):
        write(journal, "begin {}", "play f5", "play f7")
    journal.close()
    seal_of(path).unlink()
    return path


def seal_of(path: Path) -> Path:
    return path.with_name(path.name + SEAL)


def damage_entry(path: Path, number: int) -> None:
    """Change an entry, which nothing but its checksum tells."""
    alter(
        path, f"UPDATE entry SET written_at = '1974' || substr(written_at, 5) WHERE id = {number}"
    )


def opened(path: Path) -> tuple[Journal, HeldCheck]:
    """Open a journal whose check waits."""
    checks: list[HeldCheck] = []

    def begin(each: Path) -> HeldCheck:
        checks.append(HeldCheck(each))
        return checks[-1]

    journal = open_journal(path, begin)
    (check,) = checks
    return journal, check


def finish(journal: Journal, check: HeldCheck) -> None:
    check.let_go.set()
    until(lambda: check.is_over, "the check is over")
    assert not journal.is_being_checked()


def test_it_is_in_use_before_it_is_checked_and_sealed_afterwards(unsealed: Path) -> None:
    before, still = rows(unsealed), unsealed.read_bytes()
    journal, check = opened(unsealed)
    write(journal, "begin {}", "play f3")
    assert journal.is_being_checked()
    assert unsealed.read_bytes() == still
    assert not seal_of(unsealed).exists()
    finish(journal, check)
    assert Seal(unsealed).checked() == before[-1][0]
    journal.close()
    assert rows(unsealed)[: len(before)] == before
    assert len(rows(unsealed)) == len(before) + 2
    assert Seal(unsealed).checked() == len(before) + 2


def test_a_journal_without_a_game_is_in_use_before_it_is_checked_too(path: Path) -> None:
    journal = Journal(path)
    write(journal, "aside")
    journal.close()
    seal_of(path).unlink()
    again, check = opened(path)
    assert again.is_being_checked()
    assert again.current_game() == ()
    finish(again, check)
    again.close()
    assert Seal(path).checked() == 1


def test_damage_is_told_and_what_was_written_meanwhile_goes_on(unsealed: Path) -> None:
    before = rows(unsealed)
    damage_entry(unsealed, 5)
    journal, check = opened(unsealed)
    write(journal, "begin {}", "play f3")
    check.let_go.set()
    until(lambda: check.is_over, "the check is over")
    with pytest.raises(JournalDamaged, match="entry 5 is not as it was written"):
        journal.is_being_checked()
    journal.close()
    open_journal(unsealed, BackgroundCheck).close()
    rescued = DamageNote(unsealed).read()
    assert rescued is not None
    kept = rows(unsealed)
    assert [row[1:3] for row in kept[-2:]] == [("begin", "{}"), ("play", "f3")]
    assert [row for row in before if row[0] not in (5, 6)] == kept[:-2]


def test_a_plug_pulled_meanwhile_loses_nothing(unsealed: Path, tmp_path: Path) -> None:
    before = rows(unsealed)
    journal, check = opened(unsealed)
    write(journal, "begin {}", "play f3")
    check.begun.wait()
    killed = tmp_path / "killed"
    killed.mkdir()
    for each in unsealed.parent.glob(f"{unsealed.name}*"):
        shutil.copyfile(each, killed / each.name)
    finish(journal, check)
    journal.close()
    again = open_journal(killed / unsealed.name, HeldCheck)
    assert not again.is_being_checked(), "with a log beside it, it is checked first"
    again.close()
    assert rows(killed / unsealed.name)[: len(before)] == before
    assert len(rows(killed / unsealed.name)) == len(before) + 2


def test_after_a_kill_before_anything_was_written_it_is_in_use_at_once_again(
    unsealed: Path, tmp_path: Path
) -> None:
    journal, check = opened(unsealed)
    killed = tmp_path / "killed"
    killed.mkdir()
    for each in unsealed.parent.glob(f"{unsealed.name}*"):
        shutil.copyfile(each, killed / each.name)
    assert (killed / f"{unsealed.name}-wal").exists()
    check.stop()
    journal.close()
    again, check = opened(killed / unsealed.name)
    finish(again, check)
    again.close()


def test_a_stop_meanwhile_is_quick_and_leaves_the_check_to_the_next_start(unsealed: Path) -> None:
    journal, check = opened(unsealed)
    write(journal, "begin {}")
    journal.close()
    assert check.is_over
    assert not seal_of(unsealed).exists()
    journal, check = opened(unsealed)
    finish(journal, check)
    assert journal.version == 3 * GAMES + 1
    journal.close()


@pytest.mark.long
def test_a_full_copy_waits_for_the_check_before_the_log_is_folded(unsealed: Path) -> None:
    journal, check = opened(unsealed)
    letting = threading.Timer(0.0, check.let_go.set)
    write(journal, "begin {}")
    letting.start()
    write(journal, *["play f3"] * 130)
    assert check.is_over
    letting.join()
    assert not journal.is_being_checked()
    journal.close()
    assert len(rows(unsealed)) == 3 * GAMES + 131


def test_another_program_is_kept_out_after_the_check_as_before(unsealed: Path) -> None:
    journal, check = opened(unsealed)
    finish(journal, check)
    script = (
        "import sqlite3, sys; db = sqlite3.connect(sys.argv[1], timeout=0)\n"
        "try: db.execute('BEGIN IMMEDIATE')\n"
        "except sqlite3.OperationalError as error: print(error)"
    )
    command = [sys.executable, "-c", script, str(unsealed)]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert told.stdout == "database is locked\n"
    journal.close()


def test_a_damaged_game_that_goes_on_is_found_before_it_is_shown(unsealed: Path) -> None:
    damage_entry(unsealed, 3 * GAMES - 1)
    with pytest.raises(JournalDamaged):
        Journal(unsealed, check_later=BackgroundCheck)


def test_a_game_that_was_loaded_again_is_checked_first(unsealed: Path) -> None:
    journal = Journal(unsealed)
    write(journal, "load 1", "play f3")
    journal.close()
    seal_of(unsealed).unlink()
    again = Journal(unsealed, check_later=HeldCheck)
    assert not again.is_being_checked()
    again.close()


def test_a_seal_that_does_not_fit_has_everything_checked_first(unsealed: Path) -> None:
    seal_of(unsealed).write_bytes(b"")
    damage_entry(unsealed, 5)
    with pytest.raises(JournalDamaged):
        Journal(unsealed, check_later=BackgroundCheck)


def test_an_entry_that_changed_is_not_read_as_if_it_had_not(unsealed: Path) -> None:
    damage_entry(unsealed, 5)
    journal, check = opened(unsealed)
    with pytest.raises(JournalDamaged, match="entry 5"):
        journal.game(4)
    assert journal.game(7) is not None
    check.stop()
    journal.close()
