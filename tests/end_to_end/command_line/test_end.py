"""Two programs at once, and how one ends."""

import signal
from contextlib import ExitStack
from pathlib import Path

import pytest

from controller.bootstrap import JOURNAL_FILE
from tests.end_to_end.command_line.conftest import play
from tests.support.command_line.typed import contents, refused, squares, stop
from tests.support.end_to_end.program import seated, simulation
from tests.support.tiers import sample
from tests.support.waiting import until

STREAMS = ("/api/watch/live", "/api/seats/0/live", "/api/simulator/live")


# Two at once


@pytest.mark.parametrize("arguments", sample(3, [((),), (("--players", "3"),), (("--fresh",),)]))
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
