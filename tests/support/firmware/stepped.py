"""The firmware in the real MicroPython, one turn at a time, for virtual time."""

from typing import Self

from hardware.simulated.rp2040.machine import Rp2040
from tests.support.firmware.device import HEAP_BYTES, START, TURN, device_files
from tests.support.interpreter import Interpreter


class SteppedDevice:
    """The firmware in a MicroPython; follows `hardware.simulated.rp2040.firmware.Firmware`.

    Args:
        device: what it runs on.
    """

    def __init__(self, device: Rp2040) -> None:
        self._device = device
        self._interpreter = Interpreter(device_files(), device.answer, HEAP_BYTES)

    def __enter__(self) -> Self:
        self._device.boot()
        self._interpreter.__enter__()
        self._interpreter.run(START)
        return self

    def __exit__(self, *error: object) -> None:
        self._interpreter.__exit__(*error)

    def turn(self) -> None:
        """Run one turn of its loop."""
        self._interpreter.run(TURN)

    def stop(self) -> None:
        """Nothing to do: leaving it closes it."""
