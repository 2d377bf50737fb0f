"""Darkens a strip on SPI when the game has died without doing so itself.

Lights hold what they were told last, and who is killed tells them nothing more. So the game has
this process beside it, which waits for the game's end and opens the bus only then. It needs no
rights that the game does not have.
"""

import contextlib
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import Final, cast

from hardware.errors import HardwareError
from hardware.lights.settings import ColourOrder
from hardware.lights.spi_bus import open_spi
from hardware.ports import RGB, LightStrip

IS_DARK: Final = b"dark"
"""Last message of a game that ends regularly."""
NOT_FOR_IT: Final = tuple(
    number
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGABRT")
    if (number := getattr(signal, name, None)) is not None
)
"""Signals that end the game, and the guard only after it; systemd's watchdog sends SIGABRT."""


class GuardedStrip:
    """A strip with a guard; a `LightStrip`.

    Args:
        strip: the strip itself.
        number: its SPI bus.
        order: the order of a light's colours on the wire.
    """

    def __init__(self, strip: LightStrip, number: int, order: ColourOrder) -> None:
        self._strip = strip
        self._guard = subprocess.Popen(
            [sys.executable, "-m", __name__, str(number), str(strip.lights), order],
            stdin=subprocess.PIPE,
        )

    @property
    def lights(self) -> int:
        """Number of lights."""
        return self._strip.lights

    def show(self, duties: Sequence[RGB]) -> None:
        """As `LightStrip.show`."""
        self._strip.show(duties)

    def keep(self) -> None:
        """As `LightStrip.keep`."""
        self._strip.keep()

    def close(self) -> None:
        """Go dark, release the bus, and dismiss the guard."""
        self._strip.close()
        with contextlib.suppress(BrokenPipeError):
            self._guard.communicate(IS_DARK)


def main() -> None:
    """Wait for the end of the game, and make sure that it is dark then."""
    for number in NOT_FOR_IT:
        signal.signal(number, signal.SIG_IGN)
    bus, lights, order = sys.argv[1:]
    if sys.stdin.buffer.read() != IS_DARK:
        with contextlib.suppress(HardwareError):
            open_spi(int(bus), int(lights), cast(ColourOrder, order)).close()


if __name__ == "__main__":
    main()
