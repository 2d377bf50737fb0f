"""Work in steps, many pieces at once, in one thread."""

from dataclasses import dataclass
from math import inf
from operator import attrgetter
from typing import Final

from hardware.clock import Clock
from hardware.pn532.chip import Steps


@dataclass(slots=True, eq=False)
class _Piece:
    due_s: float
    steps: Steps[None]


_due_s: Final = attrgetter("due_s")


class Pool:
    """Runs the piece of work that is due, and sleeps until one is.

    A piece that waits for another one, and not for a time, says infinity: see `wake`.

    Args:
        clock: the board's time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._pieces: list[_Piece] = []

    def add(self, steps: Steps[None]) -> None:
        """Add a piece of work; it begins at its turn."""
        self._pieces.append(_Piece(self._clock.now_s(), steps))

    def wake(self, at_s: float) -> None:
        """Resume at that time the pieces that wait for others."""
        for piece in self._pieces:
            if piece.due_s == inf:
                piece.due_s = at_s

    def carry_on(self) -> bool:
        """Do one step of the piece that is due first; return False if there is none."""
        if not self._pieces:
            return False
        piece = min(self._pieces, key=_due_s)  # of several, the one added first
        if piece.due_s == inf:
            return False
        self._clock.sleep(piece.due_s - self._clock.now_s())
        try:
            piece.due_s = inf  # unless it says otherwise: `wake` may come before it does
            piece.due_s = next(piece.steps)
        except StopIteration:
            self._pieces.remove(piece)
        return True
