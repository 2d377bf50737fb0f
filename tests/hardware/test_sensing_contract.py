"""The contract of `hardware.ports.Sensing`, for every kind of board.

A board on virtual time is given a second to notice: real boards are asked how quickly in the
benchmarks.
"""

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from hardware.ports import Sighting, Uid
from hardware.sensing.board import ReaderBoard
from hardware.sightings import MISSES, SPARE_MISSES
from hardware.simulated.pn532.profile import AS_REPORTED, BY_THE_MANUAL
from tests.support.hardware.benches import (
    BLUE,
    KINDS,
    PLACES,
    RED,
    RED_CROWN,
    Bench,
    bench,
)
from tests.support.tiers import sample
from tests.support.waiting import PATIENCE_S

MISSES_REPORTED = MISSES + SPARE_MISSES


AS_REPORTED_HERE = replace(AS_REPORTED, upper=0.0, wire_hz=5_000_000, loads=0)
"""Only base tags are in reach, and the clocks of these small boards are slow enough."""


REPORTED = " as reported"
CHIPS = [kind for kind in KINDS if kind != "direct"]
"""Kinds of boards that have chips."""


@pytest.fixture(
    params=[*sample(3, KINDS), *sample(len(CHIPS), [kind + REPORTED for kind in CHIPS])]
)
def board(request: pytest.FixtureRequest) -> Iterator[Bench]:
    kind, _, _ = request.param.partition(REPORTED)
    profile = BY_THE_MANUAL if kind == request.param else AS_REPORTED_HERE
    with bench(kind, profile=profile) as made:
        if profile is not BY_THE_MANUAL:
            made.run(4.0)  # chips that are slow to be selected are told by their failures
            made.events.clear()
        yield made


def test_an_empty_board_reports_nothing(board: Bench) -> None:
    assert board.run(2.0) == []
    assert board.events == []


@pytest.mark.parametrize("square", sample(3, sorted(PLACES)))
def test_a_piece_put_down_is_reported_once(board: Bench, square: int) -> None:
    board.world.put("red", square)
    assert board.run(2.0) == [(square, RED, True)]


def test_a_piece_that_is_there_at_the_start_is_reported(board: Bench) -> None:
    board.world.put("blue", 7)
    assert board.run(1.0) == [(7, BLUE, True)]


def test_a_piece_taken_away_is_missed_a_few_times_over(board: Bench) -> None:
    board.world.put("red", 5)
    board.run(1.0)
    board.world.lift("red")
    assert board.run(3.0) == [(5, RED, False)] * MISSES_REPORTED


def test_a_piece_that_comes_back_is_reported_again(board: Bench) -> None:
    board.world.put("red", 5)
    board.run(1.0)
    board.world.lift("red")
    board.run_until(lambda: (5, RED, False) in board.sighted())
    board.world.put("red", 5)
    assert board.run(2.0)[-1] == (5, RED, True)


def test_a_piece_that_moves_is_seen_there_and_missed_here(board: Bench) -> None:
    board.world.put("red", 5)
    board.run(1.0)
    board.world.slide("red", 6)
    sighted = board.run(3.0)
    assert sighted.count((6, RED, True)) == 1
    assert sighted.count((5, RED, False)) == MISSES_REPORTED
    assert len(sighted) == 1 + MISSES_REPORTED


def test_a_piece_pushed_along_ends_where_it_stops(board: Bench) -> None:
    board.world.put("red", 3)
    board.run(1.0)
    sighted: list[tuple[int, Uid, bool]] = []
    for square in (4, 5, 6, 7):
        board.world.slide("red", square)
        sighted += board.run(0.05)
    sighted += board.run(3.0)
    assert [each for each in sighted if each[2]][-1] == (7, RED, True)
    seen_at = {square for square, _, seen in sighted if seen}
    missed_at = {square for square, _, seen in sighted if not seen}
    assert seen_at - missed_at == {7}


