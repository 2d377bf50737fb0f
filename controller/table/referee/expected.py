"""The expected placement: where the game has every runner, and whether one may be there."""

from collections.abc import Mapping
from typing import Final

import msgspec

from controller.game.history import Game
from controller.game.pieces import Colour, Seating
from controller.game.rules import Seat, State
from controller.table.tracker import Placement, Spot

FACE_DOWN: Final = ("chew", "rest")
"""The obligations of a runner that lies face down (R6.1, R8.6)."""


class Expected(msgspec.Struct, frozen=True):
    """Square where the game has a runner, 0 for START, and which way up."""

    square: int
    face_down: bool


ToCarry = Mapping[Colour, Spot]
"""Runners the game has moved and no player has carried yet, with their spots at that time."""


def expected(state: State, seating: Seating) -> dict[Colour, Expected]:
    """Return the expected placement: where the game has every runner that plays."""
    return {
        seating.colour(seat, index): Expected(runner.at, runner.obligation in FACE_DOWN)
        for seat, holder in enumerate(state.seats)
        for index, runner in enumerate(holder.runners)
    }


def stood_before(game: Game, seating: Seating) -> dict[Colour, int]:
    """Return the square of each runner that has moved, as before its last move."""
    stood: dict[Colour, int] = {}
    after = expected(game.state, seating)
    for ply in reversed(game.history):
        before = expected(ply.before, seating)
        for colour, want in before.items():
            if want.square != after[colour].square:
                stood.setdefault(colour, want.square)
        after = before
    return stood


def lying_down(holder: Seat) -> int | None:
    """Return the runner of a seat that lies face down, if one does (R6.1, R8.6)."""
    for index, runner in enumerate(holder.runners):
        if runner.obligation in FACE_DOWN:
            return index
    return None


def fits(state: State, seating: Seating, colour: Colour, want: Expected, spot: Spot) -> bool:
    """Check whether a runner is on the square, and the way up, that the game has it.

    A runner that no reader sees is on START or HOME if the game says so. The way up is known
    of runners with a tag in their crown, and matters on action squares only.
    """
    if spot.square is None:
        return want.square in (0, state.rules.home)
    if spot.square != want.square:
        return False
    crowned = colour in seating.crowned and want.square != state.rules.home
    return not crowned or spot.face_down == want.face_down


def agrees(
    state: State, seating: Seating, placement: Placement, colour: Colour, want: Expected
) -> bool:
    """Check whether a runner may be where the game has it.

    One that no reader sees may stand on any square that is not read, and lie face down on any
    square if it has no tag in its crown.
    """
    if placement.sees(colour):
        return fits(state, seating, colour, want, placement.spot(colour))
    if want.face_down and colour not in seating.crowned:
        return True
    return want.square in (0, state.rules.home) or want.square in placement.unread


def errands_left(
    state: State, seating: Seating, placement: Placement, to_carry: ToCarry
) -> ToCarry:
    """Return the errands not carried out yet."""
    wanted = expected(state, seating)
    return {
        colour: stood
        for colour, stood in to_carry.items()
        if not fits(state, seating, colour, wanted[colour], placement.spot(colour))
    }


def errands_added(
    before: State, after: State, seating: Seating, placement: Placement, to_carry: ToCarry
) -> ToCarry:
    """Return the errands after the game went from one state to another."""
    old, new = expected(before, seating), expected(after, seating)
    moved = {colour: placement.spot(colour) for colour in new if old[colour] != new[colour]}
    return errands_left(after, seating, placement, {**to_carry, **moved})
