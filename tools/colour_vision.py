"""Simulates colour blindness, and measures how far apart two colours are then.

Colours are RGB of 0 to 255 as the eye should see them (sRGB, D65).

Source: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
Vision Deficiency", IEEE TVCG 15(6), 2009: the matrices for severity 1.0, in linear RGB. CIELAB
and the difference of two colours in it: CIE 15, 1976.
"""

from collections.abc import Sequence
from math import dist
from typing import Final, Literal

from hardware.ports import RGB

Vision = Literal["normal", "deuteranopia", "protanopia", "tritanopia"]

Row = tuple[float, float, float]
Matrix = tuple[Row, Row, Row]

VISIONS: Final[dict[Vision, Matrix]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_TO_XYZ: Final[Matrix] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final[Row] = (0.95047, 1.0, 1.08883)


def seen(colour: RGB, vision: Vision) -> RGB:
    """A colour as somebody of that vision sees it, for eyes of normal vision."""
    red, green, blue = (round(255 * _from_linear(each)) for each in _seen(colour, vision))
    return (red, green, blue)


def difference(one: RGB, other: RGB, vision: Vision = "normal") -> float:
    """How far two colours are apart in CIELAB; about 2 is the least that can be seen."""
    return dist(_lab(_seen(one, vision)), _lab(_seen(other, vision)))


def lightness(colour: RGB) -> float:
    """How light a colour is: L* of CIELAB, 0 for black to 100 for white."""
    return _lab(_seen(colour, "normal"))[0]


def _seen(colour: RGB, vision: Vision) -> Row:
    linear = tuple(_to_linear(value / 255) for value in colour)
    red, green, blue = (min(max(each, 0.0), 1.0) for each in _times(VISIONS[vision], linear))
    return (red, green, blue)


def _lab(linear: Row) -> Row:
    x, y, z = (
        _cube_root(value / white)
        for value, white in zip(_times(_TO_XYZ, linear), _WHITE, strict=True)
    )
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def _times(matrix: Matrix, values: Sequence[float]) -> Row:
    first, second, third = (sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix)
    return (first, second, third)


def _to_linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _from_linear(value: float) -> float:
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def _cube_root(value: float) -> float:
    # The straight piece near black is part of the definition.
    return value ** (1 / 3) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29
