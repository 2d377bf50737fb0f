"""Makes cutting and drilling plans of surface and carrier: DXF and SVG by layer, in millimetres.

Every line to cut is a closed polyline or a circle. The surface is drawn from above. The carrier is
drawn from above too, as it lies under the surface.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal
from xml.etree import ElementTree as ET

from ezdxf import options, units  # type: ignore[attr-defined]  # options are not re-exported
from ezdxf.filemanagement import new
from ezdxf.layouts.layout import Modelspace

from controller.board.file.measures import HOLDER_HOLE_MM
from controller.board.make.layout import (
    FIXING_HOLE_MM,
    BoardLayout,
    Box,
    Point,
    Spotlight,
    lay_out,
)
from controller.board.make.order import MadeFile, Order

Layer = Literal[
    "OUTLINE",
    "FIXING_HOLES",
    "LIGHT_HOLES",
    "LIGHT_POCKETS",
    "COIL_POCKETS",
    "HOLDERS",
    "ENGRAVING",
]
COLOURS: Final[dict[Layer, tuple[int, str]]] = {
    "OUTLINE": (1, "#d00000"),
    "FIXING_HOLES": (6, "#b000b0"),
    "LIGHT_HOLES": (5, "#0000d0"),
    "LIGHT_POCKETS": (30, "#d07000"),
    "COIL_POCKETS": (3, "#008000"),
    "HOLDERS": (4, "#008080"),
    "ENGRAVING": (8, "#606060"),
}
"""Colour of each layer: its number in AutoCAD, and for SVG."""
LINE_MM: Final = 0.1
ARC_BULGE: Final = 1.0
"""Bulge of a half circle in a DXF polyline."""


@dataclass(frozen=True, slots=True)
class CutCircle:
    """A circle to cut or drill."""

    layer: Layer
    centre: Point
    diameter: float


@dataclass(frozen=True, slots=True)
class CutBox:
    """A closed rectangle to cut, mill or engrave; with `rounded` ends a slot."""

    layer: Layer
    box: Box
    rounded: bool = False


Cut = CutCircle | CutBox


def cutting_files(order: Order) -> Iterator[MadeFile]:
    """Yield the plans of surface and carrier."""
    layout = lay_out(order.board)
    for name, cuts in (("surface", surface(layout)), ("carrier", carrier(layout))):
        yield MadeFile(f"cutting/{name}.dxf", _dxf(cuts))
        yield MadeFile(f"cutting/{name}.svg", _svg(layout, cuts))


def surface(layout: BoardLayout) -> tuple[Cut, ...]:
    """List the cuts of the surface, with the squares to engrave."""
    squares = layout.squares.values()
    return (
        *_wood(layout),
        *(_hole(hole) for each in squares for hole in each.holes),
        *(CutBox("ENGRAVING", each.tile) for each in squares),
    )


def carrier(layout: BoardLayout) -> tuple[Cut, ...]:
    """List the cuts of the carrier, which holds readers and lights under the surface."""
    cuts: list[Cut] = [*_wood(layout)]
    for each in layout.squares.values():
        if each.reader_pocket is not None:
            cuts.append(CutBox("COIL_POCKETS", each.reader_pocket))
        if each.light_pocket is not None:
            cuts.append(CutBox("LIGHT_POCKETS", each.light_pocket))
        cuts += [CutCircle("HOLDERS", hole, HOLDER_HOLE_MM) for hole in each.holder_holes]
    return tuple(cuts)


def _wood(layout: BoardLayout) -> Iterator[Cut]:
    yield CutBox("OUTLINE", layout.outline)
    for fixing in layout.fixings:
        yield CutCircle("FIXING_HOLES", fixing, FIXING_HOLE_MM)


def _hole(hole: Spotlight) -> Cut:
    if hole.length == hole.diameter:
        return CutCircle("LIGHT_HOLES", hole.centre, hole.diameter)
    return CutBox("LIGHT_HOLES", Box(hole.centre, hole.length, hole.diameter), rounded=True)


def _dxf(cuts: tuple[Cut, ...]) -> bytes:
    """Write DXF R2010 in millimetres, without dates and random numbers."""
    usual = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        drawing = new("R2010", units=units.MM)
        used = {cut.layer for cut in cuts}
        for layer, (colour, _) in COLOURS.items():
            if layer in used:
                drawing.layers.add(layer, color=colour)
        space = drawing.modelspace()
        for cut in cuts:
            _draw(space, cut)
        text = io.StringIO()
        drawing.write(text)
    finally:
        options.write_fixed_meta_data_for_testing = usual
    return text.getvalue().encode()


def _draw(space: Modelspace, cut: Cut) -> None:
    look = {"layer": cut.layer}
    match cut:
        case CutCircle():
            space.add_circle(cut.centre, cut.diameter / 2, dxfattribs=look)
        case CutBox(rounded=False):
            space.add_lwpolyline(cut.box.corners, close=True, dxfattribs=look)
        case CutBox():
            (left, low), (right, _), (_, high), _ = cut.box.corners
            r = cut.box.height / 2
            corners = (
                (left + r, low, 0.0),
                (right - r, low, ARC_BULGE),
                (right - r, high, 0.0),
                (left + r, high, ARC_BULGE),
            )
            space.add_lwpolyline(corners, format="xyb", close=True, dxfattribs=look)


def _svg(layout: BoardLayout, cuts: tuple[Cut, ...]) -> bytes:
    """Write SVG at 1:1, a group for each layer; y runs down there."""
    size = {"width": f"{layout.width:g}mm", "height": f"{layout.height:g}mm"}
    box = f"0 0 {layout.width:g} {layout.height:g}"
    svg = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **size, "viewBox": box})
    for layer, (_, colour) in COLOURS.items():
        of_layer = [cut for cut in cuts if cut.layer == layer]
        if not of_layer:
            continue
        look = {"fill": "none", "stroke": colour, "stroke-width": f"{LINE_MM:g}"}
        group = ET.SubElement(svg, "g", {"id": layer, **look})
        for cut in of_layer:
            _element(group, cut, layout.height)
    ET.indent(svg)
    data: bytes = ET.tostring(svg, encoding="utf-8", xml_declaration=True)
    return data + b"\n"


def _element(group: ET.Element, cut: Cut, height: float) -> None:
    if isinstance(cut, CutCircle):
        x, y = cut.centre
        where = {"cx": f"{x:g}", "cy": f"{height - y:g}", "r": f"{cut.diameter / 2:g}"}
        ET.SubElement(group, "circle", where)
        return
    box = cut.box
    where = {
        "x": f"{box.left:g}",
        "y": f"{height - box.bottom - box.height:g}",
        "width": f"{box.width:g}",
        "height": f"{box.height:g}",
    }
    if cut.rounded:
        where["rx"] = f"{box.height / 2:g}"
    ET.SubElement(group, "rect", where)
