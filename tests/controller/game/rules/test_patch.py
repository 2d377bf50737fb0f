"""R2.4, a patch that can run out, and R12, baulking."""

import pytest

from controller.game.editions.rulesets import make_ruleset
from controller.game.rules.events import (
    Baulked,
    CardDrawn,
    Chewed,
    DrewForLettuces,
    FreeRide,
    Moved,
    MovedBack,
    Payout,
    Restarted,
    Restored,
    TurnEnded,
)
from tests.support.rules.positions import (
    actions,
    carrots,
    codes,
    events,
    play,
    position,
    squares,
)


def test_payments_go_into_the_patch_and_draws_come_out_of_it_r2_4() -> None:
    state = position([17, 18, 0], patch=100)  # second on a 2
    after = play(state, "f20")
    assert (carrots(after)[0], after.patch) == (65 + 20 - 6, 100 - 20 + 6)


@pytest.mark.parametrize(
    ("edition", "cards"),
    [
        ("abacus-2000", {1: 18, 10: 18, 3: 12, 5: 12, 15: 12, 30: 12, 60: 10}),
        ("devir-2014", {1: 22, 10: 22, 3: 14, 5: 14, 15: 14, 30: 14, 60: 11}),
    ],
)
def test_the_total_is_that_of_the_carrot_cards_r13_5(edition: str, cards: dict[int, int]) -> None:
    total = sum(carrots * count for carrots, count in cards.items())
    assert make_ruleset(edition).options.patch_total == total


def test_without_baulking_the_patch_pays_what_it_has_r12_1() -> None:
    state = position([18, 12, 0], patch=7, baulk=False)
    assert events(state, "b") == (MovedBack(0, 0, 18, 15, 7),)
    after = play(state, "b")
    assert (carrots(after), after.patch) == ([72, 65, 65], 0)


def test_an_unlimited_patch_never_baulks_r12_1() -> None:
    state = position([18, 12, 0], baulk=True)
    assert events(state, "b") == (MovedBack(0, 0, 18, 15, 30),)


def test_a_patch_that_holds_just_enough_does_not_baulk_r12_1() -> None:
    state = position([18, 12, 0], patch=30, baulk=True)
    assert events(state, "b") == (MovedBack(0, 0, 18, 15, 30),)
    assert play(state, "b").patch == 0


def test_every_other_player_pays_half_rounded_down_and_then_it_is_drawn_r12_1() -> None:
    state = position([18, 12, 0], carrots=[65, 21, 30], patch=29, baulk=True)
    assert events(state, "b") == (Baulked(0, (1, 2)), MovedBack(0, 0, 18, 15, 30))
    after = play(state, "b")
    assert (carrots(after), after.patch) == ([95, 11, 15], 29 + 10 + 15 - 30)


def test_every_other_means_those_at_home_and_team_mates_too_r12_1() -> None:
    state = position(
        [18, 64, 0, 12],
        carrots=[65, 10, 20, 1],
        lettuces=[3, 0, 3, 3],
        patch=0,
        baulk=True,
        teams=[[0, 2], [1, 3]],
    )
    assert events(state, "b") == (Baulked(0, (1, 2)), MovedBack(0, 0, 18, 15, 15))
    assert carrots(play(state, "b")) == [80, 5, 10, 1]


def test_if_even_then_the_patch_falls_short_it_pays_what_it_has_r12_1() -> None:
    state = position([18, 12, 0], carrots=[65, 9, 2], patch=2, baulk=True)
    assert events(state, "b") == (Baulked(0, (1, 2)), MovedBack(0, 0, 18, 15, 2 + 4 + 1))
    after = play(state, "b")
    assert (carrots(after), after.patch) == ([72, 5, 1], 0)


def test_a_lettuce_baulks_r12_1() -> None:
    state = position([10, 12, 64], carrots=[5, 21, 30], patch=0, baulk=True, owes={0: "chew"})
    assert events(state, "chew") == (Baulked(0, (1, 2)), Chewed(0, 0, 3, 25))


def test_a_number_payout_baulks_r12_1() -> None:
    state = position([17, 18, 0], carrots=[0, 21, 30], patch=0, baulk=True)
    assert events(state, "f20") == (
        Baulked(0, (1, 2)),
        Payout(0, 0, 17, 2, 20),
        Moved(0, 0, 17, 20, 6),
    )


def test_what_a_baulk_would_bring_counts_towards_moving_r4_8_r12_1() -> None:
    state = position([17, 19, 0], carrots=[0, 4, 2], patch=0, baulk=True)
    assert actions(state) == ["b", "f18"]
    assert codes(state, "f20") == ["too-few-carrots"]


def test_a_move_back_off_a_number_square_may_baulk_twice_r12_1() -> None:
    state = position([17, 18, 0], carrots=[0, 20, 20], patch=0, baulk=True)
    assert events(state, "b") == (
        Baulked(0, (1, 2)),
        Payout(0, 0, 17, 2, 20),
        Baulked(0, (1, 2)),
        MovedBack(0, 0, 17, 15, 10),
    )


def test_hare_cards_baulk_r12_1() -> None:
    def drawn(card: str) -> tuple[object, ...]:
        state = position([13, 20, 0], carrots=[1, 40, 40], patch=0, baulk=True, cards=card)
        return events(state, "f14")[1:]

    assert drawn("restore") == (
        CardDrawn(0, "restore"),
        Baulked(0, (1, 2)),
        Restored(0, 41, 41),
    )
    assert drawn("ten-per-lettuce") == (
        CardDrawn(0, "ten-per-lettuce"),
        Baulked(0, (1, 2)),
        DrewForLettuces(0, 3, 30),
    )
    assert drawn("free-ride") == (CardDrawn(0, "free-ride"), FreeRide(0, 1))


def test_a_restart_baulks_r12_1() -> None:
    state = position([3, 5, 6], carrots=[0, 80, 80], patch=0, baulk=True)
    assert events(state, "restart") == (Baulked(0, (1, 2)), Restarted(0, 0, 65))
    after = play(state, "restart")
    assert (carrots(after), after.patch) == ([65, 40, 40], 15)


def test_a_restart_gives_the_patch_what_is_over_r4_7() -> None:
    state = position([62, 56, 63], carrots=[100, 65, 65], lettuces=[0, 3, 3], patch=0)
    after = play(state, "restart")
    assert (carrots(after)[0], after.patch) == (65, 35)


def test_a_restart_gets_what_there_is_and_may_be_the_end_of_the_turn_r4_7_r12_1() -> None:
    state = position([3, 1, 5], carrots=[0, 1, 3], patch=1, baulk=True)
    assert events(state, "restart") == (Baulked(0, (2,)), Restarted(0, 0, 2), TurnEnded(0))
    after = play(state, "restart")
    assert (squares(after)[0], carrots(after), after.to_act) == (0, [2, 1, 2], 1)


def test_shuffling_takes_from_the_others_not_from_the_patch_r7_8() -> None:
    state = position([13, 20, 0], carrots=[1, 40, 40], patch=0, cards="shuffle")
    after = play(state, "f14")
    assert (carrots(after), after.patch) == ([2, 39, 39], 1)


def test_ones_own_carrots_are_not_what_a_baulk_would_bring_r4_8_r12_1() -> None:
    state = position([17, 19, 0], carrots=[30, 2, 2], patch=0, baulk=True)
    assert codes(state, "f23") == []
    assert codes(state, "f25") == ["too-few-carrots"]  # 36, and 30 + 1 + 1 are there
