"""Buttons: report each change of a contact; the host decides which changes are a press."""

# ruff: noqa: F821 - the types of viper code

import time
from array import array

import micropython
import words
from machine import Pin
from micropython import const

_REST_US = 3000  # what changes sooner is told only once it has
# Words of the register that has the levels of all pins. Source: RP2040 datasheet, 2.3.1.7.
_SIO = const(0xD0000000)
_LEVELS = const(1)


class Buttons:
    """The buttons of a device.

    Args:
        wiring: the wiring's; None for none.
        link: takes the changes.
    """

    def __init__(self, wiring, link):
        self._numbers = [] if wiring is None else wiring["pins"]
        up = wiring is None or wiring["up"]
        self._pins = [Pin(at, Pin.IN, Pin.PULL_UP if up else Pin.PULL_DOWN) for at in self._numbers]
        self._mask = 0
        for number in self._numbers:
            self._mask |= 1 << number
        self._open = self._mask if up else 0
        self._told = self._open  # levels of the pins
        self._link = link
        self._since = array("i", [time.ticks_us()] * len(self._pins))

    @micropython.viper
    def turn(self):
        """Tell what has changed."""
        mask = int(self._mask)
        if mask:
            levels = int(ptr32(_SIO)[_LEVELS]) & mask
            if levels != int(self._told):
                self._tell(levels)

    def _tell(self, levels):
        link = self._link
        for i in range(len(self._numbers)):
            bit = 1 << self._numbers[i]
            now = time.ticks_us()
            # What was long ago looks as if it were to come.
            rests = 0 <= time.ticks_diff(now, self._since[i]) < _REST_US
            if not (levels ^ self._told) & bit or rests or link.spare <= 0:
                continue
            self._told ^= bit
            self._since[i] = now
            link.begin(words.BUTTON)
            link.put8(i)
            link.put8(1 if (levels ^ self._open) & bit else 0)
            link.put32(now)
            link.send()

    def forget(self):
        """Tell a host that is new which contacts are closed."""
        self._told = self._open
