"""Serving the companion with waitress."""

import signal
import threading
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any, Final

from waitress.server import create_server
from waitress.trigger import trigger
from waitress.wasyncore import close_all

from web.app import THREADS

Application = Callable[..., Iterable[bytes]]
"""Answers requests (WSGI)."""

STOPPING: Final = tuple(
    number
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
    if (number := getattr(signal, name, None)) is not None  # Windows has two of them
)


class CannotListen(Exception):
    """The address cannot be served; the message says why and what to do."""


def stop_on_signals(begin_stop: Callable[[], None]) -> None:
    """End the main thread at SIGINT, SIGTERM, SIGQUIT or, unless it is ignored, SIGHUP.

    Args:
        begin_stop: called in the signal handler; must not wait. Open streams end with it.
    """

    def stop(_number: int, _frame: FrameType | None) -> None:
        # Once is enough; a second one would interrupt the end.
        for each in STOPPING:
            signal.signal(each, signal.SIG_IGN)
        begin_stop()
        raise SystemExit(0)

    for number in STOPPING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)


class Server:
    """Listens on an address at once, answers when it is run.

    Args:
        host: name or address of this machine.
        port: 1 to 65535, or 0 for any that is free.

    Raises:
        CannotListen: the port is taken, not allowed, or the host is not this machine.
    """

    def __init__(self, host: str, port: int) -> None:
        self._app: Application | None = None
        self._sockets: dict[int, Any] = {}
        self._waking = threading.Lock()
        try:
            self._server: Any = create_server(
                self._answer,
                map=self._sockets,
                host=host,
                port=port,
                threads=THREADS,
                ident="hareboard",
            )
        except ValueError as error:  # what waitress makes of a name that nobody knows
            raise CannotListen(
                f"Cannot serve on “{host}”: no such address. Leave --host out to serve this "
                "machine."
            ) from error
        except OSError as error:
            raise CannotListen(
                f"Cannot serve on {host}, port {port}: {error.strerror or error}. "
                "Is another hareboard running? Choose another port with --port."
            ) from error

    @property
    def port(self) -> int:
        """The port it listens on."""
        # A name may stand for several addresses, each with its own socket.
        listening = getattr(self._server, "effective_listen", None)
        return int(listening[0][1] if listening else self._server.effective_port)

    def run(self, app: Application) -> None:
        """Answer requests until `close` is called from another thread."""
        self._app = app
        self._server.run()

    def close(self) -> None:
        """End `run`, which goes on in another thread; open streams must have ended.

        To be called once.
        """
        self._server.task_dispatcher.shutdown()
        wake = next(each for each in self._sockets.values() if isinstance(each, trigger))
        # In the server's own thread: nobody else may close what it is waiting for. It may be
        # awake already, and must not close the pipe that is still being written to.
        with self._waking:
            wake.pull_trigger(self._hang_up)

    def _answer(self, environ: Any, start_response: Any) -> Any:
        assert self._app is not None, "nothing is answered before the server is run"
        return self._app(environ, start_response)

    def _hang_up(self, _nothing: None = None) -> None:
        with self._waking:
            close_all(self._sockets)
