"""Writes shapes as PDF at 1:1, with cut marks, register marks and a ruler. Millimetres, y up."""

import io
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from fontTools.pens.basePen import BasePen
from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from web.artwork.drawings import Ink, PrintedShape

rl_config.useA85 = 0
"""Setting of reportlab: streams as bytes, not as letters, which takes half as long."""
MARK: Final = Ink(0, 0, 0)
NON_ZERO: Final = 1
"""Fill mode of reportlab, as in SVG: outlines that overlap leave no hole."""
HAIRLINE_MM: Final = 0.1
RULER_MM: Final = 100.0


class PdfPen(BasePen):  # type: ignore[misc]  # fontTools comes without types
    """Writes outlines in millimetres as the operators of a PDF's path."""

    def __init__(self) -> None:
        super().__init__(None)
        self.code: list[str] = []

    def _write(self, operator: str, *points: tuple[float, float]) -> None:
        numbers = " ".join(f"{x * mm:.4f} {y * mm:.4f}" for x, y in points)
        self.code.append(f"{numbers} {operator}")

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - fontTools's name
        self._write("m", pt)

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - fontTools's name
        self._write("l", pt)

    def _curveToOne(  # noqa: N802 - fontTools's name
        self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]
    ) -> None:
        self._write("c", pt1, pt2, pt3)

    def _closePath(self) -> None:  # noqa: N802 - fontTools's name
        self.code.append("h")


@lru_cache(maxsize=20_000)
def _path(outline: tuple[tuple[str, tuple[Any, ...]], ...]) -> str:
    """Return the path of an outline; the same pieces are drawn many times."""
    pen = PdfPen()
    for call, points in outline:
        getattr(pen, call)(*points)
    return " ".join(pen.code)


def new_canvas(out: io.BytesIO, width: float, height: float) -> Canvas:
    """Return a PDF that is the same at every making: without dates and random numbers."""
    canvas = Canvas(out, pagesize=(width * mm, height * mm), invariant=1, pageCompression=1)
    canvas.setTitle("hareboard")
    return canvas


def draw(canvas: Canvas, shapes: Iterable[PrintedShape]) -> None:
    """Draw shapes, those below first."""
    for shape in shapes:
        path = PDFPathObject(code=[_path(shape.outline)])
        if shape.fill is not None:
            within = shape.fill
            canvas.setFillColorRGB(within.red, within.green, within.blue, alpha=within.cover)
        if shape.stroke is not None:
            line = shape.stroke
            canvas.setStrokeColorRGB(line.red, line.green, line.blue, alpha=line.cover)
            canvas.setLineWidth(shape.width * mm)
            canvas.setLineCap(int(shape.round))
            canvas.setLineJoin(int(shape.round))
            canvas.setDash([length * mm for length in shape.dash or ()])
        line_drawn, filled = int(shape.stroke is not None), int(shape.fill is not None)
        canvas.drawPath(path, stroke=line_drawn, fill=filled, fillMode=NON_ZERO)


def marks(canvas: Canvas, width: float, height: float) -> None:
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


def ruler(canvas: Canvas, length: float) -> None:
    """Draw a ruler below, to measure whether a printer keeps 1:1."""
    left, y = 10.0, -7.0
    canvas.line(left * mm, y * mm, (left + length) * mm, y * mm)
    for step in range(int(length) // 10 + 1):
        x = (left + 10 * step) * mm
        canvas.line(x, y * mm, x, (y + (3 if step % 5 == 0 else 1.5)) * mm)
    canvas.setFillColorRGB(MARK.red, MARK.green, MARK.blue, alpha=1)
    canvas.setFont("Helvetica", 7)
    canvas.drawString((left + length + 2) * mm, y * mm, f"{length:g} mm")
