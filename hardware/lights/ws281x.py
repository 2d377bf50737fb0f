"""A strip driven by `rpi_ws281x`; for the lights helper only.

After a failed `begin()` the library must not be touched, by its own exit hook neither: the
interpreter would die of SIGSEGV.
"""

import atexit
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from hardware.lights.protocol import LightsSetup
from hardware.lights.server import CannotDrive
from hardware.ports import RGB

SECOND_CHANNEL: Final = frozenset({13, 19})
"""Pins at the second of the two PWM channels. Source: BCM2835 ARM Peripherals, 6.2, table 6-31."""

REVISION: Final = "Hardware revision is not supported"
"""What the library says of a computer whose revision code is not in its list.

It was written in 2023 and lacks a 3 A+ 1.1 (9020e1), a 3 B of Stadium (a52082), and on 64 bits each
Raspberry Pi that was ever overvolted. Source: rpi_ws281x 5.0.0, `rpihw.c`, and its issue 502.
"""
UNKNOWN: Final = (
    "It needs a Raspberry Pi up to 4 or Zero 2 that rpi_ws281x knows by its revision code "
    "(cat /proc/cpuinfo), and not every one is in its list. This one, and a Raspberry Pi 5, want "
    "driver = “spi” in [lights]."
)
NEEDS: Final = (
    "It needs a Raspberry Pi up to 4 or Zero 2, and root for every pin but GPIO10; a Raspberry "
    "Pi 5 wants driver = “spi” in [lights]."
)


class Ws281x:
    """A strip at a pin of a Raspberry Pi, dark at first.

    Args:
        setup: of the strip.

    Raises:
        CannotDrive: this computer, or this user, cannot drive it.
    """

    def __init__(self, setup: LightsSetup) -> None:
        try:
            library: Any = import_module("rpi_ws281x")
        except ImportError as error:
            raise CannotDrive(
                f"The lights helper has no rpi_ws281x ({error}): install it where the helper "
                "runs (pip install 'hareboard[pi]')."
            ) from error
        self._strip = library.PixelStrip(
            setup.count,
            setup.gpio,
            dma=setup.dma,
            channel=int(setup.gpio in SECOND_CHANNEL),
            strip_type=getattr(library.ws, f"WS2811_STRIP_{setup.order}"),
        )
        try:
            self._strip.begin()
        except RuntimeError as error:
            self._forget()
            raise CannotDrive(
                f"The lights helper cannot drive a strip at GPIO{setup.gpio}: {error}. "
                + (UNKNOWN if REVISION in str(error) else NEEDS)
            ) from error

    def show(self, duties: Sequence[RGB]) -> None:
        """Show the duties of each light.

        Raises:
            CannotDrive: the library failed.
        """
        for light, (red, green, blue) in enumerate(duties):
            self._strip.setPixelColorRGB(light, red, green, blue)
        try:
            self._strip.show()
        except RuntimeError as error:
            raise CannotDrive(
                f"The lights helper cannot drive the strip any more: {error}. It tries again."
            ) from error

    def close(self) -> None:
        """Release pin and memory."""
        self._forget()
        self._strip._cleanup()  # noqa: SLF001 - there is no other way before the process ends

    def _forget(self) -> None:
        atexit.unregister(self._strip._cleanup)  # noqa: SLF001 - see above, and the module
