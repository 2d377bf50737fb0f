"""Sets texts into their fields, by the real outlines of the letters."""

from dataclasses import dataclass, replace
from typing import Final

from fontTools.misc.transform import Transform

from controller.board.make.layout import Box
from web.artwork.drawings import Ink, PrintedShape, bounds, ink, letters, moved, text_width

LEFT: Final = 0.0
MIDDLE: Final = 0.5
TOP: Final = 1.0


@dataclass(frozen=True, slots=True)
class PrintedText:
    """A text as it is printed.

    Attributes:
        text: the text.
        field: the room it has.
        size: of the font, in millimetres.
        shape: its outline, within the field.
    """

    text: str
    field: Box
    size: float
    shape: PrintedShape


def set_text(
    text: str,
    size: float,
    field: Box,
    *,
    across: float = MIDDLE,
    up: float = MIDDLE,
    colour: Ink | None = None,
) -> PrintedText:
    """Set one line into a field, smaller if it would not fit.

    Args:
        text: the text, not empty.
        size: of the font, in millimetres, if there is room.
        field: the room.
        across: where it lies across the field: 0 left, 1 right.
        up: where it lies from below: 0 at the bottom, 1 at the top.
        colour: its ink; that of the pages' text without one.
    """
    shape, _ = letters(text, size)
    left, low, right, high = bounds(shape)
    scale = min(1.0, field.width / (right - left), field.height / (high - low))
    x = field.left + across * (field.width - scale * (right - left)) - scale * left
    y = field.bottom + up * (field.height - scale * (high - low)) - scale * low
    (placed,) = moved((shape,), Transform(scale, 0, 0, scale, x, y), scale)
    return PrintedText(text, field, size * scale, replace(placed, fill=colour or ink("var(--ink)")))


def set_paragraph(text: str, size: float, field: Box, least: float) -> tuple[PrintedText, ...]:
    """Set a text in lines from the top of a field, smaller if it would not fit.

    Args:
        text: words with spaces between.
        size: of the font, in millimetres, if there is room.
        field: the room.
        least: smallest size that is still read with ease.

    Raises:
        ValueError: it does not fit even then.
    """
    while size >= least:
        lines = _lines(text, size, field.width)
        step = size * LEADING
        if lines is not None and len(lines) * step <= field.height:
            top = field.bottom + field.height
            middle = field.centre[0]
            return tuple(
                set_text(line, size, Box((middle, top - (at + 0.5) * step), field.width, step))
                for at, line in enumerate(lines)
            )
        size *= 0.95
    raise ValueError(f"“{text}” does not fit its field.")


LEADING: Final = 1.25
"""Distance of lines, in sizes of the font; a letter with its accent and descender is lower."""


def _lines(text: str, size: float, width: float) -> list[str] | None:
    """Break a text into lines; None if a word alone is wider than the field."""
    lines: list[str] = []
    for word in text.split(" "):
        if text_width(word, size) > width:
            return None
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
