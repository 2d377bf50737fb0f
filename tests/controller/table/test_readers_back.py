"""Readers that come back: what they find was not put there just now."""

import pytest

from controller.table.commands import Abandon, AskTap, EndTap, TakeBack
from hardware.ports import BLIND, ReaderState
from tests.controller.table.conftest import Opener
from tests.support.table.readers_out import FIRST_LOOK_S, under_way
from tests.support.table.tabletop import SCAN_S, SETTLE_S, Tabletop

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


def test_who_is_found_gone_while_somebody_taps_may_be_on_the_way(table: Tabletop) -> None:
    under_way(table)
    table.command(AskTap())
    table.reader(4, "quarantined")
    table.world.lift("yellow")
    table.reader(4, "back")
    table.wait(FIRST_LOOK_S)
    assert table.faults == []
    table.command(EndTap(1))
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


def test_between_two_games_a_reader_that_is_back_asks_nothing_of_anybody(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.command(Abandon(table.snapshot.version))
    table.reader(5, "quarantined")
    table.lift("Ann")
    table.reader(5, "back")
    table.put("Ann", 5)
    table.wait(1.0)
    assert (table.snapshot.phase, table.errands, table.faults) == ("setup", [], [])


def test_a_runner_that_came_home_unseen_is_not_to_be_carried_any_more(lay: Opener) -> None:
    table = under_way(lay(options={"start_carrots": 1785, "lettuces": 0}))
    table.phone("Ann", "f64")
    assert table.errands == [("Ann", 5, 64)]
    table.reader(5, "quarantined")
    table.knock("Ann")
    table.reader(5, "back")
    table.wait(FIRST_LOOK_S)
    assert (table.faults, table.errands) == ([], [])
    table.put("Ann", 20)
    assert (table.faults, table.errands) == ([("misplaced", "Ann", 20, 64)], [])
