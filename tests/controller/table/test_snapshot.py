"""The picture of everything: a new one for every change, and none where nothing changes."""

import pytest

from controller.table.commands import Abandon
from hardware.ports import LightsChanged
from tests.controller.table.conftest import Opener
from tests.support.table.tabletop import SCAN_S, SETTLE_S, Tabletop


def test_every_picture_has_a_higher_number_than_the_one_before(table: Tabletop) -> None:
    numbers = [table.snapshot.revision]
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.put(name, square)
        numbers.append(table.snapshot.revision)
        table.wait(SETTLE_S)
        numbers.append(table.snapshot.revision)
    assert numbers == sorted(set(numbers))


def test_once_the_race_is_over_people_tidy_up_and_nothing_changes(lay: Opener) -> None:
    table = lay(2, options={"start_carrots": 4160, "lettuces": 0, "finish": "first-home"})
    for colour, square in (("green", 64), ("yellow", 2), ("red", 64)):
        table.world.put(colour, square)
        table.wait(SETTLE_S + SCAN_S)
    assert table.snapshot.phase == "over"
    before = table.snapshot
    table.world.knock("yellow")
    table.world.put("blue", 2)
    table.wait(2 * SETTLE_S)
    for colour in ("red", "yellow", "green", "blue"):
        table.world.knock(colour)
    table.wait(2 * SETTLE_S)
    assert table.snapshot is before


def test_a_table_that_starts_without_a_game_has_seated_nobody(table: Tabletop) -> None:
    table.command(Abandon(table.snapshot.version))
    table.pull_the_plug()
    assert (table.snapshot.phase, table.snapshot.seating.players) == ("setup", ())
    assert table.snapshot.actions == table.session.table.actions == ()


def test_what_is_wrong_with_the_lights_is_told_until_it_is_mended(table: Tabletop) -> None:
    before = table.snapshot
    table.session.sense(LightsChanged("The helper is gone.", 100.0))
    assert table.snapshot.lights_trouble == "The helper is gone."
    assert table.snapshot.version == before.version, "the game has nothing to do with it"
    table.session.sense(LightsChanged(None, 101.0))
    assert table.snapshot.lights_trouble is None


def test_a_picture_tells_at_any_time_how_long_the_seat_to_act_has_been_thinking(
    table: Tabletop,
) -> None:
    table.move("Ann", 5)
    now_s, snapshot = table.clock.now_s(), table.snapshot
    began_s = snapshot.turn_s(now_s)
    assert began_s is not None
    assert snapshot.turn_s(now_s + 5.0) == pytest.approx(began_s + 5.0)
    table.command(Abandon(table.snapshot.version))
    assert table.snapshot.turn_s(now_s + 5.0) is None
