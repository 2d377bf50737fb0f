"""Rows of the list of games, kept in a file."""

from pathlib import Path

import pytest

from controller.table.past_games import LISTED, GameSummary
from controller.table.summaries import At, Summaries
from tests.support.disk import no_room_in


def row(game: int) -> GameSummary:
    return GameSummary(game, "2026-11-24", "parlett-2018", ("Ann", "Ben"), "over", "Ann", 9, False)


def test_the_newest_games_stay_whatever_order_they_come_in(tmp_path: Path) -> None:
    file = tmp_path / "summaries.json"
    games = range(1, LISTED + 6)
    for game in reversed(games):
        Summaries(file).add({At(game, game + 1, "c0"): row(game)})
    kept = sorted(at.game for at in Summaries(file).known())
    assert kept == list(games[-LISTED:])


def test_a_row_of_later_entries_takes_the_place_of_the_earlier(tmp_path: Path) -> None:
    summaries = Summaries(tmp_path / "summaries.json")
    summaries.add({At(1, 5, "c0"): row(1)})
    summaries.add({At(1, 9, "c1"): row(1), At(1, 7, "c2"): row(1)})
    assert list(summaries.known()) == [At(1, 9, "c1")]


def test_a_full_disk_is_told_and_the_rows_stay_in_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "summaries.json"
    summaries = Summaries(file)
    with no_room_in(tmp_path):
        summaries.add({At(1, 5, "c0"): row(1)})
    assert list(summaries.known()) == [At(1, 5, "c0")]
    (record,) = caplog.records
    trouble = record.args[1] if isinstance(record.args, tuple) else None
    assert isinstance(trouble, OSError)
    assert record.getMessage() == (
        f"{file} cannot be written ({trouble}): the list of games takes longer after the next "
        "start. Is the folder there, writable, and the disk not full?"
    )
