"""Where a frame is, and how long it is, from its first bytes."""

import pytest

from hardware.pn532.wire import ACK, MOST_ZEROS, NACK, PREAMBLE, cut_out, missing, zeros_before
from tests.support.pn532.frames import NONE


@pytest.mark.parametrize(
    ("held", "count"),
    [
        (ACK[:5], 1),
        (ACK, 0),
        (b"\0\xff\0\xff", 1),
        (b"\0\0\0" + ACK[:5], 1),
        (bytes.fromhex("00 00 ff 03 fd"), 5),
        (bytes.fromhex("00 ff 03 fd"), 5),
        (bytes.fromhex("00 00 ff ff 01"), 257),
        (NACK[:5], 0),
        (bytes.fromhex("00 00 ff 03 fc"), 0),
        (bytes.fromhex("00 00 ff 03"), 1),
        (bytes.fromhex("00 00 00"), 5),
        (bytes(MOST_ZEROS), 5),
        (bytes(MOST_ZEROS + 1), 0),
        (b"", 5),
    ],
)
def test_the_first_bytes_tell_how_many_are_missing(held: bytes, count: int) -> None:
    assert missing(held) == count


def test_no_frame_begins_with_anything_but_zeros() -> None:
    for first in range(1, 256):
        assert missing(bytes((first, 0, 0))) == 0, first


@pytest.mark.parametrize("frame", [ACK, NONE], ids=["ack", "answer"])
@pytest.mark.parametrize("preamble", ["00", "00 00", "00 00 00 00"])
@pytest.mark.parametrize("behind", ["", "00 00", "00 ff 02"])
def test_a_frame_is_cut_out_of_what_is_around_it(frame: bytes, preamble: str, behind: str) -> None:
    around = bytes.fromhex(preamble) + frame[PREAMBLE:] + bytes.fromhex(behind)
    assert cut_out(around) == frame


def test_what_is_no_frame_is_left_as_it_is() -> None:
    assert cut_out(b"\x80\0\0") == b"\x80\0\0"
    assert cut_out(bytes.fromhex("00 00 ff 03 fc d5")) == bytes.fromhex("00 00 ff 03 fc d5")


@pytest.mark.parametrize("zeros", [0, 1, 3])
def test_zeros_are_counted_up_to_the_start_code(zeros: int) -> None:
    assert zeros_before(bytes(zeros) + ACK[1:]) == zeros


@pytest.mark.parametrize("held", [b"", b"\0\0\0", b"\x80\0\0"])
def test_without_a_start_code_a_frame_is_as_the_manual_draws_it(held: bytes) -> None:
    assert zeros_before(held) == PREAMBLE
