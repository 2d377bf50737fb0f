"""Traces: written and read, and played again by a board that follows the contract of all boards."""

import io
import json
import random
import threading
from contextlib import suppress
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import ManualClock, MonotonicClock
from hardware.ports import (
    BoardEvent,
    ButtonName,
    Failure,
    Pressed,
    ReaderChanged,
    ReaderHealth,
    ReaderState,
    Reading,
    Sighting,
    Uid,
)
from hardware.simulated.pn532.faults import FAULTS, Odds
from hardware.simulated.pn532.radio import GARBLED, GOOD, MOVING, WEAK, Bleeding
from hardware.trace import FAILURES, BadTrace, Said, TraceBoard, TraceWriter, read_trace
from tests.end_to_end.program import until
from tests.hardware.traces.stage import BLUE, RED, Stage, replayed, stage

MARK = '{"hareboard_trace": 1}\n'
EVERYTHING: tuple[Said, ...] = (
    Reading(5, 0.0187, (RED,)),
    Reading(8, 0.0188),
    Reading(9, 0.0533, failure="no-reply"),
    Reading(6, 0.0911, (RED, BLUE), alone=True),
    ReaderChanged(9, "suspect", 1.2083),
    Pressed("confirm", 4.04),
    Pressed("take-back", 5.5, held=True),
)
TEXT = MARK + (
    '{"at_s": 0.0187, "square": 5, "uids": ["0401b500000001"]}\n'
    '{"at_s": 0.0188, "square": 8, "uids": []}\n'
    '{"at_s": 0.0533, "square": 9, "failure": "no-reply"}\n'
    '{"at_s": 0.0911, "square": 6, "uids": ["0401b500000001", "0404b500000001"], "alone": true}\n'
    '{"at_s": 1.2083, "square": 9, "reader": "suspect"}\n'
    '{"at_s": 4.04, "button": "confirm"}\n'
    '{"at_s": 5.5, "button": "take-back", "held": true}\n'
)


def written(*said: Said, began_s: float = 0.0) -> str:
    file = io.StringIO()
    writer = TraceWriter(file, began_s)
    for each in said:
        writer.write(each)
    assert writer.lines == len(said)
    return file.getvalue()


def read(text: str) -> tuple[Said, ...]:
    return tuple(read_trace(text.splitlines(keepends=True)))


# The file


def test_everything_that_can_be_said_is_a_line() -> None:
    assert written(*EVERYTHING) == TEXT
    assert read(TEXT) == EVERYTHING


def test_times_count_from_when_the_trace_began() -> None:
    later = [replace(each, at_s=each.at_s + 1000.0) for each in EVERYTHING]
    assert written(*later, began_s=1000.0) == TEXT


def test_what_comes_late_counts_as_said_just_now() -> None:
    text = written(Reading(1, 10.5), Pressed("confirm", 10.4), Reading(2, 10.6), began_s=10.0)
    assert [each.at_s for each in read(text)] == [0.5, 0.5, 0.6]


def test_what_was_said_before_it_began_counts_as_said_at_once() -> None:
    assert read(written(Pressed("confirm", 9.0), began_s=10.0)) == (Pressed("confirm", 0.0),)


