"""A stand-in takes the place of a person in the set-ups of a journal."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from controller.game.journal.deleted_people import delete_from_journal, without_person
from controller.game.journal.files.file_format import (
    JournalBusy,
    JournalDamaged,
    JournalUnwritable,
    Row,
)
from controller.game.journal.journal import Journal
from controller.game.journal.repair import open_journal, write_journal
from controller.game.pieces import COLOURS, Player, key_of
from controller.game.setup import Setup, start_game
from controller.json_data import from_json
from tests.support.disk import no_room_in

AT = "1978-11-01T20:00:00+00:00"
GAMES = 40
"""Their entries fill more than the two pages for which there is room."""


def setup_of(*names: str) -> Setup:
    seats = zip(names, COLOURS, strict=False)
    return Setup(tuple(Player(name, (colour,)) for name, colour in seats))


def written(setup: Setup) -> str:
    return msgspec.json.encode(setup).decode()


@pytest.mark.parametrize(
    ("names", "after"),
    [
        (("Ann  Lee", "Ben", "Ann Lee"), ["A player", "Ben", "A player 2"]),
        (
            ("Ann\N{NO-BREAK SPACE}Lee", "a player 2", "ANN LEE"),
            ["A player", "a player 2", "A player 3"],
        ),
    ],
)
def test_who_sat_twice_in_a_race_of_an_earlier_version_leaves_a_race_that_can_be_replayed(
    names: tuple[str, ...], after: list[str]
) -> None:
    text = without_person(written(setup_of(*names)), key_of("Ann Lee"), "A player")
    setup = from_json(text, Setup)
    assert [each.name for each in setup.seats] == after
    start_game(setup)  # does not refuse it


@pytest.mark.parametrize("name", ["Zoë", "WEISS", "🐢 Jürgen 🐇", "x" * 24, "  Ann   Lee "])
def test_names_of_any_kind_are_found_by_their_keys(name: str) -> None:
    text = written(setup_of(name, "Ben"))
    for other in (name, name.upper(), name.lower(), f" {name}\t"):
        assert name not in without_person(text, key_of(other), "A player")


def test_a_disk_that_fills_up_half_way_keeps_the_room_that_was_left(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    texts = [written(setup_of("Ann", "Ben"))] * GAMES
    with closing(Journal(path)) as journal:
        for text in texts:
            journal.append("begin", text)
    before = {each.name for each in tmp_path.iterdir()}
    with no_room_in(tmp_path), pytest.raises(JournalUnwritable):
        delete_from_journal(path, key_of("Ann"), "A player")
    assert {each.name for each in tmp_path.iterdir()} == before
    with closing(open_journal(path)) as journal:
        assert [*journal.setups()] == texts


def test_no_board_opens_the_games_while_they_are_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    rows = (Row(n, "begin", written(setup_of("Ann", "Ben")), AT) for n in range(1, 4000))
    write_journal(path, rows)
    opened: list[str] = []

    def start_a_board() -> None:
        if opened:
            return
        try:
            with closing(Journal(path)):
                opened.append("opened")
        except JournalBusy:
            opened.append("busy")

    delete_from_journal(path, key_of("Ann"), "A player", start_a_board)
    assert opened == ["busy"]


def test_games_in_use_are_left_alone_and_it_says_so(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path)) as journal:
        journal.append("begin", written(setup_of("Ann", "Ben")))
        with pytest.raises(JournalBusy, match="Another hareboard is using"):
            delete_from_journal(path, key_of("Ann"), "A player")
        assert "Ann" in next(journal.setups())
        journal.append("aside")


def test_without_games_there_is_nobody_to_delete(tmp_path: Path) -> None:
    delete_from_journal(tmp_path / "journal.sqlite", key_of("Ann"), "A player")
    assert [*tmp_path.iterdir()] == []


def test_a_set_up_that_was_changed_is_damage_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Journal(path)) as journal:
        journal.append("begin", written(setup_of("Ann", "Ben")))
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE entry SET text = replace(text, 'Ben', 'Bob')")
    before = path.read_bytes()
    with pytest.raises(JournalDamaged, match="not as it was written"):
        delete_from_journal(path, key_of("Ann"), "A player")
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["no JSON", "", "[1, 2]", '{"seats": "Ann"}'])
def test_what_is_no_set_up_has_nobody_in_it(text: str) -> None:
    assert without_person(text, key_of("Ann"), "A player") == text
