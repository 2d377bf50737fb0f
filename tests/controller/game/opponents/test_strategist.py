"""The strategist chooses what the rules allow, from what its seat sees, always the same way."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
import pytest

from controller.game.editions.rulesets import make_ruleset
from controller.game.opponents.arena.races import play_race
from controller.game.opponents.character import Character
from controller.game.opponents.characters import (
    OPPONENTS,
    USUAL_ACTIONS,
    Restless,
    UnknownOpponent,
    find_opponent,
)
from controller.game.opponents.judgement import Judgement
from controller.game.opponents.memory import memory_of_start
from controller.game.opponents.sight import Sight, sight_of
from controller.game.opponents.strategist import Level, Strategist
from controller.game.rules import Action, State, apply, apply_legal, legal, new_game
from tests.controller.game.opponents.test_sight import hidden_changes
from tests.support.rules.any_rules import any_action, any_start
from tests.support.rules.positions import opening, position
from tests.support.tiers import few_or, sample

STRONGEST: Final = [*OPPONENTS][-1]
QUICK: Final = Level("looks a little ahead", samples=2, rounds=1, width=3)
"""Does all that the strongest level does, and little of it."""


def choose(character: Character, state: State, seed: int = 0) -> str:
    seat = state.to_act
    assert seat is not None
    sight = sight_of(state, memory_of_start(state), seat)
    return str(character.choose(sight, legal(state), random.Random(seed)))


def choice(state: State, name: str) -> str:
    return choose(find_opponent(name).prepare(state.rules, len(state.seats)), state)


@pytest.mark.parametrize("games", few_or(2, 30))
def test_its_games_end_by_any_rules(games: int) -> None:
    rng = random.Random(14)
    for number in range(games):
        start = any_start(rng)
        if start.rules.options.patch_total in range(len(start.seats) * 20):
            continue  # so few carrots that hardly anybody ever gets HOME
        strategist = Restless(Strategist(start.rules, len(start.seats), QUICK))
        race = play_race(start, [strategist] * len(start.seats), f"{number}")
        assert race.state.ranking, start.rules.options


@pytest.mark.parametrize("games", few_or(2, 80))
def test_twin_games_get_the_same_action(games: int) -> None:
    """Twins that differ only in hidden information (R2.3): every character acts alike."""
    rng = random.Random(4)
    differing = 0
    for _ in range(games):
        start = any_start(rng)
        characters = [
            Strategist(start.rules, len(start.seats), QUICK),
            find_opponent("sprinter").prepare(start.rules, len(start.seats)),
        ]
        for state in twinned(start, rng):
            seat = state.to_act
            assert seat is not None
            twin = hidden_changes(state, seat, rng)
            if legal(twin) != legal(state):  # baulking lets it show (R12.1)
                continue
            differing += twin != state
            for character in characters:
                assert choose(character, twin) == choose(character, state)
    assert differing > 3 * games


def twinned(start: State, rng: random.Random) -> Iterator[State]:
    """Some positions of a game in which a seat has to choose, and cannot know every hand."""
    state = apply(start, str(any_action(start, rng))).state
    for _ in range(80):
        state = apply(state, str(any_action(state, rng))).state
        if state.prompt == "over":
            return
        hidden = state.prompt not in ("deal", "roll") and not state.rules.options.open_hands
        if hidden and len(legal(state)) > 1 and rng.random() < 0.2:
            yield state


def test_the_same_seed_gives_the_same_race() -> None:
    start = new_game(opening().rules, 3)
    strategist = Strategist(start.rules, 3, QUICK)
    races = [play_race(start, [strategist] * 3, seed) for seed in ("a", "a", "b")]
    assert races[0] == races[1] != races[2]


@pytest.mark.parametrize("name", [name for name in OPPONENTS if name != STRONGEST])
def test_each_goes_home_when_that_wins(name: str) -> None:
    assert choice(position([60, 1, 2], carrots=8, lettuces=0), name) == "f64"


@pytest.mark.parametrize("name", ["strategist-3", STRONGEST])
def test_nobody_waits_who_could_win_at_once(name: str) -> None:
    """Nor where that would come a turn later as well: another may be HOME by then."""
    for at, carrots, lettuces, seat in (
        ([39, 38, 55, 42], [46, 117, 55, 60], [2, 2, 0, 1], 2),
        ([57, 42, 39, 58], [34, 64, 93, 7], [0, 1, 1, 0], 0),
    ):
        state = position(at, carrots=carrots, lettuces=lettuces, to_act=seat)
        assert choice(state, name) == "f64"


def test_with_two_runners_the_last_has_to_spend_what_the_first_does_not() -> None:
    """They are paid ten a turn (R5.2), so that the last one comes HOME (R10.3)."""
    state = position([(61, 63), (20, 30)], carrots=[150, 95], lettuces=[0, 3], start_carrots=95)
    assert Judgement(state.rules, 2).turns(state, 0) > 10


def test_of_a_team_those_in_front_go_on_too() -> None:
    teams = [[0, 2], [1, 3]]
    state = position([26, 30, 5, 33], lettuces=[2, 2, 3, 2], teams=teams)
    judgement = Judgement(state.rules, 4)
    on, back = (judgement.value(apply(state, action).state, 0) for action in ("f29", "b"))
    assert on > back


def test_the_strongest_keeps_carrots_for_the_way_when_somebody_else_has_won() -> None:
    state = position([48, 53, 55, 64], carrots=[66, 40, 40, 0], lettuces=0)
    action = choice(state, STRONGEST)
    after = apply(state, action).state
    assert Judgement(state.rules, 4).turns(after, 0) < 2.5


@pytest.mark.parametrize("name", ["weigher", "strategist-2", "strategist-3"])
def test_whoever_weighs_gets_rid_of_carrots_that_keep_it_from_home(name: str) -> None:
    assert choice(position([63, 20, 30], carrots=[11 + 10, 65, 65], lettuces=0), name) == "pay"


class Stubborn:
    """Always does the first thing that is legal: draws on its carrot square, for ever."""

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        return actions[0]


def test_a_race_without_end_is_broken_off_by_any_legal_action() -> None:
    state = position([5, 20, 30])
    drawn = ((0, Action("draw")),)
    restless, usual = Restless(Stubborn()), memory_of_start(state)
    for acted in (USUAL_ACTIONS, USUAL_ACTIONS + 1):
        memory = msgspec.structs.replace(usual, played=drawn * acted)
        sight = sight_of(state, memory, 0)
        chosen = {restless.choose(sight, legal(state), random.Random(seed)) for seed in range(50)}
        assert (len(chosen) > 1) == (acted > USUAL_ACTIONS)


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownOpponent, match=r"“sprintr”.*sprinter"):
        find_opponent("sprintr")


def test_each_opponent_says_how_it_plays() -> None:
    assert all(each.description.endswith(".") for each in OPPONENTS.values())


@pytest.mark.parametrize(
    ("seats", "options"),
    sample(
        4,
        [
            (5, {"hare": "nap"}),
            (3, {"hare": "flat-cost"}),
            (2, {"hare": "off"}),
            (4, {"hare": "off"}),
        ],
    ),
)
def test_the_quick_choice_is_what_the_rules_lead_to(seats: int, options: dict[str, Any]) -> None:
    """What is reckoned without carrying an action out equals what comes of it."""
    rng = random.Random(9)
    state = new_game(make_ruleset(seats=seats, options=options), seats)
    judgement = Judgement(state.rules, seats)
    for _ in range(150):
        actions, seat = legal(state), state.to_act
        if seat is None:
            break
        if actions[0].kind in ("forward", "back", "draw", "pay"):
            turns = {
                action: judgement.turns(apply_legal(state, action).state, seat)
                for action in actions
            }
            assert turns[judgement.quickest(state, actions)] == min(turns.values())
        state = apply_legal(state, rng.choice(actions)).state


def test_a_win_is_worth_more_than_any_chance_of_one() -> None:
    judgement = Judgement(opening().rules, 3)
    won = position([64, 20, 30], carrots=8, lettuces=0, to_act=1)
    ahead = position([62, 20, 30], carrots=8, lettuces=0, to_act=1)
    level = position([30, 31, 32], to_act=1)
    assert judgement.value(won, 0) > judgement.value(ahead, 0) > judgement.value(level, 0)
    assert sum(judgement.value(level, seat) for seat in range(3)) == pytest.approx(1, abs=0.25)


def test_the_end_is_worth_its_places() -> None:
    end = position([64, 64, 30], lettuces=0, home=[(1, 0), (0, 0)])
    judgement = Judgement(end.rules, 3)
    over = msgspec.structs.replace(end, prompt="over", to_act=None, ranking=(1, 0, 2))
    assert [judgement.value(over, seat) for seat in (1, 0, 2)] == pytest.approx([1, 0.1, 0])


def test_what_may_not_be_legal_is_not_chosen() -> None:
    """What others hold may decide what is legal, and is only guessed (R12.1)."""
    state = position([60, 1, 2], carrots=8, lettuces=0)
    sight = sight_of(state, memory_of_start(state), 0)
    strategist = Strategist(state.rules, 3, QUICK)
    actions = (Action("draw"), Action("forward", to=61), Action("forward", to=62))
    assert actions[0] not in legal(state)
    assert strategist.choose(sight, actions, random.Random(1)) in actions[1:]
