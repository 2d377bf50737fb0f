"""R8.0, R8.2 and R8.3, hare squares with the cards of 1978."""

from collections.abc import Sequence
from typing import Any

import pytest

from controller.game.editions.rulesets import make_ruleset
from controller.game.rules import State
from controller.game.rules.events import (
    CardDrawn,
    Carried,
    Declined,
    Event,
    FreeRide,
    LaidDown,
    Moved,
    MustMiss,
    NothingHappened,
    PlaysAgain,
)
from tests.support.rules.positions import Place, actions, carrots, events, play, position

BETWEEN: Sequence[Place] = [13, 20, 12]


def before(cards: str, at: Sequence[Place] = BETWEEN, **how: Any) -> State:
    """Ann, seat 0, about to go from 13 to 14 and draw these cards."""
    return position(at, cards=cards, hare="deck-1978", **how)


def effect(state: State) -> tuple[Event, ...]:
    """What comes of the card Ann draws."""
    moved, drawn, *rest = events(state, "f14")
    assert (moved, drawn) == (Moved(0, 0, 13, 14, 1), CardDrawn(0, state.pile[0]))
    return tuple(rest)


def test_the_twelve_cards_r8_3() -> None:
    deck = make_ruleset(options={"hare": "deck-1978"}).deck
    assert {card: deck.count(card) for card in deck} == {
        **dict.fromkeys(("position-back", "free", "ten"), 2),
        **dict.fromkeys(("position-forward", "carrot-forward", "carrot-back"), 1),
        **dict.fromkeys(("again", "miss", "chew-lettuce"), 1),
    }


@pytest.mark.parametrize(
    ("card", "events_after"),
    [
        ("position-back", (Carried(0, 0, 14, 10), LaidDown(0, 0, 10))),
        ("position-forward", (Carried(0, 0, 14, 21),)),
        ("carrot-forward", (Carried(0, 0, 14, 21),)),
        ("carrot-back", (Carried(0, 0, 14, 13),)),
        ("free", (FreeRide(0, 1),)),
        ("again", (PlaysAgain(0),)),
        ("miss", (MustMiss(0),)),
        ("chew-lettuce", (LaidDown(0, 0, 14),)),
    ],
)
def test_what_the_cards_do_r8_2_r8_3(card: str, events_after: tuple[Event, ...]) -> None:
    assert effect(before(card)) == events_after


def test_a_ten_may_be_declined_r8_3() -> None:
    state = play(before("ten"), "f14")
    assert (state.prompt, actions(state)) == ("ten", ["decline", "draw", "pay"])
    assert events(state, "decline") == (Declined(0),)
    after = play(state, "decline")
    assert (carrots(after)[0], after.to_act, after.pending) == (64, 1, None)


def test_an_occupied_next_carrot_square_means_no_effect_r8_3() -> None:
    at: Sequence[Place] = [13, 21, 12]
    assert effect(before("carrot-forward", at)) == (NothingHappened(0),)
    assert effect(before("carrot-forward", at, skip_occupied_carrots=True)) == (
        Carried(0, 0, 14, 26),
    )


@pytest.mark.parametrize("card", ["free", "ten", "again", "position-back"])
def test_the_card_goes_under_the_pile_at_once_r8_0(card: str) -> None:
    state = before(card)
    assert play(state, "f14").pile == (*state.pile[1:], card)


def test_on_another_hare_square_the_next_card_is_drawn_r8_2_r8_0() -> None:
    """From 14 past 24 to the hare square 25."""
    state = before("position-forward free", [13, 24, 12])
    assert effect(state) == (Carried(0, 0, 14, 25), CardDrawn(0, "free"), FreeRide(0, 1))
    assert play(state, "f14").pile[-2:] == ("position-forward", "free")
