"""One client takes neither all connections nor a thread for each stream, and gets its answer."""

import contextlib
import itertools
import logging
import queue
import re
import socket
import threading
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.support.waiting import PATIENCE_S, until
from web.server.broadcaster import STREAM
from web.server.connections import HttpConnection, HttpListener
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


def stream_request(version: str = "1.1") -> bytes:
    return f"GET /live HTTP/{version}\r\nHost: board\r\n\r\n".encode()


# Streams


def test_streams_cost_no_thread() -> None:
    app = Taps()
    with serving(app, threads=1) as server, contextlib.ExitStack() as stack:
        clients = [stack.enter_context(connected(server, stream_request())) for _ in range(20)]
        until(lambda: len(app.open) == 20, "all streams are open")
        assert answered(server)
        for tap in app.open:
            tap.put(b"data: 1\n\n")
            tap.put(b"")
        for client in clients:
            head, _, body = everything(client).partition(b"\r\n\r\n")
            assert b"Transfer-Encoding: chunked" in head
            assert body == b"9\r\ndata: 1\n\n\r\n0\r\n\r\n"
        assert all(tap.ended.wait(PATIENCE_S) for tap in app.open)


def test_what_a_stream_has_sent_is_not_kept() -> None:
    app, event = Taps(), b"." * 10_000

    def send(times: int) -> int:
        for _ in range(times):
            app.open[0].put(event)
            read = 0
            while read < len(event):
                read += len(client.recv(65536))
        return tracemalloc.get_traced_memory()[0]

    with serving(app) as server, connected(server, stream_request()) as client:
        until(lambda: len(app.open) == 1, "the stream is open")
        tracemalloc.start()
        try:
            before = send(5)
            assert send(50) - before < 25 * len(event)
        finally:
            tracemalloc.stop()


def test_a_stream_to_an_old_client_is_not_chunked() -> None:
    app = Taps()
    with serving(app) as server, connected(server, stream_request("1.0")) as client:
        until(lambda: len(app.open) == 1, "the stream is open")
        app.open[0].put(b"data: 1\n\n")
        app.open[0].put(b"")
        assert everything(client).endswith(b"\r\n\r\ndata: 1\n\n")


def test_whoever_leaves_a_stream_is_let_go_at_once() -> None:
    app = Taps()
    with serving(app) as server:
        with connected(server, stream_request()) as client:
            assert client.recv(4096)
        assert app.open[0].ended.wait(PATIENCE_S)


def test_who_reads_a_stream_slowly_is_sent_the_rest_later_and_then_disconnected() -> None:
    app = Taps()
    with serving(app, gone_s=0.5) as server, connected(server, stream_request()):
        until(lambda: len(app.open) == 1, "the stream is open")
        for _ in range(64):
            app.open[0].put(b"." * 1024 * 1024)
        assert app.open[0].ended.wait(PATIENCE_S)
        assert app.open[0].events.qsize() > 32, "they are not taken before they can be sent"


