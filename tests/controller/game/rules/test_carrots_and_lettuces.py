"""R5, carrot squares, and R6, lettuce squares."""

from controller.game.rules import Runner
from controller.game.rules.events import Chewed, Drew, LaidDown, Moved, Paid
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

# R5


def test_landing_on_a_carrot_square_does_nothing_r5_1() -> None:
    state = position([0, 0, 0])
    assert events(state, "f5") == (Moved(0, 0, 0, 5, 15),)
    assert play(state, "f5").to_act == 1


def test_on_a_later_turn_a_runner_may_stay_and_draw_or_pay_ten_or_move_on_r5_1() -> None:
    state = position([21, 26, 30])
    assert actions(state)[-2:] == ["draw", "pay"]
    assert {"b", "f22", "f23"} <= set(actions(state))
    assert events(state, "draw") == (Drew(0, 10),)
    assert events(state, "pay") == (Paid(0, 10),)
    assert (carrots(play(state, "draw"))[0], squares(play(state, "draw"))[0]) == (75, 21)
    assert (carrots(play(state, "pay"))[0], play(state, "pay").to_act) == (55, 1)


def test_paying_needs_ten_in_hand_r5_1() -> None:
    assert codes(position([21, 26, 30], carrots=9), "pay") == ["too-few-carrots"]
    assert carrots(play(position([21, 26, 30], carrots=10), "pay"))[0] == 0


def test_any_number_of_turns_in_a_row_r5_1() -> None:
    state = position([21, 26, 33])
    state = play(state, *["draw"] * 3, *["draw"] * 3, *["pay"] * 3, *["draw"] * 3)
    assert carrots(state) == [65 + 20] * 3
    assert actions(state)[-2:] == ["draw", "pay"]


def test_drawing_and_paying_need_a_carrot_square_r5_1() -> None:
    state = position([20, 21, 26])
    assert codes(state, "draw") == codes(state, "pay") == ["not-on-a-carrot-square"]


def test_a_patch_of_fewer_than_ten_gives_nothing_and_takes_ten_r5_2() -> None:
    state = position([21, 26, 30], patch=9)
    assert actions(state)[-1] == "pay"
    assert codes(state, "draw") == ["patch-too-small"]
    after = play(state, "pay")
    assert (carrots(after)[0], after.patch) == (55, 19)


def test_a_patch_of_ten_can_be_emptied_r5_2() -> None:
    state = position([21, 26, 30], patch=10)
    assert actions(state)[-2:] == ["draw", "pay"]
    after = play(state, "draw")
    assert (carrots(after), after.patch) == ([75, 65, 65], 0)


def test_nobody_is_baulked_on_a_carrot_square_r12_2() -> None:
    state = position([21, 26, 30], patch=9, baulk=True)
    assert codes(state, "draw") == ["patch-too-small"]


# R6


def test_a_runner_on_a_lettuce_square_lies_face_down_r6_1() -> None:
    state = position([9, 12, 0])
    assert events(state, "f10") == (Moved(0, 0, 9, 10, 1), LaidDown(0, 0, 10))
    after = play(state, "f10")
    assert after.seats[0].runners == (Runner(10, "chew"),)
    assert (lettuces(after)[0], after.to_act) == (3, 1)


def test_the_next_turn_is_spent_chewing_r6_3() -> None:
    state = play(position([9, 12, 0]), "f10", "f13", "f4")
    assert actions(state) == ["chew"]
    assert events(state, "chew") == (Chewed(0, 0, 2, 20),)
    after = play(state, "chew")
    assert after.seats[0].runners == (Runner(10, "leave"),)
    assert (carrots(after)[0], lettuces(after)[0], after.to_act) == (64 + 20, 2, 1)


def test_the_position_is_that_of_the_moment_of_chewing_r6_3() -> None:
    state = play(position([9, 8, 7, 12]), "f10", "f16", "f13", "f17")
    assert events(state, "chew") == (Chewed(0, 0, 4, 40),)


def test_the_turn_after_that_it_must_move_on_r6_4() -> None:
    state = play(position([9, 12, 0]), "f10", "f13", "f4", "chew", "f16", "f5")
    assert actions(state)[:3] == ["f12", "f13", "f14"]
    assert set(actions(state)) & {"chew", "draw", "pay", "miss", "restart"} == set()
    after = play(state, "f12")
    assert after.seats[0].runners == (Runner(12),)


def test_it_may_leave_backwards_r6_4() -> None:
    state = position([22, 12, 0], owes={0: "leave"})
    after = play(state, "b")
    assert after.seats[0].runners == (Runner(19),)


def test_it_may_chew_another_only_on_another_lettuce_square_r6_4() -> None:
    state = position([10, 12, 0], carrots=[78, 65, 65], owes={0: "leave"})
    after = play(state, "f22")
    assert after.seats[0].runners == (Runner(22, "chew"),)
    assert codes(state, "chew") == ["not-due"]
