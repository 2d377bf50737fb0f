"""What is published of a snapshot: the retained messages, and what has happened since the last."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from controller.table.snapshot import Snapshot
from web.mqtt.messages import EventMessage, HealthMessage, StatusMessage, TableMessage
from web.mqtt.topics import BoardTopics
from web.views.shapes.view import View

ONLINE: Final = msgspec.json.encode(StatusMessage("online"))
OFFLINE: Final = msgspec.json.encode(StatusMessage("offline"))


class Publication:
    """Makes the messages of one board.

    Args:
        topics: the board's topics.
        see: makes the public view of a snapshot.
        started: when the program was started, UTC, ISO 8601.
        discovery: what Home Assistant is told of the board; None if it is told nothing.
        name: the board's name.
        names: True if `see` shows the names of people.
    """

    def __init__(
        self,
        topics: BoardTopics,
        see: Callable[[Snapshot], View],
        started: str,
        discovery: bytes | None,
        *,
        name: str,
        names: bool,
    ) -> None:
        self._topics = topics
        self._see = see
        self._started = started
        self._discovery = discovery
        self._name = name
        self._names = names
        self._table: TableMessage | None = None
        self._before: tuple[str | None, View] | None = None
        self._seen: set[str] = set()
        """When the races were begun that were on the table since the program was started."""

    def retained(self, snapshot: Snapshot, health: HealthMessage) -> Mapping[str, bytes]:
        """Return the newest message of each retained topic; an empty one clears its topic."""
        return {
            self._topics.discovery: self._discovery or b"",
            self._topics.status: ONLINE,
            self._topics.table: msgspec.json.encode(self._newest(snapshot)),
            self._topics.health: msgspec.json.encode(health),
        }

    def events(self, snapshot: Snapshot) -> tuple[bytes, ...]:
        """Return what has happened since the last call; nothing at the first."""
        now = (snapshot.begun_at, self._see(snapshot))
        before, self._before = self._before, now
        resumed = snapshot.begun_at is not None and self._is_resumed(snapshot.begun_at)
        if before is None or before == now:
            return ()
        happened = _happened(before, now, snapshot.played, resumed=resumed)
        return tuple(map(msgspec.json.encode, happened))

    def _is_resumed(self, begun_at: str) -> bool:
        """Check whether a race was on a table before: what was played then has been told."""
        resumed = begun_at in self._seen or begun_at < self._started
        self._seen.add(begun_at)
        return resumed

    def _newest(self, snapshot: Snapshot) -> TableMessage:
        """Return the message of a snapshot: the last one, unless more than the revision differs."""
        last, view, begun_at = self._table, self._see(snapshot), snapshot.begun_at
        same = (
            last is not None
            and last.begun_at == begun_at
            and replace(view, revision=last.view.revision) == last.view
        )
        if last is None or not same:
            sequence = 0 if last is None else last.sequence + 1
            last = TableMessage(self._started, sequence, self._name, begun_at, self._names, view)
            self._table = last
        return last


def refused(sentence: str) -> bytes:
    """Return the event of a command that was refused."""
    return msgspec.json.encode(EventMessage("refused", None, None, sentence))


def _happened(
    before: tuple[str | None, View], now: tuple[str | None, View], played: int, *, resumed: bool
) -> Iterator[EventMessage]:
    """Yield the events between two views; nothing about a race that is put on the table again."""
    (begun_before, view_before), (begun, view) = before, now
    if begun is not None and begun != begun_before:
        if resumed:
            return
        yield EventMessage("begun", 0, None, view.headline)
        known = 0
    else:
        known = view_before.log[-1].number if view_before.log else 0
    for line in view.log:
        if line.number > known:
            yield EventMessage("played", line.number, line.seat, line.sentence)
    if begun == begun_before and view.log != view_before.log and played < known:
        yield EventMessage("taken-back", played, None, view.headline)
    if view.phase == "over" and view_before.phase != "over":
        yield EventMessage("over", played, view.ranking[0].seat, view.headline)
