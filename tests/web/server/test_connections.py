"""One client takes not all connections, and gets its answer."""

import contextlib
import itertools
import logging
import re
import socket
import threading
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.support.waiting import PATIENCE_S, until
from tests.support.web.clients import (
    HELLO,
    MINE,
    THEIRS,
    Taps,
    answered,
    connected,
    everything,
    gone,
    hung_up,
    is_answered,
    serving,
    short,
    stream_request,
)
from web.server.connections import HttpConnection, HttpListener

# Limits


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.server.server.most_connections", lambda: 16)


def test_who_is_not_accepted_at_once_is_accepted_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.server.connections.ACCEPTED", 1)
    with serving(short) as server, contextlib.ExitStack() as stack:
        clients = [stack.enter_context(connected(server)) for _ in range(5)]
        assert all(map(is_answered, clients))


@pytest.mark.usefixtures("few")
def test_one_address_does_not_take_all_connections() -> None:
    with serving(short) as server, contextlib.ExitStack() as stack:
        slow = [
            stack.enter_context(connected(server, b"GET / HTTP/1.1\r\nHo", THEIRS))
            for _ in range(40)
        ]
        assert answered(server)
        until(lambda: sum(not hung_up(client) for client in slow) == 12, "one address has few")


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
