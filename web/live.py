"""Server-sent events: the newest state at once, again at every change, and a heartbeat.

A stream holds a server thread for as long as it is open, so there are only so many.
"""

import json
import threading
from collections.abc import Iterator
from typing import Any, Final

from flask import Response
from werkzeug.exceptions import ServiceUnavailable

HEARTBEAT_S: Final = 5.0


def event(name: str, data: Any) -> str:
    """One server-sent event."""
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"


class Streams:
    """Counts open streams, so that they never take all threads of the server.

    Args:
        most: how many may be open at once.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open = 0
        self._lock = threading.Lock()

    def respond(self, events: Iterator[str]) -> Response:
        """Answer with a stream of events.

        Raises:
            ServiceUnavailable: too many streams are open.
        """
        with self._lock:
            if self._open >= self._most:
                raise ServiceUnavailable("Too many pages are open. Close some, then try again.")
            self._open += 1
        response = Response(events, mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(self._closed)
        return response

    def _closed(self) -> None:
        with self._lock:
            self._open -= 1


class Ticker:
    """Lets threads wait for the next change of something that has no version of its own."""

    def __init__(self) -> None:
        self._ticks = 0
        self._changed = threading.Condition()

    def tick(self) -> None:
        """Say that something has changed."""
        with self._changed:
            self._ticks += 1
            self._changed.notify_all()

    def wait(self, after: int, timeout_s: float) -> int:
        """The number of changes so far, as soon as it is past `after` or time is up."""
        with self._changed:
            self._changed.wait_for(lambda: self._ticks > after, timeout_s)
            return self._ticks
