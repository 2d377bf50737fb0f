"""Rows of the list of games, kept in a file."""

from pathlib import Path

import msgspec
import pytest

from controller.json_data import BadJson
from controller.table.past_games import LISTED, GameSummary
from controller.table.summaries import VERSION, At, Summaries
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


def test_rows_of_another_version_are_made_anew_and_nobody_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file, at = tmp_path / "summaries.json", At(1, 5, "c0")
    Summaries(file).add({at: row(1), At(2, 7, "c1"): None})
    assert dict(Summaries(file).known()) == {at: row(1), At(2, 7, "c1"): None}
    text = file.read_text("utf-8")
    file.write_text(text.replace(f'"version":{VERSION}', f'"version":{VERSION + 1}'), "utf-8")
    assert dict(Summaries(file).known()) == {}
    assert caplog.text == ""


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 1, "rows": 5}', "\x00\xff"])
def test_rows_that_cannot_be_read_are_made_anew(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "summaries.json"
    file.write_text(text, "latin-1")
    assert dict(Summaries(file).known()) == {}
    (record,) = caplog.records
    trouble = record.args[1] if isinstance(record.args, tuple) else None
    assert isinstance(trouble, BadJson)
    assert record.getMessage() == f"{file} cannot be read ({trouble}): it is made anew."


def test_the_row_of_a_game_under_way_is_not_kept(tmp_path: Path) -> None:
    file, at = tmp_path / "summaries.json", At(1, 5, "c0")
    playing = msgspec.structs.replace(row(1), state="playing")
    summaries = Summaries(file)
    summaries.add({at: playing})
    assert (dict(summaries.known()), file.exists()) == ({at: playing}, False)


def test_rows_that_are_there_already_are_not_written_again(tmp_path: Path) -> None:
    file, at = tmp_path / "summaries.json", At(1, 5, "c0")
    summaries = Summaries(file)
    summaries.add({at: row(1)})
    file.unlink()
    summaries.add({at: row(1)})
    assert not file.exists()


def test_without_a_file_rows_are_known_all_the_same() -> None:
    summaries = Summaries()
    summaries.add({At(1, 5, "c0"): row(1)})
    assert dict(summaries.known()) == {At(1, 5, "c0"): row(1)}
