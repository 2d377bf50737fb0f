"""When the table wants to be asked again: then it goes on, and need not be asked before."""

from tests.controller.table.conftest import Opener
from tests.controller.table.tabletop import Tabletop


def sleep(table: Tabletop) -> None:
    """Ask the table once, at the very moment that it names."""
    due_s = table.session.tick()
    assert due_s is not None
    assert due_s > table.clock.now_s()
    table.clock.advance(due_s - table.clock.now_s())
    table.session.tick()


def test_a_move_counts_at_that_moment(table: Tabletop) -> None:
    table.put("Ann", 5)
    sleep(table)
    assert table.actions == ["f5"]


def test_a_runner_read_at_that_moment_has_moved_as_soon_as_the_reading_is_heard_of(
    lay: Opener,
) -> None:
    read: dict[int, float] = {}
    table = lay(last_read_s=read.get)
    table.put("Ann", 5)
    sleep(table)
    read[5] = table.clock.now_s()
    sleep(table)
    assert table.actions == ["f5"]


def test_a_turn_that_needs_nobody_goes_by_at_that_moment(lay: Opener) -> None:
    table = lay(cards=["more-behind"])
    for name, square in (("Ann", 1), ("Ben", 5), ("Cem", 4)):
        table.move(name, square)
    played = table.actions
    sleep(table)
    assert table.actions == [*played, "miss"]


def test_what_a_move_leads_to_is_played_with_it(lay: Opener) -> None:
    table = lay(options={"hare": "table-1974"})
    table.put("Ann", 6)
    sleep(table)
    assert table.actions[0] == "f6"
    assert table.actions[1].startswith("roll ")
