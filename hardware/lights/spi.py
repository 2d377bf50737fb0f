"""A strip of WS2812 on the data wire of an SPI bus, by way of Adafruit's library.

Each bit for a light is one byte on the bus: high for a while, then low. At the speeds a Raspberry
Pi makes of 6.4 MHz (6.25 MHz) that is 0.32 us high for a 0, 0.80 us for a 1, 1.28 us in all.
Source: WS2812B datasheet, "data transfer time": T0H 0.4 us, T1H 0.8 us, each +-150 ns, 1.25 us
+-600 ns in all. The library's own pattern for a 1 is too short for that.
"""

import contextlib
from collections.abc import Sequence
from typing import Any, Final

import neopixel_spi

from hardware.colours import flat, rgb
from hardware.errors import HardwareError, NotConnected
from hardware.lights.settings import MOST_SPI_LIGHTS, ColourOrder
from hardware.ports import RGB
from hardware.spi_file import close_spi

CLOCK_HZ: Final = 6_400_000
ZERO: Final = 0b11000000
ONE: Final = 0b11111000
RESET_S: Final = 300e-6
"""Source: WS2812B-V5 datasheet, "RES": more than 280 us; 50 us did for those before."""


class SpiStrip:
    """A strip on an SPI bus, alone on it; a `LightStrip`, dark at first.

    Args:
        spi: has the methods of `busio.SPI`; the strip owns it.
        lights: number of lights, 1 to 160.
        order: the order of a light's colours on the wire.

    Raises:
        ValueError: more lights than fit into one transfer.
        NotConnected: the bus fails.
    """

    def __init__(self, spi: Any, lights: int, order: ColourOrder = "GRB") -> None:
        if not 1 <= lights <= MOST_SPI_LIGHTS:
            raise ValueError(
                f"{lights} lights, where an SPI bus drives 1 to {MOST_SPI_LIGHTS}: "
                "more would go out in two goes, with a pause that lights take for the end"
            )
        self._spi = spi
        self._lights = lights
        self._pixels: Any = neopixel_spi.NeoPixel_SPI(
            spi,
            lights,
            pixel_order=order,
            auto_write=False,
            frequency=CLOCK_HZ,
            reset_time=RESET_S,
            bit0=ZERO,
            bit1=ONE,
        )
        self._send(bytes(3 * lights))

    @property
    def lights(self) -> int:
        """Number of lights."""
        return self._lights

    def show(self, duties: Sequence[RGB]) -> None:
        """Show the duties of each light.

        Raises:
            ValueError: not as many as lights, or one outside 0 to 255.
            NotConnected: the bus fails, or the strip has been closed.
        """
        self._send(flat(duties, self._lights))

    def keep(self) -> None:
        """Do nothing: lights hold their duties, and cannot be queried."""

    def close(self) -> None:
        """Go dark and release the bus. Does nothing when closed already."""
        if self._pixels is None:
            return
        with contextlib.suppress(HardwareError):
            self._send(bytes(3 * self._lights))
        self._pixels = None
        close_spi(self._spi)

    def _send(self, frame: bytes) -> None:
        if self._pixels is None:
            raise NotConnected("The lights have been closed.")
        self._pixels[:] = rgb(frame)
        try:
            self._pixels.show()
        except Exception as error:  # Blinka's bus raises plain Exception too
            raise NotConnected(
                f"The SPI bus of the lights refuses: {error}. Is SPI switched on (raspi-config, "
                "Interface Options), and may you use it (group spi)?"
            ) from error
