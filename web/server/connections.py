"""Connections of the server: waitress's, with limits, and with streams that cost no thread.

waitress answers a request in a thread and holds it until the answer has ended. Here an answer
that is a stream of events is taken over when its head has been written: one thread sends the
events of all streams.
"""

import contextlib
import logging
import math
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask
from waitress.utilities import BadRequest, ServerNotImplemented

from web.server.limits import Crowd

STREAM: Final = "hareboard.stream"
"""The key of a request's environment under which an application leaves an `EventSource`."""
LOOK_AROUND_S: Final = 1
STREAMS_LOOK_S: Final = 0.5
"""Longest time between looks at the streams: when heartbeats are due is seen then."""
ACCEPTED: Final = 64
"""Most connections accepted before those that are open are looked at again."""
REQUEST_S: Final = 10.0
"""Time to send a request, from its first byte to its last."""
GONE_S: Final = 20.0
KEPT_BYTES: Final = 64 * 1024
"""Send buffer of the system for a slow reader."""
UNREAD_BYTES: Final = 16 * 1024 * 1024
"""Answers kept for all slow readers together; beyond it, the slowest are disconnected."""
MAPPED: Final = "::ffff:"
"""Prefix of an IPv4 address on an IPv6 socket (RFC 4291, 2.5.5.2)."""

_LOG: Final = logging.getLogger(__name__)


class EventSource(Protocol):
    """The events of one stream."""

    def poll(self) -> bytes | None:
        """Return what is to be sent now, None for nothing yet, b"" at the end. Never waits."""
        ...

    def watching(self, changed: Callable[[], None]) -> contextlib.AbstractContextManager[None]:
        """Call a function within the context whenever there may be more to send."""
        ...


class _Stream:
    """An answer that goes on as long as there are events.

    Args:
        source: its events.
        chunked: True if each event is sent as a chunk (RFC 9112, 7.1).
        closed: called once nothing more is sent.
    """

    def __init__(self, source: EventSource, *, chunked: bool, closed: Callable[[], None]) -> None:
        self.source = source
        self.watched = contextlib.ExitStack()
        self.watched.callback(closed)
        self._chunked = chunked

    def encoded(self, event: bytes) -> bytes:
        """Return an event as it is sent; an empty one ends the answer."""
        return b"%X\r\n%b\r\n" % (len(event), event) if self._chunked else event


