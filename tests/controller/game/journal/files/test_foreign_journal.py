"""Journals whose files are none: nobody waits for them, and no disk is filled by them."""

import os
from contextlib import suppress
from pathlib import Path

import pytest

from controller.game.journal.damage import DamageNote
from controller.game.journal.files.confirmed import read_file
from controller.game.journal.files.file_format import COPY, JournalError, JournalUnwritable
from controller.game.journal.files.log import log_bytes
from controller.game.journal.journal import Journal
from controller.game.journal.kept_games import kept_games
from controller.game.journal.migration import look_at
from tests.controller.game.journal.test_journal_versions import SETUP
from tests.support.journal.files import write


@pytest.mark.parametrize("ending", [COPY, "-wal", ".damaged.json", ""])
def test_nobody_waits_for_who_writes_into_a_fifo(journal: Journal, path: Path, ending: str) -> None:
    write(journal, f"begin {SETUP}", "play f5")
    journal.close()
    file = path.with_name(path.name + ending)
    file.unlink(missing_ok=True)
    os.mkfifo(file)
    for look in (
        lambda: look_at(path, keep=False),
        lambda: kept_games(path),
        lambda: read_file(path),
        lambda: log_bytes(path),
        lambda: DamageNote(path).read(),
    ):
        with suppress(JournalError, OSError):
            look()


def test_a_file_larger_than_the_disk_is_not_copied(journal: Journal, path: Path) -> None:
    write(journal, f"begin {SETUP}", "play f5")
    journal.close()
    os.truncate(path, 1 << 42)
    with pytest.raises(JournalUnwritable, match="No space left on device"):
        look_at(path, keep=False)
