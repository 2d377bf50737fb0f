"""What the board lights while somebody is to move: every square of it."""

from tests.controller.table.conftest import Opener
from tests.support.table.readers_out import under_way
from tests.support.table.tabletop import SCAN_S, SETTLE_S, Tabletop

# With two players Ann has the red and the green runner, Ben the yellow and the blue one.


def rest(table: Tabletop, colour: str, square: int) -> None:
    table.world.put(colour, square)
    table.wait(SETTLE_S + 2 * SCAN_S)


def lift(table: Tabletop, colour: str) -> None:
    table.world.lift(colour)
    table.wait(4 * SCAN_S)


def test_on_start_nothing_is_lit_but_where_the_runner_may_go(table: Tabletop) -> None:
    assert table.snapshot.lights == {
        **dict.fromkeys((1, 3, 4, 6, 7, 8, 9), "may-go"),
        **dict.fromkeys((2, 5, 10), "may-go-earns"),
    }


def test_the_mover_is_lit_with_the_squares_ahead_and_those_that_earn(table: Tabletop) -> None:
    under_way(table)
    assert table.snapshot.lights == {
        5: "turn",
        **dict.fromkeys((6, 7, 9, 12, 14), "may-go"),
        **dict.fromkeys((10, 13), "may-go-earns"),
    }


def test_a_mover_on_the_first_square_is_lit(lay: Opener) -> None:
    table = lay(cards=["show"])
    for name, square in (("Ann", 1), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    assert (table.to_act, table.light(1)) == ("Ann", "turn")


def test_where_nobody_reads_it_is_lit_as_a_move_by_phone_even_if_it_earns(
    table: Tabletop,
) -> None:
    under_way(table)
    for square in (7, 10):
        table.reader(square, "quarantined")
    assert table.snapshot.lights == {
        5: "turn",
        **dict.fromkeys((6, 9, 12, 14), "may-go"),
        **dict.fromkeys((7, 10), "may-go-by-phone"),
        13: "may-go-earns",
    }


def test_with_its_only_runner_in_the_hand_a_player_sees_the_same(table: Tabletop) -> None:
    under_way(table)
    before = table.snapshot.lights
    table.lift("Ann")
    assert table.finding.in_hand == ("red",)
    assert table.snapshot.lights == before


def test_of_two_runners_the_one_in_the_hand_is_lit_with_where_it_may_go(lay: Opener) -> None:
    table = lay(2)
    for colour, square in (("red", 9), ("yellow", 2), ("green", 5), ("yellow", 4)):
        rest(table, colour, square)
    red = {
        9: "turn",
        **dict.fromkeys((12, 14, 16), "may-go"),
        **dict.fromkeys((10, 13), "may-go-earns"),
    }
    green = {5: "turn", **dict.fromkeys((6, 7, 8, 12), "may-go"), 10: "may-go-earns"}
    assert table.snapshot.lights == {**red, **green}
    lift(table, "green")
    assert table.snapshot.lights == green
    rest(table, "green", 5)
    lift(table, "red")
    assert table.snapshot.lights == red
    rest(table, "red", 9)
    rest(table, "green", 15)  # a tortoise: it may go nowhere that only the other one may
    assert table.snapshot.lights == {**green, 5: "belongs-here", 15: "wrong-place"}


def test_one_that_is_home_is_not_lit(lay: Opener) -> None:
    table = lay(2, options={"start_carrots": 2090, "lettuces": 0})
    rest(table, "red", 64)
    rest(table, "yellow", 2)
    assert table.to_act == "Ann"
    assert table.snapshot.lights == dict.fromkeys((1, 3, 4), "may-go")


def test_while_a_gift_waits_nothing_is_lit(gift: Tabletop) -> None:
    assert gift.snapshot.lights == {}


def test_an_errand_is_lit_where_the_runner_is_and_where_it_goes(table: Tabletop) -> None:
    under_way(table)
    table.phone("Ann", "f7")
    lights = table.snapshot.lights
    assert {at for at, meaning in lights.items() if meaning == "errand"} == {5, 7}
    assert lights[4] == "turn", "it holds nobody up"


def test_what_is_wrong_is_lit_alone(table: Tabletop) -> None:
    under_way(table)
    table.put("Ben", 20)
    assert table.snapshot.lights == {4: "belongs-here", 20: "wrong-place"}
