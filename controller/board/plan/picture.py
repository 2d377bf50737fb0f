"""The drawing of a board, to print and lay beside the soldering iron.

Colour tells buses and phases apart, and so does a letter or a number: nothing is lost on a
printer that has only black.
"""

import textwrap
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final
from xml.etree import ElementTree as ET

from controller.board.file.form import Board
from controller.board.plan.connections import Block, blocks
from controller.board.plan.ink import (
    CELL,
    GAP,
    INK,
    PAPER,
    PITCH,
    STRIP,
    bus_colour,
    bus_mark,
    tint,
    write,
)
from controller.board.plan.legend import LINE, data_pin, draw_legend
from controller.board.plan.report import phases_of, summary
from controller.board.plan.strip_route import Spot, Stay, links, stays
from hardware.sensing.settings import Place

MARGIN: Final = 40
NARROWEST: Final = 680
LETTER: Final = 7.6
"""Approximate width of a letter of the text above."""
MIDDLE: Final = 57
"""Middle of the text in a square, between the bar of its bus and the strip."""
LONGEST_ADDRESS: Final = 8
MOST_NUMBERED: Final = 4
"""Most lights under a square that all get a number; with more, only its first and last do."""
ABOVE: Final = "Seen from above, as in play."
BELOW: Final = "Seen from below, as while soldering: left and right are swapped."


def picture(board: Board, *, from_below: bool = False) -> str:
    """Draw the board as SVG: squares, phases, buses, reader addresses, the strip."""
    columns = max(place.column for place in board.squares.values()) + 1
    rows = max(place.row for place in board.squares.values()) + 1
    places = {
        square: Place(place.row, columns - 1 - place.column) if from_below else place
        for square, place in board.squares.items()
    }
    width = max(NARROWEST, columns * PITCH + GAP + 2 * MARGIN)
    about = textwrap.wrap(
        f"{board.about} {summary(board)}.".strip(), int((width - 2 * MARGIN) / LETTER)
    )
    svg = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg"})
    ET.SubElement(svg, "title").text = board.name
    ET.SubElement(svg, "rect", {"width": "100%", "height": "100%", "fill": PAPER})
    write(svg, MARGIN, MARGIN + 12, board.name, size=26, weight="700")
    for at, said in enumerate(about, start=1):
        write(svg, MARGIN, MARGIN + 20 + LINE * at, said)
    top = MARGIN + 24 + LINE * (len(about) + 1)
    write(svg, MARGIN, top - 4, BELOW if from_below else ABOVE, weight="700")
    left = (width - columns * PITCH + GAP) / 2
    sheet = ET.SubElement(svg, "g", {"transform": f"translate({left:g} {top + GAP + 14})"})
    _squares(sheet, board, places)
    draw_strip(sheet, board, places, -1 if from_below else 1)
    bottom = top + GAP + 14 + rows * PITCH + 16
    high = draw_legend(svg, board, len(phases_of(board)), MARGIN, bottom, width - 2 * MARGIN)
    height = bottom + high + MARGIN
    svg.attrib.update(
        {
            "viewBox": f"0 0 {width} {height}",
            "width": f"{width}",
            "height": f"{height}",
            "font-family": "system-ui, 'DejaVu Sans', sans-serif",
            "fill": INK,
            "role": "img",
        }
    )
    ET.indent(svg)
    return ET.tostring(svg, encoding="unicode") + "\n"


# Squares


def _squares(sheet: ET.Element, board: Board, places: Mapping[int, Place]) -> None:
    phase_of = {square: at for at, phase in enumerate(phases_of(board)) for square in phase}
    hangs = {
        square: (block, outlet)
        for block in blocks(board)
        for outlet, square in enumerate(block.squares)
        if square is not None
    }
    for square, place in places.items():
        x, y = place.column * PITCH, place.row * PITCH
        cell = ET.SubElement(sheet, "g", {"transform": f"translate({x} {y})"})
        read = square in phase_of
        frame = {"width": f"{CELL}", "height": f"{CELL}", "rx": "8", "stroke-width": "1.5"}
        fill = tint(phase_of[square]) if read else PAPER
        dashed = {} if read else {"stroke-dasharray": "5 4"}
        ET.SubElement(cell, "rect", {**frame, "fill": fill, "stroke": INK, **dashed})
        write(cell, MIDDLE, 70, f"{square}", size=34, weight="700", anchor="middle")
        if not read:
            write(cell, MIDDLE, 98, "no reader", size=13, anchor="middle")
            continue
        block, outlet = hangs[square]
        _bar(cell, block.bus)
        write(cell, 16, 101, f"{phase_of[square] + 1}", size=13, anchor="middle")
        address = _address(block, outlet)
        size, middle = (18, MIDDLE) if len(address) < 5 else (14, MIDDLE + 4)
        write(cell, middle, 100, address, size=size, weight="700", anchor="middle")


def _bar(cell: ET.Element, bus: int) -> None:
    """Draw the bar at a square's edge that names the bus of its reader."""
    box = {"width": "20", "height": "46", "x": "6", "y": "36", "rx": "4"}
    ET.SubElement(cell, "rect", {**box, "fill": bus_colour(bus)})
    write(cell, 16, 64, bus_mark(bus), size=14, weight="700", anchor="middle", fill=PAPER)


