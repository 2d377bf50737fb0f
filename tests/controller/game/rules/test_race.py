"""R3, positions in the race, and R9.3, the order at the end."""

from controller.game.rules import State
from tests.support.rules.positions import play, position


def places(state: State) -> list[int]:
    return [
        state.position(seat, runner)
        for seat, holder in enumerate(state.seats)
        for runner in range(len(holder.runners))
    ]


def test_a_position_is_one_more_than_the_runners_ahead_r3_1() -> None:
    assert places(position([12, 30, 1])) == [2, 1, 3]


def test_runners_at_home_are_ahead_in_the_order_they_arrived_r3_1() -> None:
    assert places(position([64, 5, 64, 60, 64], home=[(2, 0), (4, 0), (0, 0)])) == [3, 5, 1, 4, 2]


def test_runners_on_start_share_the_place_behind_everyone_on_the_track_r3_2() -> None:
    assert places(position([0, 0, 0])) == [1, 1, 1]
    assert places(position([0, 12, 0, 64, 0, 3])) == [4, 2, 4, 1, 4, 3]


def test_all_runners_count_in_every_mode_r3_1_r10_4() -> None:
    state = position([(12, 30), (0, 64), (13, 0)])
    assert places(state) == [4, 2, 5, 1, 3, 5]


def test_the_final_order_is_that_of_arrival_and_the_last_one_left_is_last_r9_3() -> None:
    state = position([63, 63 - 2, 64], carrots=[1, 26, 9], lettuces=0)
    assert play(state, "f64").ranking == (2, 0, 1)


def test_who_has_not_arrived_is_ranked_by_the_square_then_by_seat_r9_3() -> None:
    state = position([0, 12, 63, 30, 0], carrots=1, lettuces=0, to_act=2, finish="first-home")
    assert play(state, "f64").ranking == (2, 3, 1, 0, 4)


def test_with_two_runners_the_leading_one_counts_r9_3() -> None:
    state = position([(30, 31), (40, 0), (64, 63)], carrots=1, lettuces=0, to_act=2)
    state = play(state, "2:f64")
    assert (state.prompt, state.ranking) == ("move", ())
    state = position(
        [(30, 31), (40, 0), (64, 63)], carrots=1, lettuces=0, to_act=2, finish="first-home"
    )
    assert play(state, "2:f64").ranking == (2, 1, 0)


def test_of_two_leading_runners_at_home_the_one_that_arrived_first_counts_r9_3_r3_1() -> None:
    state = position(
        [(64, 31), (64, 0), (64, 63)],
        home=[(1, 0), (0, 0), (2, 0)],
        carrots=1,
        lettuces=0,
        to_act=2,
        finish="first-home",
    )
    assert play(state, "2:f64").ranking == (2, 1, 0)


def test_the_arrival_of_a_seats_last_runner_counts_r9_3() -> None:
    state = position(
        [(64, 64), (64, 63), (40, 50)],
        home=[(1, 0), (0, 0), (0, 1)],
        carrots=1,
        lettuces=0,
        to_act=1,
    )
    assert play(state, "2:f64").ranking == (0, 1, 2)
