"""Messages at the edges of their fields: the largest numbers, and what makes no sense."""

import struct

import pytest

from hardware.ports import Uid
from hardware.scanner import protocol, words
from hardware.scanner.messages import (
    Answer,
    AskChip,
    ChipTold,
    ContactChanged,
    Hello,
    LightsShow,
    Name,
    Order,
    Ping,
    Pong,
    Pulse,
    ReaderWoke,
    Report,
    Run,
    Scan,
    Scanned,
    ScannerRefused,
    SetClock,
    Tested,
    ToldTransfer,
    Wake,
    Welcome,
    WiresTold,
    Wiring,
)
from hardware.scanner.protocol import Garbage, read, written


@pytest.mark.parametrize(
    "order",
    [
        Hello(1 << 32),
        Wiring(1 << 16, 0, b""),
        Scan(1 << 16, ()),
        Scan(1, ((64, 0),)),
        Scan(1, ((0, 4),)),
        Scan(1, ((-1, 0),)),
        Wake(256, bus=False),
        LightsShow(show=True, runs=(Run(1 << 16, ()),)),
        LightsShow(show=True, runs=(Run(0, ((0, 0, 256),)),)),
        LightsShow(show=True, runs=(Run(0, ((0, 0, 0),) * 256),)),
        Ping(-1),
        Name(256, "too many"),
    ],
    ids=repr,
)
def test_a_number_that_has_no_place_in_an_order_is_refused(order: Order) -> None:
    with pytest.raises(ValueError, match="cannot be said"):
        written(order)


@pytest.mark.parametrize("version", [0, 1, 255])
def test_of_a_welcome_of_another_version_only_its_beginning_counts(version: int) -> None:
    said = bytes((version, 0xEF, 0xBE, 0xAD, 0xDE))
    assert read(words.WELCOME, said) == Welcome(version, 0xDEADBEEF)
    assert read(words.WELCOME, said + b"\xff" * 40) == Welcome(version, 0xDEADBEEF)


@pytest.mark.parametrize(
    ("kind", "fields", "report"),
    [
        (words.BUTTON, "FF 01 FF FF FF FF", ContactChanged(255, closed=True, at_us=2**32 - 1)),
        (words.PONG, "FF FF FF FF FF FF FF FF FF FF", Pong(2**32 - 1, 2**32 - 1, 2**16 - 1)),
        (
            words.TESTED,
            "FF 01 00 00 00 00 00 00 80 FF FF FF FF",
            Tested(255, frozenset({0, 63}), 2**32 - 1),
        ),
        (words.REFUSED, "07 02 4E C3", ScannerRefused(7, 2, "N\N{REPLACEMENT CHARACTER}")),
        (words.WOKE, "07 02", ReaderWoke(7, "no-reply")),
        (
            words.TOLD,
            "03 FF FF FF FF FE FF FF FF",
            ChipTold("bad-reply", 2**32 - 1, 2**32 - 2, b""),
        ),
    ],
)
def test_the_largest_numbers_and_broken_words_are_read(
    kind: int, fields: str, report: Report
) -> None:
    assert read(kind, bytes.fromhex(fields)) == report


def test_what_makes_no_sense_is_named() -> None:
    with pytest.raises(Garbage) as unknown:
        read(200, b"")
    assert str(unknown.value) == "there is no message of kind 200"
    with pytest.raises(Garbage) as short:
        read(words.PONG, b"\x01\x02")
    assert str(short.value).startswith(f"0102 is no message of kind {words.PONG}: error(")


@pytest.mark.parametrize("length", [4, 7, 10])
def test_a_tag_of_any_length_that_tags_have_is_read(length: int) -> None:
    uid = bytes(range(1, length + 1))
    said = bytes.fromhex("00 00 01 00 00 00 00 41 00 00") + bytes((length,)) + uid
    assert read(words.SCANNED, said) == Scanned(0, True, 0, (Answer(1, 0, (Uid(uid.hex()),)),))


@pytest.mark.parametrize(("cause", "by_watchdog"), [(0, False), (1, True), (2, False)])
def test_a_welcome_tells_whether_the_watchdog_bit(cause: int, *, by_watchdog: bool) -> None:
    said = struct.pack("<BIBBBBIBB8s", words.PROTOCOL, 1, 4, 0, 0, 3, 0, cause, 64, bytes(range(8)))
    welcome = read(words.WELCOME, said)
    assert isinstance(welcome, Welcome)
    assert welcome.by_watchdog is by_watchdog


@pytest.mark.parametrize("tag", ["05 01 02 03 04 05", "04 01 02 03"])
def test_a_tag_of_a_length_that_no_tag_has_makes_no_sense(tag: str) -> None:
    said = bytes.fromhex("00 00 01 00 00 00 00 41 00 00" + tag)
    with pytest.raises(Garbage) as refused:
        read(words.SCANNED, said)
    assert str(refused.value) == f"{said.hex()} has a tag of length {int(tag[:2])}"


def test_a_reader_that_no_board_has_is_named() -> None:
    with pytest.raises(ValueError, match="there is no reader 64, or 0 tags are too many"):
        written(Scan(1, ((64, 0),)))


@pytest.mark.parametrize(
    ("order", "kind", "fields"),
    [
        (Wiring(0xFFFF, 0xFFFE, b"x"), words.WIRING, "FF FF FE FF 78"),
        (AskChip(255, 0xFFFF, 0xFFFE, b"\x4a"), words.ASK, "FF FF FF FE FF 4A"),
        (SetClock(2**32 - 1), words.CLOCK, "FF FF FF FF"),
        (Pulse(0xFFFF), words.PULSE, "FF FF"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_largest_numbers_are_written(order: Order, kind: int, fields: str) -> None:
    assert written(order) == (kind, bytes.fromhex(fields))


def test_an_answer_that_failed_is_followed_by_others() -> None:
    said = bytes.fromhex("FF FF 01 FF FF FF FF C1 FF FF 01 C2 00 00 81 03 00 00")
    failed = [
        Answer(1, 0xFFFF * words.TICK_US, failure="no-ack"),
        Answer(2, 0, failure="no-ack", field_lost=True),
    ]
    scanned = Scanned(0xFFFF, True, 0xFFFFFFFF, (*failed, Answer(3, 0)))
    assert read(words.SCANNED, said) == scanned


def test_all_reasons_of_failure_are_understood() -> None:
    failures = {words.NO_ACK: "no-ack", words.NO_REPLY: "no-reply", words.BAD_REPLY: "bad-reply"}
    assert failures == protocol.FAILURES


def test_transfers_on_the_wires_are_told_one_after_the_other() -> None:
    said = bytes.fromhex("FF FF BF FF FF FF FF FF FF 01 D5 41 00 00 00 00 00 00 00")
    told = WiresTold(
        0xFFFF,
        (
            ToldTransfer(63, "got", 0xFFFFFFFF, 0xFFFF, b"\xd5"),
            ToldTransfer(1, "status", 0, 0, b""),
        ),
    )
    assert read(words.WIRE, said) == told
    assert read(words.WIRE, b"\x02\x00") == WiresTold(2, ())


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ("00 00 01 00 00 00 00 00 00 02 D5", "00000100000000000002d5 ends in a transfer"),
        ("00 00 C1 00 00 00 00 00 00 00", "IndexError"),
    ],
)
def test_a_transfer_that_makes_no_sense_is_garbage(fields: str, why: str) -> None:
    with pytest.raises(Garbage, match=why):
        read(words.WIRE, bytes.fromhex(fields))
