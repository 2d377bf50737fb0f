"""Readers that are out: a square nobody sees costs a square, not the game."""

from hardware.ports import Sighting
from tests.controller.table.conftest import Opener
from tests.support.table.readers_out import under_way
from tests.support.table.tabletop import SCAN_S, SETTLE_S, Tabletop

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


def test_a_runner_that_two_readers_see_when_its_own_goes_out_is_still_there(
    table: Tabletop,
) -> None:
    under_way(table)
    red = table.world.piece("red").lower_tag
    assert red is not None

    def both_see_it() -> None:
        for square in (6, 7):
            table.session.sense(Sighting(square, red, True, table.clock.now_s()))

    both_see_it()
    table.reader(5, "quarantined")
    both_see_it()
    table.wait(2 * SETTLE_S)
    assert (table.actions[-1], table.faults, table.errands) == ("f8", [], [])
    assert (table.light(5), table.light(7)) == ("turn", "may-go")


def test_a_runner_that_two_readers_see_stands_on_the_other_once_one_goes_out(
    table: Tabletop,
) -> None:
    under_way(table)
    red = table.world.piece("red").lower_tag
    assert red is not None
    table.session.sense(Sighting(7, red, True, table.clock.now_s()))
    assert table.finding.candidate is None
    table.reader(5, "quarantined")
    assert table.light(7) == "understood"
    assert table.actions[-1] == "f8"
    table.put("Ben", 9)
    assert table.actions[-1] == "f7", "the next player begins after it"


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


def test_a_reading_that_missed_the_runner_after_that_makes_the_table_look_again(
    lay: Opener,
) -> None:
    read: dict[int, float] = {}
    table = lay(last_read_s=read.get)
    table.put("Ann", 5)
    table.wait(2 * SETTLE_S)
    read[5] = table.clock.now_s()
    table.session.tick()
    table.flicker("Ann", 1)
    assert table.actions == []
    table.wait(SCAN_S)
    assert table.actions == ["f5"]


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


def test_a_board_without_any_reader_is_played_by_phone(table: Tabletop) -> None:
    for square in range(1, 65):
        table.world.out.add(square)
        table.reader(square, "quarantined")
    for name, action in (("Ann", "f5"), ("Ben", "f4"), ("Cem", "f8"), ("Ann", "f7")):
        table.phone(name, action)
    assert (table.actions, table.faults, table.errands) == (["f5", "f4", "f8", "f7"], [], [])
