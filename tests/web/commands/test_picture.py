"""The command that draws the race of a record."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from controller.game.records import record_of, write
from controller.game.records.form import RecordSeat
from tests.support.records.asking import hareboard
from tests.support.records.games import SHORT
from tests.support.records.stories import NAMES, drawn_texts, raced, seats


@pytest.fixture
def race(tmp_path: Path) -> Path:
    """A record of a race that Zebulonia wins with the red runner."""
    players = seats(NAMES[:3])
    record = record_of(raced(players, 3), [RecordSeat(each.colours, each.name) for each in players])
    (tmp_path / "game.txt").write_text(write(record), "utf-8")
    return tmp_path / "game.txt"


def drawn(*arguments: str | Path) -> tuple[str, str]:
    """The picture, and its title."""
    result = hareboard("picture", *arguments)
    assert result.exit_code == 0, result.output
    title = ET.fromstring(result.stdout_bytes).find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    return result.output, str(title.text)


def test_it_draws_a_record_without_names(race: Path) -> None:
    picture, title = drawn(race)
    assert title == "Red has won the race"
    assert not any(name in drawn_texts(picture) for name in NAMES)


def test_it_draws_it_with_names_and_in_another_language(race: Path) -> None:
    picture, title = drawn(race, "--names", "--language", "it")
    assert title == "Zebulonia ha vinto la corsa"
    assert all(f">{name}</" in picture for name in NAMES[:3])


def test_opponents_have_the_names_of_the_language(race: Path) -> None:
    text = race.read_text("utf-8").replace("first:", "opponent 1: sprinter\nfirst:")
    race.write_text(text.replace(NAMES[1], "Squirrel"), "utf-8")
    picture, _ = drawn(race, "--names", "--language", "de")
    assert ">Eichhörnchen</" in picture
    assert "Squirrel" not in picture


def test_a_race_that_is_not_over_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(SHORT, "utf-8")
    result = hareboard("picture", tmp_path / "game.txt")
    assert result.exit_code == 1
    assert "game.txt: This game isn't over yet, so there is no picture of it." in result.output


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("hello", "utf-8")
    result = hareboard("picture", tmp_path / "game.txt")
    assert result.exit_code == 1
    assert "game.txt, line 1, column 1: found “hello”" in result.output
