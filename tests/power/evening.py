"""Games as the product keeps them, with everything that it asked of the disk."""

import random
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from controller.game.chance import draw_chance, draws_chance
from controller.game.journal.journal import Journal
from controller.game.journal.saved_game import (
    Change,
    earlier_game,
    save,
    saved_game,
)
from controller.game.pieces import Player
from controller.game.rules import State, legal
from controller.game.setup import Setup
from tests.power.vfs import Op, Recorder
from tests.support.rules.random_play import homeward

JOURNAL: Final = "journal.sqlite"
IN_MEMORY: Final = next((str(path) for path in (Path("/dev/shm"),) if path.is_dir()), None)
"""Where folders that are thrown away are quick: what a sync does is known without waiting."""
SETUP: Final = Setup((Player("Ann", ("red",)), Player("Ben", ("blue",)), Player("Cem", ("green",))))


Line = tuple[str, str]
"""Kind and text of an entry of the journal."""


@dataclass(frozen=True)
class Table:
    """What the next start finds on the table."""

    state: State | None
    paused: bool


@dataclass
class Evening:
    """What was asked of the disk, and what was confirmed when.

    Attributes:
        files: what was on the disk at first.
        lines: the entries, those that were there at first among them.
        tables: the table after so many entries.
        begun: how many operations there had been when each entry was asked for.
        confirmed: and when it was confirmed.
        ops: everything that was asked of the disk.
    """

    files: Mapping[str, bytes]
    lines: list[Line] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    begun: list[int] = field(default_factory=list)
    confirmed: list[int] = field(default_factory=list)
    ops: list[Op] = field(default_factory=list)


class _Company:
    """Three people who play, change their minds, pause, put away and begin anew."""

    def __init__(self, path: Path, evening: Evening, recorder: Recorder, seed: int) -> None:
        self._path = path
        self._evening = evening
        self._recorder = recorder
        self._rng = random.Random(seed)
        self._open()
        if not evening.tables:
            self._note_table()

    def play(self, games: int) -> None:
        """Play so many games to their end, and begin one more."""
        for number in range(games):
            self._begin()
            while self._state().prompt != "over":
                self._do_something()
            self._journal.fold()
            if number in (0, games - 2):  # in between it runs on until its log is full
                self._stop_and_start()
        self._begin()

    def close(self) -> None:
        """Stop as the program stops."""
        self._journal.close()

    def _open(self) -> None:
        self._journal = Journal(
            self._path,
            lambda: "1978-11-01T20:00:00+00:00",
            open_copy=self._recorder.copy_file,
        )
        self._saved = saved_game(self._journal)

    def _stop_and_start(self) -> None:
        self._journal.close()
        self._open()

    def _state(self) -> State:
        assert self._saved.state is not None
        return self._saved.state

    def _begin(self) -> None:
        self._do(self._saved.begin(SETUP))

    def _do_something(self) -> None:
        state, rng = self._state(), self._rng
        dice = rng.random()
        if draws_chance(state, SETUP):
            self._play(str(draw_chance(state, rng)))
        elif dice < 0.03:
            for paused in (True, False):
                self._pause(paused=paused)
        elif dice < 0.06 and self._saved.taken_back_by() is not None:
            self._do(self._saved.undo())
        elif dice < 0.07:
            number = self._saved.number
            self._do(self._saved.set_aside())
            self._do(self._saved.load(number, *earlier_game(self._journal, number)))
        elif dice < 0.08:
            self._do(self._saved.mend(state))
        else:
            self._play(str(homeward(state, legal(state), rng)))

    def _play(self, text: str) -> None:
        self._do(self._saved.play(text))

    def _pause(self, *, paused: bool) -> None:
        self._do(self._saved.pause(paused=paused))

    def _do(self, change: Change) -> None:
        evening, recorder = self._evening, self._recorder
        evening.lines.append((change.kind, change.text))
        evening.begun.append(len(recorder.ops))
        self._saved = save(self._journal, change)
        evening.confirmed.append(len(recorder.ops))
        self._note_table()

    def _note_table(self) -> None:
        self._evening.tables.append(Table(self._saved.state, self._saved.paused))


def spend_evening(games: int, seed: int) -> Evening:
    """Play so many games from an empty folder, and begin one more."""
    evening, recorder = Evening({}), Recorder()
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder, recorder.recording():
        company = _Company(Path(folder) / JOURNAL, evening, recorder, seed)
        company.play(games)
        company.close()
    evening.ops = recorder.ops
    return evening


def change_of_format(lines: Sequence[Line], files: Mapping[str, bytes]) -> Evening:
    """A journal of an earlier format is opened, and a game goes on in it.

    Args:
        lines: what is in it.
        files: the files of the journal.
    """
    evening, recorder = Evening(files, list(lines)), Recorder()
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder, recorder.recording():
        for name, data in files.items():
            (Path(folder) / name).write_bytes(data)
        journal = Journal(Path(folder) / JOURNAL, open_copy=recorder.copy_file)
        saved = saved_game(journal)
        journal.close()
        evening.tables = [Table(saved.state, saved.paused)] * (len(lines) + 1)
    evening.begun = evening.confirmed = [0] * len(lines)
    evening.ops = recorder.ops
    return evening
