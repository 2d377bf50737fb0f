"""Applies the board's events, and passing time, to the calibration."""

from typing import Final

import msgspec

from controller.game.pieces import Tag
from controller.maintenance.calibration.learned import READINGS, Learned, RunnerFound, SquareFound
from controller.maintenance.calibration.state import CalibrationState, Note
from controller.maintenance.calibration.tag_presence import Presence, Spot
from hardware.ports import Uid

LOOKS: Final = 2
"""Readings per reader before the list of readers that see a tag is trusted."""
INSISTED_LOOKS: Final = 16
"""The same, before a tag that the builder says is on the square counts as unseen."""
LIFTED_AFTER: Final = 8
"""Empty readings in a row after which the tag counts as lifted before the reader was judged."""
STEADY: Final = 0.5
"""A second reader is under the same square if it reads the tag in this share of readings."""
UNSTEADY: Final = 0.3
"""A reader that reads a tag in a smaller share than this is not under that tag."""
MOST_READINGS: Final = 60
"""Number of readings after which other readers are no longer waited for."""
READING_S: Final = 20.0
"""Time limit in seconds for a step that should take one; then the calibration continues."""
DONE_S: Final = 0.8
"""Seconds for which a light confirms that its square has been checked."""


def with_entry(state: CalibrationState, square: int, found: SquareFound) -> Learned:
    """Return the maps with this square's result; drop other squares' results for its reader."""
    learned = state.learned
    squares = {
        place: each
        for place, each in learned.squares.items()
        if found.reader is None or each.reader != found.reader
    }
    squares[square] = found
    return msgspec.structs.replace(learned, squares=squares, left_out=learned.left_out - {square})


def observed(state: CalibrationState, presence: Presence, now_s: float) -> CalibrationState:
    """Return the state after sightings, readings, or passing time."""
    match state.stage:
        case "looking":
            if presence.looked(state.attention(), LOOKS) or _is_over(state, now_s):
                return state.ask_next()
        case "square":
            if presence.come:
                return look(state, now_s)
        case "look":
            looks = INSISTED_LOOKS if state.insisted else LOOKS
            if presence.looked(state.attention(), looks) or _is_over(state, now_s):
                return _looked(state, presence, now_s)
        case "where":
            if presence.come and (state.uid, state.reader) not in presence.there:
                return look(state, now_s)  # The runner was moved without an answer.
        case "reading":
            return _read(state, presence, now_s)
        case "done":
            if _is_over(state, now_s):
                return state.ask_next()
        case "runner" | "crown":
            return _put_down(state, presence)
        case "sum" | "saved":
            pass
    return state


def _is_over(state: CalibrationState, now_s: float) -> bool:
    return state.until_s is not None and now_s >= state.until_s


def look(state: CalibrationState, now_s: float, *, insisted: bool = False) -> CalibrationState:
    """Start reading every reader, to find those that see the new tag."""
    return state.change(
        stage="look",
        insisted=insisted or state.insisted,
        until_s=now_s + READING_S,
        counted=state.counted + 1,
    )


def read(state: CalibrationState, now_s: float) -> CalibrationState:
    """Start counting readings, to judge the reader that saw the tag."""
    return state.change(
        stage="reading",
        uid=state.uid,
        reader=state.reader,
        others=state.others,
        insisted=state.insisted,
        until_s=now_s + READING_S,
        counted=state.counted + 1,
    )


