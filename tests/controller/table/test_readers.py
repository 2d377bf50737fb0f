"""Readers that are out: a square nobody sees costs a square, not the game."""

import pytest

from controller.commands import TakeBack
from controller.config import Settings
from hardware.ports import BLIND, ReaderState
from tests.controller.table.conftest import Opener
from tests.controller.table.tabletop import PAUSE_S, SCAN_S, SETTLE_S, Tabletop

FIRST_LOOK_S = Settings().first_look_s


def under_way(table: Tabletop) -> Tabletop:
    """Ann on 5, Ben on 4, Cem on 8, Ann to move."""
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    return table


# What is shown


def test_the_snapshot_names_every_reader_that_is_not_healthy(table: Tabletop) -> None:
    table.reader(30, "suspect")
    table.reader(31, "resetting")
    assert table.snapshot.readers == {30: "suspect", 31: "resetting"}
    assert table.snapshot.blind == {31}
    assert (table.light(30), table.light(31)) == (None, "reader-fault")
    table.reader(31, "quarantined")
    table.reader(30, "healthy")
    assert table.snapshot.readers == {31: "quarantined"}
    table.reader(31, "back")
    assert table.snapshot.readers == {31: "back"}
    assert table.snapshot.blind == frozenset()
    assert table.light(31) is None
    table.reader(31, "healthy")
    assert table.snapshot.readers == {}


def test_a_square_that_is_to_have_no_reader_stays_dark_and_is_played_by_phone(
    table: Tabletop,
) -> None:
    for square in (7, 31):
        table.reader(square, "absent")
    assert table.snapshot.readers == {7: "absent", 31: "absent"}
    assert table.snapshot.blind == table.snapshot.absent == {7, 31}
    under_way(table)
    assert (table.light(7), table.light(31)) == ("may-go-by-phone", None)
    table.phone("Ann", "f7")
    assert (table.faults, table.errands) == ([], [("Ann", 5, 7)])
    table.knock("Ann")
    assert (table.light(7), table.errands) == (None, [])


def test_a_reader_that_is_out_hides_no_square_to_go_to(table: Tabletop) -> None:
    under_way(table)
    table.reader(7, "quarantined")
    assert table.light(7) == "may-go-by-phone"
    assert table.light(6) == "may-go"
    table.reader(5, "quarantined")
    assert table.light(5) == "turn"


def test_a_suspect_reader_is_believed_but_tells_nothing_by_its_silence(table: Tabletop) -> None:
    table.reader(5, "suspect")
    table.put("Ann", 5)
    assert table.light(5) == "understood"
    table.wait(2 * SETTLE_S)
    assert table.actions == [], "it may fail to read that the runner has left"
    table.reader(5, "healthy")
    assert table.actions == ["f5"]


def test_a_move_to_a_suspect_reader_is_confirmed_by_button(table: Tabletop) -> None:
    table.reader(5, "suspect")
    table.put("Ann", 5)
    table.press("confirm")
    assert table.actions == ["f5"]


# Who stands there


def test_a_runner_nobody_sees_is_where_the_game_has_it(table: Tabletop) -> None:
    under_way(table)
    for square in (5, 4, 8):
        table.reader(square, "quarantined")
    assert (table.faults, table.errands, table.finding.in_hand) == ([], [], ())
    table.world.knock("red")
    table.wait(2 * SETTLE_S)
    assert (table.faults, table.errands) == ([], [])


def test_a_runner_that_was_wrong_where_a_reader_went_out_is_missing(table: Tabletop) -> None:
    under_way(table)
    table.put("Cem", 9)
    table.reader(9, "resetting")
    assert table.faults == [("missing", "Cem", None, 8)]
    table.put("Cem", 8)
    assert table.faults == []


def test_a_runner_that_rested_where_a_reader_went_out_is_in_the_hand(table: Tabletop) -> None:
    under_way(table)
    table.put("Ann", 7)
    table.reader(7, "resetting")
    assert table.finding.in_hand == ("red",)
    table.wait(2 * SETTLE_S)
    assert table.actions[-1] == "f8"
    table.phone("Ann", "f7")
    assert (table.actions[-1], table.errands, table.faults) == ("f7", [], [])


def test_a_stranger_where_a_reader_went_out_is_in_nobodys_way(table: Tabletop) -> None:
    table.lay_bank_card(20)
    assert table.faults == [("stranger", None, 20, None)]
    table.reader(20, "resetting")
    assert table.faults == []
    table.reader(20, "back")
    assert table.faults == [("stranger", None, 20, None)]


