"""Draws a circuit as schematics: one SVG for each sheet.

Every part is drawn with its pins in use; a net is named at each of its pins instead of drawn as a
line from part to part. Lengths are in units of the drawing.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from controller.board.electronics.circuit import GROUND, Circuit, CircuitPart, Terminal
from controller.board.plan.ink import INK, PAPER, STRIP, write

LEFT: Final = ("input", "supply")
"""Kinds of pins on the left side of a box."""
MARGIN: Final = 30
PIN_PITCH: Final = 18
BOX: Final = 190
LEAD: Final = 18
NETS: Final = 250
"""Room for the names of nets on each side of a box."""
COLUMN: Final = BOX + 2 * NETS
TALLEST: Final = 1100
"""Height of a column of parts."""
HEAD: Final = 60
BETWEEN: Final = 44
SMALL: Final = 12
SYMBOLS: Final = ("capacitor", "electrolytic", "fuse", "resistor")
"""Parts drawn as a symbol between two nets."""
SUPPLY: Final = STRIP


class DrawnPin(NamedTuple):
    """A pin as it is drawn: on the left or not, its number, name and net."""

    left: bool
    number: str
    name: str
    net: str


def schematics(circuit: Circuit) -> dict[str, str]:
    """Return the drawing of each sheet as SVG, by its title. Equal circuits give equal texts."""
    net_of = circuit.net_by_terminal
    titles = list(dict.fromkeys(part.sheet for part in circuit.parts.values()))
    by_title = sorted(circuit.parts.values(), key=lambda part: titles.index(part.sheet))
    return {
        title: _sheet(circuit, title, list(parts), net_of)
        for title, parts in groupby(by_title, key=lambda part: part.sheet)
    }


def _sheet(
    circuit: Circuit, title: str, parts: Sequence[CircuitPart], net_of: Mapping[Terminal, str]
) -> str:
    svg = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "font-family": "sans-serif"})
    paper = ET.SubElement(svg, "rect", {"fill": PAPER})
    write(svg, MARGIN, MARGIN + 12, f"{circuit.name}: {title}", size=20, weight="700")
    x, y, lowest = MARGIN, HEAD, HEAD
    for part in parts:
        pins = list(_pins(part, net_of))
        tall = _height(part, pins)
        if y > HEAD and y + tall > TALLEST:
            x, y = x + COLUMN, HEAD
        draw = _symbol if part.module in SYMBOLS else _box
        draw(svg, circuit, part, pins, (x + NETS, y + BETWEEN - 20))
        y += tall + BETWEEN
        lowest = max(lowest, y)
    size = {"width": str(x + COLUMN), "height": str(lowest + MARGIN)}
    svg.attrib |= {"viewBox": f"0 0 {x + COLUMN} {lowest + MARGIN}", **size}
    paper.attrib |= size
    ET.indent(svg)
    return ET.tostring(svg, encoding="unicode") + "\n"


def _pins(part: CircuitPart, net_of: Mapping[Terminal, str]) -> Iterator[DrawnPin]:
    """List the pins of a part that are in use, in the order of their numbers."""
    seen = set()
    found = []
    for kind, numbers in part.data.pins.items():
        for number, name in numbers.items():
            net = net_of.get(Terminal(part.ref, number))
            # A computer has ground on many pins: one stands for all.
            if net is not None and (name, net) not in seen:
                seen.add((name, net))
                found.append(DrawnPin(kind in LEFT, number, name, net))
    yield from sorted(found, key=lambda pin: (not pin.number.isdigit(), pin.number.zfill(3)))


def _height(part: CircuitPart, pins: Sequence[DrawnPin]) -> int:
    if part.module in SYMBOLS:
        return PIN_PITCH
    left = sum(pin.left for pin in pins)
    return PIN_PITCH * (max(left, len(pins) - left) + 1)


def _box(
    svg: ET.Element,
    circuit: Circuit,
    part: CircuitPart,
    pins: Sequence[DrawnPin],
    spot: tuple[int, int],
) -> None:
    """Draw a part as a box with its pins, and the net at each pin."""
    x, y = spot
    _head(svg, part, x, y)
    look = {"fill": "none", "stroke": INK, "stroke-width": "1.5"}
    place = {"x": str(x), "y": str(y), "width": str(BOX), "height": str(_height(part, pins))}
    ET.SubElement(svg, "rect", {**place, **look})
    for left in (True, False):
        edge, way = (x, -1) if left else (x + BOX, 1)
        inside, outside = ("start", "end") if left else ("end", "start")
        for at, pin in enumerate([pin for pin in pins if pin.left is left], start=1):
            middle = y + at * PIN_PITCH
            _line(svg, (edge, middle), (edge + way * LEAD, middle))
            write(svg, edge - way * 5, middle + 4, pin.name, size=SMALL, anchor=inside)
            if pin.number != pin.name:
                write(svg, edge + way * 9, middle - 3, pin.number, size=9, anchor="middle")
            _net(svg, circuit, edge + way * (LEAD + 4), middle + 4, pin.net, outside)


def _symbol(
    svg: ET.Element,
    circuit: Circuit,
    part: CircuitPart,
    pins: Sequence[DrawnPin],
    spot: tuple[int, int],
) -> None:
    """Draw a resistor, fuse or capacitor between the names of its two nets."""
    x, y = spot
    middle, centre = y + PIN_PITCH // 2, x + BOX // 2
    _head(svg, part, x, y)
    look = {"fill": "none", "stroke": INK, "stroke-width": "1.5"}
    half = 4 if part.module in ("capacitor", "electrolytic") else 24
    _line(svg, (x, middle), (centre - half, middle))
    _line(svg, (centre + half, middle), (x + BOX, middle))
    if half == 4:
        for side in (centre - half, centre + half):
            _line(svg, (side, middle - 9), (side, middle + 9))
    else:
        place = {"x": str(centre - half), "y": str(middle - 6), "width": "48", "height": "12"}
        ET.SubElement(svg, "rect", {**place, **look})
    if part.module == "fuse":
        _line(svg, (centre - half, middle), (centre + half, middle))
    if part.module == "electrolytic":
        write(svg, centre - 14, middle - 4, "+", size=SMALL, anchor="middle")
    _net(svg, circuit, x - 4, middle + 4, pins[0].net, "end")
    _net(svg, circuit, x + BOX + 4, middle + 4, pins[1].net, "start")


def _head(svg: ET.Element, part: CircuitPart, x: int, y: int) -> None:
    what = f": {part.what}" if part.what else ""
    write(svg, x, y - 6, f"{part.ref} {part.named}{what}", size=SMALL, weight="700")


def _net(svg: ET.Element, circuit: Circuit, x: int, y: int, net: str, anchor: str) -> None:
    supply = net in circuit.volts and net != GROUND
    write(svg, x, y, net, size=SMALL, anchor=anchor, fill=SUPPLY if supply else INK)


def _line(svg: ET.Element, start: tuple[int, int], end: tuple[int, int]) -> None:
    (x, y), (to_x, to_y) = start, end
    ends = {"x1": str(x), "y1": str(y), "x2": str(to_x), "y2": str(to_y)}
    ET.SubElement(svg, "line", {**ends, "stroke": INK, "stroke-width": "1.5"})
