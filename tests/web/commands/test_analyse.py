"""The command that analyses a record."""

from pathlib import Path

import msgspec

from controller.game.advice.analysis import Analysis
from controller.game.history import Game
from controller.game.records import record_of, write
from controller.game.records.form import RecordSeat
from tests.support.records.asking import hareboard
from tests.support.rules.positions import position

SEATS = (RecordSeat(("red",), "Ann"), RecordSeat(("blue",), "Ben"), RecordSeat(("green",), "Cem"))


def missed_win(folder: Path, played: str = "draw") -> Path:
    """Ann could go HOME, stays on her carrot square instead or goes back, and Ben goes HOME."""
    start = position([61, 63, 20], carrots=[11, 2, 65], lettuces=0)
    file = folder / "game.txt"
    file.write_text(write(record_of(Game(start).replay([played, "f64"]), SEATS)), "utf-8")
    return file


def test_it_tells_chances_turning_points_and_carrots(tmp_path: Path) -> None:
    result = hareboard("analyse", missed_win(tmp_path))
    assert result.exit_code == 0, result.output
    lines = [line.rstrip() for line in result.output.splitlines()]
    assert lines[0] == "parlett-2018: Ann (red), Ben (blue) and Cem (green)"
    heads = lines.index("Chances to win, in %, after so many actions") + 1
    assert lines[heads].split() == ["Ann", "Ben", "Cem"]
    assert [line.split()[0] for line in lines[heads + 1 : heads + 4]] == ["0", "1", "2"]
    assert lines[heads + 3].split()[1:] == ["0", "100", "0"]
    assert "   1. Ann drew 10 carrots." in lines
    assert any(line.startswith("      Better: HOME. Chance to win 100 %") for line in lines)
    assert "        HOME in 1st place, with 5 carrots left." in lines
    carrots = lines.index("Carrots earned and spent") + 1
    assert [line.split() for line in lines[carrots : carrots + 3]] == [
        ["Ann", "Ben", "Cem"],
        ["Moves", "0", "-1", "0"],
        ["Carrot", "squares", "+10", "0", "0"],
    ]


def test_what_spoke_for_the_action_that_was_played_is_told_too(tmp_path: Path) -> None:
    result = hareboard("analyse", missed_win(tmp_path, "b"))
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    at = lines.index("      As played:")
    assert lines[at + 1] == "        Going back draws 50 carrots."


def test_of_the_best_action_that_turned_the_race_nothing_better_is_told(tmp_path: Path) -> None:
    start = position([45, 40, 43], carrots=[3, 40, 40], lettuces=1, cards="restore")
    file = tmp_path / "game.txt"
    file.write_text(write(record_of(Game(start).replay(["f46"]), SEATS)), "utf-8")
    result = hareboard("analyse", file)
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[lines.index("What turned the race") + 1].startswith("   1. Ann moved to square 46")
    assert "Better:" not in result.output


def test_programs_read_it_as_json(tmp_path: Path) -> None:
    result = hareboard("analyse", missed_win(tmp_path), "--json")
    found = msgspec.json.decode(result.output, type=Analysis)
    assert [point.action for point in found.turning_points][:1] == ["draw"]
    assert found.accounts[1].spent == {"moves": 1}


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("hello", "utf-8")
    result = hareboard("analyse", tmp_path / "game.txt")
    assert result.exit_code == 1
    assert "game.txt, line 1, column 1: found “hello”" in result.output
