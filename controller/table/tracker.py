"""From sightings to a placement: where every runner is believed to be, and which way up.

Arrival is quick, departure slow: a known tag counts at its first sighting, and is gone only
after several readings in a row have missed it, or at once when it turns up elsewhere. A tag
that two readers see at the same time is believed at neither until one of them misses it: what
was believed before stands.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from controller.table.pieces import Colour, Tags
from hardware.ports import Sighting, Uid

DEPARTURE_MISSES: Final = 3
"""How many readings in a row must miss a tag before it is gone."""


class Spot(msgspec.Struct, frozen=True):
    """Where a runner is.

    Attributes:
        square: its square; None when no reader sees it.
        face_down: it stands on its crown.
        since_s: when it was last sighted there, or missed.
    """

    square: int | None = None
    face_down: bool = False
    since_s: float = float("-inf")


ABSENT: Final = Spot()


class Placement(msgspec.Struct, frozen=True):
    """What the wood says.

    Attributes:
        spots: every runner that was ever sighted.
        strangers: squares with a tag that belongs to no runner.
    """

    spots: Mapping[Colour, Spot] = {}
    strangers: frozenset[int] = frozenset()

    def spot(self, colour: Colour) -> Spot:
        """Where one runner is."""
        return self.spots.get(colour, ABSENT)


class _Presence(msgspec.Struct):
    """One tag at one reader: misses in a row, and when it was last newly seen."""

    misses: int
    since_s: float


class Tracker:
    """Turns sightings into a placement. Not thread-safe; time comes with the sightings.

    Args:
        tags: which tag belongs to which runner; all others are strangers.
        departure_misses: how many missed readings in a row make a tag gone.
    """

    def __init__(self, tags: Tags, departure_misses: int = DEPARTURE_MISSES) -> None:
        self._tags = tags
        self._departure_misses = departure_misses
        self._seen: dict[Uid, dict[int, _Presence]] = {}
        self._believed: dict[Uid, Spot] = {}
        self.placement = Placement()

    @property
    def remembered(self) -> int:
        """How many tags are kept in mind that belong to no runner."""
        return len((set(self._seen) | set(self._believed)) - set(self._tags))

    def see(self, sighting: Sighting) -> Placement:
        """Take in one sighting; returns the placement as it is now."""
        readers = self._seen.setdefault(sighting.uid, {})
        if sighting.seen:
            readers[sighting.square] = _Presence(0, sighting.at_s)
        elif sighting.square in readers:
            readers[sighting.square].misses += 1
        self._believe(sighting.uid, readers, sighting.at_s)
        self.placement = Placement(self._spots(), self._strangers())
        return self.placement

    def _believe(self, uid: Uid, readers: dict[int, _Presence], now_s: float) -> None:
        seen = {square: each for square, each in readers.items() if not each.misses}
        if len(seen) > 1:
            return  # Crosstalk, or a move between two readings: the next ones will tell.
        if len(seen) == 1:
            ((square, presence),) = seen.items()
            for other in set(readers) - {square}:
                del readers[other]
            self._believed[uid] = Spot(square, since_s=presence.since_s)
            return
        for square, presence in tuple(readers.items()):
            if presence.misses >= self._departure_misses:
                del readers[square]
        if not readers:
            del self._seen[uid]
            if uid not in self._tags:
                self._believed.pop(uid, None)
            elif uid in self._believed:
                self._believed[uid] = Spot(since_s=now_s)

    def _spots(self) -> dict[Colour, Spot]:
        spots: dict[Colour, Spot] = {}
        for uid, believed in self._believed.items():
            tag = self._tags.get(uid)
            if tag is None:
                continue
            spot = Spot(believed.square, tag.end == "crown", believed.since_s)
            known = spots.get(tag.colour)
            if known is None or _outweighs(spot, known):
                spots[tag.colour] = spot
        return {
            colour: spot if spot.square is not None else Spot(since_s=spot.since_s)
            for colour, spot in spots.items()
        }

    def _strangers(self) -> frozenset[int]:
        return frozenset(
            spot.square
            for uid, spot in self._believed.items()
            if uid not in self._tags and spot.square is not None
        )


def _outweighs(spot: Spot, other: Spot) -> bool:
    """Of a runner's two tags the one on the board counts, of two there the newer."""
    return (spot.square is not None, spot.since_s) > (other.square is not None, other.since_s)
