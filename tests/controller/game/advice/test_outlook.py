"""What actions lead to, as far as a seat can see."""

import random

from controller.game.advice.outlook import Outlook
from controller.game.opponents.memory import memory_of_start
from controller.game.opponents.sight import sight_of
from controller.game.rules import Action, legal
from tests.support.rules.positions import position


def test_what_may_not_be_legal_is_worth_nothing() -> None:
    """What others hold may decide what is legal, and is only guessed (R12.1)."""
    state = position([60, 1, 2], carrots=8, lettuces=0)
    assert Action("draw") not in legal(state)
    sight = sight_of(state, memory_of_start(state), 0)
    actions = (Action("draw"), Action("forward", to=64))
    best, last = Outlook(state.rules, 3).weigh(sight, actions, 4, random.Random(1))
    assert (best.action, last.action) == (actions[1], actions[0])
    assert best.chance > 0.9
    assert (last.worth, last.chance) == (0, 0)
