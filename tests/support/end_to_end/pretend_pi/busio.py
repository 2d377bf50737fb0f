"""An SPI bus with emulated chips, in place of Blinka's module of this name."""

import emulated  # type: ignore[import-not-found] # beside this file, where nobody else looks


class I2C:
    """Only to be imported, by the library for the multiplexers."""


class SPI:
    """The bus; whatever is to happen to it happens in a transfer."""

    def __init__(self, clock: str, MOSI: str, MISO: str) -> None:  # noqa: N803 - as busio has it
        self._pins = (clock, MOSI, MISO)
        self._bus = emulated.BUS

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def configure(self, **how: int) -> None:
        self.frequency = how["baudrate"]

    def write(self, data: bytes) -> None:
        emulated.suffer()
        self._bus.write(data)

    def write_readinto(self, sent: bytes, answer: bytearray) -> None:
        emulated.suffer()
        self._bus.write_readinto(sent, answer)

    def deinit(self) -> None:
        pass
