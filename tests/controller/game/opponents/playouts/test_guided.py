"""Races that are led HOME: everybody takes what the judgement takes, and the winner is right."""

import random
from array import array
from importlib import import_module
from types import ModuleType

import pytest

from controller.game.chance import draw_chance
from controller.game.editions.rulesets import make_ruleset
from controller.game.opponents.foresight import flattened
from controller.game.opponents.judgement import Judgement
from controller.game.opponents.playouts import guided, states
from controller.game.opponents.playouts.guided import GuidedRace
from controller.game.opponents.race_table import MOST_LETTUCES
from controller.game.rules import State, apply_legal, legal, new_game
from tests.support.rules.any_rules import any_start
from tests.support.rules.random_play import homeward
from tests.support.tiers import few_or

STILL = 1
"""No chance in anybody's way."""
LONGEST = 300


def race_of(state: State, judgement: Judgement, module: ModuleType = guided) -> GuidedRace:
    first = judgement.tables[0]
    table = flattened(judgement)
    race: GuidedRace = module.GuidedRace(
        state.rules, len(state.seats), table, first.most_carrots, first.unit
    )
    return race


@pytest.mark.parametrize("games", few_or(3, 40))
def test_everybody_goes_the_way_that_the_judgement_finds(games: int) -> None:
    rng = random.Random(5)
    checked = 0
    for _ in range(games):
        state = any_start(rng)
        judgement = Judgement(state.rules, len(state.seats))
        race = race_of(state, judgement)
        for _ in range(LONGEST):
            if state.prompt == "over":
                break
            actions = legal(state)
            if state.prompt in ("deal", "roll"):
                action = draw_chance(state, rng)
            else:
                action = homeward(state, actions, rng)
                states.fill(race, state)
                found = states.action_of(race, race.quickest(race.legal(), STILL))
                assert found == judgement.quickest(state, actions)
                checked += len(actions) > 1
            state = apply_legal(state, action).state
    assert checked > 10 * games


def test_the_same_way_is_found_with_more_than_the_tables_have() -> None:
    options = {"start_carrots": 900, "lettuces": MOST_LETTUCES + 2, "hare": "off"}
    state = new_game(make_ruleset(seats=2, options=options), 2)
    judgement = Judgement(state.rules, 2, positions=False)
    race, rng = race_of(state, judgement), random.Random(8)
    for _ in range(60):
        actions = legal(state)
        states.fill(race, state)
        found = states.action_of(race, race.quickest(race.legal(), STILL))
        assert found == judgement.quickest(state, actions)
        state = apply_legal(state, homeward(state, actions, rng)).state


@pytest.mark.parametrize("games", few_or(3, 60))
def test_the_winner_is_the_one_of_the_rules(games: int) -> None:
    """Whoever has won when a race stops has won at its end, too, whatever comes."""
    rng = random.Random(6)
    won = 0
    for _ in range(games):
        state = any_start(rng)
        race = race_of(state, Judgement(state.rules, len(state.seats)))
        states.fill(race, state)
        race.seed = rng.randrange(1, 2**31 - 1)
        race.play_home(LONGEST, 100)
        winner = race.winner()
        if winner < 0:
            continue  # by some house rules a race may go on for ever
        state = states.state_of(race, state.rules)
        for _ in range(LONGEST):
            if state.prompt == "over":
                won += 1
                assert race.team[winner] == race.team[state.ranking[0]]
                break
            chosen = (
                draw_chance(state, rng)
                if state.prompt in ("deal", "roll")
                else homeward(state, legal(state), rng)
            )
            state = apply_legal(state, chosen).state
    assert won > games / 3


def test_they_are_the_same_uncompiled(source: ModuleType) -> None:
    uncompiled = import_module(guided.__name__)
    assert str(uncompiled.__file__).endswith(".py")
    start = new_game(make_ruleset(seats=4), 4)
    judgement = Judgement(start.rules, 4)
    ends = []
    for module, filler in ((guided, states), (uncompiled, source)):
        race = race_of(start, judgement, module)
        for seed in range(1, 6):
            filler.fill(race, start)
            race.seed = seed
            played = race.play_home(400, 100)
            ends.append((seed, played, array("q", race.at), array("q", race.carrots)))
    assert ends[:5] == ends[5:]
