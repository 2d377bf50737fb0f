"""When the table wants to be asked again: then it goes on, and need not be asked before."""

import pytest

from controller.config import Settings
from controller.table.commands import Abandon, AskTap, EndTap
from hardware.ports import Sighting
from tests.controller.table.conftest import Opener
from tests.support.table.readers_out import FIRST_LOOK_S, under_way
from tests.support.table.tabletop import SCAN_S, SETTLE_S, Tabletop


def sleep(table: Tabletop) -> None:
    """Ask the table once, at the very moment that it names; whatever it names then is later."""
    due_s = table.session.tick()
    assert due_s is not None
    assert due_s > table.clock.now_s()
    table.clock.advance(due_s - table.clock.now_s())
    due_s = table.session.tick()
    assert due_s is None or due_s > table.clock.now_s()


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


def test_without_a_game_there_is_no_such_moment(table: Tabletop) -> None:
    table.command(Abandon(table.snapshot.version))
    sleep(table)  # the journal's log is folded
    assert table.session.tick() is None
    table.pull_the_plug()
    assert table.session.tick() is None


def test_once_the_race_is_over_there_is_no_such_moment(lay: Opener) -> None:
    table = lay(options={"start_carrots": 2080, "lettuces": 0, "finish": "first-home"})
    table.move("Ann", 64)
    assert table.snapshot.phase == "over"
    table.wait(Settings().cheer_s)
    assert table.session.tick() is None
    table.pull_the_plug()
    assert (table.snapshot.phase, table.session.tick()) == ("over", None)


def test_a_reader_that_is_back_is_believed_at_that_moment(table: Tabletop) -> None:
    under_way(table)
    table.reader(4, "quarantined")
    table.world.knock("yellow")
    table.reader(4, "back")
    assert table.faults == []
    sleep(table)
    assert table.faults == [("missing", "Ben", None, 4)]


def test_runners_of_one_player_are_taken_for_each_other_at_that_moment(swapped: Tabletop) -> None:
    sleep(swapped)
    assert swapped.faults == []


@pytest.mark.parametrize(("early_s", "actions"), [(0.01, []), (0.0, ["f5"])])
def test_who_is_first_seen_once_the_first_look_is_over_has_moved(
    table: Tabletop, early_s: float, actions: list[str]
) -> None:
    until_s = table.clock.now_s() + FIRST_LOOK_S
    table.pull_the_plug()
    table.clock.advance(until_s - table.clock.now_s())
    red = table.world.piece("red").lower_tag
    assert red is not None
    table.session.sense(Sighting(5, red, True, until_s - early_s))
    table.wait(2 * SETTLE_S)
    assert table.actions == actions


# A tap


def test_a_runner_that_is_held_is_understood_at_that_moment(table: Tabletop) -> None:
    table.command(AskTap())
    table.put("Cem", 63)
    sleep(table)
    assert table.snapshot.tap is not None
    assert table.snapshot.tap.seat == 2


def test_nobody_comes_and_the_light_goes_out_at_that_moment(table: Tabletop) -> None:
    table.command(AskTap())
    sleep(table)  # the journal's log is folded
    assert table.snapshot.tap is not None
    sleep(table)
    assert table.snapshot.tap is None


def test_a_runner_that_rests_on_its_way_stands_wrong_from_that_moment(table: Tabletop) -> None:
    table.command(AskTap())
    table.wait(SCAN_S)
    table.put("Cem", 30)
    assert table.faults == []
    sleep(table)
    assert table.faults == [("misplaced", "Cem", 30, 0)]


def test_a_runner_that_is_not_put_back_stands_wrong_from_that_moment(table: Tabletop) -> None:
    table.command(AskTap())
    table.move("Cem", 63)
    table.command(EndTap(1))
    assert table.faults == []
    sleep(table)
    assert table.faults == [("misplaced", "Cem", 63, 0)]
