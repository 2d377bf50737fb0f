"""Opens a strip on an SPI bus of this computer."""

from typing import Any

from hardware.blinka import blinka
from hardware.errors import NotConnected
from hardware.lights.settings import ColourOrder
from hardware.ports import LightStrip


def open_spi(number: int, lights: int, order: ColourOrder) -> LightStrip:
    """Return a strip on an SPI bus, without a guard.

    Raises:
        NotConnected: this computer has no such bus, or not now.
    """
    # Its libraries come with hareboard[pi] only.
    spi_strip = _library("hardware.lights.spi").SpiStrip
    strip: LightStrip = spi_strip(_spi(number), lights, order)
    return strip


def _spi(number: int) -> Any:
    board, busio = _library("board"), _library("busio")
    clock, data = (("D11", "D10"), ("D21", "D20"))[number]
    try:
        return busio.SPI(getattr(board, clock), MOSI=getattr(board, data))
    except AttributeError:
        raise NotConnected(
            f"This computer has no pins {clock} and {data} for the lights' SPI bus: "
            "it is no Raspberry Pi."
        ) from None
    except (OSError, ValueError, RuntimeError) as error:
        raise NotConnected(
            f"SPI bus {number}, for the lights, cannot be opened: {error}. Is SPI switched on "
            "(raspi-config, Interface Options), and may you use it (group spi)?"
        ) from error


def _library(module: str) -> Any:
    try:
        return blinka(module)
    except (ImportError, NotImplementedError, RuntimeError, AttributeError) as error:
        raise NotConnected(
            "This computer has no SPI bus that lights could be wired to: it is no Raspberry Pi, "
            f"or its libraries are not installed (pip install 'hareboard[pi]'): {error}"
        ) from error
