"""Pins that have one holder at a time, in place of Blinka's module of this name."""

import kernel  # type: ignore[import-not-found] # beside this file, where nobody else looks


class Direction:
    """Only to be imported, by the library for the chip."""


class Pull:
    UP = "up"


class DigitalInOut:
    def __init__(self, pin: str) -> None:
        kernel.hold(pin)
        self._pin: str | None = pin
        self._level = False

    def switch_to_output(self, *, value: bool) -> None:
        self.value = value

    def switch_to_input(self, *, pull: str) -> None:
        assert pull == Pull.UP
        self._level = True

    @property
    def value(self) -> bool:
        assert self._pin is not None
        return self._level

    @value.setter
    def value(self, value: bool) -> None:
        if self._pin is None:
            raise OSError("the line has been released")
        self._level = value

    def deinit(self) -> None:
        pin, self._pin = self._pin, None
        if pin is not None:
            kernel.release(pin)
