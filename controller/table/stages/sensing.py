"""Board events at the table: sightings and changes of readers become a placement and errands."""

from collections.abc import Collection

import msgspec

from controller.game.pieces import Colour
from controller.table.referee import ToCarry, expected
from controller.table.stages.errands import errands_left_now
from controller.table.state import FirstLook, TableState
from hardware.ports import BLIND, ReaderChanged, Sighting


def sighted(table: TableState, sighting: Sighting) -> TableState:
    """Take in a sighting."""
    known = table.placement.spots
    after = table.change(tracker=table.tracker.see(sighting))
    if sighting.at_s < table.first_look_until_s:
        after = after.change(stood={**after.placement.spots, **table.stood})
    elif table.position is not None:
        late = {**_late(after, known), **_found(after, known, sighting)}
        after = after.change(stood={**table.stood, **late})
    if table.position is not None:
        found = {**_carried_back(after, known), **_left_behind(after, known, sighting)}
        after = after.change(to_carry={**table.to_carry, **found})
    if sighting.seen and sighting.uid in table.tracker.tags:
        after = _seen_at_last(after, table.tracker.tags[sighting.uid].colour)
    return errands_left_now(after)


def reader_changed(table: TableState, event: ReaderChanged) -> TableState:
    """Take in a reader's state; a square that begins or ceases to be read restarts the pause."""
    square, now_s = event.square, event.at_s
    was_blind = square in table.blind
    readers = {other: state for other, state in table.readers.items() if other != square}
    if event.state != "healthy":
        readers[square] = event.state
    table = table.change(readers=readers)
    is_blind = event.state in BLIND
    if is_blind and not was_blind:
        looks = {other: look for other, look in table.first_looks.items() if other != square}
        table = table.change(first_looks=looks, tracker=table.tracker.read_no_more(square, now_s))
    elif was_blind and not is_blind:
        colours = {tag.colour for tag in table.tracker.tags.values()}
        unseen = frozenset(colour for colour in colours if not table.placement.sees(colour))
        look = FirstLook(now_s + table.settings.first_look_s, unseen)
        table = table.change(first_looks={**table.first_looks, square: look})
    return table


def first_looks_over(table: TableState, now_s: float) -> TableState:
    """Trust the readers that are back and whose first look is over."""
    over = [square for square, look in table.first_looks.items() if look.until_s <= now_s]
    if not over:
        return table
    tracker = table.tracker
    for square in over:
        tracker = tracker.read_again(square, now_s)
    looks = {square: look for square, look in table.first_looks.items() if square not in over}
    return errands_left_now(table.change(first_looks=looks, tracker=tracker))


def _late(table: TableState, known: Collection[Colour]) -> ToCarry:
    """Return runners seen for the first time only now, on the square where the game has them.

    A slow start can outlast the first look: a runner not seen before was not seen to be
    turned over either.
    """
    assert table.position is not None
    wanted = expected(table.position, table.seating)
    return {
        colour: spot
        for colour, spot in table.placement.spots.items()
        if colour not in known and colour in wanted and wanted[colour].square == spot.square
    }


def _found(table: TableState, known: Collection[Colour], sighting: Sighting) -> ToCarry:
    """Return the runner that the first reading of its square found only after the first look.

    Else a move that was taken back just before the power was cut would be played again.
    """
    if not (table.resumed and sighting.found):
        return {}
    spots = table.placement.spots
    return {
        colour: spot
        for colour, spot in spots.items()
        if colour not in known and spot.square == sighting.square
    }


def _carried_back(table: TableState, known: Collection[Colour]) -> ToCarry:
    """Return runners seen for the first time, where they stood before their last move."""
    return {
        colour: spot
        for colour, spot in table.placement.spots.items()
        if colour not in known and table.stood_before.get(colour) == spot.square
    }


def _left_behind(table: TableState, known: Collection[Colour], sighting: Sighting) -> ToCarry:
    """Return a runner of a race just begun or loaded that stood where an older one ended."""
    stood_there = sighting.at_s < table.first_look_until_s or (table.resumed and sighting.found)
    return {
        colour: spot
        for colour, spot in table.placement.spots.items()
        if stood_there and colour not in known and colour in table.unmoved
    }


def _seen_at_last(table: TableState, colour: Colour) -> TableState:
    """Note that a runner that no reader saw stood where a reader that is back finds it."""
    if not table.placement.sees(colour):
        return table
    spot = table.placement.spot(colour)
    look = table.first_looks.get(spot.square or 0)
    if look is not None and colour in look.unseen:
        table = table.change(stood={**table.stood, colour: spot})
        if colour in table.to_carry:
            table = table.change(to_carry={**table.to_carry, colour: spot})
    looks = {
        square: msgspec.structs.replace(each, unseen=each.unseen - {colour})
        for square, each in table.first_looks.items()
    }
    return table.change(first_looks=looks)
