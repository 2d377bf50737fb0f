"""The author's first three players keep to their pace, and get HOME by any rules."""

import random
from collections.abc import Sequence

import pytest

from controller.game.history import Game
from controller.game.opponents.arena.races import play_race
from controller.game.opponents.character import Character
from controller.game.opponents.characters import find_opponent
from controller.game.opponents.memory import remember
from controller.game.opponents.sight import sight_of
from controller.game.opponents.temperaments import Temperament
from controller.game.rules import State, legal
from tests.support.rules.any_rules import any_start
from tests.support.rules.positions import position
from tests.support.tiers import few_or

FAR, NEAR, TURNS = Temperament("far"), Temperament("near"), Temperament("turns")


def choice(who: Character, start: State, actions: Sequence[str] = ()) -> str:
    """What a player does after these actions."""
    game = Game(start).replay(actions)
    seat = game.state.to_act
    assert seat is not None
    sight = sight_of(game.state, remember(game), seat)
    return str(who.choose(sight, legal(game.state), random.Random(0)))


def test_one_moves_as_far_as_it_can_pay_for() -> None:
    assert choice(FAR, position([24, 1, 2], carrots=28, lettuces=0)) == "f31"


def test_one_moves_to_the_next_free_square() -> None:
    assert choice(NEAR, position([24, 1, 2], lettuces=0)) == "f25"
    assert choice(NEAR, position([24, 25, 26], lettuces=0)) == "f27"


def test_one_moves_far_and_near_by_turns() -> None:
    start = position([36, 1, 2], carrots=40, lettuces=0)
    assert choice(TURNS, start) == "f44"
    assert choice(TURNS, start, ["f44", "f4", "f5"]) == "f45"
    assert choice(FAR, start, ["f44", "f4", "f5"]) == "f46"


def test_all_eat_a_lettuce_where_they_can() -> None:
    start = position([20, 1, 2], lettuces=1)
    assert [choice(who, start) for who in (FAR, NEAR, TURNS)] == ["f22"] * 3


def test_none_passes_the_last_lettuce_with_one_in_hand() -> None:
    start = position([54, 57, 2], lettuces=[1, 1, 3])
    assert [choice(who, start) for who in (FAR, NEAR)] == ["f55", "f55"]
    assert choice(FAR, position([58, 57, 2], lettuces=1)) == "b"


def test_all_go_home_when_they_may() -> None:
    start = position([60, 1, 2], carrots=8, lettuces=0)
    assert [choice(who, start) for who in (FAR, NEAR, TURNS)] == ["f64"] * 3


def test_too_many_carrots_are_paid_on_the_last_carrot_square() -> None:
    assert choice(NEAR, position([63, 1, 2], carrots=50, lettuces=0)) == "pay"
    assert choice(NEAR, position([61, 1, 2], carrots=50, lettuces=0)) == "f62"
    assert choice(NEAR, position([61, 63, 2], carrots=50, lettuces=0)) == "pay"


def test_a_gift_is_kept_unless_there_are_too_many_carrots() -> None:
    def answer(carrots: int, lettuces: int) -> str:
        start = position(
            [20, 10, 63], carrots=[65, carrots, 0], lettuces=lettuces, cards="give-ten"
        )
        return choice(NEAR, start, ["f25"])

    assert [answer(65, 1), answer(2000, 1), answer(65, 0), answer(2000, 0)] == [
        "keep",
        "keep",
        "keep",
        "discard",
    ]


def starved(start: State) -> bool:
    """Whether there are fewer carrots in the whole game than ten for each player."""
    held = sum(seat.carrots for seat in start.seats)
    return start.patch is not None and held + start.patch < 10 * len(start.seats)


@pytest.mark.parametrize("games", few_or(30, 1000))
def test_their_games_end_by_any_rules(games: int) -> None:
    rng = random.Random(14)
    for number in range(games):
        start = any_start(rng)
        names = [rng.choice(("sprinter", "walker", "alternator")) for _ in start.seats]
        team = [find_opponent(name).prepare(start.rules, len(names)) for name in names]
        race = play_race(start, team, f"{number}")
        assert race.state.ranking or starved(start), start.rules.options
