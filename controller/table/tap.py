"""Tap to join: finds out whose phone it is from a runner held on a lit square.

A tap only identifies a player. While one is in progress, the referee judges the board as if
the runners moved for it stood where they belong.
"""

from collections.abc import Collection
from typing import Final

import msgspec

from controller.game.pieces import PIECES, Colour, Seating
from controller.game.rules import State, legal
from controller.light.meanings import Meaning
from controller.table.guidance import destination
from controller.table.referee import Carried, RefereeFinding, agrees, expected
from controller.table.tracker import Placement, Spot

BACK: Final[Meaning] = "belongs-here"
"""Meaning lit on the expected square of a tapped runner, until it is back."""


class Tap(msgspec.Struct, frozen=True):
    """A tap in progress.

    Attributes:
        number: its number, counted from 1 since the program started.
        square: the lit square; another one if the game comes to need it.
        until_s: its end, in the clock's seconds.
        colour: the runner that has been held there; None until then.
        seat: the seat of that runner.
    """

    number: int
    square: int
    until_s: float
    colour: Colour | None = None
    seat: int | None = None


def free_square(
    state: State,
    seating: Seating,
    placement: Placement,
    finding: RefereeFinding,
    blind: Collection[int],
) -> int | None:
    """Return the highest square where holding a runner has no other meaning.

    No runner stands there, may go there or is awaited there, and it is read. Never HOME: a
    runner that comes there stays. None if there is no such square.
    """
    stands = {placement.spot(piece.colour).square for piece in PIECES} | placement.strangers
    taken = {*stands, *awaited(state, seating, finding), *blind}
    return max((at for at in range(1, state.rules.home) if at not in taken), default=None)


def awaited(state: State, seating: Seating, finding: RefereeFinding) -> set[int | None]:
    """Return the squares where a runner belongs, may go or is in the way."""
    squares: set[int | None] = {want.square for want in expected(state, seating).values()}
    squares.update(destination(state, action) for action in legal(state))
    for fault in finding.mismatches:
        squares.update((fault.square, fault.belongs))
    for errand in finding.errands:
        squares.update((errand.square, errand.belongs))
    return squares


def held_on(seating: Seating, placement: Placement, square: int) -> Colour | None:
    """Return the player's runner that is seen on a square; None if there is none."""
    for player in seating.players:
        for colour in player.colours:
            if placement.sees(colour) and placement.spot(colour).square == square:
                return colour
    return None


def under_way(
    state: State,
    seating: Seating,
    placement: Placement,
    carried: Carried,
    since_s: float,
    square: int,
    rested_s: float,
) -> frozenset[Colour]:
    """Return the runners that may be on their way to the lit square, or are held there.

    A lifted runner may be; so may one that is pushed along, as long as it does not rest. A
    runner of the seat to act seen on another square is not: it may be making a move.

    Args:
        state: the game.
        seating: the players and their runners.
        placement: where the runners are sensed.
        carried: errands given and not carried out; these stay errands.
        since_s: time when the square was lit.
        square: the lit square.
        rested_s: a runner that came to a square after this time has not rested there.
    """
    found = set()
    for seat, player in enumerate(seating.players):
        for colour in player.colours:
            spot = placement.spot(colour)
            lifted = spot.square is None and spot.since_s >= since_s
            passes = seat != state.to_act and spot.since_s > max(since_s, rested_s)
            if spot.square == square or (colour not in carried and (lifted or passes)):
                found.add(colour)
    return frozenset(found)


def is_back(state: State, seating: Seating, placement: Placement, colour: Colour) -> bool:
    """Check whether a runner moved for a tap is back where the game has it."""
    return agrees(state, seating, placement, colour, expected(state, seating)[colour])


def as_if_back(
    state: State,
    seating: Seating,
    placement: Placement,
    carried: Carried,
    excused: Collection[Colour],
) -> Placement:
    """Return the placement as if the runners moved for a tap had not been touched.

    Args:
        state: the game.
        seating: the players and their runners.
        placement: the sensed placement.
        carried: runners the game has moved and no player has carried yet, with their spots.
        excused: the runners moved for the tap.
    """
    if not excused:
        return placement
    wanted = expected(state, seating)
    spots = dict(placement.spots)
    for colour in excused:
        want = wanted[colour]
        spots[colour] = carried.get(colour, Spot(want.square or None, want.face_down))
    return msgspec.structs.replace(
        placement, spots=spots, unseen=placement.unseen.difference(excused)
    )
