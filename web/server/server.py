"""Serving the companion with waitress."""

import contextlib
import ctypes
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
"""An open stream holds one; see `web.server.event_stream.STREAMS`."""
STACK_BYTES: Final = 1024 * 1024
"""Of each thread. The usual eight times as much would fill the addresses of a 32-bit system."""
HEAPS: Final = 2
"""Of the C library. It would make one for every few threads, each as large as it ever was."""
_M_ARENA_MAX: Final = -8
CONNECTIONS: Final = 800
"""A browser opens up to six; most of them are idle."""
IDLE_S: Final = 30
GONE_S: Final = 20.0
LOOK_AROUND_S: Final = 1
GRACE_S: Final = 1.0
"""At the end, for answers that are under way."""
TCP: Final = (socket.AF_INET, socket.AF_INET6)
MAPPED: Final = "::ffff:"
"""What an IPv4 address begins with that came to an IPv6 socket (RFC 4291, 2.5.5.2)."""
KEPT_BYTES: Final = 64 * 1024
"""Kept for somebody who reads slowly: by the server, and about as much by the system."""
LARGEST_HEADERS_BYTES: Final = 32 * 1024
LARGEST_BODY_BYTES: Final = 1024 * 1024
"""What the application is shown at all; it refuses far less, with a better sentence."""


class CannotListen(Exception):
    """The address cannot be served; the message says why and what to do."""


def stop_on_signals(begin_stop: Callable[[], None], status: Callable[[], int] = lambda: 0) -> None:
    """End the main thread at SIGINT, SIGTERM, SIGQUIT or, unless it is ignored, SIGHUP.

    Args:
        begin_stop: called in the signal handler; must not wait. Open streams end with it.
        status: the exit status.
    """

    def stop(_number: int, _frame: FrameType | None) -> None:
        # Once is enough; a second one would interrupt the end.
        for each in STOPPING:
            signal.signal(each, signal.SIG_IGN)
        begin_stop()
        raise SystemExit(status())

    for number in STOPPING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)


