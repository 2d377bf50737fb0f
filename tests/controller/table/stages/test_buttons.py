"""The command of a press."""

import pytest

from controller.table.commands import Begin, ChangeSeats, Command, Confirm, Play, SetLook, TakeBack
from controller.table.stages.buttons import command_of
from controller.table.stages.judging import judged
from controller.table.state import ButtonSetup, TableState
from hardware.ports import ButtonName, Pressed
from tests.support.table.states import SETUP, START_S, a_race, no_table, tracked

RACE = a_race()
AGAIN = no_table().change(saved=RACE.saved.set_aside().after)
CHOSEN = no_table().change(button_setup=ButtonSetup(SETUP, START_S))
MOVED = RACE.change(tracker=tracked(red=7, yellow=4, green=8))
MOVES = MOVED.change(finding=judged(MOVED))


@pytest.mark.parametrize(
    ("table", "button", "held", "command"),
    [
        (RACE, "confirm", False, Confirm(1)),
        (RACE, "confirm", True, Confirm(1)),
        (AGAIN, "confirm", True, Begin(SETUP)),
        (no_table(), "confirm", True, None),
        (no_table(), "confirm", False, ChangeSeats("more-opponents")),
        (AGAIN, "confirm", False, ChangeSeats("more-opponents")),
        (CHOSEN, "confirm", True, Begin(SETUP)),
        (CHOSEN, "take-back", False, ChangeSeats("fewer-people")),
        (CHOSEN, "take-back", True, SetLook(night=True)),
        (CHOSEN, "carrot-draw", False, ChangeSeats("stronger")),
        (CHOSEN, "carrot-pay", False, ChangeSeats("weaker")),
        (RACE, "take-back", False, None),
        (RACE.change(saved=RACE.saved.play("f7").after), "take-back", False, TakeBack(0, 1)),
        (RACE, "take-back", True, SetLook(night=True)),
        (RACE, "carrot-draw", False, Play(0, "draw", 1)),
        (RACE, "carrot-pay", False, Play(0, "pay", 1)),
        (MOVES, "carrot-draw", False, None),
        (no_table(), "carrot-pay", False, None),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_press_is_a_command(
    table: TableState, button: ButtonName, *, held: bool, command: Command | None
) -> None:
    assert command_of(Pressed(button, START_S, held), table) == command
