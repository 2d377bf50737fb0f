"""Chip select: one pin for each chip, decoders, or a chain of shift registers."""

from machine import SPI, Pin

_SHIFT_HZ = 8_000_000


class Lines:
    """A pin for every reader, low while it is selected."""

    def __init__(self, pins):
        self._pins = [Pin(pin, Pin.OUT, value=1) for pin in pins]
        self._selected = None
        self.readers = len(pins)

    def on(self, reader):
        """Select one reader, and no other."""
        self._selected = self._pins[reader]
        self._selected.value(0)

    def off(self):
        """Select none."""
        if self._selected is not None:
            self._selected.value(1)
            self._selected = None

    def close(self):
        """Let go of the pins."""
        self.off()
        for pin in self._pins:
            pin.init(Pin.IN)


class Decoders:
    """A decoder for rows and one for columns, enabled together by a low pin."""

    def __init__(self, rows, columns, enable, addresses):
        self._enable = Pin(enable, Pin.OUT, value=1)
        self._pins = [Pin(pin, Pin.OUT, value=0) for pin in rows + columns]
        self._levels = 0
        self._addresses = addresses
        self.readers = len(addresses)

    def on(self, reader):
        """Set the address, then enable."""
        address = self._addresses[reader]
        changed = address ^ self._levels
        if changed:
            for bit in range(len(self._pins)):
                if changed >> bit & 1:
                    self._pins[bit].value(address >> bit & 1)
            self._levels = address
        self._enable.value(0)

    def off(self):
        """Disable."""
        self._enable.value(1)

    def close(self):
        """Let go of the pins; a resistor keeps the decoders disabled."""
        self.off()
        for pin in self._pins:
            pin.init(Pin.IN)
        self._enable.init(Pin.IN)


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
        self.off()

    def on(self, reader):
        """Shift in a zero for one reader; output 0 comes last."""
        output = self._outputs[reader]
        self._byte = len(self._bits) - 1 - (output >> 3)
        self._bits[self._byte] = 0xFF ^ 1 << (output & 7)
        self._show()

    def off(self):
        """Shift in ones."""
        self._bits[self._byte] = 0xFF
        self._show()

    def _show(self):
        self._spi.write(self._bits)
        self._latch.value(1)
        self._latch.value(0)

    def close(self):
        """Let go of the bus and the pin."""
        self.off()
        self._spi.deinit()
        self._latch.init(Pin.IN)


def chooser(select):
    """What the wiring says of it.

    Raises:
        KeyError, TypeError, ValueError: it makes no sense.
    """
    if "lines" in select:
        return Lines(select["lines"])
    if "addresses" in select:
        return Decoders(select["rows"], select["columns"], select["enable"], select["addresses"])
    return Registers(
        select["data"], select["clock"], select["latch"], select["registers"], select["outputs"]
    )
