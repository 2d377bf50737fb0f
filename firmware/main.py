"""Starts the firmware when the device gets power; MicroPython runs this file by itself."""

import micropython  # untested: this file runs on the chip only

# A byte of 3 in a frame is no Ctrl-C: a host may say hello long before all files are imported.
micropython.kbd_intr(-1)  # untested: as above

import os  # noqa: E402 # untested: as above
import sys  # noqa: E402 # untested: as above

import settings  # noqa: E402 # untested: as above


def main():  # untested: as above
    """Run, unless the files are about to be copied, or this is an RP2350."""
    try:
        machine = sys.implementation._machine  # noqa: SLF001 - MicroPython's public name for it
        if "RP2350" in machine:
            print("This firmware needs an RP2040, and this is a", machine)  # noqa: T201 - its prompt
            return
        if settings.STAY in os.listdir():
            os.remove(settings.STAY)
            return
        from app import App  # noqa: PLC0415 - not while its file may be half copied
        from usb import Usb  # noqa: PLC0415 - nor this one

        App(Usb()).run()
    finally:
        micropython.kbd_intr(3)


main()  # untested: as above