def test_threads_write_whole_lines() -> None:
    file = io.StringIO()
    writer = TraceWriter(file, 0.0)

    def say(square: int) -> None:
        for number in range(200):
            writer.write(Reading(square, number / 1000))

    threads = [threading.Thread(target=say, args=(square,)) for square in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(read(file.getvalue())) == writer.lines == 800


def times(said: list[Said]) -> list[Said]:
    return [replace(each, at_s=number / 8) for number, each in enumerate(said)]


SQUARES = st.integers(1, 64)
UIDS = st.sampled_from([4, 7, 10]).flatmap(lambda n: st.binary(min_size=n, max_size=n))
SAID = st.one_of(
    st.builds(
        Reading,
        SQUARES,
        st.just(0.0),
        st.lists(UIDS.map(lambda uid: Uid(uid.hex())), max_size=2).map(tuple),
        alone=st.booleans(),
    ),
    st.builds(
        Reading,
        SQUARES,
        st.just(0.0),
        failure=st.sampled_from(get_args(Failure)),
        alone=st.booleans(),
    ),
    st.builds(ReaderChanged, SQUARES, st.sampled_from(list(get_args(ReaderState))), st.just(0.0)),
    st.builds(Pressed, st.sampled_from(list(get_args(ButtonName))), st.just(0.0), st.booleans()),
)


@given(st.lists(SAID, max_size=20).map(times))
def test_what_was_written_is_read(said: list[Said]) -> None:
    assert read(written(*said)) == tuple(said)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["at_s", "square", "uids", "failure", "alone", "reader", "button", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
)


@given(st.lists(st.text() | JSON.map(json.dumps), max_size=5))
def test_any_other_file_is_a_bad_trace_and_nothing_worse(lines: list[str]) -> None:
    with suppress(BadTrace):
        read(MARK + "\n".join(lines))


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("", "it is no JSON"),
        ("Hello", "it is no JSON"),
        ("[" * 100_000, "it is no JSON"),
        ("[1]", "[1] is no JSON object: {…}"),
        ('{"square": 1, "uids": []}', "“at_s” is missing"),
        ('{"at_s": 1, "uids": []}', "“square” is missing"),
        ('{"at_s": 1, "square": 1}', "“uids” is missing"),
        ('{"at_s": "1", "square": 1, "uids": []}', '"1" is no time in seconds'),
        ('{"at_s": true, "square": 1, "uids": []}', "true is no time in seconds"),
        ('{"at_s": NaN, "square": 1, "uids": []}', "NaN is no time in seconds"),
        ('{"at_s": -1, "square": 1, "uids": []}', "-1 is no time in seconds"),
        ('{"at_s": 0.6, "button": "confirm", "held": 1}', "1 is not true or false"),
        ('{"at_s": 0.25, "button": "confirm"}', "0.25 s is before the 0.5 s of the line above"),
        ('{"at_s": 1, "square": 0, "uids": []}', "0 is no square: they are numbered from 1"),
        ('{"at_s": 1, "square": true, "uids": []}', "true is no square: they are numbered from 1"),
        ('{"at_s": 1, "square": 1, "uids": "04"}', '"04" is no list of UIDs'),
        (
            '{"at_s": 1, "square": 1, "uids": ["04A1B2C3"]}',
            '"04A1B2C3" is no UID: 4, 7 or 10 bytes in lower-case hexadecimal digits',
        ),
        (
            '{"at_s": 1, "square": 1, "uids": [[]]}',
            "[] is no UID: 4, 7 or 10 bytes in lower-case hexadecimal digits",
        ),
        ('{"at_s": 1, "square": 1, "uids": [], "alone": "yes"}', '"yes" is neither true nor false'),
        (
            '{"at_s": 1, "square": 1, "failure": "tired"}',
            '"tired" is none of no-ack, no-reply, bad-reply, bus-error',
        ),
        (
            '{"at_s": 1, "square": 1, "reader": "ill"}',
            '"ill" is none of healthy, suspect, resetting, quarantined, back',
        ),
        ('{"at_s": 1, "button": "eject"}', '"eject" is none of confirm, take-back'),
        ('{"at_s": 1, "square": 1, "uids": [], "uid": 1}', '"uid" does not belong there'),
        ('{"at_s": 1, "square": 1, "uids": [], "failure": "no-ack"}', '"uids" does not belong'),
    ],
)
def test_a_mistake_is_told_with_its_line(line: str, cause: str) -> None:
    good = '{"at_s": 0.5, "square": 1, "uids": []}\n'
    with pytest.raises(BadTrace) as caught:
        read(f"{MARK}{good}{line}\n{good}")
    assert str(caught.value).startswith(f"Line 3: {cause}")
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", 'it is empty; a trace begins with {"hareboard_trace": 1}'),
        ("{}\n", 'a trace begins with {"hareboard_trace": 1}'),
        (TEXT.split("\n", 1)[1], 'a trace begins with {"hareboard_trace": 1}'),
        (
            '{"hareboard_trace": 2}\n',
            'traces of version 1 can be read, and this says {"hareboard_trace": 2}',
        ),
    ],
)
def test_a_file_that_is_something_else_is_refused(text: str, cause: str) -> None:
    with pytest.raises(BadTrace) as caught:
        read(text)
    assert str(caught.value) == f"Line 1: {cause}."


