"""An SPI bus with PN532 chips, with the API of `busio.SPI`.

The chips send and expect the lowest bit first and the bus the highest, so that every byte
arrives with its bits in reverse. Source: PN532 user manual UM0701-02, 6.2.5.
"""

import random
from collections.abc import Mapping
from typing import Final

from hardware.clock import Clock
from hardware.simulated.pn532.answering import AnsweringChip
from hardware.simulated.pn532.chip import ROUNDING_S
from hardware.simulated.pn532.pins import EmulatedSelect

REVERSED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""Each byte with its bits the other way round."""

WRITE: Final = 0x01
STATUS: Final = 0x02
READ: Final = 0x03

FASTEST_HZ: Final = 5_000_000
WAKE_S: Final = 0.002
"""Time of selection that wakes a chip."""


class _Port:
    """The SPI side of one chip: handles one period of being selected."""

    def __init__(self, chip: AnsweringChip, clock: Clock) -> None:
        self.chip = chip
        self._clock = clock
        self._since_s = 0.0
        self._direction: int | None = None
        self._begun = False
        self._frame: bytes | None = None

    def select(self) -> None:
        self._since_s = self._clock.now_s()
        self._direction = None
        self._begun = False
        self._frame = None

    def wake(self) -> None:
        if self._clock.now_s() - self._since_s >= WAKE_S - ROUNDING_S:
            self.chip.wake("spi")

    def exchange(self, data: bytes, began_s: float) -> bytes:
        """Take in bytes from a time on, lowest bit first; return the bytes sent back meanwhile."""
        self.wake()
        head = 0
        if self._direction is None:
            self._direction, head = data[0], 1
        rest = data[head:]
        answer = bytes(len(data))
        if self._direction == WRITE:
            hears = self._begun or began_s - self._since_s >= self.chip.habits.select_s - ROUNDING_S
            if rest and hears:
                self.chip.write(rest, anew=not self._begun)
                self._begun = True
        elif self._direction == STATUS:
            answer = bytes(head) + bytes([self.chip.status()]) * len(rest)
        elif self._direction == READ and rest:
            if self._frame is None:
                self._frame = self.chip.take()
            answer = bytes(head) + self._frame[: len(rest)].ljust(len(rest), b"\x00")
            self._frame = self._frame[len(rest) :]
        return answer


class EmulatedSpiBus:
    """One bus with some chips. Not thread-safe, as the real one is not.

    Args:
        chips: the chips on it by square.
        select: the chips that are selected.
        clock: the board's.
        transfer_s: time of each transfer besides its bits, charged to the clock together
            with these; None if transfers cost nothing but the real time they take.
        fastest_hz: the fastest clock that the wires follow; at a faster one bits are wrong.
        rng: draws the wrong bits.

    Attributes:
        transfers: number of transfers.
        collisions: number of transfers with more than one chip selected.
        baudrate: bits per second.
    """

    def __init__(
        self,
        chips: Mapping[int, AnsweringChip],
        select: EmulatedSelect,
        clock: Clock,
        *,
        transfer_s: float | None = None,
        fastest_hz: float = FASTEST_HZ,
        rng: random.Random | None = None,
    ) -> None:
        self._fastest_hz = fastest_hz
        self._rng = rng or random.Random(0)
        self._ports = {square: _Port(chip, clock) for square, chip in chips.items()}
        self._select = select
        self._clock = clock
        self._transfer_s = transfer_s
        self._locked = False
        self._selected: Mapping[int, _Port] = {}
        self.baudrate = 100_000
        self.transfers = self.collisions = 0
        select.watch(self._reselect)
        self._reselect()

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

    def configure(
        self, baudrate: int = 100_000, polarity: int = 0, phase: int = 0, bits: int = 8
    ) -> None:
        """Set the clock, which goes up to 5 MHz, and the mode, which has to be 0.

        Raises:
            RuntimeError: the bus is not locked.
            ValueError: the chips do not support it.
        """
        if not self._locked:
            raise RuntimeError("First call try_lock()")
        if polarity or phase or bits != 8 or not 0 < baudrate <= 5_000_000:
            raise ValueError("a PN532 takes bytes in mode 0, at 5 MHz or less")
        self.baudrate = baudrate

    @property
    def frequency(self) -> int:
        """Bits per second."""
        return self.baudrate

    def write(self, buf: bytes | bytearray, start: int = 0, end: int | None = None) -> None:
        """Send bytes, and ignore the bytes received."""
        self._transfer(bytes(buf[start:end]))

    def readinto(
        self,
        buf: bytearray | memoryview,
        start: int = 0,
        end: int | None = None,
        write_value: int = 0,
    ) -> None:
        """Read bytes while sending the same one all the time."""
        length = len(buf[start:end])
        buf[start : start + length] = self._transfer(bytes([write_value]) * length)

    def write_readinto(
        self,
        buffer_out: bytes | bytearray,
        buffer_in: bytearray | memoryview,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        """Send bytes and read as many.

        Raises:
            ValueError: the two are not of the same length.
        """
        data = bytes(buffer_out[out_start:out_end])
        if len(buffer_in[in_start:in_end]) != len(data):
            raise ValueError("Slices must be equal length.")
        buffer_in[in_start : in_start + len(data)] = self._transfer(data)

    def _transfer(self, data: bytes) -> bytes:
        self.transfers += 1
        began_s = self._clock.now_s()
        if self._transfer_s is not None:
            self._clock.sleep(self._transfer_s + len(data) * 8 / self.baudrate)
        if not data or not self._selected:
            return bytes(len(data))
        if len(self._selected) > 1:
            self.collisions += 1
        given = self._distort(data.translate(REVERSED))
        answers = [port.exchange(given, began_s) for port in self._selected.values()]
        together = answers[0]
        for answer in answers[1:]:
            together = bytes(one & other for one, other in zip(together, answer, strict=True))
        return self._distort(together).translate(REVERSED)

    def _distort(self, data: bytes) -> bytes:
        """Return bytes as they arrive: with wrong bits if the clock is too fast for the wires."""
        excess = self.baudrate / self._fastest_hz - 1
        if excess <= 0:
            return data
        wrong = bytearray(data)
        for place in range(len(wrong)):
            if self._rng.random() < excess:
                wrong[place] ^= 1 << self._rng.randrange(8)
        return bytes(wrong)

    def _reselect(self) -> None:
        before, ports = self._selected, self._ports
        selected = sorted(ports.keys() & self._select.selected)
        self._selected = now = {square: ports[square] for square in selected}
        for square, port in before.items():
            if square not in now:
                port.wake()
        for square, port in now.items():
            if square not in before:
                port.select()
