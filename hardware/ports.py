"""Interfaces and events between the controller and hardware.

Standard library only: everybody may import this module. Squares are numbered along the
track, the first one 1; what stands on them is known by the UID of its tag and nothing else.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
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


# For the acceptance of a board: one reader at a time, measured


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """Times of one command to a reader.

    Attributes:
        ack_ms: time from the command to its acknowledgement; None if there was none.
        reply_ms: time from the command to its reply; None if there was none.
        failure: cause of the failure, None if the reply is valid.
    """

    ack_ms: float | None
    reply_ms: float | None
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class ChipIdentity:
    """What a reader says it is.

    Attributes:
        version: chip, version and revision, like `PN532 1.6`; empty if it did not say.
        answer: the times of its answer.
        addressed: False if nothing acknowledges its address; None on buses that do not tell.
        trouble: the error in words; empty if there was none.
    """

    version: str
    answer: TimedAnswer
    addressed: bool | None = None
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class SelfTest:
    """Results of a chip's own tests; None for one that it did not answer.

    Attributes:
        rom: its program is whole.
        ram: its memory works.
        antenna: it feels an antenna.
    """

    rom: bool | None
    ram: bool | None
    antenna: bool | None


@dataclass(frozen=True, slots=True)
class TagReading:
    """One query of a reader.

    Attributes:
        uids: every tag it saw.
        answer: the times.
    """

    uids: tuple[Uid, ...]
    answer: TimedAnswer


@dataclass(frozen=True, slots=True)
class ReaderBus:
    """A bus of readers, to be measured.

    Attributes:
        name: its name in the board file.
        squares: the squares of its readers.
        clock_hz: its speed; None if that cannot be changed here.
        resets: True if a reset line leads to its chips.
        multiplexers: the address of the multiplexer that each square's reader is behind, if any.
    """

    name: str
    squares: tuple[int, ...]
    clock_hz: int | None = None
    resets: bool = False
    multiplexers: Mapping[int, int] = field(default_factory=dict)


class ReaderBench(Protocol):
    """The readers of a board, one command at a time. No method raises because a reader fails."""

    @property
    def buses(self) -> Sequence[ReaderBus]:
        """The buses of the readers."""
        ...

    def addresses(self, bus: str) -> tuple[int, ...]:
        """Return the addresses at which multiplexers answer; none if the bus fails."""
        ...

    def set_clock(self, bus: str, clock_hz: int) -> None:
        """Set the speed of a bus whose speed can be changed, in bits a second."""
        ...

    def find(self, square: int) -> ChipIdentity:
        """Ask a reader what it is."""
        ...

    def echo(self, square: int, data: bytes) -> TimedAnswer:
        """Have a reader send bytes back; a `bad-reply` if they differ."""
        ...

    def mark(self, square: int) -> bool:
        """Leave a mark in a reader, gone when it starts afresh; return True if it took it."""
        ...

    def is_marked(self, square: int) -> bool | None:
        """Check for the mark; None if the reader does not answer."""
        ...

    def self_test(self, square: int) -> SelfTest:
        """Have a reader test itself."""
        ...

    def set_fields(self, on: Collection[int]) -> None:
        """Switch the fields of these readers on, all others off."""
        ...

    def read(self, square: int, times: int, retries: int) -> tuple[TagReading, ...]:
        """List the tags on a reader so many times, its field off in between.

        Args:
            square: the reader's.
            times: number of readings.
            retries: further tries of the reader before it answers that there is no tag.
        """
        ...

    def reset(self, bus: str, low_s: float) -> Mapping[int, float | None]:
        """Pull the reset line of a bus for so long.

        Returns:
            For each square the seconds for which its chip was seen to be deaf, 0 if it answered
            when it was first asked; None if it went on as before, or does not answer.
        """
        ...

    def soak(
        self,
        seconds: float,
        on_reading: Callable[[Reading], None],
        emit: Callable[[BoardEvent], None],
    ) -> None:
        """Read the board as in a game for a while, by its board file."""
        ...

    def close(self) -> None:
        """Release the buses."""
        ...


class ButtonContacts(Protocol):
    """The bare contacts of the buttons, with every bounce."""

    def watch(
        self, changed: Callable[[ButtonName, bool, float], None]
    ) -> Mapping[ButtonName, bool]:
        """Report every change from now on: button, closed or not, time in seconds.

        Returns:
            The buttons, and whether each is closed now.

        Raises:
            HardwareError: a pin cannot be used.
        """
        ...

    def stop(self) -> None:
        """Stop reporting. Does nothing when stopped already."""
        ...
