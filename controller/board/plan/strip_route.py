"""The route of the light strip from square to square, as it is drawn.

Lights lie along the upper edge of a square, or along its right one where the strip goes up or
down. Connections run between the squares, so that nothing overlaps.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

from controller.board.plan.ink import CELL, GAP, PITCH
from hardware.sensing.settings import Place

LANE: Final = 17.0
"""Distance of the strip from its edge of the square."""

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stay:
    """Lights one after another under one square.

    Attributes:
        place: place of the square.
        lights: places of the lights on the strip, from 0, in its order.
        spots: position of each light in the drawing.
        across: True if the strip runs along a row here, False if along a column.
        ahead: 1 if it runs to the right, or down; else -1.
    """

    place: Place
    lights: tuple[int, ...]
    spots: tuple[Spot, ...]
    across: bool
    ahead: int

    @property
    def way_in(self) -> Spot:
        """Point where the strip enters, in the middle between two squares."""
        return self._end(-self.ahead)

    @property
    def way_out(self) -> Spot:
        """Point where the strip leaves, in the middle between two squares."""
        return self._end(self.ahead)

    def _end(self, side: int) -> Spot:
        x, y = self.place.column * PITCH, self.place.row * PITCH
        far = CELL + GAP / 2 if side > 0 else -GAP / 2
        return (x + far, y + LANE) if self.across else (x + CELL - LANE, y + far)


@dataclass(frozen=True, slots=True)
class StripLink:
    """Connection from the lights under one square to those under the next.

    Attributes:
        corners: every point where it turns, with its ends.
        strip: True if the strip itself can run there, False if it takes a wire.
    """

    corners: tuple[Spot, ...]
    strip: bool


def stays(
    lights: Mapping[int, Sequence[int]], places: Mapping[int, Place], start: int = 1
) -> tuple[Stay, ...]:
    """List the squares of a strip in its order, each with its consecutive lights.

    Args:
        lights: lights of each square, by their places on the strip.
        places: place of each square.
        start: default direction of the strip along a row: 1 to the right, -1 to the left.
    """
    over = sorted((light, square) for square, under in lights.items() for light in under)
    groups = [
        (square, tuple(light for light, _ in group))
        for square, group in groupby(over, key=lambda each: each[1])
    ]
    way = [places[square] for square, _ in groups]
    steps = [(there.column - here.column, there.row - here.row) for here, there in pairwise(way)]
    usual = Counter(across for step in steps if (across := _across(step)) is not None)
    mostly = usual[True] >= usual[False]
    used: Counter[int] = Counter()
    found: list[Stay] = []
    ahead = {True: start, False: 1}
    for at, (square, group) in enumerate(groups):
        near = steps[max(at - 1, 0) : at + 1]
        ways = {across for step in near if (across := _across(step)) is not None}
        across = ways.pop() if len(ways) == 1 else mostly
        along = [step[0 if across else 1] for step in near if _across(step) is across]
        if along:
            ahead[across] = 1 if along[0] > 0 else -1
        slots = [used[square] + number for number in range(len(group))]
        used[square] += len(group)
        spots = tuple(
            _spot(places[square], slot, len(lights[square]), ahead[across], across=across)
            for slot in slots
        )
        found.append(Stay(places[square], group, spots, across, ahead[across]))
    return tuple(found)


def links(found: Sequence[Stay]) -> Iterator[StripLink]:
    """List the connections between these squares."""
    for here, there in pairwise(found):
        apart = (there.place.column - here.place.column, there.place.row - here.place.row)
        corners = (here.spots[-1], *_between(here, there), there.spots[0])
        yield StripLink(_bends(corners), abs(apart[0]) + abs(apart[1]) == 1)


def _between(here: Stay, there: Stay) -> Iterator[Spot]:
    """Route from the exit of one square to the entry of another, between the other squares."""
    (x, y), (to_x, to_y) = here.way_out, there.way_in
    yield x, y
    if here.across and there.across and x != to_x:
        above = there.place.row * PITCH - GAP / 2
        row = above if here.place.row < there.place.row else above + PITCH
        yield from ((x, row), (to_x, row))
    elif not here.across and not there.across and y != to_y:
        before = there.place.column * PITCH - GAP / 2
        column = before if here.place.column < there.place.column else before + PITCH
        yield from ((column, y), (column, to_y))
    elif here.across and not there.across:
        yield x, to_y
    elif there.across and not here.across:
        yield to_x, y
    yield to_x, to_y


def _bends(corners: Sequence[Spot]) -> tuple[Spot, ...]:
    """Drop points that repeat the one before."""
    return tuple(spot for spot, _ in groupby(corners))


def _across(step: tuple[int, int]) -> bool | None:
    """Return True for a step along a row, False along a column, None along neither."""
    if step[0] and step[1]:
        return None
    return step[1] == 0


def _spot(place: Place, slot: int, of: int, ahead: int, *, across: bool) -> Spot:
    """Return the position of one of the lights under a square in the drawing."""
    back = slot if ahead > 0 else of - 1 - slot
    along = CELL * (back + 0.5) / of
    x, y = place.column * PITCH, place.row * PITCH
    return (x + along, y + LANE) if across else (x + CELL - LANE, y + along)
