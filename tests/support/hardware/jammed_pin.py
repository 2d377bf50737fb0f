"""A mock pin of gpiozero's whose button is pressed when the program begins."""

from gpiozero.pins.mock import MockPin


class JammedPin(MockPin):  # type: ignore[misc] # gpiozero comes without types
    """A pin whose button is pressed when the program begins."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()
