"""The board from above, small: its squares, what is under them, and the wires between."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from controller.board.electronics.output.drawings.paper import (
    LIT,
    LIT_PAPER,
    OTHER_PAPER,
    PALE,
    Spot,
    StepPaper,
)
from controller.board.file.form import Board
from controller.board.plan.ink import CELL as PLAN_CELL
from controller.board.plan.ink import INK, PAPER, STRIP
from controller.board.plan.ink import PITCH as PLAN_PITCH
from controller.board.plan.picture import draw_strip

WIDE: Final = 320.0
"""Width of a board with many columns."""
PITCHES: Final = (40.0, 72.0)
"""From one square to the next: least and most."""
STRIP_PITCH: Final = 80.0
"""The same where the lights of a strip are numbered."""
GREY: Final = "#6b675f"
TICK: Final = "#2a8a3a"
AROUND: Final = 14.0
"""Room around the squares, for the ends of the strip."""


class BoardMap:
    """A board from above.

    Args:
        paper: where it is drawn.
        board: the board.
        at: upper left corner.
        pitch: from one square to the next; None for what suits the board.
    """

    def __init__(
        self, paper: StepPaper, board: Board, at: Spot, pitch: float | None = None
    ) -> None:
        self._paper = paper
        self._board = board
        self._at = (at[0] + AROUND, at[1] + AROUND)
        columns = max(place.column for place in board.squares.values()) + 1
        rows = max(place.row for place in board.squares.values()) + 1
        least, most = PITCHES
        self._pitch = pitch or min(most, max(least, WIDE / columns))
        self._cell = self._pitch * PLAN_CELL / PLAN_PITCH
        self.width = columns * self._pitch + 2 * AROUND
        self.height = rows * self._pitch + 2 * AROUND

    def squares(self, lit: Iterable[int] = ()) -> None:
        """Draw every square with its number; those the step is about are `lit`."""
        about = frozenset(lit)
        others = [square for square in self._board.squares if square not in about]
        size = self._cell * 0.34
        for squares, fill, stroke, ink in (
            (others, OTHER_PAPER, PALE, INK if not about else GREY),
            ([square for square in self._board.squares if square in about], LIT_PAPER, LIT, INK),
        ):
            if squares:
                corners = (self._corner(square, self._cell) for square in squares)
                self._paper.boxes(corners, self._cell, fill=fill, stroke=stroke)
                texts = ((self.middle(square), f"{square}") for square in squares)
                self._paper.labels(texts, size, ink)

    def readers(self, squares: Iterable[int]) -> None:
        """Draw the reader under each of these squares."""
        side = self._cell * 0.68
        corners = (self._corner(square, side) for square in squares)
        self._paper.boxes(corners, side, fill="none", width=1)

    def lights(self) -> None:
        """Draw a light in each square that has some."""
        for square in self._board.lights.squares if self._board.lights is not None else ():
            x, y = self.middle(square)
            self._paper.circle((x, y - self._cell / 2 + 4), 2.5, fill=STRIP, stroke=STRIP)

    def strip(self) -> None:
        """Draw the strip of lights, its way, and the number of each light."""
        size = (self.width - 2 * AROUND, self.height - 2 * AROUND)
        group = self._paper.group(self._at, self._pitch / PLAN_PITCH, size)
        draw_strip(group, self._board, self._board.squares)

    def chain(self, squares: Sequence[int], home: Spot | None, ink: str) -> None:
        """Draw a wire from a spot through these squares, in this order, below their numbers."""
        stops = [(x, y + self._cell * 0.25) for x, y in map(self.middle, squares)]
        start = [] if home is None else [home, (home[0], stops[0][1])]
        self._paper.line(*(spot for spot, _ in groupby([*start, *stops])), stroke=ink, width=2)
        for stop in stops:
            self._paper.circle(stop, 2.5, fill=ink, stroke=ink)

    def ticks(self, squares: Iterable[int]) -> None:
        """Tick these squares off."""
        for square in squares:
            x, y = self.middle(square)
            low = y + self._cell * 0.36
            ways = ((x - 5, low - 3), (x - 2, low), (x + 5, low - 7))
            self._paper.line(*ways, stroke=TICK, width=2)

    def runner(self, square: int, mark: str) -> None:
        """Set a runner on a square."""
        x, y = self.middle(square)
        self._paper.circle((x, y), 11, fill=LIT, stroke=PAPER)
        self._paper.text((x, y + 4), mark, bold=True, anchor="middle", fill=PAPER)

    def middle(self, square: int) -> Spot:
        """Return the middle of a square."""
        place, (x, y) = self._board.squares[square], self._at
        half = self._cell / 2
        return x + place.column * self._pitch + half, y + place.row * self._pitch + half

    def _corner(self, square: int, side: float) -> Spot:
        x, y = self.middle(square)
        return x - side / 2, y - side / 2
