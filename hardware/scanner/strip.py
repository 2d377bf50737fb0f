"""The strip of a co-processor."""

from collections.abc import Sequence

from hardware.colours import flat
from hardware.ports import RGB
from hardware.scanner.coprocessor import Coprocessor


class ScannerStrip:
    """Lights at a pin of a co-processor; a `LightStrip`. Any thread may use it.

    A frame goes out with the next turn of the board's thread, as its changes; of several frames
    that wait only the last is sent. The device makes it dark after two seconds without a
    message for it.

    Args:
        device: their co-processor.
    """

    def __init__(self, device: Coprocessor) -> None:
        self._device = device

    @property
    def lights(self) -> int:
        """Number of lights."""
        return self._device.lights

    def show(self, duties: Sequence[RGB]) -> None:
        """Show the duties of each light.

        Raises:
            ValueError: not as many as lights, or one outside 0 to 255.
            NotConnected: the co-processor is missing; with cause and remedy.
        """
        flat(duties, self.lights)
        self._device.show(duties)

    def keep(self) -> None:
        """Confirm the current frame. Raises NotConnected as `show`."""
        self._device.keep()

    def close(self) -> None:
        """Go dark; the line belongs to the readers."""
        self._device.darken()
