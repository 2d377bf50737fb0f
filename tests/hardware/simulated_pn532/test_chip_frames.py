"""What the chip takes for a frame, and how its own look."""

import pytest

from hardware.simulated.pn532.frames import Abort, Command, FrameReader, Resend, reply_frame
from tests.support.simulated_pn532.bench import ACK, ERROR, NACK, frame, reply

VERSION = bytes.fromhex("0000ff02fed4022a00")


def test_a_command_is_found_wherever_it_begins() -> None:
    for before in (b"", b"\x00" * 20, b"\x55\x55\x00\x00\x00", b"\xff\xff", b"\x00\xff\x01"):
        assert FrameReader().feed(before + VERSION) == [Command(b"\x02")]


def test_a_command_may_come_byte_by_byte() -> None:
    reader = FrameReader()
    found = [received for byte in VERSION for received in reader.feed(bytes([byte]))]
    assert found == [Command(b"\x02")]


def test_several_frames_come_in_order() -> None:
    found = FrameReader().feed(ACK + VERSION + NACK + VERSION)
    assert found == [Abort(), Command(b"\x02"), Resend(), Command(b"\x02")]


def test_an_extended_frame_is_a_frame() -> None:
    short = bytes.fromhex("0000ffffff0002fed4022a00")
    assert FrameReader().feed(short) == [Command(b"\x02")]
    body = bytes(range(256)) + bytes(8)
    assert FrameReader().feed(frame(body)) == [Command(body)]


def test_an_extended_frame_may_come_byte_by_byte() -> None:
    body = bytes(range(256)) + bytes(8)
    reader = FrameReader()
    found = [received for byte in frame(body) for received in reader.feed(bytes([byte]))]
    assert found == [Command(body)]


@pytest.mark.parametrize(
    "nothing",
    [
        "00 00 ff 02 ff d4 02 2a 00",  # sum of the length
        "00 00 ff 02 fe d4 02 2b 00",  # sum of the data
        "00 00 ff 02 fe d5 02 29 00",  # a reply
        "00 00 ff ff ff 00 02 ff d4 02 2a 00",  # sum of the extended length
        "00 00 ff ff ff 01 0a f5" + "00" * 300,  # longer than any frame
        "00 00 ff 00 00 00 00",
    ],
)
def test_what_is_no_command_is_passed_over(nothing: str) -> None:
    reader = FrameReader()
    found = reader.feed(bytes.fromhex(nothing))
    assert found == []
    reader.reset()
    assert reader.feed(VERSION) == [Command(b"\x02")]


def test_replies_are_framed_by_the_book() -> None:
    assert reply_frame(bytes.fromhex("0332010607")) == bytes.fromhex("0000ff06fad50332010607e800")
    assert reply_frame(b"\x15") == bytes.fromhex("0000ff02fed5151600")
    assert bytes.fromhex("0000ff01ff7f8100") == ERROR
    long = bytes(range(256)) + bytes(8)
    assert reply_frame(long) == reply(long)
    assert reply_frame(long)[:8] == bytes.fromhex("0000ffffff0109f6")
