"""Pulls the plug in an evening of games, and looks at what the next start finds."""

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from controller.game.journal.journal import Journal, JournalError
from controller.game.journal.saved_game import saved_game
from tests.power.disk import KINDS, Disk, Files
from tests.power.evening import JOURNAL, Evening, Line, Table


@dataclass(frozen=True)
class Cut:
    """A plug that was pulled.

    Attributes:
        after: how many operations there had been.
        kind: what became of those that were not synced.
        files: what is left.
    """

    after: int
    kind: str
    files: Files


def cuts(evening: Evening, count: int | None, seed: int) -> Iterator[Cut]:
    """Cuts after each operation, every kind of them once; or so many, spread evenly."""
    rng = random.Random(seed)
    places = [(after, kind) for after in range(len(evening.ops) + 1) for kind in KINDS]
    if count is not None and count < len(places):
        step = len(places) / count
        places = [places[int((number + rng.random()) * step)] for number in range(count)]
    disk, done = Disk(evening.files), 0
    for after, kind in places:
        for op in evening.ops[done:after]:
            disk.do(op)
        done = after
        yield Cut(after, kind.__name__, kind(disk, rng))


def fault_after(cut: Cut, evening: Evening, folder: Path) -> str | None:
    """What is wrong with what the next start finds, and the one after it; None if nothing is.

    Args:
        cut: what was left.
        evening: what had been confirmed by then.
        folder: an empty folder to try it in.
    """
    for name, data in cut.files.items():
        (folder / name).write_bytes(data)
    try:
        return _fault(cut, evening, folder / JOURNAL)
    except JournalError as error:
        return f"the journal does not open: {error}"
    finally:
        shutil.rmtree(folder)
        folder.mkdir()


def _fault(cut: Cut, evening: Evening, path: Path) -> str | None:
    confirmed = sum(after <= cut.after for after in evening.confirmed)
    asked = sum(after < cut.after for after in evening.begun)
    journal = Journal(path)
    kept = saved_game(journal)
    version = kept.version
    table = Table(kept.state, kept.paused)
    if version < confirmed:
        return f"entry {confirmed} was confirmed, and the last one is {version}"
    if version > max(asked, confirmed):
        return f"nobody asked for entry {version}"
    if table != evening.tables[version]:
        return f"the table is not as it was after entry {version}"
    number = journal.append("begin", "a game of the next day")
    journal.close()
    if number != version + 1:
        return f"the next entry is {number}"
    lines = _lines(path)
    if lines != [*evening.lines[:version], ("begin", "a game of the next day")]:
        return "the journal has other entries"
    return None


def _lines(path: Path) -> list[Line]:
    with closing(sqlite3.connect(path)) as db:
        if db.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            return []
        return db.execute("SELECT kind, text FROM entry ORDER BY id").fetchall()
