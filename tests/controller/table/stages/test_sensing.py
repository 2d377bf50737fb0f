"""Board events become a placement, errands, and what is known of readers."""

from controller.table.stages.sensing import first_looks_over, reader_changed, sighted
from controller.table.state import TableState
from controller.table.tracker import Spot
from hardware.ports import ReaderChanged, ReaderState
from tests.support.table.states import START_S, a_race, missed, no_table, seen, tracked

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


def test_a_runner_first_seen_where_it_stood_before_its_last_move_is_still_to_be_carried() -> None:
    table = a_race((5, 4, 8)).change(tracker=no_table().tracker, stood_before={"red": 2})
    table = sighted(table, seen("red", 2, START_S))
    assert table.to_carry == {"red": Spot(2, since_s=START_S)}


def test_a_runner_that_has_not_started_and_was_there_before_is_to_be_carried_to_start() -> None:
    table = a_race((0, 0, 0)).change(
        tracker=no_table().tracker,
        resumed=True,
        first_look_until_s=START_S + 1,
        not_started=frozenset({"red", "yellow"}),
    )
    early = sighted(table, seen("yellow", 30, START_S))
    assert early.to_carry == {"yellow": Spot(30, since_s=START_S)}
    late = sighted(table, seen("yellow", 30, START_S + 2))
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
    assert first_looks_over(table, START_S + 1) is table
    over = first_looks_over(table, START_S + 1 + FIRST_LOOK_S)
    assert (over.first_looks, over.placement.spot("red").square) == ({}, None)


def test_a_runner_found_by_a_reader_that_is_back_has_stood_there() -> None:
    table = changed(changed(a_race(), 5, "quarantined", START_S), 5, "healthy", START_S + 1)
    table = sighted(table.change(stood={}), seen("red", 5, START_S + 1.5))
    assert table.stood["red"].square == 5
    assert "red" not in table.first_looks[5].unseen


def test_a_reader_that_is_out_again_has_no_first_look_left() -> None:
    table = a_race()
    for at_s, state in enumerate(("quarantined", "healthy", "quarantined")):
        table = changed(table, 5, state, START_S + at_s)  # type: ignore[arg-type]  # states
    assert table.first_looks == {}


def test_a_suspect_reader_still_counts() -> None:
    table = changed(a_race(), 5, "suspect", START_S)
    assert (table.readers, table.blind) == ({5: "suspect"}, frozenset())
    assert table.placement.sees("red")
