"""On which squares something may happen now: those are read more often than the others."""

from controller.game.pieces import Seating
from controller.game.rules import legal
from controller.table.commands import AskTap, EndTap, TakeBack
from controller.table.lit_squares import attention, destination
from controller.table.referee import RefereeFinding
from controller.table.tracker import Placement
from tests.controller.table.conftest import Opener
from tests.support.table.readers_out import under_way
from tests.support.table.tabletop import SETTLE_S, Tabletop


def goes(table: Tabletop) -> set[int]:
    """Where the seat to act may go."""
    squares = (destination(table.state, action) for action in legal(table.state))
    return {square for square in squares if square is not None}


def test_without_a_game_no_square_matters() -> None:
    assert attention(None, Seating(()), RefereeFinding(), Placement()) == frozenset()


def test_the_movers_runner_its_destinations_and_the_last_move(table: Tabletop) -> None:
    under_way(table)
    assert table.snapshot.attention == {5, *goes(table), 8}


def test_on_start_there_is_no_reader(table: Tabletop) -> None:
    assert table.snapshot.attention == goes(table)


def test_a_runner_in_the_hand_may_be_put_back_or_down(table: Tabletop) -> None:
    under_way(table)
    before = table.snapshot.attention
    table.lift("Ann")
    assert table.snapshot.attention == before


def test_while_a_runner_rests_it_may_leave_or_the_next_player_begin(table: Tabletop) -> None:
    under_way(table)
    assert 4 not in table.snapshot.attention
    table.put("Ann", 7)
    assert table.snapshot.attention == {4, 5, 7, 8}


def test_where_the_next_player_has_begun_matters_before_the_move_counts(lay: Opener) -> None:
    table = lay(last_read_s=lambda _: None)
    table.put("Ann", 5)
    table.put("Ben", 4)
    assert table.actions == [], "no reader has looked again"
    assert table.snapshot.attention == {4, 5}


def test_errands_matter_where_they_stand_and_where_they_belong(table: Tabletop) -> None:
    under_way(table)
    table.phone("Ann", "f7")
    assert {5, 7} <= table.snapshot.attention
    table.put("Ann", 7)
    table.move("Ben", 9)
    assert 5 not in table.snapshot.attention, "done, and not to be taken back any more"


def test_what_is_wrong_matters_where_it_is_and_where_it_belongs(table: Tabletop) -> None:
    under_way(table)
    table.put("Ben", 50)
    table.lay_bank_card(60)
    assert {4, 50, 60} <= table.snapshot.attention


def test_a_taken_back_move_matters_until_it_is_carried_back(table: Tabletop) -> None:
    under_way(table)
    table.move("Ann", 13)
    table.command(TakeBack(0, table.snapshot.version))
    assert {13, 5} <= table.snapshot.attention


def test_a_runner_held_for_a_phone_matters_where_it_is_and_where_it_belongs(
    table: Tabletop,
) -> None:
    under_way(table)
    table.command(AskTap())
    tap = table.snapshot.tap
    assert tap is not None
    assert tap.square in table.snapshot.attention
    assert 4 not in table.snapshot.attention
    table.move("Ben", tap.square)
    assert {4, tap.square} <= table.snapshot.attention
    table.command(EndTap(tap.number))
    assert table.snapshot.attention & {4, tap.square} == {4}


def test_start_neither_matters_nor_is_lit_when_a_runner_held_for_a_phone_belongs_there(
    table: Tabletop,
) -> None:
    table.command(AskTap())
    table.move("Ann", 63)
    assert 0 not in table.snapshot.attention
    assert 0 not in table.snapshot.lights


def test_the_first_square_matters_when_a_runner_held_for_a_phone_belongs_there(
    lay: Opener,
) -> None:
    table = lay(cards=["show"])
    for name, square in (("Ann", 1), ("Ben", 5)):
        table.move(name, square)
    table.command(AskTap())
    table.move("Ann", 63)
    assert 1 in table.snapshot.attention
    assert table.light(1) == "belongs-here"


def test_both_runners_of_a_player_matter(lay: Opener) -> None:
    table = lay(2)
    for colour, square in (("red", 5), ("yellow", 2), ("green", 8), ("blue", 3)):
        table.world.put(colour, square)
        table.wait(2 * SETTLE_S)
    assert {5, 8} <= table.snapshot.attention


def test_a_runner_that_is_home_matters_no_more(lay: Opener) -> None:
    table = lay(2, options={"start_carrots": 2090, "lettuces": 0})
    for colour, square in (("red", 64), ("yellow", 2)):
        table.world.put(colour, square)
        table.wait(2 * SETTLE_S)
    assert table.to_act == "Ann"
    assert table.snapshot.attention == {1, 2, 3, 4}


def test_while_a_gift_waits_no_runner_matters(gift: Tabletop) -> None:
    assert gift.snapshot.attention == frozenset()


def test_once_the_race_is_over_no_square_matters(lay: Opener) -> None:
    table = lay(options={"start_carrots": 2080, "lettuces": 0, "finish": "first-home"})
    table.move("Ann", 64)
    assert table.snapshot.phase == "over"
    assert table.snapshot.attention == frozenset()
