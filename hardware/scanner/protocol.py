"""Packs and unpacks messages between host and co-processor (firmware/PROTOCOL.md). Pure."""

import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from hardware.ports import RGB, Failure, Uid
from hardware.scanner import words
from hardware.scanner.messages import (
    Answer,
    AskChip,
    ChipTold,
    ContactChanged,
    Done,
    Hello,
    Keep,
    LightsShow,
    Listen,
    Name,
    Order,
    Ping,
    Pong,
    Pulse,
    ReaderWoke,
    Report,
    Restart,
    Run,
    Scan,
    Scanned,
    ScannerRefused,
    SetClock,
    Test,
    Tested,
    ToldTransfer,
    TransferKind,
    Wake,
    Welcome,
    WiresTold,
    Wiring,
)

FAILURES: Final[Mapping[int, Failure]] = {
    words.NO_ACK: "no-ack",
    words.NO_REPLY: "no-reply",
    words.BAD_REPLY: "bad-reply",
}
FAILED: Final = 3
"""In place of a number of tags: the reader has failed."""
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
        case AskChip(reader, ack_ms, slack_ms, command):
            return words.ASK, struct.pack("<BHH", reader, ack_ms, slack_ms) + command
        case SetClock(hz):
            return words.CLOCK, struct.pack("<I", hz)
        case Pulse(ms):
            return words.PULSE, struct.pack("<H", ms)


def _ask(ask: tuple[int, int]) -> int:
    reader, expected = ask
    if not 0 <= reader < words.MOST_READERS or not 0 <= expected <= words.LIT:
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
        if kind == FAILED:
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


def _told(fields: bytes) -> ChipTold:
    head = struct.Struct("<BII")
    code, ack_us, reply_us = head.unpack_from(fields)
    return ChipTold(FAILURES[code] if code else None, ack_us, reply_us, fields[head.size :])


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
    words.TOLD: _told,
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
