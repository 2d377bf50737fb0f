"""The card for the table, by which players join, and race cards with what moves cost."""

from collections.abc import Iterator
from typing import Final

import segno

from controller.board.make.layout import Box
from controller.board.make.order import Order
from controller.game.editions.rulesets import make_ruleset
from controller.game.pieces import PIECES
from controller.game.rules.ruleset.build import cost
from web.artwork.drawings import PrintedShape, ink, moved_to, rounded
from web.artwork.drawings import symbol as drawn
from web.artwork.sheets.pieces import CutOut
from web.artwork.texts import MIDDLE, PrintedText, set_text
from web.languages.language import speech

CARD_MM: Final = (90.0, 124.0)
"""Four of them fit A4 and letter."""
ADDRESS: Final = "hareboard.local"
"""Name of an installed board in its network."""
QUIET: Final = 4
"""Modules around a QR code (ISO/IEC 18004, 9.1)."""
CODE_MM: Final = 46.0
COLUMNS: Final = 4
RIGHT: Final = 1.0


def table_card(order: Order) -> tuple[CutOut, ...]:
    """Return the card by which players join; its code is written in by hand."""
    say = speech(order.language)
    width, height = CARD_MM
    middle = width / 2
    lines = (
        (say._("Hare & Tortoise"), 8.0, 100.0, 9.0),
        (say._("Scan to join, or open"), 5.0, 43.0, 6.0),
        (ADDRESS, 6.5, 35.0, 8.0),
        (say._("and type the code"), 5.0, 27.0, 6.0),
    )
    texts = tuple(
        set_text(text, size, Box((middle, y), width - 12, tall)) for text, size, y, tall in lines
    )
    box = rounded(middle - 25, 8, 50, 14, 2)
    shapes = (
        _ground(),
        *moved_to(drawn("hare"), middle - 9, height - 3, 0.18),
        *_code(f"http://{ADDRESS}/join", middle - CODE_MM / 2, 47.5),
        PrintedShape(box, ink("#fff"), ink("var(--ink)"), 0.4),
    )
    return (CutOut(width, height, shapes, texts),)


def race_cards(order: Order) -> tuple[CutOut, ...]:
    """Return a card for each runner of the box, with what each number of squares costs."""
    say = speech(order.language)
    width, height = CARD_MM
    home = make_ruleset(order.edition).home
    rows = -(-home // COLUMNS)
    step, across = (height - 24) / rows, (width - 8) / COLUMNS
    texts: list[PrintedText] = [
        set_text(say._("Race card"), 7, Box((width / 2, height - 10), width - 12, 9))
    ]
    grey = ink("var(--ink-soft)")
    for squares in range(1, home + 1):
        column, row = divmod(squares - 1, rows)
        left, y = 4 + column * across, height - 19 - (row + 0.5) * step
        texts.append(
            set_text(
                str(squares), 3.6, Box((left + 4, y), 6, step * 0.8), across=RIGHT, colour=grey
            )
        )
        field = Box((left + 13.5, y), 11, step * 0.8)
        texts.append(set_text(str(cost(squares)), 4.6, field, across=RIGHT, up=MIDDLE))
    shapes = (_ground(), *(shape for at in range(COLUMNS) for shape in _head(at, across, height)))
    return (CutOut(width, height, shapes, tuple(texts)),) * len(PIECES)


def _head(column: int, across: float, height: float) -> Iterator[PrintedShape]:
    """Yield the carrot above a column of costs."""
    yield from moved_to(drawn("carrot"), 4 + column * across + 14, height - 14, 0.05)


def _ground() -> PrintedShape:
    width, height = CARD_MM
    return PrintedShape(rounded(0, 0, width, height), ink("var(--sheet)"))


def _code(link: str, left: float, low: float) -> Iterator[PrintedShape]:
    """Yield a QR code with its quiet zone."""
    matrix = segno.make_qr(link, error="m").matrix
    module = CODE_MM / (len(matrix) + 2 * QUIET)
    yield PrintedShape(rounded(left, low, CODE_MM, CODE_MM), ink("#fff"))
    top = low + CODE_MM - QUIET * module
    # One outline: between outlines of their own, printers leave pale seams.
    outline = tuple(
        call
        for row, line in enumerate(matrix)
        for column, dark in enumerate(line)
        if dark
        for call in rounded(
            left + (QUIET + column) * module, top - (row + 1) * module, module, module
        )
    )
    yield PrintedShape(outline, ink("#000"))
