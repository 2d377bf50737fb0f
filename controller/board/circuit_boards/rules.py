"""Design rules of circuit boards, checked on the files that were written.

1. Pads hang together by copper exactly as the circuit says, also when etching took a little more.
2. Copper of different nets is far enough apart.
3. Tracks are wide enough, for a manufacturer and for the current that fuses let through; so is the
   copper in vias.
4. Plated holes have copper around them; holes are apart, and of sizes that are drilled.
5. Copper keeps away from edges and from holes that are not plated.
6. The solder mask leaves pads free, and covers other copper.
7. Nothing is printed on pads.
8. Parts do not overlap, and lie on the board.

Limits are what ordinary manufacturers ask for two layers of 35 µm without extra cost, or stricter.
Sources: JLCPCB, "PCB manufacturing and assembly capabilities": tracks and gaps from 0.127 mm, rings
of plated holes 0.25 mm, holes from 0.3 to 6.3 mm, 0.2 to 0.25 mm free around holes that are not
plated; JHDPCB, "Single/double layer PCB capability": copper 0.3 mm from the outline. Currents:
IPC-2221, outer layers.
"""

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from shapely import Point, Polygon, STRtree

from controller.board.circuit_boards.placement import PlacedBoard
from controller.board.circuit_boards.reading import (
    DrilledHole,
    ReadBoard,
    at_hole,
    joined,
)
from controller.board.electronics.circuit import Terminal

TRACK_MM: Final = 0.25
CLEARANCE_MM: Final = 0.2
RING_MM: Final = 0.25
EDGE_MM: Final = 0.5
BARE_HOLE_MM: Final = 0.25
HOLE_GAP_MM: Final = 0.5
LEAST_HOLE_MM: Final = 0.3
MOST_HOLE_MM: Final = 6.3
MASK_MM: Final = 0.1
"""Mask between an opening and other copper."""
LEGEND_MM: Final = 0.1
WARMER_K: Final = 10.0
"""By how much a track may become warmer."""
COPPER_MM: Final = 0.035
PLATED_MM: Final = 0.02
"""Least copper in a plated hole (IPC-6012, class 2)."""
FINE: Final = 2e-3
"""Chords instead of arcs, and rounding in the files."""


