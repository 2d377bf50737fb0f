"""What lights make of the bytes on an SPI bus: a wire that is high and low, for so long."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

# WS2812B datasheet, "data transfer time": in nanoseconds.
T0H_NS: Final = (400 - 150, 400 + 150)
T1H_NS: Final = (800 - 150, 800 + 150)
T0L_NS: Final = (850 - 150, 850 + 150)
T1L_NS: Final = (450 - 150, 450 + 150)
BIT_NS: Final = (1250 - 600, 1250 + 600)
RESET_NS: Final = 280_000
"""WS2812B-V5 datasheet; those before want 50 us."""


@dataclass(frozen=True)
class Level:
    """The wire stays so for a time."""

    high: bool
    ns: float


def levels(sent: bytes, hz: float) -> Iterator[Level]:
    """The wire while these bytes are sent, the highest bit of each first."""
    bits = (byte >> bit & 1 for byte in sent for bit in range(7, -1, -1))
    for high, run in groupby(bits):
        yield Level(bool(high), sum(1 for _ in run) * 1e9 / hz)


def decoded(sent: bytes, hz: float) -> bytes:
    """The bytes that lights take from the wire.

    Raises:
        AssertionError: a time that the datasheet does not allow.
    """
    before, *rest = levels(sent, hz)
    assert not before.high
    assert before.ns >= RESET_NS
    assert rest[-1].ns >= RESET_NS
    bits = [
        _bit(high.ns, low.ns, last=place == len(rest) - 2)
        for place, (high, low) in enumerate(pairwise(rest))
        if high.high
    ]
    assert len(bits) % 8 == 0
    octets = ("".join(map(str, bits[n : n + 8])) for n in range(0, len(bits), 8))
    return bytes(int(octet, 2) for octet in octets)


def _bit(high_ns: float, low_ns: float, *, last: bool) -> int:
    bit = int(_within(high_ns, T1H_NS))
    assert bit or _within(high_ns, T0H_NS), high_ns
    if not last:  # the low of the last bit is part of the reset
        assert _within(low_ns, T1L_NS if bit else T0L_NS), low_ns
        assert _within(high_ns + low_ns, BIT_NS)
    return bit


def _within(ns: float, bounds: tuple[int, int]) -> bool:
    return bounds[0] <= ns <= bounds[1]


class RecordingBus:
    """Something with the methods of `busio.SPI` that keeps what is sent.

    Attributes:
        sent: every transfer.
        hz: the speed it was told.
        broken: it refuses from now on.
        closed: it has been let go of.
    """

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.hz = 100_000
        self.broken = False
        self.closed = False
        self._locked = False

    @property
    def frequency(self) -> int:
        return self.hz

    def try_lock(self) -> bool:
        assert not self._locked
        self._locked = True
        return True

    def unlock(self) -> None:
        self._locked = False

    def configure(self, *, baudrate: int, polarity: int, phase: int) -> None:
        assert self._locked
        assert (polarity, phase) == (0, 0)
        self.hz = baudrate

    def write(self, data: bytes) -> None:
        assert self._locked
        if self.broken:
            raise OSError(19, "No such device")
        self.sent.append(bytes(data))

    def deinit(self) -> None:
        self.closed = True
