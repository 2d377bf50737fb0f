"""Labels for both ends of every wire, to fold around it.

Their font has the letters of western Europe; others, in names of buses, are printed as boxes.
"""

from collections.abc import Iterator
from typing import Final

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth

from controller.board.circuit_boards.building import building_of
from controller.board.electronics.design import circuit_of
from controller.board.electronics.layout import wired_by_hand
from controller.board.electronics.output.wire_list import listed_wires
from controller.board.make.order import Order
from web.artwork.drawings import PrintedShape, ink, rounded
from web.artwork.sheets.pieces import PLAIN_FONT, CutOut, PlainLine

LABEL_MM: Final = (62.0, 11.0)
"""Width and height of a label: two equal halves, and between them what lies around the wire."""
AROUND_MM: Final = 6.0
MARGIN_MM: Final = 1.0
POINTS: Final = 6.5
BASELINES_MM: Final = (8.5, 6.1, 3.6, 1.2)
COLOURS: Final = {
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


def wire_labels(order: Order) -> tuple[CutOut, ...]:
    """Return a label for each end of each wire, in the order of the wire list.

    Its first two lines name the place and pin of its own end, as the wire list does, the others
    those of the other end.
    """
    circuit = circuit_of(order.board)
    layout = wired_by_hand(circuit, order.board)
    return tuple(
        _label(one, other, wire.colour)
        for wire in listed_wires(circuit, layout, order.board)
        for one, other in ((wire.start, wire.end), (wire.end, wire.start))
    )


def cable_labels(order: Order) -> tuple[CutOut, ...]:
    """Return a label for each end of each cable between circuit boards, readers and the like.

    None for a board that has no circuit boards, and none for its lights, which are a strip.
    """
    building = building_of(order.board)
    cables = building.cabling.cables if building is not None else ()
    return tuple(
        _label(one, other, "white")
        for cable in cables
        if not cable.start.startswith("light ")
        for one, other in ((cable.start, cable.end), (cable.end, cable.start))
    )


def _label(one: str, other: str, colour: str) -> CutOut:
    width, height = LABEL_MM
    half = (width - AROUND_MM) / 2
    around = rounded(half, 0, AROUND_MM, height)
    band = PrintedShape(around, ink(COLOURS[colour]), ink("#000"), 0.1)
    place, _, pin = one.rpartition(": ")
    far_place, _, far_pin = other.rpartition(": ")
    texts = (place, pin, f"to {far_place}", far_pin)
    lines = tuple(
        line
        for left in (0.0, half + AROUND_MM)
        for line in _lines(texts, left + MARGIN_MM, half - 2 * MARGIN_MM)
    )
    return CutOut(width, height, (band,), lines=lines)


def _lines(texts: tuple[str, ...], left: float, width: float) -> Iterator[PlainLine]:
    """Yield lines that fit a half."""
    for line, y in zip(texts, BASELINES_MM, strict=True):
        wide = stringWidth(line, PLAIN_FONT, POINTS) / mm
        yield PlainLine(line, left, y, min(POINTS, POINTS * width / wide))
