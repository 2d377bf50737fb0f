"""Serving the companion with waitress."""

import contextlib
import ctypes
import errno
import logging
import select
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, Final

from waitress.adjustments import Adjustments
from waitress.task import ThreadedTaskDispatcher
from waitress.wasyncore import close_all, loop

from web.server.broadcaster import Broadcaster, handing_over
from web.server.connections import (
    GONE_S,
    LOOK_AROUND_S,
    HttpConnection,
    HttpListener,
)
from web.server.limits import Crowd
from web.server.well_formed import Application, WellFormed

try:
    import resource
except ImportError:  # untested: on Windows
    HAS_LIMITS = False
else:
    HAS_LIMITS = True

STOPPING: Final = tuple(
    number
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
    if (number := getattr(signal, name, None)) is not None  # Windows has two of them
)

THREADS: Final = 16
"""Server threads: requests answered at once. Streams need none."""
STACK_BYTES: Final = 1024 * 1024
"""Stack of each thread. The usual eight times as much would fill a 32-bit address space."""
HEAPS: Final = 2
"""Heaps (arenas) of the C library; by default one for every few threads, which never shrink."""
_M_ARENA_MAX: Final = -8
CONNECTIONS: Final = 800
"""Most connections open at once; a browser opens up to six, mostly idle."""
CONNECTIONS_EACH: Final = 600
"""Most of one address: a hundred phones may come through one."""
SELECTED: Final = 480
"""Most connections where there is no poll: Windows looks at 512 sockets at once."""
OTHER_FILES: Final = 200
"""Open files besides connections: journal, devices, standard library."""
IDLE_S: Final = 30
GRACE_S: Final = 1.0
"""Time for open answers when the server stops."""
TCP: Final = (socket.AF_INET, socket.AF_INET6)
BUFFERED_BYTES: Final = 1024 * 1024
"""A thread waits for a slow reader beyond this; no answer of ours is as large."""
LARGEST_HEADERS_BYTES: Final = 32 * 1024
LARGEST_BODY_BYTES: Final = 64 * 1024
"""Largest body that reaches the application; it refuses less, with a better sentence."""


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


class Server:
    """Listens on an address at once, answers when `run` is called.

    Args:
        host: name or address of this machine.
        port: 1 to 65535, or 0 for any that is free.
        given: listening sockets; host and port are ignored then.
        threads: the number of requests answered at once.
        gone_s: a peer that has read nothing for so long is disconnected.
        proxy: the address of a trusted proxy: what it says about a phone's address is believed.

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
        proxy: str | None = None,
    ) -> None:
        self._app: Application | None = None
        self._sockets: dict[int, Any] = {}
        self._waking = threading.Lock()
        self._dispatcher: Any = ThreadedTaskDispatcher()
        # Strangers can make requests wait, or hang up, as often as they like: no line for each.
        self._dispatcher.queue_logger.setLevel(logging.ERROR)
        self._dispatcher.logger.setLevel(logging.WARNING)
        self._broadcaster = Broadcaster()
        self._proxy = proxy
        most = most_connections()
        each = min(CONNECTIONS_EACH, most * 3 // 4)
        self._crowd: Crowd[HttpConnection] = Crowd(most, each, () if proxy is None else (proxy,))
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
            listener.crowd = self._crowd
            listener.broadcaster = self._broadcaster
        few_heaps()
        usual = threading.stack_size(STACK_BYTES)
        self._dispatcher.set_thread_count(threads)
        self._broadcaster.start()
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
        self._app = WellFormed(app)
        self._listeners[0].trigger.pull_trigger(ready)
        try:
            loop(timeout=LOOK_AROUND_S, use_poll=True, map=self._sockets)
        except (SystemExit, KeyboardInterrupt):
            self._end_answers()
            self._hang_up()

    def close(self) -> None:
        """End `run`, which runs in another thread; open streams must have ended.

        Call it once.
        """
        self._end_answers()
        wake = self._listeners[0].trigger
        # In the server's own thread: no other may close the socket it waits on. It may be
        # awake already, and must not close the pipe that is still being written to.
        with self._waking:
            wake.pull_trigger(self._hang_up)

    def _listen(self, host: str, port: int) -> list[Any]:
        adjustments = self._adjusted(host=host, port=port)
        return [self._listener(address, adjustments) for address in adjustments.listen]

    def _take(self, given: Sequence[socket.socket]) -> list[Any]:
        if any(each.family not in TCP or each.type != socket.SOCK_STREAM for each in given):
            raise CannotListen(
                "Cannot serve at a socket that is not for TCP: in hareboard.socket each "
                "ListenStream= is to be a port, or an address with a port."
            )
        adjustments = self._adjusted(sockets=list(given))
        return [
            self._listener(
                (each.family, each.type, each.proto, each.getsockname()),
                adjustments,
                _sock=each,
                bind_socket=False,
            )
            for each in given
        ]

    def _listener(self, address: Any, adjustments: Any, **more: Any) -> HttpListener:
        return HttpListener(
            self._answer,
            map=self._sockets,
            dispatcher=self._dispatcher,
            adj=adjustments,
            sockinfo=address,
            **more,
        )

    def _answer(self, environ: Any, start_response: Any) -> Any:
        assert self._app is not None, "nothing is answered before the server is run"
        return handing_over(environ, self._app(environ, start_response))

    def _end_answers(self) -> None:
        self._dispatcher.shutdown(timeout=GRACE_S)
        self._broadcaster.close(GRACE_S)

    def _adjusted(self, **where: Any) -> Any:
        """Return the settings of waitress, with the address to listen on."""
        if self._proxy is not None:
            where |= {
                "trusted_proxy": self._proxy,
                "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
            }
        return Adjustments(
            ident="hareboard",
            # `Crowd` limits them.
            connection_limit=sys.maxsize,
            channel_timeout=IDLE_S,
            cleanup_interval=LOOK_AROUND_S,
            # A closed connection is detected while its request is being answered.
            channel_request_lookahead=1,
            outbuf_high_watermark=BUFFERED_BYTES,
            max_request_header_size=LARGEST_HEADERS_BYTES,
            max_request_body_size=LARGEST_BODY_BYTES,
            # Only the application decides about a request with forwarding headers.
            clear_untrusted_proxy_headers=False,
            # Connections that close are not logged.
            log_socket_errors=False,
            **where,
        )

    def _hang_up(self, _nothing: None = None) -> None:
        with self._waking:
            for listener in self._listeners:
                for channel in tuple(listener.active_channels.values()):
                    channel.handle_close()  # which wakes the threads that wait to send there
            close_all(self._sockets)


def most_connections() -> int:
    """Let this process open as many files as it may need; return how many may be connections."""
    most = CONNECTIONS if hasattr(select, "poll") else SELECTED
    if not HAS_LIMITS:  # untested: on Windows
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(1, wanted - OTHER_FILES)