def test_of_a_recording_that_was_cut_off_the_rest_can_be_saved() -> None:
    with pytest.raises(BadTrace, match=r"^Line 8: it is cut off, .* without it the lines above"):
        read(TEXT[:-5])


# The board


def board_of(
    *said: Said, began_s: float = 0.0
) -> tuple[TraceBoard, ManualClock, list[BoardEvent], list[Reading]]:
    events: list[BoardEvent] = []
    readings: list[Reading] = []
    clock = ManualClock(began_s)
    board = TraceBoard(said, clock, readings.append)
    return board, clock, events, readings


def test_it_says_everything_at_its_time() -> None:
    board, clock, events, readings = board_of(*EVERYTHING, began_s=50.0)
    clock.advance(50.0)
    board.connect(events.append)
    for each in EVERYTHING:
        assert not board.over
        board.step()
        assert clock.now_s() == pytest.approx(100.0 + each.at_s)
    assert board.over
    board.step()
    late = [replace(each, at_s=100.0 + each.at_s) for each in EVERYTHING]
    assert readings == late[:4]
    assert events == late[4:]


def test_what_is_late_is_said_with_the_time_it_has() -> None:
    board, clock, events, _ = board_of(Pressed("confirm", 1.0))
    board.connect(events.append)
    clock.advance(5.0)
    board.step()
    assert (events, clock.now_s()) == ([Pressed("confirm", 1.0)], 5.0)


def test_its_readers_are_those_of_the_trace_and_do_as_they_did() -> None:
    board, _, events, _ = board_of(
        Reading(3, 1.0),
        Reading(7, 2.0, failure="no-reply"),
        Reading(3, 2.0, failure="disturbed"),
        ReaderChanged(7, "resetting", 2.0),
        ReaderChanged(7, "quarantined", 3.0),
        ReaderChanged(7, "resetting", 4.0),
        ReaderChanged(7, "back", 5.0),
    )
    fresh = tuple(ReaderHealth(square, "healthy", 0, 0, 0, None, "") for square in (3, 7))
    assert board.readers() == fresh
    board.connect(events.append)
    while not board.over:
        board.step()
    assert board.readers() == (
        ReaderHealth(3, "healthy", 1, 0, 0, 1.0, ""),
        ReaderHealth(7, "back", 0, 1, 2, None, "no reply"),
    )
    board.connect(events.append)
    assert board.readers() == fresh


def test_every_failure_has_words() -> None:
    assert set(FAILURES) == set(get_args(Failure))


def test_played_once_more_it_begins_anew() -> None:
    board, clock, events, _ = board_of(
        Reading(1, 0.0, (RED,)), Reading(1, 0.1, (RED,)), Pressed("confirm", 0.5)
    )
    for began_s in (0.0, 0.5):
        events.clear()
        board.connect(events.append)
        while not board.over:
            board.step()
        assert events == [
            Sighting(1, RED, True, began_s + 0.1),
            Pressed("confirm", began_s + 0.5),
        ]
        board.stop()
    assert clock.now_s() == 1.0


def test_in_a_thread_of_its_own_it_says_everything_and_then_waits() -> None:
    over = threading.Event()
    board = TraceBoard([Pressed("take-back", 0.001), Pressed("confirm", 0.002)], MonotonicClock())
    events: list[BoardEvent] = []

    def emit(event: BoardEvent) -> None:
        events.append(event)
        if len(events) == 2:
            over.set()

    board.start(emit)
    assert over.wait(30)
    scans = board.scans
    until(lambda: board.scans > scans + 1, "it lives on")
    board.stop()
    board.stop()
    assert board.failure is None
    assert [each.button for each in events if isinstance(each, Pressed)] == ["take-back", "confirm"]


def test_a_mistake_of_who_listens_ends_it_and_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threading.excepthook", lambda _args: None)
    board = TraceBoard([Pressed("confirm", 0.0)], MonotonicClock())

    def emit(_event: BoardEvent) -> None:
        raise RuntimeError("a mistake")

    board.start(emit)
    until(lambda: board.failure is not None, "it has died")
    assert repr(board.failure) == "RuntimeError('a mistake')"
    board.stop()


