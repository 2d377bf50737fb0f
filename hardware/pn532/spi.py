"""PN532 chips on a shared SPI bus, one selected at a time.

The chip sends and takes the least significant bit of a byte first, which no SPI controller
of a Raspberry Pi does: bytes are turned round here (UM0701-02, 6.2.5).
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

from hardware.clock import Clock
from hardware.errors import BusError
from hardware.pn532.patience import SelectPatience
from hardware.pn532.wire import (
    MOST_ZEROS,
    PREAMBLE,
    SHORT,
    cut_out,
    missing,
    zeros_before,
)
from hardware.sensing.settings import Timing

TURNED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_WRITE, STATUS, READ = (TURNED[byte : byte + 1] for byte in (0x01, 0x02, 0x03))
_USUAL: Final = Timing()
_READY: Final = 0x80
"""Status byte of a chip with a frame to be read, turned round. Chips that are busy or asleep are
reported to send 08, AA or FF as well as 00: no single bit tells (Adafruit-PN532, issue 117)."""


class Pin(Protocol):
    """An output pin, such as `digitalio.DigitalInOut`."""

    value: bool


class Select(Protocol):
    """Chooses the chip that the bus talks to."""

    def select(self, square: int) -> None:
        """Pull one chip's select line low, and no other."""
        ...

    def release(self) -> None:
        """Let all select lines go high."""
        ...


class Lines:
    """A pin for every chip."""

    def __init__(self, pins: Mapping[int, Pin]) -> None:
        self._pins = pins
        self._selected: Pin | None = None
        for pin in pins.values():
            pin.value = True

    def select(self, square: int) -> None:
        """Pull one pin low."""
        self.release()
        self._selected = self._pins[square]
        self._selected.value = False

    def release(self) -> None:
        """Let it go high."""
        if self._selected is not None:
            self._selected.value = True
            self._selected = None


class Decoders:
    """Two decoders, one for rows and one for columns, that are enabled together.

    Args:
        rows: the address pins of the row decoder, lowest bit first.
        columns: those of the column decoder.
        enable: low while a chip is selected.
        lines: row line and column line of every square.
    """

    def __init__(
        self,
        rows: Sequence[Pin],
        columns: Sequence[Pin],
        enable: Pin,
        lines: Mapping[int, tuple[int, int]],
    ) -> None:
        self._enable = enable
        self._pins = (*rows, *columns)
        self._addresses = {
            square: row | column << len(rows) for square, (row, column) in lines.items()
        }
        self._address: int | None = None
        self._enabled = True  # as far as is known: a write that failed is repeated
        self.release()

    def select(self, square: int) -> None:
        """Set both addresses, then enable."""
        self.release()
        address = self._addresses[square]
        if address != self._address:
            self._set(address)
        self._enabled = True
        self._enable.value = False

    def release(self) -> None:
        """Disable both decoders; does nothing if they are."""
        if self._enabled:
            self._enable.value = True
            self._enabled = False

    def _set(self, address: int) -> None:
        """Change the pins that differ; all of them after a failure."""
        differs = -1 if self._address is None else address ^ self._address
        self._address = None
        for bit, pin in enumerate(self._pins):
            if differs >> bit & 1:
                pin.value = bool(address >> bit & 1)
        self._address = address


class ShiftRegisters:
    """A chain of shift registers such as the 74HC595; a chip is selected by a zero.

    A write to a pin takes longer than a byte on the bus: no more bits are shifted than it takes
    to bring the zero to its output, or out of the chain.

    Args:
        data: serial data.
        clock: shifts at its rising edge.
        latch: shows the shifted bits at its rising edge.
        registers: number of registers of eight outputs.
        outputs: the output of every square, from 0, the last one to be shifted in.
    """

    def __init__(
        self, data: Pin, clock: Pin, latch: Pin, registers: int, outputs: Mapping[int, int]
    ) -> None:
        self._data, self._clock, self._latch = data, clock, latch
        self._outputs = outputs
        self._length = 8 * registers
        clock.value = latch.value = False
        data.value = True
        self._zero: int | None = 0  # what the outputs show is not known
        self.release()

    def select(self, square: int) -> None:
        """Bring a zero to the output of one chip, ones to all others."""
        self._push_out()
        self._zero = self._outputs[square]
        self._data.value = False
        self._shift(1)
        self._data.value = True
        self._shift(self._zero)
        self._show()

    def release(self) -> None:
        """Bring ones to all outputs."""
        self._push_out()
        self._show()

    def _push_out(self) -> None:
        if self._zero is not None:
            self._shift(self._length - self._zero)
            self._zero = None

    def _shift(self, bits: int) -> None:
        for _ in range(bits):
            self._clock.value = True
            self._clock.value = False

    def _show(self) -> None:
        self._latch.value = True
        self._latch.value = False


