"""Which pins of a Raspberry Pi belong to which of its buses and ports."""

from collections.abc import Mapping
from typing import Final

from hardware.pn532.settings import SpiPins

SPI_WIRES: Final[Mapping[int, SpiPins]] = {
    0: SpiPins(),
    1: SpiPins("GPIO21", "GPIO20", "GPIO19"),
}
I2C_WIRES: Final[Mapping[int, tuple[str, str]]] = {
    0: ("GPIO0", "GPIO1"),
    1: ("GPIO2", "GPIO3"),
}
SERIAL_WIRES: Final = ("GPIO14", "GPIO15")
SERIAL_OF_PI: Final = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
