"""Measurements of a running board: reader health, sweep time, missed tags, current of lights."""

from dataclasses import dataclass

from controller.bootstrap.devices import Devices, LateLights
from hardware.lights.wired import WiredLights
from hardware.ports import BLIND, ReaderHealth
from hardware.sensing.board import ReaderBoard


@dataclass(frozen=True)
class Gauges:
    """What the devices say of themselves.

    Attributes:
        now_s: when, on the board's clock.
        readers: every reader that is meant to be there.
        sweep_s: how long the last round through all squares took; None if nobody tells.
        missed: how many readings have missed a tag that had been there; None if nobody tells.
        draw_ma: what the lights take; None if the board has none.
    """

    now_s: float
    readers: tuple[ReaderHealth, ...]
    sweep_s: float | None
    missed: int | None
    draw_ma: float | None

    @property
    def out(self) -> tuple[int, ...]:
        """The squares that nobody sees, though they have a reader."""
        return tuple(each.square for each in self.readers if each.state in BLIND)


def gauges_of(devices: Devices) -> Gauges:
    """What the devices say of themselves just now. May be called from any thread."""
    sensing, lights = devices.board.sensing, devices.lights
    board = sensing if isinstance(sensing, ReaderBoard) else None
    return Gauges(
        now_s=devices.clock.now_s(),
        readers=tuple(each for each in sensing.readers() if each.state != "absent"),
        sweep_s=None if board is None else board.sweep_s,
        missed=None if board is None else board.missed,
        draw_ma=lights.draw_ma if isinstance(lights, WiredLights | LateLights) else None,
    )
