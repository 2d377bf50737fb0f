"""Where each part of a board lies, in millimetres.

The origin is the lower left corner of the wood, seen from above; x runs to the right, y up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from controller.board.file.form import Board
from controller.board.file.measures import (
    CLEARANCE_MM,
    HOLDER_HOLE_MM,
    HOLDER_WALL_MM,
    Measures,
)

Point = tuple[float, float]

FIXING_MM: Final = 8.0
"""Distance of fixing holes from the edges of the wood."""
FIXING_HOLE_MM: Final = 3.4
"""Diameter of a fixing hole, for M3."""
HOLDER_WASHER_MM: Final = 6.0
"""Width of the washer on a reader's screw, which lies over the reader's edge."""
LEAST_WEB_MM: Final = 1.0
"""Least wood between two light holes; with less they become one slot."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle along the axes, or a slot if its corners have half its height as radius."""

    centre: Point
    width: float
    height: float

    @property
    def left(self) -> float:
        """Its least x."""
        return self.centre[0] - self.width / 2

    @property
    def bottom(self) -> float:
        """Its least y."""
        return self.centre[1] - self.height / 2

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Its corners, anticlockwise from the lower left one."""
        right, top = self.left + self.width, self.bottom + self.height
        return (self.left, self.bottom), (right, self.bottom), (right, top), (self.left, top)


@dataclass(frozen=True, slots=True)
class Spotlight:
    """The hole over a light: round, or a slot over several that lie too close.

    Attributes:
        centre: its middle.
        diameter: of a round hole; width of a slot.
        length: from end to end; the diameter if it is round.
        lights: places on the strip of the lights under it.
    """

    centre: Point
    diameter: float
    length: float
    lights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SquareLayout:
    """One square with what lies under it.

    Attributes:
        square: its number.
        tile: the printed square.
        holes: the holes over its lights.
        light_pocket: pocket in the carrier for its lights; None without lights.
        reader: its reader, without clearance; None without a reader.
    """

    square: int
    tile: Box
    holes: tuple[Spotlight, ...]
    light_pocket: Box | None
    reader: Box | None

    @property
    def centre(self) -> Point:
        """Centre of the square."""
        return self.tile.centre

    @property
    def reader_pocket(self) -> Box | None:
        """Pocket in the carrier for the reader."""
        return None if self.reader is None else _wider(self.reader, CLEARANCE_MM)

    @property
    def holder_holes(self) -> tuple[Point, ...]:
        """Centres of the two holes whose washers hold the reader."""
        if self.reader is None:
            return ()
        x, y = self.reader.centre
        away = self.reader.width / 2 + CLEARANCE_MM + HOLDER_WALL_MM + HOLDER_HOLE_MM / 2
        return (x - away, y), (x + away, y)


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """A whole board.

    Attributes:
        width: of the wood.
        height: of the wood.
        columns: number of columns of squares.
        rows: number of rows of squares.
        squares: every square.
        fixings: centres of the holes that join surface and carrier.
        measures: the measures that it is made by.
    """

    width: float
    height: float
    columns: int
    rows: int
    squares: Mapping[int, SquareLayout]
    fixings: tuple[Point, ...]
    measures: Measures

    @property
    def outline(self) -> Box:
        """The wood."""
        return Box((self.width / 2, self.height / 2), self.width, self.height)


def lay_out(board: Board) -> BoardLayout:
    """Return where each part of a board lies."""
    of = board.measures
    columns = max(place.column for place in board.squares.values()) + 1
    rows = max(place.row for place in board.squares.values()) + 1
    width = columns * of.pitch_mm + 2 * of.border_mm
    height = rows * of.pitch_mm + 2 * of.border_mm
    lights = board.lights.squares if board.lights is not None else {}
    squares = {}
    for square, place in board.squares.items():
        x = of.border_mm + (place.column + 0.5) * of.pitch_mm
        y = height - of.border_mm - (place.row + 0.5) * of.pitch_mm
        side = of.pitch_mm - of.gap_mm
        holes = _holes((x, y + of.light_up_mm), tuple(lights.get(square, ())), side, of)
        squares[square] = SquareLayout(
            square,
            Box((x, y), side, side),
            holes,
            _light_pocket(holes, of),
            Box((x, y - of.reader_down_mm), of.reader_width_mm, of.reader_height_mm)
            if square in board.settings.places
            else None,
        )
    return BoardLayout(width, height, columns, rows, squares, _fixings(width, height), of)


def _holes(
    centre: Point, lights: tuple[int, ...], side: float, of: Measures
) -> tuple[Spotlight, ...]:
    """Return the holes over the lights of a square, side by side."""
    x, y = centre
    if not lights:
        return ()
    step = side / len(lights)
    if step < of.light_hole_mm + LEAST_WEB_MM:
        length = max(side - step + of.light_hole_mm, of.light_hole_mm)
        return (Spotlight(centre, of.light_hole_mm, min(length, side - 2), lights),)
    first = x - step * (len(lights) - 1) / 2
    return tuple(
        Spotlight((first + step * at, y), of.light_hole_mm, of.light_hole_mm, (light,))
        for at, light in enumerate(lights)
    )


def _light_pocket(holes: tuple[Spotlight, ...], of: Measures) -> Box | None:
    """Return the pocket for the piece of strip under these holes."""
    if not holes:
        return None
    first, last = holes[0], holes[-1]
    x = (first.centre[0] + last.centre[0]) / 2
    beyond = (first.length + last.length) / 2 - of.light_hole_mm
    long = last.centre[0] - first.centre[0] + beyond + of.light_pocket_mm
    return Box((x, first.centre[1]), long, of.light_pocket_mm)


def _fixings(width: float, height: float) -> tuple[Point, ...]:
    """Return the corners and the middles of the sides, at a distance from the edges."""
    across = (FIXING_MM, width / 2, width - FIXING_MM)
    along = (FIXING_MM, height / 2, height - FIXING_MM)
    return tuple((x, y) for y in along for x in across if (x, y) != (width / 2, height / 2))


def _wider(box: Box, by: float) -> Box:
    return Box(box.centre, box.width + 2 * by, box.height + 2 * by)
