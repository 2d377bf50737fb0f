"""R4, a turn."""

import pytest

from controller.game.rules import Runner
from controller.game.rules.events import (
    Chewed,
    Moved,
    MovedBack,
    Payout,
    Restarted,
    TurnEnded,
    TurnMissed,
)
from tests.support.rules.positions import (
    actions,
    carrots,
    codes,
    events,
    lettuces,
    play,
    position,
    squares,
)

# R4.1 and R4.6, what is owed


def test_a_missed_turn_comes_before_the_lettuce_r4_1() -> None:
    state = position([10, 12, 0], misses=[0], owes={0: "chew"})
    assert actions(state) == ["miss"]
    state = play(state, "miss", "f13", "f4")
    assert actions(state) == ["chew"]


def test_a_missed_turn_comes_before_leaving_the_lettuce_r4_1() -> None:
    state = position([10, 12, 0], misses=[0], owes={0: "leave"})
    state = play(state, "miss", "f13", "f4")
    assert state.seats[0].runners == (Runner(10, "leave"),)
    assert actions(state)[:2] == ["f12", "f14"]


def test_a_missed_turn_passes_without_any_action_or_payout_r4_6() -> None:
    state = position([8, 9, 0], misses=[0])  # a runner in second place on a 2
    assert actions(state) == ["miss"]
    assert events(state, "miss") == (TurnMissed(0),)
    after = play(state, "miss")
    assert (carrots(after), squares(after), after.to_act) == ([65, 65, 65], [8, 9, 0], 1)


def test_only_one_turn_is_missed_r4_6() -> None:
    state = play(position([8, 9, 0], misses=[0]), "miss", "f12", "f4")
    assert "f9" in actions(state)


# R4.2, the payout of a number square


@pytest.mark.parametrize(
    ("at", "place", "kind"),
    [
        ([7, 0, 0, 0, 0, 0], 1, "flag"),
        ([8, 9, 0, 0, 0, 0], 2, "2"),
        ([4, 8, 9, 0, 0, 0], 3, "3"),
        ([9, 12, 13, 14, 0, 0], 4, "4"),
        ([7, 8, 9, 12, 13, 0], 5, "flag"),
        ([7, 8, 9, 12, 13, 14], 6, "flag"),
    ],
)
def test_a_square_that_shows_the_position_pays_ten_times_it_r4_2(
    at: list[int], place: int, kind: str
) -> None:
    state = position(at)
    assert events(state, "f17") == (
        Payout(0, 0, at[0], place, 10 * place),
        Moved(0, 0, at[0], 17, sum(range(17 - at[0] + 1))),
    )


@pytest.mark.parametrize(
    "at", [[8, 0, 0, 0], [8, 9, 12, 0], [7, 8, 0, 0], [7, 8, 9, 12], [4, 0, 0, 0], [9, 12, 13, 0]]
)
def test_a_square_that_shows_another_position_pays_nothing_r4_2(at: list[int]) -> None:
    assert [type(event) for event in events(position(at, carrots=91), "f17")] == [Moved]


def test_the_position_is_that_of_the_moment_of_leaving_r4_2() -> None:
    state = play(position([7, 5, 4]), "f8", "f9", "f7")  # first on a 2, then overtaken
    assert carrots(state)[0] == 64 + 10
    assert carrots(play(state, "f12"))[0] == 74 + 20 - 10


def test_the_payout_comes_before_the_cost_and_helps_to_pay_it_r4_2_r4_3() -> None:
    state = position([8, 9, 0], carrots=[1, 65, 65])
    assert carrots(play(state, "f14"))[0] == 1 + 20 - 21
    assert codes(state, "f15") == ["tortoise-is-backwards-only", "too-few-carrots"]


def test_a_move_back_is_paid_out_as_well_r4_2() -> None:
    state = position([17, 18, 0])  # second on a 2
    assert events(state, "b") == (Payout(0, 0, 17, 2, 20), MovedBack(0, 0, 17, 15, 20))
    assert carrots(play(state, "b"))[0] == 65 + 20 + 20


