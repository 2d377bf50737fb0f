"""The paper that a step is drawn on: lines, boxes and texts in units of the drawing."""

from collections.abc import Iterable
from typing import Final
from xml.etree import ElementTree as ET

from controller.board.plan.ink import INK, PAPER

MARGIN: Final = 16
LINE: Final = 18
"""From one line of text to the next."""
SIZE: Final = 12.0
USUAL: Final = {"font-size": "11", "text-anchor": "start", "fill": INK}
"""Look of a text that says nothing else."""
LETTER: Final = 0.58
"""Widest average letter of a text, by its size."""
PALE: Final = "#d8d4cc"
LIT: Final = "#0072b2"
"""What a step is about."""
LIT_PAPER: Final = "#d9ebf7"
OTHER_PAPER: Final = "#f6f4f0"
WIRE_INK: Final = {
    "black": "#1a1a1a",
    "blue": "#1f5fb0",
    "brown": "#7a4a21",
    "green": "#2a8a3a",
    "grey": "#8a8a8a",
    "orange": "#e8831a",
    "red": "#c8281e",
    "violet": "#7a3aa0",
    "white": "#ffffff",
    "yellow": "#f0cc20",
}
"""Print of each colour of wires."""

Spot = tuple[float, float]


def text_width(said: str, size: float = SIZE) -> float:
    """Return the room that a text needs."""
    return len(said) * size * LETTER


class StepPaper:
    """A drawing that grows to what is drawn on it.

    Args:
        title: what it shows, for those who do not see it.
    """

    def __init__(self, title: str) -> None:
        self.svg = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg"})
        ET.SubElement(self.svg, "title").text = title
        self._paper = ET.SubElement(self.svg, "rect", {"fill": PAPER})
        self._right = self._low = 0.0

    def text(
        self,
        at: Spot,
        said: str,
        *,
        size: float = SIZE,
        bold: bool = False,
        anchor: str = "start",
        fill: str = INK,
        halo: bool = False,
    ) -> None:
        """Write a line of text with its baseline at a spot; with a `halo` over lines."""
        look = {"font-size": f"{size:.3g}", "text-anchor": anchor, "fill": fill}
        look = {key: value for key, value in look.items() if value != USUAL[key]}
        look |= {"font-weight": "700"} if bold else {}
        if halo:
            look |= {"stroke": PAPER, "stroke-width": f"{size / 4:.3g}", "paint-order": "stroke"}
        place = {"x": f"{at[0]:.5g}", "y": f"{at[1]:.5g}"}
        ET.SubElement(self.svg, "text", {**place, **look}).text = said
        wide = text_width(said, size)
        self.reach(at[0] + {"start": wide, "middle": wide / 2, "end": 0}[anchor], at[1])

    def line(self, *spots: Spot, stroke: str = INK, width: float = 1.5, dashed: str = "") -> None:
        """Draw a line through spots."""
        points = " ".join(f"{x:.5g},{y:.5g}" for x, y in spots)
        look = {"fill": "none", "stroke": stroke, "stroke-width": f"{width:g}"}
        look |= {"stroke-dasharray": dashed} if dashed else {}
        ET.SubElement(self.svg, "polyline", {"points": points, **look})
        for x, y in spots:
            self.reach(x, y)

    def box(
        self,
        at: Spot,
        size: tuple[float, float],
        *,
        fill: str = PAPER,
        stroke: str = INK,
        width: float = 1.5,
        round_: float = 3,
    ) -> None:
        """Draw a box from its upper left corner."""
        place = {"x": f"{at[0]:g}", "y": f"{at[1]:g}"}
        place |= {"width": f"{size[0]:g}", "height": f"{size[1]:g}", "rx": f"{round_:g}"}
        look = {"fill": fill, "stroke": stroke, "stroke-width": f"{width:g}"}
        ET.SubElement(self.svg, "rect", {**place, **look})
        self.reach(at[0] + size[0], at[1] + size[1])

    def boxes(
        self,
        corners: Iterable[Spot],
        side: float,
        *,
        fill: str = PAPER,
        stroke: str = INK,
        width: float = 1.5,
    ) -> None:
        """Draw equal squares from their upper left corners, as one path."""
        there = list(corners)
        way = "".join(f"M{x:.6g} {y:.6g}h{side:.6g}v{side:.6g}h{-side:.6g}z" for x, y in there)
        look = {"fill": fill, "stroke": stroke, "stroke-width": f"{width:g}"}
        ET.SubElement(self.svg, "path", {"d": way, "stroke-linejoin": "round", **look})
        for x, y in there:
            self.reach(x + side, y + side)

    def labels(self, labels: Iterable[tuple[Spot, str]], size: float, fill: str = INK) -> None:
        """Write bold texts of one look around spots."""
        look = {"font-size": f"{size:.3g}", "font-weight": "700", "text-anchor": "middle"}
        group = ET.SubElement(self.svg, "g", {**look, "fill": fill})
        for (x, y), said in labels:
            place = {"x": f"{x:.6g}", "y": f"{y + size / 3:.6g}"}
            ET.SubElement(group, "text", place).text = said

    def circle(
        self, at: Spot, radius: float, *, fill: str = PAPER, stroke: str = INK, width: float = 1.5
    ) -> None:
        """Draw a circle."""
        place = {"cx": f"{at[0]:.6g}", "cy": f"{at[1]:.6g}", "r": f"{radius:g}"}
        look = {"fill": fill, "stroke": stroke, "stroke-width": f"{width:g}"}
        ET.SubElement(self.svg, "circle", {**place, **look})
        self.reach(at[0] + radius, at[1] + radius)

    def reach(self, x: float, y: float) -> None:
        """Let the paper reach a spot."""
        self._right, self._low = max(self._right, x), max(self._low, y)

    def group(self, at: Spot, scale: float, size: tuple[float, float]) -> ET.Element:
        """Return a group at another scale, which needs this room."""
        self.reach(at[0] + size[0], at[1] + size[1])
        place = f"translate({at[0]:g} {at[1]:g}) scale({scale:g})"
        return ET.SubElement(self.svg, "g", {"transform": place})

    def finished(self) -> str:
        """Return the drawing."""
        width, height = round(self._right + MARGIN), round(self._low + MARGIN)
        size = {"width": f"{width}", "height": f"{height}"}
        self._paper.attrib |= size
        family = "system-ui, 'DejaVu Sans', sans-serif"
        look = {"viewBox": f"0 0 {width} {height}", "font-family": family, "role": "img"}
        self.svg.attrib |= {**look, **size, **USUAL}
        return ET.tostring(self.svg, encoding="unicode") + "\n"
