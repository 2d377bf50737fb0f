"""WS2812 lights, driven by a state machine of the PIO."""
# ruff: noqa: F821 - the words of a PIO program

import time
from array import array

import words
from machine import Pin
from rp2 import PIO, StateMachine, asm_pio

_BIT_CYCLES = 10
_BIT_HZ = 800_000
_PAUSE_US = 700  # what is still in the queue goes out, and then the lights need 300 (datasheet)


@asm_pio(sideset_init=PIO.OUT_LOW, out_shiftdir=PIO.SHIFT_LEFT, autopull=True, pull_thresh=24)
def ws2812():
    """One bit in ten cycles: high for 3 (a zero) or 7 (a one). Source: WS2812B datasheet."""
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[2]
    jmp("bit").side(1)[3]
    label("zero")
    nop().side(0)[3]
    wrap()


class Lights:
    """A strip that goes dark when nobody speaks of it.

    Args:
        strip: the wiring's; None for no lights at all.
    """

    def __init__(self, strip):
        self.count = 0 if strip is None else strip["lights"]
        self._order = "GRB" if strip is None else strip["order"]
        self._places = tuple(self._order.index(colour) for colour in "RGB")
        self._told = array("I", [0] * self.count)
        self._dark = array("I", [0] * self.count)
        self._shining = False
        self._heard_us = self._put_us = time.ticks_us()
        self._machine = None
        if strip is not None:
            pin = Pin(strip["pin"], Pin.OUT, value=0)
            self._machine = StateMachine(0, ws2812, freq=_BIT_CYCLES * _BIT_HZ, sideset_base=pin)
            self._machine.active(1)
            self._put(self._dark)

    def set(self, light, red, green, blue):
        """New duties of one light, not shown yet."""
        places = self._places
        self._told[light] = (
            red << 16 - 8 * places[0] | green << 16 - 8 * places[1] | blue << 16 - 8 * places[2]
        )

    def show(self):
        """Show what has been set."""
        self._heard_us = time.ticks_us()
        self._shining = True
        self._put(self._told)

    def keep(self):
        """What is shown still holds; what has gone dark shines again."""
        if self._shining:
            self._heard_us = time.ticks_us()
        elif self._machine is not None:
            self.show()

    def turn(self):
        """Go dark if nobody has spoken of the lights for too long."""
        if self._shining:
            silent_us = time.ticks_diff(time.ticks_us(), self._heard_us)
            if silent_us > 1000 * words.SILENCE_MS:
                self.darken()

    def darken(self):
        """Go dark; what has been set is kept."""
        self._shining = False
        if self._machine is not None:
            self._put(self._dark)

    def _put(self, words_of_24_bits):
        passed_us = time.ticks_diff(time.ticks_us(), self._put_us)
        if 0 <= passed_us < _PAUSE_US:
            time.sleep_us(_PAUSE_US - passed_us)
        self._machine.put(words_of_24_bits, 8)
        self._put_us = time.ticks_us()

    def forget(self):
        """Go dark for a host that is new."""
        for light in range(self.count):
            self._told[light] = 0
        self.darken()

    def close(self):
        """Go dark and let go of the pin."""
        self.darken()
        if self._machine is not None:
            time.sleep_us(_PAUSE_US)
            self._machine.active(0)