def test_the_payout_is_obligatory_r4_2() -> None:
    """It may be what keeps a runner out of HOME: 10 left without it, 20 with it."""
    state = position([60, 0, 0], carrots=[20, 65, 65], lettuces=0)
    assert codes(state, "f64") == ["too-many-carrots"]


def test_a_restart_from_a_number_square_is_not_paid_out_r4_2() -> None:
    state = position([4, 5, 7, 9], carrots=[0, 65, 65, 65])  # fourth on a 3
    assert actions(state) == ["restart"]
    assert events(state, "restart") == (Restarted(0, 0, 65),)


# R4.3, forward


def test_the_distance_is_paid_for_occupied_squares_counted_r4_3() -> None:
    state = position([1, 2, 3])
    assert carrots(play(state, "f4"))[0] == 65 - 6
    assert carrots(play(state, "f5"))[0] == 65 - 10


def test_only_unoccupied_squares_ahead_that_are_no_tortoises_r4_3() -> None:
    state = position([9, 12, 16], carrots=[45, 65, 65])
    assert actions(state) == ["f10", "f13", "f14", "f17", "f18"]
    assert codes(state, "f12") == ["occupied"]
    assert codes(state, "f11") == ["tortoise-is-backwards-only"]
    assert codes(state, "f8") == ["not-ahead"]


def test_the_carrots_must_be_in_hand_before_the_move_r4_3() -> None:
    """A free ride gives them back, but only afterwards."""
    state = position([9, 12, 0], carrots=[14, 65, 65], cards="free-ride")
    assert "f14" not in actions(state)
    state = position([9, 12, 0], carrots=[15, 65, 65], cards="free-ride")
    assert carrots(play(state, "f14"))[0] == 15


def test_the_last_carrot_may_be_spent_r4_3() -> None:
    assert carrots(play(position([0, 0, 0], carrots=15), "f5"))[0] == 0


def test_a_lettuce_square_takes_a_lettuce_r4_3_r6_1() -> None:
    assert "f10" in actions(position([9, 12, 0], lettuces=1))
    state = position([9, 12, 0], lettuces=[0, 3, 3])
    assert "f10" not in actions(state)
    assert codes(state, "f10") == ["no-lettuce-left"]


# R4.4, back


def test_a_move_back_costs_nothing_and_draws_ten_a_square_r4_4() -> None:
    state = position([18, 12, 0], carrots=[0, 65, 65])
    assert events(state, "b") == (MovedBack(0, 0, 18, 15, 30),)
    assert (carrots(play(state, "b"))[0], squares(play(state, "b"))[0]) == (30, 15)


def test_an_occupied_nearest_tortoise_blocks_moving_back_altogether_r4_4() -> None:
    state = position([18, 15, 0])
    assert "b" not in actions(state)
    assert codes(state, "b") == ["nearest-tortoise-occupied"]


def test_from_a_tortoise_to_the_one_before_it_r4_4() -> None:
    state = position([18, 7, 8])
    state = play(state, "b", "f9", "f12")
    assert squares(play(state, "b"))[0] == 11


def test_there_is_no_tortoise_behind_the_first_one_r4_4() -> None:
    assert codes(position([11, 12, 0]), "b") == ["no-tortoise-behind"]
    assert codes(position([0, 12, 0]), "b") == ["no-tortoise-behind"]


# R4.5, staying


@pytest.mark.parametrize("at", [1, 4, 7, 11])
def test_a_player_must_move_r4_5(at: int) -> None:
    state = position([at, 12, 0])
    moves = {"b", *(f"f{square}" for square in range(1, 65))}
    assert set(actions(state)) <= moves


# R4.7 and R4.8, stuck


def test_who_cannot_move_restarts_and_plays_on_in_the_same_turn_r4_7() -> None:
    state = position([3, 5, 7], carrots=[0, 65, 65], lettuces=[2, 3, 3])
    assert actions(state) == ["restart"]
    assert events(state, "restart") == (Restarted(0, 0, 65),)
    state = play(state, "restart")
    assert (squares(state), carrots(state), lettuces(state)) == ([0, 5, 7], [65] * 3, [2, 3, 3])
    assert (state.to_act, state.prompt) == (0, "move")
    assert actions(state) == ["f1", "f2", "f3", "f4", "f6", "f8", "f9", "f10"]


