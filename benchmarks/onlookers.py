"""A hundred phones in one process of its own, which note when each of them is shown what.

Started by `benchmarks.companion_load`; what it prints is for that. One thread reads all streams,
and looks into an event no further than its version, so that the phones' side of the work, which
a hundred real phones would share, adds little to what is measured.
"""

import json
import re
import selectors
import socket
import sys
import time
from dataclasses import dataclass, field
from typing import Final

import msgspec

RECEIVED_BYTES: Final = 256 * 1024
_VERSION: Final = re.compile(rb'"version":(\d+)')


class Onlooker(msgspec.Struct, frozen=True):
    """One phone that looks on.

    Attributes:
        path: its stream.
        cookie: what it proves itself with; empty for a spectator.
        language: what it reads.
    """

    path: str
    cookie: str = ""
    language: str = "en"


class Wanted(msgspec.Struct, frozen=True):
    """Who looks on, and where."""

    host: str
    port: int
    onlookers: tuple[Onlooker, ...]


class Seen(msgspec.Struct, frozen=True):
    """What one phone was shown.

    Attributes:
        versions: when it first saw each version of the game, in seconds of `time.monotonic`,
            which is the same for all processes of a machine.
        heartbeats: how many came.
        received: bytes.
    """

    versions: dict[int, float]
    heartbeats: int
    received: int


@dataclass
class _Stream:
    """An open stream, and what has come of it."""

    connection: socket.socket
    rest: bytes = b""
    versions: dict[int, float] = field(default_factory=dict)
    heartbeats: int = 0
    received: int = 0

    def take_in(self) -> None:
        """Read what there is.

        Raises:
            ConnectionError: the stream has ended, or was never one.
        """
        data = self.connection.recv(RECEIVED_BYTES)
        if not data:
            raise ConnectionError("A stream has ended.")
        now_s = time.monotonic()
        if not self.received and not data.startswith(b"HTTP/1.1 200 "):
            raise ConnectionError(data.decode())
        self.received += len(data)
        *events, self.rest = (self.rest + data).split(b"\n\n")
        for each in events:
            if b"event: heartbeat" in each:
                self.heartbeats += 1
            elif found := _VERSION.search(each):
                self.versions.setdefault(int(found[1]), now_s)


def main() -> None:
    """Open every stream, say so, note what comes until standard input ends, and print it."""
    wanted = msgspec.json.decode(sys.stdin.buffer.readline(), type=Wanted)
    streams = [_opened(wanted, each) for each in wanted.onlookers]
    with selectors.DefaultSelector() as selector:
        selector.register(sys.stdin, selectors.EVENT_READ, None)
        for stream in streams:
            selector.register(stream.connection, selectors.EVENT_READ, stream)
        told = False
        while True:
            for key, _ in selector.select():
                if key.data is None:
                    seen = [Seen(each.versions, each.heartbeats, each.received) for each in streams]
                    print(msgspec.json.encode(seen).decode(), flush=True)
                    return
                key.data.take_in()
            if not told and all(stream.versions for stream in streams):
                told = True
                print(json.dumps("looking on"), flush=True)


def _opened(wanted: Wanted, onlooker: Onlooker) -> _Stream:
    connection = socket.create_connection((wanted.host, wanted.port))
    lines = [
        f"GET {onlooker.path} HTTP/1.1",
        f"Host: {wanted.host}:{wanted.port}",
        f"Accept-Language: {onlooker.language}",
        *([f"Cookie: {onlooker.cookie}"] if onlooker.cookie else []),
        "\r\n",
    ]
    connection.sendall("\r\n".join(lines).encode())
    return _Stream(connection)


if __name__ == "__main__":
    main()
