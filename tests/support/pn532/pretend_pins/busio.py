"""An SPI bus with nothing on it, in place of Blinka's module of this name."""

import kernel  # type: ignore[import-not-found] # beside this file, where nobody else looks


class I2C:
    """Only to be imported, by the library for the multiplexers."""


class SPI:
    def __init__(self, clock: str, MOSI: str, MISO: str) -> None:  # noqa: N803 - as busio has it
        self._pins = (clock, MOSI, MISO)
        self._name = f"SPI at {clock}"
        kernel.hold(self._name)

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def configure(self, **how: int) -> None:
        self.frequency = how["baudrate"]

    def write(self, data: bytes) -> None:
        assert self._name in kernel.HELD

    def write_readinto(self, sent: bytes, answer: bytearray) -> None:
        assert len(sent) == len(answer)
        assert self._name in kernel.HELD

    def deinit(self) -> None:
        kernel.release(self._name)
