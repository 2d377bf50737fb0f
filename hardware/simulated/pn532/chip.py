"""A PN532 as its wires see it: bytes in, an ACK and a reply out, each when it is due."""

import random
import threading
from collections import deque
from dataclasses import dataclass
from typing import Final, Literal

from hardware.clock import Clock
from hardware.simulated.pn532.commands import ChipCommands, ChipState
from hardware.simulated.pn532.faults import Faults
from hardware.simulated.pn532.frames import (
    ACK,
    ERROR,
    Abort,
    FrameReader,
    Received,
    Resend,
    reply_frame,
)
from hardware.simulated.pn532.listing import Listing
from hardware.simulated.pn532.profile import Habits
from hardware.simulated.pn532.radio import Radio
from hardware.simulated.pn532.timing import ChipTiming

__all__ = ["ChipTiming", "EmulatedChip", "Wire"]

Wire = Literal["uart", "spi", "i2c"]
ROUNDING_S: Final = 1e-6
"""Tolerance of sums of times."""
WAKE_BITS: Final[dict[Wire, int]] = {"uart": 1 << 4, "spi": 1 << 5, "i2c": 1 << 7}

HANGS: Final = frozenset({"silent", "stuck_ready"})
"""Faults of a chip that does nothing any more."""

Mode = Literal["unpowered", "starting", "awake", "asleep"]
"""`starting` is LowVbat: the mode of a chip from power-up until a wire wakes it."""


@dataclass(frozen=True, slots=True)
class _Outgoing:
    """A frame on its way to the host."""

    due_s: float
    frame: bytes
    is_reply: bool = True
    sleeps: bool = False


