"""The same for whoever reads the board: whole sweeps, then runners put down in random games."""

import random
from dataclasses import dataclass
from itertools import islice
from typing import Final, Protocol

from benchmarks.sensing_table import Table, turns
from controller.game.pieces import Colour
from hardware.simulated.pn532.radio import Radio

SEED: Final = 2018
SETTLE_S: Final = 3.0
"""How long runners have stood in a new position, at least, before one of them is lifted."""


class Readers(Protocol):
    """Readers of some kind, under a table of their own.

    Attributes:
        table: the runners above them.
        radio: knows what they draw.
        attends: whether it makes a difference to them which squares matter.
    """

    table: Table
    radio: Radio
    attends: bool

    def attend(self, squares: frozenset[int]) -> None:
        """These squares matter now."""
        ...

    def run(self, seconds: float) -> None:
        """Go on for a while."""
        ...

    def seen_s(self, colour: Colour, square: int) -> float:
        """Go on until a runner is seen on a square; returns when that was."""
        ...

    def sweeps_s(self, count: int) -> list[float]:
        """How long each of some sweeps takes."""
        ...


@dataclass(frozen=True)
class Result:
    """What was measured of somebody.

    Attributes:
        sweeps_s: whole sweeps.
        lit_s: from a runner put on a square the game attends to, until it is seen there.
        unlit_s: the same for other squares; empty if it makes no difference.
        peak_ma: most that the readers drew.
        most_fields: most fields on at once.
        closest: fewest rows or columns between two fields on at once; 1 for neighbours.
    """

    sweeps_s: list[float]
    lit_s: list[float]
    unlit_s: list[float]
    peak_ma: float
    most_fields: int
    closest: int | None


def compete(readers: Readers, sweeps: int, puts: int) -> Result:
    """Measure whole sweeps, and so many runners put down."""
    rng = random.Random(SEED)
    table = readers.table
    table.lay_out(next(turns(rng)).standing)
    readers.run(SETTLE_S)
    sweeps_s = readers.sweeps_s(sweeps)
    # Hands come at any moment of a sweep.
    longest_pause_s = max(sweeps_s)
    lit_s: list[float] = []
    unlit_s: list[float] = []
    for turn in islice(turns(rng), puts):
        table.lay_out(turn.standing)
        readers.attend(turn.attended)
        readers.run(SETTLE_S)
        squares = (turn.to, turn.elsewhere(rng))
        for square, times in zip(squares, (lit_s, unlit_s), strict=True):
            put_s = table.carry(turn.runner, square, rng.uniform(0, longest_pause_s), rng)
            times.append(readers.seen_s(turn.runner, square) - put_s)
            if not readers.attends:
                break
    radio = readers.radio
    return Result(sweeps_s, lit_s, unlit_s, radio.peak_ma, radio.most_fields, radio.closest)
