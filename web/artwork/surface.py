"""The surface of a board as vector PDF at 1:1: one sheet, and tiles for a printer."""

import io
import math
from collections.abc import Iterator
from typing import Final, Literal

from reportlab.lib.units import mm

from controller.board.make.layout import BoardLayout, Box, Spotlight, SquareLayout, lay_out
from controller.board.make.order import PAPER_MM, MadeFile, Order, Paper
from controller.game.editions.rulesets import load_edition, load_track
from web.artwork.drawings import Ink, PrintedShape, circle, ink, placed, rounded
from web.artwork.drawings import symbol as drawn
from web.artwork.pdf import HAIRLINE_MM, RULER_MM, draw, marks, new_canvas, ruler
from web.artwork.scenery import gate, hedges, path
from web.artwork.texts import LEFT, MIDDLE, TOP, PrintedText, set_text
from web.languages.language import speech

Ground = Literal["painted", "bare"]
SYMBOLS: Final = {
    "H": "hare",
    "C": "carrot",
    "L": "lettuce",
    "T": "tortoise",
    "2": "two",
    "3": "three",
    "4": "four",
    "F": "flag",
    "HOME": "home",
}
"""Drawing of each kind of square."""
CUT: Final = Ink(0.85, 0, 0.35)
CORNER_MM: Final = 3.0
NUMBER_MM: Final = 7.0
USUAL_TILE_MM: Final = 52.0
"""Side of the square that these sizes are meant for; on others they are in proportion."""
NUMBER_MARGIN_MM: Final = 3.0
NUMBER_HEIGHT_MM: Final = 5.0
HOME_MARGIN_MM: Final = 4.0
CLEAR_MM: Final = 1.0
"""Least distance of a text from a hole."""
SYMBOL_SHARE: Final = 0.62
EDGE_MM: Final = 12.0
"""Unprinted edge of a tile, with marks, ruler and its number."""
OVERLAP_MM: Final = 10.0


def surface_files(order: Order) -> Iterator[MadeFile]:
    """Yield the artwork, with painted ground and bare for vinyl or wood, each whole and tiled."""
    layout = lay_out(order.board)
    grounds: tuple[Ground, ...] = ("painted", "bare")
    for ground in grounds:
        shapes = tuple(surface_shapes(order, layout, ground))
        yield MadeFile(f"artwork/surface-{ground}.pdf", _whole(shapes, layout))
        name = f"artwork/surface-{ground}-{order.paper}.pdf"
        yield MadeFile(name, _tiled(shapes, layout, order.paper))


def surface_shapes(order: Order, layout: BoardLayout, ground: Ground) -> Iterator[PrintedShape]:
    """Yield the shapes of a surface in millimetres, y up, those below first."""
    kinds = _kinds(order)
    if ground == "painted":
        yield PrintedShape(rounded(0, 0, layout.width, layout.height), fill=ink("var(--bed)"))
        yield path(order.board, layout)
    for square in layout.squares.values():
        yield from _tile(square, kinds.get(square.square), ground)
    yield from hedges(order.board, layout)
    start = gate(order.board, layout)
    if start is not None:
        yield from start.shapes
    for square in layout.squares.values():
        yield from _symbol(square, kinds.get(square.square))
    for text in surface_texts(order, layout):
        yield text.shape
    for square in layout.squares.values():
        for hole in square.holes:
            box = _box(hole)
            outline = rounded(box.left, box.bottom, box.width, box.height, box.height / 2)
            yield PrintedShape(outline, ink("#fff"), CUT, HAIRLINE_MM)
            yield from _cross(hole.centre)
    for fixing in layout.fixings:
        yield PrintedShape(circle(*fixing, 1.7), None, CUT, HAIRLINE_MM)
    yield PrintedShape(rounded(0, 0, layout.width, layout.height), None, CUT, HAIRLINE_MM)


def surface_texts(order: Order, layout: BoardLayout) -> Iterator[PrintedText]:
    """Yield every text of a surface: the numbers of its squares, HOME and START."""
    kinds, say = _kinds(order), speech(order.language)
    for square in layout.squares.values():
        share = min(1.0, square.tile.width / USUAL_TILE_MM)
        if kinds.get(square.square) == "HOME":
            yield set_text(say._("HOME"), NUMBER_MM * share, _clear(square, _home_fields(square)))
        else:
            field = _clear(square, _number_fields(square))
            yield set_text(str(square.square), NUMBER_MM * share, field, across=LEFT, up=TOP)
    start = gate(order.board, layout)
    if start is not None:
        dark = ink("var(--s-numeral)")
        yield set_text(say._("START"), start.size, start.field, up=MIDDLE, colour=dark)


def _kinds(order: Order) -> dict[int, str]:
    """Return the kind of each square of the edition's track, with HOME."""
    track = load_track(load_edition(order.edition).options["track"])
    return dict(enumerate([*track.kinds, "HOME"], start=1))


def _clear(square: SquareLayout, fields: tuple[Box, ...]) -> Box:
    """Return the first field that no hole touches; the first one if there is none."""
    holes = [_box(hole) for hole in square.holes]
    return next(
        (each for each in fields if not any(_near(each, hole) for hole in holes)), fields[0]
    )


