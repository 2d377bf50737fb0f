"""What the controller may ask of hardware, and what hardware tells it.

Standard library only: everybody may import this module. Squares are numbered along the
track, the first one 1; what stands on them is known by the UID of its tag and nothing else.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NewType, Protocol

Uid = NewType("Uid", str)
"""A tag's UID in lower-case hexadecimal, 4 or 7 bytes: `"04a1b2c3d4e5f6"`."""

RGB = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each, before gamma and budget."""

ButtonName = Literal["confirm", "take-back"]


@dataclass(frozen=True, slots=True)
class Sighting:
    """A reader saw a UID, or read its square without seeing a UID that was there.

    Attributes:
        square: whose reader it was.
        uid: the tag.
        seen: False for one reading that missed it. A reader repeats this at each reading
            that misses a tag it has seen, a few times over, and says `seen` again if the
            tag comes back; a tag that rests is not repeated.
        at_s: when, on the board's monotonic clock.
    """

    square: int
    uid: Uid
    seen: bool
    at_s: float


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed."""

    button: ButtonName
    at_s: float


BoardEvent = Sighting | Pressed


class Sensing(Protocol):
    """Readers under the squares, and the buttons beside them."""

    def start(self, emit: Callable[[BoardEvent], None]) -> None:
        """Begin to read; `emit` may be called from any thread, until `stop`.

        Raises:
            HardwareError: the board is not there.
        """
        ...

    def stop(self) -> None:
        """Read no more. Does nothing when stopped already."""
        ...


class LightStrip(Protocol):
    """One light under each square."""

    def show(self, colours: Sequence[RGB]) -> None:
        """Show one colour a square, square 1 first.

        Raises:
            ValueError: not as many colours as squares, or a colour outside 0 to 255.
            HardwareError: the strip is not there.
        """
        ...

    def close(self) -> None:
        """Go dark and let go of the device. Does nothing when closed already."""
        ...
