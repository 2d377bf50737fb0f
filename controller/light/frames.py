"""Colours of every square at a moment: a pure function of meanings, look and time."""

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Final

import msgspec

from controller.light.look import Look
from controller.light.meanings import FRAMES_PER_S, Light, Meaning, meanings
from controller.light.movements import MOVEMENTS
from controller.light.pattern import pattern
from controller.light.themes import load_theme
from hardware.ports import RGB

LEAST_BRIGHTNESS: Final = 0.5
"""Lowest brightness people can choose, as the eye sees it: below it, a light of eight bits a colour
has too few steps to be distinct from another one."""
NIGHT_BRIGHTNESS: Final = 0.6
"""Highest brightness at night, as the eye sees it."""
NIGHT_TINT: Final = (1.0, 0.82, 0.5)
"""Shares of red, green and blue that are left at night."""
NIGHT_SLOWER: Final = 1.25
NIGHT_FLOOR: Final = 0.25
"""Brightness of a light at night at the lowest point of its movement."""

_LEGEND_FRAMES: Final = 48


def frame(lights: Mapping[int, Meaning], look: Look, squares: int, now_s: float) -> tuple[RGB, ...]:
    """Return the colour of every square at a moment, square 1 first.

    Args:
        lights: meaning of each square that is not dark.
        look: look of the lights; its theme must exist.
        squares: number of squares of the board.
        now_s: the moment, in seconds of any steady clock.

    Raises:
        BadRules: there is no such theme.
    """
    finish = partial(_finished, look)
    if _is_tested(lights, look):
        return tuple(map(finish, pattern(squares, now_s)))
    theme = load_theme(look.theme)
    colours = {
        meaning: finish(theme.colours[meaning], level(meanings()[meaning], look, now_s))
        for meaning in set(lights.values())
    }
    background = finish(theme.background)
    return tuple(
        colours[lights[square]] if square in lights else background
        for square in range(1, squares + 1)
    )


def _is_tested(lights: Mapping[int, Meaning], look: Look) -> bool:
    """Check whether the test pattern is shown; a number that is asked for is drawn all the same."""
    return look.test and "digits" not in lights.values()


def level(light: Light, look: Look, now_s: float) -> float:
    """Return the brightness of a light's movement, 0 to 1; slower and softer at night."""
    moved = MOVEMENTS[light.movement](now_s / period_s(light, look) % 1.0)
    return NIGHT_FLOOR + (1 - NIGHT_FLOOR) * moved if look.night else moved


def period_s(light: Light, look: Look) -> float:
    """Return the duration of one round of a light."""
    return light.period_s * NIGHT_SLOWER if look.night else light.period_s


def frames_per_s(lights: Mapping[int, Meaning], look: Look) -> int:
    """Return how many frames a second the lights need: none if no light moves."""
    if _is_tested(lights, look):
        return FRAMES_PER_S
    lit = (meanings()[meaning] for meaning in set(lights.values()))
    return max((each.frames_per_s for each in lit if each.movement != "steady"), default=0)


@lru_cache(maxsize=128)
def one_round(meaning: Meaning, look: Look) -> tuple[RGB, ...]:
    """Return one round of a light, evenly sampled, for a legend."""
    round_s = period_s(meanings()[meaning], look)
    game = msgspec.structs.replace(look, test=False)
    return tuple(
        frame({1: meaning}, game, 1, round_s * step / _LEGEND_FRAMES)[0]
        for step in range(_LEGEND_FRAMES)
    )


def _finished(look: Look, colour: RGB, moved: float = 1.0) -> RGB:
    """Apply movement, chosen brightness and night tint to a colour."""
    most = NIGHT_BRIGHTNESS if look.night else 1.0
    now = moved * (LEAST_BRIGHTNESS + (most - LEAST_BRIGHTNESS) * look.brightness)
    tint = NIGHT_TINT if look.night else (1.0, 1.0, 1.0)
    red, green, blue = (
        round(value * share * now) for value, share in zip(colour, tint, strict=True)
    )
    return (red, green, blue)
