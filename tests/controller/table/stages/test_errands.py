"""What has to be carried when the game moves runners."""

import msgspec

from controller.game.pieces import Colour
from controller.table.stages.errands import (
    all_to_carry,
    errands_after,
    errands_left_now,
    found_where_they_stand,
    looked_over,
    seated,
)
from controller.table.state import TableState
from controller.table.tracker import ABSENT, Spot
from tests.support.table.states import SETUP, START_S, a_race, changed_places, no_table, tracked

RED: tuple[Colour, ...] = ("red",)


def moved(table: TableState, action: str) -> TableState:
    """The table once an action has been played and nothing was carried yet."""
    return table.change(saved=table.saved.play(action).after)


def test_a_runner_that_the_game_moved_is_to_be_carried_from_where_it_stands() -> None:
    table = a_race()
    after = errands_after(table, moved(table, "f7"))
    assert [(colour, spot.square) for colour, spot in after.to_carry.items()] == [("red", 5)]


def test_a_runner_that_a_player_moved_is_no_errand() -> None:
    table = a_race().change(tracker=tracked(red=7, yellow=4, green=8))
    assert errands_after(table, moved(table, "f7")).to_carry == {}


def test_an_errand_is_forgotten_once_carried_out() -> None:
    table = errands_after(a_race(), moved(a_race(), "f7"))
    assert set(errands_left_now(table).to_carry) == {"red"}
    carried = table.change(tracker=tracked(red=7, yellow=4, green=8))
    assert errands_left_now(carried).to_carry == {}


def test_without_a_game_errands_are_left_as_they_are() -> None:
    table = no_table()
    assert errands_left_now(table) is table


def test_every_runner_that_stands_wrong_becomes_an_errand() -> None:
    table = a_race().change(tracker=tracked(red=9, yellow=12, green=8))
    spots = table.placement.spots
    assert all_to_carry(table).to_carry == {"red": spots["red"], "yellow": spots["yellow"]}
    assert set(all_to_carry(table, leave=RED).to_carry) == {"yellow"}
    assert set(all_to_carry(table.change(excused=frozenset({"red"}))).to_carry) == {"yellow"}


def test_a_runner_the_wrong_way_up_is_to_be_turned_where_that_is_sensed() -> None:
    table = a_race((10, 4, 8), owes={0: "chew"})
    assert all_to_carry(table).to_carry == {}
    crowned = msgspec.structs.replace(table.seating, crowned=frozenset({"red"}))
    assert set(all_to_carry(table.change(seating=crowned)).to_carry) == {"red"}


def test_two_runners_in_each_others_places_need_not_be_carried() -> None:
    table = changed_places()
    after = all_to_carry(table)
    assert after.seating.players[0].colours == ("green", "red")
    assert after.to_carry == {}
    assert all_to_carry(table, leave=RED).seating == table.seating


def test_runners_found_where_they_stand_have_not_moved() -> None:
    table = a_race().change(tracker=tracked(red=9, yellow=4, green=8), stood={})
    assert found_where_they_stand(table).stood == table.placement.spots
    assert "red" not in found_where_they_stand(table, leave=RED).stood
    carried = found_where_they_stand(table.change(to_carry={"red": Spot(5)}))
    assert carried.to_carry == {"red": table.placement.spot("red")}


def test_players_take_their_seats() -> None:
    table = no_table()
    crowned = msgspec.structs.replace(table.seating, crowned=frozenset({"red"}))
    seating = seated(table.change(seating=crowned), SETUP).seating
    assert (seating.players, seating.crowned) == (SETUP.seats, crowned.crowned)


def test_of_a_resumed_game_the_squares_before_each_last_move_are_known() -> None:
    table = moved(a_race(), "f7")
    assert table.game is not None
    table = looked_over(table, table.game, START_S + 1)
    assert (table.stood_before, table.first_look_until_s) == ({"red": 5}, START_S + 1)


def test_of_a_resumed_game_the_runners_that_have_not_left_start_are_known() -> None:
    table = moved(a_race((0, 0, 8)), "f7")
    assert table.game is not None
    assert looked_over(table, table.game, START_S + 1).unmoved == {"yellow"}


def test_a_resumed_game_knows_that_it_was_under_way_before() -> None:
    table = a_race()
    assert table.game is not None
    assert not table.resumed
    assert looked_over(table, table.game, START_S + 1).resumed is True


def test_an_opponents_runner_is_still_to_be_carried_when_its_game_is_resumed() -> None:
    ben = msgspec.structs.replace(SETUP.seats[1], opponent="walker")
    setup = msgspec.structs.replace(SETUP, seats=(SETUP.seats[0], ben, SETUP.seats[2]))
    table = a_race().change(tracker=tracked(red=12, yellow=9, green=8))
    table = table.change(saved=msgspec.structs.replace(table.saved, setup=setup))
    assert table.game is not None
    after = looked_over(table, table.game, START_S + 1)
    assert after.to_carry == {"yellow": table.placement.spot("yellow")}


def test_of_a_resumed_game_the_runners_not_moved_since_it_was_loaded_are_to_be_carried() -> None:
    table = moved(a_race((5, 4, 8)), "f7")
    assert table.game is not None
    saved = msgspec.structs.replace(table.saved, loaded_with=table.game.start)
    after = looked_over(table.change(saved=saved, tracker=no_table().tracker), table.game, START_S)
    assert after.unmoved == {"yellow", "green"}
    assert after.to_carry == dict.fromkeys(("yellow", "green"), ABSENT)
