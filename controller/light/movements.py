"""Movements: how brightness changes over time, to tell meanings apart.

A movement is a pure function of the phase, 0 to 1 over one round; it gives the brightness as
the eye sees it, 0 to 1, and is 1 somewhere in each round. Edges are soft.
"""

from collections.abc import Callable
from math import cos, pi
from typing import Final, Literal

Movement = Literal[
    "steady",
    "dip",
    "two-dips",
    "breathe",
    "shimmer",
    "double-flash",
    "fill",
    "bell",
    "glint",
    "cheer",
    "blink",
    "pause",
    "limp",
    "beckon",
    "swing",
]

_EDGE: Final = 0.08
"""Share of a round that a soft edge takes."""


def _between(phase: float, start: float, end: float, edge: float = _EDGE) -> float:
    """Return 1 from `start` to `end`, 0 elsewhere, with soft edges around both."""
    rise = _eased((phase - start) / edge + 0.5)
    fall = _eased((phase - end) / edge + 0.5)
    return rise - fall


def _eased(share: float) -> float:
    return 0.5 - 0.5 * cos(pi * min(max(share, 0.0), 1.0))


def _dip(phase: float, middle: float, width: float) -> float:
    """Return the depth of a soft dip, 1 in its middle."""
    away = abs(phase - middle) / (width / 2)
    return 0.0 if away >= 1 else 0.5 + 0.5 * cos(pi * away)


def _steady(_phase: float) -> float:
    return 1.0


def _one_dip(phase: float) -> float:
    return 1.0 - 0.7 * _dip(phase, 0.5, 0.5)


def _two_dips(phase: float) -> float:
    return 1.0 - 0.9 * (_dip(phase, 0.35, 0.24) + _dip(phase, 0.65, 0.24))


def _breathe(phase: float) -> float:
    return 0.55 - 0.45 * cos(2 * pi * phase)


def _shimmer(phase: float) -> float:
    return 0.7 + 0.3 * cos(2 * pi * phase)


def _double_flash(phase: float) -> float:
    return 0.08 + 0.92 * (_between(phase, 0.1, 0.25) + _between(phase, 0.4, 0.55))


def _fill(phase: float) -> float:
    return 0.08 + 0.92 * _eased(phase / 0.8) * (1 - _eased((phase - 0.88) / 0.12))


def _bell(phase: float) -> float:
    struck = _eased(phase / _EDGE)
    return 0.08 + 0.92 * struck * (1 - max(phase - _EDGE, 0.0) / (1 - _EDGE)) ** 2


def _glint(phase: float) -> float:
    return 0.25 + 0.75 * _dip(phase, 0.5, 0.2)


def _cheer(phase: float) -> float:
    return 0.3 + 0.7 * sum(_dip(phase, middle, 0.2) for middle in (0.15, 0.35, 0.55))


def _blink(phase: float) -> float:
    return 0.06 + 0.94 * _between(phase, 0.25, 0.75, 0.12)


def _pause(phase: float) -> float:
    return 0.1 + 0.9 * _between(phase, 0.15, 0.85, 0.1)


def _limp(phase: float) -> float:
    return 0.1 + 0.9 * (_between(phase, 0.06, 0.4) + _between(phase, 0.56, 0.66))


def _beckon(phase: float) -> float:
    return 0.1 + 0.9 * (0.45 * _between(phase, 0.1, 0.3) + _between(phase, 0.45, 0.85))


def _swing(phase: float) -> float:
    return 0.6 + 0.4 * cos(2 * pi * phase)


MOVEMENTS: Final[dict[Movement, Callable[[float], float]]] = {
    "steady": _steady,
    "dip": _one_dip,
    "two-dips": _two_dips,
    "breathe": _breathe,
    "shimmer": _shimmer,
    "double-flash": _double_flash,
    "fill": _fill,
    "bell": _bell,
    "glint": _glint,
    "cheer": _cheer,
    "blink": _blink,
    "pause": _pause,
    "limp": _limp,
    "beckon": _beckon,
    "swing": _swing,
}
