"""Board events become a placement, errands, and what is known of readers."""

from controller.table.stages.sensing import first_looks_over, reader_changed, sighted
from controller.table.state import TableState
from controller.table.tracker import Spot
from hardware.ports import ReaderChanged, ReaderState, Sighting, Uid
from tests.support.table.states import START_S, UIDS, a_race, missed, no_table, seen, tracked

FIRST_LOOK_S = no_table().settings.first_look_s


def changed(table: TableState, square: int, state: ReaderState, at_s: float) -> TableState:
    return reader_changed(table, ReaderChanged(square, state, at_s))


def test_a_sighting_moves_the_runner_and_leaves_the_state_before_as_it_was() -> None:
    before = a_race()
    after = sighted(before, seen("red", 7, START_S))
    after = sighted(after, missed("red", 5, START_S))
    assert after.placement.spot("red") == Spot(7, since_s=START_S)
    assert before.placement.spot("red").square == 5
    assert after.saved is before.saved


def test_a_runner_first_seen_in_the_first_look_stood_there_all_along() -> None:
    table = a_race((0, 4, 8)).change(stood={}, first_look_until_s=START_S + FIRST_LOOK_S)
    assert sighted(table, seen("red", 7, START_S)).stood["red"] == Spot(7, since_s=START_S)
    late = sighted(table, seen("red", 7, START_S + FIRST_LOOK_S))
    assert "red" not in late.stood


def nothing_read_yet() -> TableState:
    """A race of which no runner was sighted, after the first look."""
    return a_race().change(tracker=no_table().tracker, stood={})


def test_a_runner_first_seen_late_where_the_game_has_it_stood_there_all_along() -> None:
    assert sighted(nothing_read_yet(), seen("red", 5, START_S)).stood == {
        "red": Spot(5, since_s=START_S)
    }
    assert sighted(nothing_read_yet(), seen("red", 7, START_S)).stood == {}
    assert sighted(nothing_read_yet(), seen("black", 5, START_S)).stood == {}
    known = nothing_read_yet().change(tracker=tracked(red=5))
    assert sighted(known, seen("red", 5, START_S)).stood == {}


def test_without_a_game_no_runner_stood_anywhere() -> None:
    after = sighted(no_table().change(stood_before={"red": 5}), seen("red", 5, START_S))
    assert (after.stood, after.to_carry) == ({}, {})


def test_a_runner_found_by_the_first_reading_after_a_start_stood_there_all_along() -> None:
    resumed = nothing_read_yet().change(resumed=True)
    found = Sighting(7, UIDS["red"], True, START_S, found=True)
    assert sighted(resumed, found).stood == {"red": Spot(7, since_s=START_S)}
    assert sighted(resumed, seen("red", 7, START_S)).stood == {}
    assert sighted(nothing_read_yet(), found).stood == {}
    other = resumed.change(tracker=tracked(yellow=7))
    assert sighted(other, found).stood == {"red": Spot(7, since_s=START_S)}


def test_a_tag_of_no_runner_is_a_stranger() -> None:
    after = sighted(a_race(), Sighting(20, Uid("04ff"), True, START_S))
    assert after.placement.strangers == {20}


def test_a_runner_first_seen_where_it_stood_before_its_last_move_is_still_to_be_carried() -> None:
    table = a_race((5, 4, 8)).change(tracker=no_table().tracker, stood_before={"red": 2})
    table = sighted(table, seen("red", 2, START_S))
    assert table.to_carry == {"red": Spot(2, since_s=START_S)}


def test_a_runner_that_has_not_started_and_was_there_before_is_to_be_carried_to_start() -> None:
    table = a_race((0, 0, 0)).change(
        tracker=no_table().tracker,
        resumed=True,
        first_look_until_s=START_S + 1,
        unmoved=frozenset({"red", "yellow"}),
    )
    early = sighted(table, seen("yellow", 30, START_S))
    assert early.to_carry == {"yellow": Spot(30, since_s=START_S)}
    late = sighted(table, seen("yellow", 30, START_S + 1))
    assert late.to_carry == {}, "somebody has put it there"
    other = sighted(table, seen("green", 30, START_S))
    assert other.to_carry == {}, "it has run, and was moved by somebody"


