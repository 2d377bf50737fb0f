"""From colours by square, as the eye should see them, to the duties of a strip."""

from collections.abc import Callable, Sequence
from typing import Final

from hardware.clock import Clock
from hardware.colours import flat, rgb
from hardware.lights.budget import capped, draw_ma
from hardware.lights.settings import LightSettings
from hardware.ports import RGB, LightStrip

LOOK_S: Final = 1.0
"""Interval between checks of the supply."""
RECOVERED_S: Final = 10.0
"""Time without a sag of the supply before lights get their whole budget back."""


def duties(colours: Sequence[RGB], settings: LightSettings) -> tuple[RGB, ...]:
    """Return the duties of every light of the strip for these colours, before any budget.

    Args:
        colours: one a square, square 1 first, 0 to 255.
        settings: wiring, brightness and gamma; the order of colours on the wire is the driver's.

    Raises:
        ValueError: a colour outside 0 to 255, or wiring that does not fit strip or squares.
    """
    return _Wiring(settings, len(colours)).duties(colours)


class WiredLights:
    """The lights of a board, on a strip; a `SquareLights`.

    Brightness is a ceiling to the eye, so gamma comes after it. A channel that has any colour
    keeps a duty of at least 1: dim lights lose some of their hue, but none goes out before it is
    told to. Only the budget may darken it further.

    Args:
        strip: the lights, one after another.
        settings: the lights under each square, and their budget.
        squares: number of squares of the board.
        clock: times the checks of the supply.
        sags: returns True if the power supply sags now.

    Raises:
        ValueError: wiring that fits neither strip nor squares.
    """

    def __init__(
        self,
        strip: LightStrip,
        settings: LightSettings,
        squares: int,
        clock: Clock,
        sags: Callable[[], bool],
    ) -> None:
        if strip.lights != settings.count:
            raise ValueError(f"a strip of {strip.lights} lights, wired as {settings.count}")
        self._strip = strip
        self._settings = settings
        self._wiring = _Wiring(settings, squares)
        self._clock = clock
        self._sags = sags
        self._looked_s: float | None = None
        self._sagged_s: float | None = None
        self._budget_ma = float(settings.budget_ma)
        self._duties: tuple[RGB, ...] = ((0, 0, 0),) * settings.count
        self._shown = self._duties

    @property
    def budget_ma(self) -> float:
        """Current all lights together may take now: less while the supply sags."""
        return self._budget_ma

    @property
    def draw_ma(self) -> float:
        """Current of all lights together now, by the board file's values of one light."""
        return draw_ma(self._shown, self._settings.currents)

    def show(self, colours: Sequence[RGB]) -> None:
        """Show one colour a square, square 1 first.

        Raises:
            ValueError: not as many colours as squares, or a colour outside 0 to 255.
            HardwareError: the lights are missing.
        """
        self._duties = self._wiring.duties(colours)
        self._look_at_supply()
        self._send()

    def keep(self) -> None:
        """Confirm the current frame, or show it again if the budget has changed.

        Raises:
            HardwareError: the lights are missing.
        """
        if self._look_at_supply():
            self._send()
        else:
            self._strip.keep()

    def close(self) -> None:
        """Go dark and release the strip."""
        self._shown = ((0, 0, 0),) * self._settings.count
        self._strip.close()

    def _send(self) -> None:
        shown = capped(self._duties, self._settings.currents, self._budget_ma)
        self._strip.show(shown)
        self._shown = shown

    def _look_at_supply(self) -> bool:
        """Check whether the budget has changed."""
        now_s = self._clock.now_s()
        if self._looked_s is not None and now_s < self._looked_s + LOOK_S:
            return False
        self._looked_s = now_s
        if self._sags():
            self._sagged_s = now_s
        low = self._sagged_s is not None and now_s < self._sagged_s + RECOVERED_S
        before = self._budget_ma
        self._budget_ma = self._settings.budget_ma * (self._settings.undervoltage if low else 1.0)
        return self._budget_ma != before


class _Wiring:
    """Mapping from the colours of the squares to the duties of the lights."""

    def __init__(self, settings: LightSettings, squares: int) -> None:
        self._squares = squares
        self._order = _order(settings, squares)
        self._levels = bytes(_duty(value, settings) for value in range(256))

    def duties(self, colours: Sequence[RGB]) -> tuple[RGB, ...]:
        levels = rgb(flat(colours, self._squares, "square").translate(self._levels))
        places = (*levels, (0, 0, 0))
        return tuple([places[place] for place in self._order])


def _duty(value: int, settings: LightSettings) -> int:
    share = value / 255 * settings.brightness
    return max(round(255 * share**settings.gamma), 1) if share > 0 else 0


def _order(settings: LightSettings, squares: int) -> tuple[int, ...]:
    """Return the square of each light of the strip, from 0; the last is dark."""
    order = [squares] * settings.count
    for square, lights in settings.squares.items():
        if not 1 <= square <= squares:
            raise ValueError(f"lights of square {square}, on a board of {squares} squares")
        for light in lights:
            if not 0 <= light < settings.count:
                raise ValueError(f"light {light} of a strip of {settings.count}, counted from 0")
            if order[light] != squares:
                raise ValueError(
                    f"light {light} lies under square {order[light] + 1} and under {square}"
                )
            order[light] = square - 1
    return tuple(order)