def test_a_runner_that_nobody_plays_is_forgotten_as_well(table: Tabletop) -> None:
    table.put("Fay", 30)
    table.reader(30, "resetting")
    assert table.faults == []


# A turn


def test_a_move_from_a_square_nobody_sees(table: Tabletop) -> None:
    under_way(table)
    table.reader(5, "quarantined")
    table.lift("Ann")
    assert table.light(7) == "may-go"
    table.move("Ann", 7)
    assert table.actions[-1] == "f7"
    assert table.faults == []


def test_a_move_to_a_square_nobody_sees_is_said_on_the_phone(table: Tabletop) -> None:
    under_way(table)
    table.reader(7, "quarantined")
    table.put("Ann", 7)
    table.wait(4 * SCAN_S)
    assert table.finding.in_hand == ("red",)
    assert table.light(7) == "may-go-by-phone"
    table.phone("Ann", "f7")
    assert (table.faults, table.errands) == ([], [])
    table.move("Ben", 9)
    assert table.actions[-2:] == ["f7", "f9"]


def test_a_whole_round_where_neither_square_is_seen(table: Tabletop) -> None:
    under_way(table)
    table.reader(5, "quarantined")
    table.reader(7, "quarantined")
    table.put("Ann", 7)
    table.wait(2 * SETTLE_S)
    assert table.actions[-1] == "f8", "nobody has seen anything"
    table.phone("Ann", "f7")
    assert (table.faults, table.errands) == ([], [])
    table.move("Ben", 6)
    table.move("Cem", 9)
    table.move("Ann", 10)
    assert table.actions[-1] == "f10"
    assert table.faults == []


def test_a_runner_played_by_phone_away_from_a_square_nobody_sees(table: Tabletop) -> None:
    under_way(table)
    table.reader(5, "quarantined")
    table.phone("Ann", "f7")
    assert table.errands == [("Ann", 5, 7)]
    table.move("Ben", 9)
    assert table.actions[-1] == "f9"
    table.put("Ann", 7)
    assert table.errands == []


def test_a_restart_from_a_square_nobody_sees_asks_nothing(lay: Opener) -> None:
    table = lay(options={"start_carrots": 1}, cards=["show"])
    table.move("Ann", 1)
    table.phone("Ben", "restart")
    table.move("Ben", 5)
    table.phone("Cem", "restart")
    table.move("Cem", 4)
    table.reader(1, "quarantined")
    table.press("confirm")
    assert table.actions[-1] == "restart"
    assert (table.errands, table.faults) == ([], [])
    table.move("Ann", 2)
    assert table.actions[-1] == "f2"


def test_the_next_player_from_a_square_nobody_sees_is_not_lost(table: Tabletop) -> None:
    under_way(table)
    table.reader(4, "quarantined")
    table.put("Ann", 7)
    table.put("Ben", 9)
    assert table.actions[-1] == "f7"
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions[-1] == "f9"


# Taking back


def test_a_move_from_a_square_nobody_sees_is_put_back(table: Tabletop) -> None:
    under_way(table)
    table.reader(5, "quarantined")
    table.move("Ann", 7)
    table.put("Ann", 5)
    table.wait(4 * SCAN_S)
    assert table.finding.put_back, "it has left, and where it came from nobody sees"
    table.press("confirm")
    assert (table.to_act, table.at("Ann")) == ("Ann", 5)
    assert (table.faults, table.errands, table.finding.in_hand) == ([], [], ())
    table.move("Ann", 7)
    assert table.actions[-1] == "f7"


def test_a_runner_only_looked_at_takes_nothing_back(table: Tabletop) -> None:
    under_way(table)
    table.reader(5, "quarantined")
    table.move("Ann", 7)
    table.lift("Ann")
    offered = table.finding.put_back
    table.put("Ann", 7)
    assert (offered, table.finding.put_back) == (True, False)
    table.move("Ben", 9)
    assert table.actions[-2:] == ["f7", "f9"]


def test_a_move_to_a_square_nobody_sees_is_put_back(table: Tabletop) -> None:
    under_way(table)
    table.reader(7, "quarantined")
    table.phone("Ann", "f7")
    table.lift("Ann")
    assert table.errands == [], "it may stand there by now"
    table.put("Ann", 5)
    assert table.errands == [("Ann", 5, 7)]
    table.press("take-back")
    assert (table.actions[-1], table.faults, table.errands) == ("f8", [], [])


