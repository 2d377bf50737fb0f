"""Speaks with systemd: sockets it has opened, notifications to it.

Both are our own, a few lines each. Of what is kept, systemd-python and cysystemd need a compiler
on some Raspberry Pi, and the one that is plain Python, systemd-watchdog, waits when systemd does
not read, and knows of no end and no delay of a start. Where systemd has not started this program
nothing happens.
"""

import contextlib
import os
import socket
from collections.abc import Mapping
from typing import Final

FIRST_FD: Final = 3
"""Where systemd puts the first socket it has opened. Source: sd_listen_fds(3)."""
FORGOTTEN: Final = ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET")
"""What is not meant for processes that this one starts."""


def given_sockets(environ: Mapping[str, str]) -> tuple[socket.socket, ...]:
    """The sockets that systemd has opened for this process; to be called once.

    Source: sd_listen_fds(3).
    """
    if environ.get("LISTEN_PID") != str(os.getpid()):
        return ()
    given = []
    for number in range(int(environ.get("LISTEN_FDS", "0"))):
        given.append(socket.socket(fileno=FIRST_FD + number))
        given[-1].set_inheritable(False)
    return tuple(given)


class Systemd:
    """Whoever has started this program as a service. Safe to use from any thread.

    Source: sd_notify(3), sd_watchdog_enabled(3).

    Args:
        environ: the environment of the process.

    Attributes:
        watchdog_s: within this time it wants to hear that all goes on; None if it does not.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        # A name that no file has begins with a zero.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        ours = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        told = environ.get("WATCHDOG_USEC", "") if ours and address else ""
        self.watchdog_s = int(told) / 1_000_000 if told.isdigit() and int(told) else None

    def tell(self, **what: str | int) -> None:
        """Tell it something, by sd_notify's names. Waits for nothing: safe in a signal handler."""
        if not self._address:
            return
        lines = (f"{name}={' '.join(str(value).split())}" for name, value in what.items())
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line,
        ):
            line.setblocking(False)
            line.sendto("\n".join(lines).encode(), self._address)
