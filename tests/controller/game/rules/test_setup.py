"""R2, beginning a game."""

import pytest

from controller.game.editions.rulesets import make_ruleset
from controller.game.rules import BadSetup, Runner, Seat, legal, new_game
from controller.game.rules.state import FirstDeal
from tests.support.rules.positions import actions, carrots, deal, opening, play, squares


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_or_more_have_one_runner_three_lettuces_and_65_carrots_r2_1(seats: int) -> None:
    state = new_game(make_ruleset(seats=seats), seats)
    assert state.seats == (Seat(65, 3, False, (Runner(),)),) * seats


def test_two_have_two_runners_five_lettuces_and_95_carrots_r2_1_r10_1() -> None:
    state = new_game(make_ruleset(seats=2), 2)
    assert state.seats == (Seat(95, 5, False, (Runner(), Runner())),) * 2


@pytest.mark.parametrize("seats", [-1, 0, 1, 7])
def test_the_game_is_for_two_to_six_r2_1(seats: int) -> None:
    with pytest.raises(BadSetup) as refused:
        new_game(make_ruleset(), seats)
    assert refused.value.code == "bad-request"
    assert str(refused.value) == f"A game has 2 to 6 seats, not {seats}."


@pytest.mark.parametrize("first", range(4))
def test_any_seat_may_begin_and_the_others_follow_in_seating_order_r2_2(first: int) -> None:
    state = opening(4, first)
    assert (state.first, state.to_act) == (first, first)
    turns = [state.to_act]
    for action in ("f7", "f5", "f4", "f2"):
        state = play(state, action)
        turns.append(state.to_act)
    assert turns == [(first + step) % 4 for step in range(5)]


@pytest.mark.parametrize("first", [-1, 3])
def test_only_a_seat_there_is_may_begin_r2_2(first: int) -> None:
    with pytest.raises(BadSetup) as refused:
        new_game(make_ruleset(), 3, first)
    assert refused.value.code == "bad-request"
    assert str(refused.value) == f"Seat {first} cannot begin: seats are 0 to 2."


def test_the_patch_is_unlimited_where_no_total_is_published_r2_4() -> None:
    state = opening()
    assert state.patch is None
    assert play(state, "f5").patch is None


def test_the_patch_holds_the_total_less_what_is_dealt_r2_4() -> None:
    state = opening(4, patch_total=300)
    assert state.patch == 300 - 4 * 65
    assert play(state, "f5").patch == 300 - 4 * 65 + 15


def test_the_cards_are_dealt_before_the_first_move_r14_2() -> None:
    state = new_game(make_ruleset(), 3, first=1)
    assert (state.prompt, state.to_act, state.pending) == ("deal", 1, FirstDeal())
    assert [str(action) for action in legal(state)] == ["deal"]
    order = tuple(reversed(state.pile))
    dealt = play(state, deal(order))
    assert (dealt.prompt, dealt.to_act, dealt.pending, dealt.pile) == ("move", 1, None, order)


def test_everybody_begins_on_start() -> None:
    state = opening(6)
    assert (squares(state), carrots(state), state.home) == ([0] * 6, [65] * 6, ())
    assert actions(state) == ["f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10"]
