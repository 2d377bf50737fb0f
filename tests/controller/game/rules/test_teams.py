"""R11, teams."""

import pytest

from tests.support.rules.positions import actions, play, position

PAIRS = [[0, 2], [1, 3]]


def test_a_team_wins_when_all_its_runners_are_home_r11_1() -> None:
    state = position([63, 3, 64, 4], carrots=1, lettuces=0, teams=PAIRS)
    after = play(state, "f64")
    assert (after.prompt, after.ranking) == ("over", (2, 0, 3, 1))


def test_one_of_a_team_at_home_is_not_the_end_r11_1() -> None:
    state = position([63, 64, 20, 21], carrots=1, lettuces=0, teams=PAIRS)
    after = play(state, "f64")
    assert (after.prompt, after.to_act) == ("move", 2)


def test_the_winning_team_comes_first_whoever_arrived_before_r9_3() -> None:
    state = position([63, 3, 64, 64], carrots=1, lettuces=0, teams=PAIRS, home=[(3, 0), (2, 0)])
    assert play(state, "f64").ranking == (2, 0, 3, 1)


def test_a_player_at_home_does_not_make_a_team_win_r11_1() -> None:
    state = position([64, 64, 20, 63], carrots=1, lettuces=0, to_act=3, teams=PAIRS)
    assert play(state, "f64").ranking == (1, 3, 0, 2)


def test_at_the_first_arrival_the_team_of_the_first_wins_r11_1() -> None:
    state = position([63, 30, 4, 20], carrots=1, lettuces=0, teams=PAIRS, finish="first-home")
    assert play(state, "f64").ranking == (0, 2, 1, 3)


@pytest.mark.parametrize(
    ("teams", "ranking"),
    [
        ([[0, 3], [1, 4], [2, 5]], (3, 0, 1, 5, 2, 4)),
        ([[0, 2, 4], [1, 3, 5]], ()),
    ],
    ids=["three pairs", "two threes"],
)
def test_six_as_three_pairs_or_two_threes_r11_1(
    teams: list[list[int]], ranking: tuple[int, ...]
) -> None:
    state = position(
        [63, 64, 30, 64, 4, 40], carrots=1, lettuces=0, teams=teams, home=[(3, 0), (1, 0)]
    )
    assert play(state, "f64").ranking == ranking


def test_otherwise_all_rules_stay_as_they_are_r11_1() -> None:
    at = [12, 21, 30, 3]
    assert actions(position(at, teams=PAIRS)) == actions(position(at))
