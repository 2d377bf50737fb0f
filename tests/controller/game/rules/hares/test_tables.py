"""R8.0, R8.2 and R8.3, hare squares with a die, or with cards that are put back, and a table."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from controller.game.editions.rulesets import make_ruleset
from controller.game.rules import Runner, State, build_ruleset
from controller.game.rules.events import (
    Carried,
    Drew,
    Event,
    FreeRide,
    LaidDown,
    MustMiss,
    NothingHappened,
    Paid,
    PlaysAgain,
    Restarted,
    Rolled,
)
from controller.game.rules.state import Drawing, Ten
from tests.support.rules.positions import (
    Place,
    actions,
    carrots,
    codes,
    events,
    play,
    position,
    squares,
)

MISS, CARROT, PLACE, CHEW, FREE, AGAIN = range(1, 7)
"""The rows of both tables, by what most of their cells do."""
FIRST: Sequence[Place] = [13, 9, 12]
SECOND: Sequence[Place] = [13, 20, 12]


def landed(at: Sequence[Place] = SECOND, hare: str = "die-table", **how: Any) -> State:
    """Ann has gone from 13 to the hare square 14, for one carrot, and is about to roll."""
    return play(position(at, hare=hare, **how), "f14")


def rolled(state: State, value: int) -> tuple[Event, ...]:
    """What comes of a roll, the roll itself apart."""
    roll, *rest = events(state, f"roll {value}")
    assert isinstance(roll, Rolled)
    assert (roll.seat, roll.value) == (0, value)
    return tuple(rest)


def test_the_roll_is_a_chance_action_and_waits_for_its_turn_r8_2_r14_2() -> None:
    state = landed()
    assert (state.prompt, state.to_act, state.pending) == ("roll", 0, Drawing(0, 0, 1))
    assert actions(state) == ["roll"]
    assert codes(state, "f17") == ["chance-due"]


@pytest.mark.parametrize("hare", ["die-table", "table-1974"])
def test_the_roll_is_the_row_and_the_position_after_landing_the_column_r8_2_r8_3(
    hare: str,
) -> None:
    """Ann passes those on 16 and 17 and lands on 25, first of six to last of six."""
    table = make_ruleset(options={"hare": hare}).table
    assert [len(row) for row in table] == [6] * 6
    others = [26, 27, 28, 29, 32]
    for position_in_race in range(1, 7):
        ahead = position_in_race - 1
        at = [13, *others[:ahead], *[16, 17, 18, 20, 21][: 5 - ahead]]
        state = play(position(at, carrots=300, hare=hare), "f25")
        assert state.position(0) == position_in_race
        for value in range(1, 7):
            action = table[value - 1][position_in_race - 1]
            assert events(state, f"roll {value}")[0] == Rolled(0, value, action)


def test_the_table_of_1974_r8_3() -> None:
    assert make_ruleset(options={"hare": "table-1974"}).table == (
        ("miss",) * 6,
        ("carrot-back",) * 3 + ("carrot-forward",) * 3,
        ("position-back",) * 2 + ("position-forward",) * 4,
        ("ten",) + ("chew-lettuce",) * 5,
        ("free",) * 6,
        ("again",) * 6,
    )


def test_the_reconstructed_die_table_and_its_attested_cell_r8_3() -> None:
    table = make_ruleset(options={"hare": "die-table"}).table
    assert table == (
        ("miss",) * 3 + ("ten",) * 3,
        ("carrot-back",) * 3 + ("carrot-forward",) * 3,
        ("position-back",) * 2 + ("position-forward",) * 4,
        ("chew-carrot",) + ("chew-lettuce",) * 5,
        ("free",) * 6,
        ("again",) * 6,
    )
    assert table[3 - 1][4 - 1] == "position-forward"


def test_there_is_no_pile_to_draw_from_r8_3() -> None:
    assert landed().pile == landed(hare="table-1974").pile == ()


def test_positions_after_the_6th_use_the_6th_column_r8_0() -> None:
    """There are six runners in the box; of eight, Ann's would be seventh."""
    usual = make_ruleset(options={"hare": "die-table"})
    options = msgspec.structs.replace(usual.options, runners=2)
    rules = build_ruleset(usual.edition, options, usual.track, table=usual.table)
    at: list[Place] = [(13, 0), (20, 21), (22, 23), (26, 27)]
    state = play(position(at, rules=rules), "1:f14")
    assert state.position(0, 0) == 7
    assert events(state, "roll 1")[0] == Rolled(0, 1, "ten")


def test_the_next_turn_is_missed_r8_2() -> None:
    state = landed()
    assert rolled(state, MISS) == (MustMiss(0),)
    assert play(state, f"roll {MISS}").pending is None
    after = play(state, "roll 1", "f21", "f13")
    assert (after.to_act, actions(after)) == (0, ["miss"])


# ten


def first_of_1974(**how: Any) -> State:
    return landed(FIRST, "table-1974", **how)


