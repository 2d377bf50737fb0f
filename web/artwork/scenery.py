"""The path under the squares, the hedges beside it and the gate at START, as on the pages' board.

Source: the drawings `hedge` and `gate`, and `web/static/js/parts/board/scenery.js`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from controller.board.file.form import Board
from controller.board.make.layout import FIXING_MM, BoardLayout, Box, Point
from web.artwork.drawings import PrintedShape, ink, moved_to
from web.artwork.drawings import symbol as drawn

TILE: Final = 11.594
HEDGE: Final = 1.9
"""Side of a square and room for a hedge on the pages' board, in its units."""
HEDGE_MIDDLE: Final = 2.0
LEAST_GAP_MM: Final = 1.0
"""Least room between squares for a hedge."""
GATE: Final = (14.0, 10.0)
"""Width and height of the gate's drawing."""
SIGN: Final = Box((7, 7), 11, 2.6)
"""Room for START in it, y up."""
SIGN_TEXT: Final = 2.5
PATH_SHARE: Final = 0.72
INTO_TILE: Final = 0.4
FREE_EDGE_MM: Final = FIXING_MM + 2
SIDES: Final = ((1, 0), (-1, 0), (0, -1), (0, 1))
"""Sides of square 1 where the gate may stand, as rows and columns; below first."""


@dataclass(frozen=True, slots=True)
class Gate:
    """The gate at START.

    Attributes:
        shapes: its drawing.
        field: room for the word.
        size: of its font, in millimetres.
        middle: where the path comes through.
    """

    shapes: tuple[PrintedShape, ...]
    field: Box
    size: float
    middle: Point


def gate(board: Board, layout: BoardLayout) -> Gate | None:
    """Return the gate beside square 1; None if squares lie on every side of it."""
    side = gate_side(board)
    if side is None:
        return None
    tile = layout.squares[1].tile
    down, right = side
    beyond = {
        (1, 0): tile.bottom,
        (-1, 0): layout.height - tile.bottom - tile.height,
        (0, -1): tile.left,
        (0, 1): layout.width - tile.left - tile.width,
    }[side]
    room = beyond - FREE_EDGE_MM
    width, height = GATE
    scale = min(tile.width / TILE, room / ((height if down else width) - INTO_TILE))
    x, y = tile.centre
    away = tile.width / 2 - INTO_TILE * scale
    x += right * (away + width / 2 * scale)
    y -= down * (away + height / 2 * scale)
    left, top = x - width / 2 * scale, y + height / 2 * scale
    low = top - height * scale
    sign = (left + SIGN.centre[0] * scale, low + SIGN.centre[1] * scale)
    return Gate(
        tuple(moved_to(drawn("gate"), left, top, scale)),
        Box(sign, SIGN.width * scale, SIGN.height * scale),
        SIGN_TEXT * scale,
        (x, y),
    )


def gate_side(board: Board) -> tuple[int, int] | None:
    """Return the side of square 1 where nothing lies: rows down, columns to the right."""
    first = board.squares[1]
    taken = {(place.row, place.column) for place in board.squares.values()}
    for down, right in SIDES:
        reach = range(1, 65)
        if not any((first.row + down * n, first.column + right * n) in taken for n in reach):
            return down, right
    return None


def path(board: Board, layout: BoardLayout) -> PrintedShape:
    """Return one line from the gate through every square: it shows where the path turns."""
    stands = gate(board, layout)
    points = [layout.squares[square].centre for square in sorted(layout.squares)]
    if stands is not None:
        points.insert(0, stands.middle)
    calls = (("moveTo", (points[0],)), *(("lineTo", (point,)) for point in points[1:]))
    colour = ink("var(--wood-edge)")
    assert colour is not None
    width = layout.squares[1].tile.width * PATH_SHARE
    return PrintedShape((*calls, ("endPath", ())), None, replace(colour, cover=0.5), width)


def hedges(board: Board, layout: BoardLayout) -> Iterator[PrintedShape]:
    """Yield hedges between neighbouring squares that do not follow each other, and at the gate."""
    of = layout.measures
    if of.gap_mm < LEAST_GAP_MM:
        return
    tile = of.pitch_mm - of.gap_mm
    scale = min(of.gap_mm / HEDGE, tile / TILE)
    for start, end in hedge_lines(board, layout):
        for stroke in drawn("hedge"):
            ((_, ((_, y),)), *_) = stroke.outline
            up = (HEDGE_MIDDLE - y) * scale
            line = (
                ("moveTo", ((start[0], start[1] + up),)),
                ("lineTo", ((end[0], end[1] + up),)),
                ("endPath", ()),
            )
            dash = stroke.dash and tuple(length * scale for length in stroke.dash)
            yield replace(stroke, outline=line, width=stroke.width * scale, dash=dash)


def hedge_lines(board: Board, layout: BoardLayout) -> Iterator[tuple[Point, Point]]:
    """Yield the ends of each hedge, from left to right or from above down."""
    edges = {*_between(board), *_beside_the_gate(board)}
    pitch, inset = layout.measures.pitch_mm, layout.measures.gap_mm
    for row, column, down in sorted(edges):
        along = (0, 1) if down == 0 else (1, 0)
        # An edge lies below its square (down 0: it runs across) or to the right of it.
        before = (row - along[0], column - along[1], down)
        if before in edges:
            continue
        length = 1
        while (row + length * along[0], column + length * along[1], down) in edges:
            length += 1
        x = layout.measures.border_mm + column * pitch
        y = layout.height - layout.measures.border_mm - row * pitch
        if down == 0:
            y -= pitch
            yield (x + inset, y), (x + length * pitch - inset, y)
        else:
            x += pitch
            yield (x, y - inset), (x, y - length * pitch + inset)


def _between(board: Board) -> Iterator[tuple[int, int, int]]:
    """Yield edges between squares that do not follow each other: place, and 1 if it runs down."""
    at = {(place.row, place.column): square for square, place in board.squares.items()}
    for (row, column), square in at.items():
        for down, other in ((0, at.get((row + 1, column))), (1, at.get((row, column + 1)))):
            if other is not None and abs(other - square) != 1:
                yield row, column, down


def _beside_the_gate(board: Board) -> Iterator[tuple[int, int, int]]:
    """Yield the outer edges in line with the gate."""
    side = gate_side(board)
    if side is None:
        return
    down, right = side
    taken = {(place.row, place.column) for place in board.squares.values()}
    first = board.squares[1]
    for step in (-1, 1):
        row, column = first.row + step * abs(right), first.column + step * abs(down)
        while (row, column) in taken and (row + down, column + right) not in taken:
            yield row - (down < 0), column - (right < 0), abs(right)
            row, column = row + step * abs(right), column + step * abs(down)
