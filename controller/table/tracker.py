"""From sightings to a placement: where every runner is believed to be, and which way up.

Arrival is quick, departure slow: a known tag counts at its first sighting, and is gone only
after several readings in a row have missed it, or at once when it turns up elsewhere. Fewer
misses are flicker and change nothing. A tag that two readers see at the same time is believed
at neither until one of them misses it: the earlier belief holds.

A square whose reader is out gives no evidence: a runner believed there still is, until seen
elsewhere, but counts as unseen.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from controller.game.pieces import Colour, Tags
from hardware.ports import Sighting, Uid

DEPARTURE_MISSES: Final = 3
"""Number of readings in a row that must miss a tag before it is gone."""


class Spot(msgspec.Struct, frozen=True):
    """Spot of a runner. Two equal spots mean it was not touched in between.

    Attributes:
        square: its square; None when no reader sees it.
        face_down: True if it stands on its crown.
        since_s: time when it came there this way up, or was gone; flicker does not change it.
    """

    square: int | None = None
    face_down: bool = False
    since_s: float = float("-inf")


ABSENT: Final = Spot()


class Placement(msgspec.Struct, frozen=True):
    """Sensed placement of all runners.

    Attributes:
        spots: every runner that was ever sighted.
        strangers: squares with a tag that belongs to no runner.
        unread: squares where a runner may stand unseen.
        unseen: runners believed on a square that has not been read since.
    """

    spots: Mapping[Colour, Spot] = {}
    strangers: frozenset[int] = frozenset()
    unread: frozenset[int] = frozenset()
    unseen: frozenset[Colour] = frozenset()

    def spot(self, colour: Colour) -> Spot:
        """Return the spot of a runner."""
        return self.spots.get(colour, ABSENT)

    def sees(self, colour: Colour) -> bool:
        """Check whether a reader sees a runner where it is believed to be."""
        return self.spot(colour).square is not None and colour not in self.unseen


class _Presence(msgspec.Struct):
    """One tag at one reader: misses in a row, and the start of its present stay."""

    misses: int
    since_s: float


class _Belief(msgspec.Struct, frozen=True):
    """Square where one tag is believed to be, and since when."""

    square: int | None
    since_s: float


class Tracker:
    """Turns sightings into a placement. Not thread-safe; time comes with the sightings.

    Args:
        tags: the runner of each tag; all other tags are strangers.
        departure_misses: number of missed readings in a row after which a tag is gone.
    """

    def __init__(self, tags: Tags, departure_misses: int = DEPARTURE_MISSES) -> None:
        self._tags = tags
        self._departure_misses = departure_misses
        self._seen: dict[Uid, dict[int, _Presence]] = {}
        self._believed: dict[Uid, _Belief] = {}
        self._spots: dict[Colour, Spot] = {}
        self._behind: dict[Colour, Uid] = {}
        self._unread: set[int] = set()
        self.placement = Placement()

    @property
    def remembered(self) -> int:
        """Number of remembered tags that belong to no runner."""
        return len((set(self._seen) | set(self._believed)) - set(self._tags))

    def see(self, sighting: Sighting) -> Placement:
        """Take in one sighting; return the new placement."""
        readers = self._seen.setdefault(sighting.uid, {})
        if sighting.seen:
            readers[sighting.square] = _Presence(0, sighting.at_s)
        elif sighting.square in readers:
            readers[sighting.square].misses += 1
        self._believe(sighting.uid, readers, sighting.at_s)
        return self._place(sighting.at_s)

    def wavers(self, colour: Colour) -> bool:
        """Check whether the newest readings put in doubt that a runner is still on its square."""
        readers = self._seen.get(self._behind[colour], {}) if colour in self._behind else {}
        seen = [square for square, presence in readers.items() if not presence.misses]
        return seen != [self.placement.spot(colour).square]

    def is_between(self, colour: Colour) -> bool:
        """Check whether more than one reader sees a runner."""
        readers = self._seen.get(self._behind[colour], {}) if colour in self._behind else {}
        return sum(not presence.misses for presence in readers.values()) > 1

    def read_no_more(self, square: int, now_s: float) -> Placement:
        """Drop the sightings of a reader that is out as evidence against other readers."""
        self._unread.add(square)
        for uid, readers in tuple(self._seen.items()):
            if readers.pop(square, None) is None:
                continue
            if uid not in self._tags and self._is_believed_on(square, uid):
                del self._believed[uid]
            self._believe(uid, readers, now_s)
        return self._place(now_s)

    def read_again(self, square: int, now_s: float) -> Placement:
        """Remove the tags that a reader has not seen again in its first look."""
        self._unread.discard(square)
        for uid in tuple(self._believed):
            if self._is_believed_on(square, uid) and square not in self._seen.get(uid, {}):
                self._believed[uid] = _Belief(None, now_s)
        return self._place(now_s)

    def _is_believed_on(self, square: int, uid: Uid) -> bool:
        belief = self._believed.get(uid)
        return belief is not None and belief.square == square

    def _believe(self, uid: Uid, readers: dict[int, _Presence], now_s: float) -> None:
        seen = {square: each for square, each in readers.items() if not each.misses}
        if len(seen) > 1:
            return  # Crosstalk, or a move between two readings: the next ones decide.
        if len(seen) == 1:
            ((square, presence),) = seen.items()
            for other in set(readers) - {square}:
                del readers[other]
            self._believed[uid] = _Belief(square, presence.since_s)
            self._doubt_the_other_tag(uid)
            return
        for square, presence in tuple(readers.items()):
            if presence.misses >= self._departure_misses:
                del readers[square]
                self._believed[uid] = _Belief(None, now_s)
        if not readers:
            del self._seen[uid]
            if uid not in self._tags:
                self._believed.pop(uid, None)

    def _doubt_the_other_tag(self, uid: Uid) -> None:
        """Drop the belief in a seen runner's other tag on a square whose reader is out."""
        tag = self._tags.get(uid)
        for other in tuple(self._believed):
            if other != uid and tag is not None and self._is_unseen(other):
                theirs = self._tags.get(other)
                if theirs is not None and theirs.colour == tag.colour:
                    del self._believed[other]

    def _is_unseen(self, uid: Uid) -> bool:
        """Check whether a tag is believed on a square that has not been read since."""
        square = self._believed[uid].square
        return square is not None and square not in self._seen.get(uid, {})

    def _place(self, now_s: float) -> Placement:
        self._behind = self._tags_that_count()
        for colour, uid in self._behind.items():
            square = self._believed[uid].square
            down = square is not None and self._tags[uid].end == "crown"
            known = self._spots.get(colour)
            if known is None or (known.square, known.face_down) != (square, down):
                self._spots[colour] = Spot(square, down, now_s)
        self.placement = Placement(
            dict(self._spots),
            frozenset(
                belief.square
                for uid, belief in self._believed.items()
                if uid not in self._tags and belief.square is not None
            ),
            frozenset(self._unread),
            frozenset(colour for colour, uid in self._behind.items() if self._is_unseen(uid)),
        )
        return self.placement

    def _tags_that_count(self) -> dict[Colour, Uid]:
        """Return the tag that counts of each runner: the one on the board, of two the newer."""
        counts: dict[Colour, Uid] = {}
        for uid, belief in self._believed.items():
            tag = self._tags.get(uid)
            if tag is None:
                continue
            rival = self._believed[counts[tag.colour]] if tag.colour in counts else None
            if rival is None or _rank(belief) > _rank(rival):
                counts[tag.colour] = uid
        return counts


def _rank(belief: _Belief) -> tuple[bool, float]:
    return (belief.square is not None, belief.since_s)
