"""Lists the threads of a table for the watchdog: game, readers, lights, buttons."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from controller.bootstrap.devices import Devices
from controller.bootstrap.table import RunningBoard, Table
from controller.bootstrap.watchdog import Vital, Watchdog
from controller.table.actor import GameActor
from hardware.buttons import GpioButtons
from hardware.ports import ReaderChanged

if TYPE_CHECKING:
    from controller.maintenance.calibration.actor import CalibrationActor


def watch_over(table: RunningBoard, more: Iterable[Vital] = ()) -> Watchdog:
    """Return the watchdog of a table that has been started.

    Args:
        table: the table.
        more: threads to watch besides.
    """
    actor = table.actor
    vitals = [Vital("the game's thread", lambda: actor.turns, lambda: actor.failure)]
    sensing = table.devices.board.sensing
    vitals.append(
        Vital(
            "the readers",
            lambda: sensing.scans,
            lambda: sensing.failure,
            hangs=lambda hangs: _tell(table.devices, actor, hangs=hangs),
        )
    )
    lights = table.lights
    if lights is not None:
        vitals.append(
            Vital(
                "the lights",
                lambda: lights.turns,
                lambda: lights.failure,
                needed=False,
                restart=lights.start,
            )
        )
    buttons = table.devices.buttons
    if isinstance(buttons, GpioButtons):

        def press_again() -> None:
            buttons.stop()
            buttons.start(actor.emit)

        vitals.append(
            Vital(
                "the buttons",
                lambda: buttons.turns,
                lambda: buttons.failure,
                needed=False,
                restart=press_again,
            )
        )
    if isinstance(table, Table):
        opponents = table.opponents
        vitals.append(
            Vital(
                "the opponents",
                lambda: opponents.turns,
                lambda: opponents.failure,
                needed=False,
                restart=opponents.start,
            )
        )
    return Watchdog([*vitals, *more])


def _tell(devices: Devices, actor: "GameActor | CalibrationActor", *, hangs: bool) -> None:
    """Report every reader to the actor: as out while the readers hang."""
    now_s = devices.clock.now_s()
    for each in devices.board.sensing.readers():
        actor.mention(ReaderChanged(each.square, "quarantined" if hangs else each.state, now_s))