def test_two_pieces_on_one_square_are_both_reported(board: Bench) -> None:
    board.world.put("red", 5)
    board.world.put("blue", 5)
    assert sorted(board.run(1.0)) == [(5, RED, True), (5, BLUE, True)]


def test_of_two_pieces_one_may_leave(board: Bench) -> None:
    board.world.put("red", 5)
    board.world.put("blue", 5)
    board.run(1.0)
    board.world.lift("blue")
    assert board.run(3.0) == [(5, BLUE, False)] * MISSES_REPORTED


def test_a_piece_face_down_shows_its_crown(board: Bench) -> None:
    board.world.put("red", 5)
    board.run(1.0)
    board.world.turn("red")
    sighted = board.run(3.0)
    assert sighted.count((5, RED_CROWN, True)) == 1
    assert sighted.count((5, RED, False)) == MISSES_REPORTED


def test_a_piece_without_a_crown_is_invisible_face_down(board: Bench) -> None:
    board.world.put("blue", 5, face_down=True)
    assert board.run(1.0) == []


def test_times_go_forward_and_are_those_of_the_clock(board: Bench) -> None:
    began_s = board.clock.now_s()
    board.world.put("red", 5)
    board.run(1.0)
    board.world.slide("red", 9)
    board.step()
    board.run_until(lambda: any(isinstance(each, Sighting) for each in board.events))
    times_s = [each.at_s for each in board.events]
    assert times_s == sorted(times_s)
    assert began_s < times_s[0] <= times_s[-1] <= board.clock.now_s()


def test_what_is_attended_to_is_still_reported_as_ever(board: Bench) -> None:
    board.board.attend({5, 6, 7, 99})
    board.world.put("red", 6)
    assert board.run(1.0) == [(6, RED, True)]
    board.board.attend(())
    board.world.lift("red")
    assert board.run(3.0) == [(6, RED, False)] * MISSES_REPORTED


def test_every_reader_is_healthy_and_says_when_it_last_answered(board: Bench) -> None:
    before = {each.square: each.failed for each in board.board.readers()}
    board.run(1.0)
    health = board.board.readers()
    assert [each.square for each in health] == sorted(PLACES)
    assert {each.state for each in health} == {"healthy"}
    now_s = board.clock.now_s()
    assert all(
        each.last_good_s is not None and now_s - 1.0 < each.last_good_s <= now_s for each in health
    )
    assert all(each.good > 0 and not each.resets for each in health)
    assert {each.square: each.failed for each in health} == before


def test_it_says_when_a_square_was_last_read(board: Bench) -> None:
    board.run(1.0)
    for square in PLACES:
        read_s = board.board.last_read_s(square)
        assert read_s is not None
        assert board.clock.now_s() - 1.0 < read_s <= board.clock.now_s()


def test_stopping_twice_does_no_harm(board: Bench) -> None:
    board.run(0.1)
    board.board.stop()
    board.board.stop()


def test_in_a_thread_of_its_own_it_reports_until_it_is_stopped(board: Bench) -> None:
    reported = threading.Event()
    sightings: list[object] = []

    def emit(event: object) -> None:
        sightings.append(event)
        reported.set()

    board.world.put("red", 5)
    before = {thread.name for thread in threading.enumerate()}
    board.start(emit)
    assert reported.wait(PATIENCE_S)
    board.stop()
    assert {thread.name for thread in threading.enumerate()} == before
    known = len(sightings)
    board.world.slide("red", 6)
    assert len(sightings) == known


@pytest.mark.parametrize("kind", sample(3, [kind for kind in KINDS if kind != "direct"]))
def test_boards_of_chips_say_how_long_a_round_takes_and_what_was_missed(kind: str) -> None:
    with bench(kind) as board:
        assert isinstance(board.board, ReaderBoard)
        assert (board.board.sweep_s, board.board.missed) == (None, 0)
        board.world.put("red", 5)
        board.run(2.0)
        assert board.board.sweep_s is not None
        assert 0 < board.board.sweep_s < 1
        board.world.lift("red")
        board.run(3.0)
        assert board.board.missed == MISSES_REPORTED