def test_a_stream_that_fails_ends_alone(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Tap):
        def poll(self) -> bytes | None:
            raise RuntimeError("broken")

    broken, app = Broken(), Taps()

    def either(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        body = app(environ, start_response)
        if environ["QUERY_STRING"] == "broken":
            environ[STREAM] = body = broken
        return body

    request = stream_request().replace(b"/live", b"/live?broken")
    with serving(either) as server, connected(server, stream_request()) as good:
        with connected(server, request) as bad:
            everything(bad)
        assert broken.ended.wait(PATIENCE_S)
        app.open[0].put(b"data: 1\n\n")
        app.open[0].put(b"")
        assert b"data: 1" in everything(good)
    assert "A stream failed." in caplog.text


def test_a_stream_that_cannot_be_closed_ends_alone(caplog: pytest.LogCaptureFixture) -> None:
    class Stuck(Tap):
        @contextmanager
        def watching(self, changed: Callable[[], None]) -> Iterator[None]:
            with super().watching(changed):
                yield
            raise RuntimeError("stuck")

    stuck, app = Stuck(), Taps()

    def either(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        body = app(environ, start_response)
        if environ["QUERY_STRING"] == "stuck":
            environ[STREAM] = body = stuck
        return body

    request = stream_request().replace(b"/live", b"/live?stuck")
    with serving(either) as server, connected(server, stream_request()) as good:
        with connected(server, request):
            stuck.put(b"")
            until(lambda: "A stream could not be closed." in caplog.text, "it is told")
        app.open[0].put(b"data: 1\n\n")
        app.open[0].put(b"")
        assert b"data: 1" in everything(good)


def test_the_head_of_a_stream_has_no_events() -> None:
    app = Taps()
    request = stream_request().replace(b"GET", b"HEAD")

    def headless(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        app(environ, start_response)
        return []

    with serving(headless) as server, connected(server, request) as client:
        assert everything(client).endswith(b"\r\n\r\n")


# Limits


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.server.server._most_connections", lambda: 16)


@pytest.mark.usefixtures("few")
def test_one_address_does_not_take_all_connections() -> None:
    with serving(short) as server, contextlib.ExitStack() as stack:
        slow = [
            stack.enter_context(connected(server, b"GET / HTTP/1.1\r\nHo", THEIRS))
            for _ in range(40)
        ]
        assert answered(server)
        assert all(gone(client) for client in slow[:24]), "of one address the oldest go"


@pytest.mark.usefixtures("few")
def test_who_is_being_answered_or_watches_stays_when_there_are_too_many() -> None:
    app = Taps()
    with serving(app) as server, contextlib.ExitStack() as stack:
        watching = stack.enter_context(connected(server, stream_request(), THEIRS))
        until(lambda: len(app.open) == 1, "the stream is open")
        for _ in range(40):
            stack.enter_context(connected(server, b"GET / HTTP/1.1\r\nHo", THEIRS))
        assert answered(server)
        app.open[0].put(b"data: 1\n\n")
        app.open[0].put(b"")
        assert b"data: 1" in everything(watching)


def test_who_sends_a_request_slowly_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.server.connections.REQUEST_S", 0.5)
    with serving(short) as server, connected(server, b"GET / HT") as client:
        for each in itertools.chain(b"TP/1.1\r\n", itertools.repeat(ord("a"))):
            try:
                client.settimeout(0.05)
                assert client.recv(1) == b""
                break
            except TimeoutError:
                client.sendall(bytes([each]))
            except ConnectionError:
                break


def test_who_sends_a_body_slowly_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.server.connections.REQUEST_S", 0.5)
    head = b"POST / HTTP/1.1\r\nHost: board\r\nContent-Length: 100\r\n\r\n{"
    with serving(short) as server, connected(server, head) as client:
        assert gone(client)


def test_a_connection_may_last_longer_than_one_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.server.connections.REQUEST_S", 0.0)
    looks = threading.Semaphore(0)
    look = HttpListener.maintenance

    def maintenance(self: HttpListener, now_s: float) -> None:
        look(self, now_s)
        looks.release()

    monkeypatch.setattr(HttpListener, "maintenance", maintenance)
    with serving(short) as server, connected(server) as client:
        assert is_answered(client)
        assert [looks.acquire(timeout=PATIENCE_S) for _ in range(2)] == [True, True]
        client.sendall(HELLO)
        assert is_answered(client)


def test_answers_that_nobody_reads_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.server.connections.UNREAD_BYTES", 2 * 1024 * 1024)

    def large(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/small":
            return short(environ, start_response)
        start_response("200 OK", [("Content-Length", str(8 * 1024 * 1024))])
        return [b"." * 1024 * 1024] * 8

    request = b"GET /large HTTP/1.1\r\nHost: board\r\n\r\n"
    with serving(large, threads=8) as server, contextlib.ExitStack() as stack:
        for _ in range(16):
            stack.enter_context(connected(server, request, THEIRS))
        with connected(server, HELLO.replace(b" / ", b" /small ")) as client:
            assert is_answered(client)


# Who has said all


def test_who_has_sent_all_and_says_so_still_gets_the_answer() -> None:
    read, may_answer = threading.Event(), threading.Event()

    def slow(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        read.set()
        assert may_answer.wait(PATIENCE_S)
        return short(environ, start_response)

    with serving(slow) as server, connected(server) as client:
        client.shutdown(socket.SHUT_WR)
        assert read.wait(PATIENCE_S)
        with connected(server):  # the server looks at both
            may_answer.set()
            assert everything(client).endswith(b"ok")


def test_who_ends_within_a_request_gets_none() -> None:
    with serving(short) as server, connected(server, b"GET / HTTP/1.1\r\nHo") as client:
        client.shutdown(socket.SHUT_WR)
        assert gone(client)


# Malformed


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET / HTTP/1.1\r\nHost: a..b\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: one\r\nHost: two\r\n\r\n",
        b"GET /a%0aERROR HTTP/1.1\r\nHost: board\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: board\r\n\r\n",
        b"G\x00T / HTTP/1.1\r\nHost: board\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: board\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: board\r\nContent-Length: -1\r\n\r\n",
    ],
)
def test_a_malformed_request_is_answered_with_400(
    request_bytes: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    with serving(short) as server:
        for _ in range(5):
            with connected(server, request_bytes) as client:
                assert re.match(rb"HTTP/1\.[01] 400 Bad Request\r\n", client.recv(4096))
    assert len(caplog.records) <= 1


# Behind a proxy


@pytest.mark.parametrize(("proxy", "address"), [(MINE, "192.0.2.7"), (THEIRS, MINE), (None, MINE)])
def test_only_the_proxy_is_believed_where_a_phone_is(proxy: str | None, address: str) -> None:
    def where(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [])
        return [f"{environ['REMOTE_ADDR']} by {environ['wsgi.url_scheme']}".encode()]

    said = HELLO.replace(
        b"\r\n\r\n",
        b"\r\nConnection: close\r\nX-Forwarded-For: 10.0.0.1, 192.0.2.7"
        b"\r\nX-Forwarded-Proto: https\r\n\r\n",
    )
    with serving(where, proxy=proxy) as server, connected(server, said) as client:
        scheme = "https" if proxy == MINE else "http"
        assert f"{address} by {scheme}".encode() in everything(client)


def test_a_connection_that_was_just_closed_is_sent_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread closes it while another sends: no traceback for each stranger who leaves."""
    made: list[HttpConnection] = []

    class Noted(HttpConnection):
        def __init__(self, *where: Any, **named: Any) -> None:
            super().__init__(*where, **named)
            made.append(self)

    monkeypatch.setattr(HttpListener, "channel_class", Noted)
    with serving(short) as server, connected(server, b""):
        until(lambda: bool(made), "a connection")
        made[0].handle_close()
        assert made[0].send(b"more") == 0
