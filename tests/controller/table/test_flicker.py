"""Weak tags: readings that miss a runner now and then move nothing, and hide no move."""

import pytest

from controller.config import Settings
from controller.table.commands import TakeBack
from tests.controller.table.conftest import Opener
from tests.support.table.tabletop import SCAN_S, SETTLE_S, Tabletop

FLICKERS = pytest.mark.parametrize("misses", [1, 2])


@FLICKERS
def test_a_runner_that_flickers_where_it_belongs_is_no_news(table: Tabletop, misses: int) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    before = table.snapshot
    for name in ("Ann", "Ben", "Cem"):
        table.flicker(name, misses)
    table.wait(2 * SETTLE_S)
    assert table.snapshot is before


@FLICKERS
def test_a_runner_is_understood_although_the_first_readings_miss_it(
    table: Tabletop, misses: int
) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    table.lift("Ann")
    table.world.put("red", 7)
    table.flicker("Ann", misses)
    assert table.light(7) == "understood"
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions[-1] == "f7"


@FLICKERS
def test_while_the_mover_holds_its_runner_the_others_may_flicker(
    table: Tabletop, misses: int
) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    table.lift("Ann")
    table.flicker("Ben", misses)
    table.flicker("Cem", misses)
    assert (table.finding.in_hand, table.faults) == (("red",), [])


@FLICKERS
def test_a_runner_that_flickers_while_it_rests_settles_all_the_same(
    table: Tabletop, misses: int
) -> None:
    table.put("Ann", 5)
    started_s = table.clock.now_s()
    while not table.actions and table.clock.now_s() < started_s + 2 * SETTLE_S:
        table.flicker("Ann", misses)
    assert table.actions == ["f5"]
    assert table.clock.now_s() - started_s <= SETTLE_S + 3 * SCAN_S


def test_a_runner_that_is_being_lifted_as_it_settles_has_not_moved(table: Tabletop) -> None:
    table.put("Ann", 5)
    table.wait(SETTLE_S - 2 * SCAN_S)
    table.world.lift("red")
    table.wait(4 * SCAN_S)
    assert table.actions == [], "the readings that missed it came before it had settled"


def test_who_confirms_a_flickering_runner_need_not_wait(table: Tabletop) -> None:
    table.put("Ann", 5)
    table.world.miss("red", 1)
    table.world.next_reading()
    table.board.scan()
    table.press("confirm")
    assert table.actions == ["f5"]


@FLICKERS
def test_a_runner_slid_on_starts_to_settle_again(table: Tabletop, misses: int) -> None:
    table.put("Ann", 3)
    table.wait(SETTLE_S - 2 * SCAN_S)
    table.slide("Ann", 4, rest_s=0)
    table.flicker("Ann", misses)
    table.slide("Ann", 5, rest_s=SETTLE_S - 2 * SCAN_S)
    table.flicker("Ann", misses)
    assert table.actions == [] if misses == 1 else ["f5"]
    table.wait(SETTLE_S)
    assert table.actions == ["f5"]


@FLICKERS
def test_a_quick_next_player_confirms_a_runner_that_flickers(table: Tabletop, misses: int) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    table.put("Ann", 7)
    table.world.put("yellow", 9)
    table.flicker("Ann", misses)
    assert table.actions[-1] == "f7"
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions[-2:] == ["f7", "f9"]


@FLICKERS
def test_a_next_player_whose_runner_only_flickers_confirms_nothing(
    table: Tabletop, misses: int
) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    table.put("Ann", 7)
    table.flicker("Ben", misses)
    assert table.actions[-1] == "f8"


@FLICKERS
def test_an_errand_that_flickers_is_still_to_be_done(table: Tabletop, misses: int) -> None:
    for name, square in (("Ann", 2), ("Ben", 4), ("Cem", 9)):
        table.move(name, square)
    table.phone("Ann", "f5")
    for name, square in (("Ben", 7), ("Cem", 12)):
        table.flicker("Ann", misses)
        table.move(name, square)
    table.flicker("Ann", misses)
    table.wait(2 * SETTLE_S)
    assert table.errands == [("Ann", 2, 5)]
    assert (table.faults, table.actions[-1]) == ([], "f12")


@FLICKERS
def test_a_move_taken_back_is_not_made_again_by_a_flicker(table: Tabletop, misses: int) -> None:
    table.move("Ann", 5)
    table.command(TakeBack(0, table.snapshot.version))
    table.flicker("Ann", misses)
    table.wait(2 * SETTLE_S)
    assert table.actions == []
    assert table.errands == [("Ann", 5, 0)]
    table.lift("Ann")
    table.move("Ann", 5)
    assert table.actions == ["f5"], "lifted and set down again, it is a move"


@FLICKERS
def test_a_runner_found_by_a_start_is_not_moved_by_a_flicker(table: Tabletop, misses: int) -> None:
    table.put("Ann", 5)
    table.pull_the_plug()
    table.flicker("Ann", misses)
    table.wait(2 * SETTLE_S)
    table.flicker("Ann", misses)
    table.wait(2 * SETTLE_S)
    assert table.actions == []
    assert table.errands == [("Ann", 5, 0)]
    table.lift("Ann")
    table.move("Ann", 5)
    assert table.actions == ["f5"]


@FLICKERS
def test_an_offer_to_undo_flickers_not(table: Tabletop, misses: int) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8), ("Ann", 7)):
        table.move(name, square)
    table.put("Ann", 5)
    before = table.snapshot
    assert table.finding.put_back
    table.flicker("Ann", misses)
    assert table.snapshot is before


@FLICKERS
def test_a_runner_face_down_that_flickers_chews_nothing(table: Tabletop, misses: int) -> None:
    table.move("Ann", 10)
    table.turn("Ann")
    for name, square in (("Ben", 5), ("Cem", 4)):
        table.flicker("Ann", misses)
        table.move(name, square)
    table.flicker("Ann", misses)
    table.wait(2 * SETTLE_S)
    assert table.actions[-1] == "f4"
    table.turn("Ann")
    table.flicker("Ann", misses)
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions[-1] == "chew"


@FLICKERS
def test_a_runner_never_laid_down_chews_nothing_by_a_flicker(table: Tabletop, misses: int) -> None:
    for name, square in (("Ann", 10), ("Ben", 5), ("Cem", 4)):
        table.move(name, square)
    table.flicker("Ann", misses)
    table.wait(2 * SETTLE_S)
    assert table.actions[-1] == "f4"


@FLICKERS
def test_a_runner_left_by_an_older_game_moves_when_it_is_touched(lay: Opener, misses: int) -> None:
    table = lay()
    table.move("Ann", 5)
    table.begin_anew()
    table.flicker("Ann", misses)
    table.wait(2 * SETTLE_S)
    assert table.actions == []
    assert table.errands == [("Ann", 5, 0)]
    table.lift("Ann")
    table.move("Ann", 5)
    assert table.actions == ["f5"]


def test_how_many_readings_may_miss_a_runner_is_a_setting(lay: Opener) -> None:
    table = lay(settings=Settings(departure_misses=1))
    table.move("Ann", 5)
    table.world.miss("red", 1)
    table.wait(0)
    assert table.finding.put_back, "it has been taken off to START"
