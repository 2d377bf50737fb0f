"""What `hareboard simulate` and `hareboard run` say and do before anything is served."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec import UNSET

import web.commands.run
import web.commands.simulate
from controller.board.examples import example_path
from controller.bootstrap import JOURNAL_FILE, parse_simulated
from controller.game.journal.journal import Journal
from controller.refusal import Refusal
from tests.support.companion import at_board, phones_of
from tests.support.modes import app_of
from tests.support.partners.letters import letters_of
from web.access.address import PageAddress
from web.access.phones import PHONES_FILE
from web.commands.fresh import GAMES, put_aside
from web.commands.game_asked_for import setup_of
from web.commands.run import run_command
from web.commands.simulate import SIMULATED_FILES, simulate_command
from web.modes.modes import BoardContext, make_mode_switch


def simulate(folder: Path, *arguments: str) -> Result:
    given = ["--data", str(folder), "--port", "0", *arguments]
    return CliRunner().invoke(simulate_command, given)


def simulated(board: str, folder: Path) -> Any:
    """A simulated board with its game, which serves nothing."""
    return web.commands.simulate._Simulated(parse_simulated(board), folder, None, None)  # noqa: SLF001 - made by the command


def test_as_many_names_are_given_as_there_are_players(tmp_path: Path) -> None:
    result = simulate(tmp_path, "--players", "3", "--names", "Ann,Ben")
    assert (result.exit_code, result.output) == (1, "Error: --players says 3, --names has 2.\n")


def test_an_opponent_that_there_is_not_is_told_with_the_nearest(tmp_path: Path) -> None:
    result = simulate(tmp_path, "--opponents", "walker,wolker")
    assert result.exit_code == 1
    assert "There is no opponent “wolker”; did you mean “walker”?" in result.output


@pytest.mark.parametrize("asked", [("--players", "1"), ("--names", "Ann")])
def test_who_would_play_alone_is_told_of_opponents(tmp_path: Path, asked: tuple[str, str]) -> None:
    result = simulate(tmp_path, *asked)
    assert result.exit_code == 1
    assert "add --opponents strategist-2,walker." in result.output


def test_one_person_sits_before_the_opponents_unless_told_otherwise() -> None:
    setup = setup_of(None, None, "strategist-2, walker,walker", 0.5)
    assert setup is not None
    assert [(each.name, each.opponent) for each in setup.seats] == [
        ("Ann", UNSET),
        ("Owl", "strategist-2"),
        ("Snail", "walker"),
        ("Snail 2", "walker"),
    ]
    assert setup.pace_s == 0.5
    alone = setup_of(0, None, "walker,sprinter", 2.0)
    assert alone is not None
    assert [each.opponent for each in alone.seats] == ["walker", "sprinter"]
    people = setup_of(2, None, None, 2.0)
    assert people is not None
    assert people.pace_s is UNSET


def test_a_folder_without_games_has_nothing_to_put_aside(tmp_path: Path) -> None:
    (tmp_path / "recipe.txt").touch()
    put_aside(tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["recipe.txt"]


def test_games_are_put_aside_each_time_into_a_folder_of_their_own(tmp_path: Path) -> None:
    for number in (1, 2):
        with closing(Journal(tmp_path / JOURNAL_FILE)):
            pass
        (tmp_path / PHONES_FILE).write_text(f"{number}", "utf-8")
        put_aside(tmp_path, (*GAMES, *SIMULATED_FILES))
        kept = tmp_path / f"kept-{number}"
        assert (kept / JOURNAL_FILE).exists()
        assert (kept / PHONES_FILE).read_text("utf-8") == f"{number}"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["kept-1", "kept-2"]


def test_a_damaged_journal_is_put_aside_too(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_FILE).write_bytes(b"carrots and lettuces\n" * 300)
    put_aside(tmp_path)
    kept = tmp_path / "kept-1" / JOURNAL_FILE
    assert kept.read_bytes() == b"carrots and lettuces\n" * 300


def test_no_game_is_begun_beside_one_that_is_under_way(tmp_path: Path) -> None:
    address, setup = parse_simulated("sim://direct"), setup_of(3, None, None, 2.0)
    for turn in range(2):
        game = web.commands.simulate._Simulated(address, tmp_path, setup, None)  # noqa: SLF001 - made by the command
        if turn == 0:
            game.open_table().stop()
            continue
        with pytest.raises(
            Refusal, match="--names and --opponents to go on with it, or"
        ) as refused:
            game.open_table()
        assert refused.value.code == "game-running"
    assert simulated("sim://direct", tmp_path).open_table().stop() is None, "it goes on"


def test_a_simulated_board_is_accepted_as_a_real_one_is(tmp_path: Path) -> None:
    table = simulated("sim://prototype-2x2", tmp_path).open_acceptance()
    try:
        assert table.run.alive
        assert table.rehearsal is not None
    finally:
        table.stop()


def test_a_program_sits_at_the_table_under_its_own_name() -> None:
    setup = setup_of(None, None, "mine,walker,mine", 2.0, ("mine",))
    assert setup is not None
    assert [(each.name, each.opponent) for each in setup.seats[1:]] == [
        ("mine", "mine"),
        ("Snail", "walker"),
        ("mine 2", "mine"),
    ]


@pytest.mark.parametrize(
    ("terminal", "platform", "variable", "screen"),
    [
        (True, "linux", "DISPLAY", True),
        (True, "linux", "WAYLAND_DISPLAY", True),
        (True, "linux", "TERM", False),
        (True, "darwin", "TERM", True),
        (False, "darwin", "DISPLAY", False),
    ],
)
def test_a_browser_is_opened_where_somebody_looks_at_a_screen(
    monkeypatch: pytest.MonkeyPatch, terminal: object, platform: str, variable: str, screen: object
) -> None:
    for each in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv(variable, ":0")
    with monkeypatch.context() as here:
        here.setattr(sys, "platform", platform)
        here.setattr(sys.stdout, "isatty", lambda: terminal)
        seen = web.commands.simulate._has_screen()  # noqa: SLF001 - what is usual without --open
    assert seen is screen


def test_whoever_runs_an_example_is_told_to_make_it_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(run_command, ["desk-usb"])
    assert result.exit_code == 1
    assert result.output == (
        "Error: desk-usb is an example. Make it yours first: "
        "hareboard board show desk-usb > my-board.toml\n"
    )


def test_of_a_missing_board_file_it_says_which_there_are_and_how_to_begin_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(example_path("prototype-2x2").read_text("utf-8"), "utf-8")
    result = CliRunner().invoke(run_command, ["mime.toml"])
    assert result.exit_code == 1
    assert result.output == (
        "Error: There is no file mime.toml; did you mean “mine.toml”? "
        "Board files in that folder: mine.toml. To begin one: hareboard board show prototype-2x2 "
        "> mime.toml. The examples: hareboard board.\n"
    )


def test_a_board_file_with_mistakes_is_served_only_to_the_patient(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text("name = 5", "utf-8")
    result = CliRunner().invoke(run_command, [str(file)])
    assert result.exit_code == 1
    assert str(file) in result.output
    name, _ = web.commands.run._told(file, patient=True)  # noqa: SLF001 - what --keep-trying does
    assert name == "a board whose file has mistakes"


def test_an_example_is_wired_wrongly_in_a_copy_and_its_workshop_opens(tmp_path: Path) -> None:
    board = simulated("sim://prototype-2x2", tmp_path)
    board.solder(1)
    assert board.file is not None
    assert board.file.parent == tmp_path
    table = board.open_calibration()
    try:
        assert table.actor.alive
    finally:
        table.stop()


def test_a_board_of_wood_has_a_workshop_and_no_simulated_board(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(example_path("desk-usb").read_text("utf-8"), "utf-8")
    wood = web.commands.run._RealBoard(file, tmp_path)  # noqa: SLF001 - made by the command
    phones = phones_of(tmp_path)
    place = PageAddress("127.0.0.1", 8064)
    switch = make_mode_switch(
        BoardContext(
            tmp_path,
            place,
            phones,
            letters_of(tmp_path),
            file,
            True,
            wood.open_table,
            wood.open_calibration,
        )
    )
    try:
        phone = app_of(switch, "workshop").test_client()
        asked = phone.get("/api/workshop").get_json()
        assert [each["square"] for each in asked["squares"]] == [1]
        assert phone.get("/workshop").status_code == 200
        assert phone.get("/board").status_code == 404
        assert phone.get("/api/simulator").get_json()["error"]["code"] == "in-workshop"
    finally:
        switch.close()


def test_mistakes_in_the_copy_of_an_example_close_nothing(tmp_path: Path) -> None:
    board = simulated("sim://prototype-2x2", tmp_path)
    switch = make_mode_switch(
        BoardContext(
            tmp_path,
            PageAddress("127.0.0.1", 8064),
            phones_of(tmp_path),
            letters_of(tmp_path),
            board.file,
            False,
            board.open_table,
            board.open_calibration,
        )
    )
    try:
        switch.enter("workshop")  # makes the copy
        play = at_board(app_of(switch, "play"))
        assert board.file is not None
        board.file.write_text("name = 5", "utf-8")
        answer = play.post("/api/mode", json={"mode": "workshop"})
        assert answer.get_json()["error"]["code"] == "not-there"
        assert switch.mode == "play"
    finally:
        switch.close()


@pytest.mark.parametrize(
    ("given", "why"),
    [("walker=true", "is the name of an opponent that there is"), ("mine=", "is not a name")],
)
def test_a_program_without_name_or_command_is_told(tmp_path: Path, given: str, why: str) -> None:
    told = simulate(tmp_path, "--opponent", given)
    assert told.exit_code == 1
    assert why in told.output
