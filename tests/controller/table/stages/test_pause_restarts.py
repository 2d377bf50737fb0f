"""Every change of the game restarts the pause: players have something new to look at."""

import pytest

from controller.table.commands import (
    Begin,
    Confirm,
    Mend,
    Pause,
    Play,
    TakeBack,
)
from controller.table.state import Moment, TableState
from controller.table.step import GameFound, TableEvent, step
from hardware.ports import Pressed
from tests.support.table.states import SETUP, START_S, a_race, no_table, tracked

LATER_S = START_S + 3.0
RACE = a_race()
MOVED = RACE.change(tracker=tracked(red=7, yellow=4, green=8))
PLAYED = RACE.change(saved=RACE.saved.play("f7").after)
PUT_BACK = PLAYED.change(stood=tracked(red=7, yellow=4, green=8).placement.spots)
WRONG = RACE.change(tracker=tracked(red=5, yellow=12, green=8))
MISSES = a_race(misses=[0])
PAUSED = RACE.change(saved=RACE.saved.pause(paused=True).after)


def found() -> GameFound:
    assert RACE.game is not None
    return GameFound(7, SETUP, RACE.game)


@pytest.mark.parametrize(
    ("table", "event"),
    [
        (no_table(), Begin(SETUP)),
        (no_table(), found()),
        (RACE, Play(0, "f7", 1)),
        (MOVED, Confirm(1)),
        (MISSES, Confirm(1)),
        (PLAYED, TakeBack(0, PLAYED.saved.version)),
        (PUT_BACK, Confirm(PLAYED.saved.version)),
        (RACE, Pause(paused=True)),
        (PAUSED, Pause(paused=False)),
        (WRONG, Mend("game", 1)),
        (WRONG, Mend("board", 1)),
        (MOVED, Pressed("confirm", LATER_S)),
    ],
    ids=lambda value: "" if isinstance(value, TableState) else type(value).__name__,
)
def test_the_pause_begins_at_the_time_of_the_change(table: TableState, event: TableEvent) -> None:
    after, _ = step(table, event, Moment(LATER_S))
    assert after.waits_since_s == LATER_S
