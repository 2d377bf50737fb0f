"""The server ends cleanly, and is held up by nobody, whatever they do."""

import http.client
import logging
import queue
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from waitress.trigger import trigger

from tests.support.waiting import PATIENCE_S, until
from web.server.server import (
    BUFFERED_BYTES,
    CONNECTIONS,
    OTHER_FILES,
    STOPPING,
    CannotListen,
    PortTaken,
    Server,
    most_connections,
    stop_on_signals,
)

HELLO = b"GET / HTTP/1.1\r\nHost: board\r\n\r\n"


def test_a_server_that_is_awake_already_still_closes_cleanly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Waking it is two steps, and it may be woken by something else between them."""
    server = Server("127.0.0.1", 0)
    serving = threading.Thread(target=server.run, args=(Flask("empty"),))
    serving.start()
    real_pull: Any = vars(trigger)["_physical_pull"]

    def awake_already(self: Any) -> None:
        real_pull(self)
        # All the time it needs to do what it was asked to.
        serving.join(0.3)
        real_pull(self)

    monkeypatch.setattr(trigger, "_physical_pull", awake_already)
    server.close()
    serving.join(PATIENCE_S)
    assert not serving.is_alive()


class Endless:
    """An application that sends for ever, and counts.

    Attributes:
        sent: bytes handed to the server.
        ended: set once the server has let go.
    """

    def __init__(self) -> None:
        self.sent = 0
        self.ended = threading.Event()

    def __call__(self, environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        return self

    def __iter__(self) -> Iterator[bytes]:
        while True:
            self.sent += 8192
            yield b"." * 8192

    def close(self) -> None:
        self.ended.set()


@contextmanager
def serving(app: Any, **patience: Any) -> Iterator[int]:
    server = Server("127.0.0.1", 0, **patience)
    with running(server, app):
        yield server.port


@contextmanager
def running(server: Server, app: Any, ready: Callable[[], None] = lambda: None) -> Iterator[None]:
    thread = threading.Thread(target=server.run, args=(app, ready))
    thread.start()
    try:
        yield
    finally:
        server.close()
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


@contextmanager
def connected(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as client:
        client.sendall(HELLO)
        yield client


def test_whoever_does_not_read_is_let_go_and_has_been_kept_little() -> None:
    app = Endless()
    with serving(app, threads=1, gone_s=0.5) as port, connected(port):
        assert app.ended.wait(PATIENCE_S)
    # What the server and the system keep here, and what the system keeps there.
    assert app.sent < 8 * BUFFERED_BYTES


def test_whoever_does_not_read_holds_nobody_else_up() -> None:
    deaf = Endless()

    def app(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/":
            return deaf(environ, start_response)
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    with serving(app, threads=2, gone_s=1.0) as port, connected(port):
        other = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        other.request("GET", "/other")
        assert other.getresponse().read() == b"ok"
        other.close()
        assert deaf.ended.wait(PATIENCE_S)


def test_whoever_hangs_up_is_let_go_at_once() -> None:
    app = Endless()
    with serving(app, threads=1, gone_s=3600.0) as port:
        with connected(port) as client:
            assert client.recv(1)
        assert app.ended.wait(PATIENCE_S)


def test_a_server_whose_client_does_not_read_ends_in_time() -> None:
    app = Endless()
    server = Server("127.0.0.1", 0, threads=1, gone_s=3600.0)
    thread = threading.Thread(target=server.run, args=(app,))
    thread.start()
    with connected(server.port) as client:
        assert client.recv(1)
        server.close()
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
        assert app.ended.wait(PATIENCE_S)


def test_who_comes_while_everybody_is_busy_is_answered_by_the_first_who_is_free(
    caplog: pytest.LogCaptureFixture,
) -> None:
    busy, free = threading.Event(), threading.Event()

    def app(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        busy.set()
        assert free.wait(PATIENCE_S)
        return short(environ, start_response)

    with serving(app, threads=1) as port, connected(port) as first:
        caplog.set_level(logging.WARNING, "waitress.queue")
        assert busy.wait(PATIENCE_S)
        with connected(port) as second:
            until(lambda: "Task queue depth is 1" in caplog.text, "the second one waits")
            free.set()
            for each in (first, second):
                assert each.recv(4096).startswith(b"HTTP/1.1 200 OK")


THIRTY_YEARS_S = 30 * 365 * 24 * 3600.0


class WallClock:
    """The machine's date, which somebody sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.jump_s = 0.0
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + self.jump_s)


def short(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]


def ask(connection: http.client.HTTPConnection) -> None:
    connection.request("GET", "/")
    assert connection.getresponse().read() == b"ok"


def test_a_date_set_to_an_earlier_one_keeps_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.server.server.IDLE_S", 1)
    date = WallClock(monkeypatch)
    with serving(short) as port:
        idle = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        ask(idle)
        date.jump_s = -THIRTY_YEARS_S
        assert idle.sock.recv(1) == b"", "the server has closed it"
        idle.close()


