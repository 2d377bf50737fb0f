"""Serving the companion with waitress until a signal says stop."""

import signal
from types import FrameType
from typing import Any, Final

from flask import Flask
from waitress.server import create_server
from waitress.wasyncore import close_all

from web.app import THREADS

STOPPING: Final = (signal.SIGINT, signal.SIGTERM)


class CannotListen(Exception):
    """The address cannot be served; the message says why and what to do."""


def open_server(app: Flask, host: str, port: int) -> Any:
    """Listen on an address, without answering yet.

    Args:
        app: the companion.
        host: name or address of this machine.
        port: 1 to 65535, or 0 for any that is free.

    Raises:
        CannotListen: the port is taken, not allowed, or the host is not this machine.
    """
    try:
        return create_server(app, host=host, port=port, threads=THREADS, ident="hareboard")
    except ValueError as error:  # what waitress makes of a name that nobody knows
        raise CannotListen(
            f"Cannot serve on “{host}”: no such address. Leave --host out to serve this machine."
        ) from error
    except OSError as error:
        raise CannotListen(
            f"Cannot serve on {host}, port {port}: {error.strerror or error}. "
            "Is another hareboard running? Choose another port with --port."
        ) from error


def close_server(server: Any) -> None:
    """Stop a server that runs in a thread of its own; open streams must have ended."""
    server.task_dispatcher.shutdown()
    server.close()
    # What browsers keep open would keep the loop running.
    close_all(server._map)  # noqa: SLF001 - waitress has no public way to end its loop


def serve_until_signal(server: Any, begin_stop: Any) -> None:
    """Answer requests until SIGINT or SIGTERM.

    Args:
        server: from `open_server`.
        begin_stop: called in the signal handler; must not wait. Open streams end with it.
    """

    def stop(_number: int, _frame: FrameType | None) -> None:
        # Once is enough; a second one would interrupt the end.
        for each in STOPPING:
            signal.signal(each, signal.SIG_IGN)
        begin_stop()
        raise SystemExit(0)

    for number in STOPPING:
        signal.signal(number, stop)
    server.run()
