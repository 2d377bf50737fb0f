from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.game.journal.journal import Journal
from tests.support.journal.files import OpenJournal


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
