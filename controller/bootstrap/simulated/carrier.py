"""Carries the opponents' runners on a simulated board, where no hand is needed."""

from typing import Final

from controller.table.referee import Errand
from controller.table.snapshot import Snapshot
from hardware.simulated.world import World

CARRY_S: Final = 1.0
"""Time for which both squares of an errand are lit before its runner is carried."""


class Carrier:
    """Carries one runner after the other, each a moment after its errand was lit.

    Args:
        world: the pieces.
        carry_s: that moment, in seconds.
    """

    def __init__(self, world: World, carry_s: float = CARRY_S) -> None:
        self._world = world
        self._carry_s = carry_s
        self._lit: tuple[Errand, float] | None = None

    def carry(self, snapshot: Snapshot, now_s: float) -> float | None:
        """Carry what is due; return the time until the next is due, None for nothing to do."""
        errand = self._next(snapshot)
        if errand is None:
            self._lit = None
            return None
        if self._lit is None or self._lit[0] != errand:
            self._lit = (errand, now_s)
        left_s = self._lit[1] + self._carry_s - now_s
        if left_s > 0:
            return left_s
        self._lit = None
        if errand.belongs:
            self._world.put(errand.colour, errand.belongs, face_down=errand.face_down)
        else:
            self._world.knock(errand.colour)
        return None

    def _next(self, snapshot: Snapshot) -> Errand | None:
        """Return the first errand of an opponent that no other runner is in the way of."""
        seating = snapshot.seating
        pieces = self._world.pieces()
        home = snapshot.state.rules.home if snapshot.state is not None else 0
        for errand in snapshot.finding.errands:
            owner = seating.runner(errand.colour)
            if owner is None or owner[0] not in seating.opponents:
                continue
            taken = errand.belongs not in (0, home) and any(
                piece.square == errand.belongs and piece.name != errand.colour for piece in pieces
            )
            if not taken and not self._world.piece(errand.colour).in_hand:
                return errand
        return None
