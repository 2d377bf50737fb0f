"""A board file as a drawing to be printed and laid beside the soldering iron.

Colour tells buses and phases apart, and so does a letter or a number: nothing is lost on a
printer that has only black.
"""

import textwrap
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final
from xml.etree import ElementTree as ET

from controller.board.connections import Block, blocks
from controller.board.drawing import phases_of, summary
from controller.board.form import Board
from controller.board.sheet import counted
from hardware.pn532.settings import (
    Bus,
    DecoderSelect,
    I2cBus,
    Place,
    ScannerPort,
    ShiftRegisterSelect,
    SpiBus,
)

CELL: Final = 112
PITCH: Final = 122
LANE: Final = 96.0
"""Where the strip runs down a square, from its left edge; across, it is as near to the top."""
MARGIN: Final = 40
NARROWEST: Final = 640
LINE: Final = 22
LETTER: Final = 7.6
"""How wide a letter of the text is, about."""
INK: Final = "#22201c"
PAPER: Final = "#ffffff"
QUIET: Final = "#6b665e"
BUS_COLOURS: Final = ("#0072b2", "#a34700", "#00694d", "#8a3d6b", "#7a5c00", "#3b3b3b")
"""Dark enough for white letters, told apart by any eye; after Okabe and Ito."""
STRIP: Final = "#b3261e"
LONGEST_ADDRESS: Final = 8
PHASES_A_LINE: Final = 15


def picture(board: Board) -> str:
    """The board as an SVG drawing: squares, phases, buses, where readers hang, the strip."""
    columns = max(place.column for place in board.squares.values()) + 1
    rows = max(place.row for place in board.squares.values()) + 1
    width = max(NARROWEST, columns * PITCH + 2 * MARGIN)
    letters = int((width - 2 * MARGIN) / LETTER)
    about = textwrap.wrap(f"{board.about} {summary(board)}.".strip(), letters)
    top = MARGIN + 44 + LINE * len(about)
    phases = len(phases_of(board))
    legend = [*_bus_legend(board), *_other_legend(board)]
    bottom = top + rows * PITCH + 24
    height = bottom + LINE * len(legend) + 27 * -(-phases // PHASES_A_LINE) + MARGIN
    svg = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {height}",
            "width": f"{width}",
            "height": f"{height}",
            "font-family": "system-ui, 'DejaVu Sans', sans-serif",
            "fill": INK,
            "role": "img",
        },
    )
    ET.SubElement(svg, "title").text = board.name
    ET.SubElement(svg, "rect", {"width": "100%", "height": "100%", "fill": PAPER})
    _text(svg, MARGIN, MARGIN + 12, board.name, size=26, weight="700")
    for at, said in enumerate(about):
        _text(svg, MARGIN, MARGIN + 42 + LINE * at, said)
    left = (width - columns * PITCH + PITCH - CELL) / 2
    sheet = ET.SubElement(svg, "g", {"transform": f"translate({left:g} {top})"})
    _squares(sheet, board)
    _strip(sheet, board)
    for at, (mark, colour, said) in enumerate(legend):
        _legend_line(svg, bottom + LINE * at, mark, colour, said)
    _phase_legend(svg, bottom + LINE * len(legend) + 8, phases)
    ET.indent(svg)
    return ET.tostring(svg, encoding="unicode") + "\n"


# Squares


def _squares(sheet: ET.Element, board: Board) -> None:
    phase_of = {square: at for at, phase in enumerate(phases_of(board)) for square in phase}
    hangs = {
        square: (block, outlet)
        for block in blocks(board)
        for outlet, square in enumerate(block.squares)
        if square is not None
    }
    for square, place in board.squares.items():
        x, y = place.column * PITCH, place.row * PITCH
        cell = ET.SubElement(sheet, "g", {"transform": f"translate({x} {y})"})
        read = square in phase_of
        frame = {"width": f"{CELL}", "height": f"{CELL}", "rx": "8", "stroke-width": "1.5"}
        fill = _tint(phase_of[square]) if read else PAPER
        dashed = {} if read else {"stroke-dasharray": "5 4"}
        ET.SubElement(cell, "rect", {**frame, "fill": fill, "stroke": INK, **dashed})
        _text(cell, 61, 72, f"{square}", size=36, weight="700", anchor="middle")
        if not read:
            _text(cell, 61, 98, "no reader", size=13, anchor="middle")
            continue
        block, outlet = hangs[square]
        _bar(cell, block.bus)
        _text(cell, 34, 41, f"{phase_of[square] + 1}", size=13, fill=QUIET)
        _text(cell, 61, 98, _address(block, outlet), size=14, anchor="middle")


def _bar(cell: ET.Element, bus: int) -> None:
    """The edge of a square that says on which bus its reader is."""
    box = {"width": "20", "height": f"{CELL - 34}", "x": "6", "y": "28", "rx": "4"}
    ET.SubElement(cell, "rect", {**box, "fill": _bus_colour(bus)})
    _text(cell, 16, 72, _bus_mark(bus), size=14, weight="700", anchor="middle", fill=PAPER)


def _address(block: Block, outlet: int) -> str:
    """Where a reader hangs, in few letters."""
    if block.outlets:
        return f"{block.short}{outlet}"
    short = block.short.rpartition("/")[2] or block.short
    return short if len(short) <= LONGEST_ADDRESS else f"…{short[1 - LONGEST_ADDRESS :]}"


# The strip


