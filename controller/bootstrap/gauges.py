"""Measurements of a running board: reader health, sweep time, missed tags, current of lights."""

from dataclasses import dataclass

from controller.bootstrap.devices import Devices, LateLights
from hardware.lights.wired import WiredLights
from hardware.ports import BLIND, ReaderHealth
from hardware.sensing.board import ReaderBoard


@dataclass(frozen=True)
class Gauges:
    """Measurements of the devices.

    Attributes:
        now_s: time of measuring, on the board's clock.
        readers: the health of every reader that is meant to be there.
        sweep_s: time of the last sweep through all squares; None if unknown.
        missed: number of readings that missed a tag that had been there; None if unknown.
        draw_ma: current of the lights; None if the board has none.
    """

    now_s: float
    readers: tuple[ReaderHealth, ...]
    sweep_s: float | None
    missed: int | None
    draw_ma: float | None

    @property
    def out(self) -> tuple[int, ...]:
        """Squares whose reader does not work."""
        return tuple(each.square for each in self.readers if each.state in BLIND)


def gauges_of(devices: Devices) -> Gauges:
    """Measure the devices. May be called from any thread."""
    sensing, lights = devices.board.sensing, devices.lights
    board = sensing if isinstance(sensing, ReaderBoard) else None
    return Gauges(
        now_s=devices.clock.now_s(),
        readers=tuple(each for each in sensing.readers() if each.state != "absent"),
        sweep_s=None if board is None else board.sweep_s,
        missed=None if board is None else board.missed,
        draw_ma=lights.draw_ma if isinstance(lights, WiredLights | LateLights) else None,
    )
