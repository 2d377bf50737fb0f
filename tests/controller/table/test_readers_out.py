"""Turns from, to and on squares whose readers are out."""

from controller.table.commands import AskTap
from tests.controller.table.conftest import Opener
from tests.support.table.readers_out import under_way
from tests.support.table.tabletop import PAUSE_S, SCAN_S, SETTLE_S, Tabletop

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


def test_the_lit_square_of_a_tap_goes_dark_if_no_other_is_read(table: Tabletop) -> None:
    for square in range(1, 63):
        table.reader(square, "absent")
    table.command(AskTap())
    assert table.light(63) == "tap"
    table.reader(63, "quarantined")
    assert table.snapshot.tap is None
