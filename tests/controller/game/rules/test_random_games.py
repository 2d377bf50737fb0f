"""Whole games played at random: what always holds, taking back, playing over again."""

import random
from typing import Final

import pytest

from controller.game.history import Game
from controller.game.rules import State, legal
from controller.game.rules.state import Drawing, FirstDeal, Gift, Ten
from tests.support.rules.random_play import SETTINGS, Chooser, begin, careless, choose, homeward
from tests.support.tiers import few_or, sample

LONGEST = 30_000
PENDING: Final[dict[str, tuple[type, ...]]] = {
    "move": (type(None),),
    "gift": (Gift,),
    "ten": (Ten,),
    "deal": (FirstDeal, Drawing),
    "roll": (Drawing,),
    "over": (type(None),),
}
"""What goes with each prompt."""


def check(state: State) -> None:
    """What holds in every position."""
    rules, home = state.rules, state.rules.home
    over = state.prompt == "over"
    assert bool(legal(state)) != over
    assert (state.to_act is None) == over
    assert min(seat.carrots for seat in state.seats) >= 0
    assert min(seat.lettuces for seat in state.seats) >= 0
    assert sorted(state.pile) == sorted(rules.deck)

    at = {
        (number, runner): seat.runners[runner].at
        for number, seat in enumerate(state.seats)
        for runner in range(len(seat.runners))
    }
    on_track = [square for square in at.values() if 0 < square < home]
    assert len(set(on_track)) == len(on_track), "two runners share a square"
    assert sorted(state.home) == [each for each, square in at.items() if square == home]

    off_start = len(at) - list(at.values()).count(0)
    places = {each: state.position(*each) for each in at}
    raced = sorted(places[each] for each in at if at[each])
    assert raced == list(range(1, off_start + 1)), "positions are no permutation"
    assert all(places[each] == off_start + 1 for each in at if not at[each])
    assert [places[each] for each in state.home] == list(range(1, len(state.home) + 1))

    assert sorted(state.ranking) == (list(range(len(state.seats))) if over else [])
    if state.to_act is not None:
        assert not state.is_home(state.to_act)
    assert isinstance(state.pending, PENDING[state.prompt])
    if state.patch is not None:
        assert state.patch >= 0
        held = sum(seat.carrots for seat in state.seats)
        assert held + state.patch + _on_its_way(state) == rules.options.patch_total


def _on_its_way(state: State) -> int:
    gift = state.pending
    return gift.amount * len(gift.waiting) if isinstance(gift, Gift) else 0


def play_one(start: State, seed: int, chooser: Chooser) -> Game:
    """A whole game, everything checked after every action, now and then one taken back."""
    rng = random.Random(seed)
    game = Game(start)
    check(start)
    for _ in range(LONGEST):
        before = game.state
        if before.prompt == "over":
            return game
        if rng.random() < 0.02:
            game = game.push(choose(before, rng, careless))
            game = game.pop()
            assert game.state == before
        game = game.push(choose(before, rng, chooser))
        check(game.state)
    pytest.fail(f"the game does not end: {before}")


def check_history(game: Game) -> None:
    """Its actions as text play the equal game again, and both can be taken back to the start."""
    again = Game(game.start).replay(str(ply.action) for ply in game.plies)
    assert len(again.plies) == len(game.plies)
    for ply in reversed(game.plies):
        assert again.state == ply.step.state
        assert again.plies[-1].step.events == ply.step.events
        again = again.pop()
    assert again.state == game.start
    assert again.last is None


@pytest.mark.parametrize("seats", sample(2, [3, 4, 5, 6]))
@pytest.mark.parametrize("games", few_or(4, 500))
def test_games_of_the_usual_rules(seats: int, games: int) -> None:
    """Most make for HOME; one in fifty goes anywhere."""
    start = begin(seats, {}, first=seats - 1)
    for number in range(games):
        chooser = careless if number % 50 == 0 else homeward
        check_history(play_one(start, 1000 * seats + number, chooser))


@pytest.mark.parametrize("number", sample(3, range(len(SETTINGS))))
def test_games_of_every_other_setting(number: int) -> None:
    seats, options = SETTINGS[number]
    start = begin(seats, options)
    for seed in range(8):
        check_history(play_one(start, seed, homeward))
