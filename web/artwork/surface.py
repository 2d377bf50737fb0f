"""The surface of a board as vector PDF at 1:1: one sheet, and tiles for a printer."""

import io
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Literal

from fontTools.misc.transform import Transform
from fontTools.pens.basePen import BasePen
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from controller.board.make.layout import BoardLayout, SquareLayout, lay_out
from controller.board.make.order import PAPER_MM, MadeFile, Order, Paper
from controller.game.editions.rulesets import load_edition, load_track
from web.artwork.drawings import Ink, PrintedShape, circle, ink, letters, moved, placed, rounded
from web.artwork.drawings import symbol as drawn
from web.languages.language import Speech, speech

Ground = Literal["painted", "bare"]
SYMBOLS: Final = {
    "H": "hare",
    "C": "carrot",
    "L": "lettuce",
    "T": "tortoise",
    "2": "two",
    "3": "three",
    "4": "four",
    "F": "flag",
    "HOME": "home",
}
"""Drawing of each kind of square."""
CUT: Final = Ink(0.85, 0, 0.35)
MARK: Final = Ink(0, 0, 0)
NON_ZERO: Final = 1
"""Fill mode of reportlab, as in SVG: outlines that overlap leave no hole."""
HAIRLINE_MM: Final = 0.1
CORNER_MM: Final = 3.0
NUMBER_MM: Final = 7.0
RISE: Final = 0.7
"""Height of the tallest digit above its baseline, as a share of the size of the font."""
SYMBOL_SHARE: Final = 0.62
EDGE_MM: Final = 12.0
"""Unprinted edge of a tile, with marks, ruler and its number."""
OVERLAP_MM: Final = 10.0
RULER_MM: Final = 100.0


def surface_files(order: Order) -> Iterator[MadeFile]:
    """Yield the artwork, with painted ground and bare for vinyl or wood, each whole and tiled."""
    layout = lay_out(order.board)
    grounds: tuple[Ground, ...] = ("painted", "bare")
    for ground in grounds:
        shapes = tuple(surface_shapes(order, layout, ground))
        yield MadeFile(f"artwork/surface-{ground}.pdf", _whole(shapes, layout))
        name = f"artwork/surface-{ground}-{order.paper}.pdf"
        yield MadeFile(name, _tiled(shapes, layout, order.paper))


def surface_shapes(order: Order, layout: BoardLayout, ground: Ground) -> Iterator[PrintedShape]:
    """Yield the shapes of a surface in millimetres, y up, those below first."""
    track = load_track(load_edition(order.edition).options["track"])
    kinds = [*track.kinds, "HOME"]
    say = speech(order.language)
    if ground == "painted":
        yield PrintedShape(rounded(0, 0, layout.width, layout.height), fill=ink("var(--bed)"))
    for square in layout.squares.values():
        kind = kinds[square.square - 1] if square.square <= len(kinds) else None
        yield from _tile(square, kind, ground)
        yield from _sign(square, kind, say, ground)
        for hole in square.holes:
            left, low = hole.centre[0] - hole.length / 2, hole.centre[1] - hole.diameter / 2
            outline = rounded(left, low, hole.length, hole.diameter, hole.diameter / 2)
            yield PrintedShape(outline, ink("#fff"), CUT, HAIRLINE_MM)
            yield from _cross(hole.centre)
    for fixing in layout.fixings:
        yield PrintedShape(circle(*fixing, 1.7), None, CUT, HAIRLINE_MM)
    yield PrintedShape(rounded(0, 0, layout.width, layout.height), None, CUT, HAIRLINE_MM)


def fitted(text: str, size: float, width: float) -> tuple[PrintedShape, float, float]:
    """Return the outline of a text no wider than a field, its width, and the size it has."""
    shape, wide = letters(text, size)
    if wide <= width:
        return shape, wide, size
    smaller = size * width / wide
    shape, wide = letters(text, smaller)
    return shape, wide, smaller