def test_an_errand_ends_when_the_runner_is_seen_where_it_belongs() -> None:
    table = a_race().change(to_carry={"red": Spot(9)})
    away = sighted(table.change(tracker=tracked(red=9)), seen("yellow", 4, START_S))
    assert away.to_carry == {"red": Spot(9)}
    assert sighted(table, seen("red", 5, START_S)).to_carry == {}


def test_a_reader_that_is_out_leaves_its_runner_unseen() -> None:
    table = changed(a_race(), 5, "quarantined", START_S)
    assert table.readers == {5: "quarantined"}
    assert table.blind == {5}
    assert not table.placement.sees("red")
    assert table.placement.spot("red").square == 5


def test_a_reader_that_is_back_is_trusted_after_its_first_look() -> None:
    table = changed(changed(a_race(), 5, "quarantined", START_S), 5, "healthy", START_S + 1)
    assert (table.readers, table.first_looks[5].until_s) == ({}, START_S + 1 + FIRST_LOOK_S)
    assert table.first_looks[5].unseen >= {"red"}
    assert table.first_looks[5].unseen.isdisjoint({"yellow", "green"})
    assert first_looks_over(table, START_S + 1) is table
    over = first_looks_over(table, START_S + 1 + FIRST_LOOK_S)
    gone = Spot(None, since_s=START_S + 1 + FIRST_LOOK_S)
    assert (over.first_looks, over.placement.spot("red")) == ({}, gone)


def test_a_runner_found_by_a_reader_that_is_back_has_stood_there() -> None:
    table = changed(changed(a_race(), 5, "quarantined", START_S), 5, "healthy", START_S + 1)
    table = sighted(table.change(stood={}), seen("red", 5, START_S + 1.5))
    assert table.stood["red"].square == 5
    assert "red" not in table.first_looks[5].unseen


def test_a_reading_that_misses_a_runner_does_not_find_it() -> None:
    table = changed(changed(a_race(), 5, "quarantined", START_S), 5, "healthy", START_S + 1)
    table = sighted(table, missed("red", 5, START_S + 1.5))
    assert "red" in table.first_looks[5].unseen


def test_a_runner_to_be_carried_is_carried_from_where_a_reader_that_is_back_finds_it() -> None:
    table = a_race().change(tracker=tracked(red=9, yellow=4, green=8))
    table = changed(changed(table, 9, "quarantined", START_S), 9, "healthy", START_S + 1)
    late = sighted(table, seen("red", 9, START_S + 1.5))
    assert (late.stood["red"].square, late.to_carry) == (9, {})
    late = sighted(table.change(to_carry={"red": Spot(2)}), seen("red", 9, START_S + 1.5))
    assert late.to_carry == {"red": late.placement.spot("red")}


def test_a_runner_that_another_reader_sees_is_there_when_its_own_is_out() -> None:
    table = sighted(a_race(), seen("red", 9, START_S))
    assert table.placement.spot("red").square == 5
    table = changed(table, 5, "quarantined", START_S + 1)
    assert table.placement.spot("red") == Spot(9, since_s=START_S + 1)


def test_a_reader_that_is_out_again_has_no_first_look_left() -> None:
    table = a_race()
    for at_s, state in enumerate(("quarantined", "healthy", "quarantined")):
        table = changed(table, 5, state, START_S + at_s)  # type: ignore[arg-type]  # states
    assert table.first_looks == {}


def test_a_suspect_reader_still_counts() -> None:
    table = changed(a_race(), 5, "suspect", START_S)
    assert (table.readers, table.blind, table.first_looks) == ({5: "suspect"}, frozenset(), {})
    assert table.placement.sees("red")
