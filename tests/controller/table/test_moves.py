"""A move by hand: what counts as one, and what is not allowed."""

import pytest

from hardware.ports import Sighting
from tests.controller.table.conftest import Opener
from tests.support.table.tabletop import SCAN_S, SETTLE_S, Tabletop

# A move


def test_a_runner_put_on_a_lit_square_is_understood_at_once(table: Tabletop) -> None:
    assert table.light(5) == "may-go-earns"
    table.put("Ann", 5)
    assert table.light(5) == "understood"
    assert table.actions == []


def test_a_move_counts_once_the_runner_has_rested(table: Tabletop) -> None:
    table.put("Ann", 5)
    table.wait(SETTLE_S - 2 * SCAN_S)
    assert table.actions == []
    table.wait(2 * SCAN_S)
    assert table.actions == ["f5"]
    assert (table.at("Ann"), table.carrots("Ann"), table.to_act) == (5, 50, "Ben")


def test_the_confirm_button_makes_a_move_count_at_once(table: Tabletop) -> None:
    table.put("Ann", 5)
    table.press("confirm")
    assert table.actions == ["f5"]


def test_a_runner_slid_past_two_squares_stops_on_the_third(table: Tabletop) -> None:
    table.slide("Ann", 3, 4, 5, rest_s=SETTLE_S / 2)
    assert table.actions == []
    table.wait(SETTLE_S)
    assert table.actions == ["f5"]


def test_a_runner_between_two_squares_rests_from_when_it_stands_on_one(table: Tabletop) -> None:
    red = table.world.piece("red").lower_tag
    assert red is not None
    table.put("Ann", 5)
    table.session.sense(Sighting(6, red, True, table.clock.now_s()))
    table.clock.advance(SETTLE_S / 2)
    table.session.sense(Sighting(6, red, False, table.clock.now_s()))
    table.wait(SETTLE_S - SCAN_S)
    assert table.actions == []
    table.wait(2 * SCAN_S)
    assert table.actions == ["f5"]


def test_a_runner_lifted_again_before_it_has_rested_has_not_moved(table: Tabletop) -> None:
    table.put("Ann", 5)
    table.lift("Ann")
    table.wait(2 * SETTLE_S)
    table.move("Ann", 4)
    assert table.actions == ["f4"]