def test_a_move_by_phone_between_squares_nobody_sees_is_taken_back(table: Tabletop) -> None:
    under_way(table)
    table.reader(5, "quarantined")
    table.reader(7, "quarantined")
    table.phone("Ann", "f7")
    table.press("take-back")
    assert (table.to_act, table.at("Ann")) == ("Ann", 5)
    assert (table.faults, table.errands) == ([], [])
    table.move("Ann", 6)
    assert table.actions[-1] == "f6"


# Face down


def lettuce_nobody_sees(lay: Opener) -> Tabletop:
    """Ann lies on a lettuce square whose reader is out, and has to chew."""
    table = lay()
    table.reader(10, "quarantined")
    table.put("Ann", 10, face_down=True)
    table.phone("Ann", "f10")
    assert (table.faults, table.errands) == ([], [])
    table.move("Ben", 5)
    table.move("Cem", 4)
    return table


def test_turning_where_nobody_sees_goes_on_after_a_pause(lay: Opener) -> None:
    table = lettuce_nobody_sees(lay)
    table.wait(PAUSE_S - SETTLE_S)
    assert table.actions[-1] == "f4"
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions[-1] == "chew"
    assert (table.faults, table.errands) == ([], [])


def test_turning_where_nobody_sees_is_confirmed_by_button(lay: Opener) -> None:
    table = lettuce_nobody_sees(lay)
    table.press("confirm")
    assert table.actions[-1] == "chew"


def test_turning_where_nobody_sees_is_said_on_the_phone(lay: Opener) -> None:
    table = lettuce_nobody_sees(lay)
    table.phone("Ann", "chew")
    assert table.actions[-1] == "chew"


def test_a_reader_that_goes_out_gives_the_pause_in_full(table: Tabletop) -> None:
    table.put("Ann", 10, face_down=True)
    for name, square in (("Ann", 10), ("Ben", 5), ("Cem", 4)):
        table.move(name, square)
    table.wait(2 * PAUSE_S)
    assert table.actions[-1] == "f4"
    table.reader(10, "resetting")
    table.wait(PAUSE_S / 2)
    assert table.actions[-1] == "f4"
    table.wait(PAUSE_S / 2)
    assert table.actions[-1] == "chew"


# Silence is no rest


def test_a_runner_has_rested_only_once_its_reader_has_seen_it_do_so(lay: Opener) -> None:
    read: dict[int, float] = {}
    table = lay(last_read_s=read.get)
    table.put("Ann", 5)
    table.wait(2 * SETTLE_S)
    assert table.actions == [], "the board has had no time to look again"
    read[5] = table.clock.now_s() - 2 * SETTLE_S
    table.wait(2 * SETTLE_S)
    assert table.actions == [], "the last look came too early"
    read[5] = table.clock.now_s()
    table.wait(SCAN_S)
    assert table.actions == ["f5"]


def test_what_the_reader_saw_is_awaited(lay: Opener) -> None:
    read: dict[int, float] = {}
    table = lay(last_read_s=read.get)
    table.put("Ann", 5)
    table.wait(2 * SETTLE_S)
    read[5] = table.clock.now_s()
    table.session.tick()
    table.world.lift("red")
    table.wait(4 * SCAN_S)
    assert table.actions == [], "that very reading missed it, as was heard a moment later"


def test_a_next_player_overtakes_no_runner_that_was_not_looked_at_since(lay: Opener) -> None:
    read: dict[int, float] = {}
    table = lay(last_read_s=read.get)
    table.put("Ann", 5)
    table.wait(SCAN_S)
    table.put("Ben", 4)
    assert table.actions == []
    read[5] = table.clock.now_s()
    table.wait(SCAN_S)
    assert table.actions == ["f5"]


# The reader comes back


def test_a_runner_found_where_it_belongs_is_just_right(table: Tabletop) -> None:
    under_way(table)
    table.reader(7, "quarantined")
    table.put("Ann", 7)
    table.wait(4 * SCAN_S)
    table.phone("Ann", "f7")
    before = table.finding
    table.reader(7, "back")
    table.wait(FIRST_LOOK_S)
    assert table.finding == before
    table.lift("Ann")
    assert table.faults == [("missing", "Ann", None, 7)], "now it is seen to leave"


def test_while_a_reader_has_just_come_back_nobody_is_missing_yet(table: Tabletop) -> None:
    under_way(table)
    table.reader(4, "quarantined")
    table.world.knock("yellow")
    table.reader(4, "back")
    assert table.faults == [], "it may not have looked yet"
    table.wait(FIRST_LOOK_S)
    assert table.faults == [("missing", "Ben", None, 4)]


def test_the_moment_to_look_again_is_told_to_who_sleeps_until_then(table: Tabletop) -> None:
    under_way(table)
    table.reader(8, "quarantined")
    table.reader(8, "back")
    due_s = table.session.tick()
    assert due_s is not None
    assert due_s <= table.clock.now_s() + FIRST_LOOK_S


