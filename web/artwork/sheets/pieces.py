"""Lays pieces to cut out on sheets of paper at 1:1, with cut marks and a ruler."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from controller.board.make.order import PAPER_MM, Paper
from web.artwork.drawings import PrintedShape
from web.artwork.pdf import HAIRLINE_MM, MARK, RULER_MM, draw, new_canvas, ruler
from web.artwork.texts import PrintedText

EDGE_MM: Final = 12.0
"""Edge without pieces above and below, with the ruler."""
SIDE_MM: Final = 6.0
"""Edge without pieces at the sides."""
GAP_MM: Final = 4.0
"""Room between pieces, for their cut marks."""
MARK_MM: Final = 1.6


@dataclass(frozen=True, slots=True)
class PlainLine:
    """A line in the font that every PDF reader has, for many small labels.

    Attributes:
        text: the text.
        x: where it begins, in millimetres.
        y: its baseline, in millimetres.
        points: size of the font.
    """

    text: str
    x: float
    y: float
    points: float


PLAIN_FONT: Final = "Helvetica"


@dataclass(frozen=True, slots=True)
class CutOut:
    """A piece to cut out; its origin is its lower left corner, y up.

    Attributes:
        width: in millimetres.
        height: in millimetres.
        shapes: what is printed on it, those below first.
        texts: texts above the shapes, each within its field.
        lines: lines above these.
        back: what is printed on its back; None for nothing.
    """

    width: float
    height: float
    shapes: tuple[PrintedShape, ...] = ()
    texts: tuple[PrintedText, ...] = ()
    lines: tuple[PlainLine, ...] = ()
    back: tuple[PrintedShape, ...] | None = None


def sheets(pieces: Sequence[CutOut], paper: Paper) -> bytes:
    """Write pieces of one size as PDF.

    Backs follow the sheet with their fronts, from right to left: printed on both sides of the
    paper, turned over its long edge, each lies behind its front.

    Args:
        pieces: at least one.
        paper: the paper.
    """
    page_width, page_height = PAPER_MM[paper]
    first = pieces[0]
    columns, rows = per_sheet(first, paper)
    out = io.BytesIO()
    canvas = new_canvas(out, page_width, page_height)
    left = (page_width - columns * (first.width + GAP_MM) + GAP_MM) / 2
    top = page_height - EDGE_MM
    for start in range(0, len(pieces), columns * rows):
        here = pieces[start : start + columns * rows]
        places = [
            (
                left + at % columns * (first.width + GAP_MM),
                top - first.height - at // columns * (first.height + GAP_MM),
            )
            for at in range(len(here))
        ]
        for piece, (x, y) in zip(here, places, strict=True):
            _print(canvas, piece, x, y)
        _end(canvas)
        if any(piece.back is not None for piece in here):
            for piece, (x, y) in zip(here, places, strict=True):
                back = CutOut(piece.width, piece.height, piece.back or ())
                _print(canvas, back, page_width - x - piece.width, y)
            _end(canvas)
    canvas.save()
    return out.getvalue()


def per_sheet(piece: CutOut, paper: Paper) -> tuple[int, int]:
    """Return how many pieces of this size a sheet has: columns and rows.

    Raises:
        ValueError: not even one fits.
    """
    page_width, page_height = PAPER_MM[paper]
    columns = int((page_width - 2 * SIDE_MM + GAP_MM) // (piece.width + GAP_MM))
    rows = int((page_height - 2 * EDGE_MM + GAP_MM) // (piece.height + GAP_MM))
    if columns < 1 or rows < 1:
        size = f"{piece.width:g} by {piece.height:g} mm"
        raise ValueError(f"A piece of {size} does not fit paper of the size {paper}.")
    return columns, rows


def _print(canvas: Canvas, piece: CutOut, x: float, y: float) -> None:
    canvas.saveState()
    canvas.translate(x * mm, y * mm)
    draw(canvas, piece.shapes)
    draw(canvas, (text.shape for text in piece.texts))
    canvas.setFillColorRGB(MARK.red, MARK.green, MARK.blue, alpha=1)
    for line in piece.lines:
        canvas.setFont(PLAIN_FONT, line.points)
        canvas.drawString(line.x * mm, line.y * mm, line.text)
    canvas.setStrokeColorRGB(MARK.red, MARK.green, MARK.blue, alpha=1)
    canvas.setLineWidth(HAIRLINE_MM * mm)
    canvas.setLineCap(0)
    canvas.setDash([])
    for corner, outward in ((0.0, -1), (piece.width, 1)):
        for edge, away in ((0.0, -1), (piece.height, 1)):
            canvas.line(corner * mm, edge * mm, (corner + outward * MARK_MM) * mm, edge * mm)
            canvas.line(corner * mm, edge * mm, corner * mm, (edge + away * MARK_MM) * mm)
    canvas.restoreState()


def _end(canvas: Canvas) -> None:
    canvas.saveState()
    canvas.translate(EDGE_MM * mm, EDGE_MM * mm)
    canvas.setStrokeColorRGB(MARK.red, MARK.green, MARK.blue, alpha=1)
    canvas.setLineWidth(HAIRLINE_MM * mm)
    ruler(canvas, RULER_MM)
    canvas.restoreState()
    canvas.showPage()
