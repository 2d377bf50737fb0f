"""R8.4, R8.6 and R8.8: runners that wait on hare squares for what the others do.

Ann, seat 0, moves; Ben, seat 1, waits on the hare square 14 in most of these.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from controller.game.rules import Runner, State
from controller.game.rules.events import (
    Arrived,
    Baulked,
    LaidDown,
    Moved,
    MovedBack,
    Passed,
    Restarted,
    Rested,
    WaitedAlone,
    Woke,
)
from tests.support.rules.positions import (
    Place,
    actions,
    carrots,
    codes,
    events,
    play,
    position,
    squares,
)

# R8.4, the tournament


def waiting(at: Sequence[Place] = (13, 14, 0), ben: int = 65, **how: Any) -> State:
    """Ann to act, Ben with so many carrots."""
    return position(at, carrots=[65, ben, *[65] * (len(at) - 2)], hare="tournament", **how)


def test_landing_does_nothing_r8_4() -> None:
    state = waiting([13, 20, 0])
    assert events(state, "f14") == (Moved(0, 0, 13, 14, 1),)
    after = play(state, "f14")
    assert (after.seats[0].runners, after.to_act) == ((Runner(14),), 1)


def test_who_is_passed_pays_ten_at_once_r8_4() -> None:
    state = waiting(patch=100)
    assert events(state, "f16") == (Moved(0, 0, 13, 16, 6), Passed(1, 0, 0, 10, False))
    after = play(state, "f16")
    assert (carrots(after), after.patch) == ([59, 55, 65], 116)
    assert after.seats[1].runners == (Runner(14, None, True),)


@pytest.mark.parametrize("hand", [0, 3, 9])
def test_with_fewer_than_ten_all_are_paid_and_a_move_back_is_due_r8_4(hand: int) -> None:
    state = waiting(ben=hand)
    assert events(state, "f16")[-1] == Passed(1, 0, 0, hand, True)
    after = play(state, "f16")
    assert (carrots(after)[1], after.seats[1].runners) == (0, (Runner(14, "back", True),))
    assert actions(after) == ["b"]
    assert codes(after, "f17") == codes(after, "restart") == ["must-move-back"]
    assert events(after, "b") == (MovedBack(1, 0, 14, 11, 30),)
    assert play(after, "b").to_act == 2


def test_with_ten_all_are_paid_and_no_move_back_is_due_r8_4() -> None:
    after = play(waiting(ben=10), "f16")
    assert (carrots(after)[1], after.seats[1].runners) == (0, (Runner(14, None, True),))


def test_each_time_one_is_passed_one_pays_r8_4() -> None:
    state = position([13, 14, 12, 9], carrots=[65, 25, 65, 65], to_act=2, hare="tournament")
    state = play(state, "f16", "f17", "f18")
    assert (carrots(state)[1], state.seats[1].runners) == (0, (Runner(14, "back", True),))


@pytest.mark.parametrize(("at", "move"), [([14, 11, 0], "restart"), ([1, 20, 0], "restart")])
def test_if_the_tortoise_is_taken_or_absent_that_runner_restarts_r8_4(
    at: list[Place], move: str
) -> None:
    state = position(at, carrots=[0, 65, 65], hare="tournament", owes={0: "back"}, passed=[0])
    assert actions(state) == [move]
    assert codes(state, "b") == ["must-move-back"]
    after = play(state, move)
    assert (squares(after)[0], carrots(after)[0]) == (0, 65)
    assert (after.to_act, actions(after)[0], after.seats[0].runners) == (0, "f1", (Runner(),))


def test_of_two_runners_that_must_go_back_the_player_chooses_r4_1_r8_4() -> None:
    state = position([(14, 25), (12, 0)], carrots=[5, 105], to_act=1, hare="tournament")
    state = play(state, "1:f26")
    assert [runner.obligation for runner in state.seats[0].runners] == ["back", "back"]
    assert actions(state) == ["1:b", "2:b"]
    state = play(state, "2:b", "1:f27")
    assert actions(state) == ["1:b"]


def test_a_move_back_comes_before_leaving_the_lettuce_r4_1_r8_4() -> None:
    """The lettuce was landed on, and chewed, by the first runner."""
    state = position([(22, 25), (21, 0)], carrots=[3, 95], owes={0: "leave"}, hare="tournament")
    state = play(msgspec.structs.replace(state, to_act=1), "1:f26")
    assert [runner.obligation for runner in state.seats[0].runners] == ["leave", "back"]
    assert actions(state) == ["2:b"]


def test_a_missed_turn_comes_before_the_move_back_r4_1_r8_4() -> None:
    state = position([14, 20, 0], hare="tournament", owes={0: "back"}, misses=[0])
    assert actions(state) == ["miss"]


def test_who_waited_alone_draws_ten_before_moving_r8_4() -> None:
    state = waiting([14, 20, 0], patch=100)
    assert events(state, "f16") == (WaitedAlone(0, 0, 10), Moved(0, 0, 14, 16, 3))
    assert events(state, "b") == (WaitedAlone(0, 0, 10), MovedBack(0, 0, 14, 11, 30))
    assert carrots(play(state, "f16"))[0] == 65 + 10 - 3


def test_who_was_passed_draws_nothing_r8_4() -> None:
    state = waiting([14, 20, 0], passed=[0])
    assert events(state, "f16") == (Moved(0, 0, 14, 16, 3),)


def test_the_ten_count_towards_being_able_to_move_r8_4_r4_8() -> None:
    at: list[Place] = [14, 11, 0]
    state = position(at, carrots=[0, 65, 65], hare="tournament")
    assert actions(state) == ["f16", "f17", "f18"]
    state = position(at, carrots=[0, 65, 65], hare="tournament", passed=[0])
    assert actions(state) == ["restart"]


def test_they_baulk_like_a_number_payout_r8_4_r12_1() -> None:
    state = waiting([14, 20, 0], patch=4, baulk=True)
    assert events(state, "f16")[:2] == (Baulked(0, (1, 2)), WaitedAlone(0, 0, 10))


def test_with_two_runners_only_the_one_that_moves_draws_r8_4() -> None:
    state = position([(14, 25), (20, 0)], hare="tournament")
    assert events(state, "2:f26")[0] == WaitedAlone(0, 1, 10)
    assert carrots(play(state, "2:f26"))[0] == 95 - 30 + 10 - 1


def test_ones_own_runners_do_not_pay_r8_4() -> None:
    state = position([(13, 14), (20, 0)], hare="tournament")
    assert events(state, "1:f16") == (Moved(0, 0, 13, 16, 6),)
    assert play(state, "1:f16").seats[0].runners[1] == Runner(14)


def test_the_next_time_it_lands_it_waits_anew_r8_4() -> None:
    state = waiting([25, 20, 0], passed=[0])
    assert play(state, "f31").seats[0].runners == (Runner(31),)


# R8.8, passing


def test_only_runners_on_hare_squares_are_concerned_r8_8() -> None:
    assert events(waiting([12, 13, 0]), "f16") == (Moved(0, 0, 12, 16, 10),)


def test_backwards_too_is_passing_r8_4_r8_8() -> None:
    assert events(waiting([15, 14, 0]), "b") == (
        Passed(1, 0, 0, 10, False),
        MovedBack(0, 0, 15, 11, 40),
    )


def test_a_restart_passes_too_r8_4_r8_8() -> None:
    state = position([4, 1, 5, 0], carrots=[0, 65, 65, 65], hare="tournament")
    assert events(state, "restart") == (Passed(1, 0, 0, 10, False), Restarted(0, 0, 65))


def test_they_pay_before_the_mover_draws_r8_8() -> None:
    """The patch is empty, and what Ben pays is there for Ann to draw."""
    state = waiting([15, 14, 0], patch=0, baulk=False)
    assert events(state, "b") == (Passed(1, 0, 0, 10, False), MovedBack(0, 0, 15, 11, 10))
    state = position([4, 1, 5, 0], carrots=[0, 65, 9, 9], patch=2, baulk=False, hare="tournament")
    assert events(state, "restart") == (Passed(1, 0, 0, 10, False), Restarted(0, 0, 12))


def test_those_passed_pay_in_the_order_in_which_they_were_passed_r8_8() -> None:
    state = position([24, 31, 25, 34], carrots=200, hare="tournament")
    passed = [event for event in events(state, "f35") if isinstance(event, Passed)]
    assert [event.seat for event in passed] == [2, 1, 3]
    state = position([36, 31, 34, 33], carrots=200, hare="tournament")
    passed = [event for event in events(state, "b") if isinstance(event, Passed)]
    assert [event.seat for event in passed] == [2, 1]


def test_home_passes_everyone_it_overtakes_r8_8() -> None:
    state = position([61, 62, 58, 64], carrots=[6, 65, 65, 9], lettuces=0, hare="tournament")
    assert events(state, "f64") == (
        Moved(0, 0, 61, 64, 6),
        Arrived(0, 0, 2),
        Passed(1, 0, 0, 10, False),
    )


def test_landing_beside_is_not_passing_r8_8() -> None:
    assert events(waiting([12, 14, 0]), "f13") == (Moved(0, 0, 12, 13, 1),)


# R8.6, the nap


def asleep(at: Sequence[Place] = (13, 14, 0), **how: Any) -> State:
    """Ann to act, Ben asleep."""
    return position(at, hare="nap", owes={1: "rest"}, **how)


def test_on_landing_the_runner_lies_face_down_r8_6() -> None:
    state = position([13, 20, 0], hare="nap")
    assert events(state, "f14") == (Moved(0, 0, 13, 14, 1), LaidDown(0, 0, 14))
    after = play(state, "f14")
    assert (after.seats[0].runners, after.to_act) == ((Runner(14, "rest"),), 1)


def test_the_next_turn_it_is_turned_up_and_stays_then_it_moves_r8_6() -> None:
    state = play(position([13, 20, 0], hare="nap"), "f14", "f21", "f5")
    assert actions(state) == ["rest"]
    assert codes(state, "f16") == ["must-rest"]
    assert events(state, "rest") == (Rested(0, 0),)
    after = play(state, "rest")
    assert (squares(after)[0], carrots(after)[0], after.to_act) == (14, 64, 1)
    after = play(after, "draw", "draw")
    assert actions(after)[:2] == ["b", "f16"]


def test_if_any_runner_passes_it_wakes_at_once_and_moves_on_its_next_turn_r8_6() -> None:
    state = asleep()
    assert events(state, "f16") == (Moved(0, 0, 13, 16, 6), Woke(1, 0))
    after = play(state, "f16")
    assert (after.to_act, after.seats[1].runners) == (1, (Runner(14),))
    assert actions(after)[:2] == ["b", "f17"]
    assert carrots(after) == [59, 65, 65]


def test_passing_backwards_wakes_it_as_well_r8_6_r8_8() -> None:
    state = asleep([15, 14, 0])
    assert events(state, "b") == (Woke(1, 0), MovedBack(0, 0, 15, 11, 40))
    state = position([3, 1, 5, 6], carrots=[0, 65, 65, 65], hare="nap", owes={1: "rest"})
    assert events(state, "restart") == (Woke(1, 0), Restarted(0, 0, 65))


def test_ones_own_other_runner_wakes_it_too_r8_6() -> None:
    state = position([(14, 0), (20, 0)], hare="nap", owes={0: "rest"})
    assert actions(state) == ["rest"]
    state = position([(14, 13), (20, 12)], hare="nap", owes={0: "rest"}, to_act=1)
    after = play(state, "2:f16")
    assert after.seats[0].runners[0] == Runner(14)


def test_who_is_awake_already_is_not_woken_r8_6() -> None:
    assert events(position([13, 14, 0], hare="nap"), "f16") == (Moved(0, 0, 13, 16, 6),)


def test_with_two_runners_the_nap_takes_the_players_turn_r4_1_r8_6() -> None:
    state = position([(14, 20), (9, 0)], hare="nap", owes={0: "rest"})
    assert actions(state) == ["rest"]


def test_a_lettuce_to_chew_comes_before_the_nap_r4_1_r8_6() -> None:
    state = play(position([(13, 9), (5, 0)], hare="nap"), "1:f14", "1:f12")
    assert actions(state) == ["rest"]
    state = position([(10, 14), (20, 0)], hare="nap", owes={0: "chew"})
    assert actions(state) == ["chew"]
