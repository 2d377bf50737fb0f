"""The rules against the naive ones: two implementations that share no line have to agree."""

import random
from typing import Any

import pytest

from controller.game.rules import State, apply, apply_legal, new_game, to_builtins
from controller.game.rules.perft import branches, divide, perft
from tests import naive
from tests.controller.game.rules.ruleset.test_track import longer
from tests.support.rules.positions import HOME, Place, actions, deal, opening, play, position
from tests.support.rules.random_play import (
    SETTINGS,
    Chooser,
    begin,
    careless,
    choose,
    homeward,
    some_positions,
)
from tests.support.tiers import sample


def compare(state: State, theirs: dict[str, Any]) -> None:
    """Both have the same STATE, and the same actions in the order of the protocol."""
    assert to_builtins(state) == theirs
    assert actions(state) == naive.legal(theirs)
    assert actions(state) == sorted(actions(state), key=lambda each: _order(state, each))


def _order(state: State, text: str) -> tuple[int, int, str]:
    """Moves by runner and by the square they lead to, then the others by name."""
    prefix, _, move = text.rpartition(":")
    runner = int(prefix or 1)
    assert state.to_act is not None
    if move == "b":
        at = state.seats[state.to_act].runners[runner - 1].at
        return (runner, state.rules.back_to[at], "")
    if move.startswith("f"):
        return (runner, int(move[1:]), "")
    return (9, 0, text)


def play_both(state: State, theirs: dict[str, Any], rng: random.Random, chooser: Chooser) -> None:
    """One game in both, compared after every action; a long one is broken off."""
    for _ in range(600):
        compare(state, theirs)
        if state.prompt == "over":
            return
        action = choose(state, rng, chooser)
        state = apply_legal(state, action).state
        theirs = naive.play(theirs, str(action))


@pytest.mark.parametrize("number", sample(32, range(len(SETTINGS))))
def test_the_same_game_played_in_both_is_the_same_after_every_action(number: int) -> None:
    seats, options = SETTINGS[number]
    for seed in range(3):
        rng = random.Random(100 * number + seed)
        first = rng.randrange(seats)
        theirs = naive.new("parlett-2018", seats, first, options)
        play_both(begin(seats, options, first), theirs, rng, careless if seed == 0 else homeward)


def test_so_it_is_on_a_longer_track_r1_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(naive.TRACKS, "longer", [*naive.TRACKS["B"], "C"])
    for seed in range(10):
        theirs = naive.new("parlett-2018", 3, 0, {"track": "longer"})
        play_both(new_game(longer(), 3), theirs, random.Random(seed), homeward)


@pytest.mark.long
def test_every_action_of_a_thousand_positions_leads_to_the_same_position() -> None:
    for state in some_positions(1000, seed=3):
        theirs = to_builtins(state)
        compare(state, theirs)
        for action in branches(state):
            after = to_builtins(apply(state, action).state)
            assert after == naive.play(theirs, str(action)), f"{action} in {theirs}"


# Counting action sequences


def check_counts(state: State, depth: int) -> None:
    """Equal counts for every first action; where they differ, the report shows which."""
    assert divide(state, depth) == naive.divide(to_builtins(state), depth)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_sequences_from_the_opening(seats: int) -> None:
    check_counts(opening(seats), 3)


def test_longer_sequences_from_the_opening() -> None:
    check_counts(opening(3, lettuces=1, start_carrots=28), 4)


@pytest.mark.long
@pytest.mark.parametrize(
    ("at", "carrots"),
    [
        ([12, 30, 0], 30),
        ([61, 58, 10], 25),
        ([HOME, 55, 38, 57], 40),
        ([22, 24, 23, 21, 0], 20),
        ([3, 5, 6, 1, 2, 4], 9),
    ],
)
def test_sequences_from_the_middle_of_a_game(at: list[Place], carrots: int) -> None:
    for cards in ("give-ten shuffle more-behind", "more-behind restore ten-per-lettuce"):
        state = position(at, carrots=carrots, lettuces=1, to_act=1, cards=cards)
        check_counts(state, 4)


def test_sequences_with_two_runners() -> None:
    check_counts(opening(2, start_carrots=21), 3)
    check_counts(position([(13, 60), (HOME, 12)], carrots=20, cards="more-behind give-ten"), 3)


def test_sequences_from_before_the_first_deal() -> None:
    state = begin(3, {}, 0)
    check_counts(state, 3)
    assert perft(state, 3) == perft(play(state, deal(state.pile)), 2)
