"""An I2C bus with PN532 chips behind multiplexers, with the API of `busio.I2C`.

Source: PN532 user manual UM0701-02, 6.2.4; TCA9548A data sheet.
"""

import errno
import os
from collections.abc import Mapping
from typing import Final

from hardware.clock import Clock
from hardware.simulated.pn532.answering import AnsweringChip
from hardware.simulated.pn532.pins import EmulatedPin

ADDRESS: Final = 0x24
"""The address of every PN532; it cannot be changed."""
MULTIPLEXERS: Final = range(0x70, 0x78)
CHANNELS: Final = range(8)
READY: Final = 0x01
NO_ANSWER: Final = getattr(errno, "EREMOTEIO", errno.ENXIO)
"""Linux's error number if no chip answers; other systems have none."""


class EmulatedI2cBus:
    """One bus with some chips, each behind a channel of a TCA9548A. Not thread-safe.

    Args:
        channels: the chip behind each channel: by address of the multiplexer and number of the
            channel.
        clock: the board's.
        direct: a chip on the bus itself, behind no multiplexer.
        transfer_s: time of each transfer besides its bits, charged to the clock together
            with these; None if transfers cost nothing but the real time they take.
        frequency: bits per second.

    Attributes:
        reset_pin: low resets all multiplexers, and frees a bus that hangs.
        transfers: number of transfers.
        collisions: number of transfers that reached more than one chip.
    """

    def __init__(
        self,
        channels: Mapping[tuple[int, int], AnsweringChip],
        clock: Clock,
        *,
        direct: AnsweringChip | None = None,
        transfer_s: float | None = None,
        frequency: int = 100_000,
    ) -> None:
        for address, channel in channels:
            if address not in MULTIPLEXERS or channel not in CHANNELS:
                raise ValueError(f"no TCA9548A has address {address:#x} and channel {channel}")
        self._channels = dict(channels)
        self._direct = direct
        self._clock = clock
        self._transfer_s = transfer_s
        self._masks = {address: 0 for address, _ in channels}
        self._locked = False
        self._hangs = False
        self.frequency = frequency
        self.transfers = self.collisions = 0
        self.reset_pin = EmulatedPin("reset of the multiplexers")
        self.reset_pin.watch(self._pin_changed)

    # Called by a driver

    def try_lock(self) -> bool:
        """Lock the bus, if it is free."""
        taken, self._locked = self._locked, True
        return not taken

    def unlock(self) -> None:
        """Unlock the bus.

        Raises:
            ValueError: it is not locked.
        """
        if not self._locked:
            raise ValueError("Not locked")
        self._locked = False

    def deinit(self) -> None:
        """Release the bus for good."""

    def scan(self) -> list[int]:
        """Return the addresses at which a device answers now.

        Raises:
            OSError: the bus hangs.
        """
        self._spend(len(range(0x08, 0x78)))
        there = set(self._masks)
        if any(chip.is_there() for chip in self._reached()):
            there.add(ADDRESS)
        return sorted(there)

    def writeto(
        self,
        address: int,
        buffer: bytes | bytearray,
        *,
        start: int = 0,
        end: int | None = None,
        stop: bool = True,
    ) -> None:
        """Send bytes to an address.

        Raises:
            OSError: no device answers there, or the bus hangs.
        """
        data = bytes(buffer[start:end])
        self._spend(1 + len(data))
        if address in self._masks:
            if data:
                self._masks[address] = data[-1]
            return
        for chip in self._called(address):
            chip.wake("i2c")
            if data:
                chip.write(data, anew=True)

    def readfrom_into(
        self,
        address: int,
        buffer: bytearray | memoryview,
        *,
        start: int = 0,
        end: int | None = None,
        stop: bool = True,
    ) -> None:
        """Fill a buffer with bytes from an address.

        Raises:
            OSError: no device answers there, or the bus hangs.
        """
        length = len(buffer[start:end])
        self._spend(1 + length)
        if address in self._masks:
            answers = [bytes([self._masks[address]]) * length]
        else:
            answers = [self._read(chip, length) for chip in self._called(address, reading=True)]
        together = answers[0]
        for answer in answers[1:]:
            together = bytes(one & other for one, other in zip(together, answer, strict=True))
        buffer[start : start + length] = together

    def writeto_then_readfrom(
        self,
        address: int,
        buffer_out: bytes | bytearray,
        buffer_in: bytearray | memoryview,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
        stop: bool = False,
    ) -> None:
        """Send bytes to an address, then read from it.

        Raises:
            OSError: no device answers there, or the bus hangs.
        """
        self.writeto(address, buffer_out, start=out_start, end=out_end, stop=stop)
        self.readfrom_into(address, buffer_in, start=in_start, end=in_end)

    # Faults

    def hang(self) -> None:
        """Hold a line down: no transfer works until the bus is reset."""
        self._hangs = True

    @property
    def hangs(self) -> bool:
        """True if a line is held down."""
        return self._hangs

    def reset(self) -> None:
        """Reset by the reset pin: close all channels, and free the bus."""
        self._hangs = False
        self._masks = dict.fromkeys(self._masks, 0)

    def _pin_changed(self) -> None:
        if not self.reset_pin.value:
            self.reset()

    def _spend(self, count: int) -> None:
        """Charge a transfer of that many bytes, of nine bits each."""
        self.transfers += 1
        if self._transfer_s is not None:
            self._clock.sleep(self._transfer_s + count * 9 / self.frequency)
        if self._hangs:
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))

    def _reached(self) -> list[AnsweringChip]:
        """Return the chips that are connected to the bus now."""
        chips = [] if self._direct is None else [self._direct]
        for (address, channel), chip in self._channels.items():
            if self._masks[address] >> channel & 1:
                chips.append(chip)
        return chips

    def _called(self, address: int, *, reading: bool = False) -> list[AnsweringChip]:
        """Return the chips that answer to an address."""
        chips = [
            chip
            for chip in self._reached()
            if address == ADDRESS and chip.is_there(reading=reading)
        ]
        if not chips:
            raise OSError(NO_ANSWER, os.strerror(NO_ANSWER))
        if len(chips) > 1:
            self.collisions += 1
        return chips

    def _read(self, chip: AnsweringChip, length: int) -> bytes:
        """Return a status byte, and if the chip is ready and more is read, its frame."""
        chip.wake("i2c")
        if not length or not chip.ready():
            return bytes(length)
        if length == 1:
            return bytes([READY])
        return (bytes([READY]) + chip.take())[:length].ljust(length, b"\x00")
