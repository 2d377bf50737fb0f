"""Games of every edition, hare rule and number of seats come to an end."""

import random
from itertools import product

import pytest

from controller.game.editions.rulesets import edition_ids, make_ruleset
from controller.game.rules import new_game
from tests import naive
from tests.controller.game.rules.test_against_naive import play_both
from tests.controller.game.rules.test_random_games import check_history, play_one
from tests.support.rules.many_games import games
from tests.support.rules.random_play import homeward
from tests.support.tiers import sample

GAMES = 1500
EDITIONS = 10
TABLES = list(product(edition_ids(), range(2, 7)))


@pytest.mark.long
def test_many_games_of_all_kinds_end() -> None:
    """No dead end, no endless loop; `many_games` plays more of them."""
    assert [game.number for game in games(GAMES) if not game.ended] == []


def test_there_are_ten_editions_r13_1() -> None:
    assert len(edition_ids()) == EDITIONS


@pytest.mark.parametrize(("edition", "seats"), sample(2, TABLES))
def test_every_edition_is_played_by_2_to_6(edition: str, seats: int) -> None:
    start = new_game(make_ruleset(edition, seats), seats)
    check_history(play_one(start, seats, homeward))


@pytest.mark.parametrize(("edition", "seats"), sample(10, TABLES))
def test_every_edition_is_played_alike_by_the_naive_rules(edition: str, seats: int) -> None:
    start = new_game(make_ruleset(edition, seats), seats)
    play_both(start, naive.new(edition, seats), random.Random(seats), homeward)
