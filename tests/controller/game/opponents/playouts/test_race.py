"""The rules in whole numbers are the rules: side by side, every action list and every position."""

import random
import sys
from types import ModuleType
from typing import Final

import pytest

from controller.game.editions.rulesets import edition_ids
from controller.game.opponents.playouts import states
from controller.game.opponents.playouts.codes import HARES
from controller.game.rules import Action, Options, State, apply_legal, legal, new_game
from tests.controller.game.rules.ruleset.test_track import longer
from tests.support.rules.any_rules import OPTIONS, any_start
from tests.support.rules.random_play import careless, homeward
from tests.support.tiers import few_or

ROOM: Final = "controller.game.opponents.playouts"
LONGEST: Final = 400


def test_games_by_any_rules_differ_in_every_option() -> None:
    """An option that is missing there would be played by the rules alone, and nobody would know."""
    assert {*OPTIONS, "patch_total"} == {*Options.__struct_fields__}


@pytest.mark.parametrize("actions", few_or(20_000, 1_000_000))
def test_they_play_by_every_edition_and_house_rule_as_the_rules_do(actions: int) -> None:
    assert check_games(states, actions) == {*edition_ids(), *HARES}


@pytest.mark.parametrize("actions", few_or(5_000, 100_000))
def test_so_they_do_uncompiled(source: ModuleType, actions: int) -> None:
    assert str(sys.modules[f"{ROOM}.race"].__file__).endswith(".py")
    assert check_games(source, actions) >= {*HARES}


def test_a_longer_track_is_played_alike() -> None:
    rng = random.Random(8)
    for _ in range(10):
        check_game(states, new_game(longer(), 3), rng)


def check_games(module: ModuleType, actions: int) -> set[str]:
    """Play so many actions side by side; return the editions and hare rules that were played."""
    rng = random.Random(21)
    played, met = 0, set[str]()
    while played < actions:
        start = any_start(rng)
        played += check_game(module, start, rng)
        met |= {start.rules.edition, start.rules.options.hare}
    return met


def check_game(module: ModuleType, state: State, rng: random.Random) -> int:
    """Play a game in both, and return the number of its actions; a long one is broken off."""
    race = module.CompactRace(state.rules, len(state.seats))
    race.seed = rng.randrange(1, 2**31 - 1)
    module.fill(race, state)
    chooser = rng.choice((careless, homeward, homeward))
    for number in range(LONGEST):
        listed = [race.actions[place] for place in range(race.legal())]
        assert tuple(module.action_of(race, each) for each in listed) == legal(state)
        if not listed:
            return number
        action = chooser(state, legal(state), rng)
        race.apply(listed[legal(state).index(action)])
        if action.kind == "deal":
            action = Action("deal", cards=module.pile_of(race, state.rules))
        elif action.kind == "roll":
            action = Action("roll", value=race.last_roll)
        state = apply_legal(state, action).state
        assert module.state_of(race, state.rules) == state
        if rng.random() < 0.02:  # a copy, and what is filled anew, go on alike
            again = module.CompactRace(state.rules, len(state.seats))
            if rng.random() < 0.5:
                again.copy(race)
            else:
                module.fill(again, state)
            again.seed = race.seed
            race = again
    return LONGEST
