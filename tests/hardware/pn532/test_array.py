"""How a board of chips is read: often where it matters, never two fields too near."""

import random
from collections import Counter, defaultdict
from itertools import pairwise
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.ports import Uid
from hardware.sensing.plan import apart, serpentine, sweep_bound_s, unread_bound_s
from hardware.sensing.schedule import Schedule
from hardware.sensing.settings import ArraySettings
from hardware.sightings import MISSES
from hardware.simulated.pn532.radio import GARBLED, MOVING, WEAK, Bleeding
from hardware.transfers import Transfer
from tests.support.hardware.benches import BLUE, PLACES, RED, Bench, bench
from tests.support.tiers import sample

KIND = "spi-decoder"
BOARD = serpentine(64, 8)
SLACK = 1.15
"""What the bus and the computer may add to the air time."""


def longest_unread_s(board: Bench, began_s: float) -> dict[int, float]:
    """For each square the longest time between two readings."""
    times_s: dict[int, list[float]] = defaultdict(list)
    for reading in board.readings:
        if reading.at_s >= began_s:
            times_s[reading.square].append(reading.at_s)
    ends_s = board.clock.now_s()
    return {
        square: max(
            later - sooner for sooner, later in zip((began_s, *each), (*each, ends_s), strict=True)
        )
        for square, each in times_s.items()
    }


def test_every_square_has_its_turn_in_little_more_than_the_air_time() -> None:
    with bench(KIND) as board:
        board.run(1.0)
        began_s, phases = board.clock.now_s(), board.board.phases  # type: ignore[union-attr] # a Pn532Board
        for _ in range(20 * len(phases)):
            board.step()
        sweep_s = (board.clock.now_s() - began_s) / 20
        bound_s = sweep_bound_s(ArraySettings(PLACES))
        assert bound_s <= sweep_s <= SLACK * bound_s
        assert max(longest_unread_s(board, began_s).values()) < 2 * SLACK * bound_s


def test_squares_attended_to_are_read_several_times_as_often() -> None:
    with bench(KIND) as board:
        board.board.attend({2, 3})
        board.run(1.0)
        board.readings.clear()
        board.run(5.0)
        counts = Counter(reading.square for reading in board.readings)
        assert set(counts) == set(PLACES)
        elsewhere = [count for square, count in counts.items() if square not in (2, 3)]
        assert min(counts[2], counts[3]) > 2 * median(elsewhere)


@pytest.mark.parametrize("attended", sample(2, [{2, 3}, {1}, set(PLACES), {1, 2, 3, 4, 5, 6}]))
def test_no_square_goes_unread_longer_than_is_stated(attended: set[int]) -> None:
    with bench(KIND, idle_after_s=60.0) as board:
        board.run(1.0)
        board.board.attend(attended)
        began_s = board.clock.now_s()
        board.run(10.0)
        phases = board.board.phases  # type: ignore[union-attr] # a Pn532Board
        bound_s = unread_bound_s(phases, ArraySettings(PLACES))
        longest_s = longest_unread_s(board, began_s)
        assert set(longest_s) == set(PLACES)
        assert max(longest_s.values()) <= bound_s


def test_a_board_on_which_nothing_happens_slows_down_and_wakes_up() -> None:
    with bench(KIND, idle_after_s=5.0, idle_sweep_s=0.5) as board:
        board.run(5.0)
        board.readings.clear()
        board.run(5.0)
        slow = len(board.readings)
        began_s = board.clock.now_s()
        board.world.put("red", 7)
        board.run_until(lambda: bool(board.sighted()), 5.0)
        bound_s = sweep_bound_s(ArraySettings(PLACES))
        assert board.clock.now_s() - began_s < 0.5 + 2 * SLACK * bound_s
        board.readings.clear()
        board.run(4.0)
        assert len(board.readings) > 2 * slow


