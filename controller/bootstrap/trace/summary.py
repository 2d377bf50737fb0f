"""Summarises a trace: events, tags, health of each reader."""

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from controller.bootstrap.trace.lines import event_line, reading_line, runner_of
from controller.game.pieces import Tags
from controller.plural import counted, noun, numbers
from hardware.clock import ManualClock
from hardware.ports import BLIND, BoardEvent, ReaderHealth, Reading, Sighting, Uid
from hardware.trace import Said, TraceBoard

MOST_BUSY: Final = 3
"""Number of the busiest readers to name."""
MOST_UNBELIEVED: Final = 8
"""Number of UIDs to name that were read, but never sighted."""


class Digest:
    """Results of a trace, replayed at once.

    Args:
        said: the contents of the trace.
    """

    def __init__(self, said: Iterable[Said]) -> None:
        self.readings: list[Reading] = []
        self.events: list[BoardEvent] = []
        self.heard: list[Reading | BoardEvent] = []
        board = TraceBoard(said, ManualClock(), self._read)
        board.connect(self._happened)
        while not board.over:
            board.step()
        self.readers = board.readers()

    def _read(self, reading: Reading) -> None:
        self.readings.append(reading)
        self.heard.append(reading)

    def _happened(self, event: BoardEvent) -> None:
        self.events.append(event)
        self.heard.append(event)

    @property
    def sightings(self) -> list[Sighting]:
        """Every sighting."""
        return [event for event in self.events if isinstance(event, Sighting)]

    @property
    def long_s(self) -> float:
        """Time of the last reading or event."""
        return self.heard[-1].at_s if self.heard else 0.0

    def text(self, tags: Tags, *, every: bool) -> Iterator[str]:
        """Yield the summary, line by line.

        Args:
            tags: the runner of each tag.
            every: True to list each reading as well.
        """
        failed = sum(reading.failure is not None for reading in self.readings)
        yield (
            f"{self.long_s:.1f} s, {counted(len(self.readers), 'reader')}, "
            f"{counted(len(self.readings), 'reading')} of which {failed} failed, "
            f"{counted(len(self.sightings), 'sighting')}"
        )
        heard: Sequence[Reading | BoardEvent] = self.heard if every else self.events
        if heard:
            yield ""
        for each in heard:
            if isinstance(each, Reading):
                yield reading_line(each, 0.0)
            else:
                yield event_line(each, 0.0, tags)
        yield from self._tags(tags)
        yield from self._readers()

    def _tags(self, tags: Tags) -> Iterator[str]:
        sighted: dict[Uid, list[Sighting]] = {}
        for sighting in self.sightings:
            if sighting.seen:
                sighted.setdefault(sighting.uid, []).append(sighting)
        read = Counter(uid for reading in self.readings for uid in reading.uids)
        if read:
            yield "\nTags"
        for uid, seen in sorted(sighted.items()):
            squares = numbers({each.square for each in seen})
            last = seen[-1]
            yield (
                f"  {uid:<20}  {runner_of(uid, tags)}; read {_times(read[uid])}; on {squares}, "
                f"last newly seen on {last.square} at {last.at_s:.3f} s"
            )
        unbelieved = [(uid, count) for uid, count in read.most_common() if uid not in sighted]
        for uid, count in unbelieved[:MOST_UNBELIEVED]:
            squares = numbers({each.square for each in self.readings if uid in each.uids})
            yield f"  {uid:<20}  never believed; read {_times(count)}, on {squares}"
        if more := len(unbelieved[MOST_UNBELIEVED:]):
            yield f"  and {more} more that {'was' if more == 1 else 'were'} never believed"

    def _readers(self) -> Iterator[str]:
        if not self.readers:
            return
        yield "\nReaders"
        yield "  square  readings  median pause  longest pause  failed"
        by_square: dict[int, list[Reading]] = {reader.square: [] for reader in self.readers}
        for reading in self.readings:
            by_square[reading.square].append(reading)
        for square, readings in by_square.items():
            yield f"  {square:>6}  {len(readings):>8}  {_pauses(readings)}  {_failures(readings)}"
        yield ""
        busiest = sorted(by_square, key=lambda square: -len(by_square[square]))[:MOST_BUSY]
        yield f"Busiest: {_squares(sorted(busiest))}."
        yield from _dead(self.readers)


def _dead(readers: Iterable[ReaderHealth]) -> Iterator[str]:
    never = [each.square for each in readers if each.last_good_s is None]
    out = [each for each in readers if each.state in BLIND and each.last_good_s is not None]
    if never:
        yield f"Never answered: {_squares(never)}."
    for each in out:
        last = f"which last answered at {each.last_good_s:.3f} s"
        yield f"Out at the end: square {each.square}, {last}."
    if not never and not out:
        yield "No reader is dead."


def _pauses(readings: Sequence[Reading]) -> str:
    pauses_s = [later.at_s - sooner.at_s for sooner, later in pairwise(readings)]
    if not pauses_s:
        return f"{'-':>12}  {'-':>13}"
    return f"{statistics.median(pauses_s) * 1000:>9.0f} ms  {max(pauses_s) * 1000:>10.0f} ms"


def _failures(readings: Sequence[Reading]) -> str:
    kinds = Counter(reading.failure for reading in readings if reading.failure is not None)
    if not kinds:
        return "0"
    named = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    return f"{kinds.total()}: {named}"


def _squares(squares: Sequence[int]) -> str:
    return f"{noun(len(squares), 'square')} {numbers(squares)}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