def test_the_holding_goes_down_to_the_restart_amount_too_r4_7() -> None:
    """Too many carrots for HOME, the last carrot square and the tortoise taken."""
    state = position([62, 56, 63], carrots=[100, 65, 65], lettuces=[0, 3, 3])
    assert codes(state, "f64") == ["too-many-carrots"]
    assert actions(state) == ["restart"]
    state = play(state, "restart")
    assert (squares(state)[0], carrots(state)[0], lettuces(state)[0]) == (0, 65, 0)


def test_a_runner_on_start_that_is_stuck_restarts_where_it_is_r4_7() -> None:
    state = position([0, 1, 2], carrots=[5, 65, 65])
    assert actions(state) == ["restart"]
    state = play(state, "restart")
    assert (squares(state)[0], carrots(state)[0], state.to_act) == (0, 65, 0)


def test_a_runner_that_must_leave_and_cannot_restarts_r4_7_r6_4() -> None:
    state = position([22, 19, 0], carrots=[0, 65, 65], owes={0: "leave"})
    assert actions(state) == ["restart"]
    assert play(state, "restart").seats[0].runners == (Runner(0),)


def test_if_even_then_no_action_is_legal_the_turn_ends_r4_7() -> None:
    """Nothing in hand, nothing in the patch: START cannot be left."""
    state = position([3, 5, 6], carrots=[0, 9, 9], patch=0, baulk=False)
    assert actions(state) == ["restart"]
    assert events(state, "restart") == (Restarted(0, 0, 0), TurnEnded(0))
    state = play(state, "restart")
    assert (squares(state)[0], carrots(state)[0], state.to_act) == (0, 0, 1)


def test_the_squares_before_start_may_all_be_taken_after_a_restart_r4_7() -> None:
    state = position([6, 1, 2, 3, 4, 5], carrots=[0, 9, 9, 9, 9, 9], restart_carrots=15)
    assert actions(state) == ["restart"]
    state = play(state, "restart")
    assert (state.to_act, carrots(state)[0]) == (1, 15)


def test_who_can_move_may_not_restart_r4_7() -> None:
    state = position([3, 5, 7])
    assert codes(state, "restart") == ["not-stuck"]


def test_who_can_draw_on_a_carrot_square_is_not_stuck_r4_7() -> None:
    state = position([5, 6, 7], carrots=[0, 65, 65])
    assert actions(state) == ["draw"]
    assert codes(state, "restart") == ["not-stuck"]


def test_a_payout_counts_towards_being_able_to_move_r4_8() -> None:
    """Third on a 3 with nothing in hand: the payout of thirty moves it."""
    state = position([4, 5, 7], carrots=[0, 65, 65])
    assert actions(state) == ["f6", "f8", "f9", "f10"]
    assert carrots(play(state, "f10"))[0] == 30 - 21


def test_of_a_limited_patch_only_what_it_can_pay_counts_r4_8() -> None:
    state = position([4, 5, 7], carrots=[0, 65, 65], patch=3, baulk=False)
    assert actions(state) == ["f6"]
    state = position([4, 5, 7], carrots=[0, 65, 65], patch=2, baulk=False)
    assert actions(state) == ["restart"]


def test_a_payout_that_does_not_help_does_not_unstick_r4_8() -> None:
    """Last of six on the flag: sixty carrots, but only HOME and squares taken in reach."""
    state = position([60, 61, 62, 63, 64, 64], carrots=[0, 9, 9, 9, 9, 9], lettuces=[1, *[0] * 5])
    assert state.position(0) == 6
    assert actions(state) == ["b"]
    state = position([60, 61, 62, 63, 56, 64], carrots=[0, 9, 9, 9, 9, 9], lettuces=[1, *[0] * 5])
    assert state.position(0) == 5
    assert actions(state) == ["restart"]


def test_chewing_is_what_a_chewing_runner_does_stuck_or_not_r4_7() -> None:
    state = position([10, 11, 12], carrots=[0, 65, 65], owes={0: "chew"})
    assert actions(state) == ["chew"]
    assert events(state, "chew") == (Chewed(0, 0, 3, 30),)
