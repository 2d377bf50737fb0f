"""Reads written Gerber and Excellon files back as shapes, by other software than wrote them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gerbonara import ExcellonFile, GerberFile
from gerbonara.graphic_objects import Line as GerberLine
from gerbonara.graphic_primitives import ArcPoly, Circle, Line, Rectangle
from gerbonara.utils import MM
from shapely import LineString, MultiPolygon, Point, Polygon, STRtree, affinity, box, unary_union
from shapely.geometry.base import BaseGeometry

ETCHED_MM: Final = 0.05
"""Copper that etching may take from each edge; what hangs together by less is not joined."""
ROUND: Final = 16
"""Chords of a quarter circle."""


@dataclass(frozen=True, slots=True)
class DrilledHole:
    """A hole: its centre and diameter."""

    at: tuple[float, float]
    diameter: float


@dataclass(frozen=True, slots=True)
class DrawnTrack:
    """A line of copper: its middle, and its width."""

    middle: tuple[float, float]
    width: float


@dataclass(frozen=True)
class ReadLayer:
    """A layer that was read.

    Attributes:
        pieces: its shapes, each apart from the others.
        tracks: its lines.
    """

    pieces: tuple[Polygon, ...]
    tracks: tuple[DrawnTrack, ...]

    @property
    def whole(self) -> BaseGeometry:
        """All its shapes."""
        return MultiPolygon(self.pieces)

    def etched(self) -> "ReadLayer":
        """Return the layer as narrow as etching may leave it."""
        return ReadLayer(tuple(_polygons(self.whole.buffer(-ETCHED_MM))), self.tracks)

    def piece_at(self, at: tuple[float, float]) -> int | None:
        """Return the number of the piece at a place; None if there is none."""
        place = Point(at)
        found = sorted(self._tree.query(place, predicate="intersects"))
        return int(found[0]) if found else None

    @cached_property
    def _tree(self) -> STRtree:
        return STRtree(self.pieces)


@dataclass(frozen=True, slots=True)
class ReadBoard:
    """A circuit board that was read from its files.

    Attributes:
        copper: copper of top and bottom.
        masks: openings of the solder mask of top and bottom.
        legend: what is printed on the top.
        outline: the board.
        plated: plated holes.
        bare: holes that are not plated.
    """

    copper: tuple[ReadLayer, ReadLayer]
    masks: tuple[ReadLayer, ReadLayer]
    legend: ReadLayer
    outline: Polygon
    plated: tuple[DrilledHole, ...]
    bare: tuple[DrilledHole, ...]


def read_back(files: Mapping[str, str]) -> ReadBoard:
    """Read the files of a board, by their names."""
    edge = read_layer(files["outline.gbr"])
    (ring,) = edge.pieces
    return ReadBoard(
        (read_layer(files["copper-top.gbr"]), read_layer(files["copper-bottom.gbr"])),
        (read_layer(files["mask-top.gbr"]), read_layer(files["mask-bottom.gbr"])),
        read_layer(files["legend-top.gbr"]),
        _middle(ring),
        read_holes(files["holes-plated.drl"]),
        read_holes(files["holes-bare.drl"]),
    )


def read_layer(text: str) -> ReadLayer:
    """Read a Gerber file."""
    shapes, tracks = [], []
    for item in GerberFile.from_string(text).objects:
        if isinstance(item, GerberLine):
            middle = ((item.x1 + item.x2) / 2, (item.y1 + item.y2) / 2)
            tracks.append(DrawnTrack(middle, item.aperture.equivalent_width(MM)))
        shapes += [_shape(each) for each in item.to_primitives(MM)]
    return ReadLayer(tuple(_polygons(unary_union(shapes))), tuple(tracks))


def read_holes(text: str) -> tuple[DrilledHole, ...]:
    """Read an Excellon file."""
    drills = ExcellonFile.from_string(text).drills()
    return tuple(
        DrilledHole((each.x, each.y), each.aperture.equivalent_width(MM)) for each in drills
    )


def joined(board: ReadBoard) -> Mapping[tuple[int, int], int]:
    """Return which pieces of etched copper hang together, by plated holes.

    Returns:
        For each piece, by layer and number, the number of its group.
    """
    group = {
        (layer, at): number
        for number, (layer, at) in enumerate(
            (layer, at)
            for layer, there in enumerate(board.copper)
            for at in range(len(there.pieces))
        )
    }
    for hole in board.plated:
        ends = [group[each] for each in at_hole(board, hole)]
        for end in ends[1:]:
            group = {piece: ends[0] if of == end else of for piece, of in group.items()}
    return group


def at_hole(board: ReadBoard, hole: DrilledHole) -> list[tuple[int, int]]:
    """List the pieces that a plated hole joins, by layer and number."""
    found = ((layer, there.piece_at(hole.at)) for layer, there in enumerate(board.copper))
    return [(layer, piece) for layer, piece in found if piece is not None]


def _shape(each: object) -> BaseGeometry:
    match each:
        case Circle():
            return Point(each.x, each.y).buffer(each.r, quad_segs=ROUND)
        case Rectangle():
            half, up = each.w / 2, each.h / 2
            flat = box(each.x - half, each.y - up, each.x + half, each.y + up)
            turned: BaseGeometry = affinity.rotate(flat, each.rotation, use_radians=True)
            return turned
        case Line():
            line = LineString([(each.x1, each.y1), (each.x2, each.y2)])
            return line.buffer(each.width / 2, quad_segs=ROUND)
        case ArcPoly():
            # A line that runs to a hole and back, as the format asks, encloses nothing there.
            return Polygon(each.outline).buffer(0)
    raise TypeError(each)  # untested: none of our files has other shapes


def _polygons(shape: BaseGeometry) -> Iterator[Polygon]:
    if isinstance(shape, Polygon) and not shape.is_empty:
        yield shape
    for each in getattr(shape, "geoms", ()):
        yield from _polygons(each)


def _middle(ring: Polygon) -> Polygon:
    """Return what the middle of a closed line encloses."""
    outer, inner = box(*ring.bounds), box(*ring.interiors[0].bounds)
    half = (inner.bounds[0] - outer.bounds[0]) / 2
    left, low, right, high = outer.bounds
    return box(left + half, low + half, right - half, high - half)
