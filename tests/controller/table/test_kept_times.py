"""Times of games, kept in a file that is in nobody's way."""

import logging
from pathlib import Path

import pytest

from controller.json_data import BadJson
from controller.table.kept_times import MOST_GAMES, KeptTimes, TimesFile
from tests.support.disk import no_room_in

USED = KeptTimes(
    {"2026-11-22T10:00:00": (0.0, 12.5), "2026-11-23T10:00:00": (1.0, 2.0, 3.0)},
    {"2026-11-23T10:00:00": 5.0},
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "reserves.json"


def test_before_anybody_uses_a_reserve_there_is_no_file_and_no_complaint(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert TimesFile(file).read() == KeptTimes()
    assert not file.exists()
    assert caplog.text == ""


def test_what_was_used_is_found_again(file: Path) -> None:
    TimesFile(file).keep(USED)
    assert TimesFile(file).read() == USED
    assert [path.name for path in file.parent.iterdir()] == [file.name], "nothing lies about"


def test_the_newest_games_are_kept(file: Path) -> None:
    games = [f"2026-11-23T10:{minute:02}" for minute in range(MOST_GAMES + 3)]
    TimesFile(file).keep(KeptTimes(dict.fromkeys(games, (1.0, 0.0)), dict.fromkeys(games, 5.0)))
    kept = TimesFile(file).read()
    assert sorted(kept.used_s) == sorted(kept.paces_s) == games[3:]


def test_an_old_game_that_goes_on_is_kept_before_newer_ones(file: Path) -> None:
    old, *newer = games = [f"2026-11-23T10:{minute:02}" for minute in range(MOST_GAMES + 1)]
    times = KeptTimes(dict.fromkeys(games, (1.0, 0.0)), dict.fromkeys(games, 5.0))
    TimesFile(file).keep(times.with_used(old, (9.0, 0.0)).with_pace(old, 3.0))
    kept = TimesFile(file).read()
    assert (kept.used_s[old], kept.paces_s[old]) == ((9.0, 0.0), 3.0)
    assert sorted(kept.used_s) == sorted(kept.paces_s) == [old, *newer[1:]]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"paces_s": {"x": 61}}',
        '{"used_s": {"x": ["1"]}}',
        '{"used_s": {"1": 5}}',
        "\x00\xff",
    ],
)
def test_after_damage_the_reserves_are_whole_and_the_log_says_so(
    file: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    file.write_text(text, "latin-1")
    with caplog.at_level(logging.WARNING):
        assert TimesFile(file).read() == KeptTimes()
    (record,) = caplog.records
    trouble = record.args[1] if isinstance(record.args, tuple) else None
    assert isinstance(trouble, BadJson)
    assert record.getMessage() == (
        f"{file} cannot be read ({trouble}): the reserves of the clock are whole again."
    )
    TimesFile(file).keep(USED)
    assert TimesFile(file).read() == USED


def test_a_full_disk_leaves_what_was_kept_before(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = KeptTimes({"2026-11-22T10:00:00": (5.0, 0.0)})
    TimesFile(file).keep(before)
    with no_room_in(file.parent):
        TimesFile(file).keep(USED)
    assert TimesFile(file).read() == before
    (record,) = caplog.records
    trouble = record.args[1] if isinstance(record.args, tuple) else None
    assert isinstance(trouble, OSError)
    assert record.getMessage() == (
        f"{file} cannot be written ({trouble}): after the next start the reserves of the clock "
        "are whole again. Is the folder there, writable, and the disk not full?"
    )
