"""The fronts and backs of runners, and the discs for their bases."""

from dataclasses import replace
from typing import Final

from fontTools.misc.transform import Transform

from controller.board.make.layout import Box
from controller.board.make.order import Order
from controller.game.pieces import PIECES, PieceLook
from web.artwork.drawings import Ink, PrintedShape, circle, ink, moved, moved_to
from web.artwork.drawings import symbol as drawn
from web.artwork.pdf import HAIRLINE_MM
from web.artwork.sheets.pieces import CutOut
from web.artwork.surface import CUT
from web.artwork.texts import PrintedText, set_text

TOKEN: Final = (100.0, 124.0)
"""Box of a runner's drawing."""
MARGIN: Final = 5.0
MIDDLE: Final = 82.0
TRIANGLE_MIDDLE: Final = 93.0
EARS_SHARE: Final = 0.84
"""Ears are this much of the runner's colour, the rest black; as in base.css."""
BACK: Final = "#f1dfbd"
BACK_TEXT: Final = "#3a2a1a"
BACK_LINE: Final = 9.0


def runner_pieces(order: Order) -> tuple[CutOut, ...]:
    """Return front, back and base of each runner, as wide as its base."""
    size = order.board.measures.base_mm
    return tuple(
        piece
        for look in PIECES
        for piece in (_front(look, size), _back(look, size), _base(look, size))
    )


def _front(look: PieceLook, size: float) -> CutOut:
    colour = ink(look.rgb)
    assert colour is not None
    ears = replace(
        colour, **{part: getattr(colour, part) * EARS_SHARE for part in ("red", "green", "blue")}
    )
    shapes = (*_inked("ears", ears), *_inked(f"shape-{look.shape}", colour))
    return _figure(look, size, shapes, ink(look.ink))


def _back(look: PieceLook, size: float) -> CutOut:
    """Return the runner as the pages draw it face down, mirrored to fit the front."""
    colour = ink(look.rgb)
    assert colour is not None
    ground = ink(BACK)
    body = [
        replace(shape, stroke=colour, width=BACK_LINE)
        for shape in _inked(f"shape-{look.shape}", ground)
    ]
    shapes = tuple(moved((*_inked("ears", colour), *body), Transform(-1, 0, 0, 1, 100, 0), 1.0))
    return _figure(look, size, shapes, ink(BACK_TEXT))


def _base(look: PieceLook, size: float) -> CutOut:
    """Return the disc for the base."""
    middle, (_, tall) = size / 2, _box(size)
    disc = circle(middle, tall / 2, size / 2)
    field = Box((middle, tall / 2), size * 0.5, size * 0.5)
    shapes = (PrintedShape(disc, ink(look.rgb), CUT, HAIRLINE_MM),)
    text = set_text(str(look.number), size * 0.6, field, colour=ink(look.ink))
    return CutOut(size, tall, shapes, (text,))


def _figure(
    look: PieceLook, size: float, shapes: tuple[PrintedShape, ...], colour: Ink | None
) -> CutOut:
    width, height = _box(size)
    scale = size / (TOKEN[0] + 2 * MARGIN)
    middle = TRIANGLE_MIDDLE if look.shape == "triangle" else MIDDLE
    field = Box((width / 2, height - (middle + MARGIN) * scale), 40 * scale, 40 * scale)
    text: PrintedText = set_text(str(look.number), 46 * scale, field, colour=colour)
    at = tuple(moved_to(shapes, MARGIN * scale, height - MARGIN * scale, scale))
    return CutOut(width, height, at, (text,))


def _box(size: float) -> tuple[float, float]:
    return size, size * (TOKEN[1] + 2 * MARGIN) / (TOKEN[0] + 2 * MARGIN)


def _inked(name: str, colour: Ink | None) -> tuple[PrintedShape, ...]:
    return tuple(replace(shape, fill=colour) for shape in drawn(name))
