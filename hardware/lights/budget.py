"""Computes the current of a frame, and dims it to a budget. Pure."""

from collections.abc import Sequence
from typing import Final

from hardware.lights.settings import LightCurrents
from hardware.ports import RGB

STEPS: Final = 1 << 16
"""Frames are scaled by whole steps of 1 / 65536: the result is exact, and rounded down."""


def draw_ma(duties: Sequence[RGB], currents: LightCurrents) -> float:
    """Return the current of all lights with these duties, in milliamperes.

    Args:
        duties: red, green and blue of each light, 0 to 255; 255 is fully on.
        currents: of one light.
    """
    return _lit_ma(duties, currents) + len(duties) * currents.dark_ma


def capped(duties: Sequence[RGB], currents: LightCurrents, budget_ma: float) -> tuple[RGB, ...]:
    """Return the frame, darkened by one factor for all lights if the budget requires it.

    The result never draws more than the budget, unless its lights do so when they are dark;
    then all of them are dark.

    Args:
        duties: red, green and blue of each light, 0 to 255.
        currents: of one light.
        budget_ma: current all lights together may take, 0 or more.
    """
    lit_ma = _lit_ma(duties, currents)
    spare_ma = budget_ma - len(duties) * currents.dark_ma
    if lit_ma <= spare_ma:
        return tuple(duties)
    if spare_ma <= 0:
        return ((0, 0, 0),) * len(duties)
    # One step less than necessary is more than any error of floating point.
    steps = max(int(spare_ma / lit_ma * STEPS) - 1, 0)
    return tuple(
        (red * steps // STEPS, green * steps // STEPS, blue * steps // STEPS)
        for red, green, blue in duties
    )


def _lit_ma(duties: Sequence[RGB], currents: LightCurrents) -> float:
    red = green = blue = 0
    for r, g, b in duties:
        red, green, blue = red + r, green + g, blue + b
    return (red * currents.red_ma + green * currents.green_ma + blue * currents.blue_ma) / 255
