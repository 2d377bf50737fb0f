"""A table put together: journal, game, and everything on the board."""

import random
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from controller.bootstrap.address import SIMULATED, SimulatedAddress, parse_simulated
from controller.bootstrap.devices import (
    SQUARES,
    Devices,
    SimulatedDevices,
    open_devices,
    open_simulated,
)
from controller.bootstrap.readers import Opened
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
"""Width of the printed boards, in squares."""


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
        """Clock of the table."""
        return self.devices.clock

    @property
    def board(self) -> Opened:
        """Readers of the board."""
        return self.devices.board

    def start(self) -> None:
        """Start everything; resume the game in the journal.

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
        """Pieces on the board."""
        return self.devices.world

    @property
    def strip(self) -> SimulatedStrip:
        """Visible state of the lights."""
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
        """Start everything; resume a calibration that was begun.

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
    """Start an actor and give it a board; if that fails, stop all of it.

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
    """Stop all three, dark at the end; one that cannot be stopped does not block the others."""
    with ExitStack() as stack:
        if lights is not None:
            stack.callback(lights.stop)
        stack.callback(owner.stop)
        stack.callback(devices.stop)


def simulated_table(
    folder: Path,
    settings: Settings | None = None,
    chance: random.Random | None = None,
    address: SimulatedAddress | None = None,
) -> SimulatedTable:
    """Open a table on a simulated board.

    Args:
        folder: stores the journal and the simulated board.
        settings: the settings of the game.
        chance: draws the cards; the system's randomness unless given.
        address: the address of the board; sixty-four emulated chips unless given.

    Raises:
        BadBoard, BadTrace, NotConnected: its file cannot be used.
    """
    devices = open_simulated(address or parse_simulated(SIMULATED), folder)
    service = _service(devices, folder, settings, chance)
    return SimulatedTable(devices, service, _lights(devices, service))


def real_table(folder: Path, file: Path) -> Table:
    """Open a table on a board that is wired to this computer.

    Args:
        folder: stores the journal.
        file: the board file.

    Raises:
        BadBoard: the file cannot be used.
        NotConnected: a bus or a pin is not there.
    """
    devices = open_devices(file)
    service = _service(devices, folder)
    return Table(devices, service, _lights(devices, service))


def simulated_workshop(folder: Path, file: Path) -> WorkshopTable:
    """Open the calibration of a simulated board. Raises as `simulated_table`.

    Args:
        folder: stores its progress and the simulated board.
        file: the board file.
    """
    keep_soldered(folder, file)
    return _workshop(
        folder, file, partial(open_simulated, SimulatedAddress(file), folder, one_at_a_time=True)
    )


def real_workshop(folder: Path, file: Path) -> WorkshopTable:
    """Open the calibration of a board wired to this computer. Raises as `real_table`.

    Args:
        folder: stores its progress.
        file: the board file.
    """
    return _workshop(folder, file, partial(open_devices, file, one_at_a_time=True))


def _workshop(
    folder: Path, path: Path, opener: Callable[[Callable[[Reading], None]], Devices]
) -> WorkshopTable:
    """Open a calibration; one field at a time, so that neighbours do not disturb a reader."""

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
    """Return the positions of squares with a light; without a file, as on printed boards."""
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
