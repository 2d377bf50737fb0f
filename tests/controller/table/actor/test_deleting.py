"""A person is deleted while somebody asks for lists of races."""

import threading
from collections.abc import Collection, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from controller.game.journal.journal import Journal
from controller.game.pieces import COLOURS, Player, key_of
from controller.game.setup import Setup
from controller.game.statistics import BOOK_FILE, Book, RaceAt, RaceOutcome, results
from controller.table.actor import GameActor
from controller.table.commands import Begin, SetAside
from controller.table.past_games import GameList
from controller.table.session import Session
from hardware.clock import ManualClock
from tests.support.table.opened import Opened, play_to_the_end
from tests.support.waiting import PATIENCE_S
from web.access.phones import PHONES_FILE, Phones

NAME = "Zebulonia"
OVERTAKES_S = 1.0
"""Within this time a deletion would overtake a list that does not hold it up."""


class SlowBook(Book):
    """A book that takes its time before it keeps what was read."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.reached, self.goes_on = threading.Event(), threading.Event()

    def keep(self, results: Mapping[RaceAt, RaceOutcome | None], races: Collection[RaceAt]) -> None:
        self.reached.set()
        self.goes_on.wait(PATIENCE_S)
        super().keep(results, races)


def setup_of(*names: str) -> Setup:
    seats = zip(names, COLOURS, strict=False)
    return Setup(tuple(Player(name, (colour,)) for name, colour in seats))


def begin(session: Session) -> None:
    session.carry_out(Begin(setup_of(NAME, "Ben", "Cem")))


@pytest.mark.long
def test_what_was_read_before_does_not_bring_a_name_back(tmp_path: Path) -> None:
    opened = Opened(tmp_path)
    session = opened()
    begin(session)
    play_to_the_end(session)
    opened.close()
    book = SlowBook(tmp_path / BOOK_FILE)
    actor = GameActor(lambda: opened(book=book), opened.clock, book=book)
    actor.start()
    asking = threading.Thread(target=actor.statistics)
    deleting = threading.Thread(target=actor.delete_person, args=(NAME, "A player", lambda: None))
    try:
        asking.start()
        assert book.reached.wait(PATIENCE_S)
        deleting.start()
        deleting.join(OVERTAKES_S)
        book.goes_on.set()
        asking.join(PATIENCE_S)
        deleting.join(PATIENCE_S)
        assert {each["name"] for each in results(book)} == {"A player", "Ben", "Cem"}
    finally:
        actor.stop()


def set_aside(opened: Opened) -> None:
    """A race was begun and set aside."""
    session = opened()
    begin(session)
    session.carry_out(SetAside(session.snapshot.version))
    opened.close()


def names_in(games: GameList) -> list[tuple[str, ...]]:
    return [row.players for row in games.rows]


def test_lists_and_statistics_answer_as_before_while_a_person_is_deleted(tmp_path: Path) -> None:
    opened, book = Opened(tmp_path), Book(tmp_path / BOOK_FILE)
    set_aside(opened)
    actor = GameActor(lambda: opened(book=book), opened.clock, book=book)
    answers: list[tuple[GameList, tuple[Book, int]]] = []

    def ask() -> None:
        answers.append((actor.games(), actor.statistics()))

    def leave_seats() -> None:
        if len(answers) == 1:
            asking = threading.Thread(target=ask)
            asking.start()
            asking.join(PATIENCE_S)

    actor.start()
    try:
        ask()
        actor.delete_person(NAME, "A player", leave_seats)
        before, meanwhile = answers
        assert meanwhile == before
        actor.submit(SetAside(actor.submit(Begin(setup_of("Ann", "Ben", "Cem")))))
        ask()
        after = [("Ann", "Ben", "Cem"), ("A player", "Ben", "Cem")]
        assert names_in(answers[-1][0]) == after
    finally:
        actor.stop()
    with closing(Journal(opened.journal)) as journal:
        assert book.missing([RaceAt(*at) for at in journal.newest(9)]) == []
    book.close()


def test_a_list_that_was_never_made_waits_until_the_name_is_gone(tmp_path: Path) -> None:
    opened, book = Opened(tmp_path), Book()
    set_aside(opened)
    actor = GameActor(lambda: opened(book=book), opened.clock, book=book)
    statistics: list[tuple[Book, int]] = []
    games: list[GameList] = []
    is_told = threading.Event()

    def ask() -> None:
        statistics.append(actor.statistics())
        is_told.set()
        games.append(actor.games())

    asking = threading.Thread(target=ask)

    def leave_seats() -> None:
        if not is_told.is_set():
            asking.start()
            is_told.wait(PATIENCE_S)

    actor.start()
    try:
        actor.delete_person(NAME, "A player", leave_seats)
        asking.join(PATIENCE_S)
        assert statistics == [(book, 0)]
        assert [names_in(each) for each in games] == [[("A player", "Ben", "Cem")]]
    finally:
        actor.stop()


def test_a_seat_that_was_taken_again_meanwhile_is_left_again(tmp_path: Path) -> None:
    opened, phones = Opened(tmp_path), Phones(tmp_path / PHONES_FILE, ManualClock())
    set_aside(opened)
    actor = GameActor(opened, opened.clock)
    phones.take(None, NAME)
    left: list[str | None] = []

    def leave_seats() -> None:
        phones.forget(key_of(NAME))
        left.append(phones.holder(NAME))
        if len(left) == 1:
            phones.take(None, NAME)  # a tap: the view still has the name

    actor.start()
    try:
        actor.delete_person(NAME, "A player", leave_seats)
        assert left == [None, None]
        assert NAME.lower() not in (tmp_path / PHONES_FILE).read_text()
    finally:
        actor.stop()


def test_a_long_deletion_shows_that_the_thread_is_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.game.journal.deleted_people.STEPS", 10)
    opened = Opened(tmp_path)
    set_aside(opened)
    actor = GameActor(opened, opened.clock)
    actor.start()
    try:
        turns = actor.turns
        actor.delete_person(NAME, "A player", lambda: None)
        assert actor.turns > turns + 10
    finally:
        actor.stop()
