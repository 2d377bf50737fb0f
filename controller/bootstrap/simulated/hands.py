"""Hands that move simulated runners about at random, so that there is something to sense."""

import random
from collections.abc import Collection
from typing import Final

from hardware.simulated.world import World

SHORTEST_PAUSE_S: Final = 0.3
LONGEST_PAUSE_S: Final = 1.5


class RandomHands:
    """Carries, pushes and turns pieces, and presses buttons.

    Args:
        world: the world of the pieces.
        squares: the squares that have a reader.
        rng: decides the actions; the same seed gives the same actions.
    """

    def __init__(self, world: World, squares: Collection[int], rng: random.Random) -> None:
        self._world = world
        self._squares = sorted(squares)
        self._rng = rng

    def lay_out(self) -> None:
        """Put each piece on a square of its own, as many as leave one square free."""
        pieces = self._world.pieces()[: max(len(self._squares) - 1, 1)]
        places = self._rng.sample(self._squares, len(pieces))
        for piece, square in zip(pieces, places, strict=True):
            self._world.put(piece.name, square)

    def pause_s(self) -> float:
        """Return the time until the next move."""
        return self._rng.uniform(SHORTEST_PAUSE_S, LONGEST_PAUSE_S)

    def move(self) -> None:
        """Do one action; a lifted piece is put down first."""
        held = [piece.name for piece in self._world.pieces() if piece.in_hand]
        if held:
            self._world.put(held[0], self._free(), face_down=self._rng.random() < 0.1)
            return
        standing = [piece.name for piece in self._world.pieces() if piece.square is not None]
        name = self._rng.choice(standing)
        match self._rng.choices(("lift", "slide", "turn", "press"), (6, 3, 1, 1))[0]:
            case "lift":
                self._world.lift(name)
            case "slide":
                self._world.slide(name, self._free())
            case "turn":
                self._world.turn(name)
            case _:
                self._world.press(self._rng.choice(self._world.buttons))

    def _free(self) -> int:
        taken = {piece.square for piece in self._world.pieces()}
        return self._rng.choice(
            [each for each in self._squares if each not in taken] or [*self._squares]
        )