class EmulatedChip:
    """One PN532. Safe to use from any thread.

    It is powered up when it is made, in LowVbat mode: a wire has to wake it, and it lists no
    tags before SAMConfiguration. A reply comes after its ACK has been taken.

    Args:
        square: the square its antenna is under.
        radio: the fields and tags.
        clock: the board's.
        timing: its durations.
        faults: its faults, to be switched at any time.
        habits: what its manual does not say of it.
        rng: draws what differs from time to time.
    """

    def __init__(
        self,
        square: int,
        radio: Radio,
        clock: Clock,
        timing: ChipTiming | None = None,
        faults: Faults | None = None,
        habits: Habits | None = None,
        rng: random.Random | None = None,
    ) -> None:
        self.square = square
        self.faults = faults or Faults()
        self.habits = habits or Habits()
        self._rng = rng or random.Random(square)
        self._radio = radio
        self._clock = clock
        self._timing = timing or ChipTiming()
        self._lock = threading.RLock()
        self._frames = FrameReader()
        self._commands = ChipCommands(square, radio, self._timing)
        self._out: deque[_Outgoing] = deque()
        self._listing: Listing | None = None
        self._last: _Outgoing | None = None
        self._previous = b""
        self._heard_s = 0.0
        self._asleep_at_s: float | None = None
        self._mode: Mode = "unpowered"
        self._plugged = True
        self._hung = False
        self._low_since_s: float | None = None
        self._deaf_until_s = 0.0
        self._used_s = float("-inf")
        self._circumstances_changed()
        self.faults.watch(self._circumstances_changed)

    # Power

    @property
    def mode(self) -> Mode:
        """True if it is awake."""
        with self._lock:
            self._settle(self._clock.now_s())
            return self._mode

    @property
    def configured(self) -> bool:
        """True if it is awake and would list tags."""
        return self.mode == "awake" and self._commands.state.configured

    def reset(self) -> None:
        """Reset it by the reset pin, for long enough."""
        with self._lock:
            self._hung = False
            if self._mode != "unpowered":
                self._power_up(self._clock.now_s())
                self._deaf_until_s = self._clock.now_s() + self.habits.boot_s

    def set_reset_line(self, *, low: bool) -> None:
        """Pull its reset line low, or let it go: a pulse that is too short does nothing."""
        with self._lock:
            now_s = self._clock.now_s()
            if low:
                self._low_since_s = now_s
            since_s = self._low_since_s
            if since_s is not None and now_s - since_s >= self.habits.reset_s - ROUNDING_S:
                self.reset()
            if not low:
                self._low_since_s = None

    def hang(self) -> None:
        """Let it hang until its reset line is pulled, or its plug."""
        with self._lock:
            self._hung = True
            self._circumstances_changed()

    def cut_power(self) -> None:
        """Pull its plug."""
        with self._lock:
            self._plugged = self._hung = False
            self._circumstances_changed()

    def restore_power(self) -> None:
        """Plug it in again."""
        with self._lock:
            self._plugged = True
            self._circumstances_changed()

    def wake(self, wire: Wire) -> None:
        """Wake it by a signal on a wire, if it sleeps."""
        with self._lock:
            now_s = self._clock.now_s()
            self._settle(now_s)
            may = self._mode == "starting" or self._commands.state.wakers & WAKE_BITS[wire]
            if self._mode in ("starting", "asleep") and may and not self._hangs():
                self._mode = "awake"
                self._frames.reset()
                self._radio.switch(self.square, "idle", now_s)

    def is_there(self, *, reading: bool = False) -> bool:
        """Check whether it acknowledges its address on I2C, to be read or written to."""
        with self._lock:
            if self._mode == "unpowered" or self.faults.strikes("busy"):
                return False
            now_s = self._clock.now_s()
            too_soon = now_s - self._used_s < self.habits.gap_s
            refused = too_soon or (reading and self.habits.refuses and not self.ready())
            if not refused:
                self._used_s = now_s
            return not refused

    # From the host

    def write(self, data: bytes, at_s: float | None = None, *, anew: bool = False) -> None:
        """Take in bytes from the host.

        Args:
            data: the bytes that arrive.
            at_s: arrival of the last byte; now unless given.
            anew: a transfer begins: earlier bytes are no part of this frame.
        """
        self.faults.hold_up()
        with self._lock:
            at_s = self._clock.now_s() if at_s is None else at_s
            self._settle(at_s)
            if self._mode != "awake" or self._hangs():
                return
            self._used_s = at_s
            if anew or at_s - self._heard_s > self._timing.gap_s:
                self._frames.reset()
            self._heard_s = at_s
            for received in self._frames.feed(self.faults.spoil(data)):
                self._take_in(received, at_s)

    # To the host

    def ready(self) -> bool:
        """Check whether a frame is ready to be taken: the status bit of SPI and I2C."""
        with self._lock:
            now_s = self._clock.now_s()
            self._settle(now_s)
            if self.faults.has("stuck_ready"):
                return self._mode != "unpowered"
            if (
                self._out
                and not self._out[0].is_reply
                and now_s < self._heard_s + self.habits.calm_s
            ):
                self._drop()
            return bool(self._out) and self._out[0].due_s <= now_s and not self._hangs()

    def status(self) -> int:
        """Return its status byte on SPI: 01 if a frame is ready."""
        if self.ready():
            return 0x01
        return self.habits.asleep if self.mode == "asleep" else self._rng.choice(self.habits.busy)

    def take(self) -> bytes:
        """Return the frame that is ready, as it arrives at the host; no bytes if none is."""
        with self._lock:
            if not self.ready():
                return b""
            if self.faults.has("stuck_ready"):
                return self._previous or self.faults.noise()
            return self._send(self._clock.now_s())

    def stream(self, until_s: float | None = None) -> list[tuple[float, bytes]]:
        """Return all frames that are due, with their times: a UART sends them by itself."""
        with self._lock:
            until_s = self._clock.now_s() if until_s is None else until_s
            sent: list[tuple[float, bytes]] = []
            self._settle(until_s)
            while self._out and self._out[0].due_s <= until_s and not self._hangs():
                due_s = self._out[0].due_s
                sent.append((due_s, self._send(due_s)))
                self._settle(until_s)
            return sent

    def next_s(self) -> float | None:
        """Return the time a frame may be due next; None if none is expected."""
        with self._lock:
            if self._out:
                return self._out[0].due_s
            return self._listing.next_s() if self._listing is not None else None

    # Inside

    def _hangs(self) -> bool:
        held = self._hung or self._low_since_s is not None
        deaf = held or self._clock.now_s() < self._deaf_until_s
        return deaf or not self.faults.active.isdisjoint(HANGS)

    def _power_up(self, now_s: float) -> None:
        self._drop()
        self._frames.reset()
        self._last = None
        self._asleep_at_s = None
        self._commands.field_off(now_s)
        self._commands.state = ChipState()
        self._mode = "starting"
        self._radio.switch(self.square, "asleep", now_s)

    def _circumstances_changed(self) -> None:
        with self._lock:
            now_s = self._clock.now_s()
            powered = self._plugged and not self.faults.has("lost_power")
            if powered == (self._mode == "unpowered"):
                self._power_up(now_s)
            if not powered:
                self._mode = "unpowered"
                self._radio.switch(self.square, "unpowered", now_s)
            if self._hangs():
                self._drop()
                self._commands.field_off(now_s)

    def _drop(self) -> None:
        self._out.clear()
        self._listing = None

    def _settle(self, now_s: float) -> None:
        """Work out all events until now."""
        if self._asleep_at_s is not None and self._asleep_at_s <= now_s:
            self._radio.switch(self.square, "asleep", self._asleep_at_s)
            self._asleep_at_s = None
            self._mode = "asleep"
        if self._listing is not None:
            outcome = self._listing.look(now_s)
            if outcome is not None:
                self._listing = None
                self._reply(outcome[0], self._commands.listed(outcome[1]))

    def _take_in(self, received: Received, at_s: float) -> None:
        if isinstance(received, Abort):
            self._drop()
        elif isinstance(received, Resend):
            if self._last is not None and not self._out and self._listing is None:
                self._out.append(_Outgoing(at_s + self._timing.ack_s, self._last.frame))
        elif self.faults.strikes("resets_itself"):
            self._power_up(at_s)
        elif not self.faults.strikes("busy"):
            self._carry_out(received.body, at_s)

    def _carry_out(self, command: bytes, at_s: float) -> None:
        self._drop()
        self._last = None
        self._asleep_at_s = None
        start_s = at_s + self.habits.ack_after_s(self._timing.ack_s, self._rng)
        self._out.append(_Outgoing(start_s, ACK, is_reply=False))
        outcome = self._commands.run(command, start_s)
        if isinstance(outcome, Listing):
            self._listing = outcome
        elif outcome is None:
            self._out.append(_Outgoing(start_s + self._timing.command_s + self._late_s(), ERROR))
        else:
            after_s = outcome.after_s
            if after_s == self._timing.command_s:
                after_s = self.habits.reply_after_s(after_s, self._rng)
            self._reply(start_s + after_s, outcome.body, sleeps=outcome.sleeps)

    def _reply(self, due_s: float, body: bytes, *, sleeps: bool = False) -> None:
        frame = reply_frame(body)
        self._out.append(_Outgoing(due_s + self._late_s(), frame, sleeps=sleeps))

    def _late_s(self) -> float:
        return self.faults.odds.late_s if self.faults.has("slow") else 0.0

    def _send(self, at_s: float) -> bytes:
        """Send the first frame that waits."""
        outgoing = self._out.popleft()
        frame = outgoing.frame
        if outgoing.is_reply:
            if outgoing.sleeps:
                self._asleep_at_s = at_s + self._timing.asleep_s
            if self._previous and self.faults.strikes("stale"):
                frame = self._previous
            self._previous = outgoing.frame
            self._last = outgoing
        if self.habits.preamble != 2 and frame.startswith(ACK[:2]):
            frame = bytes(self.habits.preamble) + frame[2:]
        return self.faults.spoil(frame)
