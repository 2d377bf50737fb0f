"""Translates a button press into a command.

A press acts for the seat to act; any player may press. A press out of place does nothing.
"""

from controller.table.commands import Begin, Command, Confirm, Play, SetLook, TakeBack
from controller.table.snapshot import Snapshot
from hardware.ports import Pressed


def command_of(press: Pressed, now: Snapshot) -> Command | None:
    """Return the command of a press; None if it does nothing.

    Args:
        press: the button, and whether it was held.
        now: the snapshot at the press.
    """
    match press.button:
        case "confirm":
            if press.held and now.phase != "playing":
                return Begin(now.setup) if now.setup is not None else None
            return Confirm(now.version)
        case "take-back":
            if press.held:
                return SetLook(night=not now.look.night)
            return TakeBack(now.take_back, now.version) if now.take_back is not None else None
        case "carrot-draw":
            return _staying("draw", now)
        case "carrot-pay":
            return _staying("pay", now)


def _staying(action: str, now: Snapshot) -> Command | None:
    """Draw or pay, unless the runners on the board propose something else."""
    finding = now.finding
    if finding.candidate is not None or finding.mismatches or finding.put_back:
        return None
    if now.state is None or now.state.to_act is None:
        return None
    return Play(now.state.to_act, action, now.version)
