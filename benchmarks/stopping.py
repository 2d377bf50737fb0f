"""Time the program takes to stop in every situation: `python -m benchmarks.stopping`."""

import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from benchmarks.figures import Figure, Figures, milliseconds, table
from tests.support.end_to_end.program import Program, running
from tests.support.waiting import PATIENCE_S

STREAMS: Final = 100
DEAF: Final = 20
HANGING: Final = """
import sys, threading
from flask import Flask
from hardware.clock import MonotonicClock
from web.modes.mode_switch import ModeSwitch, RunningMode
from web.server.server import Server
from web.commands.serving import opened

def hang():
    print("hanging", flush=True)
    threading.Event().wait()

server = Server("127.0.0.1", 0, threads=4)
play = lambda: RunningMode(Flask("empty"), lambda: None, hang)
switch = ModeSwitch({"play": play}, MonotonicClock())
with opened(switch):
    print("ready", flush=True)
    server.run(switch)
"""
"""The program with a part that never stops."""


def measure() -> Figures:
    """From SIGTERM to the end of the process."""
    yield Figure("nobody looks on", milliseconds(stopped_within_s(streams=0, deaf=0)))
    yield Figure(f"{STREAMS} streams are open", milliseconds(stopped_within_s(STREAMS, 0)))
    yield Figure(
        f"besides, {DEAF} phones read nothing", milliseconds(stopped_within_s(STREAMS, DEAF))
    )
    passed_s, status = hanging_stopped_within_s()
    yield Figure("a part of the board never stops", milliseconds(passed_s), f"status {status}")


def stopped_within_s(streams: int, deaf: int) -> float:
    """How long the program takes with so many streams, and with phones that read nothing."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), "--players", "4") as program,
        ExitStack() as open_,
    ):
        for _ in range(streams):
            stream = open_.enter_context(program.stream("/api/watch/live"))
            assert stream.readline() == b"event: view\n"
        for connection in _deaf(program, deaf):
            open_.enter_context(connection)
        return _stop(program)


def hanging_stopped_within_s() -> tuple[float, int]:
    """How long it takes if a part never stops, and its exit status."""
    with subprocess.Popen(
        [sys.executable, "-c", HANGING], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        began_s = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.stdout.readline() == b"hanging\n"
        status = process.wait(PATIENCE_S)
        return time.monotonic() - began_s, status


def _deaf(program: Program, count: int) -> Iterator[socket.socket]:
    """Phones that ask for large files again and again, and read nothing."""
    where = urlsplit(program.address)
    with program.stream("/watch") as page:
        found = re.search(rb'/static/[^"]+\.js', page.read())
    assert found is not None
    ask = b"GET %b HTTP/1.1\r\nHost: board\r\n\r\n" % found[0]
    for _ in range(count):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect((where.hostname, where.port))
        connection.sendall(ask * 50)
        yield connection


def _stop(program: Program) -> float:
    began_s = time.monotonic()
    program.send(signal.SIGTERM)
    assert program.wait(PATIENCE_S) == 0, program.errors
    return time.monotonic() - began_s


if __name__ == "__main__":
    for line in table(measure()):
        print(line, flush=True)
