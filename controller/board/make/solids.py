"""Designs solids to print: parts of a runner, and a jig for readers. Millimetres, z up."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from controller.board.file.measures import CLEARANCE_MM, HOLDER_HOLE_MM, Measures
from controller.board.make.layout import BoardLayout, SquareLayout, lay_out
from controller.board.make.order import Order

TAG_DEEP_MM: Final = 0.8
"""Depth of a recess for a tag: a sticker and a drop of glue."""
BASE_MM: Final = 6.0
"""Height of a runner's base, with the recess below and the socket above."""
CROWN_MM: Final = 4.0
"""Height of the disc on top."""
SOCKET_DEEP_MM: Final = 4.0
STEM_SHARE: Final = 0.4
"""Diameter of the stem, as a share of the base's."""
FIT_MM: Final = 0.15
"""Room around the stem in its socket, on each side."""
BEYOND_MM: Final = 1.0
"""How much farther a crown's tag is than a reader reaches."""
LEAST_STEM_MM: Final = 10.0
JIG_MM: Final = 4.0
"""Thickness of the jig."""
JIG_WALL_MM: Final = 3.0
"""Least wall of the jig around what it places."""
THROUGH_MM: Final = 1.0


@dataclass(frozen=True, slots=True)
class Cylinder:
    """An upright cylinder: centre and height of its lower end, diameter, height."""

    x: float
    y: float
    z: float
    diameter: float
    height: float


@dataclass(frozen=True, slots=True)
class Cuboid:
    """A block along the axes: its lower left corner, and its sizes."""

    x: float
    y: float
    z: float
    width: float
    depth: float
    height: float


@dataclass(frozen=True, slots=True)
class Solid:
    """A part to print or turn.

    Attributes:
        name: its name, for files.
        bodies: what it is joined from.
        cuts: what is cut out of them.
    """

    name: str
    bodies: tuple[Cylinder | Cuboid, ...]
    cuts: tuple[Cylinder | Cuboid, ...]


def solids(order: Order) -> tuple[Solid, ...]:
    """Return base and crown of a runner, and the jig if the board has readers."""
    of = order.board.measures
    jig = coil_jig(lay_out(order.board))
    return (runner_base(of), runner_crown(of), *([] if jig is None else [jig]))


def runner_base(of: Measures) -> Solid:
    """Return the base: a disc with the tag's recess below and the stem's socket above."""
    return Solid(
        "runner-base",
        (Cylinder(0, 0, 0, of.base_mm, BASE_MM),),
        (
            Cylinder(0, 0, 0, _recess(of), TAG_DEEP_MM),
            Cylinder(
                0,
                0,
                BASE_MM - SOCKET_DEEP_MM,
                of.base_mm * STEM_SHARE + 2 * FIT_MM,
                SOCKET_DEEP_MM + THROUGH_MM,
            ),
        ),
    )


def runner_crown(of: Measures) -> Solid:
    """Return crown and stem as they are printed: the crown's face with its tag lies below."""
    stem = runner_height(of) - BASE_MM - CROWN_MM + SOCKET_DEEP_MM
    return Solid(
        "runner-crown",
        (
            Cylinder(0, 0, 0, of.base_mm, CROWN_MM),
            Cylinder(0, 0, 0, of.base_mm * STEM_SHARE, CROWN_MM + stem),
        ),
        (Cylinder(0, 0, 0, _recess(of), TAG_DEEP_MM),),
    )


def runner_height(of: Measures) -> float:
    """Return the height of a runner whose crown the reader below does not see, upright or turned.

    The tag in the recess lies deeper than the runner's end, and the surface is between.
    """
    least = BASE_MM + CROWN_MM + LEAST_STEM_MM
    return max(of.reach_mm + BEYOND_MM - of.surface_mm + TAG_DEEP_MM, least)


def coil_jig(layout: BoardLayout) -> Solid | None:
    """Return a plate of the size of a square, to place its reader, its light and their screws.

    It is laid on the carrier, with the square's centre in its middle.

    Returns:
        None if no square has a reader.
    """
    squares = [each for each in layout.squares.values() if each.reader is not None]
    if not squares:
        return None
    square = max(squares, key=lambda each: len(each.holes))
    cuts = tuple(_jig_cuts(square))
    left, low, right, high = _extent(cuts)
    half = layout.measures.pitch_mm / 2
    left, low = min(left - JIG_WALL_MM, -half), min(low - JIG_WALL_MM, -half)
    right, high = max(right + JIG_WALL_MM, half), max(high + JIG_WALL_MM, half)
    return Solid("coil-jig", (Cuboid(left, low, 0, right - left, high - low, JIG_MM),), cuts)


def _recess(of: Measures) -> float:
    return of.tag_mm + 2 * CLEARANCE_MM


def _jig_cuts(square: SquareLayout) -> Iterator[Cylinder | Cuboid]:
    """Yield what is cut through the jig, around the centre of its square."""
    x, y = square.centre
    below, tall = -THROUGH_MM, JIG_MM + 2 * THROUGH_MM
    pocket = square.reader_pocket
    assert pocket is not None
    yield Cuboid(pocket.left - x, pocket.bottom - y, below, pocket.width, pocket.height, tall)
    for across, up in square.holder_holes:
        yield Cylinder(across - x, up - y, below, HOLDER_HOLE_MM, tall)
    for hole in square.holes:
        across, up = hole.centre[0] - x, hole.centre[1] - y
        straight = hole.length - hole.diameter
        ends = {across - straight / 2, across + straight / 2}
        for end in sorted(ends):
            yield Cylinder(end, up, below, hole.diameter, tall)
        if straight > 0:
            low = up - hole.diameter / 2
            yield Cuboid(across - straight / 2, low, below, straight, hole.diameter, tall)


def _extent(parts: tuple[Cylinder | Cuboid, ...]) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of parts seen from above."""
    boxes = [
        (each.x, each.y, each.x + each.width, each.y + each.depth)
        if isinstance(each, Cuboid)
        else (
            each.x - each.diameter / 2,
            each.y - each.diameter / 2,
            each.x + each.diameter / 2,
            each.y + each.diameter / 2,
        )
        for each in parts
    ]
    lefts, lows, rights, highs = zip(*boxes, strict=True)
    return min(lefts), min(lows), max(rights), max(highs)
