"""Traces, played again by a board that follows the contract of all boards."""

import random
import threading
from dataclasses import replace
from typing import get_args

import pytest

from hardware.clock import ManualClock, MonotonicClock
from hardware.ports import (
    BoardEvent,
    Failure,
    Pressed,
    ReaderChanged,
    ReaderHealth,
    ReaderState,
    Reading,
    Sighting,
)
from hardware.simulated.pn532.faults import FAULTS, Odds
from hardware.simulated.pn532.radio import GARBLED, GOOD, MOVING, WEAK, Bleeding
from hardware.trace import FAILURES, Said, TraceBoard
from tests.hardware.traces.said import EVERYTHING, read
from tests.hardware.traces.stage import BLUE, RED, Stage, replayed, stage
from tests.support.tiers import sample
from tests.support.waiting import PATIENCE_S, until


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
            Sighting(1, RED, True, began_s + 0.1, found=True),
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
    assert over.wait(PATIENCE_S)
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
    assert first.wait(PATIENCE_S)
    board.attend({1, 2})
    board.stop()
    assert set(threading.enumerate()) == before
    assert len(events) == 1
    assert not board.over


def test_a_board_that_nobody_listens_to_plays_all_the_same() -> None:
    board, clock, events, readings = board_of(Pressed("confirm", 0.1), Reading(1, 0.2, (RED,)))
    assert board.last_read_s(1) is None
    while not board.over:
        board.step()
    assert events == []
    assert [each.uids for each in readings] == [(RED,)]
    assert board.last_read_s(1) == pytest.approx(0.2)
    assert board.last_read_s(2) is None
    assert clock.now_s() == pytest.approx(0.2)


def test_what_a_reader_saw_before_it_failed_again_in_quarantine_is_forgotten() -> None:
    seen = [Reading(1, at_s, (RED,)) for at_s in (0.1, 0.2)]
    board, _, events, _ = board_of(
        ReaderChanged(1, "quarantined", 0.0),
        *seen,
        Reading(1, 0.3, failure="no-ack"),
        *(replace(each, at_s=each.at_s + 0.3) for each in seen),
    )
    board.connect(events.append)
    while not board.over:
        board.step()
    sighted = [(each.square, each.uid, each.seen) for each in sightings(events)]
    assert sighted == 2 * [(1, RED, True)]


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


@pytest.mark.parametrize("seed", sample(20, range(20)))
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


@pytest.mark.long
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
