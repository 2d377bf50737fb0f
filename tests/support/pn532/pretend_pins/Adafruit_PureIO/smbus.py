"""An I2C device with nothing on it but what answers."""

import errno

import kernel  # type: ignore[import-not-found] # beside this package, where nobody else looks


class SMBus:
    _device: str | None = None

    def __init__(self, number: int) -> None:
        kernel.hold(f"I2C {number}")
        self._device = f"I2C {number}"

    def close(self) -> None:
        if self._device is not None:
            kernel.release(self._device)
            self._device = None

    def write_bytes(self, address: int, data: bytes) -> None:
        raise OSError(errno.ENXIO, "No such device or address")

    def read_bytes(self, address: int, count: int) -> bytes:
        if address in kernel.ANSWERS:
            return bytes(kernel.ANSWERS[address][:count]).ljust(count, b"\0")
        raise OSError(errno.ENXIO, "No such device or address")
