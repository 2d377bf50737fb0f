"""Connections of the server: waitress's, with limits, and with streams that cost no thread.

waitress answers a request in a thread and holds it until the answer has ended. Here an answer
that is a stream of events is taken over when its head has been written: one thread sends the
events of all streams.
"""

import contextlib
import math
import socket
import sys
import time
from typing import Any, Final

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask
from waitress.utilities import BadRequest, ServerNotImplemented

from web.server.broadcaster import STREAM, Broadcaster, EventStream, HandedOver
from web.server.limits import Crowd

LOOK_AROUND_S: Final = 1
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
        stream = EventStream(answer.source, chunked=self.chunked_response, closed=answer.close)
        self.channel.begin(stream)


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
        if not self.total_outbufs_len:
            # waitress keeps what it has sent until a buffer is this full: a new one is begun.
            self.current_outbuf_count = self.adj.outbuf_high_watermark
        written = int(super().write_soon(data))
        if self.total_outbufs_len > KEPT_BYTES:
            self.server.relieve()
        return written

    def send(self, data: Any, do_close: bool = True) -> int:  # noqa: FBT001, FBT002 - waitress's
        """Send data; of a connection that another thread has just closed, none.

        waitress would log each of these with its traceback, as often as strangers leave.
        """
        try:
            return int(super().send(data, do_close))
        except AttributeError:
            if self.socket is not None:  # untested: then it is a mistake of ours
                raise
            return 0

    def begin(self, stream: EventStream) -> None:
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

    def accept(self) -> Any:
        """Accept a connection; close it at once if its address has too many."""
        accepted = super().accept()
        if accepted is not None and self.crowd.turns_away(self.fix_addr(accepted[1])[0]):
            accepted[0].close()
            self.accepted += 1
            return None
        return accepted

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
