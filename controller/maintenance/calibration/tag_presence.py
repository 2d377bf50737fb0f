"""Tags on the readers, and how reliably each was read since a given moment."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from hardware.ports import BLIND, BoardEvent, ReaderChanged, Reading, Sighting, Uid

GONE_AFTER: Final = 3
"""Number of readings in a row that miss a tag before it counts as lifted."""

MOST_READ: Final = 4096
"""Limit of counted tags on readers; garbled replies could make any number of them."""

Spot = tuple[Uid, int]
"""A tag, and a reader that sees it, called by its square in the board file."""


class Presence:
    """Follows every tag on every reader. Not thread-safe; has no clock.

    Presence is taken from sightings, which a neighbour's field cannot forge; the read rate is
    counted in readings.
    """

    def __init__(self) -> None:
        self._misses: dict[Spot, int] = {}
        self._before: set[Spot] = set()
        self._blind: set[int] = set()
        self._looks: Counter[int] = Counter()
        self._reads: Counter[Spot] = Counter()
        self._empty: Counter[int] = Counter()

    def take(self, event: BoardEvent) -> None:
        """Apply a board event."""
        match event:
            case ReaderChanged():
                if event.state in BLIND:
                    self._blind.add(event.square)
                    for spot in [each for each in self._misses if each[1] == event.square]:
                        self._leave(spot)
                else:
                    self._blind.discard(event.square)
            case Sighting(seen=True):
                self._misses[event.uid, event.square] = 0
            case Sighting():
                spot = (event.uid, event.square)
                if spot in self._misses:
                    self._misses[spot] += 1
                    if self._misses[spot] >= GONE_AFTER:
                        self._leave(spot)
            case _:
                pass

    def hear(self, reading: Reading) -> None:
        """Count one reading of a reader."""
        self._looks[reading.square] += 1
        for uid in reading.uids:
            self._reads[uid, reading.square] += 1
        if len(self._reads) > MOST_READ:
            self._reads = Counter(dict(self._reads.most_common(MOST_READ // 2)))
        self._empty[reading.square] = 0 if reading.uids else self._empty[reading.square] + 1

    def note_what_lies(self) -> None:
        """Mark the tags now on the readers as old: `come` returns only later ones."""
        self._before = set(self._misses)

    def count_anew(self) -> None:
        """Reset the counts of readings."""
        self._looks.clear()
        self._reads.clear()
        self._empty.clear()

    @property
    def blind(self) -> frozenset[int]:
        """Readers that are not read."""
        return frozenset(self._blind)

    @property
    def there(self) -> frozenset[Spot]:
        """Tags that lie on a reader."""
        return frozenset(self._misses)

    @property
    def come(self) -> frozenset[Spot]:
        """Tags that have come to a reader since the last `note_what_lies`."""
        return frozenset(self._misses.keys() - self._before)

    def looked(self, readers: Collection[int], times: int) -> bool:
        """Check whether each of these readers that is read at all was read so many times."""
        return all(self._looks[each] >= times for each in readers if each not in self._blind)

    @property
    def reads(self) -> Mapping[Spot, int]:
        """Number of readings per tag and reader."""
        return self._reads

    def looks(self, reader: int) -> int:
        """Return the number of readings of a reader, successful or not."""
        return self._looks[reader]

    def empty(self, reader: int) -> int:
        """Return the number of empty readings in a row of a reader."""
        return self._empty[reader]

    def _leave(self, spot: Spot) -> None:
        del self._misses[spot]
        self._before.discard(spot)
