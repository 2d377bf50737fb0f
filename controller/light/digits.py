"""Draws digits by the lights of a board, two at a time.

A digit is three lights wide and five high. Dots below the digits number the pairs, which shows
where the number begins: one dot under the first pair, two under the second.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

PICTURE_S: Final = 1.8
"""Time a pair of digits is shown."""
GAP_S: Final = 0.3
"""Dark time between two pairs."""
PAUSE_S: Final = 1.2
"""Dark time before the first pair repeats."""
ROUNDING_S: Final = 1e-6
"""Tolerance: a moment this much too early is on time."""
LONGEST: Final = 8
"""Most digits that can be shown: there is room for four dots."""

DIGIT_WIDTH: Final = 3
WIDTH: Final = 2 * DIGIT_WIDTH + 1
DIGIT_HEIGHT: Final = 5
HEIGHT: Final = DIGIT_HEIGHT + 2
DIGITS: Final[Mapping[str, tuple[str, ...]]] = {
    "0": ("###", "#.#", "#.#", "#.#", "###"),
    "1": (".#.", "##.", ".#.", ".#.", "###"),
    "2": ("###", "..#", "###", "#..", "###"),
    "3": ("###", "..#", ".##", "..#", "###"),
    "4": ("#.#", "#.#", "###", "..#", "..#"),
    "5": ("###", "#..", "###", "..#", "###"),
    "6": ("###", "#..", "###", "#.#", "###"),
    "7": ("###", "..#", "..#", ".#.", ".#."),
    "8": ("###", "#.#", "###", "#.#", "###"),
    "9": ("###", "#.#", "###", "..#", "###"),
}

Spot = tuple[int, int]
"""A row, 0 the uppermost, and a column, 0 the leftmost."""


class DrawnDigits(msgspec.Struct, frozen=True):
    """State while a number is drawn. It leaves out the digits: only people at the board see them.

    Attributes:
        until_s: end of the drawing, in the clock's seconds.
    """

    until_s: float


def can_be_shown(text: str) -> bool:
    """Check whether a text consists of digits and is short enough."""
    return 0 < len(text) <= LONGEST and all(each in DIGITS for each in text)


def picture(text: str, number: int) -> frozenset[Spot]:
    """Draw one or two digits and the dots below, in a box of `HEIGHT` rows and `WIDTH` columns.

    Args:
        text: the digits.
        number: number of dots.

    Raises:
        KeyError: the text has other characters than digits.
    """
    lit = {
        (row, place * (DIGIT_WIDTH + 1) + column)
        for place, digit in enumerate(text)
        for row, line in enumerate(DIGITS[digit])
        for column, dot in enumerate(line)
        if dot == "#"
    }
    return frozenset(lit | {(HEIGHT - 1, 2 * dot) for dot in range(number)})


def pictures(text: str) -> tuple[frozenset[Spot], ...]:
    """Split a number into the pictures that are shown one after the other."""
    pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
    return tuple(picture(pair, number) for number, pair in enumerate(pairs, start=1))


def shown_at(count: int, elapsed_s: float) -> tuple[int | None, float]:
    """Return the index of the picture shown, None in the dark, and the seconds until it changes.

    Args:
        count: number of pictures.
        elapsed_s: time since the first picture was first shown.
    """
    step_s = PICTURE_S + GAP_S
    round_s = count * step_s + PAUSE_S
    within_s = (elapsed_s + ROUNDING_S) % round_s
    index = int(within_s // step_s)
    into_s = within_s - index * step_s
    if index < count and into_s < PICTURE_S:
        return index, PICTURE_S - into_s + ROUNDING_S
    until_s = step_s * (index + 1) if index + 1 < count else round_s
    return None, until_s - within_s + ROUNDING_S


class Canvas:
    """Drawing surface made of the lights of a board. Does not change.

    Args:
        places: the row and column of every square with a light.
    """

    def __init__(self, places: Mapping[int, Spot]) -> None:
        self._squares = {spot: square for square, spot in places.items()}
        rows = [row for row, _ in self._squares]
        columns = [column for _, column in self._squares]
        self._top = (max(rows, default=0) + 1 - HEIGHT) // 2
        self._left = (max(columns, default=0) + 1 - WIDTH) // 2

    @property
    def suffices(self) -> bool:
        """True if the board has every light that two digits may need."""
        box = ((row, column) for row in range(HEIGHT) for column in range(WIDTH))
        return all(self._at(spot) is not None for spot in box)

    def squares(self, lit: frozenset[Spot]) -> frozenset[int]:
        """Return the squares that a picture lights."""
        return frozenset(square for spot in lit if (square := self._at(spot)) is not None)

    def _at(self, spot: Spot) -> int | None:
        row, column = spot
        return self._squares.get((self._top + row, self._left + column))


class ShownNumber(msgspec.Struct, frozen=True):
    """A number that is being drawn.

    Attributes:
        pictures: the squares that each pair of digits lights.
        since_s: start of the drawing, in the clock's seconds.
        until_s: its end.
    """

    pictures: tuple[frozenset[int], ...]
    since_s: float
    until_s: float

    def squares(self, now_s: float) -> frozenset[int]:
        """Return the squares that are lit now."""
        index, _ = shown_at(len(self.pictures), now_s - self.since_s)
        return frozenset() if index is None else self.pictures[index]

    def due_s(self, now_s: float) -> float:
        """Return the time of the next change."""
        _, left_s = shown_at(len(self.pictures), now_s - self.since_s)
        return min(now_s + left_s, self.until_s)


def number_shown(text: str, canvas: Canvas, now_s: float, for_s: float) -> ShownNumber:
    """Draw a number from now on.

    Args:
        text: up to `LONGEST` digits.
        canvas: the lights.
        now_s: the clock's seconds.
        for_s: duration in seconds.
    """
    squares = tuple(canvas.squares(each) for each in pictures(text))
    return ShownNumber(squares, now_s, now_s + for_s)
