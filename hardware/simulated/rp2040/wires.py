"""The parts soldered to an emulated RP2040."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from hardware.ports import RGB
from hardware.simulated.pn532.pins import EmulatedPin


class Transfers(Protocol):
    """An SPI bus of the device."""

    baudrate: int

    def try_lock(self) -> bool:
        """Take it."""
        ...

    def configure(self, baudrate: int) -> None:
        """Set its clock."""
        ...

    def write_readinto(self, out: bytes, into: bytearray) -> None:
        """Send and take bytes."""
        ...


class PinLights(Protocol):
    """The lights at the end of a pin."""

    @property
    def lights(self) -> int:
        """Their number."""
        ...

    def show(self, duties: list[RGB]) -> None:
        """Take the duties of the lights."""
        ...


@dataclass
class Wires:
    """Parts soldered to a device.

    Attributes:
        pins: by number; others are not connected.
        spi: the bus at each hardware SPI that has one, by number.
        chain: data and clock of the shift registers at the other one, if there are any.
        strip: the lights.
        strip_pin: the number of their pin.
        order: the order of their colours on the wire.
    """

    pins: dict[int, EmulatedPin] = field(default_factory=dict)
    spi: Mapping[int, Transfers] = field(default_factory=dict)
    chain: tuple[EmulatedPin, EmulatedPin] | None = None
    strip: PinLights | None = None
    strip_pin: int = -1
    order: str = "GRB"