def test_ten_is_drawn_or_paid_as_the_player_chooses_r8_2() -> None:
    state = play(first_of_1974(), f"roll {CHEW}")
    assert (state.prompt, state.to_act, state.pending) == ("ten", 0, Ten(0))
    assert actions(state) == ["draw", "pay"]
    assert codes(state, "decline") == codes(state, "f17") == ["not-due"]
    assert events(state, "draw") == (Drew(0, 10),)
    assert events(state, "pay") == (Paid(0, 10),)
    assert (carrots(play(state, "draw"))[0], carrots(play(state, "pay"))[0]) == (74, 54)
    assert play(state, "pay").to_act == 1


def test_where_it_is_agreed_a_ten_may_be_declined_r8_2_r13_1() -> None:
    state = play(first_of_1974(ten_may_be_declined=True), f"roll {CHEW}")
    assert actions(state) == ["decline", "draw", "pay"]


def test_drawing_ten_needs_ten_in_the_patch_and_baulks_nobody_r5_2_r12_2() -> None:
    state = play(first_of_1974(patch=8, baulk=True), f"roll {CHEW}")
    assert actions(state) == ["pay"]
    assert codes(state, "draw") == ["patch-too-small"]


def test_paying_ten_needs_ten_in_hand_r5_1_r8_2() -> None:
    state = play(first_of_1974(carrots=10), f"roll {CHEW}")
    assert actions(state) == ["draw"]
    assert codes(state, "pay") == ["too-few-carrots"]


def test_exactly_ten_are_enough_to_draw_or_to_pay_r8_2() -> None:
    """Landing cost one carrot, which went into the patch."""
    assert actions(play(first_of_1974(carrots=10, patch=9), f"roll {CHEW}")) == ["draw"]
    assert actions(play(first_of_1974(carrots=11, patch=8), f"roll {CHEW}")) == ["pay"]


@pytest.mark.parametrize("declinable", [True, False])
def test_a_ten_that_can_be_neither_drawn_nor_paid_asks_nothing_r8_2(*, declinable: bool) -> None:
    state = first_of_1974(carrots=10, patch=8, ten_may_be_declined=declinable)
    assert rolled(state, CHEW) == (NothingHappened(0),)
    assert play(state, f"roll {CHEW}").to_act == 1


# To a carrot square


def test_back_to_the_next_carrot_square_free_r8_2() -> None:
    state = landed()
    assert rolled(state, CARROT) == (Carried(0, 0, 14, 13),)
    after = play(state, "roll 2")
    assert (squares(after)[0], carrots(after)[0], after.to_act) == (13, 64, 1)


def test_forward_to_the_next_carrot_square_free_r8_2() -> None:
    state = landed([13, 20, 22, 23])
    assert rolled(state, CARROT) == (Carried(0, 0, 14, 21),)
    assert carrots(play(state, "roll 2"))[0] == 64


def test_an_occupied_carrot_square_is_skipped_or_ends_it_as_agreed_r8_2_r8_3() -> None:
    at: list[Place] = [13, 21, 22, 23]
    assert rolled(landed(at), CARROT) == (Carried(0, 0, 14, 26),)
    assert rolled(landed(at, skip_occupied_carrots=False), CARROT) == (NothingHappened(0),)


def test_where_there_is_no_such_square_nothing_happens_r8_2() -> None:
    state = play(position([0, 64, 2], carrots=65, lettuces=0, hare="die-table"), "f1")
    assert rolled(state, CARROT) == (NothingHappened(0),)
    assert play(state, "roll 2").to_act == 2


def test_landing_there_does_nothing_more_and_one_may_draw_later_r8_2_r5_1() -> None:
    state = play(landed(), "roll 2", "f21", "f14", "roll 5")
    assert (state.to_act, actions(state)[-2:]) == (0, ["draw", "pay"])


# To a place in the race


def test_to_the_first_fit_square_ahead_of_the_next_runner_r8_2() -> None:
    """The next one is on 18: 19 is a tortoise, 20 is taken, 21 it is."""
    state = landed([13, 18, 20, 26])
    assert rolled(state, PLACE) == (Carried(0, 0, 14, 21),)
    assert carrots(play(state, "roll 3"))[0] == 64


def test_a_lettuce_square_only_with_a_lettuce_r8_2() -> None:
    at: list[Place] = [13, 21, 26, 27]
    assert rolled(landed(at), PLACE) == (Carried(0, 0, 14, 22), LaidDown(0, 0, 22))
    assert rolled(landed(at, lettuces=[0, 3, 3, 3]), PLACE) == (Carried(0, 0, 14, 23),)


def test_who_is_sent_to_a_lettuce_square_lies_face_down_r6_2() -> None:
    after = play(landed([13, 21, 26, 27]), "roll 3")
    assert after.seats[0].runners == (Runner(22, "chew"),)
    after = play(after, "f23", "f28", "f29")
    assert actions(after) == ["chew"]