def _tile(square: SquareLayout, kind: str | None, ground: Ground) -> Iterator[PrintedShape]:
    tile = square.tile
    outline = rounded(tile.left, tile.bottom, tile.width, tile.height, CORNER_MM)
    edge = ink("var(--wood-edge)")
    if ground == "bare":
        yield PrintedShape(outline, None, edge, 0.4)
        return
    number = square.square
    wood = "--wood-3" if number % 5 == 1 else "--wood-2" if number % 3 == 0 else "--wood"
    fill = "var(--hedge-light)" if kind == "HOME" else f"var({wood})"
    yield PrintedShape(outline, ink(fill), edge, 0.4)


def _sign(
    square: SquareLayout, kind: str | None, say: Speech, ground: Ground
) -> Iterator[PrintedShape]:
    """Yield the symbol of a square, and its number or HOME."""
    tile = square.tile
    if kind is not None:
        size = tile.width * SYMBOL_SHARE
        left = square.centre[0] - size / 2
        low = tile.bottom + tile.height * (0.18 if kind == "HOME" else 0.1)
        yield from placed(drawn(SYMBOLS[kind]), left, low + size, size)
    black = ink("var(--ink)")
    if kind == "HOME":
        shape, wide, _ = fitted(say._("HOME"), NUMBER_MM, tile.width - 8)
        at = (square.centre[0] - wide / 2, tile.bottom + 4)
    else:
        shape, _, size = fitted(str(square.square), NUMBER_MM, tile.width / 3)
        at = (tile.left + 3, tile.bottom + tile.height - 3 - RISE * size)
    for each in moved((shape,), Transform(1, 0, 0, 1, *at), 1.0):
        yield replace(each, fill=black)


def _cross(at: tuple[float, float], arm: float = 1.0) -> Iterator[PrintedShape]:
    x, y = at
    for one, other in (((x - arm, y), (x + arm, y)), ((x, y - arm), (x, y + arm))):
        line = (("moveTo", (one,)), ("lineTo", (other,)), ("endPath", ()))
        yield PrintedShape(line, None, CUT, HAIRLINE_MM)


# PDF


class PdfPen(BasePen):  # type: ignore[misc]
    """Draws outlines in millimetres into a path of a PDF."""

    def __init__(self, path: PDFPathObject) -> None:
        super().__init__(None)
        self._path = path

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - fontTools's name
        self._path.moveTo(pt[0] * mm, pt[1] * mm)

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - fontTools's name
        self._path.lineTo(pt[0] * mm, pt[1] * mm)

    def _curveToOne(  # noqa: N802 - fontTools's name
        self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]
    ) -> None:
        points = (value * mm for point in (pt1, pt2, pt3) for value in point)
        self._path.curveTo(*points)

    def _closePath(self) -> None:  # noqa: N802 - fontTools's name
        self._path.close()


def _canvas(out: io.BytesIO, width: float, height: float) -> Canvas:
    """Return a PDF that is the same at every making: without dates and random numbers."""
    canvas = Canvas(out, pagesize=(width * mm, height * mm), invariant=1, pageCompression=1)
    canvas.setTitle("hareboard")
    return canvas


def _whole(shapes: tuple[PrintedShape, ...], layout: BoardLayout) -> bytes:
    """Write one sheet: the wood with an edge for marks and ruler."""
    out = io.BytesIO()
    canvas = _canvas(out, layout.width + 2 * EDGE_MM, layout.height + 2 * EDGE_MM)
    canvas.translate(EDGE_MM * mm, EDGE_MM * mm)
    _draw(canvas, shapes)
    _marks(canvas, layout.width, layout.height)
    _ruler(canvas, min(RULER_MM, layout.width))
    canvas.save()
    return out.getvalue()