def test_stopped_in_the_middle_it_says_no_more() -> None:
    first = threading.Event()
    events: list[BoardEvent] = []

    def emit(event: BoardEvent) -> None:
        events.append(event)
        first.set()

    before = set(threading.enumerate())
    board = TraceBoard([Pressed("confirm", 0.0), Pressed("take-back", 3600.0)], MonotonicClock())
    board.start(emit)
    assert first.wait(30)
    board.attend({1, 2})
    board.stop()
    assert set(threading.enumerate()) == before
    assert len(events) == 1
    assert not board.over


class StoppedWhileAsleep(ManualClock):
    """A clock during whose rest somebody stops a board."""

    board: TraceBoard

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        self.board.stop()


def test_stopped_while_it_waits_for_the_next_it_does_not_say_that_any_more() -> None:
    clock = StoppedWhileAsleep()
    events: list[BoardEvent] = []
    board = clock.board = TraceBoard([Pressed("confirm", 0.1)], clock)
    board.connect(events.append)
    board.step()
    assert events == []


# Played again it senses what the board sensed


def mischief(board: Stage, rng: random.Random) -> None:
    """Something a hand, a tag or a reader may do."""
    runner = rng.choice(["red", "blue"])
    squares = sorted(board.chips)
    match rng.randrange(8):
        case 0 | 1:
            board.world.put(runner, rng.choice(squares))
        case 2:
            board.world.lift(runner)
        case 3:
            board.world.turn(runner)
        case 4:
            board.press()
        case 5:
            quality = rng.choice([GOOD, WEAK, MOVING, GARBLED])
            board.radio.set_quality(rng.choice([RED, BLUE]), quality)
        case _:
            board.fault(rng.choice(squares), rng.choice(list(FAULTS)), on=rng.random() < 0.5)


def sightings(events: list[BoardEvent]) -> list[Sighting]:
    return [each for each in events if isinstance(each, Sighting)]


@pytest.mark.parametrize("seed", range(20))
def test_a_trace_of_anything_leads_to_the_same_sightings(seed: int) -> None:
    rng = random.Random(seed)
    with stage(
        6,
        3,
        seed=seed,
        odds=Odds(corrupt=0.3, resets=0.1),
        bleeding=Bleeding(reach_mm=120.0),
        stride=rng.choice([1, 2, 3]),
    ) as board:
        for _ in range(15):
            mischief(board, rng)
            board.run(rng.choice([0.01, 0.1, 0.5, 2.0]))
    again = replayed(board.trace, board.began_s)
    told, retold = sightings(board.events), sightings(again)
    assert [replace(each, at_s=0.0) for each in retold] == [
        replace(each, at_s=0.0) for each in told
    ]
    assert [each.at_s for each in retold] == pytest.approx(
        [each.at_s for each in told], rel=0, abs=1e-6
    )
    # A reading that makes a reader healthy says so first; played again, what it saw comes first.
    others = [replace(each, at_s=0.0) for each in again if not isinstance(each, Sighting)]
    assert others == [
        replace(each, at_s=0.0) for each in board.events if not isinstance(each, Sighting)
    ]


def test_what_the_mischief_leads_to_is_worth_a_test() -> None:
    """The seeds above see tags come and go, doubts, failures and readers that are out."""
    seen: set[str] = set()
    for seed in range(6):
        rng = random.Random(seed)
        with stage(6, 3, seed=seed, bleeding=Bleeding(reach_mm=120.0), stride=1) as board:
            for _ in range(15):
                mischief(board, rng)
                board.run(0.5)
        for said in read(board.trace):
            match said:
                case Reading(failure=str(failure)):
                    seen.add(failure)
                case Reading(alone=True):
                    seen.add("alone")
                case ReaderChanged(state=state):
                    seen.add(state)
                case Pressed(button=button):
                    seen.add(button)
        seen |= {"seen" if each.seen else "missed" for each in sightings(board.events)}
    assert seen >= {"seen", "missed", "alone", "confirm", *get_args(ReaderState)} - {"absent"}
    assert len(seen & set(get_args(Failure))) >= 3
