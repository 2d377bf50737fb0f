"""The fields of the readers and the tags in them."""

import random
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from hardware.clock import Clock
from hardware.ports import Uid
from hardware.simulated.pn532.ledger import Change, Ledger, ReaderCurrents
from hardware.simulated.pn532.tags import EmulatedTag, tag_of
from hardware.simulated.world import Spot, World

REMEMBERED_S: Final = 10.0
"""Time for which past positions of tags are remembered."""

USUAL_RANGE_MM: Final = 50.0
"""Height up to which a reader reads a tag. Source: the vendor's page of the red module."""


@dataclass(frozen=True, slots=True)
class Quality:
    """Readability of a tag.

    Attributes:
        answers: probability that it answers one try.
        garbled: probability that its UID arrives wrong, with no error to be noticed.
        period_s: a moving tag comes near once in this time; 0 for one that rests.
        near: the share of that time in which it is in reach.
    """

    answers: float = 1.0
    garbled: float = 0.0
    period_s: float = 0.0
    near: float = 1.0

    def is_near(self, at_s: float) -> bool:
        """Check whether it is in reach at a time."""
        return self.period_s <= 0 or at_s % self.period_s < self.near * self.period_s


GOOD: Final = Quality()
WEAK: Final = Quality(answers=0.54)
"""Three tries find it nine times out of ten, as builders report of weakly coupled tags."""
GARBLED: Final = Quality(garbled=0.3)
MOVING: Final = Quality(period_s=0.3, near=0.5)


@dataclass(frozen=True, slots=True)
class Bleeding:
    """Crosstalk between the fields of neighbours.

    Source: builders' reports of readers 80 mm apart that read each other's tags, sometimes with
    a wrong UID; the frequency is a guess.

    Attributes:
        reach_mm: fields and tags no farther from a reader than this disturb it, while another
            field as near as that is on.
        read: probability that one try reads a neighbour's tag.
        garbled: probability that the UID of such a tag arrives wrong.
    """

    reach_mm: float = 90.0
    read: float = 0.3
    garbled: float = 0.3