def test_while_the_mover_holds_the_runner_its_squares_stay_lit(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.move("Ben", 4)
    table.move("Cem", 8)
    table.lift("Ann")
    assert table.finding.in_hand == ("red",)
    assert table.faults == []
    assert table.light(7) == "may-go"
    table.move("Ann", 7)
    assert table.actions[-1] == "f7"


def test_a_quick_next_player_is_not_lost_and_confirms_the_move_before(table: Tabletop) -> None:
    table.put("Ann", 5)
    table.wait(SETTLE_S / 3)
    table.put("Ben", 4)
    assert table.actions == ["f5"]
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions == ["f5", "f4"]


def test_a_quick_next_player_confirms_a_move_that_waited_for_something_to_be_put_right(
    table: Tabletop,
) -> None:
    table.put("Cem", 30)
    table.put("Ann", 5)
    table.put("Ben", 4)
    assert (table.actions, table.finding.held) == ([], True)
    table.knock("Cem")
    assert table.actions == ["f5"]
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions == ["f5", "f4"]


def test_a_quick_next_player_who_lifts_a_standing_runner_is_in_nobodys_way(
    table: Tabletop,
) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    table.put("Ann", 7)
    table.lift("Ben")
    assert (table.actions[-1], table.faults, table.finding.held) == ("f8", [], False)
    table.put("Ben", 9)
    assert table.actions[-1] == "f7", "set down, it confirms the move before"
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions[-2:] == ["f7", "f9"]


def test_a_next_player_who_only_lifts_a_runner_does_not_hurry_the_move_before(
    table: Tabletop,
) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    table.put("Ann", 7)
    table.lift("Ben")
    table.wait(SETTLE_S)
    assert table.actions[-1] == "f7"
    assert table.finding.in_hand == ("yellow",)


def test_a_quick_next_player_confirms_no_move_that_waits_for_an_errand(race: Tabletop) -> None:
    race.phone("Ann", "f7")
    race.put("Ben", 5)
    race.put("Cem", 9)
    race.wait(2 * SETTLE_S)
    assert (race.actions[-1], race.finding.held) == ("f7", True), "Ann's runner still stands there"
    assert race.faults == [("misplaced", "Cem", 9, 8)]
    race.put("Ann", 7)
    race.wait(2 * SETTLE_S)
    assert race.actions[-3:] == ["f7", "f5", "f9"]


def test_a_quick_next_player_confirms_no_move_while_it_is_offered_to_undo(race: Tabletop) -> None:
    race.move("Ann", 7)
    race.put("Ann", 5)
    race.put("Ben", 9)
    race.put("Cem", 12)
    race.wait(2 * SETTLE_S)
    assert (race.actions[-1], race.finding.put_back, race.finding.held) == ("f7", True, True)
    assert race.faults == [("misplaced", "Cem", 12, 8)]
    race.put("Ann", 7)
    race.wait(2 * SETTLE_S)
    assert race.actions[-3:] == ["f7", "f9", "f12"]


def test_a_next_player_who_has_a_gift_to_answer_first_has_not_begun(lay: Opener) -> None:
    table = lay(cards=["give-ten"])
    table.put("Ann", 1)
    table.put("Ben", 5)
    table.wait(2 * SETTLE_S)
    assert (table.actions, table.finding.held) == ([], True)
    assert table.faults == [("misplaced", "Ben", 5, 0)]
    table.knock("Ben")
    table.wait(SETTLE_S + SCAN_S)
    assert (table.actions, table.state.prompt, table.to_act) == (["f1"], "gift", "Ben")


def test_moving_back_to_the_tortoise_is_one_of_the_lit_squares(table: Tabletop) -> None:
    for name, square in (("Ann", 9), ("Ben", 5), ("Cem", 2), ("Ann", 12)):
        table.move(name, square)
    table.phone("Ben", "draw")
    table.phone("Cem", "draw")
    assert table.light(11) == "may-go-earns"
    before = table.carrots("Ann")
    table.move("Ann", 11)
    assert table.actions[-1] == "b"
    assert table.carrots("Ann") == before + 10


# What is not allowed


@pytest.mark.parametrize(
    ("square", "code"),
    [(11, "tortoise-is-backwards-only"), (12, "too-few-carrots"), (64, "too-few-carrots")],
)
def test_a_runner_on_a_wrong_square_is_lit_and_not_played(
    table: Tabletop, square: int, code: str
) -> None:
    table.move("Ann", square)
    assert table.actions == []
    assert table.faults == [("misplaced", "Ann", square, 0)]
    assert code in [reason.code for reason in table.finding.mismatches[0].reasons]
    assert table.light(square) == "wrong-place"
    assert table.light(5) == "may-go-earns", "the right squares stay lit for the mover"
    table.move("Ann", 5)
    assert table.actions == ["f5"]


def test_two_runners_on_one_square_are_crowded(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.move("Ben", 5)
    assert table.faults == [("crowded", "Ben", 5, 0)]
    assert table.actions == ["f5"]


def test_three_runners_on_one_square_are_all_named(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.put("Ben", 5)
    table.put("Cem", 5)
    assert table.faults == [("crowded", "Ben", 5, 0), ("crowded", "Cem", 5, 0)]
    table.knock("Cem")
    assert table.faults == [("crowded", "Ben", 5, 0)]


def test_another_players_runner_holds_the_turn_until_it_is_back(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.put("Cem", 7)
    table.move("Ben", 4)
    assert table.faults == [("misplaced", "Cem", 7, 0)]
    assert table.actions == ["f5"]
    assert table.finding.held
    table.knock("Cem")
    assert table.faults == []
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions == ["f5", "f4"]


def test_all_mismatches_are_named_at_once(table: Tabletop) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    table.knock("Ben")
    table.put("Cem", 9)
    table.lay_bank_card(20)
    assert table.faults == [
        ("missing", "Ben", None, 4),
        ("misplaced", "Cem", 9, 8),
        ("stranger", None, 20, None),
    ]
    assert [table.light(square) for square in (4, 8, 9, 20)] == [
        "belongs-here",
        "belongs-here",
        "wrong-place",
        "wrong-place",
    ]


def test_a_runner_that_nobody_plays_is_a_stranger(table: Tabletop) -> None:
    table.put("Fay", 30)
    assert table.faults == [("stranger", "Fay", 30, None)]


def test_a_bank_card_on_the_board_never_becomes_a_runner(table: Tabletop) -> None:
    table.lay_bank_card(5)
    table.wait(2 * SETTLE_S)
    assert table.faults == [("stranger", None, 5, None)]
    assert table.actions == []
