"""The reference player of benchmarks finds what wins at once, and never acts against the rules."""

import random
from typing import Final

from benchmarks.tree_search import TreeSearch, so_many
from controller.game.editions.rulesets import make_ruleset
from controller.game.opponents.arena.races import play_race
from controller.game.opponents.memory import memory_of_start
from controller.game.opponents.sight import sight_of
from controller.game.rules import legal, new_game
from tests.support.rules.positions import position

ITERATIONS: Final = 200
LONGEST: Final = 100


def test_it_runs_home_when_that_wins() -> None:
    state = position([60, 1, 2], carrots=10, lettuces=0, finish="first-home")
    who = TreeSearch(state.rules, 3, so_many(ITERATIONS), LONGEST)
    sight = sight_of(state, memory_of_start(state), 0)
    assert str(who.choose(sight, legal(state), random.Random(1))) == "f64"


def test_two_of_them_with_two_runners_each_get_home() -> None:
    rules = make_ruleset(seats=2, options={"finish": "first-home"})
    who = TreeSearch(rules, 2, so_many(10), LONGEST)
    race = play_race(new_game(rules, 2), [who, who], "1")
    assert len(race.state.ranking) == 2
