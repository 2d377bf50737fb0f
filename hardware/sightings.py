"""From what readers read to what a board reports: the contract of `hardware.ports.Sighting`.

Every kind of board takes its readings through here, so that all report alike:

- A tag nobody has seen before is believed when two readings in a row agree on it: a garbled
  reply may pass an eight-bit checksum, but not twice the same way.
- A tag that another reader has just seen is not believed on its new square until both squares
  have been read with no field but their own (crosstalk).
- A tag that rests is reported once, one that is gone a few times over, once for each reading
  that missed it.
"""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

from hardware.ports import Reading, Sighting, Uid

MISSES: Final = 3
"""Number of readings in a row that must miss a tag before it is gone, unless a board says more."""
SPARE_MISSES: Final = 2
"""Number of further misses that are reported before the square forgets the tag."""
FOUND_S: Final = 1.0
"""Time from a square's first reading in which a tag counts as found: a weak one may be missed at
first."""
MOST_KNOWN: Final = 256
"""Number of tags remembered as read twice; those seen longest ago are dropped first."""


class Sightings:
    """Turns readings into sightings. Not thread-safe; time comes with the readings.

    Args:
        misses: number of readings in a row that must miss a tag before it is gone.
    """

    def __init__(self, misses: int = MISSES) -> None:
        self._misses = misses
        self._misses_reported = misses + SPARE_MISSES
        self._known: OrderedDict[Uid, None] = OrderedDict()
        self._unconfirmed: dict[int, frozenset[Uid]] = {}
        self._found: dict[int, tuple[float, set[Uid]]] = {}
        self._present: dict[int, dict[Uid, int]] = {}
        self._where: dict[Uid, set[int]] = {}
        self._doubted: dict[Uid, set[int]] = {}

    def take(self, reading: Reading) -> tuple[Sighting, ...]:
        """Take in one reading; a failed one changes nothing."""
        if reading.failure is not None:
            return ()
        if not reading.uids and self._is_bare(reading.square):
            return ()
        return tuple(self._report(reading))

    def forget(self, square: int) -> None:
        """Reset a square that has not been read for a while."""
        for uid in self._present.pop(square, {}):
            self._leave(square, uid)
        self._unconfirmed.pop(square, None)
        for uid in tuple(self._doubted):
            self._settle(square, uid)

    def on(self, square: int) -> frozenset[Uid]:
        """Return the tags that are on a square, as far as is known."""
        present = self._present.get(square, {})
        return frozenset(uid for uid, misses in present.items() if misses < self._misses)

    @property
    def occupied(self) -> frozenset[int]:
        """Squares that have a tag, or had one a few readings ago."""
        return frozenset(self._present)

    @property
    def missing(self) -> frozenset[int]:
        """Squares that may have lost a tag."""
        return frozenset(square for square, tags in self._present.items() if any(tags.values()))

    @property
    def urgent(self) -> frozenset[int]:
        """Squares to read again soon: a tag comes or goes there."""
        return self.missing | self.unconfirmed

    @property
    def undecided(self) -> frozenset[int]:
        """Squares where the next readings decide whether a tag has come or gone."""
        missing = (
            square
            for square, tags in self._present.items()
            if any(0 < misses < self._misses for misses in tags.values())
        )
        return self.unconfirmed.union(missing)

    @property
    def unconfirmed(self) -> frozenset[int]:
        """Squares with a tag that no reader has seen before."""
        return frozenset(self._unconfirmed)

    @property
    def doubted(self) -> frozenset[int]:
        """Squares to be read again with no other field on."""
        return frozenset(square for squares in self._doubted.values() for square in squares)

    def _is_bare(self, square: int) -> bool:
        """Check that a reading without tags changes nothing here, as most readings do not."""
        first = self._found.get(square)
        if first is None or first[1]:
            return False
        return not (self._doubted or square in self._present or square in self._unconfirmed)

    def _report(self, reading: Reading) -> Iterator[Sighting]:
        square, at_s = reading.square, reading.at_s
        since_s, found = self._found.setdefault(square, (at_s, set()))
        if at_s <= since_s + FOUND_S:
            found.update(reading.uids)
        else:
            found.intersection_update(reading.uids)
        seen = self._confirmed(square, reading.uids)
        present = self._present.setdefault(square, {})
        for uid in seen:
            if self._is_doubtful(square, uid, alone=reading.alone):
                continue
            if present.get(uid) != 0:
                present[uid] = 0
                self._where.setdefault(uid, set()).add(square)
                yield Sighting(square, uid, True, at_s, uid in found)
                found.discard(uid)
        for uid, misses in tuple(present.items()):
            if uid in seen:
                continue
            yield Sighting(square, uid, False, at_s)
            present[uid] = misses + 1
            if misses + 1 >= self._misses_reported:
                del present[uid]
                self._leave(square, uid)
        for uid in tuple(self._doubted):
            if uid not in seen:
                self._settle(square, uid)
        if not present:
            del self._present[square]

    def _confirmed(self, square: int, uids: tuple[Uid, ...]) -> tuple[Uid, ...]:
        """Return the tags of a reading that are known, or were in the previous reading too."""
        before = self._unconfirmed.pop(square, frozenset())
        new = [uid for uid in uids if uid not in self._known]
        unconfirmed = frozenset(new) - before
        if unconfirmed:
            self._unconfirmed[square] = unconfirmed
        seen = tuple(dict.fromkeys(uid for uid in uids if uid not in unconfirmed))
        for uid in seen:
            self._known[uid] = None
            self._known.move_to_end(uid)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return seen

    def _is_doubtful(self, square: int, uid: Uid, *, alone: bool) -> bool:
        """Check whether a tag that was just read on a square may stand on another one."""
        if alone:
            self._settle(square, uid)
            return False
        doubted = self._doubted.get(uid)
        if doubted is not None and square in doubted:
            return True
        where = self._where.get(uid, ())
        if square in where or all(uid not in self.on(other) for other in where):
            return False
        # A square that already misses it has been checked.
        others = (other for other in where if not self._present[other][uid])
        self._doubted[uid] = {*(doubted or ()), square, *others}
        return True

    def _settle(self, square: int, uid: Uid) -> None:
        """Note that this square has been checked for a tag."""
        doubted = self._doubted.get(uid)
        if doubted is not None:
            doubted.discard(square)
            if not doubted:
                del self._doubted[uid]

    def _leave(self, square: int, uid: Uid) -> None:
        squares = self._where[uid]
        squares.discard(square)
        if not squares:
            del self._where[uid]
