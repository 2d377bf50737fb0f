"""A light strip that can be looked at."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from hardware.errors import NotConnected
from hardware.ports import RGB

GAMMA: Final = 2.2
"""Gamma: exponent from a colour as the eye sees it to its duty."""


class SimulatedStrip:
    """The strip of the simulated board; a `LightStrip` that lies in the world.

    Args:
        squares: number of squares of the board.
        under: the lights that really lie under each square, by their places on the strip from 0,
            independent of the board file; left out: one under each, in order.
        lights: number of lights of the strip; left out: as many as lie under squares.

    Attributes:
        duties: the last duties shown, the first light first.
        frames: number of calls of `show`.
        dead: lights that never shine, by their places.
        unplugged: True if its plug is out.
        shines: the channel of a duty that each of red, green and blue really follows: another
            order than (0, 1, 2) if the lights take their bytes in another one than they are sent.

    Raises:
        ValueError: a light under a square that is not on the strip.
    """

    def __init__(
        self,
        squares: int,
        under: Mapping[int, Sequence[int]] | None = None,
        lights: int | None = None,
    ) -> None:
        if under is None:
            under = {square: (square - 1,) for square in range(1, squares + 1)}
        places = [light for lying in under.values() for light in lying]
        count = max(places, default=-1) + 1 if lights is None else lights
        if not all(0 <= light < count for light in places):
            raise ValueError(f"a strip of {count} lights has no light {max(places)}")
        self._under = tuple(tuple(under.get(square, ())) for square in range(1, squares + 1))
        self._dark: tuple[RGB, ...] = ((0, 0, 0),) * count
        self.duties = self._dark
        self.frames = 0
        self.dead: set[int] = set()
        self.unplugged = False
        self.shines = (0, 1, 2)
        self._watchers: list[Callable[[], None]] = []

    @property
    def lights(self) -> int:
        """Number of lights."""
        return len(self._dark)

    @property
    def colours(self) -> tuple[RGB, ...]:
        """Colour the eye sees at each square, square 1 first; 0 to 255 each.

        It sees the mean of the lights under the square, and dim ones brighter than their number.
        """
        duties = self.duties
        return tuple(
            _seen([self._light(duties, light) for light in lying]) for lying in self._under
        )

    def _light(self, duties: Sequence[RGB], light: int) -> RGB:
        if light in self.dead:
            return (0, 0, 0)
        red, green, blue = (duties[light][channel] for channel in self.shines)
        return red, green, blue

    def show(self, duties: Sequence[RGB]) -> None:
        """Show the duties of each light, the first one first.

        Raises:
            ValueError: not as many as lights, or a duty outside 0 to 255.
            NotConnected: its plug is out.
        """
        self.keep()
        if len(duties) != len(self._dark):
            raise ValueError(f"{len(duties)} colours for {len(self._dark)} lights")
        for light, colour in enumerate(duties, start=1):
            if len(colour) != 3 or not all(0 <= value <= 255 for value in colour):
                raise ValueError(f"light {light}: {colour} is not a colour of 0 to 255")
        self._become(tuple(duties))

    def keep(self) -> None:
        """Check that its plug is in; it keeps showing the last frame.

        Raises:
            NotConnected: its plug is out.
        """
        if self.unplugged:
            raise NotConnected("The strip is unplugged: plug it in again.")

    def close(self) -> None:
        """Go dark."""
        self._become(self._dark)

    def plug(self, *, out: bool) -> None:
        """Pull its plug, or put it in again; it is dark at first either way."""
        self.unplugged = out
        self._become(self._dark)

    def _become(self, duties: tuple[RGB, ...]) -> None:
        self.duties = duties
        self.frames += 1
        for watcher in tuple(self._watchers):
            watcher()

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call a listener after every frame; return how to stop."""
        self._watchers.append(changed)
        return lambda: self._watchers.remove(changed)


def _seen(lights: Sequence[RGB]) -> RGB:
    if not lights:
        return (0, 0, 0)
    red, green, blue = (
        round(255 * (sum(channel) / len(lights) / 255) ** (1 / GAMMA))
        for channel in zip(*lights, strict=True)
    )
    return red, green, blue
