"""Frames of the protocol as bytes (firmware/PROTOCOL.md). Pure."""

import zlib
from collections.abc import Iterator
from typing import Final, NamedTuple

from cobs import cobs

from hardware.scanner.words import GOOD, LONGEST

HEAD: Final = 3
CRC: Final = 4
END: Final = 0
MOST_FIELDS: Final = LONGEST - HEAD - CRC
MOST_PENDING: Final = 2 * LONGEST
"""Most bytes kept without an end of frame: more than the longest frame has."""


class Frame(NamedTuple):
    """One frame.

    Attributes:
        kind: of the message.
        number: of the message; 0 for one that has none.
        acknowledged: the last number that the sender has received.
        fields: the bytes of its fields.
    """

    kind: int
    number: int
    acknowledged: int
    fields: bytes


def framed(frame: Frame) -> bytes:
    """Return the bytes of a frame on the wire, its end included.

    Raises:
        ValueError: it is too long.
    """
    body = bytes(frame[:HEAD]) + frame.fields
    if len(body) + CRC > LONGEST:
        raise ValueError(f"{len(body) + CRC} bytes, where a body has at most {LONGEST}")
    return bytes(cobs.encode(body + zlib.crc32(body).to_bytes(CRC, "little"))) + b"\0"


class Unframer:
    """Takes bytes as they come, and drops invalid frames.

    Attributes:
        dropped: number of frames it has dropped.
    """

    def __init__(self) -> None:
        self._pending = bytearray()
        self.dropped = 0

    def take(self, data: bytes) -> Iterator[Frame]:
        """Return the frames that these bytes complete."""
        *ended, rest = data.split(b"\0")
        for piece in ended:
            stuffed = bytes(self._pending) + piece
            self._pending.clear()
            if stuffed:
                frame = _frame(stuffed)
                if frame is None:
                    self.dropped += 1
                else:
                    yield frame
        # Bytes too long for a frame still count as too long after some are dropped.
        self._pending += rest[: MOST_PENDING - len(self._pending)]


def _frame(stuffed: bytes) -> Frame | None:
    if len(stuffed) > LONGEST + 1:
        return None
    try:
        body = cobs.decode(stuffed)
    except cobs.DecodeError:
        return None
    if len(body) < HEAD + CRC or zlib.crc32(body) != GOOD:
        return None
    return Frame(body[0], body[1], body[2], body[HEAD:-CRC])
