"""Network probes of the doctor: whether a port is free, whether a page answers."""

import errno
import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Literal, Protocol
from urllib.parse import urlsplit

from controller.own_address import own_address

ANSWER_S: Final = 1.5
"""Time limit of each part of an answer; answers come from this computer itself."""
WHOLE_ANSWER_S: Final = 10.0
"""Time limit of a whole answer."""
LARGEST_BYTES: Final = 1_000_000

Port = Literal["free", "taken", "forbidden", "no-address"]
"""Result of listening on a port. `no-address`: the host is not this computer."""
Line = Literal["open", "refused", "forbidden", "no-socket"]
"""Result of connecting to a Unix socket. `refused`: it exists, but no process listens."""


class NetworkProbe(Protocol):
    """Network operations of the doctor."""

    def port(self, host: str, port: int) -> Port:
        """Check whether a port could be listened on."""
        ...

    def get(self, url: str) -> tuple[int, bytes] | None:
        """Return the status and body of a page; None without an answer."""
        ...

    def addresses(self) -> tuple[str, ...]:
        """Return the addresses by which other devices reach this computer."""
        ...

    def line(self, path: Path) -> Line:
        """Check whether a process listens at a Unix socket for packets (SOCK_SEQPACKET)."""
        ...


class LocalNetwork:
    """Network of this computer. Nothing leaves it."""

    def port(self, host: str, port: int) -> Port:
        """Listen for a moment."""
        try:
            family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            with socket.create_server(address[:2], family=family):
                return "free"
        except PermissionError:
            return "forbidden"
        except OSError as error:
            return "taken" if error.errno == errno.EADDRINUSE else "no-address"

    def get(self, url: str) -> tuple[int, bytes] | None:
        """Request the page without any proxy: this computer itself must answer."""
        parts = urlsplit(url)
        connection = http.client.HTTPConnection(
            parts.hostname or "", parts.port or 80, timeout=ANSWER_S
        )
        try:
            connection.connect()
            with _hung_up_in_time(connection.sock):
                connection.request("GET", parts.path or "/")
                answer = connection.getresponse()
                return answer.status, answer.read(LARGEST_BYTES)
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def addresses(self) -> tuple[str, ...]:
        """Return the address of outgoing connections, or that in the board's own Wi-Fi."""
        address = own_address()
        return () if address is None else (address,)

    def line(self, path: Path) -> Line:
        """Connect, and disconnect without sending."""
        try:
            one = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        except (AttributeError, OSError):  # untested: Windows and macOS have no such sockets
            return "no-socket"
        with one as line:
            line.settimeout(ANSWER_S)
            try:
                line.connect(str(path))
            except PermissionError:
                return "forbidden"
            except ConnectionRefusedError:
                return "refused"
            except OSError:
                return "no-socket"
        return "open"


@contextmanager
def _hung_up_in_time(line: socket.socket) -> Iterator[None]:
    """End a connection after a time: each byte may come in time, and the answer never end."""
    end = threading.Timer(WHOLE_ANSWER_S, _hang_up, (line,))
    end.daemon = True
    end.start()
    try:
        yield
    finally:
        end.cancel()


def _hang_up(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
