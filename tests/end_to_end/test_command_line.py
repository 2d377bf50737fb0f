"""The command as it is typed: what it says, what it refuses, and how it ends."""

import re
import shutil
import signal
import socket
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from importlib.metadata import version
from pathlib import Path

import pytest

from controller.journal import SCHEMA_VERSION
from controller.wiring import JOURNAL_FILE, WORLD_FILE
from tests.end_to_end.ledger import View, read_journal
from tests.end_to_end.program import Program, running, seated, simulation, until
from web.phones import PHONES_FILE

END_WITHIN_S = 2.0
STREAMS = ("/api/watch/live", "/api/seats/0/live", "/api/simulator/live")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game of Ann, Ben and Cem, begun and left."""
    folder = tmp_path_factory.mktemp("played")
    with seated(folder, "--players", "3") as program:
        for seat, action in enumerate(("f4", "f5", "f7")):
            play(program, seat, action)
        program.post("/api/simulator/hand", do="put", piece="red", square=4)
        stop(program)
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """A copy of that folder."""
    return shutil.copytree(played, tmp_path / "games")


def play(program: Program, seat: int, action: str) -> None:
    seen = program.get(f"/api/seats/{seat}")
    answer = program.post(f"/api/seats/{seat}/play", action=action, version=seen["version"])
    assert answer.ok, answer


def stop(program: Program) -> None:
    program.send(signal.SIGTERM)
    assert program.wait() == 0


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def squares(view: View) -> list[int]:
    return [runner["square"] for seat in view["seats"] for runner in seat["runners"]]


def said(*arguments: str | Path) -> str:
    """What a command that does its work at once prints."""
    program = Program(*arguments)
    try:
        assert program.wait() == 0, program.errors
        assert program.errors == ""
        return program.output
    finally:
        program.close()


def refused(program: Program) -> str:
    """The one sentence or two with which a command is refused."""
    try:
        assert program.wait() not in (0, -signal.SIGKILL)
        assert "http://" not in program.output
        assert "Traceback" not in program.errors
        *usage, error = program.errors.splitlines()
        assert error.startswith("Error: ")
        assert error.endswith((".", "?", ")"))
        assert not usage or usage[0].startswith("Usage: hareboard")
        return error.removeprefix("Error: ")
    finally:
        program.close()


# Asking


def test_help_names_what_there_is() -> None:
    text = said("--help")
    assert "Usage: hareboard [OPTIONS] COMMAND" in text
    assert "simulate" in text


def test_help_on_the_simulation_names_every_option() -> None:
    text = said("simulate", "--help")
    for option in ("players", "names", "board", "port", "host", "data", "fresh", "no-open"):
        assert f"--{option}" in text


def test_short_help_is_the_same() -> None:
    assert said("-h") == said("--help")


def test_version() -> None:
    assert said("--version") == f"hareboard {version('hareboard')}\n"


# What is mistyped


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("simulat",), "No such command 'simulat'"),
        (("--versoin",), r"Did you mean '?--version"),
        (("simulate", "--player", "3"), r"Did you mean '?--players"),
        (("simulate", "--fersh"), r"Did you mean .*--fresh"),
        (("simulate", "now"), "unexpected extra argument"),
        (("simulate", "--port"), "requires an argument"),
        (("simulate", "--port", "http"), "not a valid integer"),
        (("simulate", "--port", "65536"), "not in the range"),
        (("simulate", "--players", "1"), "1 is not in the range 2<=x<=6"),
        (("simulate", "--players", "7"), "7 is not in the range 2<=x<=6"),
        (("simulate", "--players", "three"), "not a valid integer"),
    ],
)
def test_what_is_mistyped_is_explained(arguments: tuple[str, ...], sentence: str) -> None:
    assert re.search(sentence, refused(Program(*arguments)))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--names", "Ann"), "this game is for two to six."),
        (("--names", ""), "this game is for two to six."),
        (("--names", "Ann,Ben,Cem,Dot,Eli,Fay,Gus"), "7 players: this game is for two to six."),
        (("--names", "Ann,,Cem"), "Player 2 needs a name"),
        (("--names", "Ann,Ben, "), "Player 3 needs a name"),
        (("--names", f"Ann,{'B' * 25},Cem"), "Player 2 needs a name"),
        (("--names", "Ann,Ben,Ann"), "The name “ann” is there twice."),
        (("--names", "Ann,Ben, aNN "), "The name “ann” is there twice."),
        (("--players", "4", "--names", "Ann,Ben,Cem"), "--players says 4, --names has 3."),
        (("--players", "3", "--names", "Ann,Ben,Cem,Dot"), "--players says 3, --names has 4."),
        (("--players", "3"), "A game of Ann, Ben and Cem is under way"),
        (("--names", "Dot,Eli,Fay"), "A game of Ann, Ben and Cem is under way"),
    ],
)
def test_players_that_make_no_game_change_nothing(
    folder: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    before = contents(folder)
    assert sentence in refused(simulation(folder, *arguments))
    assert contents(folder) == before


def test_players_that_make_no_game_put_nothing_aside(folder: Path) -> None:
    before = contents(folder)
    refused(simulation(folder, "--fresh", "--names", "Ann,Ann,Ann"))
    assert contents(folder) == before


# Which board


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ("spi-decoder-64", "“spi-decoder-64” is not simulated."),
        ("pn532://board.toml", "“pn532://board.toml” is not simulated."),
        ("sim://no-such-file.toml", "no-such-file.toml: it cannot be read: No such file"),
        ("trace://no-such-file", "Cannot read no-such-file: No such file"),
        ("trace://", "“trace://” is no board. A board is sim://"),
    ],
)
def test_a_board_that_cannot_be_is_explained_and_puts_nothing_aside(
    folder: Path, board: str, sentence: str
) -> None:
    before = contents(folder)
    assert refused(simulation(folder, "--fresh", "--board", board)).startswith(sentence)
    assert contents(folder) == before


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
    [
        (("--players", "6"), ["Ann", "Ben", "Cem", "Dot", "Eli", "Fay"]),
        (("--players", "2"), ["Ann", "Ben"]),
        (("--names", "Zoë, Øyvind ,李"), ["Zoë", "Øyvind", "李"]),
        (("--players", "4", "--names", "A,B,C,D"), ["A", "B", "C", "D"]),
    ],
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


# Places that do not do


def test_a_port_that_is_taken_is_named(folder: Path) -> None:
    before = contents(folder)
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = str(other.getsockname()[1])
        sentence = refused(Program("simulate", "--data", folder, "--port", port, "--no-open"))
    assert f"Cannot serve on 127.0.0.1, port {port}: Address already in use." in sentence
    assert "Choose another port with --port." in sentence
    assert contents(folder) == before


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


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-name-" * 5, ""])
def test_an_address_that_is_not_here_is_named(folder: Path, host: str) -> None:
    before = contents(folder)
    sentence = refused(simulation(folder, "--host", host))
    assert sentence.startswith("Cannot serve on ")
    assert host in sentence
    assert contents(folder) == before


@pytest.mark.parametrize("place", ["file", "file/games", "file/far/below", "/proc/hareboard"])
def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("a file, and no folder")
    before = contents(tmp_path)
    sentence = refused(simulation(tmp_path / place))
    assert sentence.startswith(f"Cannot make the folder {tmp_path / place}: ")
    assert "Choose another with --data." in sentence
    assert contents(tmp_path) == before


def test_a_folder_in_which_nothing_can_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_FILE).mkdir()  # root may write everywhere, but not into this
    sentence = refused(simulation(tmp_path))
    assert sentence.startswith(f"Cannot write {tmp_path / JOURNAL_FILE}")


# Damage


def garbage(journal: Path) -> None:
    journal.write_bytes(b"carrots, lettuces and cabbages\n" * 300)


def cut_short(journal: Path) -> None:
    journal.write_bytes(journal.read_bytes()[:4096])


def foreign(journal: Path) -> None:
    journal.unlink()
    alter(journal, "CREATE TABLE recipes (carrots)")


def newer(journal: Path) -> None:
    alter(journal, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")


def impossible(journal: Path) -> None:
    alter(journal, "UPDATE entry SET text = 'f64' WHERE text = 'f4'")


def no_set_up(journal: Path) -> None:
    alter(journal, "UPDATE entry SET text = '{\"seats\": 3}' WHERE kind = 'begin'")


def alter(journal: Path, statement: str) -> None:
    with closing(sqlite3.connect(journal)) as db:
        db.execute(statement)
        db.commit()


Damage = Callable[[Path], None]

TORN: tuple[Damage, ...] = (garbage, cut_short)
"""What can be saved of such a journal goes on."""
UNUSABLE: tuple[Damage, ...] = (foreign, newer, impossible, no_set_up)
"""Nothing is wrong with the file itself: somebody has to decide."""


@pytest.fixture(params=[*TORN, *UNUSABLE])
def damaged(request: pytest.FixtureRequest, folder: Path) -> Path:
    """A folder whose journal cannot be used."""
    damage: Damage = request.param
    damage(folder / JOURNAL_FILE)
    return folder


@pytest.mark.parametrize("damage", UNUSABLE)
def test_a_journal_that_cannot_be_used_is_left_as_it_is(folder: Path, damage: Damage) -> None:
    damage(folder / JOURNAL_FILE)
    before = contents(folder)
    for arguments in ((), ("--players", "3")):
        sentence = refused(simulation(folder, *arguments))
        assert str(folder / JOURNAL_FILE) in sentence
        assert "Nothing has been changed. Add --fresh to keep the old games aside" in sentence
        assert contents(folder) == before


@pytest.mark.parametrize("damage", TORN)
def test_of_a_damaged_journal_what_can_be_saved_goes_on(folder: Path, damage: Damage) -> None:
    damage(folder / JOURNAL_FILE)
    before = (folder / JOURNAL_FILE).read_bytes()
    kept = folder / "journal.damaged-1.sqlite"
    with running(folder) as program:
        assert "is damaged" in program.errors
        assert f"The damaged journal is kept as {kept}." in program.errors
        stop(program)
    assert kept.read_bytes() == before
    with running(folder) as program:
        assert program.errors == ""
        stop(program)


def test_a_damaged_journal_is_kept_aside(damaged: Path) -> None:
    before = contents(damaged)
    assert_begins_anew(damaged, before)


# Beginning anew


def test_what_was_there_is_kept_aside(folder: Path) -> None:
    assert set(contents(folder)) == {JOURNAL_FILE, PHONES_FILE, WORLD_FILE}
    assert_begins_anew(folder, contents(folder))


def test_what_a_killed_program_left_is_kept_aside(folder: Path) -> None:
    with seated(folder) as program:
        play(program, 0, "f9")
        program.kill()
        program.wait()
    before = read_journal(folder)
    with seated(folder, "--fresh") as program:
        stop(program)
    assert read_journal(folder / "kept-1") == before
    assert read_journal(folder) == []


def test_everything_ever_put_aside_stays(folder: Path) -> None:
    for number in (1, 2, 3):
        with seated(folder, "--fresh", "--players", "3") as program:
            assert str(folder / f"kept-{number}") in program.output
            play(program, 0, f"f{3 + number}")
            stop(program)
    lines = [read_journal(folder / f"kept-{number}") for number in (1, 2, 3)]
    assert [each[2] for each in (*lines, read_journal(folder))] == [
        ("play", action) for action in ("f4", "f4", "f5", "f6")
    ]
    shutil.rmtree(folder / "kept-1")
    with seated(folder, "--fresh") as program:
        assert str(folder / "kept-1") in program.output
        stop(program)
    assert read_journal(folder / "kept-1")[2] == ("play", "f6")


def test_nothing_is_put_aside_where_nothing_was(tmp_path: Path) -> None:
    with running(tmp_path, "--fresh") as program:
        assert "kept" not in program.output.partition("the board")[0]
        stop(program)
    assert not list(tmp_path.glob("kept-*"))


def assert_begins_anew(folder: Path, before: dict[str, bytes]) -> None:
    with seated(folder, "--fresh") as program:
        assert f"What was there before is kept in {folder / 'kept-1'}." in program.output
        assert program.get("/api/watch")["phase"] == "setup"
        pieces = program.get("/api/simulator")["pieces"]
        assert {piece["square"] for piece in pieces} == {None}
        stop(program)
    assert contents(folder / "kept-1") == before


# Two at once


@pytest.mark.parametrize("arguments", [(), ("--players", "3"), ("--fresh",)])
def test_two_programs_do_not_share_a_folder(folder: Path, arguments: tuple[str, ...]) -> None:
    with seated(folder) as first:
        until(lambda: not first.get("/api/watch")["table"]["in_hand"], "a first look at the wood")
        seen, before = first.get("/api/watch"), contents(folder)
        assert f"Another hareboard is using {folder / JOURNAL_FILE}." in refused(
            simulation(folder, *arguments)
        )
        assert contents(folder) == before
        assert first.get("/api/watch") == seen
        play(first, 0, "f9")
        stop(first)


# The end


@pytest.fixture(params=[signal.SIGTERM, signal.SIGINT])
def polite(request: pytest.FixtureRequest) -> signal.Signals:
    return signal.Signals(request.param)


def test_a_signal_ends_it_at_once_and_the_game_goes_on_next_time(
    folder: Path, polite: signal.Signals
) -> None:
    with seated(folder) as program:
        address = program.address
        with ExitStack() as streams:
            for path in STREAMS:
                stream = streams.enter_context(program.stream(path))
                assert stream.readline().startswith(b"event: ")
            play(program, 0, "f9")
            view = program.get("/api/watch")
            program.send(polite)
            assert program.wait(END_WITHIN_S) == 0
        assert program.errors == ""
    port = address.rpartition(":")[2]
    with seated(folder, "--port", port) as program:
        assert program.address == address
        again = program.get("/api/watch")
        assert again["version"] == view["version"]
        assert squares(again) == squares(view) == [9, 5, 7]
        play(program, 1, "f8")
        stop(program)


def test_an_impatient_person_presses_ctrl_c_again_and_again(folder: Path) -> None:
    with seated(folder) as program, program.stream(STREAMS[0]) as stream:
        assert stream.readline().startswith(b"event: ")
        for _ in range(5):
            program.send(signal.SIGINT)
        assert program.wait(END_WITHIN_S) == 0
        assert program.errors == ""
    with seated(folder) as program:
        assert squares(program.get("/api/watch")) == [4, 5, 7]
        stop(program)
