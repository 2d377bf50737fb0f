"""Interfaces for measuring a board: one reader at a time, bare contacts of buttons.

The controller's other interfaces to hardware are in `hardware.ports`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Literal, Protocol

from hardware.ports import BoardEvent, ButtonName, Failure, Reading, Uid


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
        transport: how it speaks to them, as the switches of a module call it.
        clock_hz: its speed; None if that cannot be changed here.
        resets: True if a reset line leads to its chips.
        multiplexers: the address of the multiplexer that each square's reader is behind, if any.
        latency_ms: time for which an adapter may hold bytes back: added to every limit.
    """

    name: str
    squares: tuple[int, ...]
    transport: Literal["SPI", "I2C", "HSU"]
    clock_hz: int | None = None
    resets: bool = False
    multiplexers: Mapping[int, int] = field(default_factory=dict)
    latency_ms: float = 0.0


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
        note_time: Callable[[float], None],
    ) -> None:
        """Read the board as in a game for a while, by its board file.

        Args:
            seconds: for how long.
            on_reading: called with every reading.
            emit: called with every event.
            note_time: called again and again with the seconds that have passed, also if no reader
                answers.
        """
        ...

    def reading(
        self, on_reading: Callable[[Reading], None], emit: Callable[[BoardEvent], None]
    ) -> AbstractContextManager[Callable[[float], None] | None]:
        """Read the board as in a game now and then, between two commands.

        Returns:
            A function that reads for so many seconds; None if that takes too long to begin.
        """
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
