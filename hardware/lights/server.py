"""Answers of the lights helper to each message, without socket, process or clock."""

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol

from hardware.colours import rgb
from hardware.lights import protocol
from hardware.lights.budget import capped
from hardware.lights.protocol import (
    MOST_LIGHTS,
    LightsDone,
    LightsFrame,
    LightsKeep,
    LightsRefused,
    LightsSetup,
)
from hardware.ports import RGB

SILENCE_S: Final = 2.0
"""Time without a message after which the lights go dark."""
PINS: Final = (10, 12, 13, 18, 19, 21)
"""Pins at which `rpi_ws281x` drives a strip: SPI 10, PCM 21, the others PWM."""
MOST_DMA: Final = 14
COLOUR_MA: Final = (1.0, 100.0)
"""Allowed current of one colour of a light: with less a budget would limit nothing."""
MOST_DARK_MA: Final = 10.0


class CannotDrive(Exception):
    """Lights cannot be driven here, or not any more; with cause and remedy."""


class OpenStrip(Protocol):
    """A strip that has been opened."""

    def show(self, duties: Sequence[RGB]) -> None:
        """Show the duties of each light.

        Raises:
            CannotDrive: it has failed.
        """
        ...

    def close(self) -> None:
        """Release the device."""
        ...


class LightsServer:
    """Serves one program at a time: the one whose set-up was taken, until it leaves.

    Lights go dark when that program has said nothing valid for two seconds, and another one may
    take its place then. A refused message changes nothing.

    Args:
        open_strip: opens the strip of a set-up; raises CannotDrive.
        most_ma: the largest budget that is allowed.
    """

    def __init__(self, open_strip: Callable[[LightsSetup], OpenStrip], most_ma: int) -> None:
        self._open_strip = open_strip
        self._most_ma = most_ma
        self._strip: OpenStrip | None = None
        self._setup: LightsSetup | None = None
        self._who: object = None
        self._heard_s = -math.inf
        self._told: tuple[RGB, ...] = ()
        self._shining = False

    @property
    def setup(self) -> LightsSetup | None:
        """Strip that is driven now, and may be lit."""
        return self._setup

    def hear(self, who: object, packet: bytes, now_s: float) -> bytes:
        """Return the answer to one message of a client."""
        answer = self._answer(who, packet, now_s)
        if isinstance(answer, LightsDone):
            self._heard_s = now_s
        return protocol.written(answer)

    def tick(self, now_s: float) -> None:
        """Check the timeout of the client."""
        if self._strip is not None and self._shining and self._silent(now_s):
            self._show(self._strip, _dark(len(self._told)))
            self._shining = False

    def leave(self, who: object) -> None:
        """Remove a client that has gone; if the lights were its own, they go dark."""
        if who is self._who:
            self.close()

    def close(self) -> None:
        """Go dark and release the strip."""
        strip = self._strip
        self._strip = self._setup = self._who = None
        if strip is not None:
            with contextlib.suppress(CannotDrive):
                strip.show(_dark(len(self._told)))
            strip.close()

    def darken(self, setup: LightsSetup) -> None:
        """Make a strip dark that another helper has left lit."""
        with contextlib.suppress(CannotDrive):
            self._open(setup)
        self.close()

    def _answer(self, who: object, packet: bytes, now_s: float) -> LightsDone | LightsRefused:
        try:
            message = protocol.read(packet)
        except protocol.OtherVersion as error:
            return LightsRefused(
                "version",
                f"The lights helper and this program do not belong together ({error}): "
                "install the same version of both, and start both again.",
            )
        except protocol.LightsGarbage as error:
            return LightsRefused(
                "garbage", f"The lights helper makes no sense of a message: {error}."
            )
        if self._who is not None and self._who is not who:
            taking_over = isinstance(message, LightsSetup) and self._silent(now_s)
            if not taking_over:
                return LightsRefused("busy", "Another program has the lights: stop one of the two.")
        match message:
            case LightsSetup():
                return self._set_up(who, message)
            case LightsFrame(duties):
                return self._frame(duties)
            case LightsKeep():
                return self._keep()
            case _:
                return LightsRefused("garbage", "Only the lights helper itself says that.")

    def _set_up(self, who: object, setup: LightsSetup) -> LightsDone | LightsRefused:
        if wrong := list(objections(setup, self._most_ma)):
            return LightsRefused("settings", "The lights helper refuses: " + "; ".join(wrong) + ".")
        self.close()
        try:
            self._open(setup)
        except CannotDrive as error:
            self.close()
            return LightsRefused("no-strip", str(error))
        self._who = who
        return LightsDone()

    def _open(self, setup: LightsSetup) -> None:
        self._told, self._shining = _dark(setup.count), True
        self._strip = self._open_strip(setup)
        self._setup = setup
        self._strip.show(self._told)

    def _frame(self, duties: bytes) -> LightsDone | LightsRefused:
        if self._strip is None or self._setup is None:
            return _NO_SETUP
        if len(duties) != 3 * self._setup.count:
            return LightsRefused(
                "settings",
                f"A frame for a strip of length {len(duties) // 3}, not {self._setup.count}.",
            )
        self._told = capped(rgb(duties), self._setup.currents, self._setup.budget_ma)
        self._shining = True
        return self._show(self._strip, self._told)

    def _keep(self) -> LightsDone | LightsRefused:
        if self._strip is None:
            return _NO_SETUP
        if self._shining:
            return LightsDone()
        self._shining = True
        return self._show(self._strip, self._told)

    def _show(self, strip: OpenStrip, duties: tuple[RGB, ...]) -> LightsDone | LightsRefused:
        try:
            strip.show(duties)
        except CannotDrive as error:
            self.close()
            return LightsRefused("failed", str(error))
        return LightsDone()

    def _silent(self, now_s: float) -> bool:
        return now_s >= self._heard_s + SILENCE_S


def objections(setup: LightsSetup, most_ma: int) -> Iterator[str]:
    """Return all errors of a set-up that the helper does not allow, in words."""
    currents = setup.currents
    if setup.gpio not in PINS:
        pins = ", ".join(str(pin) for pin in PINS)
        yield f"GPIO{setup.gpio} drives no strip, only {pins} do"
    if setup.dma == 5:
        yield "DMA channel 5 belongs to the card, and would corrupt it: take 10"
    elif setup.dma > MOST_DMA:
        yield f"there is no DMA channel {setup.dma}, only 0 to {MOST_DMA}"
    if not 1 <= setup.count <= MOST_LIGHTS:
        yield f"{setup.count} lights, where a strip has 1 to {MOST_LIGHTS}"
    if not all(
        COLOUR_MA[0] <= ma <= COLOUR_MA[1]
        for ma in (currents.red_ma, currents.green_ma, currents.blue_ma)
    ):
        yield f"a colour of a light takes {COLOUR_MA[0]:g} to {COLOUR_MA[1]:g} mA"
    if currents.dark_ma > MOST_DARK_MA:
        yield f"a light that is dark takes at most {MOST_DARK_MA:g} mA"
    if setup.budget_ma > most_ma:
        yield (
            f"a budget of {setup.budget_ma} mA, where it was told to allow {most_ma} mA: "
            "make budget_ma smaller, or start it with a larger --most-ma"
        )


def _dark(lights: int) -> tuple[RGB, ...]:
    return ((0, 0, 0),) * lights


_NO_SETUP: Final = LightsRefused("no-setup", "The lights helper has not been told of a strip.")
