"""Sessions of a table, opened on their own: without a board, on a clock that is set by hand."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from controller.game.journal.files.background_check import BackgroundCheck
from controller.game.journal.journal import Journal
from controller.game.rules import legal
from controller.table.commands import (
    Play,
)
from controller.table.session import Session
from hardware.clock import ManualClock
from tests.support.rules.random_play import homeward
from tests.support.table.states import TAGS

BEGUN = "1978-11-01T20:00:00+00:00"
START_S = 100.0


class Opened:
    """Opens sessions over one folder, one after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = ManualClock(START_S)
        self.date = BEGUN
        self.sessions: list[Session] = []

    @property
    def journal(self) -> Path:
        return self.folder / "journal.sqlite"

    def __call__(
        self, check_later: Callable[[Path], BackgroundCheck] | None = None, **how: Any
    ) -> Session:
        self.close()
        journal = Journal(self.journal, lambda: self.date, check_later=check_later)
        how = {"tags": TAGS, "chance": random.Random(1), **how}
        self.sessions.append(Session(journal, clock=self.clock, **how))
        return self.sessions[-1]

    def close(self) -> None:
        for session in self.sessions:
            session.close()
        self.sessions.clear()


def version(session: Session) -> int:
    return session.snapshot.version


def play(session: Session, *actions: str) -> None:
    for action in actions:
        state = session.table.position
        assert state is not None
        assert state.to_act is not None
        session.carry_out(Play(state.to_act, action, version(session)))


def play_to_the_end(session: Session) -> None:
    chance = random.Random(6)
    while (state := session.table.position) is not None and state.prompt != "over":
        play(session, str(homeward(state, legal(state), chance)))
