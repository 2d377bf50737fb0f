"""How a board is read while nothing happens: seldom, evenly, and awake at the first touch."""

from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from hardware.sensing.plan import sweep_bound_s
from hardware.sensing.schedule import Schedule
from hardware.sensing.settings import ArraySettings
from tests.support.hardware.benches import PLACES, Bench, bench
from tests.support.tiers import sample

IDLE_AFTER_S, WATCH_S, SWEEP_S = 5.0, 0.2, 2.5
USUAL = ArraySettings(PLACES)
SLACK_S = 0.05
"""What a phase under way, and the bus, may add."""
BOARDS = ("spi-decoder", "uart", "scanner", "three-scanners")


def gaps_s(board: Bench, began_s: float) -> dict[int, list[float]]:
    """For each square the times between its readings, from and to now included."""
    times_s: dict[int, list[float]] = defaultdict(list)
    for reading in board.readings:
        times_s[reading.square].append(reading.at_s)
    ends_s = board.clock.now_s()
    return {
        square: [later - sooner for sooner, later in pairwise((began_s, *each, ends_s))]
        for square, each in times_s.items()
    }


def idle(board: Bench, seconds: float) -> dict[int, list[float]]:
    """Let a board become idle, and then time pass; the times between readings."""
    board.run(IDLE_AFTER_S + SWEEP_S)
    board.readings.clear()
    began_s = board.clock.now_s()
    board.run(seconds)
    return gaps_s(board, began_s)


def test_the_usual_settings_are_those_that_are_tested_here() -> None:
    assert (USUAL.idle_after_s, USUAL.idle_pause_s) == (IDLE_AFTER_S, WATCH_S)
    assert USUAL.idle_sweep_s == SWEEP_S


@pytest.mark.parametrize("kind", sample(4, BOARDS))
def test_an_idle_board_reads_every_square_once_in_a_sweep(kind: str) -> None:
    with bench(kind) as board:
        gaps = idle(board, 10 * SWEEP_S)
        assert set(gaps) == set(PLACES)
        assert max(max(each) for each in gaps.values()) <= SWEEP_S + SLACK_S
        assert len(board.readings) <= 11 * len(PLACES), "and hardly more often"


@pytest.mark.parametrize("kind", sample(4, BOARDS))
def test_in_a_game_it_reads_lit_and_occupied_squares_more_often(kind: str) -> None:
    with bench(kind) as board:
        board.world.put("blue", 9)
        board.board.attend({1, 2, 3})
        gaps = idle(board, 10 * SWEEP_S)
        assert set(gaps) == set(PLACES)
        for square, each in gaps.items():
            often = square in (1, 2, 3, 9)
            assert max(each) <= (WATCH_S if often else SWEEP_S) + SLACK_S
        readings = Counter(reading.square for reading in board.readings)
        others = sum(count for square, count in readings.items() if square not in (1, 2, 3, 9))
        assert others <= 11 * (len(PLACES) - 4), "the others are not taken along"


@pytest.mark.parametrize("kind", sample(4, BOARDS))
def test_a_runner_that_is_lifted_wakes_the_board_before_it_is_set_down(kind: str) -> None:
    with bench(kind) as board:
        board.world.put("red", 9)
        board.board.attend({2, 9})
        idle(board, SWEEP_S)
        lifted_s = board.clock.now_s()
        board.world.lift("red")
        board.run_until(lambda: any(not seen for _, _, seen in board.sighted()), 1.0)
        assert board.clock.now_s() - lifted_s <= WATCH_S + SLACK_S
        board.readings.clear()
        board.run(1.0)
        assert Counter(reading.square for reading in board.readings)[2] > 10, "wide awake"


@pytest.mark.long
def test_a_runner_set_down_on_any_square_is_seen_within_a_sweep() -> None:
    with bench("spi-decoder") as board:
        for square in PLACES:
            idle(board, 0.3)
            put_s = board.clock.now_s()
            board.world.put("red", square)
            board.run_until(lambda: bool(board.sighted()), 5.0)
            # Read twice: a tag that nobody has seen before may be a garbled reply.
            assert board.clock.now_s() - put_s <= SWEEP_S + 2 * sweep_bound_s(USUAL) + SLACK_S


def test_a_reader_that_fails_is_soon_known_to_be_dead_on_an_idle_board() -> None:
    with bench("spi-decoder") as board:
        idle(board, SWEEP_S)
        failed_s = board.clock.now_s()
        board.fault(7, "lost_power")
        board.run_until(lambda: "resetting" in board.changes(7), 10.0)
        assert board.clock.now_s() - failed_s <= SWEEP_S + 3 * (WATCH_S + 2 * SLACK_S)


def test_watched_squares_never_starve_the_others_however_slow_the_bus() -> None:
    """Each phase takes ten times as long as there is: all squares still have their turns."""
    schedule = Schedule(USUAL)
    counts: Counter[int] = Counter()
    now_s = 0.0
    for _ in range(40 * len(schedule.phases)):
        counts.update(schedule.next_idle({1, 2, 3}, {5}, set(), now_s).squares)
        now_s += 10 * SWEEP_S / len(schedule.phases)
    assert set(counts) == set(PLACES)
    assert min(counts.values()) >= 10


def test_a_board_without_readers_that_can_be_read_does_not_spin() -> None:
    schedule = Schedule(USUAL)
    now_s, slots = 0.0, 0
    while now_s < 10 * SWEEP_S:
        assert schedule.next_idle((), (), set(PLACES), now_s).squares == ()
        now_s, slots = max(now_s, schedule.idle_until_s), slots + 1
    assert slots <= 11 * len(schedule.phases)


def test_a_doubted_square_is_read_alone_before_all_others_unless_it_cannot_be_read() -> None:
    schedule = Schedule(USUAL)
    schedule.next_idle((), (), (), 0.0)
    now_s = schedule.idle_until_s
    slot = schedule.next_idle((), {5, 7}, {5}, now_s)
    assert (slot.squares, slot.alone) == ((7,), True)
    assert not schedule.next_idle((), {5}, {5}, now_s).alone


def test_a_board_without_readers_has_nothing_to_read() -> None:
    schedule = Schedule(ArraySettings({}))
    assert schedule.next_idle({1}, (), (), 0.0).squares == ()
