"""`hareboard doctor`, as it is typed."""

import json
import tarfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.board import Board
from controller.maintenance.doctor.command import doctor_command
from hardware.ports import ReaderHealth
from tests.controller.maintenance.doctor.conftest import MakeComputer
from tests.support.doctor.computers import (
    ADDRESS,
    BOARD,
    LIGHTS,
    Computer,
    network,
    pc,
    site_with,
    with_board,
)

PAGES: dict[str, tuple[int, Any]] = {
    f"http://{host}:8064{path}": (200, said)
    for host in ("127.0.0.1", ADDRESS)
    for path, said in {
        "/healthz": {"alive": True},
        "/api/watch": {"version": 3, "seats": [{"seat": 0, "name": "Cem"}]},
        "/api/readers": {
            "readers": [
                {
                    "square": 1,
                    "state": "healthy",
                    "age_s": 0.1,
                    "good": 30,
                    "failed": 0,
                    "resets": 0,
                    "trouble": "",
                }
            ]
        },
    }.items()
}


def no_probe(_board: Board, _seconds: float) -> tuple[ReaderHealth, ...]:
    raise AssertionError("the readers belong to the hareboard that is running")


def probe(_board: Board, _seconds: float) -> tuple[ReaderHealth, ...]:
    return tuple(ReaderHealth(square, "healthy", 40, 0, 0, 1.0, "") for square in range(1, 5))


def run(made: Computer, *words: str | Path, probing: Any = probe) -> Result:
    made.case()
    command = doctor_command(probing, made.site)
    return CliRunner().invoke(command, [*map(str, words), "--data", str(made.games)])


def test_a_board_in_order_is_said_to_be(computer: MakeComputer) -> None:
    made = computer()
    result = run(made, made.file)
    assert result.exit_code == 0, result.output
    assert "  The readers: Readers that answer well: 4 of 4." in result.stdout
    assert result.stdout.splitlines()[-1] == "Could not be checked: 1. Fine: 15."


def test_the_games_of_the_service_are_where_it_keeps_them(computer: MakeComputer) -> None:
    made = computer()
    made.case()
    command = doctor_command(probe, made.site, {made.file: made.games})
    result = CliRunner().invoke(command, [str(made.file)])
    assert str(made.games) in "".join(result.stdout.split()), result.stdout


def test_something_to_be_mended_shows_in_the_exit_status(computer: MakeComputer) -> None:
    made = computer(with_board(BOARD + LIGHTS), network(lines={}))
    result = run(made, made.file)
    assert result.exit_code == 1
    assert result.stdout.startswith("Needs fixing\n  The lights: The lights' helper isn't running")


def test_a_board_file_with_mistakes_is_told_and_everything_else_too(computer: MakeComputer) -> None:
    made = computer(with_board(BOARD.replace("count = 4", "cuont = 4")))
    result = run(made, made.file)
    assert result.exit_code == 1
    assert "there is no key “cuont”" in " ".join(result.stdout.split())
    assert "Memory: 2816 MB" in result.stdout


def test_a_file_that_is_not_there_is_told(computer: MakeComputer) -> None:
    made = computer()
    result = run(made, made.folder / "my-borad.toml", "--json")
    assert result.exit_code == 1
    (board,) = (each for each in json.loads(result.stdout)["findings"] if each["check"] == "board")
    assert board["verdict"] == "bad"
    assert board["found"].startswith(f"There is no file {made.folder}/my-borad.toml; did you mean")
    assert board["do"].startswith("Board files in that folder: my-board.toml. To begin one: ")


def test_of_a_file_that_cannot_be_read_no_line_is_to_be_changed(computer: MakeComputer) -> None:
    made = computer()
    result = run(made, made.folder)
    assert result.exit_code == 1
    told = " ".join(result.stdout.split())
    assert "it cannot be read: Is a directory." in told
    assert "What to do: Correct the file. Then check it: hareboard board check" in told


@pytest.mark.parametrize("word", ["spi-decoder-64", "pn532://spi-decoder-64"])
def test_an_example_is_a_board_too(word: str, computer: MakeComputer) -> None:
    result = run(computer(), word, probing=None)
    assert "Readers: 64 (buses: spi-1)." in " ".join(result.stdout.split())


@pytest.mark.parametrize("word", ["sim://spi-decoder-64", "sim://"])
def test_for_a_simulated_board_no_hardware_is_looked_for(word: str, computer: MakeComputer) -> None:
    result = run(computer(pc), word, probing=no_probe)
    assert result.exit_code == 0, result.output
    assert "SPI bus 0" not in result.stdout


def test_a_hareboard_that_runs_is_asked_for_its_readers(computer: MakeComputer) -> None:
    made = computer(network(pages=PAGES))
    result = run(made, made.file, probing=no_probe)
    assert result.exit_code == 0, result.output
    assert "Readers that answer well: 1 of 1." in result.stdout
    assert "hareboard is running, on port 8064." in result.stdout
    assert f"Phones in the same network open http://{ADDRESS}:8064/." in result.stdout


def test_what_else_answers_on_the_port_is_no_hareboard(computer: MakeComputer) -> None:
    page = {"http://127.0.0.1:8064/healthz": (200, b"<html>A printer</html>")}
    made = computer(network(pages=page, ports={8064: "taken"}))
    result = run(made, made.file)
    assert "Another program is using port 8064." in result.stdout


def test_programs_are_told_in_json(computer: MakeComputer) -> None:
    made = computer()
    told = json.loads(run(made, made.file, "--json").stdout)
    assert len(told["readers"]) == 4
    assert {each["verdict"] for each in told["findings"]} == {"good", "unknown"}


def test_a_bundle_is_written_and_it_is_said_what_is_in_it(computer: MakeComputer) -> None:
    made = computer()
    bundle = made.folder / "help.tar.gz"
    result = run(made, made.file, "--bundle", bundle)
    with tarfile.open(bundle) as archive:
        for name in archive.getnames():
            assert f"  {name.removeprefix('hareboard-doctor/')} " in result.stdout
    assert "Taken out before:\n  UIDs of tags" in result.stdout
    assert "Not in it:\n  a log" in result.stdout


def test_of_a_bundle_that_has_everything_nothing_is_said_to_be_missing(
    computer: MakeComputer,
) -> None:
    made = computer(site_with(log=lambda: "The readers answer."))
    result = run(made, made.file, "--bundle", made.folder / "help.tar.gz")
    assert "Not in it" not in result.stdout
    assert result.stdout.splitlines()[-1].startswith("Look into it before you send it")


def test_json_stays_json_beside_a_bundle(computer: MakeComputer) -> None:
    made = computer()
    result = run(made, "--json", "--bundle", made.folder / "help.tar.gz")
    assert json.loads(result.stdout)["findings"]
    assert "is packed" in result.stderr


def test_a_bundle_that_cannot_be_written_is_told(computer: MakeComputer) -> None:
    made = computer()
    result = run(made, "--bundle", made.folder / "none" / "help.tar.gz")
    assert result.exit_code == 1
    assert "No such file or directory. Name another file with --bundle." in result.stderr


def test_another_address_may_be_named(computer: MakeComputer) -> None:
    made = computer(network(ports={9000: "taken"}))
    assert "using port 9000" in run(made, "--port", "9000", "--host", "0.0.0.0").stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is full")
def test_a_bundle_for_which_there_is_no_room_is_told(computer: MakeComputer) -> None:
    made = computer()
    bundle = made.folder / "help.tar.gz"
    bundle.symlink_to("/dev/full")
    result = run(made, "--bundle", bundle)
    assert "No space left on device. Name another file with --bundle." in result.stderr
