"""Lists the threads of a table for the watchdog: game, readers, lights, buttons."""

import itertools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from controller.bootstrap.devices import Devices
from controller.bootstrap.table import RunningBoard, Table
from controller.bootstrap.watchdog import Vital, Watchdog
from controller.restartable_thread import RestartableThread
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
    if table.lights is not None:
        vitals.append(vital_of("the lights", lambda: table.lights))
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
        vitals.append(vital_of("the opponents", lambda: opponents))
    return Watchdog([*vitals, *more])


def vital_of(name: str, thread: Callable[[], RestartableThread | None]) -> Vital:
    """Return a thread that the table can do without, for the watchdog.

    Args:
        name: as in "the lights".
        thread: returns it; None while there is none, which is no fault.
    """
    idle = itertools.count()

    def signs() -> int:
        there = thread()
        return next(idle) if there is None else there.turns

    def failure() -> Exception | None:
        there = thread()
        return None if there is None else there.failure

    def restart() -> None:
        there = thread()
        if there is not None:
            there.start()

    return Vital(name, signs, failure, needed=False, restart=restart)


def _tell(devices: Devices, actor: "GameActor | CalibrationActor", *, hangs: bool) -> None:
    """Report every reader to the actor: as out while the readers hang."""
    now_s = devices.clock.now_s()
    for each in devices.board.sensing.readers():
        actor.mention(ReaderChanged(each.square, "quarantined" if hangs else each.state, now_s))
