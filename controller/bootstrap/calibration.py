"""A calibration put together: a board, and the actor that asks about it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from controller.bootstrap.address import SimulatedAddress
from controller.bootstrap.devices import Devices, open_devices, open_simulated
from controller.bootstrap.simulated.wiring import CALIBRATION_FILE, keep_soldered
from controller.bootstrap.table import PREFERENCES_FILE, RunningBoard, lights_of
from controller.light.preferences import Preferences
from controller.maintenance.calibration.actor import CalibrationActor
from hardware.ports import Reading


@dataclass(frozen=True)
class CalibrationTable(RunningBoard):
    """A board that is being calibrated; its devices are SimulatedDevices if it is simulated."""

    actor: CalibrationActor


def simulated_calibration(folder: Path, file: Path) -> CalibrationTable:
    """Open the calibration of a simulated board. Raises as `simulated_table`.

    Args:
        folder: stores its progress and the simulated board.
        file: the board file.
    """
    keep_soldered(folder, file)
    return _calibration(
        folder, file, partial(open_simulated, SimulatedAddress(file), folder, one_at_a_time=True)
    )


def real_calibration(folder: Path, file: Path) -> CalibrationTable:
    """Open the calibration of a board wired to this computer. Raises as `real_table`.

    Args:
        folder: stores its progress.
        file: the board file.
    """
    return _calibration(folder, file, partial(open_devices, file, one_at_a_time=True))


def _calibration(
    folder: Path, path: Path, opener: Callable[[Callable[[Reading], None]], Devices]
) -> CalibrationTable:
    """Open a calibration; one field at a time, so that neighbours do not disturb a reader."""

    def hear(reading: Reading) -> None:
        actor.emit(reading)

    devices = opener(hear)
    assert devices.board.file is not None
    actor = CalibrationActor(
        devices.board.file,
        path,
        devices.board.sensing,
        devices.clock,
        folder / CALIBRATION_FILE,
        Preferences(folder / PREFERENCES_FILE).look(),
    )
    return CalibrationTable(devices, actor, lights_of(devices, actor))
