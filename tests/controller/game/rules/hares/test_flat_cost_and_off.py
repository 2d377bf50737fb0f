"""R8.5, a flat cost for leaving hare squares, and R8.7, hare squares that are closed."""

import msgspec
import pytest

from controller.game.editions.rulesets import load_track, make_ruleset
from controller.game.rules import build_ruleset
from controller.game.rules.events import Moved, MovedBack
from tests.support.rules.positions import (
    actions,
    carrots,
    codes,
    events,
    play,
    position,
    sentences,
)

# R8.5


def test_landing_does_nothing_r8_5() -> None:
    state = position([13, 20, 0], hare="flat-cost")
    assert events(state, "f14") == (Moved(0, 0, 13, 14, 1),)
    assert (play(state, "f14").prompt, play(state, "f14").to_act) == ("move", 1)


@pytest.mark.parametrize("to", [16, 17, 21, 23])
def test_the_next_forward_move_costs_five_a_square_r8_5(to: int) -> None:
    state = position([14, 20, 0], hare="flat-cost")
    assert events(state, f"f{to}") == (Moved(0, 0, 14, to, 5 * (to - 14)),)
    assert carrots(play(state, f"f{to}"))[0] == 65 - 5 * (to - 14)


def test_that_may_be_nearer_or_farther_than_the_usual_cost_would_carry_r8_5() -> None:
    state = position([14, 20, 0], carrots=[4, 65, 65], hare="flat-cost")
    assert actions(state) == ["b"]
    assert sentences(state, "f16") == ["That costs 10 carrots, and you have 4."]
    state = position([14, 20, 0], carrots=65, hare="flat-cost")
    assert actions(state)[-1] == "f27"
    assert codes(state, "f28") == ["too-few-carrots"]


def test_only_from_hare_squares_r8_5() -> None:
    state = position([13, 20, 0], hare="flat-cost")
    assert events(state, "f17") == (Moved(0, 0, 13, 17, 10),)


def test_a_move_back_draws_as_usual_r8_5() -> None:
    state = position([14, 20, 0], hare="flat-cost")
    assert events(state, "b") == (MovedBack(0, 0, 14, 11, 30),)


def test_home_too_costs_five_a_square_r8_5_r9_1() -> None:
    state = position([58, 20, 0], carrots=[40, 65, 65], lettuces=[0, 3, 3], hare="flat-cost")
    assert carrots(play(state, "f64"))[0] == 40 - 30
    state = position([58, 20, 0], carrots=[41, 65, 65], lettuces=[0, 3, 3], hare="flat-cost")
    assert codes(state, "f64") == ["too-many-carrots"]


def test_from_the_first_square_to_home_costs_five_a_square_r8_5() -> None:
    whole = load_track("B")
    track = msgspec.structs.replace(whole, kinds=("H", *whole.kinds[1:]))
    rules = build_ruleset("", make_ruleset(options={"hare": "flat-cost"}).options, track)
    state = position([1, 20, 0], carrots=63 * 5, lettuces=0, rules=rules)
    assert carrots(play(state, "f64"))[0] == 0


# R8.7


def test_nobody_may_land_on_a_hare_square_r8_7() -> None:
    state = position([13, 20, 0], hare="off")
    assert "f14" not in actions(state)
    assert codes(state, "f14") == ["hare-square-forbidden"]


def test_there_is_no_deal_either_r8_7() -> None:
    state = position([0, 0, 0], hare="off")
    assert state.pile == ()
    assert actions(state) == ["f2", "f4", "f5", "f7", "f8", "f9", "f10"]


def test_who_stands_on_one_moves_off_as_usual_r8_7() -> None:
    state = position([14, 20, 0], hare="off")
    assert events(state, "f16") == (Moved(0, 0, 14, 16, 3),)
