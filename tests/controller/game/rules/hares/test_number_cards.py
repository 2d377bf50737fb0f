"""R8.0 and R8.1, hare squares with numbered cards.

Ann, seat 0, goes from 13 to the hare square 14 in most of these; it costs her one carrot.
"""

from typing import Any

import pytest

from controller.game.editions.rulesets import make_ruleset
from controller.game.rules import State
from controller.game.rules.events import (
    Baulked,
    CardDrawn,
    Dealt,
    DrewByCard,
    Event,
    Moved,
    PaidByCard,
    Restarted,
)
from controller.game.rules.state import Drawing
from tests.support.rules.positions import (
    Place,
    actions,
    carrots,
    deal,
    events,
    play,
    position,
    squares,
)


def before(card: str, hand: int = 65, **how: Any) -> State:
    """Ann about to draw this card."""
    at: list[Place] = [13, 20, 0]
    return position(at, carrots=[hand, 65, 65], cards=card, hare="number-cards", **how)


def effect(state: State) -> tuple[Event, ...]:
    """What comes of the card Ann draws."""
    moved, drawn, *rest = events(state, "f14")
    assert (moved, drawn) == (Moved(0, 0, 13, 14, 1), CardDrawn(0, state.pile[0]))
    return tuple(rest)


def test_fifteen_cards_from_minus_to_plus_25_in_fives_and_a_0_r8_1() -> None:
    deck = make_ruleset(options={"hare": "number-cards"}).deck
    assert len(deck) == 15
    numbers = sorted(int(card) for card in deck)
    assert numbers == sorted(-number for number in numbers)
    assert {abs(number) for number in numbers} == {0, 5, 10, 15, 20, 25}


@pytest.mark.parametrize("number", [5, 10, 15, 20, 25])
def test_a_number_above_0_is_drawn_r8_1(number: int) -> None:
    state = before(f"+{number}", patch=100)
    assert effect(state) == (DrewByCard(0, number),)
    after = play(state, "f14")
    assert (carrots(after)[0], after.patch, after.to_act) == (64 + number, 101 - number, 1)


@pytest.mark.parametrize("number", [5, 10, 15, 20, 25])
def test_a_number_below_0_is_paid_r8_1(number: int) -> None:
    state = before(f"-{number}", patch=100)
    assert effect(state) == (PaidByCard(0, number),)
    after = play(state, "f14")
    assert (carrots(after)[0], after.patch, after.to_act) == (64 - number, 101 + number, 1)


def test_the_last_carrot_pays_it_too_r8_1() -> None:
    assert carrots(play(before("-25", hand=26), "f14"))[0] == 0


def test_who_cannot_pay_restarts_in_the_same_action_and_the_turn_ends_r8_1() -> None:
    state = before("-25", hand=25)
    assert effect(state) == (Restarted(0, 0, 65),)
    after = play(state, "f14")
    assert (squares(after), carrots(after), after.to_act) == ([0, 20, 0], [65, 65, 65], 1)


def test_it_is_the_runner_that_drew_that_restarts_r8_1() -> None:
    state = position([(30, 13), (20, 0)], carrots=[3, 95], cards="-5", hare="number-cards")
    after = play(state, "2:f14")
    assert (squares(after), carrots(after)[0], after.to_act) == ([(30, 0), (20, 0)], 65, 1)


def test_a_draw_may_baulk_r12_1() -> None:
    state = before("+25", hand=1, patch=0, baulk=True)
    assert effect(state) == (Baulked(0, (1, 2)), DrewByCard(0, 25))


def test_the_0_has_the_whole_pile_shuffled_r8_1() -> None:
    state = play(before("0"), "f14")
    assert (state.prompt, state.to_act, state.pending) == ("deal", 0, Drawing(0, 0, 1))
    assert actions(state) == ["deal"]
    order = tuple(sorted(state.pile))
    assert events(state, deal(order)) == (Dealt(),)
    dealt = play(state, deal(order))
    assert (dealt.pile, dealt.to_act, carrots(dealt)[0]) == (order, 1, 64)


@pytest.mark.parametrize("card", ["+5", "-5", "-25", "0"])
def test_the_card_goes_under_the_pile_at_once_r8_0(card: str) -> None:
    state = before(card, hand=20)
    assert play(state, "f14").pile == (*state.pile[1:], card)
