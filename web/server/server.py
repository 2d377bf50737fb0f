"""Serving the companion with waitress."""

import contextlib
import ctypes
import errno
import math
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from types import FrameType
from typing import Any, Final

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher
from waitress.wasyncore import close_all, loop

Application = Callable[..., Iterable[bytes]]
"""Answers requests (WSGI)."""

STOPPING: Final = tuple(
    number
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
    if (number := getattr(signal, name, None)) is not None  # Windows has two of them
)

THREADS: Final = 256
"""Server threads; an open stream holds one, see `web.server.event_stream.STREAMS`."""
STACK_BYTES: Final = 1024 * 1024
"""Stack of each thread. The usual eight times as much would fill a 32-bit address space."""
HEAPS: Final = 2
"""Heaps (arenas) of the C library; by default one for every few threads, which never shrink."""
_M_ARENA_MAX: Final = -8
CONNECTIONS: Final = 800
"""Most connections open at once; a browser opens up to six, mostly idle."""
IDLE_S: Final = 30
GONE_S: Final = 20.0
LOOK_AROUND_S: Final = 1
GRACE_S: Final = 1.0
"""Time for open answers when the server stops."""
TCP: Final = (socket.AF_INET, socket.AF_INET6)
MAPPED: Final = "::ffff:"
"""Prefix of an IPv4 address on an IPv6 socket (RFC 4291, 2.5.5.2)."""
KEPT_BYTES: Final = 64 * 1024
"""Send buffer for a slow reader: in the server, and about as much in the system."""
LARGEST_HEADERS_BYTES: Final = 32 * 1024
LARGEST_BODY_BYTES: Final = 1024 * 1024
"""Largest body that reaches the application; it refuses far less, with a better sentence."""


class CannotListen(Exception):
    """The address cannot be served; the message gives the reason and the remedy."""


class PortTaken(CannotListen):
    """Another program listens on the port."""


def stop_on_signals(begin_stop: Callable[[], None], status: Callable[[], int] = lambda: 0) -> None:
    """End the main thread at SIGINT, SIGTERM, SIGQUIT or, unless it is ignored, SIGHUP.

    Args:
        begin_stop: called in the signal handler; must not wait. Open streams end with it.
        status: the exit status.
    """

    def stop(_number: int, _frame: FrameType | None) -> None:
        # A second signal would interrupt the stop.
        for each in STOPPING:
            signal.signal(each, signal.SIG_IGN)
        begin_stop()
        raise SystemExit(status())

    for number in STOPPING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)


