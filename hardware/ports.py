"""Interfaces and events between the controller and hardware.

Standard library only: everybody may import this module. Squares are numbered along the
track, the first one 1; what stands on them is known by the UID of its tag and nothing else.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal, NewType, Protocol

Uid = NewType("Uid", str)
"""A tag's UID in lower-case hexadecimal, 4, 7 or 10 bytes: `"04a1b2c3d4e5f6"`."""

RGB = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""

ButtonName = Literal["confirm", "take-back", "carrot-draw", "carrot-pay"]


Failure = Literal["no-ack", "no-reply", "bad-reply", "bus-error", "disturbed"]
"""Why a reading failed: the chip did not acknowledge or not answer in time, its answer made no
sense, the bus itself refused; or it was good, but a field near it could not be switched off."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one reader said when it was asked once.

    Attributes:
        square: whose reader it was.
        at_s: when it had answered, on the board's monotonic clock.
        uids: every tag it saw, in its order; empty for an empty square.
        failure: why it said nothing that counts, None if it did.
        alone: no other field was on.
    """

    square: int
    at_s: float
    uids: tuple[Uid, ...] = ()
    failure: Failure | None = None
    alone: bool = False


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
    """A button was pressed and let go, or held.

    Attributes:
        button: which.
        at_s: when, on the board's monotonic clock.
        held: it was held for the time of a long press; letting go says nothing more.
    """

    button: ButtonName
    at_s: float
    held: bool = False


ReaderState = Literal["healthy", "suspect", "resetting", "quarantined", "back", "absent"]
"""How a reader is.

- `healthy`: it answers.
- `suspect`: it has failed lately, and is still read.
- `resetting`: it fails again and again; it is reset, and not read meanwhile.
- `quarantined`: a reset did not help; it is left alone and reset again later.
- `back`: it answers again, and is watched for a while before it counts as healthy.
- `absent`: the board has no reader there, and is not meant to.
"""

BLIND: frozenset[ReaderState] = frozenset({"resetting", "quarantined", "absent"})
"""The states in which a square is not read: nobody knows what stands there."""


@dataclass(frozen=True, slots=True)
class ReaderChanged:
    """A reader is in another state than before; at the start all are `healthy`."""

    square: int
    state: ReaderState
    at_s: float


@dataclass(frozen=True, slots=True)
class LightsChanged:
    """The lights have gone out, or are back.

    Attributes:
        trouble: what is wrong with them and what to do, in words; None if they shine.
        at_s: when, on the board's monotonic clock.
    """

    trouble: str | None
    at_s: float


BoardEvent = Sighting | Pressed | ReaderChanged | LightsChanged


@dataclass(frozen=True, slots=True)
class ReaderHealth:
    """How one reader has been doing.

    Attributes:
        square: its square.
        state: how it is now.
        good: readings that succeeded, of an empty square too.
        failed: readings that failed, after their one repetition.
        resets: how many times it was reset.
        last_good_s: when it last answered, on the board's monotonic clock; None if never.
        trouble: what went wrong last, in words; empty if nothing ever did.
    """

    square: int
    state: ReaderState
    good: int
    failed: int
    resets: int
    last_good_s: float | None
    trouble: str


class Sensing(Protocol):
    """Readers under the squares."""

    @property
    def scans(self) -> int:
        """Counts signs of life of whoever reads: one at least every few seconds."""
        ...

    @property
    def failure(self) -> BaseException | None:
        """What ended the reading before its time; None while nothing has."""
        ...

    def start(self, emit: Callable[[BoardEvent], None]) -> None:
        """Begin to read; `emit` may be called from any thread, until `stop`.

        Raises:
            HardwareError: the board is not there.
        """
        ...

    def stop(self) -> None:
        """Read no more. Does nothing when stopped already."""
        ...

    def attend(self, squares: Collection[int]) -> None:
        """Say on which squares something may happen now: they are read more often.

        No other square goes unread for long; without any the board may slow down. Squares
        the board does not have are ignored. May be called from any thread, at any time.
        """
        ...

    def last_read_s(self, square: int) -> float | None:
        """When a square was last read successfully, on the board's clock; None if never.

        What that reading saw has been reported, or is about to be. May be called from any
        thread, at any time.
        """
        ...

    def readers(self) -> tuple[ReaderHealth, ...]:
        """How every reader is, by square. May be called from any thread, at any time."""
        ...


class Buttons(Protocol):
    """The buttons beside the board."""

    def start(self, emit: Callable[[BoardEvent], None]) -> None:
        """Report presses to `emit`, from any thread, until `stop`.

        Raises:
            HardwareError: a pin cannot be used.
        """
        ...

    def stop(self) -> None:
        """Report no more. Does nothing when stopped already."""
        ...


class SquareLights(Protocol):
    """The lights of the board, by square: what the controller draws on."""

    def show(self, colours: Sequence[RGB]) -> None:
        """Show one colour a square, square 1 first, as the eye should see it.

        Raises:
            ValueError: not as many colours as squares, or a colour outside 0 to 255.
            HardwareError: the lights are not there.
        """
        ...

    def keep(self) -> None:
        """Say that what is shown still holds; without a word for two seconds lights go dark.

        Raises:
            HardwareError: the lights are not there.
        """
        ...

    def close(self) -> None:
        """Go dark and let go of the device. Does nothing when closed already."""
        ...


class LightStrip(Protocol):
    """Lights one after another on one wire: what a driver drives."""

    @property
    def lights(self) -> int:
        """How many lights it has."""
        ...

    def show(self, duties: Sequence[RGB]) -> None:
        """Show the duties of red, green and blue, 0 to 255, of each light, the first one first.

        Gamma, wiring and budget have been seen to. Raises as `SquareLights.show`.
        """
        ...

    def keep(self) -> None:
        """As `SquareLights.keep`."""
        ...

    def close(self) -> None:
        """Go dark and let go of the device. Does nothing when closed already."""
        ...
