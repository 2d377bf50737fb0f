"""Streams of events: one thread sends the events of all, so that a stream costs no thread."""

import contextlib
import logging
import threading
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

from waitress.channel import ClientDisconnected

STREAM: Final = "hareboard.stream"
"""The key of a request's environment under which an application leaves an `EventSource`."""
STREAMS_LOOK_S: Final = 0.5
"""Longest time between looks at the streams: when heartbeats are due is seen then."""

_LOG: Final = logging.getLogger(__name__)


class EventSource(Protocol):
    """The events of one stream."""

    def poll(self) -> bytes | None:
        """Return what is to be sent now, None for nothing yet, b"" at the end. Never waits."""
        ...

    def watching(self, changed: Callable[[], None]) -> contextlib.AbstractContextManager[None]:
        """Call a function within the context whenever there may be more to send."""
        ...


class StreamReader(Protocol):
    """The connection of somebody who reads a stream."""

    connected: Any
    total_outbufs_len: Any

    def write_soon(self, data: Any) -> int:
        """Send data, or keep what a slow reader does not take yet."""
        ...

    def end(self) -> None:
        """Close the connection once everything is sent."""
        ...


class EventStream:
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
        self._streams: dict[StreamReader, EventStream] = {}
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._ends = False
        self._thread = threading.Thread(target=self._run, name="streams", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def begin(self, reader: StreamReader, stream: EventStream) -> None:
        """Send a stream's events from now on."""
        stream.watched.enter_context(stream.source.watching(self.wake))
        with self._lock:
            self._streams[reader] = stream
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
        for reader, stream in streams:
            try:
                if self._send(reader, stream):
                    continue
            except ClientDisconnected:
                pass
            except Exception:  # noqa: BLE001 - the other streams go on
                _LOG.exception("A stream failed.")
            with self._lock:
                del self._streams[reader]
            try:
                stream.watched.close()
                reader.end()
            except Exception:  # noqa: BLE001 - the other streams go on
                _LOG.exception("A stream could not be closed.")

    def _send(self, reader: StreamReader, stream: EventStream) -> bool:
        """Send what a reader is ready for; return False at the end of the stream.

        Raises:
            ClientDisconnected: the reader has gone.
        """
        while reader.connected and not reader.total_outbufs_len:
            event = stream.source.poll()
            if event is None:
                return True
            reader.write_soon(stream.encoded(event))
            if not event:
                return False
        return bool(reader.connected)


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
