"""Statistics and lists asked of the actor: races that they lack are replayed, some at a time."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import msgspec
import pytest

from controller.game.journal.files.seal import Seal
from controller.game.journal.journal import Journal
from controller.game.setup import Setup
from controller.game.statistics import Book, RaceAt, RaceOutcome, results
from controller.refusal import Refusal
from controller.table.actor import GameActor
from controller.table.commands import Begin
from tests.support.journal.files import alter
from tests.support.service.serving import SEATS
from tests.support.table.opened import Opened, play_to_the_end

RACE = Setup(SEATS[:2], options={"runners": 1})


class Noting(Book):
    """A book that notes which races it was given, in order, and how many there were by then."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[tuple[list[int], int]] = []

    def keep(self, results: Mapping[RaceAt, RaceOutcome | None], races: Collection[RaceAt]) -> None:
        self.noted.append(([at.game for at in results], len(races)))
        super().keep(results, races)


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    return Opened(tmp_path)


@pytest.fixture
def book() -> Noting:
    return Noting()


@pytest.fixture
def actor(opened: Opened, book: Noting) -> Iterator[GameActor]:
    """A table over the journal in the folder; not started yet."""
    actor = GameActor(lambda: opened(book=book), opened.clock, book=book)
    yield actor
    actor.stop()


def abandoned(opened: Opened, races: int) -> list[int]:
    """Leave so many races of three entries in the journal; return their numbers."""
    journal = Journal(opened.journal)
    setup = msgspec.json.encode(RACE).decode()
    for _ in range(races):
        journal.append("begin", setup)
        journal.append("pause")
        journal.append("abandon")
    journal.close()
    return [1 + 3 * race for race in range(races)]


@pytest.mark.parametrize(
    ("most", "parts"),
    [(1, [1, 1, 1, 1, 1, 0]), (4, [2, 2, 1, 0]), (6, [2, 2, 1, 0]), (15, [5, 0]), (99, [5, 0])],
)
def test_races_are_replayed_in_parts_those_that_ended_first_first(
    opened: Opened,
    actor: GameActor,
    book: Noting,
    monkeypatch: pytest.MonkeyPatch,
    most: int,
    parts: list[int],
) -> None:
    numbers = abandoned(opened, 5)
    monkeypatch.setattr("controller.table.actor.REPLAYED", most)
    actor.start()
    left = []
    for _ in parts:
        asked, unread = actor.statistics()
        assert asked is book
        left.append(unread)
    assert left == [5 - sum(parts[: at + 1]) for at in range(len(parts))]
    assert [len(games) for games, _ in book.noted] == parts
    assert [game for games, _ in book.noted for game in games] == numbers
    assert {races for _, races in book.noted} == {5}


@pytest.mark.parametrize(("most", "left"), [(3, [4, 3, 2, 1, 0]), (4, [3, 1, 0]), (15, [0, 0])])
def test_rows_of_the_list_are_replayed_in_parts_the_newest_first(
    opened: Opened, actor: GameActor, monkeypatch: pytest.MonkeyPatch, most: int, left: list[int]
) -> None:
    numbers = abandoned(opened, 5)
    monkeypatch.setattr("controller.table.actor.REPLAYED", most)
    actor.start()
    for unread in left:
        games = actor.games()
        assert games.unread == unread
        assert [row.game for row in games.rows] == numbers[::-1][: 5 - unread]


def test_a_race_that_was_played_to_its_end_is_in_the_statistics(
    opened: Opened, actor: GameActor, book: Noting
) -> None:
    session = opened()
    session.carry_out(Begin(RACE))
    play_to_the_end(session)
    opened.close()
    actor.start()
    assert actor.statistics() == (book, 0)
    assert [each["name"] for each in results(book)] == ["Ann", "Ben"]


def test_a_game_that_cannot_be_read_is_left_out_of_the_list_and_the_statistics(
    opened: Opened, actor: GameActor, book: Noting, caplog: pytest.LogCaptureFixture
) -> None:
    session = opened()
    for _ in range(3):
        session.carry_out(Begin(RACE))
        play_to_the_end(session)
    last = session.table.saved.version
    third, second, first = (at.game for at in session.newest(3))
    opened.close()
    alter(opened.journal, f"UPDATE entry SET text = 'f3' WHERE id = {second + 1}")
    Seal(opened.journal).fold(b"", last)  # as if it had changed since it was opened
    actor.start()
    for _ in range(2):
        games = actor.games()
        assert ([row.game for row in games.rows], games.unread) == ([third, first], 0)
        assert actor.statistics() == (book, 0)
        assert {each["game"] for each in results(book)} == {first, third}
    with pytest.raises(Refusal) as refused:
        actor.story(second)
    assert refused.value.code == "not-readable"
    assert len(caplog.messages) == 1, "the log says it once"


def test_without_a_book_results_are_kept_in_memory_until_it_stops(opened: Opened) -> None:
    abandoned(opened, 1)
    actor = GameActor(opened, opened.clock)
    actor.start()
    book, left = actor.statistics()
    again, _ = actor.statistics()
    assert (book is again, left) == (True, 0)
    actor.stop()
    assert len(book.missing([RaceAt(1, 3, "")])) == 1
