"""Messages between host and co-processor, as values (firmware/PROTOCOL.md). Pure."""

import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from hardware.ports import RGB, Failure, Uid
from hardware.scanner import words

ID_BYTES: Final = 8
EXPECTED: Final = 3
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
    """A phase: its readers, and the number of tags expected on each."""

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


Order = Hello | Wiring | Scan | Wake | LightsShow | Keep | Ping | Name | Test | Restart | Listen


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
)

FAILURES: Final[Mapping[int, Failure]] = {
    words.NO_ACK: "no-ack",
    words.NO_REPLY: "no-reply",
    words.BAD_REPLY: "bad-reply",
}
_CODES: Final = {failure: code for code, failure in FAILURES.items()}


class Garbage(ValueError):
    """Invalid fields."""


def written(order: Order) -> tuple[int, bytes]:
    """Return kind and fields of an order.

    Raises:
        ValueError: a number out of its range.
    """
    try:
        return _written(order)
    except (struct.error, OverflowError, ValueError) as error:
        raise ValueError(f"{order} cannot be said: {error}") from error


def _written(order: Order) -> tuple[int, bytes]:
    match order:
        case Hello(session, protocol):
            return words.HELLO, struct.pack("<BI", protocol, session)
        case Wiring(total, offset, part):
            return words.WIRING, struct.pack("<HH", total, offset) + part
        case Scan(slot, asks):
            return words.SCAN, struct.pack("<H", slot) + bytes(map(_ask, asks))
        case Wake(reader, bus):
            return words.WAKE, bytes((reader, bus))
        case LightsShow(show, runs):
            return words.LIGHTS, bytes((show,)) + b"".join(map(_run, runs))
        case Keep():
            return words.KEEP, b""
        case Ping(token):
            return words.PING, struct.pack("<I", token)
        case Name(number, name):
            return words.NAME, bytes((number,)) + name.encode()
        case Test():
            return words.TEST, b""
        case Restart(stay):
            return words.RESTART, bytes((stay,))
        case Listen(on):
            return words.LISTEN, bytes((on,))


def _ask(ask: tuple[int, int]) -> int:
    reader, expected = ask
    if not 0 <= reader < words.MOST_READERS or not 0 <= expected <= EXPECTED:
        raise ValueError(f"there is no reader {reader}, or {expected} tags are too many")
    return reader | expected << 6


def _run(run: Run) -> bytes:
    head = struct.pack("<HB", run.first, len(run.duties))
    return head + bytes(duty for light in run.duties for duty in light)


def read(kind: int, fields: bytes) -> Report:
    """Return the message of a co-processor.

    Raises:
        Garbage: it is invalid.
    """
    reader = _READ.get(kind)
    if reader is None:
        raise Garbage(f"there is no message of kind {kind}")
    try:
        return reader(fields)
    except (struct.error, IndexError, KeyError, UnicodeDecodeError) as error:
        raise Garbage(f"{fields.hex()} is no message of kind {kind}: {error!r}") from error


def _welcome(fields: bytes) -> Welcome:
    protocol, session = struct.unpack_from("<BI", fields)
    if protocol != words.PROTOCOL:
        return Welcome(protocol, session)
    head = struct.Struct("<BIBBBBIBB8s")
    _, _, major, minor, patch, number, wiring, cause, readers, unique = head.unpack_from(fields)
    return Welcome(
        protocol,
        session,
        (major, minor, patch),
        number,
        wiring,
        cause == 1,
        readers,
        unique.hex(),
        fields[head.size :].decode(),
    )


def _scanned(fields: bytes) -> Scanned:
    slot, last, began_us = struct.unpack_from("<HBI", fields)
    answers = []
    at = 7
    while at < len(fields):
        head, after = struct.unpack_from("<BH", fields, at)
        reader, kind, after_us = head & 0x3F, head >> 6, after * words.TICK_US
        at += 3
        if kind == EXPECTED:
            code = fields[at]
            failure = FAILURES[code & ~words.FIELD_LOST]
            lost = bool(code & words.FIELD_LOST)
            answers.append(Answer(reader, after_us, failure=failure, field_lost=lost))
            at += 1
            continue
        uids = []
        for _ in range(kind):
            length = fields[at]
            uid = fields[at + 1 : at + 1 + length]
            if len(uid) < length or length not in (4, 7, 10):
                raise Garbage(f"{fields.hex()} has a tag of length {length}")
            uids.append(Uid(uid.hex()))
            at += 1 + length
        answers.append(Answer(reader, after_us, tuple(uids)))
    return Scanned(slot, last == 1, began_us, tuple(answers))


def _refused(fields: bytes) -> ScannerRefused:
    return ScannerRefused(fields[0], fields[1], fields[2:].decode("utf-8", "replace"))


def _woke(fields: bytes) -> ReaderWoke:
    return ReaderWoke(fields[0], FAILURES[fields[1]] if fields[1] else None)


def _contact(fields: bytes) -> ContactChanged:
    button, closed, at_us = struct.unpack("<BBI", fields)
    return ContactChanged(button, closed == 1, at_us)


def _pong(fields: bytes) -> Pong:
    return Pong(*struct.unpack("<IIH", fields))


def _tested(fields: bytes) -> Tested:
    readers, mask, free = struct.unpack("<B8sI", fields)
    bits = int.from_bytes(mask, "little")
    return Tested(readers, frozenset(n for n in range(64) if bits >> n & 1), free)


def _wires(fields: bytes) -> WiresTold:
    (lost,) = struct.unpack_from("<H", fields)
    head = struct.Struct("<BIHB")
    told = []
    at = 2
    while at < len(fields):
        first, at_us, took_us, length = head.unpack_from(fields, at)
        at += head.size
        data = fields[at : at + length]
        if len(data) < length:
            raise Garbage(f"{fields.hex()} ends in a transfer")
        kind = _TRANSFERS[first >> 6]
        told.append(ToldTransfer(first & 0x3F, kind, at_us, took_us, data))
        at += length
    return WiresTold(lost, tuple(told))


_TRANSFERS: Final[tuple[TransferKind, ...]] = ("sent", "status", "got")

_READ: Final[Mapping[int, Callable[[bytes], Report]]] = {
    words.WELCOME: _welcome,
    words.DONE: lambda fields: Done(fields[0]),
    words.REFUSED: _refused,
    words.SCANNED: _scanned,
    words.WOKE: _woke,
    words.BUTTON: _contact,
    words.PONG: _pong,
    words.TESTED: _tested,
    words.WIRE: _wires,
}


def runs(before: Sequence[RGB], after: Sequence[RGB]) -> list[Run]:
    """Return the difference of a frame from the one before, in as few bytes as possible.

    A gap of one light costs no more than the head of another run.
    """
    changed = [place for place, duty in enumerate(after) if duty != before[place]]
    spans: list[list[int]] = []
    for place in changed:
        if spans and place - spans[-1][1] <= 1 and place - spans[-1][0] < 255:
            spans[-1][1] = place + 1
        else:
            spans.append([place, place + 1])
    return [Run(first, tuple(after[first:end])) for first, end in spans]
