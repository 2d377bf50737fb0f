"""Judges a placement: the move it proposes, its mismatches and errands.

Any placement may occur; the referee says what it means and never guesses. Other stages decide
when something has rested long enough to count.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from controller.game.pieces import PIECES, Colour, RunnerId, Seating
from controller.game.rules import Action, Reason, State, apply_legal, legal, why
from controller.game.rules.errors import reason
from controller.table.referee.carry_order import in_order
from controller.table.referee.expected import (
    Expected,
    ToCarry,
    agrees,
    expected,
    lying_down,
)
from controller.table.tracker import ABSENT, Placement, Spot

MismatchKind = Literal["misplaced", "missing", "stranger", "crowded", "wrong-way-up"]


class Mismatch(msgspec.Struct, frozen=True):
    """One difference between board and game.

    Attributes:
        kind: its name.
        square: the square where it is sensed; None if on none.
        colour: the runner, None for a stranger.
        belongs: the square where the game has it; None for a stranger.
        reasons: for a runner of the seat to act, why a move to its square is illegal.
    """

    kind: MismatchKind
    square: int | None
    colour: Colour | None = None
    belongs: int | None = None
    reasons: tuple[Reason, ...] = ()


class Errand(msgspec.Struct, frozen=True):
    """A runner that a player must carry, or turn, for the game."""

    colour: Colour
    square: int | None
    belongs: int
    face_down: bool


class Candidate(msgspec.Struct, frozen=True):
    """Action that the placement proposes; it counts once its runner has rested."""

    action: Action
    seat: int
    colour: Colour
    square: int
    since_s: float


class RefereeFinding(msgspec.Struct, frozen=True):
    """Meaning of a placement in a state.

    Attributes:
        candidate: the action proposed, if any.
        mismatches: all that must be mended before the turn can continue, in the order easiest
            to carry.
        errands: what a player may carry meanwhile, in that order too.
        in_hand: runners that the seat to act has lifted.
        held: True if a candidate waits for a mismatch or for an errand it depends on.
        overtaken: True if the next player set a runner down, which confirms the candidate.
        put_back: True if the last move's runner is back where it came from: a take-back.
    """

    candidate: Candidate | None = None
    mismatches: tuple[Mismatch, ...] = ()
    errands: tuple[Errand, ...] = ()
    in_hand: tuple[Colour, ...] = ()
    held: bool = False
    overtaken: bool = False
    put_back: bool = False

    @property
    def squares(self) -> frozenset[int | None]:
        """Squares where a runner of a mismatch or errand stands or belongs."""
        wrong: tuple[Mismatch | Errand, ...] = (*self.mismatches, *self.errands)
        return frozenset(square for each in wrong for square in (each.square, each.belongs))


def judge(
    state: State,
    seating: Seating,
    placement: Placement,
    to_carry: ToCarry,
    back: tuple[RunnerId, Expected] | None = None,
    actions: Sequence[Action] | None = None,
) -> RefereeFinding:
    """Return the meaning of a placement in a state.

    Args:
        state: the game.
        seating: the players and their runners.
        placement: where the runners are sensed.
        to_carry: errands given and not carried out.
        back: the runner of a move that may still be taken back, and where it came from.
        actions: the actions that may be played, if they are not all legal ones.
    """
    if state.prompt == "over":
        return (
            RefereeFinding()
        )  # People tidy up; nothing that stands on the board matters any more.
    return _Judgement(state, seating, placement, to_carry, back, actions).finding()


class _Judgement:
    """One judgement of the board; holds the data that its parts share."""

    def __init__(
        self,
        state: State,
        seating: Seating,
        placement: Placement,
        to_carry: ToCarry,
        back: tuple[RunnerId, Expected] | None,
        actions: Sequence[Action] | None,
    ) -> None:
        self.state = state
        self.seating = seating
        self.placement = placement
        self.to_carry = to_carry
        self.back = back
        self.wanted = expected(state, seating)
        offered = legal(state) if actions is None else actions
        self.legal = {str(action): action for action in offered}
        # Runners of opponents and of people elsewhere move by errands only.
        may_move = state.prompt == "move" and state.to_act not in seating.carried
        self.moves = state.to_act if may_move else None
        stood = [spot.square for colour, spot in placement.spots.items() if placement.sees(colour)]
        self.crowded = {
            square for square in stood if square != state.rules.home and stood.count(square) > 1
        }
        self.candidates: list[Candidate] = []
        self.mismatches: list[Mismatch] = []
        self.errands: list[Errand] = []
        self.in_hand: list[Colour] = []
        self.put_back = False

    def finding(self) -> RefereeFinding:
        for piece in PIECES:
            self._look_at(piece.colour)
        for square in sorted(self.placement.strangers):
            self.mismatches.append(Mismatch("stranger", square))
        if len(self.candidates) > 1 or (self.candidates and self.in_hand):
            self._only_one_may_move()
        candidate = self.candidates[0] if self.candidates else None
        next_begins = candidate is not None and self._next_begins(candidate)
        held = bool(self.mismatches) or self.put_back or self._errand_first(candidate)
        return RefereeFinding(
            candidate=candidate,
            mismatches=() if next_begins else in_order(self.mismatches),
            errands=in_order(self.errands),
            in_hand=tuple(self.in_hand),
            held=candidate is not None and held and not next_begins,
            overtaken=next_begins and any(each.square is not None for each in self.mismatches),
            put_back=self.put_back,
        )

    def _look_at(self, colour: Colour) -> None:
        spot = self.placement.spot(colour)
        runner = self.seating.runner(colour)
        if runner is None:
            if self.placement.sees(colour):
                self.mismatches.append(Mismatch("stranger", spot.square, colour))
            return
        want = self.wanted[colour]
        mine = runner[0] == self.moves
        if agrees(self.state, self.seating, self.placement, colour, want):
            return
        if colour in self.to_carry and not (mine and spot != self.to_carry[colour]):
            self.errands.append(Errand(colour, spot.square, want.square, want.face_down))
        elif self._is_put_back(colour, runner, spot):
            self.put_back = True
        elif self.placement.sees(colour) and spot.square == want.square:
            self._look_at_side(colour, runner, want, spot, mine=mine)
        elif mine:
            self._look_at_mover(colour, runner, want, spot)
        else:
            self._misplaced(colour, want, spot)

    def _look_at_side(
        self, colour: Colour, runner: RunnerId, want: Expected, spot: Spot, *, mine: bool
    ) -> None:
        """Right square, wrong way up: turned upright, a lettuce is chewed, a nap is over.

        Source: R6.3, R8.6.
        """
        holder = self.state.seats[runner[0]]
        action = self.legal.get("chew") or self.legal.get("rest")
        if mine and want.face_down and action and lying_down(holder) == runner[1]:
            self._propose(action, colour, spot)
        else:
            self.mismatches.append(Mismatch("wrong-way-up", spot.square, colour, want.square))

    def _look_at_mover(self, colour: Colour, runner: RunnerId, want: Expected, spot: Spot) -> None:
        if spot.square is None or not self.placement.sees(colour):
            self.in_hand.append(colour)
            return
        text = self._move_to(runner, spot.square)
        if text in self.legal:
            self._propose(self.legal[text], colour, spot)
        else:
            # A legal move that is not offered is no move now.
            reasons = why(self.state, text) or (reason("not-due", action=text),)
            self._misplaced(colour, want, spot, reasons)

    def _move_to(self, runner: RunnerId, square: int) -> str:
        """Return the notation of the move that would bring a runner to a square."""
        seat, index = runner
        label = index if len(self.state.seats[seat].runners) > 1 else None
        at = self.state.seats[seat].runners[index].at
        if square and square == self.state.rules.back_to[at]:
            return str(Action("back", label))
        return str(Action("forward", label, square))

    def _propose(self, action: Action, colour: Colour, spot: Spot) -> None:
        assert self.state.to_act is not None
        assert spot.square is not None
        self.candidates.append(
            Candidate(action, self.state.to_act, colour, spot.square, spot.since_s)
        )

    def _misplaced(
        self, colour: Colour, want: Expected, spot: Spot, reasons: tuple[Reason, ...] = ()
    ) -> None:
        square = spot.square if self.placement.sees(colour) else None
        if square is None:
            kind: MismatchKind = "missing"
        else:
            kind = "crowded" if square in self.crowded else "misplaced"
        self.mismatches.append(Mismatch(kind, square, colour, want.square, reasons))

    def _only_one_may_move(self) -> None:
        """Drop all candidates: of two runners moved, it is unknown which one is meant."""
        for candidate in self.candidates:
            spot = self.placement.spot(candidate.colour)
            self._misplaced(candidate.colour, self.wanted[candidate.colour], spot)
        self.candidates.clear()

    def _is_put_back(self, colour: Colour, runner: RunnerId, spot: Spot) -> bool:
        if self.back is None or self.back[0] != runner:
            return False
        came_from = self.back[1].square
        if self.placement.sees(colour):
            return spot.square == came_from
        # No reader sees START, or a square whose reader is out: only a runner that was seen to
        # leave the board is back there.
        has_left = spot.square is None and spot != ABSENT
        return has_left and (came_from == 0 or came_from in self.placement.unread)

    def _errand_first(self, candidate: Candidate | None) -> bool:
        """Check whether the candidate depends on a runner or square of an errand."""
        return candidate is not None and any(
            candidate.square in (errand.square, errand.belongs) or candidate.colour == errand.colour
            for errand in self.errands
        )

    def _next_begins(self, candidate: Candidate) -> bool:
        """Check whether the only mismatch is that the next player has begun after it.

        A runner that is only gone neither delays nor confirms the candidate: it may be a weak
        tag.
        """
        if not self.mismatches or self.put_back or self._errand_first(candidate):
            return False
        after = apply_legal(self.state, candidate.action).state
        if after.prompt != "move" or after.to_act in (None, candidate.seat):
            return False
        if after.to_act in self.seating.carried:
            return False
        assert after.to_act is not None
        nexts = {
            self.seating.colour(after.to_act, index)
            for index in range(len(after.seats[after.to_act].runners))
        }
        return all(
            mismatch.colour in nexts
            and self.placement.spot(mismatch.colour).since_s > candidate.since_s
            for mismatch in self.mismatches
            if mismatch.colour is not None
        ) and all(mismatch.colour is not None for mismatch in self.mismatches)
