"""R1, the track."""

import msgspec
import pytest

from controller.game.editions.rulesets import load_track, make_ruleset
from controller.game.rules import Ruleset, Track, build_ruleset
from controller.game.rules.ruleset.build import cost
from controller.game.rules.ruleset.track import FLAG, KINDS, PAYS, members
from tests.support.rules.positions import actions, opening, play, position, squares

A = """
    H C H 3 C H L T 4 2  T 3 C H T F 2 4 T 3
    C L 2 T H C 4 3 2 T  H F C H 2 3 T C H C
    2 L T 3 4 H 2 F C T  H 3 2 4 C T L H C 2
    H L H
"""
B = """
    H C H 3 C H F 2 4 L  T 3 C H T F 2 4 T 3
    C L 2 T H C 4 3 2 T  H F C H 2 3 T C H C
    2 L T 3 4 H 2 F C T  H 3 2 4 C T L H C F
    C H C
"""


@pytest.mark.parametrize(("name", "kinds"), [("A", A), ("B", B)])
def test_the_squares_lie_in_the_order_of_r1_4(name: str, kinds: str) -> None:
    assert load_track(name).kinds == tuple(kinds.split())


@pytest.mark.parametrize("name", ["A", "B"])
def test_63_action_squares_lie_between_start_and_home_r1_1(name: str) -> None:
    track = load_track(name)
    assert (len(track.kinds), track.home) == (63, 64)
    assert [track.kind(0), track.kind(64)] == [None, None]
    assert {track.kind(square) for square in range(1, 64)} == KINDS
    assert tuple(track.kind(square) for square in range(1, 64)) == track.kinds


def test_a_track_says_where_it_is_known_from_r1_4() -> None:
    assert "1978" in load_track("A").provenance
    assert "2008" in load_track("B").provenance


def test_any_number_of_runners_may_stand_on_start_and_home_r1_2() -> None:
    state = position([0, 0, 63, 64], carrots=1, lettuces=0, to_act=2)
    assert squares(play(state, "f64")) == [0, 0, 64, 64]


def test_every_other_square_holds_one_runner_r1_2() -> None:
    assert actions(position([0, 1, 2], carrots=6)) == ["f3"]


def test_a_flag_counts_as_1_5_and_6_r1_4() -> None:
    assert PAYS[FLAG] == {1, 5, 6}


def longer() -> Ruleset:
    """Track B with one more carrot square before HOME."""
    usual = make_ruleset()
    track = Track("longer", (*usual.track.kinds, "C"))
    options = msgspec.structs.replace(usual.options, track="longer")
    return build_ruleset(usual.edition, options, track, usual.deck)


def test_home_follows_the_64th_square_of_a_longer_track_r1_3() -> None:
    rules = longer()
    assert rules.home == 65
    state = position([63, 64, 0], carrots=[13, 11, 65], lettuces=0, rules=rules)
    assert actions(state) == ["b", "f65", "draw", "pay"]
    state = play(state, "f65", "f65")
    assert squares(state) == [65, 65, 0]
    assert (state.home, state.ranking) == (((0, 0), (1, 0)), (0, 1, 2))


def test_64_squares_cost_2080_carrots_r13_4() -> None:
    assert [cost(distance) for distance in (1, 2, 3, 4, 63, 64)] == [1, 3, 6, 10, 2016, 2080]
    assert actions(position([0, 1, 2], carrots=2079, lettuces=0))[-1] == "f63"
    assert actions(position([0, 1, 2], carrots=2080, lettuces=0))[-1] == "f64"


def test_a_track_may_be_short_r1_3() -> None:
    usual = make_ruleset()
    rules = build_ruleset(usual.edition, usual.options, Track("short", ("T", "C")), usual.deck)
    state = position([0, 0, 0], carrots=6, lettuces=0, rules=rules)
    assert actions(state) == ["f2", "f3"]
    assert squares(play(state, "f2", "f3", "f3")) == [2, 3, 3]


def test_track_a_has_its_first_lettuce_on_7_r1_4() -> None:
    assert play(opening(track="A"), "f7").seats[0].runners[0].obligation == "chew"


def test_a_set_of_squares_lists_its_members_lowest_first() -> None:
    assert list(members(0)) == []
    assert list(members(1 << 3 | 1 << 64 | 1)) == [0, 3, 64]
