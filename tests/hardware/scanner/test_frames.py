"""Frames that are none, at either end of a line: too long, too short, or without an end."""

import tracemalloc
import zlib
from typing import Final

import pytest
from cobs import cobs

from hardware.scanner.frames import HEAD, MOST_PENDING, Frame, framed
from hardware.scanner.words import HELLO, LONGEST
from tests.support.scanner.ends import ENDS, Ends

GOOD: Final = Frame(HELLO, 0, 0, b"understood")


@pytest.mark.parametrize("end", ENDS)
def test_garbage_without_an_end_takes_no_memory(end: Ends) -> None:
    unframer = end()
    tracemalloc.start()
    for _ in range(100):
        assert list(unframer.take(b"\x05" * 1000)) == []
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 10_000
    list(unframer.take(b"\0"))
    assert unframer.dropped == 1
    assert list(unframer.take(framed(GOOD))) == [GOOD]


@pytest.mark.parametrize("end", ENDS)
def test_a_frame_that_is_too_long_is_none(end: Ends) -> None:
    """However right it is."""
    for length in (LONGEST, LONGEST + 1, LONGEST + 5, MOST_PENDING):
        body = bytes((HELLO, 0, 0)) + b"\x01" * (length - 7)
        wire = cobs.encode(body + zlib.crc32(body).to_bytes(4, "little")) + b"\0"
        assert len(list(end().take(wire))) == (length == LONGEST)


@pytest.mark.parametrize("end", ENDS)
def test_a_frame_that_is_too_short_is_none(end: Ends) -> None:
    """However right its check is."""
    for length in range(HEAD + 1):
        body = bytes((HELLO, 0, 0))[:length]
        wire = cobs.encode(body + zlib.crc32(body).to_bytes(4, "little")) + b"\0"
        assert len(list(end().take(wire))) == (length == HEAD)


def test_a_frame_is_not_sent_longer_than_it_may_be() -> None:
    most = LONGEST - HEAD - 4  # its check
    assert len(cobs.decode(framed(Frame(HELLO, 0, 0, bytes(most)))[:-1])) == LONGEST
    with pytest.raises(ValueError, match=f"{LONGEST + 1} bytes, where a body has at most"):
        framed(Frame(HELLO, 0, 0, bytes(most + 1)))
