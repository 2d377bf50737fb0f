"""A journal keeps so many games and no more, drops the oldest when it is opened, and says so."""

from pathlib import Path

import pytest

from controller.game.journal.journal import Journal
from controller.game.journal.kept_games import kept_games


def reopened(path: Path, most: int) -> Journal:
    return Journal(path, most_games=most)


def write_games(path: Path, count: int) -> None:
    journal = Journal(path)
    for _ in range(count):
        journal.append("begin", "{}")
        journal.append("play", "f3")
    journal.close()


def numbers(path: Path) -> list[int]:
    return [kept.number for kept in kept_games(path)]


def test_the_oldest_games_are_dropped_when_there_are_too_many(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    write_games(path, 5)
    reopened(path, 5).close()
    assert numbers(path) == [1, 3, 5, 7, 9]
    journal = reopened(path, 3)
    assert journal.version == 10, "the version of the game on the table is what it was"
    assert [each[:2] for each in journal.newest(10)] == [(9, 10), (7, 8), (5, 6)]
    assert journal.append("play", "f4") == 11
    journal.close()
    assert numbers(path) == [5, 7, 9]


def test_the_game_on_the_table_is_never_dropped_however_old(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    write_games(path, 4)
    journal = Journal(path)
    journal.append("load", "1")
    journal.append("play", "f5")
    journal.close()
    journal = reopened(path, 2)
    assert [each.text for each in journal.current_game()] == ["{}", "f3", "1", "f5"]
    journal.close()
    assert numbers(path) == [1, 5, 7]


def test_a_dropped_game_takes_all_its_parts_with_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    write_games(path, 2)
    journal = Journal(path)
    journal.append("load", "1")
    journal.append("begin", "{}")
    journal.close()
    reopened(path, 2).close()
    assert numbers(path) == [3, 6]


@pytest.mark.long
def test_the_file_does_not_grow_once_the_games_are_as_many_as_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    sizes = []
    for _ in range(12):
        write_games(path, 100)
        reopened(path, 100).close()
        sizes.append(path.stat().st_size)
    assert max(sizes[4:]) == sizes[4]
