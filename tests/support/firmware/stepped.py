"""The firmware in the real MicroPython, one turn at a time, for virtual time."""

from typing import Self

from hardware.simulated.rp2040.machine import Reset, Rp2040
from tests.support.firmware.device import HEAP_BYTES, START, TURN, device_files
from tests.support.interpreter import Interpreter


class SteppedDevice:
    """The firmware in a MicroPython; follows `hardware.simulated.rp2040.firmware.Firmware`.

    Args:
        device: what it runs on.
    """

    def __init__(self, device: Rp2040) -> None:
        self._device = device
        self._interpreter = self._fresh()

    def __enter__(self) -> Self:
        self._device.boot()
        self._interpreter.__enter__()
        self._interpreter.run(START)
        return self

    def __exit__(self, *error: object) -> None:
        self._interpreter.__exit__(*error)

    def turn(self) -> None:
        """Run one turn of its loop; restart it after a reset."""
        try:
            self._interpreter.run(TURN)
        except Reset:
            self._interpreter.__exit__(None, None, None)
            self._interpreter = self._fresh()
            self.__enter__()

    def stop(self) -> None:
        """Nothing to do: leaving it closes it."""

    def _fresh(self) -> Interpreter:
        return Interpreter(device_files(), self._device.answer, HEAP_BYTES)
