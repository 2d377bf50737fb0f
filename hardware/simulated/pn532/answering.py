"""Interface of a chip to its emulated wires: one that is emulated, or replayed from a recording."""

from typing import Any, Protocol

from hardware.simulated.pn532.faults import Faults
from hardware.simulated.pn532.profile import Habits


class AnsweringChip(Protocol):
    """What buses and lines ask of a chip; see `EmulatedChip`."""

    square: int
    habits: Habits
    faults: Faults

    @property
    def mode(self) -> Any:
        """`awake`, or something else if a signal has to wake it."""
        ...

    def set_reset_line(self, *, low: bool) -> None:
        """Pull its reset line low, or let it go."""
        ...

    def wake(self, wire: Any) -> None:
        """Wake it by a signal on a wire."""
        ...

    def is_there(self, *, reading: bool = False) -> bool:
        """Check whether it acknowledges its address on I2C."""
        ...

    def write(self, data: bytes, at_s: float | None = None, *, anew: bool = False) -> None:
        """Take in bytes from the host."""
        ...

    def ready(self) -> bool:
        """Check whether a frame is ready to be taken."""
        ...

    def status(self) -> int:
        """Return its status byte on SPI."""
        ...

    def take(self) -> bytes:
        """Return the frame that is ready."""
        ...

    def stream(self, until_s: float | None = None) -> list[tuple[float, bytes]]:
        """Return the frames that a UART sends by itself, with their times."""
        ...

    def next_s(self) -> float | None:
        """Return when the next of them is due; None if none is expected."""
        ...
