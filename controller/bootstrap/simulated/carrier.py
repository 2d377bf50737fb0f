"""Carries the runners of errands on a simulated board, where no hand is needed."""

from typing import Final

from controller.table.referee import Errand, expected
from controller.table.snapshot import Snapshot
from hardware.simulated.world import Piece, World

LIT_FOR: Final = 0.5
"""Time for which both squares of an errand are lit, as a share of the opponents' pace."""
SEEN_WITHIN_S: Final = 1.0
"""Time in which readers see a runner where a hand has put it."""


class Carrier:
    """Carries one runner after the other, each a moment after its errand was lit.

    A runner that another hand touches meanwhile waits anew: by then the game may want it elsewhere.
    So does one that stands where no reader has seen it yet: its errand may be carried out already.
    One that was set down when the game wanted it elsewhere already, or the other way up, is carried
    on at once, though no errand asks for it: it would look like a hand's move, or a take-back. So
    is one that is beside the board since the program was started, which ended before its errand.

    Args:
        world: the pieces.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._lit: tuple[Errand, Piece, float] | None = None
        beside = (piece for piece in world.pieces() if piece.square is None and not piece.in_hand)
        self._set_down = {piece.name: piece for piece in beside}

    def carry(self, snapshot: Snapshot, now_s: float) -> float | None:
        """Carry what is due; return the time until the next is due, None for nothing to do."""
        late = self._late(snapshot)
        errand = self._next(snapshot, late)
        if errand is None or snapshot.setup is None:
            self._lit = None
            return None
        piece = self._world.piece(errand.colour)
        if self._lit is None or self._lit[0] != errand or self._lit[1] is not piece:
            self._lit = (errand, piece, now_s)
        lit_s = LIT_FOR * snapshot.setup.pace_of_opponents_s
        if piece.square != errand.square:
            lit_s = max(lit_s, SEEN_WITHIN_S)
        left_s = self._lit[2] + lit_s - now_s
        if left_s > 0 and errand not in late:
            return left_s
        self._lit = None
        self._world.carry(piece, errand.belongs, face_down=errand.face_down)
        self._set_down[piece.name] = self._world.piece(piece.name)
        return None

    def _late(self, snapshot: Snapshot) -> list[Errand]:
        """Return where runners go that were set down too late."""
        state = snapshot.state
        if state is None or snapshot.paused or state.prompt == "over":
            return []
        asked = {each.colour for each in snapshot.finding.errands}
        late = []
        for colour, want in expected(state, snapshot.seating).items():
            piece = self._world.piece(colour)
            if colour in asked or self._set_down.get(colour) is not piece:
                continue
            lies_right = not want.square or piece.face_down == want.face_down
            if (piece.square or 0) != want.square or not lies_right:
                late.append(Errand(colour, piece.square, want.square, want.face_down))
        return late

    def _next(self, snapshot: Snapshot, late: list[Errand]) -> Errand | None:
        """Return the first errand whose square is free; in a ring the first of all."""
        if snapshot.state is None:
            return None
        pieces = {piece.name: piece for piece in self._world.pieces()}
        asked = snapshot.finding.errands
        errands = late + [each for each in asked if not pieces[each.colour].in_hand]
        in_the_way = set[str]()
        for errand in errands:
            others = (each for each in pieces.values() if each.name != errand.colour)
            taken = {each.square: each.name for each in others}
            crowds = errand.belongs not in (0, snapshot.state.rules.home)
            if not crowds or errand.belongs not in taken:
                return errand
            in_the_way.add(taken[errand.belongs])
        ring = in_the_way <= {each.colour for each in errands}
        return errands[0] if errands and ring else None
