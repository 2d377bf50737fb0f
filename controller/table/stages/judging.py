"""The table as the referee sees it: its finding, and doubts about single runners."""

import msgspec

from controller.game.pieces import Colour, RunnerId
from controller.game.rules import State, legal
from controller.table.lit_squares import attention, destination
from controller.table.referee import (
    FACE_DOWN,
    Expected,
    RefereeFinding,
    ToCarry,
    expected,
    judge,
    lying_down,
)
from controller.table.referee.swapped_runners import as_they_stand
from controller.table.stages.shared_race import action_on_its_way
from controller.table.state import TableState
from controller.table.tracker import Placement, Spot


def judged(table: TableState) -> RefereeFinding:
    """Return the referee's finding; an empty one without a game or while it is paused."""
    state = table.position
    if state is None or table.saved.paused:
        return RefereeFinding()
    untouched = {**_not_moved_now(table, state), **table.to_carry}
    if (moved := _moved_on_the_way(table, state)) is not None:
        untouched.pop(moved, None)
    return judge(
        state, table.seating, meant_placement(table), untouched, came_from(table), table.actions
    )


def meant_placement(table: TableState) -> Placement:
    """Return the placement as if the runners moved for a tap had not been touched."""
    if table.position is None or not table.excused:
        return table.placement
    wanted = expected(table.position, table.seating)
    spots = dict(table.placement.spots)
    for colour in table.excused:
        want = wanted[colour]
        spots[colour] = table.to_carry.get(colour, Spot(want.square or None, want.face_down))
    unseen = table.placement.unseen - table.excused
    return msgspec.structs.replace(table.placement, spots=spots, unseen=unseen)


def squares_to_attend(table: TableState, finding: RefereeFinding) -> frozenset[int]:
    """Return the squares where a tag may come or go now in the game."""
    return attention(table.position, table.seating, finding, table.placement, came_from(table))


def came_from(table: TableState) -> tuple[RunnerId, Expected] | None:
    """Return the runner of a move that may be taken back, and its spot before the move."""
    ply = table.game.last if table.game is not None else None
    if ply is None or ply.action.kind not in ("forward", "back"):
        return None
    if ply.seat in table.seating.elsewhere:  # their own board takes it back
        return None
    back = table.saved.undoable
    if back is None or back.seat != ply.seat:
        return None
    runner = (ply.seat, ply.action.runner or 0)
    colour: Colour = table.seating.colour(*runner)
    return runner, expected(ply.before, table.seating)[colour]


def senses_turning(table: TableState, state: State, seat: int, runner: int) -> bool:
    """Check whether the readers can sense a seat's runner turned over where the game has it."""
    square = state.seats[seat].runners[runner].at
    crowned = table.seating.colour(seat, runner) in table.seating.crowned
    return crowned and square not in table.placement.unread


def wavers(table: TableState, colour: Colour) -> bool:
    """Check whether it is in doubt that a runner is still on its square.

    It is if the newest reading missed it, another square saw it, or its reader failed lately.
    """
    square = table.placement.spot(colour).square
    failing = square is not None and table.readers.get(square) == "suspect"
    return failing or table.tracker.wavers(colour)


def unrest(table: TableState) -> Colour | None:
    """Return a seen runner that is in doubt to stay on its square; None if there is none."""
    for colour in table.placement.spots:
        plays = table.seating.runner(colour) is not None and colour not in table.excused
        if plays and table.placement.sees(colour) and wavers(table, colour):
            return colour
    return None


def exchanged_where_they_stand(table: TableState, now_s: float) -> TableState:
    """Exchange the roles of a player's two runners that have changed places and rest."""
    assert table.position is not None
    placement = meant_placement(table)
    rested_s: list[float] = []

    def rests(colour: Colour) -> bool:
        due_s = placement.spot(colour).since_s + table.settings.settle_s
        if due_s > now_s:
            rested_s.append(due_s)
        return due_s <= now_s and not wavers(table, colour)

    busy = {*table.to_carry, *table.excused}
    seating = as_they_stand(table.position, table.seating, placement, busy, rests)
    return table.change(seating=seating, exchanged_s=rested_s[-1] if rested_s else None)


def _not_moved_now(table: TableState, state: State) -> ToCarry:
    """Return the spots where the mover's runners were found: standing there is no move.

    It may stand where it was before a move was taken back, or where an older game ended.
    """
    return {
        colour: spot
        for colour, spot in table.stood.items()
        if (runner := table.seating.runner(colour)) is not None
        and runner[0] == state.to_act
        and state.to_act not in table.seating.carried
    }


def _moved_on_the_way(table: TableState, state: State) -> Colour | None:
    """Return the runner that already stands as an action on its way has it; None if none does.

    After a restart it was found there, and would be carried back.
    """
    sent, seat = action_on_its_way(table), state.to_act
    if sent is None or sent.kind != "play" or seat is None:
        return None
    action = next((each for each in legal(state) if str(each) == sent.text), None)
    if action is None:
        return None
    turned = lying_down(state.seats[seat]) if action.kind in FACE_DOWN else None
    index = action.runner or 0 if turned is None else turned
    to = destination(state, action) if turned is None else state.seats[seat].runners[turned].at
    colour: Colour = table.seating.colour(seat, index)
    return colour if to is not None and table.placement.spot(colour).square == to else None
