"""R7, hare squares with text cards.

Ann, seat 0, goes from 13 to the hare square 14 in most of these; it costs her one carrot.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from controller.game.editions.rulesets import make_ruleset
from controller.game.rules import State
from controller.game.rules.events import (
    Arrived,
    CardDrawn,
    Collected,
    Dealt,
    DrewForLettuces,
    Event,
    FreeRide,
    Gave,
    GiftDiscarded,
    GiftKept,
    LostHalf,
    Moved,
    MustMiss,
    NothingHappened,
    PlaysAgain,
    Restored,
    Shown,
)
from controller.game.rules.hares.text_cards import CARDS, others
from controller.game.rules.state import Drawing, Gift
from tests.support.rules.positions import (
    Place,
    actions,
    carrots,
    codes,
    deal,
    events,
    play,
    position,
    squares,
)

BEHIND: Sequence[Place] = [13, 12, 0]
BETWEEN: Sequence[Place] = [13, 20, 0]
LAST: Sequence[Place] = [13, 20, 30]


def before(cards: str, at: Sequence[Place] = BETWEEN, **how: Any) -> State:
    """Ann about to draw these cards."""
    return position(at, cards=cards, **how)


def effect(state: State) -> tuple[Event, ...]:
    """What comes of the card Ann draws: the events after the move and the card."""
    moved, drawn, *rest = events(state, "f14")
    assert (moved, drawn) == (Moved(0, 0, 13, 14, 1), CardDrawn(0, state.pile[0]))
    return tuple(rest)


# The pile


def test_two_of_each_of_the_first_seven_and_one_shuffle_r7() -> None:
    deck = make_ruleset().deck
    assert len(deck) == 15
    assert {card: deck.count(card) for card in CARDS} == {
        **dict.fromkeys(CARDS, 2),
        "shuffle": 1,
    }


def test_the_card_is_drawn_on_landing_and_goes_under_the_pile_r7_r14_3() -> None:
    state = before("show")
    assert play(state, "f14").pile == (*state.pile[1:], "show")
    assert play(state, "f18").pile == state.pile


def test_it_is_under_the_pile_before_the_next_card_is_drawn_r7() -> None:
    """Ann plays again and lands on another hare square."""
    state = before("more-behind", LAST, carrots=200)
    first, second, *rest = state.pile
    after = play(state, "f14")
    assert after.pile == (second, *rest, first)
    assert play(after, "f25").pile == (*rest, first, second)


def test_it_is_under_the_pile_before_a_gift_is_answered_r7() -> None:
    state = before("give-ten")
    assert play(state, "f14").pile == (*state.pile[1:], "give-ten")


def test_a_move_back_never_draws_a_card_r7() -> None:
    state = before("show", [14, 12, 0])
    assert play(state, "b").pile == state.pile


# R7.1


def test_give_ten_gives_ten_to_each_player_behind_r7_1() -> None:
    state = before("give-ten", [13, 12, 20, 0])
    assert effect(state) == (Gave(0, (1, 3), 10),)
    after = play(state, "f14")
    assert carrots(after) == [64 - 20, 65, 65, 65]
    assert (after.prompt, after.to_act) == ("gift", 1)
    assert after.pending == Gift(10, 0, (1, 3))


@pytest.mark.parametrize(
    ("hand", "each"),
    [(65, 10), (21, 10), (20, 5), (11, 5), (10, 1), (3, 1), (2, 0), (1, 0)],
)
def test_if_ten_each_cannot_be_afforded_five_then_one_then_nothing_r7_1(
    hand: int, each: int
) -> None:
    state = before("give-ten", [13, 12, 20, 0], carrots=[hand, 65, 65, 65])
    assert effect(state) == (Gave(0, (1, 3), each),)
    after = play(state, "f14")
    assert carrots(after)[0] == hand - 1 - 2 * each
    assert (after.prompt, after.to_act) == (("gift", 1) if each else ("move", 1))


@pytest.mark.parametrize(("hand", "each"), [(21, 10), (20, 0), (1, 0)])
def test_in_2008_what_is_not_affordable_at_ten_is_not_given_r7_1(hand: int, each: int) -> None:
    state = before(
        "give-ten", [13, 12, 20, 0], carrots=[hand, 65, 65, 65], give_ten="all-or-nothing"
    )
    assert effect(state) == (Gave(0, (1, 3), each),)
    assert carrots(play(state, "f14"))[0] == hand - 1 - 2 * each


def test_with_nobody_behind_nothing_is_given_r7_1() -> None:
    state = before("give-ten", LAST)
    assert effect(state) == (NothingHappened(0),)
    assert (carrots(play(state, "f14"))[0], play(state, "f14").to_act) == (64, 1)


def test_each_receiver_keeps_the_gift_or_puts_it_in_the_patch_r7_1() -> None:
    state = play(before("give-ten", [13, 12, 20, 0], patch=100), "f14")
    assert actions(state) == ["discard", "keep"]
    assert events(state, "keep") == (GiftKept(1, 10),)
    kept = play(state, "keep")
    assert (kept.to_act, kept.pending, carrots(kept)) == (3, Gift(10, 0, (3,)), [44, 75, 65, 65])
    assert events(kept, "discard") == (GiftDiscarded(3, 10),)
    after = play(kept, "discard")
    assert (after.prompt, after.pending, after.to_act) == ("move", None, 1)
    assert (carrots(after), after.patch) == ([44, 75, 65, 65], 101 + 10)


def test_receivers_answer_in_seat_order_from_the_one_after_the_giver_r7_1() -> None:
    state = position([7, 8, 13, 4, 20], to_act=2, cards="give-ten")
    state = play(state, "f14")
    answering = [state.to_act]
    for _ in range(2):
        state = play(state, "keep")
        answering.append(state.to_act)
    assert answering == [3, 0, 1]
    assert play(state, "keep").to_act == 3  # and then the turn after the giver's


def test_a_gift_can_only_be_kept_or_discarded_r7_1() -> None:
    state = play(before("give-ten"), "f14")
    assert codes(state, "f5") == codes(state, "draw") == codes(state, "miss") == ["not-due"]


def test_who_misses_a_turn_may_still_take_a_gift_r7_1() -> None:
    state = play(before("give-ten", misses=[2]), "f14")
    assert (state.to_act, actions(state)) == (2, ["discard", "keep"])
    assert actions(play(state, "keep", "f23")) == ["miss"]


# R7.2


def test_more_players_behind_than_in_front_miss_the_next_turn_r7_2() -> None:
    state = before("more-behind", BEHIND)
    assert effect(state) == (MustMiss(0),)
    after = play(state, "f14", "f13", "f4")
    assert (after.to_act, actions(after)) == (0, ["miss"])


def test_fewer_behind_than_in_front_play_again_at_once_r7_2() -> None:
    state = before("more-behind", LAST)
    assert effect(state) == (PlaysAgain(0),)
    after = play(state, "f14")
    assert (after.prompt, after.to_act, after.seats[0].miss) == ("move", 0, False)


def test_equally_many_is_nothing_or_another_move_as_the_edition_has_it_r7_2() -> None:
    state = before("more-behind", BETWEEN, equal="nothing")
    assert effect(state) == (NothingHappened(0),)
    assert (play(state, "f14").to_act, play(state, "f14").seats[0].miss) == (1, False)
    state = before("more-behind", BETWEEN, equal="again")
    assert effect(state) == (PlaysAgain(0),)
    assert play(state, "f14").to_act == 0


def test_players_at_home_are_in_front_r7_2() -> None:
    assert effect(before("more-behind", [13, 64, 64, 0])) == (PlaysAgain(0),)


def test_on_start_nobody_is_behind_or_in_front_of_who_stands_there_too_r7_2() -> None:
    assert others(position([0, 0, 5, 0]), 0) == ((), (2,))


def test_players_on_start_are_behind_r7_2() -> None:
    assert effect(before("more-behind", [13, 20, 0, 0])) == (MustMiss(0),)


# R7.3


@pytest.mark.parametrize(("hand", "change"), [(1, 65), (66, 0), (167, -101)])
def test_the_holding_becomes_exactly_65_r7_3(hand: int, change: int) -> None:
    state = before("restore", carrots=[hand, 9, 9])
    assert effect(state) == (Restored(0, 65, change),)
    assert carrots(play(state, "f14")) == [65, 9, 9]


def test_the_holding_becomes_what_the_edition_says_r7_3_r13_2() -> None:
    assert carrots(play(before("restore", restore_carrots=68), "f14"))[0] == 68


def test_the_patch_gives_and_takes_what_a_restore_changes_r7_3() -> None:
    after = play(before("restore", carrots=[5, 9, 9], patch=100), "f14")
    assert (carrots(after)[0], after.patch) == (65, 100 + 1 - 61)
    after = play(before("restore", carrots=[95, 9, 9], patch=100), "f14")
    assert (carrots(after)[0], after.patch) == (65, 100 + 1 + 29)


# R7.4


@pytest.mark.parametrize("held", [1, 2, 3])
def test_ten_are_drawn_for_each_lettuce_r7_4(held: int) -> None:
    state = before("ten-per-lettuce", lettuces=[held, 3, 3])
    assert effect(state) == (DrewForLettuces(0, held, 10 * held),)
    assert carrots(play(state, "f14"))[0] == 64 + 10 * held


def test_who_holds_no_lettuce_misses_the_next_turn_r7_4() -> None:
    state = before("ten-per-lettuce", lettuces=[0, 3, 3])
    assert effect(state) == (MustMiss(0),)
    after = play(state, "f14", "f23", "f4")
    assert (carrots(after)[0], actions(after)) == (64, ["miss"])


# R7.5


def test_a_free_ride_gives_back_what_the_move_cost_r7_5() -> None:
    state = position([4, 20, 0], cards="free-ride")
    assert carrots(play(state, "f14"))[0] == 65
    assert events(state, "f14")[-1] == FreeRide(0, 55)


def test_a_free_ride_leaves_the_number_payout_alone_r7_5() -> None:
    state = position([12, 20, 21], cards="free-ride")  # third on a 3
    assert carrots(play(state, "f14"))[0] == 65 + 30


def test_after_playing_again_only_the_second_move_is_free_r7_5_r7_9() -> None:
    state = play(before("more-behind free-ride", LAST, carrots=200), "f14")
    assert events(state, "f25")[-1] == FreeRide(0, 66)
    assert carrots(play(state, "f25"))[0] == 200 - 1


# R7.6


@pytest.mark.parametrize(("hand", "loss"), [(1, 0), (2, 0), (3, 1), (66, 32), (67, 33)])
def test_half_the_holding_is_lost_the_loss_rounded_down_r7_6(hand: int, loss: int) -> None:
    state = before("lose-half", carrots=[hand, 9, 9], patch=7)
    assert effect(state) == (LostHalf(0, loss),)
    after = play(state, "f14")
    assert (carrots(after)[0], after.patch) == (hand - 1 - loss, 7 + 1 + loss)


# R7.7


def test_the_holding_is_shown_as_it_stands_at_that_moment_r7_7() -> None:
    state = before("show")
    assert effect(state) == (Shown(0, 64),)
    assert (carrots(play(state, "f14")), play(state, "f14").to_act) == ([64, 65, 65], 1)


# R7.8


def test_one_carrot_comes_from_each_other_player_who_has_one_r7_8() -> None:
    state = before("shuffle", [13, 20, 0, 64, 64], carrots=[65, 1, 0, 7, 0], lettuces=0)
    assert effect(state) == (Collected(0, (1, 3)),)
    after = play(state, "f14")
    assert carrots(after) == [64 + 2, 0, 0, 6, 0]


def test_then_the_whole_pile_this_card_included_is_shuffled_r7_8() -> None:
    state = before("shuffle")
    after = play(state, "f14")
    assert (after.prompt, after.to_act, after.pending) == ("deal", 0, Drawing(0, 0, 1))
    assert after.pile[-1] == "shuffle"
    assert actions(after) == ["deal"]
    order = tuple(sorted(after.pile))
    assert events(after, deal(order)) == (Dealt(),)
    dealt = play(after, deal(order))
    assert (dealt.prompt, dealt.to_act, dealt.pending, dealt.pile) == ("move", 1, None, order)


def test_the_shuffled_card_may_be_on_top_again_r7_8() -> None:
    state = play(before("shuffle", [13, 24, 0]), "f14")
    rest = [card for card in state.pile if card != "shuffle"]
    state = play(state, deal(["shuffle", *rest]))
    assert events(state, "f25")[1] == CardDrawn(1, "shuffle")


# R7.9


def test_playing_again_is_a_normal_move_that_is_paid_for_r7_9() -> None:
    state = play(before("more-behind", LAST), "f14")
    assert (carrots(state)[0], actions(state)[0]) == (64, "b")
    after = play(state, "f18")
    assert (carrots(after)[0], squares(after)[0], after.to_act) == (64 - 10, 18, 1)


def test_the_action_of_its_square_is_carried_out_r7_9() -> None:
    state = play(before("more-behind", LAST), "f14")
    after = play(state, "f22")
    assert (after.seats[0].runners[0].obligation, after.to_act) == ("chew", 1)


def test_playing_again_may_lead_home_r7_9() -> None:
    state = position([59, 63, 64, 64], carrots=[9, 0, 9, 9], lettuces=0, cards="more-behind")
    state = play(state, "f62")
    assert (carrots(state)[0], actions(state)) == (3, ["b", "f64"])
    assert events(state, "f64")[:2] == (Moved(0, 0, 62, 64, 3), Arrived(0, 0, 3))


def test_who_cannot_play_again_restarts_r7_9_r4_7() -> None:
    state = play(before("more-behind", [13, 20, 11], carrots=[1, 65, 65], equal="again"), "f14")
    assert (state.to_act, actions(state)) == (0, ["restart"])
    after = play(state, "restart")
    assert (squares(after)[0], carrots(after)[0], after.to_act) == (0, 65, 0)
