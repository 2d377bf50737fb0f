"""Messages between host and co-processor, as values (firmware/PROTOCOL.md). Pure."""

from dataclasses import dataclass
from typing import Final, Literal

from hardware.ports import RGB, Failure, Uid
from hardware.scanner import words

EXPECTED: Final = 2
"""Most tags an order can announce as expected on a reader."""


@dataclass(frozen=True, slots=True)
class Hello:
    """Greeting of a host; with a session that it has chosen."""

    session: int
    protocol: int = words.PROTOCOL


@dataclass(frozen=True, slots=True)
class Wiring:
    """A part of the wiring, which has `total` bytes."""

    total: int
    offset: int
    part: bytes


@dataclass(frozen=True, slots=True)
class Scan:
    """A phase: its readers, and the number of tags expected on each, or `words.LIT`."""

    slot: int
    asks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Wake:
    """Set a reader up again, after a reset of all of them if `bus`."""

    reader: int
    bus: bool


@dataclass(frozen=True, slots=True)
class Run:
    """Duties of lights that follow each other, from the first one on."""

    first: int
    duties: tuple[RGB, ...]


@dataclass(frozen=True, slots=True)
class LightsShow:
    """New duties of some lights; shown at once if `show`."""

    show: bool
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Keep:
    """Confirmation of the lights' current frame."""


@dataclass(frozen=True, slots=True)
class Ping:
    """Request for a `Pong`."""

    token: int


@dataclass(frozen=True, slots=True)
class Name:
    """A number and a name to be kept."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Test:
    """Ask every reader for its identity."""

    __test__ = False  # nothing for pytest


@dataclass(frozen=True, slots=True)
class Restart:
    """Restart; `stay`: without the firmware, so that its files can be copied."""

    stay: bool


@dataclass(frozen=True, slots=True)
class Listen:
    """Report what goes over the wires from now on, or no more."""

    on: bool


@dataclass(frozen=True, slots=True)
class AskChip:
    """Have a chip carry out a command.

    Attributes:
        reader: its number.
        ack_ms: longest time to wait for its acknowledgement,
        slack_ms: and for its answer after that.
        command: the code of the command and its parameters.
    """

    reader: int
    ack_ms: int
    slack_ms: int
    command: bytes


@dataclass(frozen=True, slots=True)
class SetClock:
    """Set the clock of the readers, in bits a second."""

    hz: int


@dataclass(frozen=True, slots=True)
class Pulse:
    """Pull the reset line low for so many milliseconds."""

    ms: int


Order = (
    Hello
    | Wiring
    | Scan
    | Wake
    | LightsShow
    | Keep
    | Ping
    | Name
    | Test
    | Restart
    | Listen
    | AskChip
    | SetClock
    | Pulse
)


@dataclass(frozen=True, slots=True)
class Welcome:
    """Identity of the co-processor.

    Attributes:
        protocol: the version it speaks.
        session: the one of the host it answers.
        version: of its firmware.
        number: its own.
        wiring: the CRC of the wiring it keeps; 0 for none.
        by_watchdog: its watchdog has reset it.
        readers: number of its readers.
        unique: eight bytes of its own, in hexadecimal.
        name: its own.
    """

    protocol: int
    session: int
    version: tuple[int, int, int] = (0, 0, 0)
    number: int = 0
    wiring: int = 0
    by_watchdog: bool = False
    readers: int = 0
    unique: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """The wiring, or the name, is kept: the kind of the order."""

    command: int


@dataclass(frozen=True, slots=True)
class ScannerRefused:
    """Refusal of an order.

    Attributes:
        command: its kind.
        reason: the cause; see PROTOCOL.md.
        why: the same in the device's words, if any.
    """

    command: int
    reason: int
    why: str


@dataclass(frozen=True, slots=True)
class Answer:
    """Result of one reader in a phase.

    Attributes:
        reader: its number.
        after_us: its time, since the phase began.
        uids: the tags it saw.
        failure: cause of the failure, if it failed.
        field_lost: its field may still be on.
    """

    reader: int
    after_us: int
    uids: tuple[Uid, ...] = ()
    failure: Failure | None = None
    field_lost: bool = False


@dataclass(frozen=True, slots=True)
class Scanned:
    """Results of readers of a phase.

    Attributes:
        slot: the phase.
        last: True if no more results of it come.
        began_us: its beginning, on the device's clock.
        answers: in the order in which they came.
    """

    slot: int
    last: bool
    began_us: int
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class ReaderWoke:
    """A reader has been set up again, or has failed."""

    reader: int
    failure: Failure | None


@dataclass(frozen=True, slots=True)
class ContactChanged:
    """A contact has closed, or opened, at a time of the device's clock."""

    button: int
    closed: bool
    at_us: int


@dataclass(frozen=True, slots=True)
class Pong:
    """Content of the `Ping`, the device's time, and the number of frames it has dropped."""

    token: int
    at_us: int
    bad: int


@dataclass(frozen=True, slots=True)
class Tested:
    """Readers that identify as a PN532, and free memory."""

    __test__ = False  # nothing for pytest

    readers: int
    answering: frozenset[int]
    free_bytes: int


TransferKind = Literal["sent", "status", "got"]


@dataclass(frozen=True, slots=True)
class ToldTransfer:
    """A transfer with a reader's chip.

    Attributes:
        reader: its number.
        kind: the direction of the bytes.
        at_us: its beginning, on the device's clock.
        took_us: its duration.
        data: its bytes.
    """

    reader: int
    kind: TransferKind
    at_us: int
    took_us: int
    data: bytes


@dataclass(frozen=True, slots=True)
class WiresTold:
    """Transfers over the wires, and the number of those lost since the last report."""

    lost: int
    transfers: tuple[ToldTransfer, ...]


@dataclass(frozen=True, slots=True)
class ChipTold:
    """What became of a command to a chip.

    Attributes:
        failure: cause of the failure; None if it was answered.
        ack_us: time from the command to its acknowledgement, if that came.
        reply_us: time from the command to its answer, if that came.
        answer: its bytes, behind its code.
    """

    failure: Failure | None
    ack_us: int
    reply_us: int
    answer: bytes


Report = (
    Welcome
    | Done
    | ScannerRefused
    | Scanned
    | ReaderWoke
    | ContactChanged
    | Pong
    | Tested
    | WiresTold
    | ChipTold
)
