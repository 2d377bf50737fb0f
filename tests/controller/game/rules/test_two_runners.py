"""R10, two runners each, and what R3.3, R4 and R7 say of them."""

import pytest

from controller.game.rules import Runner, State, why
from controller.game.rules.events import (
    Arrived,
    Gave,
    MustMiss,
    NothingHappened,
    Payout,
    PlaysAgain,
    Restarted,
)
from controller.game.rules.finish import final_order
from tests.support.rules.positions import (
    actions,
    carrots,
    codes,
    events,
    opening,
    play,
    position,
    squares,
)


def test_two_seats_may_agree_on_one_runner_each_and_start_like_three_r10_0() -> None:
    state = opening(2, runners=1)
    assert (carrots(state), squares(state), state.seats[0].lettuces) == ([65, 65], [0, 0], 3)
    assert actions(state)[0] == "f1"


def test_three_seats_may_agree_on_two_runners_each_r10_1() -> None:
    state = opening(3, runners=2)
    assert (carrots(state), squares(state)) == ([95] * 3, [(0, 0)] * 3)
    assert [seat.lettuces for seat in state.seats] == [5] * 3


def test_each_turn_moves_one_of_the_players_runners_r10_1() -> None:
    state = play(opening(2), "2:f5", "1:f4")
    assert (squares(state), carrots(state), state.to_act) == ([(0, 5), (4, 0)], [80, 85], 0)


def test_actions_are_listed_by_runner_then_by_square_r14_1() -> None:
    state = position([(13, 16), (0, 0)], carrots=[10, 95])
    assert actions(state) == [
        *["1:b", "1:f14", "1:f17"],
        *["2:b", "2:f17", "2:f18", "2:f20", "2:f21"],
        *["draw", "pay"],
    ]


def test_the_first_to_bring_both_home_wins_r10_1() -> None:
    state = position([(64, 30), (63, 64)], carrots=1, lettuces=0, to_act=1)
    assert play(state, "1:f64").ranking == (1, 0)


def test_a_seat_is_home_with_both_its_runners_r10_1() -> None:
    state = position([(64, 64), (64, 30), (0, 0)])
    assert [state.is_home(seat) for seat in range(3)] == [True, False, False]


def test_one_runner_at_home_is_not_the_end_r10_1() -> None:
    state = position([(63, 30), (20, 64)], carrots=1, lettuces=0, finish="first-home")
    after = play(state, "1:f64")
    assert (after.prompt, after.to_act) == ("move", 1)


def test_the_turn_after_landing_on_lettuce_chews_with_that_runner_r10_2() -> None:
    state = play(position([(9, 13), (0, 0)]), "1:f10", "1:f5")
    assert actions(state) == ["chew"]
    assert codes(state, "2:f14") == ["must-chew"]


def test_and_the_turn_after_must_move_that_same_runner_r10_2() -> None:
    state = play(position([(10, 13), (0, 0)], owes={0: "chew"}), "chew", "1:f5")
    assert all(action.startswith("1:") for action in actions(state))
    for action in ("2:f14", "draw", "2:b"):
        first = why(state, action)[0]
        assert (first.code, first.facts) == ("must-leave-with-this-runner", {"square": 10})
    assert play(state, "1:f12").seats[0].runners == (Runner(12), Runner(13))


def test_then_either_may_move_again_r10_2() -> None:
    state = play(position([(10, 13), (0, 0)], owes={0: "leave"}), "1:f12", "1:f5")
    assert {action[0] for action in actions(state)} == {"1", "2", "d", "p"}


def test_the_first_runner_home_is_free_of_the_carrot_limit_r10_3() -> None:
    state = position([(63, 13), (0, 0)], carrots=500, lettuces=0)
    assert "1:f64" in actions(state)
    assert events(state, "1:f64")[1] == Arrived(0, 0, 1)


def test_whether_the_first_may_arrive_with_lettuces_is_in_the_edition_r10_3() -> None:
    assert "1:f64" in actions(position([(63, 13), (0, 0)], lettuces=5))
    state = position([(63, 13), (0, 0)], lettuces=5, first_runner_lettuces=False)
    assert codes(state, "1:f64") == ["lettuces-left"]


@pytest.mark.parametrize(
    ("others", "limit"), [((0, 0), 20), ((64, 0), 30)], ids=["second", "third"]
)
def test_the_second_needs_no_lettuces_and_the_limit_of_its_place_r10_3(
    others: tuple[int, int], limit: int
) -> None:
    state = position([(64, 63), others], carrots=[limit + 1, 65], lettuces=0)
    assert "2:f64" in actions(state)
    state = position([(64, 63), others], carrots=[limit + 2, 65], lettuces=[1, 0])
    assert codes(state, "2:f64") == ["lettuces-left", "too-many-carrots"]


def test_a_flat_limit_holds_for_the_second_runner_alone_r10_3() -> None:
    state = position([(63, 13), (64, 64 - 1)], carrots=500, lettuces=0, home_limit="flat-20")
    assert "1:f64" in actions(state)
    state = position([(63, 64), (64, 20)], carrots=21, lettuces=0, home_limit="flat-20")
    assert "1:f64" in actions(state)
    state = position([(63, 64), (64, 20)], carrots=22, lettuces=0, home_limit="flat-20")
    assert "1:f64" not in actions(state)