def _address(block: Block, outlet: int) -> str:
    """Return the short address of a reader."""
    if block.outlets:
        return f"{block.short}{outlet}"
    short = block.short.rpartition("/")[2] or block.short
    return short if len(short) <= LONGEST_ADDRESS else f"…{short[1 - LONGEST_ADDRESS :]}"


# The strip


def draw_strip(
    sheet: ET.Element, board: Board, places: Mapping[int, Place], start: int = 1
) -> None:
    """Draw the strip of a board with the numbers of its lights; nothing if it has none.

    Args:
        sheet: where squares are `PITCH` apart, the first at its origin.
        board: the board.
        places: place of each square.
        start: default direction of the strip along a row: 1 to the right, -1 to the left.
    """
    if board.lights is None:
        return
    rows = max(place.row for place in places.values()) + 1
    found = stays(board.lights.squares, places, start)
    _strip(sheet, found)
    _ends(sheet, found, data_pin(board), rows)
    for stay in found:
        _lights(sheet, stay)


def _strip(sheet: ET.Element, found: Sequence[Stay]) -> None:
    """Draw the connections of the strip, in the order of its lights."""
    group = ET.SubElement(sheet, "g", {"stroke": STRIP, "fill": "none", "stroke-width": "2.5"})
    for stay in found:
        if len(stay.spots) > 1:
            _line(group, stay.spots, "inside")
    for link in links(found):
        _line(group, link.corners, "strip" if link.strip else "wire")
    for stay in found[1:]:
        _arrow(group, stay)


def _line(group: ET.Element, spots: Sequence[Spot], kind: str) -> None:
    way = "M " + " L ".join(f"{x:g} {y:g}" for x, y in spots)
    dotted = {"stroke-dasharray": "2 4", "stroke-width": "2"} if kind == "wire" else {}
    ET.SubElement(group, "path", {"d": way, "class": kind, **dotted})


def _arrow(group: ET.Element, stay: Stay) -> None:
    """Draw an arrow with its tip at the edge of the square the strip enters."""
    (x, y), ahead = stay.way_in, stay.ahead
    tip = ahead * GAP / 2
    if stay.across:
        way = f"M {x + tip:g} {y:g} l {-10 * ahead} -5 v 10 z"
    else:
        way = f"M {x:g} {y + tip:g} l -5 {-10 * ahead} h 10 z"
    ET.SubElement(group, "path", {"d": way, "class": "arrow", "fill": STRIP, "stroke": "none"})


def _lights(sheet: ET.Element, stay: Stay) -> None:
    """Draw each light with its place on the strip, from 0."""
    apart = max((abs(a - c) + abs(b - d) for (a, b), (c, d) in pairwise(stay.spots)), default=CELL)
    numbered = apart >= CELL / MOST_NUMBERED
    radius = 11.0 if numbered else min(6.0, apart * 0.4)
    for light, (x, y) in zip(stay.lights, stay.spots, strict=True):
        look = {"fill": PAPER, "stroke": STRIP, "stroke-width": "2"}
        spot = {"cx": f"{x:g}", "cy": f"{y:g}", "r": f"{radius:g}"}
        ET.SubElement(sheet, "circle", {**spot, **look})
        if numbered:
            size = 11 if light < 100 else 9.5
            write(sheet, x, y + 4, f"{light}", size=size, weight="700", anchor="middle")
        elif light in (stay.lights[0], stay.lights[-1]):
            aside = (x, y + 16, "middle") if stay.across else (x - 8, y + 4, "end")
            write(sheet, *aside[:2], f"{light}", size=10, weight="700", anchor=aside[2])


def _ends(sheet: ET.Element, found: Sequence[Stay], pin: str, rows: int) -> None:
    """Draw the data input of the strip, and its end."""
    group = ET.SubElement(sheet, "g", {"stroke": STRIP, "fill": "none", "stroke-width": "2.5"})
    first, last = found[0], found[-1]
    x, y = first.way_in
    # From the nearer of the upper and the lower edge, so that no other square is crossed.
    top = first.place.row * PITCH
    outside = top - GAP / 2 if first.place.row < rows - 1 or rows == 1 else top + CELL + GAP / 2
    start = (x, outside) if first.across else (x, y)
    _line(group, (start, (x, y), first.spots[0]), "start")
    _arrow(group, first)
    said = f"data from {pin}"
    if first.across:
        anchor = "start" if first.ahead > 0 else "end"
        write(sheet, x + 7 * first.ahead, outside + 4, said, size=12, weight="700", anchor=anchor)
    else:
        beyond = y - 8 if first.ahead > 0 else y + 17
        write(sheet, x + 8, beyond, said, size=12, weight="700", anchor="end")
    x, y = last.way_out
    _line(group, (last.spots[-1], (x, y)), "end")
    across = ((x, y - 8), (x, y + 8)) if last.across else ((x - 8, y), (x + 8, y))
    _line(group, across, "end")
    if last.across:
        write(sheet, x, y + 20, "end", size=10, weight="700", anchor="middle")
    else:
        write(sheet, x - 13, y + 4, "end", size=12, weight="700", anchor="end")
