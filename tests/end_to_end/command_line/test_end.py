"""Two programs at once, and how one ends."""

import signal
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from tests.end_to_end.command_line.conftest import play
from tests.support.command_line.typed import contents, refused, squares, stop
from tests.support.end_to_end.program import Program, running, seated, simulation
from tests.support.end_to_end.two_boards import stands
from tests.support.tiers import sample
from tests.support.waiting import until

STREAMS = ("/api/watch/live", "/api/seats/0/live", "/api/simulator/live")


def is_carried(board: Program) -> bool:
    """Whether the wood stands where the game has it, and the readers have seen so."""
    return stands(board) and not any(board.get("/api/watch")["table"].values())


# Two at once


@pytest.mark.parametrize("arguments", sample(3, [((),), (("--players", "3"),), (("--fresh",),)]))
def test_two_programs_do_not_share_a_folder(folder: Path, arguments: tuple[str, ...]) -> None:
    with seated(folder) as first:
        until(partial(is_carried, first), "what the end kept from being carried is carried")
        seen, before = first.get("/api/watch"), contents(folder)
        assert refused(simulation(folder, *arguments)) == (
            f"Another hareboard is using {folder}: {first.address}/board, process {first.pid}. "
            f"Open that page, or stop it with Ctrl-C in its terminal or “kill {first.pid}”. To run "
            "a second one, give it a folder of its own with --data."
        )
        assert contents(folder) == before
        assert first.get("/api/watch") == seen
        play(first, 0, "f9")
        stop(first)


@pytest.mark.long
def test_two_programs_do_not_share_a_folder_in_the_workshop_either(tmp_path: Path) -> None:
    with running(tmp_path, "--board", "sim://prototype-2x2") as first:
        assert first.post("/api/host", pin=first.pin).ok
        assert first.post("/api/mode", mode="workshop").ok
        before = contents(tmp_path)
        assert f"process {first.pid}. " in refused(simulation(tmp_path, "--fresh"))
        assert contents(tmp_path) == before
        stop(first)


@pytest.mark.long
def test_whoever_starts_it_twice_is_told_of_the_first(tmp_path: Path) -> None:
    games = tmp_path / "games"
    with running(games) as first:
        port = first.address.rpartition(":")[2]
        assert refused(simulation(games, "--port", port)) == (
            f"Another hareboard is using port {port} and {games}: {first.address}/board, process "
            f"{first.pid}. Open that page, or stop it with Ctrl-C in its terminal or “kill "
            f"{first.pid}”. To run a second one: --port 0 --data DIR."
        )
        assert refused(simulation(tmp_path / "others", "--port", port)) == (
            f"Another hareboard is using port {port}: {first.address}/. Open that page, or stop it "
            "with Ctrl-C in its terminal. To run a second one: --port 0."
        )
        with running(tmp_path / "others") as second:
            stop(second)
        stop(first)


@pytest.mark.long
def test_a_program_in_the_usual_folder_is_known_by_its_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with running(tmp_path / "hareboard") as first:
        port = first.address.rpartition(":")[2]
        assert refused(simulation(tmp_path / "others", "--port", port)) == (
            f"Another hareboard is using port {port}: {first.address}/board, process {first.pid}. "
            f"Open that page, or stop it with Ctrl-C in its terminal or “kill {first.pid}”. To run "
            "a second one: --port 0."
        )
        stop(first)


@pytest.mark.long
def test_a_program_that_was_killed_is_in_nobodys_way(folder: Path) -> None:
    with seated(folder) as first:
        first.kill()
        first.wait()
    with seated(folder) as second:
        play(second, 0, "f9")
        stop(second)


# The end


@pytest.fixture(params=sample(2, [signal.SIGTERM, signal.SIGINT]))
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
            assert program.wait() == 0
        assert program.errors == ""
    port = address.rpartition(":")[2]
    with seated(folder, "--port", port) as program:
        assert program.address == address
        again = program.get("/api/watch")
        assert again["version"] == view["version"]
        assert squares(again) == squares(view) == [9, 5, 7]
        play(program, 1, "f8")
        stop(program)


@pytest.mark.long
def test_an_impatient_person_presses_ctrl_c_again_and_again(folder: Path) -> None:
    with seated(folder) as program, program.stream(STREAMS[0]) as stream:
        assert stream.readline().startswith(b"event: ")
        for _ in range(5):
            program.send(signal.SIGINT)
        assert program.wait() == 0
        assert program.errors == ""
    with seated(folder) as program:
        assert squares(program.get("/api/watch")) == [4, 5, 7]
        stop(program)