def few_heaps() -> None:
    """Limit the heaps that all threads share, with glibc; elsewhere do nothing.

    Call it before threads start.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, HEAPS)


class _Channel(HTTPChannel):
    """A connection with a monotonic age: waitress uses the wall clock, which may jump."""

    active_s: float = 0.0

    @property
    def last_activity(self) -> float:
        """Return the time of the last activity, in monotonic seconds."""
        return self.active_s

    @last_activity.setter
    def last_activity(self, _wall_clock_s: float) -> None:
        self.active_s = time.monotonic()


class _Listener(TcpWSGIServer):
    """A socket that closes connections whose peer does not read.

    Its times are monotonic, unlike those of waitress.

    Attributes:
        gone_s: the longest time without reading, in seconds.
    """

    active_channels: Any
    trigger: Any
    gone_s: float = GONE_S
    channel_class = _Channel
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

    def maintenance(self, _wall_clock_s: float) -> None:
        """Close connections that are idle, and those that have not read for long."""
        now = time.monotonic()
        super().maintenance(int(now))
        for channel in tuple(self.active_channels.values()):
            if channel.total_outbufs_len and channel.last_activity < now - self.gone_s:
                # Closed later, by the trigger: here all connections are being iterated.
                self.trigger.pull_trigger(channel.handle_close)


class _NewestFirst:
    """A condition that wakes the thread that began to wait last.

    So work goes to the same few threads, and the others keep their first size. Each
    thread that has worked keeps memory of its own in the C library, even while it is idle.

    Args:
        lock: held by every caller.
    """

    def __init__(self, lock: threading.Lock) -> None:
        self._lock = lock
        self._waiting: list[threading.Event] = []

    def wait(self) -> None:
        """Release the lock until notified."""
        woken = threading.Event()
        self._waiting.append(woken)
        self._lock.release()
        try:
            woken.wait()
        finally:
            self._lock.acquire()

    def notify(self) -> None:
        """Wake the thread that began to wait last, if any."""
        if self._waiting:
            self._waiting.pop().set()

    def notify_all(self) -> None:
        """Wake all threads."""
        while self._waiting:
            self.notify()


class _Dispatcher(ThreadedTaskDispatcher):
    """Answering threads, of which only as many are used as are needed at once."""

    queue_cv: Any

    def __init__(self) -> None:
        super().__init__()
        self.queue_cv = _NewestFirst(self.lock)


class Server:
    """Listens on an address at once, answers when `run` is called.

    Args:
        host: name or address of this machine.
        port: 1 to 65535, or 0 for any that is free.
        given: listening sockets; host and port are ignored then.
        threads: the number of requests answered at once; an open stream is one of them.
        gone_s: a peer that has read nothing for so long is disconnected.

    Attributes:
        host: the host it listens on.

    Raises:
        PortTaken: another program listens on the port.
        CannotListen: the port is not allowed, or the host is not this machine.
    """

    def __init__(
        self,
        host: str,
        port: int,
        *,
        given: Sequence[socket.socket] = (),
        threads: int = THREADS,
        gone_s: float = GONE_S,
    ) -> None:
        self._app: Application | None = None
        self._sockets: dict[int, Any] = {}
        self._waking = threading.Lock()
        self._dispatcher: Any = _Dispatcher()
        try:
            self._listeners: list[Any] = self._take(given) if given else self._listen(host, port)
        except ValueError as error:  # waitress raises it for an unknown host name
            raise CannotListen(
                f"Cannot serve on “{host}”: no such address. Leave --host out to serve this "
                "machine."
            ) from error
        except OSError as error:
            close_all(self._sockets)
            kind = PortTaken if error.errno == errno.EADDRINUSE else CannotListen
            raise kind(
                f"Cannot serve on {host}, port {port}: {error.strerror or error}. "
                "Is another hareboard running? Choose another port with --port."
            ) from error
        self.host = str(self._listeners[0].effective_host) if given else host
        for listener in self._listeners:
            listener.gone_s = gone_s
        few_heaps()
        usual = threading.stack_size(STACK_BYTES)
        self._dispatcher.set_thread_count(threads)
        threading.stack_size(usual)

    @property
    def port(self) -> int:
        """Return the port it listens on."""
        # A name may stand for several addresses, each with its own socket.
        return int(self._listeners[0].effective_port)

    def run(self, app: Application, ready: Callable[[], None] = lambda: None) -> None:
        """Answer requests until `close` is called from another thread, or a signal ends it.

        Args:
            app: the application.
            ready: called once, when requests are answered.
        """
        self._app = app
        self._listeners[0].trigger.pull_trigger(ready)
        try:
            loop(timeout=LOOK_AROUND_S, use_poll=True, map=self._sockets)
        except (SystemExit, KeyboardInterrupt):
            self._dispatcher.shutdown(timeout=GRACE_S)
            self._hang_up()

    def close(self) -> None:
        """End `run`, which runs in another thread; open streams must have ended.

        Call it once.
        """
        self._dispatcher.shutdown(timeout=GRACE_S)
        wake = self._listeners[0].trigger
        # In the server's own thread: no other may close the socket it waits on. It may be
        # awake already, and must not close the pipe that is still being written to.
        with self._waking:
            wake.pull_trigger(self._hang_up)

    def _listen(self, host: str, port: int) -> list[Any]:
        adjustments = _adjusted(host=host, port=port)
        return [self._listener(address, adjustments) for address in adjustments.listen]

    def _take(self, given: Sequence[socket.socket]) -> list[Any]:
        if any(each.family not in TCP or each.type != socket.SOCK_STREAM for each in given):
            raise CannotListen(
                "Cannot serve at a socket that is not for TCP: in hareboard.socket each "
                "ListenStream= is to be a port, or an address with a port."
            )
        adjustments = _adjusted(sockets=list(given))
        return [
            self._listener(
                (each.family, each.type, each.proto, each.getsockname()),
                adjustments,
                _sock=each,
                bind_socket=False,
            )
            for each in given
        ]

    def _listener(self, address: Any, adjustments: Any, **more: Any) -> _Listener:
        return _Listener(
            self._answer,
            map=self._sockets,
            dispatcher=self._dispatcher,
            adj=adjustments,
            sockinfo=address,
            **more,
        )

    def _answer(self, environ: Any, start_response: Any) -> Any:
        assert self._app is not None, "nothing is answered before the server is run"
        return self._app(environ, start_response)

    def _hang_up(self, _nothing: None = None) -> None:
        with self._waking:
            for listener in self._listeners:
                for channel in tuple(listener.active_channels.values()):
                    channel.handle_close()  # which wakes the threads that wait to send there
            close_all(self._sockets)


def _adjusted(**where: Any) -> Any:
    """Return the settings of waitress, with the address to listen on."""
    return Adjustments(
        ident="hareboard",
        connection_limit=CONNECTIONS,
        channel_timeout=IDLE_S,
        cleanup_interval=LOOK_AROUND_S,
        # A closed connection is detected while its request is being answered.
        channel_request_lookahead=1,
        outbuf_high_watermark=KEPT_BYTES,
        max_request_header_size=LARGEST_HEADERS_BYTES,
        max_request_body_size=LARGEST_BODY_BYTES,
        # Only the application decides about a request with forwarding headers.
        clear_untrusted_proxy_headers=False,
        # Connections that close are not logged.
        log_socket_errors=False,
        **where,
    )
