"""Two runners of one player that changed places: the game takes each for the other.

A player's two runners are worth the same: after an exchange neither has to be carried back. The
seat to act may be moving, so for it stricter conditions hold.
"""

from collections.abc import Callable, Collection

import msgspec

from controller.game.pieces import Colour, Seating
from controller.game.rules import State
from controller.table.referee.expected import agrees, expected, fits
from controller.table.tracker import Placement


def as_they_stand(
    state: State,
    seating: Seating,
    placement: Placement,
    busy: Collection[Colour],
    rests: Callable[[Colour], bool],
) -> Seating:
    """Return the seating that leaves the fewest runners to carry.

    Runners change roles only within a seat, and only if the one that then stands right is seen
    there and rests. Of the seat to act both must: a runner in its hand, or just set down, may be
    moving.

    Args:
        state: the game.
        seating: the players and their runners up to now.
        placement: where the runners are sensed.
        busy: runners with an errand or a tap, whose seats are left unchanged.
        rests: returns True if a runner has stood long enough on its square.
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
    """Return the seating with the roles of a seat's two runners exchanged."""
    players = list(seating.players)
    players[seat] = msgspec.structs.replace(players[seat], colours=players[seat].colours[::-1])
    return msgspec.structs.replace(seating, players=tuple(players))


def carries(state: State, seating: Seating, placement: Placement, seat: int) -> int:
    """Count the runners of a seat that stand wrong."""
    wanted = expected(state, seating)
    return sum(
        not agrees(state, seating, placement, colour, wanted[colour])
        for colour in seating.players[seat].colours
    )


def _stands(state: State, seating: Seating, placement: Placement, colour: Colour) -> bool:
    want = expected(state, seating)[colour]
    seen = placement.sees(colour)
    return seen and fits(state, seating, colour, want, placement.spot(colour))
