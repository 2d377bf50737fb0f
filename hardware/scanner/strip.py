"""The strip of a co-processor."""

from collections.abc import Sequence

from hardware.colours import flat
from hardware.ports import RGB
from hardware.scanner.coprocessor import Coprocessor


class ScannerStrip:
    """Lights at a pin of a co-processor; a `LightStrip`. Any thread may use it.

    What it is told goes out with the next turn of the board's thread, as what has changed; of
    several frames that wait there is only the last. The device makes it dark when nobody has
    spoken of it for two seconds.

    Args:
        device: whose they are.
    """

    def __init__(self, device: Coprocessor) -> None:
        self._device = device

    @property
    def lights(self) -> int:
        """How many lights it has."""
        return self._device.lights

    def show(self, duties: Sequence[RGB]) -> None:
        """Show the duties of each light.

        Raises:
            ValueError: not as many as lights, or one outside 0 to 255.
            NotConnected: the co-processor is not there; says why and what to do.
        """
        flat(duties, self.lights)
        self._device.show(duties)

    def keep(self) -> None:
        """Say that what is shown still holds. Raises NotConnected as `show`."""
        self._device.keep()

    def close(self) -> None:
        """Go dark; the line belongs to the readers."""
        self._device.darken()
