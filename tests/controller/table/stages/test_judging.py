"""The referee's finding on a table, and doubts about single runners."""

import msgspec
import pytest

from controller.table.referee import RefereeFinding
from controller.table.stages.judging import (
    came_from,
    exchanged_where_they_stand,
    judged,
    meant_placement,
    senses_turning,
    squares_to_attend,
    unrest,
    wavers,
)
from controller.table.tracker import Spot
from tests.support.table.states import (
    START_S,
    a_race,
    changed_places,
    missed,
    no_table,
    seen,
    tracked,
)

MOVED = a_race().change(tracker=tracked(red=7, yellow=4, green=8))
"""Ann's runner stands on 7, where it may go."""


def test_a_runner_on_a_square_where_it_may_go_is_a_candidate() -> None:
    candidate = judged(MOVED).candidate
    assert candidate is not None
    assert (str(candidate.action), candidate.square) == ("f7", 7)


def test_without_a_game_or_while_it_is_paused_there_is_nothing_to_find() -> None:
    assert judged(no_table()) == RefereeFinding()
    paused = MOVED.change(saved=MOVED.saved.pause(paused=True).after)
    assert judged(paused) == RefereeFinding()


def test_a_runner_that_was_found_there_has_not_moved() -> None:
    found = MOVED.change(stood=MOVED.placement.spots)
    assert judged(found).candidate is None
    assert [errand.square for errand in judged(found).errands] == [7]


def test_a_runner_moved_for_a_tap_counts_as_not_touched() -> None:
    table = MOVED.change(excused=frozenset({"red"}))
    assert meant_placement(table).spot("red") == Spot(5)
    assert judged(table) == RefereeFinding()


def test_a_runner_to_be_carried_is_meant_to_stand_where_it_was_found() -> None:
    table = MOVED.change(excused=frozenset({"red"}), to_carry={"red": Spot(6)})
    assert meant_placement(table).spot("red") == Spot(6)


def test_a_runner_that_is_not_touched_counts_as_seen() -> None:
    unseen = MOVED.tracker.read_no_more(7, START_S)
    table = MOVED.change(tracker=unseen)
    assert table.placement.unseen == {"red"}
    assert not meant_placement(table.change(excused=frozenset({"red"}))).unseen


def test_a_runner_that_chews_is_meant_to_lie() -> None:
    lies = a_race((10, 4, 8), owes={0: "chew"}).change(excused=frozenset({"red"}))
    assert meant_placement(lies).spot("red") == Spot(10, face_down=True)


def test_without_a_game_every_runner_is_meant_to_stand_where_it_stands() -> None:
    table = no_table().change(excused=frozenset({"red"}), tracker=tracked(red=7))
    assert meant_placement(table) == table.placement


def test_the_last_move_says_where_its_runner_came_from() -> None:
    assert came_from(a_race()) is None
    played = a_race().change(saved=a_race().saved.play("f7").after)
    runner, spot = came_from(played) or (None, None)
    assert (runner, spot and spot.square) == ((0, 0), 5)
    assert came_from(no_table()) is None


def test_a_move_back_to_a_tortoise_says_where_it_came_from_too() -> None:
    race = a_race((12, 4, 8))
    runner, spot = came_from(race.change(saved=race.saved.play("b").after)) or (None, None)
    assert (runner, spot and spot.square) == ((0, 0), 12)


def test_a_runner_is_sensed_turning_where_its_square_is_read() -> None:
    table = a_race((10, 4, 8), owes={0: "chew"})
    crowned = msgspec.structs.replace(table.seating, crowned=frozenset({"red"}))
    table = table.change(seating=crowned)
    assert table.position is not None
    assert senses_turning(table, table.position, 0, 0)
    blind = table.change(tracker=table.tracker.read_no_more(10, START_S))
    assert not senses_turning(blind, table.position, 0, 0)


def test_the_squares_of_the_mover_and_its_destinations_need_attention() -> None:
    squares = squares_to_attend(a_race(), RefereeFinding())
    assert {5, 7, 9} <= squares
    assert 8 not in squares


def test_the_square_that_the_last_move_came_from_needs_attention() -> None:
    table = a_race((5, 8, 12))
    moved = table.change(
        saved=table.saved.play("f7").after, tracker=tracked(red=7, yellow=8, green=12)
    )
    assert 5 in squares_to_attend(moved, RefereeFinding())


def test_a_runner_wavers_when_a_reading_misses_it_or_its_reader_is_suspect() -> None:
    table = a_race()
    assert not wavers(table, "red")
    assert unrest(table) is None
    flickers = table.change(tracker=table.tracker.see(missed("red", 5, START_S)))
    assert wavers(flickers, "red")
    assert unrest(flickers) == "red"
    assert wavers(table.change(readers={5: "suspect"}), "red")


def test_a_runner_moved_for_a_tap_is_no_unrest() -> None:
    table = a_race()
    table = table.change(tracker=table.tracker.see(missed("red", 5, START_S)))
    assert unrest(table.change(excused=frozenset({"red"}))) is None


def test_runners_of_different_players_are_never_exchanged() -> None:
    table = a_race().change(tracker=tracked(red=4, yellow=5, green=8))
    after = exchanged_where_they_stand(table, START_S)
    assert (after.seating, after.exchanged_s) == (table.seating, None)


def test_two_runners_of_a_player_are_exchanged_once_they_have_rested() -> None:
    table = changed_places()
    rested_s = START_S + table.settings.settle_s
    early = exchanged_where_they_stand(table, rested_s - 0.01)
    assert (early.seating, early.exchanged_s) == (table.seating, rested_s)
    late = exchanged_where_they_stand(early, rested_s)
    assert [player.colours for player in late.seating.players] == [
        ("green", "red"),
        ("yellow", "blue"),
    ]
    assert late.exchanged_s is None


@pytest.mark.parametrize(
    "busy", [{"to_carry": {"red": Spot(5)}}, {"excused": frozenset({"green"})}]
)
def test_runners_with_an_errand_or_a_tap_are_not_exchanged(busy: dict[str, object]) -> None:
    table = changed_places().change(**busy)
    assert exchanged_where_they_stand(table, START_S + 100).seating == table.seating


def test_runners_that_waver_are_not_exchanged() -> None:
    table = changed_places()
    table = table.change(tracker=table.tracker.see(missed("green", 5, START_S + 1)))
    assert exchanged_where_they_stand(table, START_S + 100).seating == table.seating


def test_a_tag_seen_on_two_squares_wavers() -> None:
    table = a_race()
    assert wavers(table.change(tracker=table.tracker.see(seen("red", 9, START_S))), "red")
