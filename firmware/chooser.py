"""Chip select: one pin for each chip, decoders, or a chain of shift registers."""
# ruff: noqa: F821 - the types of viper code

from array import array

import micropython
from machine import SPI, Pin
from micropython import const

_SHIFT_HZ = 8_000_000
# Words of the registers that set pins and clear them, many at once. Source: RP2040 datasheet,
# 2.3.1.7.
_SIO = const(0xD0000000)
_SET = const(5)
_CLEAR = const(6)

NOTHING = array("I", [0])
"""The patterns of a choice that cannot be made by masks of pins."""


class Pins:
    """Pins that select one chip: one for each, or those of decoders and their enable.

    Args:
        patterns: for each reader masks of the pins that go low first, then high, then low.
        rest: mask of the pins that are high while none is selected.
        outputs: all of these pins.

    Attributes:
        readers: how many there are.
        patterns: the mask of those that are high while none is selected, and the masks of each
            reader, three for each.
    """

    def __init__(self, patterns, rest, outputs):
        self.patterns = array("I", [rest])
        for pattern in patterns:
            self.patterns.extend(array("I", pattern))
        self._pins = [Pin(pin, Pin.OUT, value=rest >> pin & 1) for pin in outputs]
        self.readers = len(patterns)

    @micropython.viper
    def on(self, reader: int):
        """Select one reader, and no other."""
        pins, pattern = ptr32(_SIO), ptr32(self.patterns)
        at = 1 + 3 * reader
        pins[_CLEAR] = pattern[at]
        pins[_SET] = pattern[at + 1]
        pins[_CLEAR] = pattern[at + 2]

    @micropython.viper
    def off(self, reader: int):
        """Select none."""
        ptr32(_SIO)[_SET] = ptr32(self.patterns)[0]

    def close(self):
        """Let go of the pins; a resistor keeps decoders disabled."""
        self.off(0)
        for pin in self._pins:
            pin.init(Pin.IN)


def _lines(pins):
    """A pin for every reader, low while it is selected."""
    rest = 0
    for pin in pins:
        rest |= 1 << pin
    return Pins([(0, 0, 1 << pin) for pin in pins], rest, pins)


def _decoders(rows, columns, enable, addresses):
    """A decoder for rows and one for columns, enabled together by a low pin."""
    pins = rows + columns
    patterns = []
    for address in addresses:
        low = high = 0
        for bit in range(len(pins)):
            if address >> bit & 1:
                high |= 1 << pins[bit]
            else:
                low |= 1 << pins[bit]
        patterns.append((low, high, 1 << enable))
    return Pins(patterns, 1 << enable, [enable] + pins)  # noqa: RUF005 - MicroPython has no star here


class Registers:
    """A chain of 74HC595 on an SPI of its own; a zero selects."""

    def __init__(self, data, clock, latch, registers, outputs):
        spi = 1 if data in (11, 15, 27) else 0
        self._spi = SPI(spi, baudrate=_SHIFT_HZ, sck=Pin(clock), mosi=Pin(data), miso=None)
        self._latch = Pin(latch, Pin.OUT, value=0)
        self._bits = bytearray(b"\xff" * registers)
        self._outputs = outputs
        self._byte = 0
        self.readers = len(outputs)
        self.patterns = NOTHING
        self.off(0)

    def on(self, reader):
        """Shift in a zero for one reader; output 0 comes last."""
        output = self._outputs[reader]
        self._byte = len(self._bits) - 1 - (output >> 3)
        self._bits[self._byte] = 0xFF ^ 1 << (output & 7)
        self._show()

    def off(self, reader):
        """Shift in ones."""
        self._bits[self._byte] = 0xFF
        self._show()

    def _show(self):
        self._spi.write(self._bits)
        self._latch.value(1)
        self._latch.value(0)

    def close(self):
        """Let go of the bus and the pin."""
        self.off(0)
        self._spi.deinit()
        self._latch.init(Pin.IN)


def chooser(select):
    """What the wiring says of it.

    Raises:
        KeyError, TypeError, ValueError: it makes no sense.
    """
    if "lines" in select:
        return _lines(select["lines"])
    if "addresses" in select:
        return _decoders(select["rows"], select["columns"], select["enable"], select["addresses"])
    return Registers(
        select["data"], select["clock"], select["latch"], select["registers"], select["outputs"]
    )