class Broadcaster:
    """Sends the events of all streams, in one thread."""

    def __init__(self) -> None:
        self._streams: dict[HttpConnection, _Stream] = {}
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._ends = False
        self._thread = threading.Thread(target=self._run, name="streams", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def begin(self, channel: "HttpConnection", stream: _Stream) -> None:
        """Send a stream's events from now on."""
        stream.watched.enter_context(stream.source.watching(self.wake))
        with self._lock:
            self._streams[channel] = stream
        self.wake()

    def wake(self) -> None:
        """Look at the streams: something has changed. Never waits."""
        self._woken.set()

    def close(self, within_s: float) -> None:
        """Wait until all streams have ended, or time is up; the thread ends with the last."""
        self._ends = True
        self.wake()
        self._thread.join(within_s)

    def _run(self) -> None:
        while self._streams or not self._ends:
            self._woken.wait(STREAMS_LOOK_S if self._streams else None)
            self._woken.clear()
            self._look()

    def _look(self) -> None:
        with self._lock:
            streams = tuple(self._streams.items())
        for channel, stream in streams:
            try:
                if self._send(channel, stream):
                    continue
            except ClientDisconnected:
                pass
            except Exception:  # noqa: BLE001 - the other streams go on
                _LOG.exception("A stream failed.")
            with self._lock:
                del self._streams[channel]
            try:
                stream.watched.close()
                channel.end()
            except Exception:  # noqa: BLE001 - the other streams go on
                _LOG.exception("A stream could not be closed.")

    def _send(self, channel: "HttpConnection", stream: _Stream) -> bool:
        """Send what a reader is ready for; return False at the end of the stream.

        Raises:
            ClientDisconnected: the reader has gone.
        """
        while channel.connected and not channel.total_outbufs_len:
            event = stream.source.poll()
            if event is None:
                return True
            channel.write_soon(stream.encoded(event))
            if not event:
                return False
        return bool(channel.connected)


class _Task(WSGITask):
    """An answer; if it is a stream, only its head is written here."""

    channel: Any

    def finish(self) -> None:
        """End the answer, or let the broadcaster go on with it."""
        answer = (self.environ or {}).get(STREAM)
        if not isinstance(answer, HandedOver):
            super().finish()
            return
        try:
            self.write(b"")  # the head, which decides whether chunks follow
        except Exception:
            answer.close()
            raise
        self.close_on_finish = False
        stream = _Stream(answer.source, chunked=self.chunked_response, closed=answer.close)
        self.channel.begin(stream)


class HandedOver:
    """The body of an answer whose events the broadcaster sends; nothing for the task to send.

    Args:
        source: the events.
        body: what the application has returned; closed at the end of the stream.
    """

    def __init__(self, source: EventSource, body: Iterable[bytes]) -> None:
        self.source = source
        self.close_body: Callable[[], None] = getattr(body, "close", lambda: None)

    def close(self) -> None:
        """Let the application know that the answer has ended."""
        self.close_body()


def handing_over(environ: dict[str, Any], body: Iterable[bytes]) -> Iterable[bytes]:
    """Return the body that a task has to send: none of it if it is a stream of events."""
    source = environ.get(STREAM)
    if source is None or environ["REQUEST_METHOD"] == "HEAD":
        return body
    environ[STREAM] = HandedOver(source, body)
    return iter(())


class _Parser(HTTPRequestParser):
    """Reads a request; one that cannot be read is the sender's mistake, not the server's."""

    error: Any
    completed: Any
    path = ""
    """Named in the log if its sender leaves before the answer, also where none could be read."""

    def received(self, data: bytes) -> int:
        """Take in a part of the request; return how much of it was taken."""
        try:
            taken = int(super().received(data))
        except ValueError:  # of urlsplit, for a target such as http://[
            self.error = BadRequest("Its target is no address.")
            self.completed = True
            return len(data)
        if isinstance(self.error, ServerNotImplemented):
            self.error = BadRequest("The only transfer coding is chunked.")
        return taken


class HttpConnection(HTTPChannel):
    """A connection.

    waitress measures its age by the wall clock, which may jump; here it is monotonic.
    """

    task_class = _Task
    parser_class = _Parser
    server: Any
    socket: Any
    requests: Any
    requests_lock: Any
    active_s: float = 0.0
    begun_s: float | None = None
    _streams: bool = False
    _half_closed: bool = False

    def __init__(self, server: Any, sock: Any, addr: Any, *more: Any, **named: Any) -> None:
        super().__init__(server, sock, addr, *more, **named)
        server.accepted += 1
        leaver = server.crowd.come(self, addr[0], lambda each: each.needed)
        if leaver is not None:
            server.hang_up(leaver)

    @property
    def last_activity(self) -> float:
        """Return the time of the last activity, in monotonic seconds."""
        return self.active_s

    @last_activity.setter
    def last_activity(self, _wall_clock_s: float) -> None:
        self.active_s = time.monotonic()

    @property
    def needed(self) -> int:
        """Return how much it is needed: 0 while nothing is asked, 1 for a stream, else 2."""
        return 2 if self.requests else int(self._streams)

    def write_soon(self, data: Any) -> int:
        """Send data, or keep what a slow reader does not take yet."""
        written = int(super().write_soon(data))
        if self.total_outbufs_len > KEPT_BYTES:
            self.server.relieve()
        return written

    def begin(self, stream: _Stream) -> None:
        """Send a stream's events from now on; nothing more is asked here."""
        self._streams = True
        with self.requests_lock:
            del self.requests[1:]
        self.server.broadcaster.begin(self, stream)

    def end(self) -> None:
        """Close the connection once everything is sent; from any thread."""
        self.close_when_flushed = True
        self.server.pull_trigger()

    def del_channel(self, *where: Any) -> None:
        """Forget a connection that ends."""
        super().del_channel(*where)
        self.server.crowd.leave(self)
        if self._streams:
            self.server.broadcaster.wake()

    def received(self, data: bytes) -> bool:
        """Take in what was sent, and note when a request has begun."""
        if self._streams:
            return False
        begins = self.request is None
        taken = bool(super().received(data))
        if self.request is None:
            self.begun_s = None
        elif begins or self.begun_s is None:
            self.begun_s = time.monotonic()
        return taken

    def readable(self) -> bool:
        """Return True while more may be sent; after the last answer, hang up."""
        if not self._half_closed:
            return bool(super().readable())
        if not self.requests and not self.total_outbufs_len:
            self.will_close = True
        return False

    def handle_read(self) -> None:
        """Read; a peer that has sent all it wanted still gets its answer."""
        if self.requests and self._has_sent_all():
            self._half_closed = True
            return
        super().handle_read()

    def handle_write(self) -> None:
        """Send what is left over, while the broadcaster may send too."""
        if not self._streams:
            super().handle_write()
            return
        with self.outbuf_lock:
            super().handle_write()
        if not self.total_outbufs_len:
            self.server.broadcaster.wake()

    def _has_sent_all(self) -> bool:
        with contextlib.suppress(OSError):
            return not self.socket.recv(1, socket.MSG_PEEK)
        return False


class HttpListener(TcpWSGIServer):
    """A socket that closes connections whose peer does not send, or does not read.

    Its times are monotonic, unlike those of waitress.

    Attributes:
        crowd: all connections of the server.
        broadcaster: sends the events of streams.
        gone_s: the longest time without reading, in seconds.
        accepted: the number of connections so far.
    """

    active_channels: Any
    trigger: Any
    crowd: Crowd[HttpConnection]
    broadcaster: Broadcaster
    gone_s: float = GONE_S
    accepted: int = 0
    channel_class = HttpConnection
    looked_s: float = 0.0

    @property
    def next_channel_cleanup(self) -> Any:
        """Return the time of the next cleanup, as waitress asks: now, or never."""
        return -math.inf if time.monotonic() >= self.looked_s + LOOK_AROUND_S else math.inf

    @next_channel_cleanup.setter
    def next_channel_cleanup(self, _wall_clock_s: Any) -> None:
        self.looked_s = time.monotonic()

    def set_reuse_addr(self) -> None:
        """Reuse an address on which connections of the last run are still closing."""
        if sys.platform != "win32":  # there it would share a port in use
            super().set_reuse_addr()

    def fix_addr(self, addr: Any) -> Any:
        """Return a peer's address; an IPv4 address in IPv6 form is shortened to IPv4."""
        host, *rest = addr
        return (host.removeprefix(MAPPED) if "." in host else host, *rest)

    def set_socket_options(self, conn: Any) -> None:
        """Send at once, keep small buffers, and detect a lost peer."""
        conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        conn.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KEPT_BYTES)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux
            conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(self.gone_s * 1000))

    def handle_accept(self) -> None:
        """Accept all who wait, not one for each look at all connections."""
        for _ in range(ACCEPTED):
            accepted = self.accepted
            super().handle_accept()
            if self.accepted == accepted:
                return

    def hang_up(self, channel: HttpConnection) -> None:
        """Close a connection; later, by the trigger: connections may be being iterated over."""
        self.trigger.pull_trigger(channel.handle_close)

    def relieve(self) -> None:
        """Disconnect whoever has not read for longest while too much is kept for slow readers."""
        channels = self.active_channels.copy().values()
        # Other threads write meanwhile: each length is looked at once.
        slow = [(each, each.total_outbufs_len) for each in channels]
        slow.sort(key=lambda each: each[0].last_activity, reverse=True)
        unread_bytes = sum(length for _, length in slow)
        while unread_bytes > UNREAD_BYTES:
            slowest, length = slow.pop()
            unread_bytes -= length
            if length:
                self.hang_up(slowest)

    def maintenance(self, _wall_clock_s: float) -> None:
        """Close connections that are idle, and those that have not sent or read for long."""
        now = time.monotonic()
        super().maintenance(int(now))
        for channel in tuple(self.active_channels.values()):
            sends_slowly = channel.begun_s is not None and channel.begun_s < now - REQUEST_S
            reads_nothing = channel.total_outbufs_len and channel.last_activity < now - self.gone_s
            if sends_slowly or reads_nothing:
                self.hang_up(channel)
