"""The language of light: one meaning a square, told apart by colour and by movement.

Frames are a pure function of what is meant and of time.
"""

from collections.abc import Callable, Mapping
from math import cos, pi
from typing import Final, Literal

import msgspec

from hardware.ports import RGB

Meaning = Literal[
    "turn",
    "may-go",
    "may-go-earns",
    "may-go-by-phone",
    "understood",
    "wrong-place",
    "belongs-here",
    "errand",
    "reader-fault",
    "waiting",
    "race-over",
]

Movement = Literal["steady", "breathe", "blink", "double-flash", "quick"]

# Brightness, 0 to 1, over one period running from 0 to 1.
_MOVEMENTS: Final[dict[Movement, Callable[[float], float]]] = {
    "steady": lambda _phase: 1.0,
    "breathe": lambda phase: 0.55 - 0.45 * cos(2 * pi * phase),
    "blink": lambda phase: 1.0 if phase < 0.5 else 0.12,
    "double-flash": lambda phase: 1.0 if phase < 0.15 or 0.3 <= phase < 0.45 else 0.08,
    "quick": lambda phase: 0.7 + 0.3 * cos(2 * pi * phase),
}


class Light(msgspec.Struct, frozen=True):
    """How one meaning looks.

    Attributes:
        colour: at full brightness.
        movement: how the brightness goes.
        period_s: how long one round of the movement takes.
        title: what the legend calls it.
        text: what to do about it.
    """

    colour: RGB
    movement: Movement
    period_s: float
    title: str
    text: str

    def at(self, now_s: float) -> RGB:
        """The colour at a moment."""
        level = _MOVEMENTS[self.movement](now_s / self.period_s % 1.0)
        red, green, blue = self.colour
        return (round(red * level), round(green * level), round(blue * level))


LIGHTS: Final[dict[Meaning, Light]] = {
    "turn": Light((255, 236, 200), "breathe", 2.0, "Your turn", "The runner here moves next."),
    "may-go": Light((40, 170, 70), "steady", 1.0, "You may go here", "A steady green square."),
    "may-go-earns": Light(
        (255, 150, 0), "breathe", 3.0, "Go here and earn", "Carrots can be had on this square."
    ),
    "may-go-by-phone": Light(
        (150, 200, 20),
        "double-flash",
        2.4,
        "You may go here, by phone",
        "The reader here is out: set the runner down, and say so on the phone.",
    ),
    "understood": Light(
        (150, 230, 255), "quick", 0.4, "Understood", "Let the runner rest and the move counts."
    ),
    "wrong-place": Light(
        (255, 30, 20), "double-flash", 1.2, "Not here", "This runner stands where it may not."
    ),
    "belongs-here": Light(
        (60, 90, 255), "blink", 1.0, "Belongs here", "Put the runner back on this square."
    ),
    "errand": Light(
        (190, 60, 255), "breathe", 1.6, "An errand", "Carry or turn this runner for the game."
    ),
    "reader-fault": Light(
        (140, 40, 80),
        "blink",
        4.0,
        "Reader out",
        "What stands here is not seen; the game goes on by phone.",
    ),
    "waiting": Light(
        (90, 70, 40), "breathe", 4.0, "Waiting", "The board is ready for a game to be set up."
    ),
    "race-over": Light((255, 190, 60), "quick", 1.5, "The race is over", "Somebody has won."),
}

DARK: Final[RGB] = (0, 0, 0)
_LEGEND_FRAMES: Final = 24


def frame(lights: Mapping[int, Meaning], squares: int, now_s: float) -> tuple[RGB, ...]:
    """What the strip shows at a moment, square 1 first.

    Args:
        lights: the meaning of each square that is not dark.
        squares: how many squares the board has.
        now_s: the moment, in seconds of any steady clock.
    """
    return tuple(
        LIGHTS[lights[square]].at(now_s) if square in lights else DARK
        for square in range(1, squares + 1)
    )


def moves(lights: Mapping[int, Meaning]) -> bool:
    """Whether any of the lights changes by itself."""
    return any(LIGHTS[meaning].movement != "steady" for meaning in lights.values())


def period(light: Light) -> tuple[RGB, ...]:
    """One round of a light, evenly sampled, for a legend."""
    return tuple(light.at(light.period_s * step / _LEGEND_FRAMES) for step in range(_LEGEND_FRAMES))
