"""Simulated wiring mistakes: what is wired differs from the board file."""

import random
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Final

from controller.board import Board
from controller.bootstrap.simulated.emulated_pi import Emulation
from controller.plural import counted
from hardware.errors import HardwareError
from hardware.simulated.pn532.chip import EmulatedChip

WEAK_COUPLING: Final = 0.3
"""Success rate of one try of a weak reader: it reads a tag at half of its readings."""
SHORTEST_ROW: Final = 3


class TooManyMistakes(HardwareError, ValueError):
    """A board is too small for so many independent mistakes."""


@dataclass(frozen=True)
class Miswiring:
    """Wiring mistakes of a board. Correct wires are not listed.

    Attributes:
        readers: by the square a reader has in the board file, the square of the chip its wire
            really leads to; None for a chip without power.
        weak: squares whose reader couples badly.
        lights: by the square a light has in the board file, the square it is really under.
        dark: lights that do not shine, by their square in the board file.
    """

    readers: Mapping[int, int | None] = field(default_factory=dict)
    weak: frozenset[int] = frozenset()
    lights: Mapping[int, int] = field(default_factory=dict)
    dark: frozenset[int] = frozenset()

    def wires(self, emulation: Emulation) -> dict[int, EmulatedChip]:
        """Return the chip that each reader's wire leads to, by its square in the board file.

        Sets the faults of the chips themselves.
        """
        for square in self.weak:
            emulation.radio.set_coupling(square, WEAK_COUPLING)
        wires = {}
        for wired in emulation.chips:
            true = self.readers.get(wired, wired)
            if true is None:
                emulation.chips[wired].faults.set("lost_power", on=True)
            wires[wired] = emulation.chips[wired if true is None else true]
        return wires

    def under(self, lights: Mapping[int, Collection[int]]) -> dict[int, tuple[int, ...]]:
        """Return the lights that really lie under each square.

        Args:
            lights: the lights of each square in the board file, by their places on the strip.
        """
        under: dict[int, tuple[int, ...]] = {}
        for wired, places in sorted(lights.items()):
            square = self.lights.get(wired, wired)
            under[square] = (*under.get(square, ()), *places)
        return under

    def dead(self, lights: Mapping[int, Collection[int]]) -> frozenset[int]:
        """Return the places on the strip of the dark lights. Args as `under`."""
        return frozenset(place for wired in self.dark for place in lights.get(wired, ()))


def miswired(board: Board, mistakes: int, rng: random.Random) -> Miswiring:
    """Return the miswiring of a board, with so many independent mistakes.

    Two readers swapped, two wires that lead to one reader, a reader without power, a weak one,
    two lights swapped, a dark one, a row of lights that runs the wrong way: one after the other
    and round again, as far as there is room.

    Args:
        board: the contents of its file.
        mistakes: their number, 0 or more.
        rng: decides their squares.

    Raises:
        TooManyMistakes: the board is too small.
    """
    return _Bungler(board, rng).bungle(mistakes)


class _Bungler:
    """Makes one mistake after another, each with readers or lights that are still right."""

    def __init__(self, board: Board, rng: random.Random) -> None:
        self._name = board.name
        self._places = board.squares
        self._rng = rng
        self._readers = sorted(board.settings.places)
        self._lights = sorted(board.lights.squares) if board.lights is not None else []
        rng.shuffle(self._readers)
        rng.shuffle(self._lights)
        self.readers: dict[int, int | None] = {}
        self.weak: set[int] = set()
        self.lights: dict[int, int] = {}
        self.dark: set[int] = set()

    def bungle(self, mistakes: int) -> Miswiring:
        row, swapped, dark = self._reverse_row, self._swap_lights, self._darken
        kinds: list[Callable[[], bool]] = [
            self._swap_readers,
            self._duplicate,
            self._unpower,
            self._weaken,
            *((row, swapped, dark) if self._lights else ()),
        ]
        made = 0
        for make in islice(cycle(kinds), mistakes * len(kinds)):
            if made < mistakes:
                made += make()
        if made < mistakes:
            raise TooManyMistakes(
                f"“{self._name}” has room for {counted(made, 'mistake')}, not for {mistakes}. Ask "
                "for fewer."
            )
        return Miswiring(self.readers, frozenset(self.weak), self.lights, frozenset(self.dark))

    def _swap_readers(self) -> bool:
        if len(self._readers) < 2:
            return False
        one, other = self._readers.pop(), self._readers.pop()
        self.readers |= {one: other, other: one}
        return True

    def _duplicate(self) -> bool:
        if len(self._readers) < 2:
            return False
        self.readers[self._readers.pop()] = self._readers.pop()
        return True

    def _unpower(self) -> bool:
        if not self._readers:
            return False
        self.readers[self._readers.pop()] = None
        return True

    def _weaken(self) -> bool:
        if not self._readers:
            return False
        self.weak.add(self._readers.pop())
        return True

    def _swap_lights(self) -> bool:
        if len(self._lights) < 2:
            return False
        one, other = self._lights.pop(), self._lights.pop()
        self.lights |= {one: other, other: one}
        return True

    def _darken(self) -> bool:
        if not self._lights:
            return False
        self.dark.add(self._lights.pop())
        return True

    def _reverse_row(self) -> bool:
        rows = sorted(self._free_rows())
        if not rows:
            return False
        row = self._rng.choice(rows)
        self.lights |= dict(zip(row, reversed(row), strict=True))
        self._lights = [light for light in self._lights if light not in row]
        return True

    def _free_rows(self) -> Iterator[list[int]]:
        """Return the rows whose lights are all right so far."""
        rows: dict[int, list[int]] = {}
        for square, place in self._places.items():
            rows.setdefault(place.row, []).append(square)
        for row in rows.values():
            if len(row) >= SHORTEST_ROW and set(row) <= set(self._lights):
                yield sorted(row)
