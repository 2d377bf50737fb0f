"""The bus of the chips: an SPI, the selection of one chip, the reset line of all."""

import time

from chooser import NOTHING, chooser
from machine import SPI, Pin


class Bus:
    """The wires to the chips of a device.

    Args:
        wiring: as PROTOCOL.md has it.

    Attributes:
        count: how many chips there are.
        resetting: whether a reset has begun, and not ended yet.

    Raises:
        KeyError, TypeError, ValueError: the wiring makes no sense.
    """

    def __init__(self, wiring):
        timing = wiring["timing"]
        self._select_us = timing["select"]
        self._reset_us, self._after_reset_us = timing["reset"], timing["after_reset"]
        sck, mosi, miso = wiring["spi"]
        self._choose = chooser(wiring["select"])
        self._spi = SPI(
            0 if mosi in (3, 7, 19) else 1,
            baudrate=wiring["hz"],
            sck=Pin(sck),
            mosi=Pin(mosi),
            miso=Pin(miso),
        )
        reset = wiring["reset"]
        # The level is set before the pin drives: a glitch would reset all chips.
        self._reset = None if reset is None else Pin(reset, Pin.OUT, value=1)
        self.resetting = False
        self._since_us = time.ticks_us()
        self.count = self._choose.readers
        # Made once: a bound method takes memory.
        self._on = self._on_after_pause if self._select_us else self._choose.on
        self._off = self._choose.off
        self._write = self._spi.write
        # Pins that are told by masks are selected without a call: nothing is done more often.
        self._patterns = NOTHING if self._select_us else self._choose.patterns

    def _on_after_pause(self, reader):
        self._choose.on(reader)
        time.sleep_us(self._select_us)

    def send(self, reader, data, pause_us):
        """Send bytes, so long after the chip is selected."""
        self._on(reader)
        time.sleep_us(pause_us)
        self._write(data)
        self._off(reader)

    def begin_reset(self):
        """Pull the reset line of all chips low, if there is one; whether there is."""
        if self._reset is None:
            return False
        self._reset.value(0)
        self._since_us = time.ticks_us()
        self.resetting = True
        return True

    def has_reset(self):
        """Whether a reset that was begun is over, and the chips can be addressed again."""
        now = time.ticks_us()
        held_us = time.ticks_diff(now, self._since_us)
        if not self._reset.value():
            if held_us >= self._reset_us:
                self._reset.value(1)
                self._since_us = now
            return False
        self.resetting = held_us < self._after_reset_us
        return not self.resetting

    def pulse(self, us):
        """Pull the reset line low for so long; whether there is one."""
        if self._reset is not None:
            self._reset.value(0)
            time.sleep_us(us)
            self._reset.value(1)
        return self._reset is not None

    def set_clock(self, hz):
        """Have the bus run at this clock."""
        self._spi.init(baudrate=hz)

    def close(self):
        """Let go of the bus and the pins."""
        if self._reset is not None:
            self._reset.value(1)
        self._choose.close()
        self._spi.deinit()
