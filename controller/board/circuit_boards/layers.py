"""Writes a circuit board as Gerber files of its layers and Excellon files of its holes.

Source: Ucamco, Gerber layer format specification 2023.08, attributes of files and apertures (X2).
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from gerber_writer import Circle, DataLayer, Path, Rectangle, RoundedRectangle
from gerbonara import ExcellonFile
from gerbonara.apertures import ExcellonTool
from gerbonara.graphic_objects import Flash
from gerbonara.newstroke import Newstroke
from gerbonara.utils import MM
from shapely import Polygon

from controller.board.circuit_boards.placement import SCREW_HOLE_MM, Pad, PlacedBoard, Point
from controller.board.circuit_boards.pour import poured
from controller.board.circuit_boards.routing import CopperTrack, Via

MASK_MM: Final = 0.05
"""By which openings of the solder mask are larger than pads."""
TEXT_MM: Final = 1.2
NAME_MM: Final = 1.0
TITLE_MM: Final = 1.8
LINE_MM: Final = 0.15
"""Width of printed lines."""
SIDES: Final = (("top", "Top", "L1,Top"), ("bottom", "Bot", "L2,Bot"))
_DATE: Final = re.compile(r"^G04 #@! TF\.CreationDate,.*\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class RoutedBoard:
    """A board with its tracks.

    Attributes:
        placed: the board with its parts in their places.
        tracks: its tracks.
        vias: its vias.
    """

    placed: PlacedBoard
    tracks: tuple[CopperTrack, ...]
    vias: tuple[Via, ...]


def layer_files(board: RoutedBoard) -> dict[str, str]:
    """Return the text of each file, by its name. Equal boards give equal texts."""
    files: dict[str, str] = {}
    for number, (side, gerber_side, copper) in enumerate(SIDES):
        files[f"copper-{side}.gbr"] = _text(_copper(board, number, f"Copper,{copper}"))
        files[f"mask-{side}.gbr"] = _text(_mask(board, f"Soldermask,{gerber_side}"))
    files["legend-top.gbr"] = _text(_legend(board.placed))
    files["outline.gbr"] = _text(_outline(board.placed))
    files["holes-plated.drl"] = _holes(
        [
            *((pad.at, pad.hole) for pad in board.placed.pads),
            *((via.at, via.hole) for via in board.vias),
        ],
        plated=True,
    )
    files["holes-bare.drl"] = _holes(
        [(hole, SCREW_HOLE_MM) for hole in board.placed.holes], plated=False
    )
    return files


def _text(layer: DataLayer) -> str:
    """Return a layer as Gerber without the date that the library adds."""
    return _DATE.sub("", layer.dumps_gerber())


def _copper(board: RoutedBoard, number: int, function: str) -> DataLayer:
    layer = DataLayer(function)
    for ground in poured(board.placed, board.tracks, board.vias, number):
        layer.add_region(_contour(_keyholed(ground)), "Conductor")
    for track in board.tracks:
        if track.layer == number:
            layer.add_trace_line(track.start, track.end, track.width, "Conductor")
    for pad in board.placed.pads:
        layer.add_pad(_master(pad, 0.0, "ComponentPad"), pad.at)
    for via in board.vias:
        layer.add_pad(Circle(via.pad, "ViaPad"), via.at)
    return layer


def _mask(board: RoutedBoard, function: str) -> DataLayer:
    """Draw the openings of the solder mask, which the format draws as what is open."""
    layer = DataLayer(function, negative=True)
    for pad in board.placed.pads:
        layer.add_pad(_master(pad, MASK_MM, ""), pad.at)
    for hole in board.placed.holes:
        layer.add_pad(Circle(SCREW_HOLE_MM + 2 * MASK_MM, ""), hole)
    return layer


def _master(pad: Pad, wider: float, function: str) -> Circle | Rectangle | RoundedRectangle:
    width, height = round(pad.width + 2 * wider, 4), round(pad.height + 2 * wider, 4)
    if not pad.rounded:
        return Rectangle(width, height, function)
    if width == height:
        return Circle(width, function)
    return RoundedRectangle(width, height, min(width, height) / 2, function)


def _legend(board: PlacedBoard) -> DataLayer:
    """Print outlines, references and values of parts, names of connectors' pins, and the title."""
    layer = DataLayer("Legend,Top")
    for part in board.parts:
        left, low, right, high = part.courtyard
        corners = ((left, low), (right, low), (right, high), (left, high), (left, low))
        for start, end in pairwise(corners):
            layer.add_trace_line(start, end, LINE_MM, "")
        made = board.design.circuit.parts[part.ref]
        text = part.ref if made.data.kind == "connector" else f"{part.ref} {made.named}"
        _print(layer, text, ((left + right) / 2, high + 0.3), TEXT_MM)
    for name in board.names:
        _print(layer, name.text, name.at, NAME_MM, turned=name.turned)
    _print(layer, board.title, board.title_at, TITLE_MM)
    return layer


