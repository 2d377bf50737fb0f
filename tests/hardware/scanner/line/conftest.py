"""Real ports, and that no thread is left."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.scanner.line import SerialLine
from tests.support.scanner.ports import LOCAL, Pty, Watched
from tests.support.waiting import PATIENCE_S


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE_S)
    assert set(threading.enumerate()) <= before


@pytest.fixture
def pty(tmp_path: Path) -> Iterator[Pty]:
    pty = Pty(tmp_path / "hareboard-scanner")
    pty.plug()
    yield pty
    pty.pull()


@pytest.fixture
def watched(pty: Pty) -> Iterator[Watched]:
    watched = Watched(SerialLine(str(pty.name)))
    yield watched
    watched.stop()


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server((LOCAL, 0)) as server:
        server.settimeout(PATIENCE_S)
        yield server
