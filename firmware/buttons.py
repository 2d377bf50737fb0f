"""Buttons: report each change of a contact; the host decides which changes are a press."""

import time
from array import array

import words
from machine import Pin

_REST_US = 3000  # what changes sooner is told only once it has


class Buttons:
    """The buttons of a device.

    Args:
        wiring: the wiring's; None for none.
        link: takes the changes.
    """

    def __init__(self, wiring, link):
        pins = [] if wiring is None else wiring["pins"]
        up = wiring is None or wiring["up"]
        pull = Pin.PULL_UP if up else Pin.PULL_DOWN
        self._closed = 0 if up else 1
        self._pins = [Pin(pin, Pin.IN, pull) for pin in pins]
        self._link = link
        self._levels = bytearray(len(pins))
        self._since = array("i", [time.ticks_us()] * len(pins))

    def turn(self):
        """Tell what has changed."""
        link = self._link
        for i in range(len(self._pins)):
            closed = 1 if self._pins[i].value() == self._closed else 0
            if closed == self._levels[i]:
                continue
            now = time.ticks_us()
            # What was long ago looks as if it were to come.
            if 0 <= time.ticks_diff(now, self._since[i]) < _REST_US or link.spare <= 0:
                continue
            self._levels[i] = closed
            self._since[i] = now
            link.begin(words.BUTTON)
            link.put8(i)
            link.put8(closed)
            link.put32(now)
            link.send()

    def forget(self):
        """Tell a host that is new which contacts are closed."""
        for i in range(len(self._pins)):
            self._levels[i] = 0
