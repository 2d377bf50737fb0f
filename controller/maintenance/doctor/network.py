"""The network, as the doctor tries it: whether a port is free, whether a page answers."""

import errno
import http.client
import socket
from pathlib import Path
from typing import Final, Literal, Protocol
from urllib.parse import urlsplit

ANSWER_S: Final = 1.5
"""How long an answer may take; they come from this very computer."""
LARGEST_BYTES: Final = 1_000_000
ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): it is asked for the way there, and nothing is sent."""

Port = Literal["free", "taken", "forbidden", "no-address"]
"""Whether a port can be listened on. `no-address`: the host is not this computer."""
Line = Literal["open", "refused", "forbidden", "no-socket"]
"""Whether a Unix socket takes a connection. `refused`: it is there, and nobody listens."""


class NetworkProbe(Protocol):
    """What the doctor asks of the network."""

    def port(self, host: str, port: int) -> Port:
        """Whether a port could be listened on."""
        ...

    def get(self, url: str) -> tuple[int, bytes] | None:
        """The status and body of a page; None if nobody answers."""
        ...

    def addresses(self) -> tuple[str, ...]:
        """The addresses by which other devices reach this computer."""
        ...

    def line(self, path: Path) -> Line:
        """Whether somebody listens at a Unix socket for packets (SOCK_SEQPACKET)."""
        ...


class LocalNetwork:
    """The network of the computer this runs on. Nothing leaves it."""

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
        """Ask without any proxy: it is this computer that should answer."""
        parts = urlsplit(url)
        connection = http.client.HTTPConnection(
            parts.hostname or "", parts.port or 80, timeout=ANSWER_S
        )
        try:
            connection.request("GET", parts.path or "/")
            answer = connection.getresponse()
            return answer.status, answer.read(LARGEST_BYTES)
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def addresses(self) -> tuple[str, ...]:
        """The one by which it would go out."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            try:
                line.connect(ELSEWHERE)
                return (str(line.getsockname()[0]),)
            except OSError:
                return ()

    def line(self, path: Path) -> Line:
        """Connect, and hang up without a word."""
        try:
            one = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        except (AttributeError, OSError):  # Windows and macOS have no such sockets
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
