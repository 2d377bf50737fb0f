"""The two lines of a UART between a chip and a host.

Source: PN532 user manual UM0701-02, 6.2.3; PN532 data sheet for what wakes it.
"""

from itertools import pairwise
from math import ceil, floor
from typing import Final

from hardware.clock import Clock
from hardware.simulated.pn532.answering import AnsweringChip

WAKING_EDGES: Final = 5
"""Number of rising edges of the line that wake a sleeping chip."""
BITS: Final = 10
"""Bits on the line for one byte: with start and stop."""
BAUD: Final = 115_200
"""Baud rate the chip starts with (UM0701-02, 6.2.3); nothing sets another."""


def rising_edges(byte: int) -> int:
    """Return the number of rising edges of a byte, its stop bit included."""
    levels = [0, *(byte >> place & 1 for place in range(8)), 1]
    return sum(before < after for before, after in pairwise(levels))


class UartLine:
    """The two lines between a chip and a host.

    Args:
        chip: of the lines.
        clock: the board's.
        latency_s: period of the adapter's latency timer: bytes reach the host at its ticks.
        instant: True if bytes take no time on the line.
    """

    def __init__(
        self,
        chip: AnsweringChip,
        clock: Clock,
        latency_s: float = 0.0,
        *,
        instant: bool = False,
    ) -> None:
        self._latency_s = latency_s
        self.chip = chip
        self._clock = clock
        self._byte_s = 0.0 if instant else BITS / BAUD
        self._edges = 0
        self._sent_s = 0.0
        self._coming: list[tuple[float, bytes]] = []
        self._free_s = 0.0

    def send(self, data: bytes) -> None:
        """Send bytes from the host to the chip."""
        self._collect()
        self._sent_s = max(self._sent_s, self._clock.now_s()) + len(data) * self._byte_s
        if self.chip.mode in ("starting", "asleep"):
            data = self._wake(data)
        else:
            self._edges = 0
        if data:
            self.chip.write(data, self._sent_s)
            if self.chip.faults.has("stuck_ready"):
                self._coming.append((self._sent_s, self.chip.take()))

    def arrived(self) -> int:
        """Return the number of bytes from the chip that have arrived at the host."""
        self._collect()
        now_s = self._clock.now_s()
        return sum(self._passed(start_s, frame, now_s) for start_s, frame in self._coming)

    def receive(self, most: int) -> bytes:
        """Return bytes from the chip that have arrived, up to a number."""
        self._collect()
        now_s = self._clock.now_s()
        received = bytearray()
        while self._coming and len(received) < most:
            start_s, frame = self._coming[0]
            count = min(self._passed(start_s, frame, now_s), most - len(received))
            received += frame[:count]
            if count < len(frame):
                self._coming[0] = (start_s + count * self._byte_s, frame[count:])
                break
            del self._coming[0]
        return bytes(received)

    def clear(self) -> None:
        """Drop the bytes on their way to the host."""
        self._collect()
        self._coming.clear()

    def next_s(self) -> float | None:
        """Return the time a byte may arrive next; None if none is expected."""
        due_s = self._coming[0][0] if self._coming else self.chip.next_s()
        if due_s is None:
            return None
        due_s += self._byte_s
        if self._latency_s:
            due_s = ceil(due_s / self._latency_s) * self._latency_s
        return due_s

    def _wake(self, data: bytes) -> bytes:
        """Let bytes wake the chip; return those it is awake to receive."""
        for place, byte in enumerate(data):
            self._edges += rising_edges(byte)
            if self._edges >= WAKING_EDGES:
                self._edges = 0
                self.chip.wake("uart")
                return data[place + 1 :]
        return b""

    def _collect(self) -> None:
        for due_s, frame in self.chip.stream():
            start_s = max(due_s, self._free_s)
            self._free_s = start_s + len(frame) * self._byte_s
            if frame:
                self._coming.append((start_s, frame))

    def _passed(self, start_s: float, frame: bytes, now_s: float) -> int:
        """Return the number of bytes of a frame that have arrived."""
        if self._latency_s:
            now_s = floor(now_s / self._latency_s) * self._latency_s
        if now_s < start_s:
            return 0
        if not self._byte_s:
            return len(frame)
        return min(len(frame), int((now_s - start_s) / self._byte_s + 1e-6))
