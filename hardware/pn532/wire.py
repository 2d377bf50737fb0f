"""Interface of a transport to a PN532: the line to one chip, the bus it shares.

The frames of a reply are taken off the wire exactly as long as they are. Nothing here waits:
a bus is held for the length of one transfer.
"""

from typing import Final, Protocol

ACK: Final = bytes.fromhex("00 00 ff 00 ff 00")
NACK: Final = bytes.fromhex("00 00 ff ff 00 00")
"""Requests the last reply again (NACK)."""
HEADER: Final = 5
"""Preamble, start code, length and its checksum (UM0701-02, 6.2.1.1)."""


SHORT: Final = 10
"""Length of an empty square's answer; the answer to a plain command is a byte shorter."""


class Wire(Protocol):
    """The line to one chip. Each method raises BusError if the bus refuses."""

    def wake(self) -> None:
        """Wake a chip that may be asleep; takes up to some milliseconds."""
        ...

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        ...

    def ready(self) -> bool:
        """Check whether the chip has a frame to be read."""
        ...

    def read(self, most: int) -> bytes:
        """Take the frame that is ready, of at most so many bytes."""
        ...


class Bus(Protocol):
    """Bus that several chips share."""

    def reset(self) -> None:
        """Recover a bus that has stopped, if possible.

        Every chip on it may have lost its configuration then.

        Raises:
            BusError: it cannot be recovered now.
        """
        ...

    def close(self) -> None:
        """Release the device. Does nothing when closed already."""
        ...


def rest_of_frame(header: bytes) -> int | None:
    """Return the number of bytes after the first five of a frame; None if they begin none.

    Source: UM0701-02, 6.2.1.
    """
    if header[:3] != ACK[:3] or len(header) < HEADER:
        return None
    if header == ACK[:HEADER]:
        return 1
    length, checksum = header[3], header[4]
    return length + 2 if (length + checksum) & 0xFF == 0 else None
