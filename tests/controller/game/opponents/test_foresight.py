"""Foresight plays races HOME after each action: it sees what wins, and no more than its seat."""

import functools
import random

import msgspec
import pytest

from controller.game.opponents.foresight import Foresight
from controller.game.opponents.judgement import Judgement
from controller.game.opponents.memory import memory_of_start
from controller.game.opponents.sight import sight_of
from controller.game.opponents.strategist import LEVELS, Strategist
from controller.game.rules import Action, Ruleset, State, apply, legal
from tests.controller.game.opponents.test_sight import hidden_changes
from tests.support.rules.any_rules import any_action, any_start
from tests.support.rules.positions import position

RACES = 60
"""Few, since these tests are the same where nothing is compiled."""


@functools.lru_cache(maxsize=1)
def prepared(rules: Ruleset, seats: int) -> Foresight:
    """Foresight of a game: twins need it once."""
    return Foresight(rules, seats, Judgement(rules, seats))


def best(state: State, actions: tuple[Action, ...] = (), seed: int = 1) -> str:
    seat = state.to_act
    assert seat is not None
    foresight = prepared(state.rules, len(state.seats))
    sight = sight_of(state, memory_of_start(state), seat)
    return str(foresight.best(sight, actions or legal(state), RACES, random.Random(seed)))


def test_it_goes_home_when_that_wins() -> None:
    assert best(position([60, 1, 2], carrots=8, lettuces=0)) == "f64"


def test_of_two_runners_it_takes_the_last_one_home_when_that_wins() -> None:
    state = position([(60, 64), (1, 2)], carrots=10, lettuces=0, home=[(0, 1)])
    assert best(state) == "1:f64"


def test_it_pays_what_keeps_it_from_home() -> None:
    assert best(position([63, 20, 30], carrots=[11 + 10, 65, 65], lettuces=0)) == "pay"


def test_a_single_action_needs_no_race() -> None:
    state = position([10, 20, 30])
    only = legal(state)[:1]
    assert best(state, only) == str(only[0])


def test_the_same_chance_gives_the_same_action() -> None:
    state = position([8, 12, 5])
    assert len({best(state, seed=3) for _ in range(3)}) == 1


def test_what_may_not_be_legal_is_worth_nothing() -> None:
    """What others hold may decide what is legal, and is only guessed (R12.1)."""
    state = position([60, 1, 2], carrots=8, lettuces=0)
    assert Action("draw") not in legal(state)
    assert best(state, (Action("draw"), Action("forward", to=61))) == "f61"


@pytest.mark.long
def test_twin_games_get_the_same_action() -> None:
    """Twins that differ only in hidden information (R2.3), by any rules."""
    rng = random.Random(9)
    differing = 0
    while differing < 30:
        state = any_start(rng)
        if state.rules.options.open_hands:
            continue
        for _ in range(rng.randint(2, 60)):
            state = apply(state, str(any_action(state, rng))).state
            if state.prompt == "over":
                break
        if state.prompt in ("deal", "roll", "over") or state.to_act is None:
            continue
        twin = hidden_changes(state, state.to_act, rng)
        if legal(twin) == legal(state) and twin != state:
            differing += 1
            assert best(twin) == best(state)


def test_the_strongest_level_uses_it_where_it_can() -> None:
    state = position([60, 1, 2], carrots=8, lettuces=0)
    strategist = Strategist(state.rules, 3, LEVELS[-1])
    sight = sight_of(state, memory_of_start(state), 0)
    assert str(strategist.choose(sight, legal(state), random.Random(1))) == "f64"


def test_races_that_hardly_ever_end_are_broken_off() -> None:
    state = position([30, 35, 36], carrots=[1, 0, 0], patch=0)
    assert best(state) in {str(action) for action in legal(state)}


def test_the_strongest_of_levels_pays_what_keeps_it_from_home() -> None:
    state = position([63, 20, 30], carrots=[11 + 10, 65, 65], lettuces=0)
    level = msgspec.structs.replace(LEVELS[-1], races=RACES)
    sight = sight_of(state, memory_of_start(state), 0)
    chosen = Strategist(state.rules, 3, level).choose(sight, legal(state), random.Random(1))
    assert str(chosen) == "pay"