def test_to_the_first_fit_square_behind_the_next_runner_r8_2() -> None:
    """The next one is on 12: 11 is a tortoise, 10 a lettuce square."""
    assert rolled(landed(), PLACE) == (Carried(0, 0, 14, 10), LaidDown(0, 0, 10))
    state = landed(lettuces=[0, 3, 3])
    assert rolled(state, PLACE) == (Carried(0, 0, 14, 9),)


@pytest.mark.parametrize("at", [[13, 64, 0, 0], [13, 20, 0, 0]])
def test_runners_on_start_are_no_one_to_drop_behind_r8_2(at: list[Place]) -> None:
    state = landed(at, lettuces=0)
    assert state.position(0) == 2
    assert rolled(state, PLACE) == (NothingHappened(0),)


def test_runners_at_home_are_no_one_to_pass_r8_2() -> None:
    state = landed([13, 64, 64, 0], lettuces=0)
    assert state.position(0) == 3
    assert rolled(state, PLACE) == (NothingHappened(0),)


def test_it_never_leads_to_home_r8_2() -> None:
    state = position([61, 63, 64, 64], carrots=1, lettuces=0, hare="die-table")
    state = play(state, "f62")
    assert rolled(state, PLACE) == (NothingHappened(0),)


def test_nor_to_start_r8_2() -> None:
    state = position([2, 1, 20], carrots=1, lettuces=0, hare="die-table")
    assert rolled(play(state, "f3"), PLACE) == (NothingHappened(0),)


def test_the_next_runner_may_be_ones_own_r8_2_r10_4() -> None:
    state = play(position([(13, 17), (20, 21)], hare="die-table"), "1:f14")
    assert rolled(state, PLACE) == (Carried(0, 0, 14, 18),)


def test_the_action_of_the_new_square_is_carried_out_a_hare_rolls_again_r8_2() -> None:
    """From 14 past 24 to the hare square 25."""
    state = landed([13, 24, 26, 27])
    after = play(state, "roll 3")
    assert (squares(after)[0], after.prompt, after.pending) == (25, "roll", Drawing(0, 0, 1))
    assert play(after, "roll 1").to_act == 1


def test_free_after_such_a_move_gives_back_the_paid_move_of_this_turn_r8_2() -> None:
    state = position([10, 24, 26, 27], hare="die-table")
    state = play(state, "f14", "roll 3")
    assert rolled(state, FREE) == (FreeRide(0, 10),)
    assert carrots(play(state, "roll 5"))[0] == 65


def test_a_free_move_brings_no_number_payout_and_no_tortoise_carrots_r8_2() -> None:
    """The paid move left 12, the second's place of three: thirty; the free ones bring nothing."""
    state = play(position([12, 20, 21], hare="die-table"), "f14")
    assert carrots(state)[0] == 65 + 30 - 3
    assert carrots(play(state, "roll 2"))[0] == 65 + 30 - 3


# The other actions


def test_as_if_just_arrived_on_a_lettuce_square_r8_2() -> None:
    state = landed()
    assert rolled(state, CHEW) == (LaidDown(0, 0, 14),)
    after = play(state, "roll 4", "f21", "f13")
    assert actions(after) == ["chew"]
    after = play(after, "chew", "f23", "f16")
    assert (after.seats[0].lettuces, after.seats[0].runners) == (2, (Runner(14, "leave"),))


def test_with_no_lettuce_it_is_a_missed_turn_r8_2() -> None:
    state = landed(lettuces=[0, 3, 3])
    assert rolled(state, CHEW) == (MustMiss(0),)
    assert play(state, "roll 4").seats[0].runners == (Runner(14),)


def test_a_carrot_is_chewed_r8_2() -> None:
    state = landed(FIRST, patch=5)
    assert rolled(state, CHEW) == (Paid(0, 1),)
    after = play(state, "roll 4")
    assert (carrots(after)[0], after.patch, after.to_act) == (63, 7, 1)


def test_who_has_none_to_chew_restarts_and_the_turn_ends_r8_2() -> None:
    state = landed(FIRST, carrots=1)
    assert rolled(state, CHEW) == (Restarted(0, 0, 65),)
    after = play(state, "roll 4")
    assert (squares(after)[0], carrots(after)[0], after.to_act) == (0, 65, 1)


def test_what_the_move_cost_is_taken_back_r8_2() -> None:
    state = play(position([10, 20, 12], hare="die-table"), "f14")
    assert rolled(state, FREE) == (FreeRide(0, 10),)


def test_moving_again_is_an_ordinary_paid_move_r8_2_r7_9() -> None:
    state = landed()
    assert rolled(state, AGAIN) == (PlaysAgain(0),)
    assert play(state, f"roll {AGAIN}").pending is None
    after = play(state, "roll 6")
    assert (after.prompt, after.to_act, after.pending) == ("move", 0, None)
    after = play(after, "f16")
    assert (carrots(after)[0], after.to_act) == (64 - 3, 1)
