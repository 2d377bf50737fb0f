"""The command as it is typed: what it says, and what it refuses."""

import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from controller.bootstrap import JOURNAL_FILE
from tests.support.command_line.typed import contents, refused, squares, stop
from tests.support.end_to_end.program import Program, running, simulation
from tests.support.tiers import sample
from tests.support.waiting import PATIENCE_S, until


def said(*arguments: str | Path) -> str:
    """What a command that does its work at once prints."""
    program = Program(*arguments)
    try:
        assert program.wait() == 0, program.errors
        assert program.errors == ""
        return program.output
    finally:
        program.close()


def test_help_names_what_there_is() -> None:
    text = said("--help")
    assert "Usage: hareboard [OPTIONS] COMMAND" in text
    assert "simulate" in text


def test_help_on_the_simulation_names_every_option() -> None:
    text = said("simulate", "--help")
    for option in ("players", "names", "board", "port", "host", "data", "fresh", "no-open"):
        assert f"--{option}" in text


@pytest.mark.long
def test_short_help_is_the_same() -> None:
    assert said("-h") == said("--help")


def test_version() -> None:
    assert said("--version") == f"hareboard {version('hareboard')}\n"


# What is mistyped


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    sample(
        11,
        [
            (("simulat",), "No such command 'simulat'"),
            (("--versoin",), r"Did you mean '?--version"),
            (("simulate", "--player", "3"), "Did you mean .*--players"),
            (("simulate", "--fersh"), r"Did you mean .*--fresh"),
            (("simulate", "now"), "unexpected extra argument"),
            (("simulate", "--port"), "requires an argument"),
            (("simulate", "--port", "http"), "not a valid integer"),
            (("simulate", "--port", "65536"), "not in the range"),
            (("simulate", "--players", "1"), "for two to six players, not 1"),
            (("simulate", "--players", "7"), "7 is not in the range 0<=x<=6"),
            (("simulate", "--players", "three"), "not a valid integer"),
        ],
    ),
)
def test_what_is_mistyped_is_explained(arguments: tuple[str, ...], sentence: str) -> None:
    assert re.search(sentence, refused(Program(*arguments)))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    sample(
        12,
        [
            (("--names", "Ann"), "This game is for two to six players, not 1."),
            (("--names", ""), "This game is for two to six players, not 1."),
            (("--names", "Ann,Ben,Cem,Dot,Eli,Fay,Gus"), "two to six players, not 7."),
            (("--names", "Ann,,Cem"), "Player 2 needs a name"),
            (("--names", "Ann,Ben, "), "Player 3 needs a name"),
            (("--names", f"Ann,{'B' * 25},Cem"), "Player 2 needs a name"),
            (("--names", "Ann,Ben,Ann"), "Players 1 and 3 have the same name, “Ann”: change one"),
            (("--names", "Ann,Ben, aNN "), "Players 1 and 3 have the same name, “Ann”: change one"),
            (("--players", "4", "--names", "Ann,Ben,Cem"), "--players says 4, --names has 3."),
            (("--players", "3", "--names", "Ann,Ben,Cem,Dot"), "--players says 3, --names has 4."),
            (("--players", "3"), "A game of Ann, Ben and Cem is under way"),
            (("--names", "Dot,Eli,Fay"), "A game of Ann, Ben and Cem is under way"),
        ],
    ),
)
def test_players_that_make_no_game_change_nothing(
    folder: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    before = contents(folder)
    assert sentence in refused(simulation(folder, *arguments))
    assert contents(folder) == before


@pytest.mark.long
def test_players_that_make_no_game_put_nothing_aside(folder: Path) -> None:
    before = contents(folder)
    refused(simulation(folder, "--fresh", "--names", "Ann,Ann,Ann"))
    assert contents(folder) == before


# Which board


@pytest.mark.parametrize(
    ("board", "sentence"),
    sample(
        5,
        [
            ("spi-decoder-64", "“spi-decoder-64” is not simulated."),
            ("pn532://board.toml", "“pn532://board.toml” is not simulated."),
            ("sim://no-such-file.toml", "There is no file no-such-file.toml. "),
            ("trace://no-such-file", "Cannot read no-such-file: No such file"),
            ("trace://", "“trace://” is no board. A board is sim://"),
        ],
    ),
)
def test_a_board_that_cannot_be_is_explained_and_puts_nothing_aside(
    folder: Path, board: str, sentence: str
) -> None:
    before = contents(folder)
    assert refused(simulation(folder, "--fresh", "--board", board)).startswith(sentence)
    assert contents(folder) == before


@pytest.mark.long
def test_a_file_that_is_no_trace_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("Hare and tortoise\n")
    program = simulation(tmp_path / "games", "--board", f"trace://{file}")
    assert refused(program) == f"{file} is no trace. Line 1: it is no JSON."


def test_every_mistake_in_a_board_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text('nmae = "Prototype"\n')
    program = simulation(tmp_path / "games", "--board", f"sim://{file}")
    try:
        assert program.wait() == 1
        *mistakes, last = program.errors.splitlines()
        assert mistakes[0].startswith("board.toml, line 1: there is no key “nmae”")
        assert last == f"Error: {len(mistakes)} mistakes in the board file of sim://{file}."
    finally:
        program.close()


@pytest.mark.long
@pytest.mark.parametrize("board", ["sim://direct", "sim://prototype-2x2"])
def test_a_game_on_another_board(tmp_path: Path, board: str) -> None:
    with running(tmp_path, "--players", "3", "--board", board) as program:
        assert f"  its readers  {board}\n" in program.output
        program.post("/api/simulator/hand", do="put", piece="red", square=4)
        until(lambda: squares(program.get("/api/watch"))[0] == 4, "the move")
        stop(program)


def test_a_board_that_plays_a_trace_says_so(tmp_path: Path) -> None:
    trace = tmp_path / "quiet.jsonl"
    trace.write_text('{"hareboard_trace": 1}\n{"at_s": 0.1, "square": 1, "uids": []}\n')
    with running(tmp_path / "games", "--board", f"trace://{trace}") as program:
        assert f"  its readers  trace://{trace}\n" in program.output
        assert "do not see the runners" in program.output
        stop(program)


@pytest.mark.parametrize(
    ("arguments", "names"),
    sample(
        4,
        [
            (("--players", "6"), ["Ann", "Ben", "Cem", "Dot", "Eli", "Fay"]),
            (("--players", "2"), ["Ann", "Ben"]),
            (("--names", "Zoë, Øyvind ,李"), ["Zoë", "Øyvind", "李"]),
            (("--players", "4", "--names", "A,B,C,D"), ["A", "B", "C", "D"]),
        ],
    ),
)
def test_players_are_seated_as_they_were_named(
    tmp_path: Path, arguments: tuple[str, ...], names: list[str]
) -> None:
    with running(tmp_path, *arguments) as program:
        view = program.get("/api/watch")
        assert [seat["name"] for seat in view["seats"]] == names
        colours = [runner["colour"] for seat in view["seats"] for runner in seat["runners"]]
        assert len(set(colours)) == len(colours) == (4 if len(names) == 2 else len(names))
        stop(program)


@pytest.mark.parametrize(
    ("arguments", "page"), sample(2, [(("--players", "3"), "board"), ((), "setup")])
)
def test_a_browser_is_shown_the_board_or_where_a_game_is_set_up(
    tmp_path: Path, arguments: tuple[str, ...], page: str
) -> None:
    visited, browser = tmp_path / "visited", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >"{visited}.new" && mv "{visited}.new" "{visited}"\n')
    browser.chmod(0o755)
    words = ("--data", str(tmp_path / "games"), "--port", "0", "--open", *arguments)
    with closing(Program("simulate", *words, environ={"BROWSER": str(browser)})) as program:
        until(visited.exists, "a page is opened")
        program.wait_until_ready()
        assert visited.read_text("utf-8") == f"{program.board}\n"
        with program.stream(f"/board/{program.board_key}") as opened:
            assert opened.url == f"{program.address}/{page}"
        assert program.get("/api/me")["at_board"] is True
        stop(program)


def test_whoever_comes_through_a_forwarder_of_connections_needs_the_pin(tmp_path: Path) -> None:
    """Such as `ssh -L` or `socat`: it adds no header, and everybody comes from this machine."""
    with running(tmp_path, "--players", "2", "--board", "sim://direct") as program:
        port = int(program.address.rpartition(":")[2])
        with forwarding_to(port) as forwarder:
            asked = f"http://localhost:{forwarder}"
            with urlopen(f"{asked}/api/me", timeout=PATIENCE_S) as answer:
                stranger = json.load(answer)
            with pytest.raises(HTTPError) as refused:
                urlopen(f"{asked}/api/terminal", timeout=PATIENCE_S)
            refused.value.close()
        assert (stranger["host"], stranger["at_board"], refused.value.code) == (False, False, 403)
        assert program.get("/api/terminal")["pin"] == program.pin


@contextmanager
def forwarding_to(port: int) -> Iterator[int]:
    """Pass connections on, one after another, each with one request; yields the port."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:

        def forward() -> None:
            with suppress(OSError):  # the end
                while True:
                    here = listener.accept()[0]
                    with here, socket.create_connection(("127.0.0.1", port)) as there:
                        there.sendall(here.recv(65536))
                        while answer := there.recv(65536):
                            here.sendall(answer)

        thread = threading.Thread(target=forward)
        thread.start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)
    thread.join(PATIENCE_S)


# Places that do not do


@pytest.mark.long
def test_a_port_that_is_taken_is_named(folder: Path) -> None:
    before = contents(folder)
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = str(other.getsockname()[1])
        sentence = refused(Program("simulate", "--data", folder, "--port", port, "--no-open"))
    assert f"Cannot serve on 127.0.0.1, port {port}: Address already in use." in sentence
    assert "Choose another port with --port." in sentence
    assert contents(folder) == before


@pytest.mark.long
def test_a_fresh_start_on_a_port_that_is_taken_leaves_the_games_where_they_are(
    folder: Path,
) -> None:
    before = contents(folder)
    assert JOURNAL_FILE in before
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = str(other.getsockname()[1])
        words = ("simulate", "--data", folder, "--port", port, "--no-open", "--fresh")
        assert "Cannot serve on" in refused(Program(*words))
    assert contents(folder) == before


@pytest.mark.long
@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-name-" * 5, ""])
def test_an_address_that_is_not_here_is_named(folder: Path, host: str) -> None:
    before = contents(folder)
    sentence = refused(simulation(folder, "--host", host))
    assert sentence.startswith("Cannot serve on ")
    assert host in sentence
    assert contents(folder) == before


@pytest.mark.long
@pytest.mark.parametrize("place", ["file", "file/games", "file/far/below", "/proc/hareboard"])
def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("a file, and no folder")
    before = contents(tmp_path)
    sentence = refused(simulation(tmp_path / place))
    assert sentence.startswith(f"Cannot make the folder {tmp_path / place}: ")
    assert "Choose another with --data." in sentence
    assert contents(tmp_path) == before


@pytest.mark.long
def test_a_folder_in_which_nothing_can_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_FILE).mkdir()  # root may write everywhere, but not into this
    sentence = refused(simulation(tmp_path))
    assert sentence.startswith(f"Cannot write {tmp_path / JOURNAL_FILE}")