def _looked(state: CalibrationState, presence: Presence, now_s: float) -> CalibrationState:
    """Find the readers that see the new tag, once every reader was read."""
    square = state.square
    assert square is not None
    seen = {spot: presence.reads[spot] for spot in _candidates(state, presence)}
    seen = {spot: reads for spot, reads in seen.items() if reads}
    if not seen:
        if state.insisted:
            silent = square in presence.blind
            return finish(state, SquareFound(silent=silent), now_s)
        return state.change(stage="square")
    uid, reader = max(seen, key=lambda spot: (*_fits(state, spot[1]), seen[spot], -spot[1]))
    elsewhere = state.learned.readers_elsewhere(square)
    found = state.change(
        stage="where",
        uid=uid,
        reader=reader,
        others=tuple(
            sorted(
                each
                for other, each in seen
                if other == uid and each != reader and each not in elsewhere
            )
        ),
        insisted=state.insisted,
    )
    place = state.learned.place_of(reader)
    # A reader found here before was asked about then.
    is_right = place == square or (reader == square and place is None)
    return read(found, now_s) if is_right else found


def _fits(state: CalibrationState, reader: int) -> tuple[bool, bool]:
    """Rank how well a reader fits the square asked for, before its read rate is known."""
    place = state.learned.place_of(reader)
    return state.square in (place, reader), place is None


def _candidates(state: CalibrationState, presence: Presence) -> frozenset[Spot]:
    """List tags on readers that may be the runner asked for."""
    if not state.insisted:
        return presence.come
    # A tag that one reading in ten sees never becomes a sighting.
    return frozenset(spot for spot in presence.reads if spot[1] in state.attention())


def _read(state: CalibrationState, presence: Presence, now_s: float) -> CalibrationState:
    """Judge a reader, once it has enough readings."""
    uid, reader = state.uid, state.reader
    assert uid is not None
    assert reader is not None
    of = presence.looks(reader)
    if presence.empty(reader) >= LIFTED_AFTER and not state.insisted:
        return state.change(stage="square", note="lifted")
    waiting = of < MOST_READINGS and any(
        presence.looks(other) < READINGS for other in state.others if other not in presence.blind
    )
    if (of < READINGS or waiting) and not _is_over(state, now_s):
        return state
    good = presence.reads[uid, reader]
    if good < UNSTEADY * max(of, 1) and not state.insisted:
        return state.change(stage="square", note="unsteady")
    others = tuple(
        other
        for other in state.others
        if presence.looks(other) and presence.reads[uid, other] >= STEADY * presence.looks(other)
    )
    return finish(state, SquareFound(reader=reader, others=others, good=good, of=of), now_s)


def finish(state: CalibrationState, found: SquareFound, now_s: float) -> CalibrationState:
    """Store the result of a checked square."""
    assert state.square is not None
    learned = with_entry(state, state.square, found)
    return state.change(stage="done", learned=learned, until_s=now_s + DONE_S)


def _put_down(state: CalibrationState, presence: Presence) -> CalibrationState:
    """Handle a runner that was put down, or turned."""
    assert state.colour is not None
    assert state.square is not None
    readers = state.readers_of(state.square)
    come = {uid for uid, reader in presence.come if reader in readers}
    if len(come) != 1:
        return _noting(state, "elsewhere" if presence.come and not come else None)
    uid = come.pop()
    owner = state.learned.owner(uid)
    if owner is not None and owner.colour != state.colour:
        return _noting(state, "taken", owner)
    if state.stage == "runner":
        return state.change(stage="crown", uid=uid, asked=state.asked + 1)
    if uid == state.uid:
        return _noting(state, "still-base")
    return with_runner(state, uid)


def with_runner(state: CalibrationState, crown: Uid | None) -> CalibrationState:
    """Store a runner's tags, `state.uid` its base, and ask the next question."""
    assert state.colour is not None
    assert state.uid is not None
    learned = msgspec.structs.replace(
        state.learned,
        runners={**state.learned.runners, state.colour: RunnerFound(state.uid, crown)},
        runners_left_out=state.learned.runners_left_out - {state.colour},
    )
    return state.change(learned=learned).ask_next()


def _noting(
    state: CalibrationState, note: Note | None, taken: Tag | None = None
) -> CalibrationState:
    if (state.note, state.taken) == (note, taken):
        return state
    return msgspec.structs.replace(state, note=note, taken=taken)
