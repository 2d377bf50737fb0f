"""A serial port whose other end is in hand; a line that is watched."""

import os
import socket
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Final

from hardware.scanner.line import MOST_WAITING, SerialLine
from tests.support.waiting import PATIENCE_S

"""How long stopping may take, whatever happens."""


LOCAL: Final = "127.0.0.1"


class Pty:
    """A serial port under a name that stays, whose other end is in hand.

    Args:
        name: what is opened; where it leads is another place each time.
    """

    def __init__(self, name: Path) -> None:
        self.name = name
        self._ends: tuple[int, int] | None = None

    def plug(self) -> None:
        other, end = os.openpty()
        tty.setraw(end)
        self._ends = other, end
        self.name.symlink_to(os.ttyname(end))

    def pull(self) -> None:
        if self._ends is not None:
            self.name.unlink()
            for end in self._ends:
                os.close(end)
            self._ends = None

    def send(self, data: bytes) -> None:
        assert self._ends is not None
        while data:
            data = data[os.write(self._ends[0], data) :]

    def take(self, count: int) -> bytes:
        assert self._ends is not None
        taken = b""
        while len(taken) < count:
            taken += os.read(self._ends[0], count - len(taken))
        return taken


class Watched:
    """A line and its news.

    Args:
        line: the line; it is stopped in the end.
    """

    def __init__(self, line: SerialLine) -> None:
        self.line = line
        self._news = threading.Event()
        self.line.start(self._news.set)

    def wait(self, true: Callable[[], bool]) -> None:
        """Until something is true that there is news of."""
        until_s = time.monotonic() + PATIENCE_S
        while not true():
            assert self._news.wait(until_s - time.monotonic()), "it never came to that"
            self._news.clear()

    def wait_until_there(self, times: int = 1) -> None:
        self.wait(lambda: self.line.times == times and not self.line.trouble)

    def take(self, count: int) -> bytes:
        taken = b""

        def is_all() -> bool:
            nonlocal taken
            taken += self.line.take()
            return len(taken) >= count

        self.wait(is_all)
        return taken

    def stop(self) -> None:
        """Stop it; in time, always."""
        began_s = time.monotonic()
        self.line.stop()
        assert time.monotonic() - began_s < PATIENCE_S


def address(server: socket.socket) -> str:
    return f"socket://{LOCAL}:{server.getsockname()[1]}"


def flood(other: socket.socket) -> None:
    """Say so much that it waits on every stage of its way."""
    other.setblocking(False)
    for _ in range(20):
        try:
            while True:
                other.send(bytes(10 * MOST_WAITING))
        except BlockingIOError:
            pass
