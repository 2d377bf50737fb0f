"""The frames of the PN532, as the chip sees them.

Source: PN532 user manual UM0701-02, 6.2.1.
"""

from dataclasses import dataclass
from typing import Final

ACK: Final = bytes.fromhex("0000ff00ff00")
NACK: Final = bytes.fromhex("0000ffff0000")
ERROR: Final = bytes.fromhex("0000ff01ff7f8100")
"""Answer of the chip to an unknown or invalid command."""

FROM_HOST: Final = 0xD4
FROM_CHIP: Final = 0xD5
LONGEST: Final = 265
"""Bytes in the longest frame, counted from its identifier (TFI) to the byte before its sum."""
LONGEST_NORMAL: Final = 255


@dataclass(frozen=True, slots=True)
class Command:
    """A command frame with valid checksums: its bytes after the identifier D4."""

    body: bytes


@dataclass(frozen=True, slots=True)
class Abort:
    """The host's ACK: the command under way is to be aborted."""


@dataclass(frozen=True, slots=True)
class Resend:
    """The host's NACK: the last reply is to be sent again."""


Received = Command | Abort | Resend


def reply_frame(body: bytes) -> bytes:
    """Return the frame of a reply, an extended one if necessary; `body` starts after D5."""
    payload = bytes([FROM_CHIP]) + body
    length = len(payload)
    if length <= LONGEST_NORMAL:
        head = bytes([length, -length & 0xFF])
    else:
        high, low = divmod(length, 256)
        head = bytes([0xFF, 0xFF, high, low, -(high + low) & 0xFF])
    return b"\x00\x00\xff" + head + payload + bytes([-sum(payload) & 0xFF, 0])


class FrameReader:
    """Finds frames in bytes from the host; silently skips everything else."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def reset(self) -> None:
        """Forget a frame that has begun and not ended."""
        self._buffer.clear()

    def feed(self, data: bytes) -> list[Received]:
        """Take in some bytes; return the frames they complete, in order."""
        self._buffer += data
        found: list[Received] = []
        while self._advance(found):
            pass
        return found

    def _advance(self, found: list[Received]) -> bool:
        """Take one frame, or invalid bytes, off the buffer; return False to wait for more."""
        buffer = self._buffer
        start = buffer.find(b"\x00\xff")
        if start < 0:
            keep = 1 if buffer.endswith(b"\x00") else 0
            del buffer[: len(buffer) - keep]
            return False
        del buffer[:start]
        if len(buffer) < 4:
            return False
        match buffer[2], buffer[3]:
            case 0x00, 0xFF:
                found.append(Abort())
                del buffer[:4]
                return True
            case 0xFF, 0x00:
                found.append(Resend())
                del buffer[:4]
                return True
            case 0xFF, 0xFF:
                if len(buffer) < 7:
                    return False
                head, length, check = 7, buffer[4] << 8 | buffer[5], sum(buffer[4:7])
            case length, check:
                head, check = 4, length + check
        if check & 0xFF or not 1 <= length <= LONGEST:
            del buffer[:1]
            return True
        if len(buffer) < head + length + 1:
            return False
        payload = bytes(buffer[head : head + length])
        whole = sum(buffer[head : head + length + 1]) & 0xFF == 0
        del buffer[: head + length + 1]
        if whole and payload[0] == FROM_HOST:
            found.append(Command(payload[1:]))
        return True