def _print(layer: DataLayer, text: str, at: Point, size: float, *, turned: bool = False) -> None:
    """Print a text, centred above a point; `turned` up the board and centred on it."""
    align = "middle" if turned else "bottom"
    strokes = Newstroke.load().render(text, size=size, h_align="center", v_align=align)
    for stroke in strokes:
        moved = [(y, x) if turned else (x, -y) for x, y in stroke]
        places = [_rounded((at[0] + x, at[1] + y)) for x, y in moved]
        for start, end in pairwise(places):
            layer.add_trace_line(start, end, LINE_MM, "")


def _outline(board: PlacedBoard) -> DataLayer:
    layer = DataLayer("Profile,NP")
    width, height = board.size
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height), (0.0, 0.0))
    for start, end in pairwise(corners):
        layer.add_trace_line(start, end, 0.1, "Profile")
    return layer


def _holes(holes: list[tuple[Point, float]], *, plated: bool) -> str:
    drills = ExcellonFile()
    for at, diameter in sorted(holes, key=lambda hole: (hole[1], hole[0])):
        tool = ExcellonTool(diameter, plated=plated, unit=MM)
        drills.append(Flash(round(at[0], 4), round(at[1], 4), aperture=tool, unit=MM))
    written: bytes = drills.write_to_bytes()
    return written.decode() + "\n"


def _contour(points: list[Point]) -> Path:
    path = Path()
    path.moveto(points[0])
    for point in points[1:]:
        path.lineto(point)
    return path


def _keyholed(shape: Polygon) -> list[Point]:
    """Return a polygon with holes as one closed line, with a cut to each hole.

    Source: Gerber layer format specification 2023.08, 4.10.3, cut-ins.
    """
    outer = [_rounded(point) for point in shape.exterior.coords]
    rings = [[_rounded(point) for point in ring.coords] for ring in shape.interiors]
    # From left to right, each hole is joined by a level cut to what is left of it.
    for ring in sorted(rings, key=min):
        first = ring.index(min(ring))
        turned = ring[first:-1] + ring[:first] + [ring[first]]
        at, place = _left_of(outer, turned[0])
        outer = [*outer[: at + 1], place, *turned, place, *outer[at + 1 :]]
    return outer


def _left_of(line: list[Point], point: Point) -> tuple[int, Point]:
    """Return the edge of a closed line that is next to the left of a point, and the place there."""
    x, y = point
    best: tuple[float, int] | None = None
    for at, ((x1, y1), (x2, y2)) in enumerate(pairwise(line)):
        if y1 == y2 or not min(y1, y2) <= y <= max(y1, y2):
            continue
        crossing = x1 + (x2 - x1) * (y - y1) / (y2 - y1)
        if crossing <= x and (best is None or crossing > best[0]):
            best = (crossing, at)
    if best is None:
        raise ValueError(point)
    return best[1], (round(best[0], 4), y)


def _rounded(point: tuple[float, ...]) -> Point:
    return round(point[0], 4), round(point[1], 4)
