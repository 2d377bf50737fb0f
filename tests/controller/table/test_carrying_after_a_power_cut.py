"""Runners that were still to be carried when the plug was pulled."""

import pytest

from controller.table.commands import Load
from tests.support.table.playing import set_aside
from tests.support.table.tabletop import SETTLE_S, Tabletop


def test_after_a_power_cut_the_runners_of_an_older_race_are_still_to_be_carried(
    race: Tabletop,
) -> None:
    race.begin_anew()
    errands = race.errands
    assert errands == [("Ann", 5, 0), ("Ben", 4, 0), ("Cem", 8, 0)]
    race.pull_the_plug()
    assert (race.errands, race.faults) == (errands, [])
    race.knock("Cem")
    race.move("Ann", 7)
    assert (race.actions, race.errands) == (["f7"], [("Ben", 4, 0)])
    race.put("Cem", 20)
    assert race.faults == [("misplaced", "Cem", 20, 0)]


@pytest.mark.parametrize("slow_s", [0.0, 5.0])
def test_after_a_power_cut_the_runners_of_a_loaded_game_are_still_to_be_carried(
    race: Tabletop, slow_s: float
) -> None:
    """Ann's stands where she may go, Ben's nowhere, Cem's on a square of the other game."""
    number = set_aside(race)
    race.put("Ann", 7)
    race.knock("Ben")
    race.put("Cem", 20)
    race.command(Load(number))
    errands, played = race.errands, race.actions
    assert set(errands) == {("Ann", 7, 5), ("Ben", None, 4), ("Cem", 20, 8)}
    saved = race.session.table.saved
    race.pull_the_plug(slow_s=slow_s)
    assert race.session.table.saved == saved
    race.wait(3 * SETTLE_S)
    assert (race.errands, race.faults, race.actions) == (errands, [], played)
    race.put("Cem", 8)
    race.put("Ben", 4)
    race.lift("Ann")
    race.move("Ann", 7)
    assert (race.errands, race.faults, race.actions) == ([], [], [*played, "f7"])


def test_a_runner_that_a_loaded_game_has_moved_may_be_out_of_place_after_a_power_cut(
    race: Tabletop,
) -> None:
    number = set_aside(race)
    race.put("Cem", 20)
    race.command(Load(number))
    race.move("Ann", 7)
    race.put("Ann", 21)
    race.pull_the_plug()
    assert race.errands == [("Cem", 20, 8)]
    assert race.faults == [("misplaced", "Ann", 21, 7)]
