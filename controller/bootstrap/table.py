"""A table put together: journal, game, and everything on the board."""

import random
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from controller.bootstrap.address import SIMULATED, Opened
from controller.bootstrap.devices import (
    SQUARES,
    Devices,
    SimulatedDevices,
    open_devices,
    open_simulated,
)
from controller.bootstrap.simulated.wiring import WORKSHOP_FILE, keep_soldered
from controller.config import Settings
from controller.game.journal.damage import DamageNote
from controller.game.journal.file_format import JOURNAL_FILE
from controller.game.journal.repair import open_journal
from controller.light.digits import Spot
from controller.light.display import LightDisplay
from controller.light.preferences import Preferences
from controller.maintenance.calibration import CalibrationActor
from controller.table.actor import GameActor
from controller.table.session import Session
from hardware.clock import Clock
from hardware.ports import Reading
from hardware.sensing.plan import serpentine
from hardware.simulated.strip import SimulatedStrip
from hardware.simulated.world import World

PREFERENCES_FILE: Final = "preferences.json"
COLUMNS: Final = 8
"""How wide the printed boards are."""


@dataclass(frozen=True)
class Table:
    """A running game and its board.

    Attributes:
        devices: the board.
        service: the game.
        lights: draws on the board's lights; None if it has none.
    """

    devices: Devices
    service: GameActor
    lights: LightDisplay | None

    @property
    def clock(self) -> Clock:
        """The table's time."""
        return self.devices.clock

    @property
    def board(self) -> Opened:
        """The readers."""
        return self.devices.board

    def start(self) -> None:
        """Start everything; what the journal has goes on.

        Raises:
            JournalError: the journal cannot be used.
            HardwareError: the board is not there.
        """
        start(self.service, self.devices, self.lights)

    def stop(self) -> None:
        """Stop everything, dark at the end."""
        stop(self.service, self.devices, self.lights)


@dataclass(frozen=True)
class SimulatedTable(Table):
    """A running game on a simulated board."""

    devices: SimulatedDevices

    @property
    def world(self) -> World:
        """What stands on it."""
        return self.devices.world

    @property
    def strip(self) -> SimulatedStrip:
        """What an eye sees of its lights."""
        return self.devices.strip


@dataclass(frozen=True)
class WorkshopTable:
    """A board that is being calibrated.

    Attributes:
        devices: the board; SimulatedDevices if it is simulated.
        workshop: the calibration.
        lights: draws on the board's lights; None if it has none.
    """

    devices: Devices
    workshop: CalibrationActor
    lights: LightDisplay | None

    def start(self) -> None:
        """Start everything; a calibration that was begun goes on.

        Raises:
            HardwareError: the board is not there.
        """
        start(self.workshop, self.devices, self.lights)

    def stop(self) -> None:
        """Stop everything, dark at the end."""
        stop(self.workshop, self.devices, self.lights)


def start(
    owner: GameActor | CalibrationActor, devices: Devices, lights: LightDisplay | None
) -> None:
    """Start an owner and give it a board; if that fails, nothing is left running.

    Raises:
        JournalError: the journal of a game cannot be used.
        HardwareError: the board is not there.
    """
    try:
        owner.start()
        devices.start(owner)
        if lights is not None:
            lights.start()
    except BaseException:
        stop(owner, devices, lights)
        raise


def stop(
    owner: GameActor | CalibrationActor, devices: Devices, lights: LightDisplay | None
) -> None:
    """Stop them, dark at the end; one that cannot be stopped is in nobody else's way."""
    with ExitStack() as stack:
        if lights is not None:
            stack.callback(lights.stop)
        stack.callback(owner.stop)
        stack.callback(devices.stop)


def simulated_table(
    folder: Path,
    settings: Settings | None = None,
    chance: random.Random | None = None,
    address: str = SIMULATED,
) -> SimulatedTable:
    """A table on a simulated board.

    Args:
        folder: where the journal and the simulated wood are kept.
        settings: how patient the table is.
        chance: draws the cards; the system's randomness unless given.
        address: which board.

    Raises:
        BadAddress, BadBoard, BadTrace: there is no such board.
    """
    devices = open_simulated(address, folder)
    service = _service(devices, folder, settings, chance)
    return SimulatedTable(devices, service, _lights(devices, service))


def real_table(folder: Path, file: Path) -> Table:
    """A table on a board that is wired to this computer.

    Args:
        folder: where the journal is kept.
        file: the board file.

    Raises:
        BadBoard: the file cannot be used.
        NotConnected: a bus or a pin is not there.
    """
    devices = open_devices(file)
    service = _service(devices, folder)
    return Table(devices, service, _lights(devices, service))


def simulated_workshop(folder: Path, file: Path) -> WorkshopTable:
    """The calibration of a simulated board. Raises as `simulated_table`.

    Args:
        folder: where its progress and the simulated wood are kept.
        file: the board file.
    """
    keep_soldered(folder, file)
    return _workshop(
        folder, file, partial(open_simulated, f"sim://{file}", folder, one_at_a_time=True)
    )


def real_workshop(folder: Path, file: Path) -> WorkshopTable:
    """The calibration of a board that is wired to this computer. Raises as `real_table`.

    Args:
        folder: where its progress is kept.
        file: the board file.
    """
    return _workshop(folder, file, partial(open_devices, file, one_at_a_time=True))


def _workshop(
    folder: Path, path: Path, opener: Callable[[Callable[[Reading], None]], Devices]
) -> WorkshopTable:
    """A calibration; fields of neighbours would only disturb what is to be learned about each."""

    def hear(reading: Reading) -> None:
        workshop.emit(reading)

    devices = opener(hear)
    assert devices.board.file is not None
    workshop = CalibrationActor(
        devices.board.file,
        path,
        devices.board.sensing,
        devices.clock,
        folder / WORKSHOP_FILE,
        Preferences(folder / PREFERENCES_FILE).look(),
    )
    return WorkshopTable(devices, workshop, _lights(devices, workshop))


def _service(
    devices: Devices,
    folder: Path,
    settings: Settings | None = None,
    chance: random.Random | None = None,
) -> GameActor:
    draws = chance or random.SystemRandom()
    sensing = devices.board.sensing
    journal = folder / JOURNAL_FILE

    def open_session() -> Session:
        return Session(
            open_journal(journal),
            devices.tags,
            devices.clock,
            draws,
            settings,
            sensing.last_read_s,
            Preferences(folder / PREFERENCES_FILE),
            _places_of_lights(devices),
            DamageNote(journal),
        )

    return GameActor(open_session, devices.clock, sensing.attend)


def _places_of_lights(devices: Devices) -> dict[int, Spot]:
    """Where the squares with a light lie; a board without a file is as the printed ones."""
    if devices.lights is None:
        return {}
    file = devices.board.file
    places = serpentine(SQUARES, COLUMNS) if file is None else file.squares
    lit = file.lights.squares if file is not None and file.lights is not None else places
    return {square: (place.row, place.column) for square, place in places.items() if square in lit}


def _lights(devices: Devices, owner: GameActor | CalibrationActor) -> LightDisplay | None:
    if devices.lights is None:
        return None
    return LightDisplay(owner, devices.lights, SQUARES, devices.clock, owner.emit)
