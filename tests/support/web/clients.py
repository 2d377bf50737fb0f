"""A server with a made-up application, and clients that send it bytes of their own."""

import contextlib
import queue
import select
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.support.waiting import PATIENCE_S
from web.server.broadcaster import STREAM
from web.server.server import Server

HELLO = b"GET / HTTP/1.1\r\nHost: board\r\n\r\n"
THEIRS, MINE = "127.0.0.2", "127.0.0.3"


def short(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]


class Tap:
    """A stream whose events are given one by one."""

    def __init__(self) -> None:
        self.events: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.ended = threading.Event()
        self.changed: Callable[[], None] = lambda: None

    def poll(self) -> bytes | None:
        with contextlib.suppress(queue.Empty):
            return self.events.get_nowait()
        return None

    @contextmanager
    def watching(self, changed: Callable[[], None]) -> Iterator[None]:
        self.changed = changed
        yield

    def put(self, event: bytes) -> None:
        self.events.put(event)
        self.changed()

    def close(self) -> None:
        self.ended.set()

    def __iter__(self) -> Iterator[bytes]:
        raise AssertionError("the server polls it")


class Taps:
    """An application that answers with streams, and otherwise briefly."""

    def __init__(self) -> None:
        self.open: list[Tap] = []

    def __call__(self, environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/live":
            return short(environ, start_response)
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        environ[STREAM] = tap = Tap()
        self.open.append(tap)
        return tap


@contextmanager
def serving(app: Any, **how: Any) -> Iterator[Server]:
    server = Server("127.0.0.1", 0, **how)
    thread = threading.Thread(target=server.run, args=(app,))
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


@contextmanager
def connected(server: Server, says: bytes = HELLO, since: str = MINE) -> Iterator[socket.socket]:
    there = ("127.0.0.1", server.port)
    with socket.create_connection(there, PATIENCE_S, (since, 0)) as client:
        client.sendall(says)
        yield client


def everything(client: socket.socket) -> bytes:
    return b"".join(iter(lambda: client.recv(65536), b""))


def is_answered(client: socket.socket) -> bool:
    """Read a short answer."""
    said = b""
    while not said.endswith(b"\r\n\r\nok"):
        if not (more := client.recv(4096)):
            return False
        said += more
    return said.startswith(b"HTTP/1.1 200 OK")


def answered(server: Server) -> bool:
    with connected(server) as client:
        return is_answered(client)


def gone(client: socket.socket) -> bool:
    with contextlib.suppress(ConnectionError):
        return everything(client) == b""
    return True


def hung_up(client: socket.socket) -> bool:
    """Return True if the server has hung up by now."""
    if not select.select([client], [], [], 0)[0]:
        return False
    with contextlib.suppress(ConnectionError):
        return client.recv(1, socket.MSG_PEEK) == b""
    return True


def stream_request(version: str = "1.1") -> bytes:
    return f"GET /live HTTP/{version}\r\nHost: board\r\n\r\n".encode()
