"""A board with as many games as it keeps: how soon it starts, and lists the last ones."""

import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.figures import Figure, Figures, milliseconds
from controller.bootstrap import parse_simulated, simulated_table
from controller.game.chance import draw_chance, draws_chance
from controller.game.journal.files.file_format import JOURNAL_FILE, checksum
from controller.game.journal.files.seal import SEAL
from controller.game.journal.journal import MOST_GAMES, Journal
from controller.game.journal.saved_game import SavedGame, save
from controller.game.rules import legal
from controller.game.statistics import BOOK_FILE, Book, house, person, results
from controller.table.past_games import LISTED
from tests.power.evening import SETUP
from tests.support.end_to_end.program import Program, simulation
from tests.support.races import some_races
from tests.support.rules.random_play import homeward

STARTS: Final = 5
LOOK_S: Final = 0.1
SEED: Final = 64


def measure() -> Figures:
    """Starts with the entries of one game repeated; the first start has no seal and no rows."""
    with tempfile.TemporaryDirectory() as name:
        entries = fill(Path(name) / JOURNAL_FILE, MOST_GAMES)
        note = f"{MOST_GAMES} games, {entries} entries"
        first = _start(Path(name))
        starts = [_start(Path(name)) for _ in range(STARTS)]
        deleted_s, waited_s = _deletion(Path(name))
    yield Figure("first page, with nothing but the journal", milliseconds(first.page_s), note)
    yield Figure(
        "/api/games, with nothing but the journal",
        milliseconds(first.lists_s[0]),
        f"until all hundred are listed: {milliseconds(sum(first.lists_s))} "
        f"in {len(first.lists_s)} answers",
    )
    for what, times_s in (
        ("process started to first page answered", [each.page_s for each in starts]),
        ("/api/games, first time after a start", [each.lists_s[0] for each in starts]),
    ):
        slowest = f"median of {STARTS}, slowest {milliseconds(max(times_s))}"
        yield Figure(what, milliseconds(statistics.median(times_s)), slowest)
    note = f"{MOST_GAMES} games; lists and statistics meanwhile within {milliseconds(waited_s)}"
    yield Figure("deleting a person from every game", milliseconds(deleted_s), note)
    yield from _statistics()


def _deletion(folder: Path) -> tuple[float, float]:
    """Delete a person; return how long that takes, and the longest wait for lists meanwhile."""
    chance, address = random.Random(SEED), parse_simulated("sim://direct")
    table = simulated_table(folder, chance=chance, address=address)
    table.start()
    actor, waited_s = table.actor, 0.0
    try:
        actor.games()
        actor.statistics()
        with ThreadPoolExecutor(1) as pool:
            started_s = time.perf_counter()
            who = SETUP.seats[0].name
            deleting = pool.submit(actor.delete_person, who, "A player", lambda: None)
            while not deleting.done():
                time.sleep(LOOK_S)
                asked_s = time.perf_counter()
                actor.games()
                actor.statistics()
                waited_s = max(waited_s, time.perf_counter() - asked_s)
            deleting.result()
            return time.perf_counter() - started_s, waited_s
    finally:
        table.stop()


def _statistics() -> Figures:
    """Asks a book of results that nobody ran: reading them from the journal replays every race."""
    races = some_races(MOST_GAMES)
    with tempfile.TemporaryDirectory() as name:
        book = Book(Path(name) / BOOK_FILE)
        started_s = time.perf_counter()
        book.keep(races, races)
        kept_s = time.perf_counter() - started_s
        for what, ask in (
            ("everybody and the records", lambda: house(book)),
            ("one person", lambda: person(book, "Ben")),
            ("every result", lambda: results(book)),
        ):
            times_s = []
            for _ in range(STARTS):
                started_s = time.perf_counter()
                ask()
                times_s.append(time.perf_counter() - started_s)
            note = f"{MOST_GAMES} races; median of {STARTS}, slowest {milliseconds(max(times_s))}"
            yield Figure(f"statistics: {what}", milliseconds(statistics.median(times_s)), note)
        book.close()
    yield Figure("statistics: rating all races anew", milliseconds(kept_s), f"{MOST_GAMES} races")


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
    (path.with_name(path.name + SEAL)).unlink()  # earlier versions had none
    return saved.version * games


def _numbered(rows: list[tuple[str, str, str]], after: int) -> Iterator[tuple[int | str, ...]]:
    for number, (kind, text, at) in enumerate(rows, after + 1):
        yield number, kind, text, at, checksum(number, kind.encode(), text.encode(), at.encode())


class _Started(NamedTuple):
    """Times of a start, in seconds: to the first page, and of the lists until all are in one."""

    page_s: float
    lists_s: list[float]


def _start(folder: Path) -> _Started:
    """Start the program, and list its games."""
    started_s = time.perf_counter()
    program = simulation(folder)
    try:
        program.wait_until_ready()
        with program.stream("/board") as page:
            assert b"</html>" in page.read()
        return _Started(time.perf_counter() - started_s, list(_lists_s(program)))
    finally:
        program.close()


def _lists_s(program: Program) -> Iterator[float]:
    unread = 1
    while unread:
        started_s = time.perf_counter()
        answer = program.get("/api/games")
        yield time.perf_counter() - started_s
        unread = answer["unread"]
        assert len(answer["games"]) + unread == LISTED