def _tiled(shapes: tuple[PrintedShape, ...], layout: BoardLayout, paper: Paper) -> bytes:
    """Write the wood in tiles that overlap, row by row from the upper left."""
    page_width, page_height = PAPER_MM[paper]
    width, height = page_width - 2 * EDGE_MM, page_height - 2 * EDGE_MM
    columns = _tiles(layout.width, width)
    rows = _tiles(layout.height, height)
    out = io.BytesIO()
    canvas = _canvas(out, page_width, page_height)
    for row in range(rows):
        for column in range(columns):
            left = column * (width - OVERLAP_MM)
            low = layout.height - height - row * (height - OVERLAP_MM)
            canvas.saveState()
            canvas.translate(EDGE_MM * mm, EDGE_MM * mm)
            canvas.saveState()
            window = canvas.beginPath()
            window.rect(0, 0, width * mm, height * mm)
            canvas.clipPath(window, stroke=0, fill=0)
            canvas.translate(-left * mm, -low * mm)
            _draw(canvas, shapes)
            canvas.restoreState()
            _marks(canvas, width, height)
            _ruler(canvas, RULER_MM)
            canvas.setFont("Helvetica", 9)
            named = f"{row + 1}/{rows}, {column + 1}/{columns}"
            canvas.drawRightString(width * mm, -8 * mm, named)
            canvas.restoreState()
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def _tiles(whole: float, tile: float) -> int:
    """Count the tiles that cover a length, each overlapping the one before."""
    return max(1, math.ceil((whole - OVERLAP_MM) / (tile - OVERLAP_MM)))


def _draw(canvas: Canvas, shapes: tuple[PrintedShape, ...]) -> None:
    for shape in shapes:
        path = canvas.beginPath()
        pen = PdfPen(path)
        for call, points in shape.outline:
            getattr(pen, call)(*points)
        if shape.fill is not None:
            within = shape.fill
            canvas.setFillColorRGB(within.red, within.green, within.blue, alpha=within.cover)
        if shape.stroke is not None:
            line = shape.stroke
            canvas.setStrokeColorRGB(line.red, line.green, line.blue, alpha=line.cover)
            canvas.setLineWidth(shape.width * mm)
            canvas.setLineCap(int(shape.round))
            canvas.setLineJoin(int(shape.round))
        line_drawn, filled = int(shape.stroke is not None), int(shape.fill is not None)
        canvas.drawPath(path, stroke=line_drawn, fill=filled, fillMode=NON_ZERO)


def _marks(canvas: Canvas, width: float, height: float) -> None:
    """Draw cut marks at the corners, and register marks at the middles of the sides."""
    canvas.setStrokeColorRGB(MARK.red, MARK.green, MARK.blue, alpha=1)
    canvas.setLineWidth(HAIRLINE_MM * mm)
    for x, outward in ((0.0, -1), (width, 1)):
        for y, away in ((0.0, -1), (height, 1)):
            canvas.line((x + 2 * outward) * mm, y * mm, (x + 7 * outward) * mm, y * mm)
            canvas.line(x * mm, (y + 2 * away) * mm, x * mm, (y + 7 * away) * mm)
    for x, y in ((width / 2, height + 4.5), (-4.5, height / 2), (width + 4.5, height / 2)):
        canvas.circle(x * mm, y * mm, 1.5 * mm, stroke=1, fill=0)
        canvas.line((x - 2.5) * mm, y * mm, (x + 2.5) * mm, y * mm)
        canvas.line(x * mm, (y - 2.5) * mm, x * mm, (y + 2.5) * mm)


def _ruler(canvas: Canvas, length: float) -> None:
    """Draw a ruler below, to measure whether a printer keeps 1:1."""
    left, y = 10.0, -7.0
    canvas.line(left * mm, y * mm, (left + length) * mm, y * mm)
    for step in range(int(length) // 10 + 1):
        x = (left + 10 * step) * mm
        canvas.line(x, y * mm, x, (y + (3 if step % 5 == 0 else 1.5)) * mm)
    canvas.setFillColorRGB(MARK.red, MARK.green, MARK.blue, alpha=1)
    canvas.setFont("Helvetica", 7)
    canvas.drawString((left + length + 2) * mm, y * mm, f"{length:g} mm")
