"""firmware/main.py: what starts on the device, in the real MicroPython."""

import pytest

from hardware.simulated.rp2040.firmware import FIRMWARE
from tests.support.firmware.picos import PICO, PICO_2
from tests.support.interpreter import Interpreter

ON_A = """
import sys
class Made:
    _machine = "{machine}"
class Sys:
    implementation = Made
class Keys:
    kbd_intr = staticmethod(lambda key: print("Ctrl-C is", key))
sys.modules["sys"], sys.modules["micropython"] = Sys, Keys
import main
"""
"""Runs main.py as on this board; the interpreter in Node has no `kbd_intr`."""
APP = """
class App:
    def __init__(self, line):
        pass
    def run(self):
        print("runs")
"""


@pytest.mark.parametrize(
    ("machine", "stay", "said"),
    [
        (PICO, False, ["runs"]),
        (PICO, True, []),
        (PICO_2, False, [f"This firmware needs an RP2040, and this is a {PICO_2}"]),
    ],
)
def test_it_starts_on_an_rp2040_unless_told_and_never_on_an_rp2350(
    machine: str, said: list[str], *, stay: bool
) -> None:
    files = {
        "main.py": (FIRMWARE / "main.py").read_text("utf-8"),
        "settings.py": (FIRMWARE / "settings.py").read_text("utf-8"),
        "app.py": APP,
        "usb.py": "Usb = object\n",
        **({"stay": ""} if stay else {}),
    }
    with Interpreter(files, str) as micropython:
        printed = micropython.run(ON_A.format(machine=machine)).splitlines()
    assert printed == ["Ctrl-C is -1", *said, "Ctrl-C is 3"]
