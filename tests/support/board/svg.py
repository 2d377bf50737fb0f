"""Texts of a drawing against its paper."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from reportlab.pdfbase.pdfmetrics import stringWidth

SVG = "{http://www.w3.org/2000/svg}"
WIDER = 1.1
"""Letters of a screen's usual font beside those of Helvetica."""


def texts(svg: str) -> list[str]:
    """List the texts of a drawing."""
    return [each.text or "" for each in ET.fromstring(svg).iter(f"{SVG}text")]


def cut_off(svg: str) -> list[str]:
    """List the texts that reach beyond the paper."""
    root = ET.fromstring(svg)
    _, _, width, height = map(float, root.get("viewBox", "").split())
    return [
        said
        for said, left, right, low in _spans(root, 0.0, 0.0, 1.0, root)
        if left < 0 or right > width or low > height
    ]


def _spans(
    element: ET.Element, x: float, y: float, scale: float, looks: ET.Element
) -> Iterator[tuple[str, float, float, float]]:
    """Yield each text with its left and right end and its baseline."""
    for each in element:
        if each.tag == f"{SVG}g":
            move = each.get("transform")
            if move is None:
                yield from _spans(each, x, y, scale, each)
            else:
                by, times = move.removeprefix("translate(").split(") scale(")
                dx, dy = map(float, by.split())
                yield from _spans(each, x + dx, y + dy, float(times.rstrip(")")), looks)
        elif each.tag == f"{SVG}text":
            said = each.text or ""
            size = float(each.get("font-size") or looks.get("font-size") or "11") * scale
            bold = (each.get("font-weight") or looks.get("font-weight")) == "700"
            wide = stringWidth(said, "Helvetica-Bold" if bold else "Helvetica", size) * WIDER
            at = x + float(each.get("x", "0")) * scale
            anchor = each.get("text-anchor") or looks.get("text-anchor") or "start"
            left = at - {"start": 0, "middle": wide / 2, "end": wide}[anchor]
            yield said, left, left + wide, y + float(each.get("y", "0")) * scale