class BoardRules:
    """Checks one board.

    Args:
        board: the board as it was meant.
        read: the board as it was read from its files.
        feed_a: current that the fuse lets through for long.
    """

    def __init__(self, board: PlacedBoard, read: ReadBoard, feed_a: float) -> None:
        self._board = board
        self._read = read
        self._feed_a = feed_a
        self._groups = joined(read)

    def errors(self) -> tuple[str, ...]:
        """List every breach of a rule, in words."""
        checks = (
            self._nets,
            self._clearances,
            self._tracks,
            self._rings,
            self._holes,
            self._edges,
            self._masks,
            self._legend,
            self._parts,
        )
        return tuple(error for check in checks for error in check())

    def _nets(self) -> Iterator[str]:
        copper = copper_nets(self._board, self._read)
        nets = {net: frozenset(there) for net, there in self._board.design.circuit.nets.items()}
        free = {frozenset({pad.terminal}) for pad in self._board.pads if not pad.net}
        for net, there in nets.items():
            if there not in copper:
                yield f"net {net} is not joined as in the circuit: {_listed(there)}."
        for there in copper - set(nets.values()) - free:
            yield f"copper joins what the circuit does not: {_listed(there)}."

    def _clearances(self) -> Iterator[str]:
        for layer, there in enumerate(self._read.copper):
            tree = STRtree(there.pieces)
            here, near = tree.query(there.pieces, predicate="dwithin", distance=CLEARANCE_MM - FINE)
            for one, other in zip(here, near, strict=True):
                if one < other:
                    apart = there.pieces[one].distance(there.pieces[other])
                    where = _place(there.pieces[one])
                    yield f"{_side(layer)}: copper {apart:.3f} mm apart at {where}."

    def _tracks(self) -> Iterator[str]:
        needed = width_for_mm(self._feed_a)
        feeds = {
            self._groups[piece]
            for pad in self._board.pads
            if pad.net in self._board.design.feeds
            for piece in at_hole(self._read, DrilledHole(pad.at, pad.hole))
        }
        for layer, there in enumerate(self._read.copper):
            for track in there.tracks:
                piece = there.piece_at(track.middle)
                fed = piece is not None and self._groups[layer, piece] in feeds
                least = max(TRACK_MM, needed) if fed else TRACK_MM
                if track.width < least - FINE:
                    yield (
                        f"{_side(layer)}: a track of {track.width:g} mm at {track.middle} needs "
                        f"{least:.2f} mm."
                    )

        pads = {_rounded(pad.at) for pad in self._board.pads}
        for hole in self._read.plated:
            fed = any(self._groups[piece] in feeds for piece in at_hole(self._read, hole))
            bears = math.pi * hole.diameter * PLATED_MM / COPPER_MM
            if fed and hole.at not in pads and bears < needed - FINE:
                yield f"the via at {hole.at} is too narrow for {self._feed_a:g} A."

    def _rings(self) -> Iterator[str]:
        for layer, there in enumerate(self._read.copper):
            for hole in self._read.plated:
                piece = there.piece_at(hole.at)
                ring = Point(hole.at).buffer(hole.diameter / 2 + RING_MM - FINE)
                if piece is None or not there.pieces[piece].covers(ring):
                    yield f"{_side(layer)}: too little copper around the hole at {hole.at}."

    def _holes(self) -> Iterator[str]:
        holes = [*self._read.plated, *self._read.bare]
        for at, hole in enumerate(holes):
            if not LEAST_HOLE_MM <= hole.diameter <= MOST_HOLE_MM:
                yield f"the hole at {hole.at} has {hole.diameter:g} mm."
            for other in holes[at + 1 :]:
                gap = math.dist(hole.at, other.at) - (hole.diameter + other.diameter) / 2
                if gap < HOLE_GAP_MM - FINE:
                    yield f"holes at {hole.at} and {other.at} are {gap:.3f} mm apart."
        wanted = sorted((*_rounded(pad.at), pad.hole) for pad in self._board.pads)
        drilled = {(*hole.at, hole.diameter) for hole in self._read.plated}
        yield from (f"no hole is drilled at {each}." for each in wanted if each not in drilled)

    def _edges(self) -> Iterator[str]:
        inside = self._read.outline.buffer(-(EDGE_MM - FINE), join_style="mitre")
        for layer, there in enumerate(self._read.copper):
            if not inside.covers(there.whole):
                yield f"{_side(layer)}: copper is less than {EDGE_MM} mm from the edge."
            for hole in self._read.bare:
                gap = there.whole.distance(Point(hole.at)) - hole.diameter / 2
                if gap < BARE_HOLE_MM - FINE:
                    yield f"{_side(layer)}: copper is {gap:.3f} mm from the hole at {hole.at}."

    def _masks(self) -> Iterator[str]:
        for layer, (mask, copper) in enumerate(
            zip(self._read.masks, self._read.copper, strict=True)
        ):
            tree = STRtree(copper.pieces)
            for pad in self._board.pads:
                opening = mask.piece_at(pad.at)
                if opening is None:
                    yield f"{_side(layer)}: the mask covers the pad at {pad.at}."
                    continue
                free = mask.pieces[opening]
                near = tree.query(free, predicate="dwithin", distance=MASK_MM - FINE)
                if set(near.tolist()) - {copper.piece_at(pad.at)}:
                    yield f"{_side(layer)}: the mask leaves copper free at {_place(free)}."

    def _legend(self) -> Iterator[str]:
        printed = self._read.legend.pieces
        tree = STRtree(self._read.masks[0].pieces)
        found, _ = tree.query(printed, predicate="dwithin", distance=LEGEND_MM - FINE)
        yield from (f"print is on a pad at {_place(printed[at])}." for at in sorted(set(found)))

    def _parts(self) -> Iterator[str]:
        parts = self._board.parts
        width, height = self._board.size
        for at, part in enumerate(parts):
            left, low, right, high = part.courtyard
            if left < 0 or low < 0 or right > width or high > height:
                yield f"{part.ref} stands over the edge."
            for other in parts[at + 1 :]:
                to_left, to_low, to_right, to_high = other.courtyard
                if left < to_right and to_left < right and low < to_high and to_low < high:
                    yield f"{part.ref} and {other.ref} overlap."


def copper_nets(board: PlacedBoard, read: ReadBoard) -> frozenset[frozenset[Terminal]]:
    """Return the pads of each piece of copper that hangs together, found from its shapes alone."""
    etched = replace(read, copper=(read.copper[0].etched(), read.copper[1].etched()))
    groups = joined(etched)
    drilled = {hole.at: hole for hole in read.plated}
    found: defaultdict[int, set[Terminal]] = defaultdict(set)
    for pad in board.pads:
        hole = drilled.get(_rounded(pad.at))
        for piece in at_hole(etched, hole)[:1] if hole is not None else ():
            found[groups[piece]].add(pad.terminal)
    return frozenset(map(frozenset, found.values()))


def width_for_mm(amperes: float) -> float:
    """Return the width of a track on an outer layer that bears a current.

    Source: IPC-2221: I = 0.048 · ΔT^0.44 · A^0.725, with A in square mils.
    """
    square_mils: float = (amperes / (0.048 * WARMER_K**0.44)) ** (1 / 0.725)
    return square_mils * 0.0254**2 / COPPER_MM


def _rounded(at: tuple[float, float]) -> tuple[float, float]:
    return round(at[0], 4), round(at[1], 4)


def _listed(terminals: frozenset[Terminal]) -> str:
    return ", ".join(f"{each.ref} {each.number}" for each in sorted(terminals))


def _side(layer: int) -> str:
    return ("top", "bottom")[layer]


def _place(shape: Polygon) -> str:
    place = shape.representative_point()
    return f"{place.x:.2f}, {place.y:.2f}"
