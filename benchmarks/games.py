"""A board with as many games as it keeps: how soon it starts, and lists the last ones."""

import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from benchmarks.figures import Figure, Figures, milliseconds
from controller.game.chance import draw_chance, draws_chance
from controller.game.journal.files.file_format import JOURNAL_FILE, checksum
from controller.game.journal.journal import MOST_GAMES, Journal
from controller.game.journal.saved_game import SavedGame, save
from controller.game.rules import legal
from tests.power.evening import SETUP
from tests.support.end_to_end.program import Program, simulation
from tests.support.rules.random_play import homeward

STARTS: Final = 5
SEED: Final = 64


def measure() -> Figures:
    """Starts with the entries of one game repeated; the first start has no seal and no rows."""
    with tempfile.TemporaryDirectory() as name:
        entries = fill(Path(name) / JOURNAL_FILE, MOST_GAMES)
        note = f"{MOST_GAMES} games, {entries} entries"
        starts = [_start(Path(name)) for _ in range(STARTS + 1)]
    first_page_s, first_list_s, _ = starts[0]
    yield Figure("first page, with nothing but the journal", milliseconds(first_page_s), note)
    yield Figure("/api/games, with nothing but the journal", milliseconds(first_list_s))
    for what, times_s in (
        ("process started to first page answered", [each[0] for each in starts[1:]]),
        ("/api/games, first time after a start", [each[1] for each in starts[1:]]),
        ("/api/games, second time", [each[2] for each in starts[1:]]),
    ):
        slowest = f"median of {STARTS}, slowest {milliseconds(max(times_s))}"
        yield Figure(what, milliseconds(statistics.median(times_s)), slowest)


def fill(path: Path, games: int) -> int:
    """Make a journal of one game, and repeat its entries; return their number."""
    journal = Journal(path)
    saved, rng = save(journal, SavedGame().begin(SETUP)), random.Random(SEED)
    while (state := saved.state) is not None and state.prompt != "over":
        chance = draws_chance(state, SETUP)
        action = draw_chance(state, rng) if chance else homeward(state, legal(state), rng)
        saved = save(journal, saved.play(str(action)))
    journal.close()
    with closing(sqlite3.connect(path)) as db:
        query = "SELECT kind, text, written_at FROM entry ORDER BY id"
        rows = db.execute(query).fetchall() * (games - 1)
        db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", _numbered(rows, saved.version))
        db.commit()
    return saved.version * games


def _numbered(rows: list[tuple[str, str, str]], after: int) -> Iterator[tuple[int | str, ...]]:
    for number, (kind, text, at) in enumerate(rows, after + 1):
        yield number, kind, text, at, checksum(number, kind.encode(), text.encode(), at.encode())


def _start(folder: Path) -> tuple[float, float, float]:
    """Start the program; return the time to the first page and of two lists, in seconds."""
    started_s = time.perf_counter()
    program = simulation(folder)
    try:
        program.wait_until_ready()
        with program.stream("/board") as page:
            assert b"</html>" in page.read()
        return time.perf_counter() - started_s, _list_s(program), _list_s(program)
    finally:
        program.close()


def _list_s(program: Program) -> float:
    started_s = time.perf_counter()
    assert len(program.get("/api/games")["games"]) == 100
    return time.perf_counter() - started_s
