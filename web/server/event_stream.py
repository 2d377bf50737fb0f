"""Server-sent events: the newest state at once, at every change, and a heartbeat.

A stream holds a server thread for as long as it is open, so their number is limited. A phone that
reads slowly skips states: its stream waits with it, and continues with the newest.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

import msgspec
from flask import Response

from controller.refusal import Refusal
from controller.table.actor import GameActor
from controller.table.snapshot import Snapshot
from web.languages.language import Speech, mark

HEARTBEAT_S: Final = 5.0
STREAMS: Final = 224
"""More than twice a hundred phones: when the network comes back, the streams that it has cut off
are still there while the phones open new ones. The server has some more threads."""
TOO_MANY: Final = mark("Too many pages are open. Close some, then try again.")

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


class Streams:
    """Counts open streams, so that they never take all threads of the server.

    A stream may be somebody's: then it is known who listens now.

    Args:
        most: the most streams open at once.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open = 0
        self._listeners: Counter[str] = Counter()
        self._lock = threading.Lock()

    @property
    def open(self) -> int:
        """Return the number of open streams."""
        return self._open

    def listens(self, name: str) -> bool:
        """Return True if a stream of this name is open."""
        return self._listeners[name] > 0

    def respond(self, events: Iterator[bytes], name: str | None = None) -> Response:
        """Answer with a stream of events.

        Args:
            events: the encoded events.
            name: the name that the stream is counted under, if any.

        Raises:
            Refusal: `too-many-streams` are open.
        """
        with self._lock:
            if self._open >= self._most:
                raise Refusal("too-many-streams", TOO_MANY)
            self._open += 1
            if name is not None:
                self._listeners[name] += 1
        response = Response(events, mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(lambda: self._closed(name))
        return response

    def _closed(self, name: str | None) -> None:
        with self._lock:
            self._open -= 1
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

    def events(self, seat: int | None, say: Speech, mine: Mine = everybodys) -> Iterator[bytes]:
        """Yield the view at once and at every change, a heartbeat when nothing changes.

        A heartbeat has the time of this turn; in a game with a clock one follows each view.

        Ends when the seat is no longer this phone's. See `read`.
        """
        shown = -1
        while self._service.alive:
            is_new = self._revision() != shown
            if is_new:
                try:
                    shown, view = self._read(seat, say, mine)
                except LookupError:
                    return
                yield event("view", view)
            if not is_new or self._service.snapshot.clock is not None:
                yield event("heartbeat", {"revision": shown, "turn_s": self._service.turn_s()})
            self._wait(shown)

    def _wait(self, shown: int) -> None:
        self._service.wait_until(lambda: self._revision() != shown, HEARTBEAT_S)

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


class Ticker:
    """Counts changes of something without a version of its own, and lets threads wait for one."""

    def __init__(self) -> None:
        self._ticks = 0
        self._changed = threading.Condition()

    def tick(self) -> None:
        """Count a change."""
        with self._changed:
            self._ticks += 1
            self._changed.notify_all()

    def wait(self, after: int, timeout_s: float) -> int:
        """Wait until the number of changes is past `after` or time is up, and return it."""
        with self._changed:
            self._changed.wait_for(lambda: self._ticks > after, timeout_s)
            return self._ticks
