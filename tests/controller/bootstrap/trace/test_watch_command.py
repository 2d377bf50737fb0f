"""The word `hareboard watch`: over a real port, with an emulated reader plugged into it."""

import json
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.bootstrap import simulated_pieces
from controller.cli import cli
from hardware.ports import Uid
from hardware.simulated.world import Piece
from tests.support.bootstrap.desk import Desk
from tests.support.waiting import PATIENCE_S

HAREBOARD = Path(sys.executable).with_name("hareboard")
STRANGER = Uid("5ac3118e")
STOPPED_LATE = "The readers have not stopped after 1 s"


class Watching:
    """`hareboard watch` in a process of its own."""

    def __init__(self, *words: str) -> None:
        self._process = subprocess.Popen(
            [HAREBOARD, "watch", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def wait_for(self, pattern: str) -> str:
        """The next line that has it; what comes before is dropped."""
        passed: list[str] = []
        until_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                line = self._lines.get(timeout=max(until_s - time.monotonic(), 0.0))
            except queue.Empty:
                line = None
            assert line is not None, f"no line with {pattern!r} after {passed[-5:]}"
            if re.search(pattern, line):
                return line
            passed.append(line)

    def interrupt(self) -> tuple[int, str]:
        """Ctrl-C; returns the exit status and what was printed as errors.

        Without the line that a machine is too busy to stop the readers within a second.
        """
        self._process.send_signal(signal.SIGINT)
        status = self._process.wait(PATIENCE_S)
        assert self._process.stderr is not None
        printed = self._process.stderr.readlines()
        return status, "".join(each for each in printed if not each.startswith(STOPPED_LATE))

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._thread.join()
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._process.stdout.close()
        self._process.stderr.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.plug.close()


@pytest.fixture
def watching(desk: Desk) -> Iterator[Watching]:
    watching = Watching(f"pn532://{desk.file}", "--health", "0.2")
    yield watching
    watching.close()


def test_a_builder_tries_tags_on_a_reader_at_a_port(desk: Desk, watching: Watching) -> None:
    red = simulated_pieces()[0]
    watching.wait_for(r"^Watching 1 reader; Ctrl-C ends it\.$")
    watching.wait_for(r"^ +\d+\.\d{3} s  The reader is healthy\.$")
    desk.world.put("red", 1)
    line = watching.wait_for(" seen ")
    assert re.fullmatch(rf" +\d+\.\d{{3}} s  square  1  {red.base}  seen    red runner, base", line)
    desk.world.lift("red")
    line = watching.wait_for(" missed ")
    assert line.endswith(f"square  1  {red.base}  missed  red runner, base")
    desk.world.add(Piece("card", STRANGER, None, square=1))
    assert watching.wait_for(" seen ").endswith(f"square  1  {STRANGER:<14}  seen    a stranger")
    assert watching.interrupt() == (0, "")


@pytest.mark.long
def test_a_reader_that_is_pulled_out_is_gone_and_comes_back(desk: Desk, watching: Watching) -> None:
    desk.world.put("red", 1)
    watching.wait_for(" seen ")
    desk.plug.unplug()
    gone = watching.wait_for("reader quarantined: it is gone")
    assert "square  1" in gone
    assert str(desk.plug.path) in gone
    health = watching.wait_for(r"last answered \d+\.\d s ago; \d+ of \d+ readings failed")
    assert "square  1  reader " in health
    desk.plug.plug()
    watching.wait_for("square  1  reader back: it is back")
    watching.wait_for(" seen ")
    watching.wait_for("square  1  reader healthy")
    watching.wait_for(r"The reader is healthy\.")
    assert watching.interrupt() == (0, "")


def test_a_reader_that_never_was_there_is_said_to_be_gone(desk: Desk) -> None:
    desk.plug.unplug()
    watching = Watching(f"pn532://{desk.file}", "--health", "0.2")
    try:
        watching.wait_for(rf"reader quarantined: it is gone.*{desk.plug.path}")
        watching.wait_for("never answered")
        assert watching.interrupt() == (0, "")
    finally:
        watching.close()


def test_it_ends_by_itself_after_so_many_seconds() -> None:
    words = ["watch", "sim://prototype-2x2", "--seconds", "1", "--seed", "3", "--health", "0.1"]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 0, result.output
    assert " seen " in result.output
    assert "All 4 readers are healthy." in result.output


def test_it_ends_with_the_trace_that_it_watches(tmp_path: Path) -> None:
    file = tmp_path / "some.trace"
    file.write_text('{"hareboard_trace": 1}\n{"at_s": 0.1, "button": "take-back"}\n', "utf-8")
    result = CliRunner().invoke(cli, ["watch", f"trace://{file}"])
    assert result.exit_code == 0, result.output
    first, second = result.output.splitlines()
    assert first == "Watching 0 readers; Ctrl-C ends it."
    assert re.fullmatch(r" +0\.1\d\d s  button     take-back", second)


def test_that_a_reader_that_is_gone_is_tried_again_and_again_is_no_news(tmp_path: Path) -> None:
    file = tmp_path / "some.trace"
    states = ("quarantined", "resetting", "quarantined", "back", "healthy", "resetting")
    said = [{"at_s": 0.01, "square": 3, "reader": state} for state in states]
    lines = [json.dumps(each) for each in ({"hareboard_trace": 1}, *said)]
    file.write_text("\n".join(lines) + "\n", "utf-8")
    result = CliRunner().invoke(cli, ["watch", f"trace://{file}"])
    assert result.exit_code == 0, result.output
    told = [line.partition("square  3  ")[2] for line in result.output.splitlines()[1:]]
    assert told == [
        "reader quarantined: it is gone, and will be reset again later",
        "reader back: it is back, and is watched for a while",
        "reader healthy: it answers well",
        "reader resetting: it is gone, and is being reset",
    ]


@pytest.mark.parametrize("address", ["", "pn532://", "sim:", "serial://x", "trace://none"])
def test_a_board_that_cannot_be_is_explained(address: str) -> None:
    result = CliRunner().invoke(cli, ["watch", address])
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert "Traceback" not in result.output


def test_every_mistake_of_a_board_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text('nam = "x"\n[squares]\ncount = 0\n', "utf-8")
    result = CliRunner().invoke(cli, ["watch", f"pn532://{file}"])
    assert result.exit_code == 1
    assert "board.toml, line 1" in result.output
    assert "board.toml, line 3" in result.output
    assert re.search(r"Error: \d mistakes in the board file of pn532://", result.output)


@pytest.mark.long
def test_readers_that_are_gone_together_have_one_trouble(tmp_path: Path) -> None:
    watching = Watching(f"scanner://{tmp_path}/nothing")
    try:
        gone = watching.wait_for("square  1  reader quarantined")
        assert f"There is no co-processor at {tmp_path}/nothing" in gone
        for square in (2, 64):
            line = watching.wait_for(f"square {square:>2}  reader quarantined")
            assert line.endswith(" (the same)")
        assert watching.interrupt()[0] == 0
    finally:
        watching.close()