def test_attending_to_other_squares_wakes_it_too() -> None:
    with bench(KIND, idle_after_s=5.0) as board:
        board.run(10.0)
        board.board.attend({5})
        board.readings.clear()
        board.run(1.0)
        assert Counter(reading.square for reading in board.readings)[5] > 15


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(
    stride=st.integers(1, 4),
    max_fields=st.integers(1, 12),
    attended=st.sets(st.integers(1, 12)),
    seed=st.integers(0, 99),
)
def test_fields_are_never_too_near_nor_too_many(
    stride: int, max_fields: int, attended: set[int], seed: int
) -> None:
    rng = random.Random(seed)
    with bench(KIND, stride=stride, max_fields=max_fields) as board:
        board.board.attend(attended)
        for _ in range(3):
            board.world.put("red", rng.randint(1, 12))
            board.world.put("blue", rng.randint(1, 12))
            board.run(0.3)
        assert board.radio.most_fields <= max_fields
        assert board.radio.closest is None or board.radio.closest >= stride


def test_between_two_fields_near_each_other_the_guard_time_passes() -> None:
    with bench(KIND) as board:
        began: dict[int, float] = {}
        ended: dict[int, float] = {}
        guard_s = ArraySettings(PLACES).timing.guard_s
        for _ in range(200):
            board.step()
            now = dict(board.radio.fields_on())
            for square, since_s in now.items():
                for other, until_s in ended.items():
                    if not apart(PLACES[square], PLACES[other], 3) and began.get(square) != since_s:
                        assert since_s - until_s > 0.9 * guard_s
                began[square] = since_s
            ended |= {square: board.clock.now_s() for square in began if square not in now}


def runners(sighted: list[tuple[int, Uid, bool]]) -> set[tuple[int, Uid]]:
    """Where registered tags were sighted: a garbled UID is nobody's."""
    return {(square, uid) for square, uid, _ in sighted if uid in (RED, BLUE)}


@pytest.mark.long
def test_a_tag_that_neighbours_read_too_is_left_only_where_it_stands() -> None:
    """All fields on at once, as no board should have it: neighbours read each other's tags."""
    often = Bleeding(read=0.5, garbled=0.4)
    with bench(KIND, stride=1, max_fields=12, bleeding=often) as board:
        board.run(1.0)
        board.world.put("red", 6)
        board.world.put("blue", 11)
        board.run(1.0)
        sighted = board.run(20.0)
        # Once both were read alone nobody else is believed any more, however often it hears them.
        assert runners(sighted) <= {(6, RED), (11, BLUE)}
        board.world.lift("red")
        board.world.lift("blue")
        gone = board.run(3.0)
        assert runners(gone) == {(6, RED), (11, BLUE)}
        assert any(reading.alone for reading in board.readings)
        heard = {uid for reading in board.readings for uid in reading.uids}
        assert len(heard) > 5, "there were garbled UIDs to be fooled by"


@pytest.mark.parametrize("quality", sample(3, [WEAK, GARBLED, MOVING]))
def test_a_tag_that_is_hard_to_read_shows_nowhere_else_and_as_no_other(quality: object) -> None:
    with bench(KIND) as board:
        board.radio.set_quality(RED, quality)
        board.world.put("red", 6)
        sighted = board.run(20.0)
        assert {(square, uid) for square, uid, _ in sighted} == {(6, RED)}
        assert sighted[0] == (6, RED, True)


def test_a_stopped_board_has_no_field_on() -> None:
    with bench(KIND) as board:
        board.run(0.5)
        board.board.start(lambda _event: None)
        board.board.stop()
        board.clock.advance(0.1)
        assert dict(board.radio.fields_on()) == {}


# The schedule alone


def test_what_is_doubted_is_read_alone_and_first() -> None:
    schedule = Schedule(ArraySettings(PLACES))
    slot = schedule.next({1, 2}, {7}, ())
    assert (slot.squares, slot.alone) == ((7,), True)


