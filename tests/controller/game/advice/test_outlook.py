"""What actions lead to, as far as a seat can see."""

import random

from controller.game.advice.outlook import Outlook
from controller.game.opponents.foresight import Foresight
from controller.game.opponents.judgement import Judgement
from controller.game.opponents.memory import memory_of_start
from controller.game.opponents.sight import sight_of
from controller.game.rules import Action, legal
from tests.support.rules.positions import opening, position


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


def test_a_closer_look_finds_what_the_strongest_would_find() -> None:
    """Ann wins by going HOME now; Ben does if she does not."""
    state = position([61, 63, 20], carrots=[11, 2, 65], lettuces=0)
    sight = sight_of(state, memory_of_start(state), 0)
    actions = (Action("draw"), Action("forward", to=64))
    drawn, home = Outlook(state.rules, 3).weigh_closely(sight, actions, random.Random(1))
    assert (drawn.action, home.action) == actions
    assert drawn.chance < 0.7 < home.chance <= 1
    assert home.turns == 0


def test_races_of_a_side_that_wins_are_counted() -> None:
    """With teams, those that a mate wins as well."""
    state = position([61, 30, 64, 20], carrots=[6, 65, 5, 65], lettuces=0, teams=[[0, 2], [1, 3]])
    foresight = Foresight(state.rules, 4, Judgement(state.rules, 4))
    sight = sight_of(state, memory_of_start(state), 0)
    found = foresight.chances(sight, legal(state), 5, random.Random(1))
    assert found[Action("forward", to=64)] == 1


def test_of_equal_players_whoever_begins_stands_better_than_the_last() -> None:
    """Of 300 races of equal players the first seat wins 39 %, the last 14 %."""
    state = opening(4)
    told = Outlook(state.rules, 4).chances(state, memory_of_start(state), 100, random.Random(5))
    assert told[0] > 1 / 4 > told[3]
