"""Replays a recording of wires to the driver: each chip says what it said, when it said it.

A driver need not poll exactly as the one before: what counts is what it sends. A command that
comes a little early waits for its recorded time; one that comes much earlier, or late, gets its
answers as long after it as they were recorded.
"""

import errno
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hardware.clock import Clock
from hardware.simulated.pn532.faults import Faults
from hardware.simulated.pn532.profile import Habits
from hardware.transfers import Transfer

READY: Final = 0x01
EARLY_S: Final = 0.02
"""Time by which a driver may be faster than it was: it is more if readers are in another order."""
ROUNDED_S: Final = 2e-6
"""Difference of two times that are rounded in a recording."""
TAIL_S: Final = 1.0
"""Time before the end of a recording in which a wire may miss its last transfers: recording ends
anywhere, and a co-processor tells late."""
ABSENT: Final = 0x00
"""Status byte of a wire on which nothing was recorded."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something a driver does that it did not do when its wires were recorded.

    Attributes:
        square: the square of the chip.
        at_s: time on the replaying clock.
        line: line of the recording; 0 after the last one.
        what: the difference in words.
    """

    square: int
    at_s: float
    line: int
    what: str

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line else "after the last line of its wire"
        return f"square {self.square}, {self.at_s:.6f} s, {place}: {self.what}"


@dataclass(frozen=True, slots=True)
class RecordedTransfer:
    """A transfer and its line in the recording."""

    line: int
    transfer: Transfer


def recorded(said: Iterable[object]) -> dict[int, list[RecordedTransfer]]:
    """Return the transfers of each wire, with their lines.

    Args:
        said: all events of a trace.
    """
    wires: dict[int, list[RecordedTransfer]] = {}
    for line, each in enumerate(said, start=2):
        if isinstance(each, Transfer):
            wires.setdefault(each.square, []).append(RecordedTransfer(line, each))
    return wires


