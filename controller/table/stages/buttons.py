"""Translates a button press into a command.

A press acts for the seat to act; any player may press. A press out of place does nothing.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from controller.table.commands import (
    Begin,
    ChangeSeats,
    Command,
    Confirm,
    Play,
    SeatChange,
    SetLook,
    TakeBack,
)
from controller.table.state import TableState
from hardware.ports import ButtonName, Pressed

BY_BUTTON: Final[Mapping[ButtonName, SeatChange]] = {
    "take-back": "fewer-people",
    "carrot-draw": "stronger",
    "carrot-pay": "weaker",
}
"""What a press changes while the next race is set up; the confirm button adds an opponent."""


def command_of(press: Pressed, table: TableState) -> Command | None:
    """Return the command of a press; None if it does nothing.

    Args:
        press: the button, and whether it was held.
        table: the table at the press.
    """
    shows_next = table.button_setup is not None and not press.held
    if table.phase != "playing" and (shows_next or press.button == "confirm"):
        return _setting_up(press, table)
    match press.button:
        case "confirm":
            return Confirm(table.saved.version)
        case "take-back":
            if press.held:
                return SetLook(night=not table.look.night)
            seat = table.saved.taken_back_by()
            return TakeBack(seat, table.saved.version) if seat is not None else None
        case "carrot-draw":
            return _staying("draw", table)
        case "carrot-pay":
            return _staying("pay", table)


def _setting_up(press: Pressed, table: TableState) -> Command | None:
    """Return what a press does about the next race; None if there is none to begin."""
    shown = table.button_setup
    if press.button == "confirm":
        if not press.held:
            return ChangeSeats("more-opponents")
        setup = table.setup if shown is None else shown.setup
        if setup is None:
            return None
        return Begin(replace(setup, together=UNSET))  # all of its players sit here now
    return ChangeSeats(BY_BUTTON[press.button])


def _staying(action: str, table: TableState) -> Command | None:
    """Draw or pay, unless the runners on the board propose something else."""
    finding = table.finding
    if finding.candidate is not None or finding.mismatches or finding.put_back:
        return None
    if table.position is None or table.position.to_act is None:
        return None
    return Play(table.position.to_act, action, table.saved.version)
