"""Measured figures, printed as rows of a table."""

import math
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent


class CannotMeasure(Exception):
    """Something that a measurement needs is not there; the message says what to do."""


@dataclass(frozen=True)
class Figure:
    """One measured value.

    Attributes:
        name: what was measured.
        value: with its unit.
        note: of what, and how often.
    """

    name: str
    value: str
    note: str = ""


Figures = Iterator[Figure]


def milliseconds(seconds: float) -> str:
    """A time for the table: 3 digits are as many as are true."""
    value = seconds * 1000
    digits = max(0, 2 - math.floor(math.log10(value))) if value > 0 else 0
    return f"{value:.{digits}f} ms"


def percentile(values: Sequence[float], percent: int) -> float:
    """The value that so many percent of all values do not exceed."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def median_and_p99(name: str, seconds: Sequence[float], note: str) -> Figures:
    """The two figures that describe how long something takes."""
    yield Figure(f"{name}, median", milliseconds(statistics.median(seconds)), note)
    yield Figure(f"{name}, p99", milliseconds(percentile(seconds, 99)))


def table(figures: Iterable[Figure]) -> Iterator[str]:
    """Lines of a table, as the figures come in."""
    for figure in figures:
        yield f"  {figure.name:<48} {figure.value:>18}   {figure.note}".rstrip()
