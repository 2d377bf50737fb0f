"""Chances that are told."""

import math
import random

import msgspec

from controller.game.chance import draw_chance
from controller.game.editions.rulesets import make_ruleset
from controller.game.opponents.judgement import Judgement
from controller.game.rules import State, apply_legal, legal, new_game

RULES = make_ruleset(seats=2)


def test_the_more_runners_are_on_their_way_the_less_sure_is_a_lead() -> None:
    """A lead of a turn is worth less, while much can still happen."""
    worth: dict[int, float] = {}
    judgement = Judgement(RULES, 2)
    for state in positions(judgement):
        lead = judgement.turns(state, 1) + 0.5 - judgement.turns(state, 0)
        running = sum(
            runner.at < state.rules.home for seat in state.seats for runner in seat.runners
        )
        if state.to_act == 0 and 0.5 < lead < 2:
            mine, others = judgement.chances(state)
            worth.setdefault(running, math.log(mine / others) / lead)
    assert worth[4] < worth[3] < worth[2]


def test_a_fortune_that_takes_all_thousands_of_turns_has_a_value() -> None:
    rules = make_ruleset(seats=3, options={"start_carrots": 50_000})
    judgement = Judgement(rules, 3, positions=False)
    state = new_game(rules, 3)
    poorer = msgspec.structs.replace(state.seats[0], carrots=40_000)
    better = msgspec.structs.replace(state, seats=(poorer, *state.seats[1:]))
    assert judgement.value(state, 0) < judgement.value(better, 0)


def positions(judgement: Judgement) -> list[State]:
    """Positions of races of two with two runners each, in which both go HOME by the short way."""
    seen = []
    for seed in range(12):
        chance = random.Random(seed)
        state = new_game(RULES, 2)
        while not state.ranking:
            if state.prompt in ("deal", "roll"):
                state = apply_legal(state, draw_chance(state, chance)).state
                continue
            actions = legal(state)
            wild = chance.random() < 0.2
            action = chance.choice(actions) if wild else judgement.quickest(state, actions)
            state = apply_legal(state, action).state
            seen.append(state)
    return seen