def _near(field: Box, hole: Box) -> bool:
    return (
        abs(field.centre[0] - hole.centre[0]) < (field.width + hole.width) / 2 + CLEAR_MM
        and abs(field.centre[1] - hole.centre[1]) < (field.height + hole.height) / 2 + CLEAR_MM
    )


def _box(hole: Spotlight) -> Box:
    return Box(hole.centre, hole.length, hole.diameter)


def _number_fields(square: SquareLayout) -> tuple[Box, ...]:
    """Return the places of a number: a corner above, below the holes, a corner below."""
    tile = square.tile
    share = min(1.0, tile.width / USUAL_TILE_MM)
    margin, height = NUMBER_MARGIN_MM * share, NUMBER_HEIGHT_MM * share
    width = tile.width / 3 - margin
    x = tile.left + margin + width / 2
    top = tile.bottom + tile.height - margin
    under = min((_box(each).bottom for each in square.holes), default=top) - 1.5 * CLEAR_MM
    low = tile.bottom + margin
    heights = (top - height / 2, under - height / 2, low + height / 2)
    return tuple(Box((x, y), width, height) for y in heights)


def _home_fields(square: SquareLayout) -> tuple[Box, ...]:
    """Return the places of HOME: below its drawing, or above."""
    tile = square.tile
    share = min(1.0, tile.width / USUAL_TILE_MM)
    margin, height = HOME_MARGIN_MM * share, NUMBER_HEIGHT_MM * share
    away = tile.height / 2 - margin - height / 2
    width = tile.width - 2 * margin
    x, y = tile.centre
    return Box((x, y - away), width, height), Box((x, y + away), width, height)


def _tile(square: SquareLayout, kind: str | None, ground: Ground) -> Iterator[PrintedShape]:
    tile = square.tile
    outline = rounded(tile.left, tile.bottom, tile.width, tile.height, CORNER_MM)
    edge = ink("var(--wood-edge)")
    if ground == "bare":
        yield PrintedShape(outline, None, edge, 0.4)
        return
    number = square.square
    wood = "--wood-3" if number % 5 == 1 else "--wood-2" if number % 3 == 0 else "--wood"
    fill = "var(--hedge-light)" if kind == "HOME" else f"var({wood})"
    yield PrintedShape(outline, ink(fill), edge, 0.4)


def _symbol(square: SquareLayout, kind: str | None) -> Iterator[PrintedShape]:
    """Yield the drawing of a square; of none if the track has no such square."""
    if kind is None:
        return
    tile = square.tile
    size = tile.width * SYMBOL_SHARE
    low = tile.bottom + tile.height * (0.18 if kind == "HOME" else 0.1)
    yield from placed(drawn(SYMBOLS[kind]), square.centre[0] - size / 2, low + size, size)


def _cross(at: tuple[float, float], arm: float = 1.0) -> Iterator[PrintedShape]:
    x, y = at
    for one, other in (((x - arm, y), (x + arm, y)), ((x, y - arm), (x, y + arm))):
        line = (("moveTo", (one,)), ("lineTo", (other,)), ("endPath", ()))
        yield PrintedShape(line, None, CUT, HAIRLINE_MM)


def _whole(shapes: tuple[PrintedShape, ...], layout: BoardLayout) -> bytes:
    """Write one sheet: the wood with an edge for marks and ruler."""
    out = io.BytesIO()
    canvas = new_canvas(out, layout.width + 2 * EDGE_MM, layout.height + 2 * EDGE_MM)
    canvas.translate(EDGE_MM * mm, EDGE_MM * mm)
    draw(canvas, shapes)
    marks(canvas, layout.width, layout.height)
    ruler(canvas, min(RULER_MM, layout.width))
    canvas.save()
    return out.getvalue()


def _tiled(shapes: tuple[PrintedShape, ...], layout: BoardLayout, paper: Paper) -> bytes:
    """Write the wood in tiles that overlap, row by row from the upper left."""
    page_width, page_height = PAPER_MM[paper]
    width, height = page_width - 2 * EDGE_MM, page_height - 2 * EDGE_MM
    columns = _tiles(layout.width, width)
    rows = _tiles(layout.height, height)
    out = io.BytesIO()
    canvas = new_canvas(out, page_width, page_height)
    for row in range(rows):
        for column in range(columns):
            left = column * (width - OVERLAP_MM)
            low = layout.height - height - row * (height - OVERLAP_MM)
            canvas.saveState()
            canvas.translate(EDGE_MM * mm, EDGE_MM * mm)
            canvas.saveState()
            window = canvas.beginPath()
            window.rect(0, 0, width * mm, height * mm)
            canvas.clipPath(window, stroke=0, fill=0)
            canvas.translate(-left * mm, -low * mm)
            draw(canvas, shapes)
            canvas.restoreState()
            marks(canvas, width, height)
            ruler(canvas, RULER_MM)
            canvas.setFont("Helvetica", 9)
            named = f"{row + 1}/{rows}, {column + 1}/{columns}"
            canvas.drawRightString((width - 2) * mm, -8 * mm, named)
            canvas.restoreState()
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def _tiles(whole: float, tile: float) -> int:
    """Count the tiles that cover a length, each overlapping the one before."""
    return max(1, math.ceil((whole - OVERLAP_MM) / (tile - OVERLAP_MM)))