def test_a_reader_whose_field_may_be_on_is_asked_again_in_every_second_phase() -> None:
    schedule = Schedule(ArraySettings(BOARD, stride=3))
    slots = [schedule.next({1, 2, 3}, (), (), lost={20}) for _ in range(14)]
    assert [slot.squares[0] == 20 for slot in slots if slot.squares[0] == 20 or slot.lit] == [
        number % 2 == 0 for number in range(13)
    ]
    assert sum(not slot.lit and slot.squares[0] != 20 for slot in slots) == 1, "the round goes on"
    schedule = Schedule(ArraySettings(BOARD, stride=3))
    idle = [schedule.next_idle((), (), (), 0.0, lost={20}).squares[0] for _ in range(7)]
    assert idle[1::2] == [20, 20, 20]


def test_what_is_doubted_near_a_field_that_may_be_on_waits_for_it() -> None:
    schedule = Schedule(ArraySettings(BOARD, stride=3, attention=100))
    slots = [schedule.next({1}, {22, 35}, (), lost={39}) for _ in range(6)]
    assert [slot.squares for slot in slots if slot.alone] == [(35,)] * 3
    assert schedule.next({1}, {22, 35}, {39}).squares == (22,), "it is dead, and off"


@pytest.mark.parametrize("kind", [KIND, "scanner"])
def test_a_reader_that_does_not_say_that_its_field_is_off_is_soon_read_again(kind: str) -> None:
    with bench(kind, stride=3) as board:
        board.board.attend({1, 2, 3})
        board.run(1.0)
        board.fault(12, "silent")
        board.run_until(lambda: any(each.square == 12 and each.failure for each in board.readings))
        board.fault(12, "silent", on=False)
        board.readings.clear()
        board.run_until(lambda: any(each.square == 12 for each in board.readings))
        assert sum(each.square in {1, 2, 3} for each in board.readings) <= 2


def test_blind_squares_are_left_out() -> None:
    schedule = Schedule(ArraySettings(PLACES))
    blind = {1, 5, 6}
    for _ in range(50):
        slot = schedule.next({1, 2, 5}, {6}, blind)
        assert not blind & set(slot.squares)
    assert schedule.next((), (), set(PLACES)).squares == ()


def test_attention_takes_along_what_costs_no_time() -> None:
    schedule = Schedule(ArraySettings(PLACES, stride=2))
    slots = [schedule.next({1}, (), ()) for _ in range(6)]
    for slot in slots:
        if 1 in slot.squares:
            assert len(slot.squares) > 1


def test_what_is_handed_out_counts_as_read() -> None:
    """The next phase is chosen while the last one goes on: the same is not chosen twice."""
    schedule = Schedule(ArraySettings(PLACES, stride=3))
    attended = {1, 2, 3, 4}
    slots = [schedule.next(attended, (), ()).squares for _ in range(16)]
    counts = Counter(square for slot in slots for square in slot if square in attended)
    assert max(counts.values()) - min(counts.values()) <= 2


def test_what_is_taken_along_holds_up_no_square_attended_to() -> None:
    """Not those of the next phases, and not by waiting for a field that is on."""
    schedule = Schedule(ArraySettings(BOARD, stride=3))
    attended = {1, 2, 3}
    for _ in range(20):
        slot = schedule.next(attended, (), (), busy={60})
        along = set(slot.squares) - attended
        if slot.lit:
            assert slot.lit <= attended
            assert all(
                apart(BOARD[square], BOARD[other], 3)
                for square in along
                for other in (*attended, 60)
            )


def test_the_round_has_its_turn_once_in_so_many_phases() -> None:
    schedule = Schedule(ArraySettings(BOARD, stride=3, attention=8))
    slots = [schedule.next({1, 2, 3}, (), ()) for _ in range(80)]
    turns = [at for at, slot in enumerate(slots) if not slot.lit]
    assert {later - sooner for sooner, later in pairwise(turns)} == {8}


def test_one_of_four_rounds_has_its_turn_at_lit_squares_too() -> None:
    schedule = Schedule(ArraySettings(BOARD, stride=3, attention=2))
    lit = {1, 2, 3}
    slots = [schedule.next(lit, (), ()) for _ in range(2 * 9 * 8)]
    rounds = [set(slot.squares) for slot in slots if not slot.lit]
    assert set().union(*rounds) == set(BOARD)
    assert Counter(square for each in rounds for square in each & lit) == dict.fromkeys(lit, 2)
    assert all(each - lit for each in rounds)


