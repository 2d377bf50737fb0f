"""Pours ground over what tracks and pads leave free of a layer."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from shapely import LineString, MultiPolygon, Point, Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from controller.board.circuit_boards.placement import SCREW_HEAD_MM, Pad, PlacedBoard
from controller.board.circuit_boards.routing import EDGE_MM, LAYERS, CopperTrack, Via
from controller.board.electronics.circuit import GROUND

CLEARANCE_MM: Final = 0.3
"""From ground to other copper; more than the rule asks, as arcs become chords."""
THERMAL_MM: Final = 0.4
"""Gap around a pad of ground, so that an iron can heat it."""
SPOKE_MM: Final = 0.8
"""Width of the four bridges over that gap."""
LEAST_MM: Final = 0.3
"""Narrower places are not poured."""
GRID_MM: Final = 0.001
"""Corners are rounded to this, as in the files."""


def poured(
    board: PlacedBoard, tracks: tuple[CopperTrack, ...], vias: tuple[Via, ...], layer: int
) -> tuple[Polygon, ...]:
    """Return the ground of a layer, as polygons with holes, from left to right."""
    others = [
        *(pad_shape(pad).buffer(CLEARANCE_MM) for pad in board.pads if pad.net != GROUND),
        *(
            track_shape(track).buffer(CLEARANCE_MM)
            for track in tracks
            if track.layer == layer and track.net != GROUND
        ),
        *(Point(via.at).buffer(via.pad / 2 + CLEARANCE_MM) for via in vias if via.net != GROUND),
        *(Point(hole).buffer(SCREW_HEAD_MM / 2 + CLEARANCE_MM) for hole in board.holes),
    ]
    free = box(0, 0, *board.size).buffer(-EDGE_MM).difference(unary_union(others))
    grounded = [pad for pad in board.pads if pad.net == GROUND]
    gaps = unary_union([pad_shape(pad).buffer(THERMAL_MM) for pad in grounded])
    spokes = unary_union([spoke for pad in grounded for spoke in _spokes(pad)]).intersection(free)
    copper = unary_union([free.difference(gaps), spokes])
    opened: BaseGeometry = copper.buffer(-LEAST_MM / 2, join_style="mitre").buffer(
        LEAST_MM / 2 - GRID_MM, join_style="mitre"
    )
    # Where a neck was just too narrow, its two sides are not left a hair apart.
    closed: BaseGeometry = opened.buffer(CLEARANCE_MM / 2).buffer(-CLEARANCE_MM / 2)
    pads = unary_union([pad_shape(pad) for pad in grounded])
    kept = [
        simple
        for piece in _polygons(closed.intersection(copper))
        for simple in _polygons(piece.simplify(GRID_MM * 5))
        if piece.intersects(pads) and piece.difference(pads).area > SPOKE_MM**2
    ]
    return tuple(sorted(_apart(kept, pads), key=lambda piece: piece.bounds))


def _apart(pieces: list[Polygon], pads: BaseGeometry) -> list[Polygon]:
    """Cut smaller pieces back where they are too near to larger ones, ground though both are."""
    found: list[Polygon] = []
    for piece in sorted(pieces, key=lambda each: (-each.area, each.bounds)):
        near = [other for other in found if other.distance(piece) < CLEARANCE_MM]
        cut = piece.difference(unary_union(near).buffer(CLEARANCE_MM)) if near else piece
        found += [each for each in _polygons(cut) if each.intersects(pads)]
    return found


def ground_groups(
    board: PlacedBoard, tracks: tuple[CopperTrack, ...], vias: tuple[Via, ...]
) -> tuple[tuple[Pad, ...], ...]:
    """Return the pads of ground that pours and tracks join, the largest group first."""
    pads = [pad for pad in board.pads if pad.net == GROUND]
    joints: list[Point] = [Point(pad.at) for pad in pads]
    joints += [Point(via.at) for via in vias if via.net == GROUND]
    group = list(range(len(joints)))
    for layer in LAYERS:
        copper = unary_union(
            [
                *poured(board, tracks, vias, layer),
                *map(pad_shape, pads),
                *(
                    track_shape(track)
                    for track in tracks
                    if (track.layer, track.net) == (layer, GROUND)
                ),
            ]
        )
        for piece in _polygons(copper):
            there = {group[at] for at, joint in enumerate(joints) if piece.intersects(joint)}
            group = [min(there) if of in there else of for of in group]
    found: defaultdict[int, list[Pad]] = defaultdict(list)
    for pad, of in zip(pads, group, strict=False):
        found[of].append(pad)
    return tuple(tuple(each) for each in sorted(found.values(), key=len, reverse=True))


def pad_shape(pad: Pad) -> BaseGeometry:
    """Return the copper of a pad."""
    x, y = pad.at
    if not pad.rounded:
        return box(x - pad.width / 2, y - pad.height / 2, x + pad.width / 2, y + pad.height / 2)
    narrow, long = min(pad.width, pad.height), max(pad.width, pad.height)
    half = (long - narrow) / 2
    away = (half, 0.0) if pad.width >= pad.height else (0.0, half)
    if not half:
        return Point(x, y).buffer(narrow / 2, quad_segs=16)
    line = LineString([(x - away[0], y - away[1]), (x + away[0], y + away[1])])
    return line.buffer(narrow / 2, quad_segs=16)


def track_shape(track: CopperTrack) -> BaseGeometry:
    """Return the copper of a track."""
    return LineString([track.start, track.end]).buffer(track.width / 2, quad_segs=16)


def _spokes(pad: Pad) -> Iterator[BaseGeometry]:
    x, y = pad.at
    across, up = pad.width / 2 + THERMAL_MM * 2, pad.height / 2 + THERMAL_MM * 2
    yield box(x - across, y - SPOKE_MM / 2, x + across, y + SPOKE_MM / 2)
    yield box(x - SPOKE_MM / 2, y - up, x + SPOKE_MM / 2, y + up)


def _polygons(shape: BaseGeometry) -> Iterator[Polygon]:
    if isinstance(shape, Polygon):
        if not shape.is_empty:
            yield shape
    elif isinstance(shape, MultiPolygon):
        yield from shape.geoms
