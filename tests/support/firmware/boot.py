"""Makes a MicroPython the device: its modules are those of the emulated board. Then it runs."""

import builtins
import sys

import _board as bridge


class Board:
    """`_board` as the emulated modules know it."""

    def __init__(self):
        self._waiting = []

    def tell(self, text):
        """Something that has no answer: it goes along with the next that has one."""
        self._waiting.append(text)

    def call(self, text):
        """Something that is answered."""
        if self._waiting:
            text = ";".join(self._waiting) + ";" + text
            self._waiting.clear()
        return bridge.call(text)


sys.modules["_board"] = Board()

import device  # noqa: E402 - they import it
import machine  # noqa: E402 - they import it

sys.modules["time"] = device.Time
sys.modules["sys"] = device.Sys()
sys.modules["select"] = device.Select
sys.modules["os"] = device.Os
builtins.open = device.open_file
builtins.ptr32 = machine.pointer