class ReplayedChip:
    """The chip of a square, as its wire was recorded. For virtual time.

    Args:
        square: its square.
        wire: the transfers with it, in their order.
        clock: the replaying time, which is moved to that of each transfer.
        differences: gets those of the driver.
        ends_s: end of the recording, of all wires.

    Attributes:
        began_s: the moment of the recording's zero.
    """

    mode = "awake"

    def __init__(
        self,
        square: int,
        wire: Sequence[RecordedTransfer],
        clock: Clock,
        differences: list[Difference],
        ends_s: float,
    ) -> None:
        self.square = square
        self.habits = Habits()
        self.faults = Faults()
        self.began_s = clock.now_s()
        self._wire = wire
        self._clock = clock
        self._differences = differences
        self._ends_s = ends_s
        self._next = 0
        self._shift_s = 0.0
        self._polled: Transfer | None = None

    @property
    def left(self) -> int:
        """Number of transfers that are still to come."""
        return len(self._wire) - self._next

    # What buses and lines ask for

    def set_reset_line(self, *, low: bool) -> None:
        """Do nothing: what a reset changes has been recorded."""

    def wake(self, wire: object) -> None:
        """Do nothing: it is awake whenever it answers."""

    def is_there(self, *, reading: bool = False) -> bool:
        """Check whether it acknowledged its address.

        Raises:
            OSError: the bus failed.
        """
        if reading:
            return _acknowledged(self._poll())
        self._skip_to_sent()
        following = self._following()
        if following is None or following.error is None:
            return following is not None
        self._pass()
        return _acknowledged(following)

    def write(self, data: bytes, at_s: float | None = None, *, anew: bool = False) -> None:
        """Compare bytes of the driver with those of the recording."""
        self._skip_to_sent()
        following = self._following()
        if following is None:
            self._differ(f"{data.hex()} is sent, and nothing was")
            return
        assert following.sent is not None
        if following.sent != data:
            self._differ(f"{data.hex()} is sent instead of {following.sent.hex()}")
        if self._late_s_of(following) < -EARLY_S:
            self._shift_s = self._late_s_of(following)
            self._next += 1
        else:
            self._shift_s = 0.0
            self._pass()
            self._shift_s = max(self._late_s_of(following), 0.0)
        self._polled = None

    def ready(self) -> bool:
        """Check whether the last poll found a frame."""
        return self._polled is not None and self._polled.status == bytes((READY,))

    def status(self) -> int:
        """Return the status byte of the next poll."""
        polled = self._poll()
        return polled.status[0] if polled is not None and polled.status else ABSENT

    def take(self) -> bytes:
        """Return the bytes received next."""
        polled = self._polled
        if polled is not None and polled.got is not None:  # I2C: they came with the status byte
            return polled.got
        while (following := self._following()) is not None and following.got is None:
            if following.sent is not None:
                break
            self._next += 1
        if following is None or following.got is None:
            self._differ("a frame is read, and none was")
            return b""
        self._pass()
        return following.got

    def stream(self, until_s: float | None = None) -> list[tuple[float, bytes]]:
        """Return the bytes that have come by now on a serial line."""
        now_s = self._clock.now_s() + ROUNDED_S
        data = b""
        while (due_s := self.next_s()) is not None and due_s <= now_s:
            data += self._wire[self._next].transfer.got or b""
            self._next += 1
        return [(self._clock.now_s(), data)] if data else []

    def next_s(self) -> float | None:
        """Return when bytes come next on a serial line; None if the driver is to speak first."""
        following = self._following()
        if following is None or following.got is None:
            return None
        return self._now_of(following.end_s)

    # The recording

    def _following(self) -> Transfer | None:
        return self._wire[self._next].transfer if self.left else None

    def _poll(self) -> Transfer | None:
        """Return the poll of this moment; the last one again after the last before a command."""
        now_s = self._clock.now_s()
        while self.left > 1 and (poll := self._following()) is not None and _is_poll(poll):
            later = self._wire[self._next + 1].transfer
            if later.status is None or self._now_of(later.at_s) > now_s:
                break
            self._next += 1
        following = self._following()
        if following is not None and following.status is not None:
            self._pass()
            self._polled = following
        elif not self.ready() or following is None or following.sent is not None:
            return self._busy()
        return self._polled

    def _busy(self) -> Transfer | None:
        """Return the poll that finds nothing any more."""
        if self.ready():
            self._polled = None
        return self._polled

    def _skip_to_sent(self) -> None:
        """Pass over what the driver does not ask for any more."""
        while (following := self._following()) is not None and following.sent is None:
            self._next += 1

    def _pass(self) -> None:
        """Let the next transfer pass, and its time."""
        transfer = self._wire[self._next].transfer
        self._next += 1
        self._clock.sleep(self._now_of(transfer.end_s) - self._clock.now_s())

    def _now_of(self, recorded_s: float) -> float:
        return self.began_s + self._shift_s + recorded_s

    def _late_s_of(self, transfer: Transfer) -> float:
        """Return how much later it is than at the end of a transfer in the recording."""
        return self._clock.now_s() - self.began_s - transfer.end_s

    def _differ(self, what: str) -> None:
        at_s = self._clock.now_s() - self.began_s
        if not self.left and at_s > self._ends_s - TAIL_S:
            return
        line = self._wire[self._next].line if self.left else 0
        self._differences.append(Difference(self.square, at_s, line, what))


def replayed_chips(
    wires: Mapping[int, Sequence[RecordedTransfer]],
    squares: Iterable[int],
    clock: Clock,
    differences: list[Difference],
) -> dict[int, ReplayedChip]:
    """Return the chips of a board; those without a recording are silent."""
    ends_s = end_of(wires)
    return {
        square: ReplayedChip(square, wires.get(square, ()), clock, differences, ends_s)
        for square in squares
    }


def end_of(wires: Mapping[int, Sequence[RecordedTransfer]]) -> float:
    """Return the time of the last transfer of all wires; 0 if there is none."""
    return max((wire[-1].transfer.end_s for wire in wires.values() if wire), default=0.0)


def _is_poll(transfer: Transfer) -> bool:
    return transfer.status is not None and transfer.got is None


def _acknowledged(transfer: Transfer | None) -> bool:
    if transfer is not None and transfer.error == "bus-error":
        raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
    return transfer is not None and transfer.error is None
