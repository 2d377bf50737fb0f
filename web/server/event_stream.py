"""Server-sent events: the newest state at once, at every change, and a heartbeat.

The server sends the events of all streams in one thread, so a stream never waits: `Feed.poll`. A
phone that reads slowly skips states: its stream waits with it, and continues with the newest.
"""

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

import msgspec
from flask import Response, request

from controller.table.actor import GameActor
from controller.table.snapshot import Snapshot
from controller.watchers import Watchers
from web.languages.language import Speech
from web.server.broadcaster import STREAM, STREAMS_LOOK_S
from web.server.limits import Crowd

HEARTBEAT_S: Final = 5.0
STREAMS: Final = 400
"""Most streams open at once."""
STREAMS_EACH: Final = 250
"""Most streams of one address, through which a hundred phones may come. When the network comes
back, the streams that it has cut off are still there while the phones open new ones."""

Draw = Callable[[Snapshot, int | None, Speech], msgspec.Struct]
"""Makes the view of a seat, or of a spectator, with a `revision`; LookupError: no such seat."""

Mine = Callable[[Snapshot], bool]
"""Returns True if a phone may see a seat's view of this snapshot."""


def event(name: str, data: object) -> bytes:
    """Encode one server-sent event; bytes are taken as JSON."""
    encoded = data if isinstance(data, bytes) else msgspec.json.encode(data)
    return b"event: %b\ndata: %b\n\n" % (name.encode(), encoded)


def everybodys(_snapshot: Snapshot) -> bool:
    """Return True: the view of any snapshot is public."""
    return True


def is_due(told_s: float) -> bool:
    """Return True if a heartbeat is due.

    Args:
        told_s: when the last event was sent, by `time.monotonic`.
    """
    return time.monotonic() >= told_s + HEARTBEAT_S


class Feed(Iterator[bytes]):
    """The events of one stream: polled by the server, or iterated over by a thread that waits.

    Args:
        events: yields each event, and None while there is none; it never waits.
        watchers: called when there may be one. The time is looked at besides.
    """

    def __init__(self, events: Iterator[bytes | None], watchers: Watchers) -> None:
        self._events = events
        self._watchers = watchers
        self._ended = False

    def poll(self) -> bytes | None:
        """Return the next event, None if there is none yet, b"" at the end."""
        return b"" if self._ended else next(self._events, b"")

    def watching(self, changed: Callable[[], None]) -> contextlib.AbstractContextManager[None]:
        """Call a function within the context whenever there may be an event."""
        return self._watchers.watching(changed)

    def end(self) -> None:
        """End the stream at the next look."""
        self._ended = True

    def __next__(self) -> bytes:
        """Wait for the next event."""
        woken = threading.Event()
        with self.watching(woken.set):
            while (found := self.poll()) is None:
                woken.wait(min(STREAMS_LOOK_S, HEARTBEAT_S))
                woken.clear()
        if not found:
            raise StopIteration
        return found


class Streams:
    """Counts open streams, and ends the oldest where one address has too many.

    A stream may be somebody's: then it is known who listens now.

    Args:
        most: the most streams open at once.
        each: the most of one address.
    """

    def __init__(self, most: int = STREAMS, each: int = STREAMS_EACH) -> None:
        self._crowd: Crowd[Feed] = Crowd(most, each)
        self._listeners: Counter[str] = Counter()
        self._lock = threading.Lock()

    @property
    def open(self) -> int:
        """Return the number of open streams."""
        return len(self._crowd)

    def listens(self, name: str) -> bool:
        """Return True if a stream of this name is open."""
        return self._listeners[name] > 0

    def respond(self, feed: Feed, name: str | None = None) -> Response:
        """Answer with a stream of events.

        Args:
            feed: the events.
            name: the name that the stream is counted under, if any.
        """
        leaver = self._crowd.come(feed, request.remote_addr or "")
        if leaver is not None:
            leaver.end()
        with self._lock:
            if name is not None:
                self._listeners[name] += 1
        request.environ[STREAM] = feed
        response = Response(feed, mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(lambda: self._closed(feed, name))
        return response

    def _closed(self, feed: Feed, name: str | None) -> None:
        self._crowd.leave(feed)
        with self._lock:
            if name is not None:
                self._listeners[name] -= 1
                self._listeners += Counter()  # forgets the names that nobody listens under


class Views:
    """Draws every view once for all its streams, and keeps only the newest.

    Args:
        service: the game.
        draw: makes a view. Called in a stream's thread, outside any request.
        others: counts the changes of shown data that no snapshot holds. Called while
            the actor waits, so it must take no lock; `service.nudge` tells of a change.
    """

    def __init__(self, service: GameActor, draw: Draw, others: Callable[[], int]) -> None:
        self._service = service
        self._draw = draw
        self._others = others
        self._drawing = threading.Lock()
        self._newest = -1
        self._kept: dict[tuple[int | None, str], bytes] = {}

    def read(self, seat: int | None, say: Speech, mine: Mine = everybodys) -> bytes:
        """Return the newest view, as JSON.

        Args:
            seat: the seat of the view; None for a spectator's.
            say: the language of the view.
            mine: returns True if the phone may see it.

        Raises:
            LookupError: the game has no such seat, or it is not this phone's.
        """
        return self._read(seat, say, mine)[1]

    def events(self, seat: int | None, say: Speech, mine: Mine = everybodys) -> Feed:
        """Return the view at once and at every change, a heartbeat when nothing changes.

        A heartbeat has the time of this turn; in a game with a clock one follows each view.

        Ends when the seat is no longer this phone's. See `read`.
        """
        return Feed(self._events(seat, say, mine), self._service.watchers)

    def _events(self, seat: int | None, say: Speech, mine: Mine) -> Iterator[bytes | None]:
        shown, told_s = -1, 0.0
        while self._service.alive:
            is_new = self._revision() != shown
            if is_new:
                try:
                    shown, view = self._read(seat, say, mine)
                except LookupError:
                    return
                yield event("view", view)
                told_s = time.monotonic()
            if self._service.snapshot.clock is not None if is_new else is_due(told_s):
                yield event("heartbeat", {"revision": shown, "turn_s": self._service.turn_s()})
                told_s = time.monotonic()
            elif not is_new:
                yield None

    def _revision(self) -> int:
        """Return a number that grows with every change of shown data."""
        return self._service.snapshot.revision + self._others()

    def _read(self, seat: int | None, say: Speech, mine: Mine) -> tuple[int, bytes]:
        """Return the newest view, and its revision."""
        key = seat, say.language
        with self._drawing:
            # Counted before drawing: a change meanwhile is drawn once more.
            others, snapshot = self._others(), self._service.snapshot
            # Checked on this snapshot: in the next one another phone may hold the seat.
            if not mine(snapshot):
                raise LookupError(f"seat {seat} is not theirs")
            revision = snapshot.revision + others
            if revision != self._newest:
                self._newest = revision
                self._kept = {}
            if key not in self._kept:
                view = self._draw(snapshot, seat, say)
                view = msgspec.structs.replace(view, revision=revision)
                self._kept[key] = msgspec.json.encode(view)
            return revision, self._kept[key]
