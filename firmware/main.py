"""Starts the firmware when the device gets power; MicroPython runs this file by itself."""

import os  # untested: this file runs on the chip only

import micropython  # untested: as above
import settings  # untested: as above


def main():  # untested: as above
    """Run, unless the files are about to be copied."""
    if settings.STAY in os.listdir():
        os.remove(settings.STAY)
        return
    from app import App  # noqa: PLC0415 - not while its file may be half copied
    from usb import Usb  # noqa: PLC0415 - nor this one

    # A byte of 3 in a frame is no Ctrl-C.
    micropython.kbd_intr(-1)
    try:
        App(Usb()).run()
    finally:
        micropython.kbd_intr(3)


main()  # untested: as above