def few_heaps() -> None:
    """Let all threads share a few heaps, where the C library is glibc; elsewhere nothing is done.

    To be called before there are threads.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, HEAPS)


class _Channel(HTTPChannel):
    """A connection whose age no change of the date touches: waitress would ask the wall clock."""

    active_s: float = 0.0

    @property
    def last_activity(self) -> float:
        """When something last happened, in monotonic seconds."""
        return self.active_s

    @last_activity.setter
    def last_activity(self, _wall_clock_s: float) -> None:
        self.active_s = time.monotonic()


class _Listener(TcpWSGIServer):
    """A socket that lets go of whoever does not read what is sent to them.

    Its times are monotonic, whatever waitress says.

    Attributes:
        gone_s: how long that may take.
    """

    active_channels: Any
    trigger: Any
    gone_s: float = GONE_S
    channel_class = _Channel
    looked_s: float = 0.0

    @property
    def next_channel_cleanup(self) -> Any:
        """When to look around next, as waitress asks: now, or never."""
        return -math.inf if time.monotonic() >= self.looked_s + LOOK_AROUND_S else math.inf

    @next_channel_cleanup.setter
    def next_channel_cleanup(self, _wall_clock_s: Any) -> None:
        self.looked_s = time.monotonic()

    def set_reuse_addr(self) -> None:
        """Listen also where connections of the last run are still ending."""
        if sys.platform != "win32":  # there it would share a port that is taken
            super().set_reuse_addr()

    def fix_addr(self, addr: Any) -> Any:
        """Where somebody comes from; an IPv4 address is one, although it came to an IPv6 socket."""
        host, *rest = addr
        return (host.removeprefix(MAPPED) if "." in host else host, *rest)

    def set_socket_options(self, conn: Any) -> None:
        """Send at once, keep little for each, and notice when somebody has gone."""
        conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        conn.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KEPT_BYTES)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux has it
            conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(self.gone_s * 1000))

    def maintenance(self, _wall_clock_s: float) -> None:
        """Close connections that are idle, and those that have not read for long."""
        now = time.monotonic()
        super().maintenance(int(now))
        for channel in tuple(self.active_channels.values()):
            if channel.total_outbufs_len and channel.last_activity < now - self.gone_s:
                # A little later: just now all connections are being gone through.
                self.trigger.pull_trigger(channel.handle_close)


class _NewestFirst:
    """A condition that wakes whoever began to wait last.

    So work goes to the same few threads, and the others stay as small as they were made. Each
    thread that has worked keeps memory of its own in the C library, even while it is idle.

    Args:
        lock: held by whoever calls anything here.
    """

    def __init__(self, lock: threading.Lock) -> None:
        self._lock = lock
        self._waiting: list[threading.Event] = []

    def wait(self) -> None:
        """Let go of the lock until somebody notifies."""
        woken = threading.Event()
        self._waiting.append(woken)
        self._lock.release()
        try:
            woken.wait()
        finally:
            self._lock.acquire()

    def notify(self) -> None:
        """Wake the one who began to wait last, if anybody waits."""
        if self._waiting:
            self._waiting.pop().set()

    def notify_all(self) -> None:
        """Wake everybody."""
        while self._waiting:
            self.notify()


class _Dispatcher(ThreadedTaskDispatcher):
    """Threads that answer, of which no more are used than are needed at once."""

    queue_cv: Any

    def __init__(self) -> None:
        super().__init__()
        self.queue_cv = _NewestFirst(self.lock)


class Server:
    """Listens on an address at once, answers when it is run.

    Args:
        host: name or address of this machine.
        port: 1 to 65535, or 0 for any that is free.
        given: sockets that listen already; host and port do not matter then.
        threads: how many requests are answered at once; an open stream is one of them.
        gone_s: who has read nothing for so long of what was sent to them is let go.

    Attributes:
        host: where it listens.

    Raises:
        CannotListen: the port is taken, not allowed, or the host is not this machine.
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
        except ValueError as error:  # what waitress makes of a name that nobody knows
            raise CannotListen(
                f"Cannot serve on “{host}”: no such address. Leave --host out to serve this "
                "machine."
            ) from error
        except OSError as error:
            close_all(self._sockets)
            raise CannotListen(
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
        """The port it listens on."""
        # A name may stand for several addresses, each with its own socket.
        return int(self._listeners[0].effective_port)

    def run(self, app: Application, ready: Callable[[], None] = lambda: None) -> None:
        """Answer requests until `close` is called from another thread, or a signal ends it.

        Args:
            app: what answers them.
            ready: called once, as soon as requests are answered.
        """
        self._app = app
        self._listeners[0].trigger.pull_trigger(ready)
        try:
            loop(timeout=LOOK_AROUND_S, use_poll=True, map=self._sockets)
        except (SystemExit, KeyboardInterrupt):
            self._dispatcher.shutdown(timeout=GRACE_S)
            self._hang_up()

    def close(self) -> None:
        """End `run`, which goes on in another thread; open streams must have ended.

        To be called once.
        """
        self._dispatcher.shutdown(timeout=GRACE_S)
        wake = self._listeners[0].trigger
        # In the server's own thread: nobody else may close what it is waiting for. It may be
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
                    channel.handle_close()  # which lets go of whoever waits to send there
            close_all(self._sockets)


def _adjusted(**where: Any) -> Any:
    """What waitress is told, besides where to listen."""
    return Adjustments(
        ident="hareboard",
        connection_limit=CONNECTIONS,
        channel_timeout=IDLE_S,
        cleanup_interval=LOOK_AROUND_S,
        # Whoever hangs up is noticed while their request is being answered.
        channel_request_lookahead=1,
        outbuf_high_watermark=KEPT_BYTES,
        max_request_header_size=LARGEST_HEADERS_BYTES,
        max_request_body_size=LARGEST_BODY_BYTES,
        # Only the application can say what it makes of a request that was passed on.
        clear_untrusted_proxy_headers=False,
        # That phones come and go is nothing to be told of.
        log_socket_errors=False,
        **where,
    )
