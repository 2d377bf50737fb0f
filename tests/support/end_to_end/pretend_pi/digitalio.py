"""Pins of a pretended Raspberry Pi, in place of Blinka's module of this name."""

from typing import Any

import emulated  # type: ignore[import-not-found] # beside this file, where nobody else looks


class Direction:
    """Only to be imported, by the library for the chip."""


class Pull:
    UP = "up"


def DigitalInOut(pin: str) -> Any:  # noqa: N802 - as digitalio has it
    """A pin at the chips' select lines."""
    return emulated.PARTS.wire(pin)
