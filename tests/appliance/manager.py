"""What systemd is to a service: it opens sockets, listens to what it is told, and starts anew.

A container with the real one is not to be had everywhere. This one does as much of it as the
service can tell, with real sockets, processes and signals.
"""

import contextlib
import signal
import socket
import struct
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.appliance.units import GAME, values
from tests.support.end_to_end.program import HAREBOARD, Program
from tests.support.waiting import PATIENCE_S

WATCHDOG_S: Final = 2.0
"""The unit has more: so long a test has to wait until the watchdog bites."""
LINE_BYTES: Final = 4096
CREDENTIALS: Final = struct.Struct("3i")
"""Process, user and group of who has sent something. Source: unix(7), SCM_CREDENTIALS."""
AS_SYSTEMD: Final = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
own = str(os.getpid())
os.environ |= {"LISTEN_PID": own, "LISTEN_FDS": "1", "WATCHDOG_PID": own}
os.execv(sys.argv[2], sys.argv[2:])
"""
"""Hands a socket over, and becomes the service."""


def handing_over(listener: socket.socket) -> list[str]:
    """The command before a service's own that hands a socket over to it."""
    return [sys.executable, "-c", AS_SYSTEMD, str(listener.fileno())]


class Manager:
    """Runs `hareboard` as the unit of the game does.

    Args:
        folder: where it listens to what it is told.
        words: what the command line has after `hareboard`.
        by: a command that is added before `hareboard`.

    Attributes:
        program: the service.
        told: everything the service has said, as pairs of a name and a value.
    """

    def __init__(self, folder: Path, *words: str | Path, by: Sequence[str] = ()) -> None:
        self._words = words
        self._by = by
        self._pages = socket.create_server(("127.0.0.1", 0))
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(str(folder / "notify"))
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self.told: list[tuple[str, str]] = []
        self.program = self._started()

    def close(self) -> None:
        """End the service, however it is, and listen no more."""
        self.program.close()
        self._line.close()
        self._pages.close()

    def _started(self) -> Program:
        told = dict(each.split("=", 1) for each in values(GAME, "Environment"))
        return Program(
            *self._words,
            command=[*handing_over(self._pages), *self._by, HAREBOARD],
            environ={
                **told,
                "NOTIFY_SOCKET": self._line.getsockname(),
                "WATCHDOG_USEC": str(int(WATCHDOG_S * 1_000_000)),
            },
            handed=[self._pages.fileno()],
        )

    def hears(self, name: str, value: str | None = None) -> str:
        """Wait until it is told something; returns the value.

        Raises:
            TimeoutError: it is not.
        """
        until_s = time.monotonic() + PATIENCE_S
        while True:
            for told, what in self._heard(until_s - time.monotonic()):
                if told == name and value in (None, what):
                    return what

    def is_starved(self) -> None:
        """Wait until its watchdog has not been fed for so long that it bites.

        Raises:
            TimeoutError: it goes on being fed.
        """
        until_s, fed_s = time.monotonic() + PATIENCE_S, time.monotonic()
        while time.monotonic() < until_s:
            try:
                heard = self._heard(fed_s + WATCHDOG_S - time.monotonic())
            except TimeoutError:
                return
            if ("WATCHDOG", "1") in heard:
                fed_s = time.monotonic()
        raise TimeoutError("the watchdog goes on being fed")

    def bites(self) -> str:
        """End the service as the watchdog does, which writes down where it was; returns that."""
        self.program.send(signal.SIGABRT)
        status = self.program.wait()
        assert status == -signal.SIGABRT
        return self.program.errors

    def starts_again(self) -> None:
        """Start the service anew, after its end."""
        self.program.close()
        with contextlib.suppress(TimeoutError):
            while True:  # what the one before has said
                self._heard(0)
        self.program = self._started()
        self.hears("READY", "1")
        self.program.wait_until_ready()

    def _heard(self, within_s: float) -> list[tuple[str, str]]:
        """What it is told next.

        Raises:
            TimeoutError: nothing, within the time.
        """
        self._line.settimeout(max(within_s, 0.001))
        room = socket.CMSG_SPACE(CREDENTIALS.size)
        said, about, _, _ = self._line.recvmsg(LINE_BYTES, room)
        ((_, _, who),) = about
        # As NotifyAccess=main, which is usual: nobody else is listened to.
        assert CREDENTIALS.unpack(who)[0] == self.program.pid
        lines = [tuple(line.split("=", 1)) for line in said.decode().splitlines()]
        heard = [(name, value) for name, value in lines]
        self.told += heard
        return heard
