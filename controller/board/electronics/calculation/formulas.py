"""Formulas of the calculation, in SI units unless a name says otherwise."""

import math
from collections.abc import Sequence

RC_EDGE = math.log(9)
"""Rise from 10 to 90 % over R times C, of a resistor that charges a capacitor."""
I2C_EDGE = 0.8473
"""Rise from 30 to 70 % over R times C. Source: UM10204, 7.1."""


def rise_s(ohm: float, farad: float) -> float:
    """Return the time in which a level rises from 10 to 90 % through a resistance."""
    return RC_EDGE * ohm * farad


def i2c_rise_s(ohm: float, farad: float) -> float:
    """Return the time in which an I2C line rises from 30 to 70 % by its pull-up."""
    return I2C_EDGE * ohm * farad


def parallel_ohm(*ohms: float) -> float:
    """Return the resistance of resistors side by side."""
    return 1 / sum(1 / each for each in ohms)


def chain_drop_v(ohm_per_m: float, lengths_m: Sequence[float], amperes: float) -> float:
    """Return the voltage lost to the end of a chain of equal loads, there and back.

    Args:
        ohm_per_m: resistance of one wire.
        lengths_m: length of the wire before each load.
        amperes: current of all loads together.
    """
    each = amperes / len(lengths_m)
    behind = [each * (len(lengths_m) - at) for at in range(len(lengths_m))]
    metres = sum(length * current for length, current in zip(lengths_m, behind, strict=True))
    return 2 * ohm_per_m * metres
