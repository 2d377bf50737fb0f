"""Interface of a transport to a PN532: the line to one chip, the bus it shares.

The frames of a reply are taken off the wire exactly as long as they are. Nothing here waits:
a bus is held for the length of one transfer.
"""

from typing import Final, Protocol

from hardware.errors import BusError

ACK: Final = bytes.fromhex("00 00 ff 00 ff 00")
NACK: Final = bytes.fromhex("00 00 ff ff 00 00")
"""Requests the last reply again (NACK)."""
START: Final = ACK[1:3]
"""Start code. Before it there may be any number of zeros, also none (UM0701-02, 6.2.1; chips are
reported that send one zero less than the manual draws)."""
PREAMBLE: Final = 1
"""Zeros before the start code, by the manual."""
HEADER: Final = 4
"""Start code, length and its checksum (UM0701-02, 6.2.1.1)."""
SHORT: Final = 10
"""Length of an empty square's answer; the answer to a plain command is a byte shorter."""
LONGEST: Final = 262
"""Length of the longest frame that is no extended one."""
MOST_ZEROS: Final = 16
"""Most zeros that may precede a start code; more are no frame."""


class Unacknowledged(BusError):
    """A chip on I2C did not acknowledge its address: it is busy, or it is not there."""


class Wire(Protocol):
    """The line to one chip. Each method raises BusError if the bus refuses."""

    @property
    def late_s(self) -> float:
        """Longest time for which received bytes are held back on their way."""
        ...

    def wake(self) -> None:
        """Have the next command wake a chip that may be asleep."""
        ...

    def write(self, frame: bytes) -> None:
        """Send a frame.

        Raises:
            Unacknowledged: the chip does not take it now.
        """
        ...

    def ready(self) -> bool:
        """Check whether the chip has a frame to be read."""
        ...

    def read(self, most: int) -> bytes:
        """Take the frame that is ready, likely of at most so many bytes.

        It begins with one zero and the start code, whatever preamble the chip sends.
        """
        ...


def drop(wire: Wire) -> bool:
    """Take what the chip has to say, and drop it; return True if there was anything."""
    if not wire.ready():
        return False
    wire.read(LONGEST)
    return True


class Bus(Protocol):
    """Bus that several chips share."""

    @property
    def resets_chips(self) -> bool:
        """True if `reset` pulls the reset lines of the chips."""
        ...

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


def missing(held: bytes) -> int:
    """Return how many more bytes the frame needs at least; 0 if it is whole, or none begins.

    Source: UM0701-02, 6.2.1.
    """
    start = held.find(START)
    if start < 0:
        zeros = len(held) <= MOST_ZEROS and not held.strip(b"\0")
        return HEADER + 1 if zeros else 0
    head = held[start : start + HEADER]
    if len(head) < HEADER:
        return HEADER - len(head)
    length = _length(head)
    return 0 if length is None else max(start + length - len(held), 0)


def cut_out(held: bytes) -> bytes:
    """Return the frame that bytes contain, with one zero before its start code.

    Without a start code all of them are returned, after a garbled header all that follows.
    """
    start = held.find(START)
    if start < 0:
        return held
    length = _length(held[start : start + HEADER])
    end = len(held) if length is None else start + length
    return ACK[:PREAMBLE] + held[start:end]


def zeros_before(held: bytes) -> int:
    """Return the number of bytes before the start code; as the manual has it if there is none."""
    start = held.find(START)
    return PREAMBLE if start < 0 else start


def _length(head: bytes) -> int | None:
    """Return the length of a frame from its start code on; None if its header is garbled."""
    if head == ACK[1 : 1 + HEADER]:
        return HEADER + 1
    if len(head) < HEADER or (head[2] + head[3]) & 0xFF:
        return None
    return HEADER + head[2] + 2