def test_where_all_squares_are_lit_the_round_has_its_turn_at_them() -> None:
    schedule = Schedule(ArraySettings(PLACES, attention=2))
    slots = [schedule.next(PLACES, (), ()) for _ in range(40)]
    rounds = [set(slot.squares) for slot in slots if not slot.lit]
    assert len(rounds) == 20
    assert set().union(*rounds) == set(PLACES)


@pytest.mark.parametrize("undecided", [{15}, {3, 15}])
def test_squares_where_a_tag_comes_or_goes_have_every_second_phase(undecided: set[int]) -> None:
    schedule = Schedule(ArraySettings(BOARD, stride=3))
    attended = {1, 2, 3, 14, 15, 16, 17}
    slots = [schedule.next(attended, (), (), undecided=undecided) for _ in range(30)]
    lit = [slot.lit for slot in slots if slot.lit]
    assert all(not squares.isdisjoint(undecided) for squares in lit[::2])
    assert set().union(*lit[1::2]) == attended - undecided


def test_a_lit_square_without_a_reader_takes_no_phase_from_the_others() -> None:
    schedule = Schedule(ArraySettings(BOARD, stride=3))
    slots = [schedule.next({1, 2, 3}, (), {3}) for _ in range(16)]
    counts = Counter(square for slot in slots for square in slot.lit)
    assert counts[3] == 0
    assert min(counts[1], counts[2]) >= 7


@pytest.mark.parametrize("kind", [KIND, "scanner"])
def test_a_lifted_tag_is_gone_before_all_lit_squares_have_been_read_twice(kind: str) -> None:
    with bench(kind, stride=3) as board:
        board.world.put("red", 5)
        board.board.attend(PLACES)
        board.run(1.0)
        board.world.lift("red")
        board.run_until(lambda: (5, RED, False) in board.sighted())
        board.readings.clear()
        gone = [(5, RED, False)] * (MISSES - 1)
        missed: list[tuple[int, Uid, bool]] = []
        while missed != gone:
            board.step()
            missed += board.sighted()
        counts = Counter(reading.square for reading in board.readings)
        assert median(counts[square] for square in PLACES) <= 1


def test_a_tag_that_leaves_a_dark_square_takes_no_more_phases_than_a_lit_square() -> None:
    with bench(KIND, stride=4) as board:
        board.world.put("red", 7)
        board.board.attend({1, 2, 3})
        board.run(1.0)
        board.world.lift("red")
        board.run_until(lambda: (7, RED, False) in board.sighted())
        board.readings.clear()
        board.run_until(lambda: (7, RED, False) in board.sighted())
        counts = Counter(reading.square for reading in board.readings)
        assert min(counts[square] for square in (1, 2, 3)) == 1


def readings_of_lit_square(lit_retries: int) -> int:
    with bench(KIND, retries=20, lit_retries=lit_retries) as board:
        board.board.attend({5})
        board.run(5.0)
        return sum(each.square == 5 for each in board.readings)


def test_a_lit_square_without_a_tag_is_tried_once_and_read_the_more_often() -> None:
    assert readings_of_lit_square(0) > 3 * readings_of_lit_square(20)


def test_a_tag_on_a_lit_square_is_looked_for_as_often_as_elsewhere() -> None:
    with bench(KIND, retries=20) as board:
        board.world.put("red", 5)
        board.run(1.0)
        board.radio.set_quality(RED, WEAK)
        board.board.attend({5})
        assert (5, RED, False) not in board.run(10.0)


def test_readers_are_told_the_field_strength_and_reception_of_their_board() -> None:
    analog = bytes(range(0x50, 0x5B))
    transfers: list[Transfer] = []
    with bench("spi-decoder", on_transfer=transfers.append, analog=analog) as board:
        board.run(0.5)
        told = {each.square for each in transfers if each.sent and b"\x0a" + analog in each.sent}
        assert told == set(board.places)
