"""R14.4: games replay to the same state."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from controller.game.editions.rulesets import edition_ids, make_ruleset
from controller.game.history import Game
from controller.game.records import house_rules, record_of, replay, write
from controller.game.rules import new_game
from controller.game.rules.text.position import write_position
from tests.support.records.games import HARES, OPTION_ORDER, SHORT, play
from tests.support.rules.positions import position
from tests.support.rules.random_play import SETTINGS, begin, careless, homeward, some_positions
from tests.support.tiers import sample


@pytest.mark.parametrize("hare", HARES)
@pytest.mark.parametrize("seats", sample(3, [2, 3, 6]))
def test_games_of_every_hare_rule_replay_to_the_same_state(hare: str, seats: int) -> None:
    rng = random.Random(f"{hare} {seats}")
    for options in ({}, {"patch_total": seats * 100}):
        start = begin(seats, {"hare": hare, **options}, rng.randrange(seats))
        for chooser, plies in ((homeward, 1000), (careless, 150)):
            assert_replays(play(start, rng, chooser, plies))


@pytest.mark.parametrize(("seats", "options"), sample(4, SETTINGS))
def test_games_of_all_options_replay_to_the_same_state(
    seats: int, options: Mapping[str, Any]
) -> None:
    rng = random.Random(f"{seats} {options}")
    assert_replays(play(begin(seats, options, rng.randrange(seats)), rng, homeward, 400))


@pytest.mark.parametrize("edition", sample(3, edition_ids()))
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_games_of_every_edition_replay_to_the_same_state(edition: str, seats: int) -> None:
    rng = random.Random(f"{edition} {seats}")
    game = play(new_game(make_ruleset(edition, seats), seats), rng, homeward, 200)
    assert record_of(game).header.options == {}
    assert_replays(game)


def test_games_from_any_position_replay_to_the_same_state() -> None:
    rng = random.Random(9)
    for state in some_positions(40, seed=9):
        assert_replays(play(state, rng, careless, 15))


def assert_replays(game: Game) -> None:
    record = record_of(game)
    text = write(record)
    read_back, replayed = replay(text)
    assert read_back == record
    assert replayed.state == game.state
    assert replayed.start == game.start
    assert replayed.plies == game.plies
    assert (record.header.result == ()) == (game.state.prompt != "over")


def test_what_was_taken_back_is_left_out() -> None:
    game = Game(replay(SHORT)[1].start)
    game = game.replay(["f5", "f4"])
    game = game.pop()
    game = game.push("f7")
    assert record_of(game).actions == ("f5", "f7")


def test_a_usual_start_is_not_written_down_another_is() -> None:
    assert record_of(Game(begin(3, {}))).header.start == ""
    start = position([4, 5, 6])
    assert record_of(Game(start)).header.start == write_position(start)


@pytest.mark.parametrize(
    ("seats", "given"),
    [
        (3, {}),
        (3, {"hare": "deck-1978"}),
        (3, {"hare": "deck-1978", "skip_occupied_carrots": True}),
        (3, {"runners": 2, "start_carrots": 65, "patch_total": 200, "lettuces": 3}),
        (4, {"patch_total": 300, "baulk": False}),
        (4, {"teams": [[0, 2], [1, 3]]}),
    ],
)
def test_house_rules_are_those_that_make_a_difference(seats: int, given: dict[str, Any]) -> None:
    rules = make_ruleset(seats=seats, options=given)
    found = house_rules(rules, seats)
    assert make_ruleset(seats=seats, options=found) == rules
    assert len(found) <= len(given) or found.keys() == set(OPTION_ORDER)


def test_options_that_follow_from_others_are_not_named() -> None:
    rules = make_ruleset(seats=3, options={"hare": "deck-1978"})
    assert house_rules(rules, 3) == {"hare": "deck-1978"}
