"""The test pattern: shows a builder dead lights, swapped colours and the order of the strip.

White walks along the track, square by square; then red, green, blue and white, in this order,
fill it from square 1 on. Another colour shows swapped channels, a dark light is dead.
"""

from typing import Final

from controller.light.themes import DARK
from hardware.ports import RGB

WALK_S: Final = 0.15
"""Time the walking light rests on a square."""
FILL_S: Final = 0.04
"""Time to fill one more square."""
HOLD_S: Final = 1.5
"""Time the full board is held before it goes dark."""
PAUSE_S: Final = 0.5

WHITE: Final[RGB] = (255, 255, 255)
SWEEPS: Final[tuple[RGB, ...]] = ((255, 0, 0), (0, 255, 0), (0, 0, 255), WHITE)


def pattern(squares: int, now_s: float) -> tuple[RGB, ...]:
    """Return the colour of every square at a moment, square 1 first, at full brightness."""
    walk_s = squares * WALK_S + PAUSE_S
    sweep_s = squares * FILL_S + HOLD_S + PAUSE_S
    at_s = now_s % (walk_s + len(SWEEPS) * sweep_s)
    if at_s < walk_s:
        here = int(at_s / WALK_S)
        return tuple(WHITE if square == here else DARK for square in range(squares))
    sweep, since_s = divmod(at_s - walk_s, sweep_s)
    colour = SWEEPS[min(int(sweep), len(SWEEPS) - 1)]
    filled = int(since_s / FILL_S) + 1 if since_s < squares * FILL_S + HOLD_S else 0
    return tuple(colour if square < filled else DARK for square in range(squares))
