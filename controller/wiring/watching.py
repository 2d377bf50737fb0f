"""What a table lives by: its owner, its readers, its lights and its buttons."""

from controller.service import Service
from controller.watch import Vital, Watch
from controller.wiring.devices import Devices
from controller.wiring.table import Table, WorkshopTable
from controller.workshop import Workshop
from hardware.buttons import GpioButtons
from hardware.ports import ReaderChanged


def watch_over(table: Table | WorkshopTable) -> Watch:
    """The watch over a table that has been started."""
    owner = table.service if isinstance(table, Table) else table.workshop
    vitals = [Vital("the owner of the game", lambda: owner.turns, lambda: owner.failure)]
    sensing = table.devices.board.sensing
    vitals.append(
        Vital(
            "the readers",
            lambda: sensing.scans,
            lambda: sensing.failure,
            hangs=lambda hangs: _tell(table.devices, owner, hangs=hangs),
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
                revive=lights.start,
            )
        )
    buttons = table.devices.buttons
    if isinstance(buttons, GpioButtons):

        def press_again() -> None:
            buttons.stop()
            buttons.start(owner.emit)

        vitals.append(
            Vital(
                "the buttons",
                lambda: buttons.turns,
                lambda: buttons.failure,
                needed=False,
                revive=press_again,
            )
        )
    return Watch(vitals)


def _tell(devices: Devices, owner: Service | Workshop, *, hangs: bool) -> None:
    """Tell who plays: while the readers hang, every square is one that nobody sees."""
    now_s = devices.clock.now_s()
    for each in devices.board.sensing.readers():
        owner.mention(ReaderChanged(each.square, "quarantined" if hangs else each.state, now_s))
