"""The command that tells a recorded game; and that there are all about records."""

import datetime
import random
import re
from pathlib import Path

import click
import pytest
from click import Context
from click.testing import CliRunner

from controller.cli import cli
from controller.game.history import Game
from controller.game.records import record_of, write
from tests.support.records.asking import COMMANDS, hareboard
from tests.support.records.games import HARES, SHORT, changed, play
from tests.support.rules.random_play import begin, choose, homeward
from web.commands.main import main


def test_the_whole_command_has_all_about_records() -> None:
    assert callable(main)
    context = Context(cli)
    assert {name: cli.get_command(context, name) for name in COMMANDS} == COMMANDS


TRACK = (
    "START HCH3CHF24LT3CHTF24T3CL2THC432THFCH23TCHC2LT34H2FCTH324CTLHCFCHC HOME\n"
    "      1       10        20        30        40        50        60\n"
)


def test_a_name_in_a_record_does_not_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(SHORT.replace("red Ann", 'red "A\\u001b[2Jn"'), "utf-8")
    result = hareboard("replay", tmp_path / "game.txt")
    assert result.exit_code == 0
    assert "A\N{REPLACEMENT CHARACTER}[2Jn (red)" in result.output
    assert "\x1b" not in result.output


def test_a_file_that_is_too_large_is_not_read_to_its_end(tmp_path: Path) -> None:
    with (tmp_path / "game.txt").open("wb") as file:
        file.truncate(1 << 40)  # takes no room
    result = hareboard("replay", tmp_path / "game.txt")
    assert result.exit_code == 1
    assert "is no record of a game: it is larger than 1024 KiB." in result.output


