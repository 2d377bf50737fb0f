"""The track: which square is of which kind, and what follows from that.

Squares are counted from START (0) along the action squares to HOME. Sets of squares are
kept as integers, bit `i` standing for square `i`: a union, a difference or a count is then
one operation, whatever the length of the track.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

HARE: Final = "H"
CARROT: Final = "C"
LETTUCE: Final = "L"
TORTOISE: Final = "T"
FLAG: Final = "F"
KINDS: Final = frozenset({HARE, CARROT, LETTUCE, TORTOISE, FLAG, "2", "3", "4"})

# Positions in the race that a number square pays (R1.4, R4.2).
PAYS: Final = {
    "2": frozenset({2}),
    "3": frozenset({3}),
    "4": frozenset({4}),
    FLAG: frozenset({1, 5, 6}),
}

START: Final = 0


class Track(msgspec.Struct, frozen=True):
    """Course of action squares between START and HOME.

    Attributes:
        name: its name in options and records.
        kinds: the kind of each action square; `kinds[0]` is square 1.
        provenance: the source for the order of the squares.

    Source: R1.
    """

    name: str
    kinds: tuple[str, ...]
    provenance: str = ""

    @property
    def home(self) -> int:
        """Index of HOME, one past the last action square (R1.1)."""
        return len(self.kinds) + 1

    def kind(self, square: int) -> str | None:
        """Return the kind of an action square; None for START and HOME."""
        return self.kinds[square - 1] if 0 < square < self.home else None

    def of_kind(self, kind: str) -> int:
        """Return the set of all squares of one kind."""
        return sum(1 << at for at, found in enumerate(self.kinds, start=1) if found == kind)


def members(squares: int) -> Iterator[int]:
    """Yield the squares of a set, lowest first."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest
