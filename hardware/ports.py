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
"""Cause of a failed reading: the chip did not acknowledge or not answer in time, its answer was
invalid, the bus itself failed; or it was good, but a field near it could not be switched off."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Result of one query of one reader.

    Attributes:
        square: the reader's square.
        at_s: time of the answer, on the board's monotonic clock.
        uids: every tag it saw, in its order; empty for an empty square.
        failure: cause of the failure, None if the reading is valid.
        alone: True if no other field was on.
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
        square: the reader's square.
        uid: the tag.
        seen: False for one reading that missed it. A reader repeats this at each reading
            that misses a tag it has seen, a few times over, and says `seen` again if the
            tag comes back; a tag that rests is not repeated.
        at_s: time on the board's monotonic clock.
        found: True if the square's first readings, those of a second, found the tag: it lay there
            before anybody read the square.
    """

    square: int
    uid: Uid
    seen: bool
    at_s: float
    found: bool = False


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed and let go, or held.

    Attributes:
        button: its name.
        at_s: time on the board's monotonic clock.
        held: True for a long press; the release is not reported.
    """

    button: ButtonName
    at_s: float
    held: bool = False


ReaderState = Literal["healthy", "suspect", "resetting", "quarantined", "back", "absent"]
"""State of a reader.

- `healthy`: it answers.
- `suspect`: it has failed lately, and is still read.
- `resetting`: it fails again and again; it is reset, and not read meanwhile.
- `quarantined`: a reset did not help; it is left alone and reset again later.
- `back`: it answers again, and is watched for a while before it counts as healthy.
- `absent`: the board has no reader there, and is not meant to.
"""

BLIND: frozenset[ReaderState] = frozenset({"resetting", "quarantined", "absent"})
"""States in which a square is not read: the runner on it is unknown."""


@dataclass(frozen=True, slots=True)
class ReaderChanged:
    """A reader has changed its state; at the start all are `healthy`."""

    square: int
    state: ReaderState
    at_s: float


@dataclass(frozen=True, slots=True)
class LightsChanged:
    """The lights have gone out, or are back.

    Attributes:
        trouble: the fault and its remedy, in words; None if they shine.
        at_s: time on the board's monotonic clock.
    """

    trouble: str | None
    at_s: float


BoardEvent = Sighting | Pressed | ReaderChanged | LightsChanged


@dataclass(frozen=True, slots=True)
class ReaderHealth:
    """Health record of one reader.

    Attributes:
        square: its square.
        state: its current state.
        good: readings that succeeded, of an empty square too.
        failed: readings that failed, after their one repetition.
        resets: number of resets.
        last_good_s: time of its last answer, on the board's monotonic clock; None if never.
        trouble: its last error, in words; empty if there was none.
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
        """Number of signs of life of the reading thread: one at least every few seconds."""
        ...

    @property
    def failure(self) -> BaseException | None:
        """Error that ended the reading thread early; None if there is none."""
        ...

    def start(self, emit: Callable[[BoardEvent], None]) -> None:
        """Begin to read; `emit` may be called from any thread, until `stop`.

        Raises:
            HardwareError: the board is missing.
        """
        ...

    def stop(self) -> None:
        """Stop reading. Does nothing when stopped already."""
        ...

    def attend(self, squares: Collection[int]) -> None:
        """Set the squares where something may happen now: they are read more often.

        No other square goes unread for long; without any the board may slow down. Squares
        the board does not have are ignored. May be called from any thread, at any time.
        """
        ...

    def last_read_s(self, square: int) -> float | None:
        """Return when a square was last read successfully, on the board's clock; None if never.

        The sightings of that reading have been reported, or are about to be. Call it from any
        thread, at any time.
        """
        ...

    def readers(self) -> tuple[ReaderHealth, ...]:
        """Return the health of every reader, by square. Call it from any thread, at any time."""
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
        """Stop reporting. Does nothing when stopped already."""
        ...


class SquareLights(Protocol):
    """The lights of the board, by square: the controller draws on them."""

    def show(self, colours: Sequence[RGB]) -> None:
        """Show one colour a square, square 1 first, as the eye should see it.

        Raises:
            ValueError: not as many colours as squares, or a colour outside 0 to 255.
            HardwareError: the lights are missing.
        """
        ...

    def keep(self) -> None:
        """Confirm the current frame; without `show` or `keep` for two seconds lights go dark.

        Raises:
            HardwareError: the lights are missing.
        """
        ...

    def close(self) -> None:
        """Go dark and release the device. Does nothing when closed already."""
        ...


class LightStrip(Protocol):
    """Lights one after another on one wire, for a driver."""

    @property
    def lights(self) -> int:
        """Number of lights."""
        ...

    def show(self, duties: Sequence[RGB]) -> None:
        """Show the duties of red, green and blue, 0 to 255, of each light, the first one first.

        Gamma, wiring and budget are applied already. Raises as `SquareLights.show`.
        """
        ...

    def keep(self) -> None:
        """As `SquareLights.keep`."""
        ...

    def close(self) -> None:
        """Go dark and release the device. Does nothing when closed already."""
        ...


class Voice(Protocol):
    """A loudspeaker that says one sentence after the other. One thread uses it."""

    @property
    def engine(self) -> str:
        """What speaks, in words; empty as long as that is not known."""
        ...

    def ready(self, within_s: float) -> bool:
        """Return True once it can begin; wait so many seconds for it at most.

        It cannot while it loads or prepares a sentence.

        Raises:
            HardwareError: it cannot speak; with cause and remedy.
        """
        ...

    def prepare(self, sentence: str) -> None:
        """Begin to prepare what is likely to be said next, once it is `ready`. It may be left out.

        Raises:
            HardwareError: it cannot; with cause and remedy.
        """
        ...

    def begin(self, sentence: str) -> None:
        """Begin to say a sentence, once it is `ready`.

        Raises:
            HardwareError: it cannot; with cause and remedy.
        """
        ...

    def finished(self, within_s: float) -> bool:
        """Return True once the sentence has been said; wait so many seconds for it at most.

        Raises:
            HardwareError: it was not said to its end; with cause and remedy.
        """
        ...

    def close(self) -> None:
        """Fall silent at once; the next sentence opens it again."""
        ...