def test_a_runner_found_on_a_wrong_square_is_misplaced(table: Tabletop) -> None:
    under_way(table)
    table.reader(8, "quarantined")
    table.reader(20, "quarantined")
    table.put("Cem", 20)
    table.reader(20, "back")
    assert table.faults == [("misplaced", "Cem", 20, 8)]


def test_the_mover_found_where_it_may_go_has_to_be_touched(table: Tabletop) -> None:
    under_way(table)
    table.reader(7, "quarantined")
    table.put("Ann", 7)
    table.wait(4 * SCAN_S)
    assert table.finding.in_hand == ("red",)
    table.reader(7, "back")
    table.wait(2 * SETTLE_S)
    assert table.actions[-1] == "f8"
    assert table.errands == [("Ann", 7, 5)]
    table.flicker("Ann", 2)
    table.wait(2 * SETTLE_S)
    assert table.actions[-1] == "f8"
    table.lift("Ann")
    table.move("Ann", 7)
    assert table.actions[-1] == "f7"


def test_the_mover_found_where_it_may_go_can_be_played_by_phone(table: Tabletop) -> None:
    under_way(table)
    table.reader(7, "quarantined")
    table.put("Ann", 7)
    table.reader(7, "back")
    table.phone("Ann", "f7")
    assert (table.actions[-1], table.errands, table.faults) == ("f7", [], [])


def test_a_runner_put_there_after_the_reader_came_back_has_moved(table: Tabletop) -> None:
    under_way(table)
    table.reader(7, "quarantined")
    table.reader(7, "back")
    table.move("Ann", 7)
    assert table.actions[-1] == "f7"


def test_a_runner_lifted_and_set_down_again_at_once_has_moved(table: Tabletop) -> None:
    under_way(table)
    table.reader(7, "quarantined")
    table.put("Ann", 7)
    table.wait(4 * SCAN_S)
    table.reader(7, "back")
    table.lift("Ann")
    table.put("Ann", 7)
    assert table.light(7) == "understood"
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions[-1] == "f7"


def test_an_errand_is_remembered_while_a_reader_is_out(table: Tabletop) -> None:
    under_way(table)
    table.phone("Ann", "f7")
    assert table.errands == [("Ann", 5, 7)]
    table.reader(7, "quarantined")
    table.reader(5, "quarantined")
    assert table.errands == []
    table.reader(5, "back")
    table.reader(7, "back")
    table.wait(FIRST_LOOK_S)
    assert table.errands == [("Ann", 5, 7)]
    assert table.faults == []


def test_a_move_taken_back_while_its_reader_is_out_is_not_made_again(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.reader(5, "quarantined")
    table.command(TakeBack(0, table.snapshot.version))
    assert table.errands == []
    table.reader(5, "back")
    table.wait(2 * SETTLE_S + FIRST_LOOK_S)
    assert table.actions == []
    assert table.errands == [("Ann", 5, 0)]
    table.lift("Ann")
    table.move("Ann", 5)
    assert table.actions == ["f5"]


def test_a_runner_turned_up_while_nobody_saw_it_chews_nothing(table: Tabletop) -> None:
    table.put("Ann", 10, face_down=True)
    table.wait(SETTLE_S)
    table.move("Ben", 5)
    table.reader(10, "quarantined")
    table.move("Cem", 4)
    table.turn("Ann")
    table.reader(10, "back")
    table.wait(2 * SETTLE_S)
    assert table.actions[-1] == "f4"
    table.press("confirm")
    assert table.actions[-1] == "chew"


@pytest.mark.parametrize("out", sorted(BLIND))
def test_a_reader_that_fails_again_at_once_changes_nothing(
    table: Tabletop, out: ReaderState
) -> None:
    under_way(table)
    table.reader(8, "resetting")
    before = table.finding
    for _ in range(3):
        table.reader(8, "back")
        assert table.finding == before
        table.reader(8, out)
        assert table.finding == before
    table.wait(2 * FIRST_LOOK_S)
    assert table.finding == before


def test_a_board_without_any_reader_is_played_by_phone(table: Tabletop) -> None:
    for square in range(1, 65):
        table.world.out.add(square)
        table.reader(square, "quarantined")
    for name, action in (("Ann", "f5"), ("Ben", "f4"), ("Cem", "f8"), ("Ann", "f7")):
        table.phone(name, action)
    assert (table.actions, table.faults, table.errands) == (["f5", "f4", "f8", "f7"], [], [])
