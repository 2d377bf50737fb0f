"""Speaks with systemd: sockets it has opened, notifications to it.

Both are our own, a few lines each. Of the maintained libraries, systemd-python and cysystemd need
a compiler on some Raspberry Pi, and the one in plain Python, systemd-watchdog, blocks when systemd
does not read, and cannot report a stop or extend a start. If systemd has not started this program,
nothing happens.
"""

import contextlib
import os
import socket
from collections.abc import Mapping
from typing import Final

FIRST_FD: Final = 3
"""The first socket passed by systemd. Source: sd_listen_fds(3)."""


def given_sockets(environ: Mapping[str, str]) -> tuple[socket.socket, ...]:
    """Return the sockets passed by systemd to this process; call it once.

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
    """The service manager that has started this program. Safe to use from any thread.

    Source: sd_notify(3), sd_watchdog_enabled(3).

    Args:
        environ: the environment of the process.

    Attributes:
        watchdog_s: the watchdog's time in seconds; None if it is off.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        # An abstract socket name begins with a zero byte.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        ours = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        told = environ.get("WATCHDOG_USEC", "") if ours and address else ""
        self.watchdog_s = int(told) / 1_000_000 if told.isdigit() and int(told) else None

    def tell(self, **what: str | int) -> None:
        """Notify systemd, with sd_notify's names. Never blocks: safe in a signal handler."""
        if not self._address:
            return
        lines = (f"{name}={' '.join(str(value).split())}" for name, value in what.items())
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line,
        ):
            line.setblocking(False)
            line.sendto("\n".join(lines).encode(), self._address)
