"""PN532 chips on an I2C bus, each behind a channel of a TCA9548A multiplexer.

All chips have the same address, so one channel is open at a time; the library for the
multiplexer opens it for a transfer and closes it afterwards.
"""

import errno
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Any, Final

from hardware.clock import Clock
from hardware.errors import BusError
from hardware.pn532.wire import (
    ACK,
    MOST_ZEROS,
    NACK,
    PREAMBLE,
    SHORT,
    Unacknowledged,
    cut_out,
    missing,
    zeros_before,
)
from hardware.sensing.settings import Timing

ADDRESS: Final = 0x24
"""Address of every PN532 (UM0701-02, 6.2.4)."""

_READY: Final = 0x01
UNACKNOWLEDGED: Final = frozenset(
    getattr(errno, name) for name in ("ENXIO", "EREMOTEIO", "EIO") if hasattr(errno, name)
)
"""Errors of transfers that nobody acknowledged, which adapters report in different ways.

Source: Linux kernel, Documentation/i2c/fault-codes.rst.
"""
_USUAL: Final = Timing()


class SharedI2c:
    """An I2C bus. For one thread.

    Args:
        i2c: has the methods of `busio.I2C`.
        clock: times the pauses between transfers.
        reset: resets the bus, for instance by the multiplexers' reset line; None if nothing can.
        timing: the pause between two transfers with one chip.
    """

    resets_chips = False

    def __init__(
        self,
        i2c: Any,
        clock: Clock,
        reset: Callable[[], None] | None = None,
        timing: Timing = _USUAL,
    ) -> None:
        self.i2c = i2c
        self.clock = clock
        self.pause_s = timing.pause_s
        self._reset = reset

    def reset(self) -> None:
        """Free the bus."""
        if self._reset is None:
            return
        try:
            self._reset()
        except OSError as error:
            raise BusError(f"the I2C bus cannot be reset: {error}") from error

    def close(self) -> None:
        """Do nothing: the bus is free between two transfers."""


class I2cWire:
    """The line to one chip.

    A frame is read in one transfer, from its status byte on, and its length is unknown before:
    it is assumed to be that of the last one, and requested again if it is not.

    A chip need not acknowledge its address before its answer is ready (WMT-GmbH/pn532, issue 4;
    UM0701-02, 6.2.4): that means "not yet", and whoever waits decides how long.

    Args:
        bus: the bus.
        channel: has the methods of `busio.I2C`: a channel of a multiplexer, or the bus itself.
    """

    late_s = 0.0

    def __init__(self, bus: SharedI2c, channel: Any) -> None:
        self._bus = bus
        self._channel = channel
        self._likely = SHORT + 2
        self._zeros = PREAMBLE
        self._expected = self._likely
        self._held: bytes | None = None
        self._again = False
        self._clear_s = -inf

    def wake(self) -> None:
        """Do nothing: being addressed wakes the chip."""

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        self._held, self._again = None, False
        self._send(frame)
        self._expected = len(ACK) - PREAMBLE + self._zeros

    def ready(self) -> bool:
        """Read the status byte and what comes with it; keep a whole frame."""
        if self._held is not None:
            return True
        if self._bus.clock.now_s() < self._clear_s:
            return False
        try:
            if self._again:
                self._send(NACK)
                self._again = False
                return False
            answer = self._read(1 + self._expected)
        except Unacknowledged:
            return False
        if answer[0] != _READY:
            return False
        self._keep(answer[1:])
        return self._held is not None

    def read(self, most: int) -> bytes:
        """Take the frame that is ready."""
        frame, self._held = self._held, None
        if frame is None:
            raise BusError("the chip was ready, and is no longer")
        self._expected = self._likely
        return frame

    def _keep(self, held: bytes) -> None:
        """Keep the frame; if its end is missing, have it sent again, and read all of it then."""
        rest = missing(held)
        if rest:
            self._expected = self._likely = len(held) + rest
            self._again = True
            return
        frame, self._zeros = cut_out(held), min(zeros_before(held), MOST_ZEROS)
        if frame != ACK:
            self._likely = max(len(frame) - PREAMBLE + self._zeros, SHORT)
        self._held = frame

    def _send(self, frame: bytes) -> None:
        self._transfer(lambda line: line.writeto(ADDRESS, frame))

    def _read(self, count: int) -> bytes:
        answer = bytearray(count)
        self._transfer(lambda line: line.readfrom_into(ADDRESS, answer))
        return bytes(answer)

    def _transfer(self, use: Callable[[Any], object]) -> None:
        """Use the channel; the bus is free afterwards, also after an error."""
        if self._bus.clock.now_s() < self._clear_s:
            raise Unacknowledged("it is too early for the next transfer")
        try:
            self._channel.try_lock()
            try:
                self._use(use)
            finally:
                self._channel.unlock()
        except Unacknowledged:
            raise
        except OSError as error:
            # The multiplexer's library keeps the lock if it is the multiplexer that refuses.
            with suppress(ValueError):
                self._bus.i2c.unlock()
            raise BusError(f"the I2C bus refused: {error}") from error
        finally:
            self._clear_s = self._bus.clock.now_s() + self._bus.pause_s

    def _use(self, use: Callable[[Any], object]) -> None:
        try:
            use(self._channel)
        except OSError as error:
            if error.errno in UNACKNOWLEDGED:
                raise Unacknowledged("the chip does not acknowledge its address") from error
            raise
