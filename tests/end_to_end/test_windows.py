"""The program where it finds no more than on Windows. On Windows itself nobody ran it yet."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.end_to_end.program import Program

LIKE_WINDOWS = (sys.executable, "-m", "tests.support.end_to_end.windows")


@pytest.fixture(autouse=True)
def somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USERNAME", "ann")


@contextmanager
def running(*arguments: str | Path) -> Iterator[Program]:
    program = Program("simulate", "--port", "0", "--no-open", *arguments, command=LIKE_WINDOWS)
    try:
        program.wait_until_ready()
        yield program
    finally:
        program.close()


@pytest.mark.long
def test_a_game_is_begun_stopped_and_gone_on_with(tmp_path: Path) -> None:
    with running("--data", tmp_path, "--players", "3") as program:
        program.take_seats()
        seen = program.get("/api/watch")["version"]
        assert program.post("/api/seats/0/play", action="f5", version=seen).ok
        with program.stream("/builder") as page:
            assert b"</html>" in page.read()
        program.send(signal.SIGINT)
        assert program.wait() == 0
        assert program.errors == ""
    with running("--data", tmp_path) as program:
        assert program.get("/api/watch")["seats"][0]["runners"][0]["square"] == 5


@pytest.mark.long
def test_the_doctor_has_something_to_say(tmp_path: Path) -> None:
    program = Program("doctor", "spi-decoder-64", "--data", tmp_path, command=LIKE_WINDOWS)
    try:
        program.wait()
        assert program.errors == ""
        assert "This is no Raspberry Pi" in program.output.replace("\n    ", " ")
    finally:
        program.close()
