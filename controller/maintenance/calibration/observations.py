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


def with_entry(course: CalibrationState, square: int, found: SquareFound) -> Learned:
    """Return the maps with this square's result; drop other squares' results for its reader."""
    learned = course.learned
    squares = {
        place: each
        for place, each in learned.squares.items()
        if found.reader is None or each.reader != found.reader
    }
    squares[square] = found
    return msgspec.structs.replace(learned, squares=squares, left_out=learned.left_out - {square})


def noticed(course: CalibrationState, presence: Presence, now_s: float) -> CalibrationState:
    """Return the state after sightings, readings, or passing time."""
    match course.stage:
        case "looking":
            if presence.looked(course.attention(), LOOKS) or _is_over(course, now_s):
                return course.ask_next()
        case "square":
            if presence.come:
                return look(course, now_s)
        case "look":
            looks = INSISTED_LOOKS if course.insisted else LOOKS
            if presence.looked(course.attention(), looks) or _is_over(course, now_s):
                return _looked(course, presence, now_s)
        case "where":
            if presence.come and (course.uid, course.reader) not in presence.there:
                return look(course, now_s)  # The runner was moved without an answer.
        case "reading":
            return _read(course, presence, now_s)
        case "done":
            if _is_over(course, now_s):
                return course.ask_next()
        case "runner" | "crown":
            return _put_down(course, presence)
        case "sum" | "saved":
            pass
    return course


def _is_over(course: CalibrationState, now_s: float) -> bool:
    return course.until_s is not None and now_s >= course.until_s


def look(course: CalibrationState, now_s: float, *, insisted: bool = False) -> CalibrationState:
    """Start reading every reader, to find those that see the new tag."""
    return course.change(
        stage="look",
        insisted=insisted or course.insisted,
        until_s=now_s + READING_S,
        counted=course.counted + 1,
    )


def read(course: CalibrationState, now_s: float) -> CalibrationState:
    """Start counting readings, to judge the reader that saw the tag."""
    return course.change(
        stage="reading",
        uid=course.uid,
        reader=course.reader,
        others=course.others,
        insisted=course.insisted,
        until_s=now_s + READING_S,
        counted=course.counted + 1,
    )


def _looked(course: CalibrationState, presence: Presence, now_s: float) -> CalibrationState:
    """Find the readers that see the new tag, once every reader was read."""
    square = course.square
    assert square is not None
    seen = {spot: presence.reads[spot] for spot in _candidates(course, presence)}
    seen = {spot: reads for spot, reads in seen.items() if reads}
    if not seen:
        if course.insisted:
            silent = square in presence.blind
            return finish(course, SquareFound(silent=silent), now_s)
        return course.change(stage="square")
    uid, reader = max(seen, key=lambda spot: (*_fits(course, spot[1]), seen[spot], -spot[1]))
    elsewhere = course.learned.readers_elsewhere(square)
    found = course.change(
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
        insisted=course.insisted,
    )
    place = course.learned.place_of(reader)
    # A reader found here before was asked about then.
    is_right = place == square or (reader == square and place is None)
    return read(found, now_s) if is_right else found


def _fits(course: CalibrationState, reader: int) -> tuple[bool, bool]:
    """Rank how well a reader fits the square asked for, before its read rate is known."""
    place = course.learned.place_of(reader)
    return course.square in (place, reader), place is None


def _candidates(course: CalibrationState, presence: Presence) -> frozenset[Spot]:
    """List tags on readers that may be the runner asked for."""
    if not course.insisted:
        return presence.come
    # A tag that one reading in ten sees never becomes a sighting.
    return frozenset(spot for spot in presence.reads if spot[1] in course.attention())


def _read(course: CalibrationState, presence: Presence, now_s: float) -> CalibrationState:
    """Judge a reader, once it has enough readings."""
    uid, reader = course.uid, course.reader
    assert uid is not None
    assert reader is not None
    of = presence.looks(reader)
    if presence.empty(reader) >= LIFTED_AFTER and not course.insisted:
        return course.change(stage="square", note="lifted")
    waiting = of < MOST_READINGS and any(
        presence.looks(other) < READINGS for other in course.others if other not in presence.blind
    )
    if (of < READINGS or waiting) and not _is_over(course, now_s):
        return course
    good = presence.reads[uid, reader]
    if good < UNSTEADY * max(of, 1) and not course.insisted:
        return course.change(stage="square", note="unsteady")
    others = tuple(
        other
        for other in course.others
        if presence.looks(other) and presence.reads[uid, other] >= STEADY * presence.looks(other)
    )
    return finish(course, SquareFound(reader=reader, others=others, good=good, of=of), now_s)


def finish(course: CalibrationState, found: SquareFound, now_s: float) -> CalibrationState:
    """Store the result of a checked square."""
    assert course.square is not None
    learned = with_entry(course, course.square, found)
    return course.change(stage="done", learned=learned, until_s=now_s + DONE_S)


def _put_down(course: CalibrationState, presence: Presence) -> CalibrationState:
    """Handle a runner that was put down, or turned."""
    assert course.colour is not None
    assert course.square is not None
    readers = course.readers_of(course.square)
    come = {uid for uid, reader in presence.come if reader in readers}
    if len(come) != 1:
        return _noting(course, "elsewhere" if presence.come and not come else None)
    uid = come.pop()
    owner = course.learned.owner(uid)
    if owner is not None and owner.colour != course.colour:
        return _noting(course, "taken", owner)
    if course.stage == "runner":
        return course.change(stage="crown", uid=uid, asked=course.asked + 1)
    if uid == course.uid:
        return _noting(course, "still-base")
    return with_runner(course, uid)


def with_runner(course: CalibrationState, crown: Uid | None) -> CalibrationState:
    """Store a runner's tags, `course.uid` its base, and ask the next question."""
    assert course.colour is not None
    assert course.uid is not None
    learned = msgspec.structs.replace(
        course.learned,
        runners={**course.learned.runners, course.colour: RunnerFound(course.uid, crown)},
        runners_left_out=course.learned.runners_left_out - {course.colour},
    )
    return course.change(learned=learned).ask_next()


def _noting(
    course: CalibrationState, note: Note | None, taken: Tag | None = None
) -> CalibrationState:
    if (course.note, course.taken) == (note, taken):
        return course
    return msgspec.structs.replace(course, note=note, taken=taken)
