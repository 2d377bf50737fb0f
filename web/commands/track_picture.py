"""The track as text, for a terminal: its squares, and the runners in their colours."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import click

from controller.game.pieces import PIECES, Colour, Seating
from controller.game.rules import State
from controller.game.rules.ruleset.track import CARROT, FLAG, HARE, LETTUCE, TORTOISE
from web.languages.language import Speech
from web.views.words import board_words, colour_name, kind_name

SIDE: Final = 6
"""Room beside the track for START and for HOME, and for six runners there."""
TEN: Final = 10
INKS: Final[dict[Colour, tuple[str, str]]] = {
    "red": ("red", "bright_white"),
    "yellow": ("bright_yellow", "black"),
    "green": ("green", "black"),
    "blue": ("blue", "bright_white"),
    "pink": ("bright_magenta", "black"),
    "black": ("black", "bright_white"),
}
"""Background and ink of each runner, of the sixteen colours that every terminal has."""
NUMBERS: Final = {piece.colour: str(piece.number) for piece in PIECES}


@dataclass(frozen=True)
class TrackPicture:
    """Draws positions of one game, each in three lines: runners, squares, numbers of squares.

    Attributes:
        seating: the players with their runners.
        columns: width of the terminal; a longer track continues below.
    """

    seating: Seating
    columns: int

    def legend(self, state: State, say: Speech) -> str:
        """Explain the numbers of the runners and the letters of the squares."""
        runners = [
            f"{_token(colour)} {colour_name(colour, say)} ({player.name})"
            for player in self.seating.players
            for colour in player.colours
        ]
        words = board_words(state.rules.edition)
        squares = [
            f"{kind} {kind_name(kind, say, words)}"
            for kind in (HARE, CARROT, LETTUCE, TORTOISE, FLAG)
            if kind in state.rules.kinds
        ]
        return f"Runners: {', '.join(runners)}\nSquares: {', '.join(squares)}, 2 3 4 numbers"

    def draw(self, state: State, before: State | None = None) -> str:
        """Draw a position; dashes lead from where a runner stood in the position before."""
        home = state.rules.home
        marks = dict.fromkeys(() if before is None else _ways(before, state), "-")
        marks |= {
            runner.at: _token(self.seating.colour(number, index))
            for number, seat in enumerate(state.seats)
            for index, runner in enumerate(seat.runners)
        }
        length = self._squares_in_a_row(home - 1)
        rows = [range(first, min(first + length, home)) for first in range(1, home, length)]
        return "\n".join(line.rstrip() for row in rows for line in self._row(row, marks, state))

    def _squares_in_a_row(self, squares: int) -> int:
        """Return the number of squares in a row: all if there is room, else whole tens."""
        room = self.columns - 2 * SIDE
        return squares if squares <= room else max(room // TEN, 1) * TEN

    def _row(self, row: range, marks: dict[int, str], state: State) -> Iterator[str]:
        home = state.rules.home
        first, last = row[0] == 1, row[-1] == home - 1
        waiting = [
            _token(self.seating.colour(number, index))
            for number, seat in enumerate(state.seats)
            for index, runner in enumerate(seat.runners)
            if runner.at == 0
        ]
        arrived = [_token(self.seating.colour(*each)) for each in state.home]
        standing = "".join(marks.get(square, " ") for square in row)
        start = " " * (SIDE - 1 - len(waiting)) + "".join(waiting) + " " * (len(waiting) < SIDE)
        yield (start if first else " " * SIDE) + standing + " " + "".join(arrived if last else ())
        squares = "".join(state.rules.kinds[square] or "" for square in row)
        yield ("START " if first else " " * SIDE) + squares + (" HOME" if last else "")
        yield " " * SIDE + _scale(row)


def _token(colour: Colour) -> str:
    """Return the number of a runner, in its colours."""
    background, ink = INKS[colour]
    return click.style(NUMBERS[colour], bg=background, fg=ink, bold=True)


def _ways(before: State, after: State) -> Iterator[int]:
    """Yield the squares that runners have left or passed over between two positions."""
    for seat_before, seat_after in zip(before.seats, after.seats, strict=True):
        for was, runner in zip(seat_before.runners, seat_after.runners, strict=True):
            if was.at != runner.at:
                yield from range(min(was.at, runner.at), max(was.at, runner.at) + 1)


def _scale(row: range) -> str:
    """Return the numbers of the first square and of every tenth one, each ending at its square."""
    scale = ""
    for square in row:
        if square % TEN == 0 or square == 1:
            scale = scale.ljust(square - row[0] + 1 - len(str(square))) + str(square)
    return scale