# Sockets that somebody else has opened


def who_asks(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
    start_response("200 OK", [])
    return [environ["REMOTE_ADDR"].encode()]


def answer(port: int, host: str = "127.0.0.1") -> bytes:
    asking = http.client.HTTPConnection(host, port, timeout=PATIENCE_S)
    asking.request("GET", "/")
    said = asking.getresponse().read()
    asking.close()
    return said


def test_pages_are_served_at_all_sockets_that_were_given() -> None:
    given = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    ports = [each.getsockname()[1] for each in given]
    server = Server("203.0.113.1", 9, given=given)
    assert (server.host, server.port) == ("127.0.0.1", ports[0])
    with running(server, who_asks):
        assert [answer(port) for port in ports] == [b"127.0.0.1"] * 2


def test_who_came_while_nobody_answered_is_answered() -> None:
    given = socket.create_server(("127.0.0.1", 0))
    server = Server("", 0, given=[given])
    with connected(server.port) as client, running(server, who_asks):
        assert client.recv(4096).startswith(b"HTTP/1.1 200 OK")


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this computer has no IPv6")
def test_an_address_of_ipv4_is_one_at_a_socket_of_ipv6() -> None:
    given = socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True)
    server = Server("", 0, given=[given])
    with running(server, who_asks):
        assert answer(server.port) == b"127.0.0.1"
        assert answer(server.port, "::1") == b"::1"


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="Windows has no sockets by path")
def test_a_socket_that_is_not_for_tcp_is_refused_with_what_to_do() -> None:
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as given,
        pytest.raises(CannotListen, match="ListenStream= is to be a port"),
    ):
        Server("", 0, given=[given])


def test_it_says_once_that_it_answers() -> None:
    server, said = Server("127.0.0.1", 0), queue.Queue[bytes]()
    with running(server, who_asks, lambda: said.put(b"ready")):
        assert said.get(timeout=PATIENCE_S) == b"ready"
        assert answer(server.port) == b"127.0.0.1"
    assert said.empty()


def test_a_name_that_cannot_be_an_address_is_refused_with_what_to_do() -> None:
    with pytest.raises(CannotListen, match="Leave --host out to serve this machine"):
        Server("a..b", 0)


def test_a_port_that_another_program_has_is_refused_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortTaken, match=f"port {port}: .* Choose another port with --port"):
            Server("127.0.0.1", port)


def test_an_address_of_another_computer_is_no_taken_port() -> None:
    with pytest.raises(CannotListen, match=r"Cannot serve on 192\.0\.2\.7") as refused:
        Server("192.0.2.7", 0)
    assert not isinstance(refused.value, PortTaken)


def test_pages_are_served_where_the_system_cannot_detect_a_lost_peer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(socket, "TCP_USER_TIMEOUT", raising=False)
    with serving(who_asks) as port:
        assert answer(port)


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    before = {each: signal.getsignal(each) for each in STOPPING}
    try:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        stop_on_signals(lambda: None)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        assert callable(signal.getsignal(signal.SIGTERM))
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@pytest.mark.parametrize(("platform", "shares"), [("linux", True), ("win32", False)])
def test_a_port_is_shared_with_a_run_that_is_ending_where_that_is_safe(
    monkeypatch: pytest.MonkeyPatch, platform: str, shares: object
) -> None:
    made: list[socket.socket] = []
    listen = socket.socket.listen

    def note(self: socket.socket, *backlog: int) -> None:
        made.append(self)
        listen(self, *backlog)

    monkeypatch.setattr(socket.socket, "listen", note)
    with monkeypatch.context() as here:
        here.setattr(sys, "platform", platform)
        server = Server("127.0.0.1", 0)
    with running(server, who_asks):
        (listener,) = made
        assert bool(listener.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)) is shares


def test_as_many_files_may_be_open_as_connections_need() -> None:
    resource = pytest.importorskip("resource", reason="Windows has no such limit")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (OTHER_FILES + 100, before[1]))
    try:
        with running(Server("127.0.0.1", 0), who_asks):
            now, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    most = CONNECTIONS + OTHER_FILES
    assert now == (most if before[1] == resource.RLIM_INFINITY else min(most, before[1]))


@pytest.mark.parametrize(
    ("allowed", "connections"), [(OTHER_FILES + 100, 100), (9, 1), (None, CONNECTIONS)]
)
def test_fewer_connections_are_taken_where_few_files_may_be_open(
    monkeypatch: pytest.MonkeyPatch, allowed: int | None, connections: int
) -> None:
    resource = pytest.importorskip("resource", reason="Windows has no such limit")
    limit = resource.RLIM_INFINITY if allowed is None else allowed
    monkeypatch.setattr(resource, "getrlimit", lambda _: (limit, limit))
    assert most_connections() == connections
