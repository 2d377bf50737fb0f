"""The pins and buses of a Raspberry Pi, by way of Blinka."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from hardware.blinka import blinka
from hardware.errors import NotConnected
from hardware.pn532.connect import OpenDrain
from hardware.pn532.spi import Pin
from hardware.pn532.uart import open_port
from hardware.sensing.settings import I2cBus, SpiBus, UartPort
from hardware.spi_file import close_spi

_LOG: Final = logging.getLogger(__name__)


class RaspberryPi:
    """Opens pins and buses of the computer this runs on.

    A pin has one holder at a time: it cannot be opened again before `close`.
    """

    def __init__(self) -> None:
        self._opened: list[tuple[str, Any]] = []

    def pin(self, name: str) -> Pin:
        """An output that is high at first.

        Blinka drives it low for a moment before: a line that this disturbs is an `open_drain`.
        """
        pin: Pin = self._set_up(name, lambda opened, _: opened.switch_to_output(value=True))
        return pin

    def open_drain(self, name: str) -> OpenDrain:
        """A line that is an input with a pull-up, and an output only while it is low."""
        return _OpenDrain(self._set_up(name, _let_go))

    def _set_up(self, name: str, do: Callable[[Any, Any], None]) -> Any:
        digitalio, number = _blinka("digitalio"), _pin(name)
        try:
            opened = digitalio.DigitalInOut(number)
            self._opened.append((f"Pin {name}", opened))
            do(opened, digitalio)
        except (OSError, ValueError, RuntimeError) as error:
            holder = _holder(number)
            raise NotConnected(
                f"Pin {name} cannot be used: {error}. "
                + (f"“{holder}” has it. " if holder else "Is another program using it? ")
                + "CE0 and CE1 belong to SPI unless “dtoverlay=spi0-0cs” is set."
            ) from error
        return opened

    def spi(self, bus: SpiBus) -> Any:
        """Return the SPI bus at these pins."""
        busio = _blinka("busio")
        sck, mosi, miso = (_pin(name) for name in (bus.pins.sck, bus.pins.mosi, bus.pins.miso))
        try:
            opened = busio.SPI(sck, MOSI=mosi, MISO=miso)
        except (OSError, ValueError, RuntimeError) as error:
            raise NotConnected(
                f"SPI bus “{bus.name}” cannot be opened: {error}. Is SPI switched on "
                "(raspi-config, Interface Options), and may you use it (group spi)?"
            ) from error
        self._opened.append((f"SPI bus “{bus.name}”", _OpenedSpi(opened)))
        return opened

    def i2c(self, bus: I2cBus) -> Any:
        """Return the I2C bus of that number; the system sets its speed."""
        generic = _blinka("adafruit_blinka.microcontroller.generic_linux.i2c")
        try:
            opened = _Unlocked(generic.I2C(bus.number))
        except (OSError, ValueError, RuntimeError) as error:
            raise NotConnected(
                f"I2C bus “{bus.name}” cannot be opened: {error}. Is I2C switched on "
                "(raspi-config, Interface Options), and may you use it (group i2c)?"
            ) from error
        self._opened.append((f"I2C bus “{bus.name}”", opened))
        return opened

    def serial(self, port: UartPort) -> Callable[[], Any]:
        """Return the function that opens the port."""
        return partial(open_port, port.port)

    def close(self) -> None:
        """Release all pins and buses opened so far; failures are logged."""
        while self._opened:
            what, part = self._opened.pop()
            try:
                part.deinit()
            except Exception as error:  # noqa: BLE001 - gpiod's errors have no other base
                _LOG.warning(
                    "%s cannot be released: %s. If it is in use when the board is opened again, "
                    "restart the program.",
                    what,
                    error,
                    exc_info=True,
                )


class _OpenedSpi:
    """An SPI bus of Blinka's, to be released."""

    def __init__(self, opened: Any) -> None:
        self._opened = opened

    def deinit(self) -> None:
        close_spi(self._opened)


class _Unlocked:
    """A Blinka bus by its number, with the methods of `busio.I2C` that drivers of readers need.

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

    def deinit(self) -> None:
        """Close the bus; if only dropped, a caught error that refers to it keeps it open."""
        self._bus._i2c_bus.close()  # noqa: SLF001 - Blinka has no other way to close it


class _OpenDrain:
    """A pin with the part of an open drain."""

    def __init__(self, opened: Any) -> None:
        self._opened = opened

    def pull_low(self) -> None:
        self._opened.switch_to_output(value=False)

    def let_go(self) -> None:
        _let_go(self._opened, _blinka("digitalio"))


def _let_go(opened: Any, digitalio: Any) -> None:
    opened.switch_to_input(pull=digitalio.Pull.UP)


def _holder(pin: Any) -> str:
    """Return who has a pin, as the kernel calls it: “onewire@0”; empty if it does not say."""
    try:
        with _blinka("gpiod").Chip(f"/dev/gpiochip{pin.chip_index}") as chip:
            return str(chip.get_line_info(pin.id).consumer or "")
    except Exception:  # noqa: BLE001 - it only says more of an error
        return ""


def _pin(name: str) -> Any:
    board = _blinka("board")
    try:
        return getattr(board, name.replace("GPIO", "D"))
    except AttributeError:
        raise NotConnected(f"This computer has no pin called {name}.") from None


def _blinka(module: str) -> Any:
    try:
        return blinka(module)
    except (ImportError, NotImplementedError, RuntimeError, AttributeError) as error:
        raise NotConnected(
            "This computer has no pins that readers could be wired to: it is no Raspberry Pi, "
            f"or its libraries are not installed (pip install 'hareboard[pi]'): {error}"
        ) from error
