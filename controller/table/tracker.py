"""From sightings to a placement: where every runner is believed to be, and which way up.

Arrival is quick, departure slow: a known tag counts at its first sighting, and is gone only
after several readings in a row have missed it, or at once when it turns up elsewhere. Fewer
misses are flicker and change nothing. A tag that two readers see at the same time is believed
at neither until one of them misses it: the earlier belief holds.

A runner is turned over when its other end is seen and a reading misses the first. But a reader
may see both ends, the far one now and then: where both have been seen at a time, the end that
counted before still does until it is gone, or has been missed as often while the other was seen.

A square whose reader is out gives no evidence: a runner believed there still is, until seen
elsewhere, but counts as unseen.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from controller.game.pieces import Colour, Tag, Tags
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


class TagPresence(msgspec.Struct, frozen=True):
    """One tag at one reader: misses in a row, and the start of its present stay."""

    misses: int
    since_s: float


class SeenThrough(msgspec.Struct, frozen=True):
    """Square whose reader saw both ends of a runner.

    Attributes:
        square: the square.
        at_s: time of the last such reading.
        misses: readings that missed the end that counts and saw the other, since one that did not.
    """

    square: int
    at_s: float
    misses: int = 0


class Belief(msgspec.Struct, frozen=True):
    """Square where one tag is believed to be, and since when."""

    square: int | None
    since_s: float


class Tracker(msgspec.Struct, frozen=True):
    """Evidence of the readers, and the placement that follows from it.

    Each method returns the tracker after a change; time comes with the sightings.

    Attributes:
        tags: the runner of each tag; all other tags are strangers.
        departure_misses: number of missed readings in a row after which a tag is gone.
        seen: the readers that see each tag, or missed it lately.
        believed: where each tag is believed to be.
        counting: of each runner, the tag that counts.
        through: where and when both ends of a runner were last seen at a time.
        placement: the placement.
    """

    tags: Tags
    departure_misses: int = DEPARTURE_MISSES
    seen: Mapping[Uid, Mapping[int, TagPresence]] = {}
    believed: Mapping[Uid, Belief] = {}
    counting: Mapping[Colour, Uid] = {}
    through: Mapping[Colour, SeenThrough] = {}
    placement: Placement = Placement()

    @property
    def remembered(self) -> int:
        """Number of remembered tags that belong to no runner."""
        return len((set(self.seen) | set(self.believed)) - set(self.tags))

    def see(self, sighting: Sighting) -> "Tracker":
        """Take in one sighting."""
        draft = _Draft(self)
        readers = draft.seen.setdefault(sighting.uid, {})
        if sighting.seen:
            readers[sighting.square] = TagPresence(0, sighting.at_s)
        elif sighting.square in readers:
            before = readers[sighting.square]
            readers[sighting.square] = TagPresence(before.misses + 1, before.since_s)
        draft.note_both_ends(sighting)
        draft.note_turning(sighting)
        draft.believe(sighting.uid, readers, sighting.at_s)
        return draft.placed(sighting.at_s)

    def wavers(self, colour: Colour) -> bool:
        """Check whether the newest readings put in doubt that a runner is still on its square."""
        return self._seeing(colour) != [self.placement.spot(colour).square]

    def is_between(self, colour: Colour) -> bool:
        """Check whether more than one reader sees a runner."""
        return len(self._seeing(colour)) > 1

    def read_no_more(self, square: int, now_s: float) -> "Tracker":
        """Drop the sightings of a reader that is out as evidence against other readers."""
        draft = _Draft(self)
        draft.unread.add(square)
        for uid, readers in tuple(draft.seen.items()):
            if readers.pop(square, None) is None:
                continue
            if uid not in self.tags and draft.is_believed_on(square, uid):
                del draft.believed[uid]
            draft.believe(uid, readers, now_s)
        return draft.placed(now_s)

    def read_again(self, square: int, now_s: float) -> "Tracker":
        """Remove the tags that a reader has not seen again in its first look."""
        draft = _Draft(self)
        draft.unread.discard(square)
        for uid in tuple(draft.believed):
            if draft.is_believed_on(square, uid) and square not in draft.seen.get(uid, {}):
                draft.believed[uid] = Belief(None, now_s)
        return draft.placed(now_s)

    def _seeing(self, colour: Colour) -> list[int]:
        """List the squares whose readers see the tag of a runner that counts."""
        readers = self.seen.get(self.counting[colour], {}) if colour in self.counting else {}
        return [square for square, presence in readers.items() if not presence.misses]


class _Draft:
    """A tracker that is being changed."""

    def __init__(self, before: Tracker) -> None:
        self._before = before
        self._tags = before.tags
        self.seen = {uid: dict(readers) for uid, readers in before.seen.items()}
        self.believed = dict(before.believed)
        self.through = dict(before.through)
        self.unread = set(before.placement.unread)

    def is_believed_on(self, square: int, uid: Uid) -> bool:
        belief = self.believed.get(uid)
        return belief is not None and belief.square == square

    def note_both_ends(self, sighting: Sighting) -> None:
        """Note a reading that sees both ends of a runner.

        A tag that rests is not repeated: a reading that misses it says so after what it sees.
        """
        tag = self._tags.get(sighting.uid)
        if tag is None:
            return
        through = self.through.get(tag.colour)
        same = through is not None and through.square == sighting.square
        if sighting.seen:
            if self._sees_other_end(sighting, tag):
                misses = through.misses if through is not None and same else 0
                self.through[tag.colour] = SeenThrough(sighting.square, sighting.at_s, misses)
        elif through is not None and same and through.at_s == sighting.at_s:
            del self.through[tag.colour]

    def note_turning(self, sighting: Sighting) -> None:
        """Count how often the end that counts was missed while the other was seen.

        The end on the wood is missed more rarely than the one above it: after `departure_misses`
        the runner was turned.
        """
        tag = self._tags.get(sighting.uid)
        if tag is None or sighting.seen:
            return
        through = self.through.get(tag.colour)
        if through is None or through.square != sighting.square:
            return
        counts = self._before.counting.get(tag.colour) == sighting.uid
        turning = counts and self._sees_other_end(sighting, tag)
        misses = through.misses + 1 if turning else 0
        self.through[tag.colour] = msgspec.structs.replace(through, misses=misses)
        if misses >= self._before.departure_misses:
            del self.through[tag.colour]

    def _sees_other_end(self, sighting: Sighting, tag: Tag) -> bool:
        """Check whether the reader of a sighting sees the runner's other end, too."""
        return any(
            each.colour == tag.colour
            and uid != sighting.uid
            and self._misses(uid, sighting.square) == 0
            for uid, each in self._tags.items()
        )

    def _misses(self, uid: Uid, square: int) -> int | None:
        """Return how often a reader has missed a tag; None if the tag is not there."""
        presence = self.seen.get(uid, {}).get(square)
        return None if presence is None else presence.misses

    def believe(self, uid: Uid, readers: dict[int, TagPresence], now_s: float) -> None:
        seen = {square: each for square, each in readers.items() if not each.misses}
        if len(seen) > 1:
            return  # Crosstalk, or a move between two readings: the next ones decide.
        if len(seen) == 1:
            ((square, presence),) = seen.items()
            for other in set(readers) - {square}:
                del readers[other]
            self.believed[uid] = Belief(square, presence.since_s)
            self._doubt_the_other_tag(uid)
            return
        for square, presence in tuple(readers.items()):
            if presence.misses >= self._before.departure_misses:
                del readers[square]
                self.believed[uid] = Belief(None, now_s)
        if not readers:
            del self.seen[uid]
            if uid not in self._tags:
                self.believed.pop(uid, None)

    def _doubt_the_other_tag(self, uid: Uid) -> None:
        """Drop the belief in a seen runner's other tag on a square whose reader is out."""
        tag = self._tags.get(uid)
        for other in tuple(self.believed):
            if other != uid and tag is not None and self._is_unseen(other):
                theirs = self._tags.get(other)
                if theirs is not None and theirs.colour == tag.colour:
                    del self.believed[other]

    def _is_unseen(self, uid: Uid) -> bool:
        """Check whether a tag is believed on a square that has not been read since."""
        square = self.believed[uid].square
        return square is not None and square not in self.seen.get(uid, {})

    def placed(self, now_s: float) -> Tracker:
        """Return the tracker after the change, with its placement."""
        counting = self._tags_that_count()
        spots = dict(self._before.placement.spots)
        for colour, uid in counting.items():
            square = self.believed[uid].square
            down = square is not None and self._tags[uid].end == "crown"
            known = spots.get(colour)
            if known is None or (known.square, known.face_down) != (square, down):
                spots[colour] = Spot(square, down, now_s)
        strangers = frozenset(
            belief.square
            for uid, belief in self.believed.items()
            if uid not in self._tags and belief.square is not None
        )
        unseen = frozenset(colour for colour, uid in counting.items() if self._is_unseen(uid))
        return msgspec.structs.replace(
            self._before,
            seen=self.seen,
            believed=self.believed,
            counting=counting,
            through=self.through,
            placement=Placement(spots, strangers, frozenset(self.unread), unseen),
        )

    def _counts_still(self, rival: Uid, uid: Uid, tag: Tag) -> bool:
        """Check whether of two tags of a runner on one square the first counts, not the second."""
        first, second = self.believed[rival].since_s, self.believed[uid].since_s
        if first == second:  # one reading saw both
            return tag.end == "crown"
        before = self._before.counting[tag.colour]
        square = self.believed[uid].square
        assert square is not None  # two tags on one square are compared
        through = self.through.get(tag.colour)
        other = uid if before == rival else rival
        if through is None or through.square != square:
            turned = bool(self._misses(before, square)) and self._misses(other, square) == 0
            return turned != (before == rival)
        return before == rival

    def _tags_that_count(self) -> dict[Colour, Uid]:
        """Return the tag that counts of each runner: the one on the board, of two the newer.

        Of two on one square the one that counted before; of two that came at once, the base's.
        """
        counts: dict[Colour, Uid] = {}
        for uid, belief in self.believed.items():
            tag = self._tags.get(uid)
            if tag is None:
                continue
            rival = self.believed[counts[tag.colour]] if tag.colour in counts else None
            if rival is None:
                counts[tag.colour] = uid
            elif belief.square is not None and belief.square == rival.square:
                if not self._counts_still(counts[tag.colour], uid, tag):
                    counts[tag.colour] = uid
            elif _rank(belief) > _rank(rival):
                counts[tag.colour] = uid
        return counts


def _rank(belief: Belief) -> tuple[bool, float]:
    return (belief.square is not None, belief.since_s)
