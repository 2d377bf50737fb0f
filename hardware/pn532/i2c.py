"""PN532 chips on an I2C bus, each behind a channel of a TCA9548A multiplexer.

All chips have the same address, so one channel is open at a time; the library for the
multiplexer opens it for a transfer and closes it afterwards.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from hardware.clock import Clock
from hardware.errors import BusError
from hardware.pn532.wire import ACK, NACK, PREAMBLE, SHORT, cut_out, missing, zeros_before

ADDRESS: Final = 0x24
"""Address of every PN532 (UM0701-02, 6.2.4)."""

_READY: Final = 0x01
_AGAIN_S: Final = 0.005
"""Longest time a chip may take to offer its last reply again."""
_LOOK_S: Final = 0.0003


class SharedI2c:
    """An I2C bus. For one thread.

    Args:
        i2c: has the methods of `busio.I2C`.
        clock: for the short wait for a reply that is sent again.
        reset: resets the bus, for instance by the multiplexers' reset line; None if nothing can.
    """

    def __init__(self, i2c: Any, clock: Clock, reset: Callable[[], None] | None = None) -> None:
        self.i2c = i2c
        self.clock = clock
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

    A reply has to be read in one transfer, from its status byte on, and its length is unknown
    before: it is assumed to be that of the last one, and requested again if it is not.

    Args:
        bus: the bus.
        channel: has the methods of `busio.I2C`: a channel of a multiplexer, or the bus itself.
    """

    def __init__(self, bus: SharedI2c, channel: Any) -> None:
        self._bus = bus
        self._channel = channel
        self._likely = SHORT + 2

    def wake(self) -> None:
        """Do nothing: being addressed wakes the chip."""

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        self._transfer(lambda line: line.writeto(ADDRESS, frame))

    def ready(self) -> bool:
        """Read the status byte."""
        return self._read(1)[0] == _READY

    def read(self, most: int) -> bytes:
        """Take a frame, its status byte apart."""
        frame = self._frame(min(self._likely, most) if most > len(ACK) else most)
        whole = zeros_before(frame) + len(cut_out(frame)) - PREAMBLE
        length = len(frame) + missing(frame) if missing(frame) else whole
        if length > most or most <= len(ACK):
            return cut_out(frame)
        self._likely = length
        if length > len(frame):
            frame = self._once_more(length)
        return cut_out(frame)

    def _frame(self, length: int) -> bytes:
        answer = self._read(1 + length)
        if answer[0] != _READY:
            raise BusError("the chip was ready, and is no longer")
        return answer[1:]

    def _once_more(self, length: int) -> bytes:
        """Request the last reply again by NACK."""
        self.write(NACK)
        until_s = self._bus.clock.now_s() + _AGAIN_S
        while not self.ready():
            if self._bus.clock.now_s() > until_s:
                raise BusError("the chip does not repeat its reply")
            self._bus.clock.sleep(_LOOK_S)
        return self._frame(length)

    def _read(self, count: int) -> bytes:
        answer = bytearray(count)
        self._transfer(lambda line: line.readfrom_into(ADDRESS, answer))
        return bytes(answer)

    def _transfer(self, use: Callable[[Any], object]) -> None:
        """Use the channel; the bus is free afterwards, also after an error."""
        try:
            self._channel.try_lock()
            try:
                use(self._channel)
            finally:
                self._channel.unlock()
        except OSError as error:
            # The multiplexer's library keeps the lock if it is the multiplexer that refuses.
            with suppress(ValueError):
                self._bus.i2c.unlock()
            raise BusError(f"the I2C bus refused: {error}") from error
