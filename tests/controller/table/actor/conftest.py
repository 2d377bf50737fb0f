"""Services over a journal in a folder."""

import random
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest

from controller.bootstrap import JOURNAL_FILE, simulated_pieces, tags_of
from controller.config import Settings
from controller.game.journal.journal import Journal
from controller.game.setup import Setup
from controller.light.preferences import Preferences
from controller.table.actor import GameActor
from controller.table.commands import Begin
from controller.table.session import Session
from hardware.clock import MonotonicClock
from tests.support.service.serving import SEATS, OpenService


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def open_service(folder: Path) -> Iterator[OpenService]:
    """Makes services over the journal in the folder, and stops them after the test."""
    opened: list[GameActor] = []

    def make(
        chance: random.Random | None = None,
        settings: Settings | None = None,
        attend: Callable[[Collection[int]], None] | None = None,
    ) -> GameActor:
        clock = MonotonicClock()

        def open_session() -> Session:
            journal = Journal(folder / JOURNAL_FILE)
            tags = tags_of(simulated_pieces())
            return Session(
                journal,
                tags,
                clock,
                chance or random.Random(64),
                settings,
                preferences=Preferences(folder / "preferences.json"),
            )

        opened.append(GameActor(open_session, clock, attend))
        return opened[-1]

    yield make
    for service in opened:
        service.stop()


@pytest.fixture
def service(open_service: OpenService) -> GameActor:
    """A service with a game of Ann, Ben and Cem, Ann to move."""
    service = open_service()
    service.start()
    service.submit(Begin(Setup(SEATS)))
    return service
