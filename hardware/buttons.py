"""Buttons on the pins of a Raspberry Pi, by way of gpiozero."""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.ports import ButtonName


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """How the buttons are wired; each of them may be left out.

    Attributes:
        pins: the pin of each button, as `GPIO17`.
        pull_up: the button connects its pin to ground; False: to 3.3 V.
        debounce_s: a contact that opens or closes again sooner has bounced.
        hold_s: a press of so long is a long one.
    """

    pins: Mapping[ButtonName, str]
    pull_up: bool = True
    debounce_s: float = 0.03
    hold_s: float = 1.5
