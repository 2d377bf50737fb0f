"""Translates a button press into a command.

A press acts for the seat to act; any player may press. A press out of place does nothing.
"""

from controller.table.commands import Begin, Command, Confirm, Play, SetLook, TakeBack
from controller.table.state import TableState
from hardware.ports import Pressed


def command_of(press: Pressed, table: TableState) -> Command | None:
    """Return the command of a press; None if it does nothing.

    Args:
        press: the button, and whether it was held.
        table: the table at the press.
    """
    match press.button:
        case "confirm":
            if press.held and table.phase != "playing":
                return Begin(table.saved.setup) if table.saved.setup is not None else None
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


def _staying(action: str, table: TableState) -> Command | None:
    """Draw or pay, unless the runners on the board propose something else."""
    finding = table.finding
    if finding.candidate is not None or finding.mismatches or finding.put_back:
        return None
    if table.position is None or table.position.to_act is None:
        return None
    return Play(table.position.to_act, action, table.saved.version)
