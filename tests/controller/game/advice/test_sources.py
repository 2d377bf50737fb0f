"""Every carrot that comes or goes has a source."""

import random

import pytest

from controller.game.advice.sources import accounts, changes
from controller.game.history import Game
from tests.support.rules.any_rules import any_action, any_start
from tests.support.rules.positions import position
from tests.support.tiers import few_or


@pytest.mark.parametrize("games", few_or(40, 1000))
def test_the_changes_of_an_action_add_up_to_what_the_rules_made_of_it(games: int) -> None:
    rng = random.Random(2)
    found = set()
    for _ in range(games):
        game = Game(any_start(rng))
        for _ in range(150):
            if game.state.prompt == "over":
                break
            game = game.push(any_action(game.state, rng))
            held = [seat.carrots for seat in game.plies[-1].before.seats]
            for seat, source, change in changes(game.plies[-1]):
                held[seat] += change
                found.add(source)
            assert held == [seat.carrots for seat in game.state.seats], game.plies[-1].step
    assert len(found) == 9


def test_an_account_names_what_was_earned_and_spent() -> None:
    game = Game(position([5, 10, 20], owes={1: "chew"})).replay(["f6", "chew"])
    mine, other, third = accounts(game.plies, 3)
    assert (mine.earned, mine.spent) == ({}, {"moves": 1})
    assert (other.earned, other.spent) == ({"lettuces": 20}, {})
    assert (third.earned, third.spent) == ({}, {})
