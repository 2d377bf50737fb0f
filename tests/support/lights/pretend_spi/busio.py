"""Behaves as Blinka's module of this name; what goes out on the bus is written down.

The file `wire` in the folder that `PRETEND_PI` names gets a line for every transfer, by whichever
process.
"""

import os
from pathlib import Path

_WIRE = Path(os.environ["PRETEND_PI"]) / "wire"


class SPI:
    def __init__(self, clock: int, MOSI: int) -> None:  # noqa: N803 - as busio has it
        self._pins = (clock, MOSI)
        self._locked = False
        self._open = True

    def try_lock(self) -> bool:
        free, self._locked = not self._locked, True
        return free

    def unlock(self) -> None:
        self._locked = False

    def configure(self, **how: int) -> None:
        self.frequency = how["baudrate"]

    def write(self, data: bytes) -> None:
        assert self._open
        assert self._locked
        with _WIRE.open("a") as wire:
            wire.write(f"{self._pins[1]} {bytes(data).hex()}\n")

    def deinit(self) -> None:
        self._open = False