class SharedSpi:
    """An SPI bus and its chip select. For one thread.

    Args:
        spi: has the methods of `busio.SPI`.
        select: chooses the chip.
        clock_hz: at most 5 MHz.
        clock: for the time that waking takes.
        reset: resets all chips of the bus, None if nothing can; of lengths that it is given.
        timing: durations of selecting and waking a chip.
    """

    def __init__(
        self,
        spi: Any,
        select: Select,
        clock_hz: int,
        clock: Clock,
        reset: Callable[..., None] | None = None,
        timing: Timing = _USUAL,
    ) -> None:
        if not spi.try_lock():
            raise BusError("the SPI bus is in use by another program part")
        spi.configure(baudrate=clock_hz, polarity=0, phase=0)
        self.spi = spi
        self.select = select
        self.clock = clock
        self.timing = timing
        self._reset = reset
        self.resets_chips = reset is not None
        self._held = True

    def set_clock(self, clock_hz: int) -> None:
        """Set the speed of the bus, at most 5 MHz."""
        self.spi.configure(baudrate=clock_hz, polarity=0, phase=0)

    def reset(self, *lengths_s: float) -> None:
        """Release all select lines, and reset the chips if there is a reset line.

        Args:
            lengths_s: time to hold the line, and to wait afterwards; by the settings unless given.
        """
        try:
            self.select.release()
            if self._reset is not None:
                self._reset(*lengths_s)
        except OSError as error:
            raise BusError(f"the SPI bus cannot be reset: {error}") from error

    def close(self) -> None:
        """Release the bus."""
        if self._held:
            self._held = False
            # No more is sent: a select line that stays low does no harm.
            with suppress(OSError):
                self.select.release()
            self.spi.unlock()


class SpiWire:
    """The line to the chip of one square."""

    late_s = 0.0

    def __init__(self, bus: SharedSpi, square: int) -> None:
        self._bus = bus
        self._spi = bus.spi
        self._square = square
        self._zeros = PREAMBLE
        self._patience = SelectPatience(bus.timing.select_s, bus.timing.wake_s)

    def wake(self) -> None:
        """Wake the chip by the next command: it is selected for a while before."""
        self._patience.wake()

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        pause_s = self._patience.next_s()
        self._bus.select.select(self._square)
        try:
            self._bus.clock.sleep(pause_s)
            self._spi.write(_WRITE + frame.translate(TURNED))
        except Exception as error:
            if type(error) is Exception:  # Blinka's bus makes a plain one of a timeout
                raise TimeoutError(f"{error}") from error
            raise
        finally:
            self._bus.select.release()

    def ready(self) -> bool:
        """Ask for the status byte."""
        answer = bytearray(2)
        self._bus.select.select(self._square)
        try:
            self._spi.write_readinto(STATUS + b"\0", answer)
        finally:
            self._bus.select.release()
        if answer[1] != _READY:
            return False
        self._patience.heard()
        return True

    def read(self, most: int) -> bytes:
        """Take a frame: the bytes of a short one, then those that its header announces."""
        length = min(most, SHORT) - PREAMBLE + self._zeros
        start = bytearray(1 + length)
        self._bus.select.select(self._square)
        try:
            self._spi.write_readinto(READ + bytes(length), start)
            held = bytes(start[1:].translate(TURNED))
            while rest := missing(held):
                more = bytearray(rest)
                self._spi.write_readinto(bytes(rest), more)
                held += more.translate(TURNED)
        finally:
            self._bus.select.release()
        self._zeros = min(zeros_before(held), MOST_ZEROS)
        return cut_out(held)
