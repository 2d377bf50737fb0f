"""Tap to join: finds out whose phone it is from a runner held on a lit square.

A tap says who somebody is and nothing else. While one is going on, the referee looks at the
table as if the runners that are under way for it stood where they belong.
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
"""What the place of a runner that has been held on the lit square shows, until it is back."""


class Tap(msgspec.Struct, frozen=True):
    """A tap going on.

    Attributes:
        number: which one, counted from 1 since the program started.
        square: where the runner is to be held; it changes if the game comes to need the square.
        until_s: when it is over, in the clock's seconds.
        colour: the runner that has been held there; None as long as none has.
        seat: whose runner that is.
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
    """Where a runner can be held without meaning anything: the highest such square.

    None stands there, none may go there, none is awaited there, and it is read. HOME is never
    one: who comes there stays. None if there is no such square.
    """
    stands = {placement.spot(piece.colour).square for piece in PIECES} | placement.strangers
    taken = {*stands, *awaited(state, seating, finding), *blind}
    return max((at for at in range(1, state.rules.home) if at not in taken), default=None)


def awaited(state: State, seating: Seating, finding: RefereeFinding) -> set[int | None]:
    """Squares where a runner belongs, may go, or is in the way: where standing means something."""
    squares: set[int | None] = {want.square for want in expected(state, seating).values()}
    squares.update(destination(state, action) for action in legal(state))
    for fault in finding.mismatches:
        squares.update((fault.square, fault.belongs))
    for errand in finding.errands:
        squares.update((errand.square, errand.belongs))
    return squares


def held_on(seating: Seating, placement: Placement, square: int) -> Colour | None:
    """The runner of a player that is seen on a square."""
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
    """The runners that may be on their way to the lit square, or are held there.

    A runner in somebody's hand may be; so may one that is pushed along, as long as it rests
    nowhere. One of the seat to act that is seen elsewhere may just as well be moving.

    Args:
        state: the game.
        seating: who plays with which runner.
        placement: the wood.
        carried: errands given and not carried out; these stay errands.
        since_s: when the square was lit.
        square: the lit one.
        rested_s: who came to a square after this moment has not rested there.
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
    """Whether a runner that was under way is where the game has it."""
    return agrees(state, seating, placement, colour, expected(state, seating)[colour])


def as_if_back(
    state: State,
    seating: Seating,
    placement: Placement,
    carried: Carried,
    excused: Collection[Colour],
) -> Placement:
    """The wood as if nobody had touched the runners that are under way for a tap.

    Args:
        state: the game.
        seating: who plays with which runner.
        placement: the wood as it is.
        carried: runners the game has moved and nobody has carried yet, with where they stood.
        excused: the runners under way.
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