def test_a_players_own_runner_blocks_a_square_like_any_other_r10_4() -> None:
    state = position([(4, 5), (0, 0)])
    assert codes(state, "1:f5") == ["occupied"]
    assert codes(position([(17, 15), (0, 0)]), "1:b") == ["nearest-tortoise-occupied"]


def test_only_the_runner_that_moves_is_paid_out_r4_2() -> None:
    state = position([(8, 4), (9, 0)])  # second on a 2, third on a 3
    assert events(state, "1:f12")[0] == Payout(0, 0, 8, 2, 20)
    assert events(state, "2:f12")[0] == Payout(0, 1, 4, 3, 30)


def test_a_runner_at_home_moves_no_more() -> None:
    state = position([(64, 13), (0, 0)])
    assert all(action.startswith("2:") or ":" not in action for action in actions(state))
    assert codes(state, "1:b") == ["no-tortoise-behind"]
    assert codes(state, "1:f64") == ["not-ahead"]


def test_a_runner_waiting_on_a_carrot_square_may_draw_while_the_other_stands_elsewhere() -> None:
    state = position([(4, 13), (0, 0)])
    assert actions(state)[-2:] == ["draw", "pay"]
    assert play(state, "draw").to_act == 1


# R4.7


def stuck(at: tuple[int, int]) -> State:
    return position([at, (20, 0)], carrots=[0, 95], lettuces=5)


def test_of_two_runners_the_player_chooses_which_one_restarts_r4_7() -> None:
    state = stuck((3, 6))
    assert actions(state) == ["1:restart", "2:restart"]
    assert squares(play(state, "1:restart"))[0] == (0, 6)
    after = play(state, "2:restart")
    assert (squares(after)[0], carrots(after)[0], after.to_act) == ((3, 0), 65, 0)


@pytest.mark.parametrize(("at", "restart"), [((1, 0), "1:restart"), ((64, 6), "2:restart")])
def test_only_a_runner_on_the_track_restarts_r4_7(at: tuple[int, int], restart: str) -> None:
    assert actions(stuck(at)) == [restart]


@pytest.mark.parametrize("at", [(0, 0), (0, 64), (64, 0)])
def test_with_none_on_the_track_the_holding_is_restored_r4_7(at: tuple[int, int]) -> None:
    state = stuck(at)
    assert actions(state) == ["restart"]
    assert events(state, "restart") == (Restarted(0, None, 65),)
    after = play(state, "restart")
    assert (squares(after)[0], carrots(after)[0], after.to_act) == (at, 65, 0)


def test_the_one_that_must_leave_and_cannot_is_the_one_that_restarts_r4_7() -> None:
    """Even though the other one could go back to a tortoise."""
    state = position([(22, 27), (19, 0)], carrots=[0, 95], owes={0: "leave"})
    assert actions(state) == ["1:restart"]


def test_after_a_restart_the_other_may_draw_or_pay_r4_7() -> None:
    state = position([(22, 26), (19, 24)], carrots=[0, 95], owes={0: "leave"})
    after = play(state, "1:restart")
    assert actions(after)[-2:] == ["draw", "pay"]
    assert play(after, "pay").to_act == 1


# R7


def test_after_playing_again_either_runner_may_move_r7_9() -> None:
    state = play(position([(13, 4), (20, 0)], cards="more-behind"), "1:f14")
    assert (state.to_act, {action[0] for action in actions(state)}) == (0, {"1", "2"})


@pytest.mark.parametrize(
    ("mine", "theirs", "outcome"),
    [
        ((13, 30), (20, 0), MustMiss(0)),
        ((13, 30), (31, 0), PlaysAgain(0)),
        ((13, 64), (63, 62), MustMiss(0)),
        ((13, 64), (64, 62), MustMiss(0)),
        ((13, 0), (64, 0), PlaysAgain(0)),
    ],
)
def test_a_player_lies_where_the_leading_runner_lies_r3_3(
    mine: tuple[int, int], theirs: tuple[int, int], outcome: object
) -> None:
    """Of two leading runners at HOME the one in front is the first to arrive (R3.1)."""
    state = position([mine, theirs], lettuces=0, cards="more-behind")
    assert events(state, "1:f14")[-1] == outcome


def test_a_player_all_of_whose_runners_are_home_is_in_front_r3_3() -> None:
    """Even of one whose leading runner arrived before theirs."""
    state = position(
        [(13, 64), (64, 64), (0, 0)],
        home=[(0, 1), (1, 0), (1, 1)],
        lettuces=0,
        cards="more-behind",
    )
    assert events(state, "1:f14")[-1] == NothingHappened(0)


def test_players_not_runners_receive_a_gift_r7_1() -> None:
    state = position([(13, 0), (12, 11), (4, 0)], cards="give-ten")
    assert events(state, "1:f14")[-1] == Gave(0, (1, 2), 10)


def test_players_on_the_track_are_ranked_by_their_leading_runner_r9_3() -> None:
    state = position([(64, 64), (5, 40), (20, 10)], to_act=1)
    assert final_order(state) == (0, 1, 2)
