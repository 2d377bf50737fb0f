"""Points of a race, the standings of an evening, and the next round."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.club.pairings import pairings
from web.club.results import RacePlace, RaceResult
from web.club.standings import points, shared_places, standings


def race(*names: str, number: int = 0) -> RaceResult:
    places = tuple(
        RacePlace(name, None if name.startswith("*") else name.lower()) for name in names
    )
    return RaceResult("b", str(number), "Ours", "2026-11-25T20:00+00:00", places)


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (2, [60, 0]),
        (3, [60, 30, 0]),
        (4, [60, 40, 20, 0]),
        (5, [60, 45, 30, 15, 0]),
        (6, [60, 48, 36, 24, 12, 0]),
    ],
)
def test_a_place_is_worth_the_share_of_those_behind_it(players: int, expected: list[int]) -> None:
    assert [points(place, players) for place in range(1, players + 1)] == expected


@pytest.mark.parametrize("players", range(2, 7))
def test_points_need_no_rounding(players: int) -> None:
    assert all(60 * behind % (players - 1) == 0 for behind in range(players))


def test_points_add_up_over_the_rounds() -> None:
    table = standings([race("Ann", "Ben", "Cem"), race("Ben", "Ann"), race("Dov", "Ben", "Ann")])
    told = [(each.name, each.rounds, each.points, each.wins) for each in table]
    assert told == [
        ("Ben", (30, 60, 30), 120, 1),
        ("Ann", (60, 0, 0), 60, 1),
        ("Dov", (60,), 60, 1),
        ("Cem", (0,), 0, 0),
    ]
    assert shared_places(table) == (1, 2, 2, 4)


def test_opponents_take_places_and_are_not_in_the_table() -> None:
    table = standings([race("*walker", "Ann", "Ben")])
    assert [(each.name, each.points) for each in table] == [("Ann", 30), ("Ben", 0)]


def test_the_best_meet_unless_they_have_met() -> None:
    races = [race("a", "b", "c", "d"), race("e", "f", "g", "h")]
    assert pairings(["a", "b", "e", "f"], [], 2) == (("a", "b"), ("e", "f"))
    assert pairings(["a", "b", "e", "f"], races, 2) == (("a", "e"), ("b", "f"))


def test_nobody_has_no_next_round() -> None:
    assert pairings([], [], 4) == ()


@given(players=st.integers(1, 60), most=st.integers(2, 6))
def test_everybody_sits_once_at_tables_of_like_sizes(players: int, most: int) -> None:
    names = [str(each) for each in range(players)]
    tables = pairings(names, [], most)
    assert sorted(name for table in tables for name in table) == sorted(names)
    sizes = [len(table) for table in tables]
    assert max(sizes) <= (3 if most == 2 and players % 2 and players > 1 else most)
    assert players == 1 or min(sizes) > 1
    assert all(0 <= larger - smaller <= 1 for larger, smaller in pairwise(sizes))
    assert max(sizes) - min(sizes) <= 1


def test_nine_players_meet_all_new_people_for_two_rounds() -> None:
    names = [chr(ord("a") + each) for each in range(9)]
    races: list[RaceResult] = []
    met: set[frozenset[str]] = set()
    for number in range(2):
        table = [each.player for each in standings(races)] or names
        for at in pairings(table, races, 3):
            pairs = {frozenset(each) for each in combinations(at, 2)}
            assert not pairs & met
            met |= pairs
            races.append(race(*at, number=number))
