"""Pin tables of the Raspberry Pi and the RP2040: buses, ports, speeds."""

from collections.abc import Mapping
from typing import Final

from hardware.sensing.settings import SpiPins

SPI_WIRES: Final[Mapping[int, SpiPins]] = {
    0: SpiPins(),
    1: SpiPins("GPIO21", "GPIO20", "GPIO19"),
}
I2C_WIRES: Final[Mapping[int, tuple[str, str]]] = {
    0: ("GPIO0", "GPIO1"),
    1: ("GPIO2", "GPIO3"),
}
SLOWEST_HZ: Final = 10_000
FASTEST_SPI_HZ: Final = 5_000_000
FASTEST_I2C_HZ: Final = 400_000
SERIAL_WIRES: Final = ("GPIO14", "GPIO15")
SERIAL_OF_PI: Final = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")

PICO_WIRES: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "sck_pin": (("GP2", "GP6", "GP18", "GP22"), ("GP10", "GP14", "GP26")),
    "mosi_pin": (("GP3", "GP7", "GP19"), ("GP11", "GP15", "GP27")),
    "miso_pin": (("GP0", "GP4", "GP16", "GP20"), ("GP8", "GP12", "GP28")),
}
"""Pins that can be a wire of SPI 0, and of SPI 1, by the key that names the wire.

Source: RP2040 datasheet, 1.4.3 (GPIO functions), without the pins that a Pico keeps for itself.
"""
