"""The pins and buses of a Raspberry Pi, by way of Blinka.

Blinka looks at the computer when its modules are imported, and finds pins on a Raspberry Pi
only: they are imported when the first part is asked for.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from hardware.errors import NotConnected
from hardware.pn532.settings import I2cBus, SpiBus, UartPort
from hardware.pn532.spi import Pin
from hardware.pn532.uart import open_port


class RaspberryPi:
    """Opens pins and buses of the computer this runs on."""

    def pin(self, name: str) -> Pin:
        """An output that is high at first."""
        digitalio, number = _blinka("digitalio"), _pin(name)
        try:
            pin: Pin = digitalio.DigitalInOut(number)
            pin.switch_to_output(value=True)  # type: ignore[attr-defined] # DigitalInOut has it
        except (OSError, ValueError, RuntimeError) as error:
            raise NotConnected(
                f"Pin {name} cannot be used: {error}. Is another program using it? "
                "CE0 and CE1 belong to SPI unless “dtoverlay=spi0-0cs” is set."
            ) from error
        return pin

    def spi(self, bus: SpiBus) -> Any:
        """The SPI bus at these pins."""
        busio = _blinka("busio")
        sck, mosi, miso = (_pin(name) for name in (bus.pins.sck, bus.pins.mosi, bus.pins.miso))
        try:
            return busio.SPI(sck, MOSI=mosi, MISO=miso)
        except (OSError, ValueError, RuntimeError) as error:
            raise NotConnected(
                f"SPI bus “{bus.name}” cannot be opened: {error}. Is SPI switched on "
                "(raspi-config, Interface Options), and may you use it (group spi)?"
            ) from error

    def i2c(self, bus: I2cBus) -> Any:
        """The I2C bus of that number; how fast it runs is the system's to say."""
        generic = _blinka("adafruit_blinka.microcontroller.generic_linux.i2c")
        try:
            return _Unlocked(generic.I2C(bus.number))
        except (OSError, ValueError, RuntimeError) as error:
            raise NotConnected(
                f"I2C bus “{bus.name}” cannot be opened: {error}. Is I2C switched on "
                "(raspi-config, Interface Options), and may you use it (group i2c)?"
            ) from error

    def serial(self, port: UartPort) -> Callable[[], Any]:
        """What opens the port."""
        return partial(open_port, port.port, port.baud)


class _Unlocked:
    """A bus of Blinka's by its number; it has everything of `busio.I2C` but the lock.

    One thread uses the bus, so there is nothing to lock.
    """

    def __init__(self, bus: Any) -> None:
        self._bus = bus

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def writeto(self, address: int, buffer: bytes, **which: Any) -> None:
        self._bus.writeto(address, buffer, **which)

    def readfrom_into(self, address: int, buffer: bytearray, **which: Any) -> None:
        self._bus.readfrom_into(address, buffer, **which)


def _pin(name: str) -> Any:
    board = _blinka("board")
    try:
        return getattr(board, name.replace("GPIO", "D"))
    except AttributeError:
        raise NotConnected(f"This computer has no pin called {name}.") from None


def _blinka(module: str) -> Any:
    try:
        return import_module(module)
    except (ImportError, NotImplementedError, RuntimeError, AttributeError) as error:
        raise NotConnected(
            "This computer has no pins that readers could be wired to: it is no Raspberry Pi, "
            f"or its libraries are not installed (pip install 'hareboard[pi]'): {error}"
        ) from error
