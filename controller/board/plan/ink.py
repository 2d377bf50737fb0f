"""Measures, colours and words of the board drawing."""

from typing import Final
from xml.etree import ElementTree as ET

CELL: Final = 112
GAP: Final = 24
"""Gap between squares: wires run there, never across a square."""
PITCH: Final = CELL + GAP
INK: Final = "#22201c"
PAPER: Final = "#ffffff"
STRIP: Final = "#b3261e"
BUS_COLOURS: Final = ("#0072b2", "#a34700", "#00694d", "#8a3d6b", "#7a5c00", "#3b3b3b")
"""Colours dark enough for white letters, safe for colour blindness; after Okabe and Ito."""


def bus_colour(bus: int) -> str:
    """Return the colour of a bus, from 0; with many buses only the mark is unique."""
    return BUS_COLOURS[bus % len(BUS_COLOURS)]


def bus_mark(bus: int) -> str:
    """Return the mark of a bus: A, B, …, Z, then numbers."""
    return chr(ord("A") + bus) if bus < 26 else f"{bus + 1}"


def tint(phase: int) -> str:
    """Return a very pale colour of a phase; neighbouring phases differ strongly."""
    return f"hsl({phase * 137 % 360}, 45%, 95%)"


def write(
    parent: ET.Element,
    x: float,
    y: float,
    said: str,
    *,
    size: float = 15,
    weight: str = "400",
    anchor: str = "start",
    fill: str = INK,
) -> None:
    """Write a line of text with its baseline at `y`; `anchor` is the part of it at `x`."""
    look = {"font-size": f"{size:g}", "font-weight": weight, "text-anchor": anchor, "fill": fill}
    ET.SubElement(parent, "text", {"x": f"{x:g}", "y": f"{y:g}", **look}).text = said