def test_what_was_found_is_shown_in_short(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("[" * 200_000, "ascii")
    result = hareboard("replay", tmp_path / "game.txt")
    assert result.exit_code == 1
    assert "expected" in result.output
    assert len(result.output) < 600


def test_house_rules_are_told_as_they_are_written(tmp_path: Path) -> None:
    rules = "open_hands: true\npatch_total: null"
    record = SHORT.replace("hare: off", f"hare: off\n{rules}")
    (tmp_path / "game.txt").write_text(record, "utf-8")
    result = hareboard("replay", tmp_path / "game.txt")
    assert "House rules: hare off, patch_total null, open_hands true\n" in result.output


def test_replay_draws_the_track_after_each_move(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(SHORT, "utf-8")
    result = hareboard("replay", tmp_path / "game.txt")
    assert result.exit_code == 0
    assert result.output == (
        "parlett-2018: Ann (red), Ben (yellow) and Cem (green)\n"
        "House rules: hare off\n"
        "Runners: 1 red (Ann), 2 yellow (Ben), 3 green (Cem)\n"
        "Squares: H hare, C carrot, L lettuce, T tortoise, F flag, 2 3 4 numbers\n"
        "\n"
        f"  123\n{TRACK}"
        "\n"
        "   1. Ben: f5\n"
        "      Ben moved to square 5 for 15 carrots.\n"
        "      Carrots: Ann 65, Ben 50, Cem 65\n"
        f"   13 ----2\n{TRACK}"
        "\n"
        "   2. Cem: f4\n"
        "      Cem moved to square 4 for 10 carrots.\n"
        "      Carrots: Ann 65, Ben 50, Cem 55\n"
        f"    1 ---32\n{TRACK}"
        "\n"
        "   3. Ann: f10\n"
        "      Ann moved to square 10 for 55 carrots.\n"
        "      Carrots: Ann 10, Ben 50, Cem 55\n"
        f"      ---32----1\n{TRACK}"
        "\n"
        "The record ends here, with Ben to go on.\n"
    )


def test_a_deal_is_told_without_a_track(tmp_path: Path) -> None:
    game = play(begin(3, {}), random.Random(1), homeward, 2)
    path = tmp_path / "game.txt"
    path.write_text(write(record_of(game)), "utf-8")
    told = hareboard("replay", path).output
    before, _, moved = told.partition("The hare cards were shuffled.")
    assert [part.count("START") for part in (before, moved)] == [1, 1]


def in_a_terminal(path: Path, **environ: str) -> str:
    asked = CliRunner(env={"COLUMNS": "80", **environ}).invoke(
        cli, ["replay", str(path)], color=True
    )
    assert asked.exit_code == 0
    return asked.output


def test_in_a_terminal_runners_have_their_colours_unless_nobody_wants_them(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(SHORT, "utf-8")
    plain = hareboard("replay", path).output
    coloured = in_a_terminal(path, NO_COLOR="")
    assert click.style("2", bg="bright_yellow", fg="black", bold=True) in coloured
    assert click.unstyle(coloured) == plain
    assert in_a_terminal(path, NO_COLOR="1") == plain


def test_replay_tells_a_game_move_by_move_without_the_track(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(SHORT, "utf-8")
    result = hareboard("replay", "--no-track", tmp_path / "game.txt")
    assert result.exit_code == 0
    assert result.output == (
        "parlett-2018: Ann (red), Ben (yellow) and Cem (green)\n"
        "House rules: hare off\n"
        "\n"
        "   1. Ben: f5\n"
        "      Ben moved to square 5 for 15 carrots.\n"
        "      Carrots: Ann 65, Ben 50, Cem 65\n"
        "\n"
        "   2. Cem: f4\n"
        "      Cem moved to square 4 for 10 carrots.\n"
        "      Carrots: Ann 65, Ben 50, Cem 55\n"
        "\n"
        "   3. Ann: f10\n"
        "      Ann moved to square 10 for 55 carrots.\n"
        "      Carrots: Ann 10, Ben 50, Cem 55\n"
        "\n"
        "The record ends here, with Ben to go on.\n"
    )


@pytest.mark.parametrize("hare", HARES)
@pytest.mark.parametrize("seats", [2, 4])
def test_replay_has_words_for_every_game_and_ends_with_the_order(
    hare: str, seats: int, tmp_path: Path
) -> None:
    options = {"hare": hare, "patch_total": seats * 150, "finish": "first-home"}
    game = play(begin(seats, options), random.Random(1), homeward, 600)
    path = tmp_path / "game.txt"
    path.write_text(write(record_of(game)), "utf-8")
    result = hareboard("replay", path)
    assert result.exit_code == 0, result.output
    numbers = [int(each) for each in re.findall(r"^ *(\d+)\. ", result.output, re.M)]
    assert numbers == list(range(1, len(game.plies) + 1))
    last = result.output.splitlines()[-1]
    assert last.startswith("Final order: 1st " if game.state.ranking else "The record ends here")


def test_step_waits_for_enter_between_the_moves(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(SHORT, "utf-8")
    whole = hareboard("replay", tmp_path / "game.txt").output
    for typed in ("\n\n\n", ""):
        stepped = hareboard("replay", "--step", tmp_path / "game.txt", typed=typed)
        assert (stepped.exit_code, stepped.stdout) == (0, whole)


def test_replay_says_when_a_game_was_begun_and_from_where(tmp_path: Path) -> None:
    game = Game(begin(3, {}))
    first = record_of(game, date=datetime.date(2026, 5, 17))
    path = tmp_path / "game.txt"
    path.write_text(write(first), "utf-8")
    told = hareboard("replay", path).output.splitlines()
    assert told[:2] == [
        "parlett-2018: Red (red), Yellow (yellow) and Green (green)",
        "Begun on 2026-05-17",
    ]
    game = game.push(choose(game.state, random.Random(1), homeward))
    path.write_text(write(record_of(Game(game.state))), "utf-8")
    told = hareboard("replay", path).output.splitlines()
    assert told[1].startswith("From the position ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (changed("3. f10", "3. f11"), ", line 10, column 4: action 3 is not legal: f11: Square"),
        (changed("red", "rde"), ", line 2, column 9: found “rde”, expected one of red, yellow"),
        ("", ", line 1, column 1: found no edition"),
    ],
)
def test_replay_says_what_is_wrong_and_nothing_else(
    text: str, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(text, "utf-8")
    result = hareboard("replay", path)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith(f"Error: {path}{sentence}")
    assert result.stderr.count("\n") == 1


def test_replay_says_what_it_cannot_read(tmp_path: Path) -> None:
    result = hareboard("replay", tmp_path / "none.txt")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "No such file" in result.stderr
    (tmp_path / "picture").write_bytes(b"\xff\xd8\xff")
    result = hareboard("replay", tmp_path / "picture")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "not UTF-8 text" in result.stderr