class Radio:
    """Fields and tags of one board. Safe to call from any thread.

    Args:
        world: of the tags.
        places: position of the reader of every square that has one: x and y in millimetres.
        clock: the board's.
        bleed_mm: reach of crosstalk; short for that part of `bleeding`.
        rng: draws all random events.
        bleeding: the crosstalk.
        currents: of the readers.
        pitch_mm: from one square to the next; the smallest distance of two readers unless given.
        upper: probability that one try reads the tag on the upper end of a piece.
    """

    def __init__(
        self,
        world: World,
        places: Mapping[int, tuple[float, float]],
        clock: Clock,
        *,
        rng: random.Random,
        bleed_mm: float | None = None,
        bleeding: Bleeding | None = None,
        currents: ReaderCurrents | None = None,
        pitch_mm: float | None = None,
        upper: float = 0.0,
    ) -> None:
        self._upper = upper
        self._uppers: frozenset[Uid] = frozenset()
        self.clock = clock
        self.rng = rng
        bleeding = bleeding or Bleeding()
        self._bleeding = bleeding if bleed_mm is None else replace(bleeding, reach_mm=bleed_mm)
        self._world = world
        self._lock = threading.RLock()
        self._ledger = Ledger(
            places, pitch_mm or _smallest_mm(places), currents or ReaderCurrents()
        )
        self._near = {
            square: _within_mm(places, square, self._bleeding.reach_mm) for square in places
        }
        self._qualities: dict[Uid, Quality] = {}
        self._couplings: dict[int, float] = {}
        self._spots: dict[tuple[int, Spot], float] = {}
        self._ranges_mm: dict[int, float] = {}
        self._stray: dict[tuple[int, int], float] = {}
        self._tags: dict[int, list[tuple[float, tuple[Uid, ...]]]] = {
            square: [] for square in places
        }
        self._look()
        self.close = world.watch(self._look)
        """Stop watching the world."""

    # Called by chips

    def switch(self, square: int, change: Change, at_s: float) -> None:
        """Note that a reader's field or power changes, now or soon."""
        with self._lock:
            self._ledger.announce(square, at_s, change)

    def scan(self, square: int, at_s: float | None = None) -> list[EmulatedTag]:
        """Return the tags that answer one try of a reader, whose field is on, at a time."""
        with self._lock:
            now_s = self.clock.now_s()
            at_s = now_s if at_s is None else at_s
            self._ledger.account(now_s)
            found = [
                tag
                for uid in self._standing(square, at_s)
                if self._happens(self._coupling(square, uid))
                for tag in self._try(uid, at_s)
            ]
            found += [
                tag
                for (reader, other), share in self._stray.items()
                if reader == square
                for uid in self._standing(other, at_s)
                if self._happens(share)
                for tag in self._try(uid, at_s)
            ]
            near = self._near[square]
            strays = [uid for other in near for uid in self._standing(other, at_s)]
            if strays and any(self._ledger.was_on(other, at_s) for other in near):
                found += [tag for uid in strays for tag in self._bleed(uid, at_s)]
            return found

    def standing(self, square: int, at_s: float) -> frozenset[bytes]:
        """Return the UIDs on a square at a time, readable or not."""
        with self._lock:
            return frozenset(bytes.fromhex(uid) for uid in self._standing(square, at_s))

    # Called by tests and pages

    def set_quality(self, uid: Uid, quality: Quality) -> None:
        """Set the readability of a tag from now on."""
        with self._lock:
            self._qualities[uid] = quality

    def set_coupling(self, square: int, coupling: float) -> None:
        """Set the coupling of a reader's coil: the probability that one try succeeds."""
        with self._lock:
            self._couplings[square] = coupling

    def coupling(self, square: int) -> float:
        """Return the coupling of a reader's coil; 0 if it is broken."""
        return self._couplings.get(square, 1.0)

    def set_spot(self, square: int, spot: Spot, coupling: float) -> None:
        """Set the coupling of a reader with a tag at one place on its square."""
        with self._lock:
            self._spots[square, spot] = coupling

    def set_range(self, square: int, range_mm: float) -> None:
        """Set how high above the wood a reader still reads a tag; 50 mm unless set.

        Source: 50 to 70 mm by the vendor of the red module; less behind wood and metal.
        """
        with self._lock:
            self._ranges_mm[square] = range_mm

    def set_stray(self, square: int, other: int, share: float) -> None:
        """Let a reader see the tags on another square, with only its own field on."""
        with self._lock:
            self._stray[square, other] = share

    def set_upper(self, share: float) -> None:
        """Set the probability that one try reads the tag on the upper end of a piece."""
        with self._lock:
            self._upper = share
            self._look()

    def fields_on(self) -> Mapping[int, float]:
        """Return the squares whose field is on, and since when."""
        return self._accounts().fields()

    @property
    def current_ma(self) -> float:
        """Current of all readers now."""
        return self._accounts().current_ma

    @property
    def peak_ma(self) -> float:
        """Peak current of all readers."""
        return self._accounts().peak_ma

    @property
    def charge_mas(self) -> float:
        """Charge the readers have drawn, in milliampere seconds."""
        return self._accounts().charge_mas

    @property
    def field_s(self) -> float:
        """Time fields have been on, summed over the readers."""
        return self._accounts().field_s

    @property
    def most_fields(self) -> int:
        """Most fields that were on at once."""
        return self._accounts().most_fields

    @property
    def closest(self) -> int | None:
        """Fewest rows or columns between two fields on at once; None if there never were two."""
        return self._accounts().closest

    def start_anew(self) -> None:
        """Reset peaks and sums, so that they begin now."""
        with self._lock:
            self._accounts().start_anew()

    def _accounts(self) -> Ledger:
        with self._lock:
            self._ledger.account(self.clock.now_s())
            return self._ledger

    # Positions of tags

    def _look(self) -> None:
        """Note the present positions of the tags."""
        with self._lock:
            now_s = self.clock.now_s()
            if self._upper:
                pieces = self._world.pieces()
                self._uppers = frozenset(each.upper_tag for each in pieces if each.upper_tag)
            for square, history in self._tags.items():
                tags = self._world.tags_on(square)
                if self._upper:
                    tags += self._world.upper_tags_on(square)
                if tags == (history[-1][1] if history else ()):
                    continue
                for uid in tags:
                    tag_of(uid)
                history.append((now_s, tags))
                while len(history) > 1 and history[1][0] < now_s - REMEMBERED_S:
                    del history[0]

    def _standing(self, square: int, at_s: float) -> tuple[Uid, ...]:
        for since_s, tags in reversed(self._tags[square]):
            if since_s <= at_s:
                return tags
        return ()

    def _coupling(self, square: int, uid: Uid) -> float:
        """Return the coupling of a reader with a tag where it is on the square now."""
        coupling = self.coupling(square)
        for piece in self._world.pieces():
            if uid in (piece.base, piece.crown):
                if piece.lifted_mm > self._ranges_mm.get(square, USUAL_RANGE_MM):
                    return 0.0
                coupling *= self._spots.get((square, piece.spot), 1.0)
        return coupling

    def _try(self, uid: Uid, at_s: float) -> list[EmulatedTag]:
        """Make one try at a tag that stands on the reader's own square."""
        quality = self._qualities.get(uid, GOOD)
        answers = quality.answers * (self._upper if uid in self._uppers else 1.0)
        if not quality.is_near(at_s) or not self._happens(answers):
            return []
        tag = tag_of(uid)
        return [self._garble(tag) if self._happens(quality.garbled) else tag]

    def _bleed(self, uid: Uid, at_s: float) -> list[EmulatedTag]:
        """Make one try at a tag that stands on a square nearby."""
        if not self._happens(self._bleeding.read):
            return []
        return [
            self._garble(tag) if self._happens(self._bleeding.garbled) else tag
            for tag in self._try(uid, at_s)
        ]

    def _garble(self, tag: EmulatedTag) -> EmulatedTag:
        wrong = bytearray(tag.uid)
        for place in self.rng.sample(range(len(wrong) * 8), self.rng.randint(1, 4)):
            wrong[place // 8] ^= 1 << place % 8
        return replace(tag, uid=bytes(wrong))

    def _happens(self, probability: float) -> bool:
        return probability >= 1 or (probability > 0 and self.rng.random() < probability)


def _smallest_mm(places: Mapping[int, tuple[float, float]]) -> float:
    """Return the smallest distance along a row or column of two readers; 1 if only one."""
    spots = list(places.values())
    distances = [
        max(abs(here[0] - there[0]), abs(here[1] - there[1]))
        for number, here in enumerate(spots)
        for there in spots[:number]
    ]
    return min((distance for distance in distances if distance > 0), default=1.0)


def _within_mm(
    places: Mapping[int, tuple[float, float]], square: int, reach_mm: float
) -> tuple[int, ...]:
    x_mm, y_mm = places[square]
    return tuple(
        other
        for other, (other_x_mm, other_y_mm) in places.items()
        if other != square and (other_x_mm - x_mm) ** 2 + (other_y_mm - y_mm) ** 2 <= reach_mm**2
    )