def _strip(sheet: ET.Element, board: Board) -> None:
    """The way of the strip: along the upper edges of squares, and down their right ones."""
    if board.lights is None:
        return
    spots = _spots(board.lights.squares, board.squares)
    group = ET.SubElement(sheet, "g", {"stroke": STRIP, "fill": "none", "stroke-width": "2.5"})
    for (x, y), (to_x, to_y) in pairwise(spots):
        left = x // PITCH * PITCH
        if y == to_y or left == to_x // PITCH * PITCH:
            turn = to_x if y == to_y else left + LANE
            way = f"M {x:g} {y:g} H {turn:g} V {to_y:g} H {to_x:g}"
            ET.SubElement(group, "path", {"d": way})
            continue
        # No strip goes slantwise: it is cut there, and a wire goes on, drawn between the squares.
        gutter = left + (CELL + PITCH) / 2 if to_x > x else left - (PITCH - CELL) / 2
        way = f"M {x:g} {y:g} H {gutter:g} V {to_y:g} H {to_x:g}"
        dotted = {"stroke-dasharray": "2 4", "stroke-width": "2"}
        ET.SubElement(group, "path", {"d": way, **dotted})
    for at, (x, y) in enumerate(spots):
        if at:
            ring = {"cx": f"{x:g}", "cy": f"{y:g}", "r": "4.5", "fill": PAPER}
            ET.SubElement(group, "circle", ring)
        else:
            arrow = f"M {x - 8:g} {y - 9:g} h 16 l -8 15 z"
            ET.SubElement(group, "path", {"d": arrow, "fill": STRIP})


def _spots(
    lights: Mapping[int, Sequence[int]], places: Mapping[int, Place]
) -> list[tuple[float, float]]:
    """Where each light under a square is drawn, in the order of the strip."""
    found: list[tuple[int, tuple[float, float]]] = []
    over = {light: square for square, under in lights.items() for light in under}
    way = [places[over[light]].column for light in sorted(over)]
    steps = [there - here for here, there in pairwise(way) if here != there]
    at = {light: number for number, light in enumerate(sorted(over))}
    for square, under in lights.items():
        place = places[square]
        apart = min(13.0, 60 / len(under))
        first, last = at[min(under)], at[max(under)]
        coming = way[first] - way[first - 1] if first else 0
        going = way[last + 1] - way[last] if last + 1 < len(way) else 0
        leftwards = (going or coming or (steps[0] if steps else 1)) < 0
        for number, light in enumerate(sorted(under)):
            back = number if leftwards else len(under) - 1 - number
            x = place.column * PITCH + LANE - apart * back
            found.append((light, (x, place.row * PITCH + CELL - LANE)))
    return [spot for _, spot in sorted(found)]


# Legend


def _bus_legend(board: Board) -> list[tuple[str, str, str]]:
    return [
        (
            _bus_mark(at),
            _bus_colour(at),
            f"{bus.name}: {_readers(bus)}",
        )
        for at, bus in enumerate(board.buses)
    ]


def _readers(bus: Bus) -> str:
    """What the address in a square says."""
    match bus:
        case SpiBus(select=DecoderSelect()):
            return "row line / column line of the decoders"
        case SpiBus(select=ShiftRegisterSelect()):
            return "shift register / output, both from 0"
        case SpiBus():
            return "select pin"
        case I2cBus():
            return "address of the multiplexer (hexadecimal) / channel"
        case ScannerPort():
            return f"number of the reader on the co-processor at {bus.port}"
    return f"serial port {bus.port}"


def _other_legend(board: Board) -> list[tuple[str, str, str]]:
    if board.lights is None:
        return []
    spare = board.lights.count - sum(map(len, board.lights.squares.values()))
    return [
        (
            "▼",
            STRIP,
            f"strip of {counted(board.lights.count, 'light')}, from the triangle on; dotted: a wire"
            + (f"; {spare} under no square: not drawn" if spare else ""),
        )
    ]


def _legend_line(svg: ET.Element, y: float, mark: str, colour: str, said: str) -> None:
    ET.SubElement(
        svg,
        "rect",
        {"x": f"{MARGIN}", "y": f"{y:g}", "width": "20", "height": "17", "rx": "4", "fill": colour},
    )
    _text(svg, MARGIN + 10, y + 13, mark, size=13, weight="700", anchor="middle", fill=PAPER)
    _text(svg, MARGIN + 30, y + 13, said, size=13)


def _phase_legend(svg: ET.Element, y: float, phases: int) -> None:
    _text(svg, MARGIN, y + 16, "small number: phase", size=13)
    for at in range(phases):
        line, step = divmod(at, PHASES_A_LINE)
        spot = {"x": f"{MARGIN + 148 + 27 * step}", "y": f"{y + 27 * line:g}"}
        box = {**spot, "width": "24", "height": "22", "rx": "4", "stroke": INK}
        ET.SubElement(svg, "rect", {**box, "fill": _tint(at)})
        x = MARGIN + 160 + 27 * step
        _text(svg, x, y + 27 * line + 16, f"{at + 1}", size=13, anchor="middle")


# Ink


def _bus_colour(bus: int) -> str:
    return BUS_COLOURS[bus % len(BUS_COLOURS)]


def _bus_mark(bus: int) -> str:
    """A, B, …, Z, then numbers."""
    return chr(ord("A") + bus) if bus < 26 else f"{bus + 1}"


def _tint(phase: int) -> str:
    """A pale colour; those of neighbouring numbers are far apart."""
    return f"hsl({phase * 137 % 360}, 60%, 90%)"


def _text(
    parent: ET.Element,
    x: float,
    y: float,
    said: str,
    *,
    size: int = 15,
    weight: str = "400",
    anchor: str = "start",
    fill: str = INK,
) -> None:
    look = {"font-size": f"{size}", "font-weight": weight, "text-anchor": anchor, "fill": fill}
    ET.SubElement(parent, "text", {"x": f"{x:g}", "y": f"{y:g}", **look}).text = said
