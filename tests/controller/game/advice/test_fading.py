"""How many hints are offered: none, always as many, or fewer as a race goes on."""

import random
from collections import defaultdict
from itertools import pairwise
from typing import Any

import pytest

from controller.game.advice.fading import MOST_HINTS, TURNS_EACH, hints_offered
from controller.game.chance import draw_chance
from controller.game.history import Game
from controller.game.pieces import Player
from controller.game.rules import legal
from controller.game.setup import Setup, start_game

SEATS = tuple(
    Player(*each) for each in (("Ann", ("red",)), ("Ben", ("green",)), ("Cem", ("blue",)))
)


def race(setup: Setup, seed: int) -> list[Game]:
    """The beginning of a race by chance."""
    rng, games = random.Random(seed), [start_game(setup)]
    for _ in range(100):
        state = games[-1].state
        actions = legal(state)
        chance = state.prompt in ("deal", "roll")
        games.append(games[-1].push(draw_chance(state, rng) if chance else rng.choice(actions)))
    return games


def at_each_turn(setup: Setup, games: list[Game]) -> dict[int | None, list[int]]:
    """The hints offered at the turns of each seat."""
    found: dict[int | None, list[int]] = defaultdict(list)
    for game, after in pairwise(games):
        if after.history[-1].is_turn:
            found[game.state.to_act].append(hints_offered(setup, game))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_after_the_lesson_each_seat_gets_one_less_every_few_turns(seed: int) -> None:
    setup = Setup(SEATS, hints="fading")
    found = at_each_turn(setup, race(setup, seed))
    fading = [max(0, MOST_HINTS - turn // TURNS_EACH) for turn in range(100)]
    assert set(found) == {0, 1, 2}
    for offered in found.values():
        assert offered == fading[: len(offered)]
        assert offered[-1] == 0


@pytest.mark.parametrize(("chosen", "offered"), [({}, 0), ({"hints": True}, MOST_HINTS)])
def test_elsewhere_they_do_not_fade(chosen: dict[str, Any], offered: int) -> None:
    setup = Setup(SEATS, **chosen)
    found = at_each_turn(setup, race(setup, 1))
    assert {each for seat in found.values() for each in seat} == {offered}


def test_without_a_race_none_is_offered() -> None:
    assert hints_offered(Setup(SEATS, hints=True), None) == hints_offered(None, None) == 0
