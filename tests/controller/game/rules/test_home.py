"""R9, getting HOME."""

from typing import Any

import pytest

from controller.game.rules import State
from controller.game.rules.events import Arrived, GameOver, Moved
from tests.support.rules.positions import (
    actions,
    carrots,
    codes,
    events,
    play,
    position,
    sentences,
)


def before_home(hand: int, already_home: int = 0, lettuces: int = 0, **options: Any) -> State:
    """A runner three squares from HOME, which cost six carrots."""
    at = [61, *[64] * already_home, *[0] * (5 - already_home)]
    return position(at, carrots=[hand, *[0] * 5], lettuces=[lettuces, *[0] * 5], **options)


def test_home_is_a_forward_move_of_the_exact_distance_paid_for_r9_1() -> None:
    state = before_home(16)
    assert events(state, "f64") == (Moved(0, 0, 61, 64, 6), Arrived(0, 0, 1))
    after = play(state, "f64")
    assert (carrots(after)[0], after.home) == (10, ((0, 0),))
    assert codes(state, "f65") == ["no-such-square"]


@pytest.mark.parametrize("place", [1, 2, 3, 4, 5])
def test_at_most_ten_times_the_place_of_arrival_may_be_left_r9_1(place: int) -> None:
    assert "f64" in actions(before_home(6 + 10 * place, already_home=place - 1))
    assert "f64" not in actions(before_home(7 + 10 * place, already_home=place - 1))


@pytest.mark.parametrize("place", [1, 2, 3, 4, 5])
def test_in_the_earliest_editions_the_limit_is_a_flat_twenty_r9_1(place: int) -> None:
    assert "f64" in actions(before_home(26, place - 1, home_limit="flat-20"))
    assert "f64" not in actions(before_home(27, place - 1, home_limit="flat-20"))


def test_no_lettuce_may_be_left_r9_1() -> None:
    assert "f64" not in actions(before_home(16, lettuces=1))


def test_none_may_be_left_of_the_carrots_r9_1() -> None:
    assert carrots(play(before_home(6), "f64"))[0] == 0


@pytest.mark.parametrize(
    ("hand", "lettuces", "reasons"),
    [
        (5, 0, {"too-few-carrots": "That costs 6 carrots, and you have 5."}),
        (
            17,
            0,
            {"too-many-carrots": "You would reach HOME with 11 carrots; only 10 are allowed."},
        ),
        (16, 2, {"lettuces-left": "HOME is closed while you hold lettuces: 2 to go."}),
        (
            17,
            1,
            {
                "lettuces-left": "HOME is closed while you hold lettuces: 1 to go.",
                "too-many-carrots": "You would reach HOME with 11 carrots; only 10 are allowed.",
            },
        ),
        (
            0,
            3,
            {
                "too-few-carrots": "That costs 6 carrots, and you have 0.",
                "lettuces-left": "HOME is closed while you hold lettuces: 3 to go.",
            },
        ),
    ],
)
def test_each_condition_that_fails_is_reported_apart_r9_4(
    hand: int, lettuces: int, reasons: dict[str, str]
) -> None:
    state = before_home(hand, lettuces=lettuces)
    assert codes(state, "f64") == list(reasons)
    assert sentences(state, "f64") == list(reasons.values())


def test_the_payout_counts_at_home_r9_1_r4_2() -> None:
    """First on the flag 60, four squares from HOME: ten are drawn, ten are paid."""
    at = [60, 0, 0]
    assert "f64" in actions(position(at, carrots=[10, 0, 0], lettuces=0))
    assert sentences(position(at, carrots=[11, 0, 0], lettuces=0), "f64") == [
        "You would reach HOME with 11 carrots; only 10 are allowed."
    ]


def test_a_player_at_home_takes_no_more_turns_r9_2() -> None:
    state = position([63, 21, 26, 38], carrots=[1, 65, 65, 65], lettuces=[0, 3, 3, 3])
    state = play(state, "f64", "draw", "draw", "draw")
    assert state.to_act == 1


def test_and_still_counts_in_every_position_r9_2() -> None:
    state = position([64, 8, 0])
    assert [state.position(seat) for seat in range(3)] == [1, 2, 3]


def test_the_others_play_on_for_places_until_one_is_left_r9_3() -> None:
    state = position([63, 63 - 2, 21, 0], carrots=[1, 6, 65, 65], lettuces=[0, 0, 0, 3])
    state = play(state, "f64")
    assert (state.prompt, state.to_act) == ("move", 1)
    state = play(state, "f64")
    assert (state.prompt, state.to_act, state.ranking) == ("move", 2, ())
    state = position([64, 64, 61, 0], carrots=[9, 9, 6, 9], lettuces=0, to_act=2)
    assert events(state, "f64")[-1] == GameOver((0, 1, 2, 3))
    state = play(state, "f64")
    assert (state.prompt, state.to_act, state.ranking) == ("over", None, (0, 1, 2, 3))
    assert actions(state) == []


def test_or_the_game_ends_at_the_first_arrival_r9_3() -> None:
    state = position(
        [21, 63, 26], carrots=1, lettuces=0, to_act=1, home_limit="place", finish="first-home"
    )
    assert events(state, "f64")[-1] == GameOver((1, 2, 0))
    assert actions(play(state, "f64")) == []


def test_the_order_of_arrival_decides_not_that_of_the_seats_r9_3() -> None:
    state = position([63, 64, 64, 0], carrots=1, lettuces=0, home=[(2, 0), (1, 0)])
    assert play(state, "f64").ranking == (2, 1, 0, 3)


def test_nothing_is_legal_when_the_game_is_over() -> None:
    state = play(position([63, 64, 0], carrots=1, lettuces=0), "f64")
    assert codes(state, "f64") == codes(state, "nonsense") == ["game-over"]
