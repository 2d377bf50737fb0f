"""In which order runners are carried."""

from hypothesis import given
from hypothesis import strategies as st

from controller.table.referee import Mismatch
from controller.table.referee.carry_order import in_order


def test_a_square_is_cleared_before_another_runner_is_carried_there() -> None:
    first, second = Mismatch("misplaced", 5, "red", 4), Mismatch("misplaced", 4, "yellow", 9)
    assert in_order([first, second]) == (second, first)


def test_what_does_not_belong_on_the_board_is_taken_off_first_where_it_is_in_the_way() -> None:
    runner, card = Mismatch("missing", None, "red", 4), Mismatch("stranger", 4)
    assert in_order([runner, card]) == (card, runner)


def test_one_that_only_lies_the_wrong_way_up_is_in_nobodys_way() -> None:
    lies = Mismatch("wrong-way-up", 10, "red", 10)
    assert in_order([lies]) == (lies,)


def test_of_a_ring_the_first_is_held_until_the_last() -> None:
    ring = [
        Mismatch("misplaced", 4, "red", 5),
        Mismatch("misplaced", 5, "yellow", 6),
        Mismatch("misplaced", 6, "green", 4),
    ]
    assert [fault.colour for fault in in_order(ring)] == ["red", "green", "yellow"]


@given(st.permutations(range(1, 7)), st.permutations(range(1, 7)))
def test_everything_is_carried_once_and_only_rings_start_on_a_square_that_is_taken(
    stands: list[int], belongs: list[int]
) -> None:
    faults = [
        Mismatch("misplaced", square, None, to)
        for square, to in zip(stands[:4], belongs, strict=False)
        if square != to
    ]
    ordered = in_order(faults)
    assert sorted(map(id, ordered)) == sorted(map(id, faults))
    for number, fault in enumerate(ordered):
        left = ordered[number:]
        if fault.belongs in {each.square for each in left}:
            assert all(each.belongs in {other.square for other in left} for each in left)
