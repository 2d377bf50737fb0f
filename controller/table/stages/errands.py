"""Errands: the runners that players must carry for the game."""

from collections.abc import Collection
from typing import Final

from controller.game.history import Game
from controller.game.pieces import Colour, Seating
from controller.game.setup import Setup
from controller.table.referee import (
    errands_added,
    errands_left,
    expected,
    fits,
    stood_before,
)
from controller.table.referee.swapped_runners import as_they_stand
from controller.table.stages.shared_race import elsewhere
from controller.table.state import LONG_AGO_S, TableState

BOARD_SQUARES: Final = 64
"""Most squares of a board; a track of the owner's may be longer (R1.3)."""


def seated(table: TableState, setup: Setup) -> TableState:
    """Set the players and their runners; squares that no board has are those without a reader."""
    seating = Seating(tuple(setup.seats), table.seating.crowned, elsewhere(setup, table.races.kept))
    home = table.saved.state.rules.home if table.saved.state is not None else 0
    beyond = set(range(BOARD_SQUARES + 1, home + 1)) - table.readers.keys()
    tracker = table.tracker
    for square in beyond:
        tracker = tracker.read_no_more(square, LONG_AGO_S)
    readers = {**table.readers, **dict.fromkeys(beyond, "absent")}
    return table.change(seating=seating, readers=readers, tracker=tracker)


def looked_over(table: TableState, game: Game, until_s: float) -> TableState:
    """Seat the players of a game that was under way before the start.

    Args:
        table: the table.
        game: the game. A runner that is first sighted where it stood before its last move is
            still to be carried: no player puts a runner back while nothing is read. So is one
            that the game has not moved since it was begun or loaded, and stands where an older
            one ended or nowhere, and an opponent's runner wherever it is first sighted: its
            errand may not be carried out yet.
        until_s: a runner first sighted before this time stood there all along.
    """
    assert table.saved.setup is not None
    table = seated(table, table.saved.setup)
    before = stood_before(game, table.seating)
    unmoved = _unmoved(table, game, before)
    players = (table.seating.players[seat] for seat in table.seating.carried)
    waiting = unmoved.union(*(player.colours for player in players))
    table = table.change(
        resumed=True,
        first_look_until_s=until_s,
        stood_before=before,
        unmoved=unmoved,
        to_carry={colour: table.placement.spot(colour) for colour in waiting},
    )
    return errands_left_now(table)


def _unmoved(table: TableState, game: Game, moved: Collection[Colour]) -> frozenset[Colour]:
    """Return the runners that the game has not moved since it was begun or loaded.

    Args:
        table: the table.
        game: the game.
        moved: the runners that it has ever moved.
    """
    wanted, loaded_with = expected(game.state, table.seating), table.saved.loaded_with
    loaded = {} if loaded_with is None else expected(loaded_with, table.seating)
    return frozenset(
        colour
        for colour, want in wanted.items()
        if (want.square == 0 and colour not in moved)
        or (colour in loaded and loaded[colour].square == want.square)
    )


def errands_left_now(table: TableState) -> TableState:
    """Forget the errands that have been carried out."""
    if table.position is None:
        return table
    left = errands_left(table.position, table.seating, table.placement, table.to_carry)
    return table.change(to_carry=left)


def errands_after(table: TableState, after: TableState) -> TableState:
    """Make errands of the runners that the game moved and no player has carried."""
    assert table.position is not None
    assert after.position is not None
    added = errands_added(
        table.position, after.position, after.seating, after.placement, after.to_carry
    )
    return after.change(to_carry=added)


def all_to_carry(table: TableState, leave: Collection[Colour] = ()) -> TableState:
    """Make an errand of every runner that is not where the game has it: the game is right.

    Args:
        table: the table.
        leave: runners in a move, which may continue.
    """
    state, placement, seating = table.position, table.placement, table.seating
    assert state is not None
    if not leave:
        seating = as_they_stand(state, seating, placement, table.excused, lambda _: True)
    errands = {
        colour: placement.spot(colour)
        for colour, want in expected(state, seating).items()
        if colour not in leave
        and colour not in table.excused
        and not fits(state, seating, colour, want, placement.spot(colour))
    }
    return table.change(seating=seating, to_carry=errands)


def found_where_they_stand(table: TableState, leave: Collection[Colour] = ()) -> TableState:
    """Treat all runners but some as not moved from where they stand now."""
    spots = table.placement.spots
    return table.change(
        stood={colour: spot for colour, spot in spots.items() if colour not in leave},
        to_carry={colour: table.placement.spot(colour) for colour in table.to_carry},
    )
