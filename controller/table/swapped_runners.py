"""Two runners of one player that changed places: the game takes each for the other.

A player's two runners are worth the same: whoever put them in each other's places need carry
neither of them back. Whoever is just moving decides for themselves.
"""

from collections.abc import Callable, Collection

import msgspec

from controller.game.pieces import Colour, Seating
from controller.game.rules import State
from controller.table.referee import agrees, expected, fits
from controller.table.tracker import Placement


def as_they_stand(
    state: State,
    seating: Seating,
    placement: Placement,
    busy: Collection[Colour],
    rests: Callable[[Colour], bool],
) -> Seating:
    """Who plays with which runner so that least is to be carried.

    Runners change roles only within a seat, and only if the one that thereby stands right is
    seen there and rests. Of the seat to act both have to: what it holds in its hand, or has just
    set down, may be moving.

    Args:
        state: the game.
        seating: who plays with which runner up to now.
        placement: the wood.
        busy: runners that are under way for something, whose seats are left alone.
        rests: whether a runner has stood long enough where it is.
    """
    for seat, player in enumerate(seating.players):
        if len(player.colours) < 2 or not set(player.colours).isdisjoint(busy):
            continue
        other = exchanged(seating, seat)
        right = [colour for colour in player.colours if _stands(state, other, placement, colour)]
        moves = seat == state.to_act and state.prompt == "move"
        if len(right) < (len(player.colours) if moves else 1) or not all(map(rests, right)):
            continue
        if carries(state, other, placement, seat) < carries(state, seating, placement, seat):
            seating = other
    return seating


def exchanged(seating: Seating, seat: int) -> Seating:
    """The same players, but each of a seat's two runners in the role of the other."""
    players = list(seating.players)
    players[seat] = msgspec.structs.replace(players[seat], colours=players[seat].colours[::-1])
    return msgspec.structs.replace(seating, players=tuple(players))


def carries(state: State, seating: Seating, placement: Placement, seat: int) -> int:
    """How many runners of a seat stand wrong."""
    wanted = expected(state, seating)
    return sum(
        not agrees(state, seating, placement, colour, wanted[colour])
        for colour in seating.players[seat].colours
    )


def _stands(state: State, seating: Seating, placement: Placement, colour: Colour) -> bool:
    want = expected(state, seating)[colour]
    seen = placement.sees(colour)
    return seen and fits(state, seating, colour, want, placement.spot(colour))
