"""Streams of events cost no thread, and each ends alone."""

import contextlib
import socket
import struct
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from waitress.channel import ClientDisconnected

from tests.support.waiting import PATIENCE_S, until
from tests.support.web.clients import (
    HELLO,
    Tap,
    Taps,
    answered,
    connected,
    everything,
    serving,
    stream_request,
)
from web.server.broadcaster import STREAM, Broadcaster, EventStream


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


def test_whoever_breaks_off_before_a_stream_begins_is_let_go() -> None:
    app = Taps()

    def late(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        body = app(environ, start_response)
        until(environ["waitress.client_disconnected"], "the client is gone")
        return body

    with serving(late) as server:
        with connected(server, stream_request()) as client:
            until(lambda: len(app.open) == 1, "the stream is asked for")
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        assert app.open[0].ended.wait(PATIENCE_S)


def test_whoever_watches_a_stream_can_ask_nothing_more_there() -> None:
    app = Taps()
    with serving(app) as server, connected(server, stream_request()) as client:
        until(lambda: len(app.open) == 1, "the stream is open")
        app.open[0].put(b"data: 1\n\n")
        said = client.recv(4096)
        while not said.endswith(b"data: 1\n\n\r\n"):
            said += client.recv(4096)
        client.sendall(HELLO)
        assert answered(server), "by now the server has read it"
        app.open[0].put(b"data: 2\n\n")
        app.open[0].put(b"")
        assert everything(client) == b"9\r\ndata: 2\n\n\r\n0\r\n\r\n"


def test_an_event_larger_than_the_buffers_is_sent_as_it_is_read() -> None:
    app, event = Taps(), b"." * 8 * 1024 * 1024
    with serving(app) as server, connected(server, stream_request("1.0")) as client:
        until(lambda: len(app.open) == 1, "the stream is open")
        app.open[0].put(event)
        app.open[0].put(b"")
        assert everything(client).endswith(b"\r\n\r\n" + event)


def test_who_reads_a_stream_slowly_is_sent_the_rest_later_and_then_disconnected() -> None:
    app = Taps()
    with serving(app, gone_s=0.5) as server, connected(server, stream_request()):
        until(lambda: len(app.open) == 1, "the stream is open")
        for _ in range(64):
            app.open[0].put(b"." * 1024 * 1024)
        assert app.open[0].ended.wait(PATIENCE_S)
        assert app.open[0].events.qsize() > 32, "they are not taken before they can be sent"


def test_who_leaves_as_an_event_is_sent_is_let_go_without_a_word(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Left:
        connected = True
        total_outbufs_len = 0

        def write_soon(self, data: bytes) -> int:
            raise ClientDisconnected

        def end(self) -> None:
            pass

    broadcaster, tap = Broadcaster(), Tap()
    broadcaster.start()
    tap.put(b"data: 1\n\n")
    broadcaster.begin(Left(), EventStream(tap, chunked=False, closed=tap.close))
    assert tap.ended.wait(PATIENCE_S)
    broadcaster.close(PATIENCE_S)
    assert caplog.text == ""


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
