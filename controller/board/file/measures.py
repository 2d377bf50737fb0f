"""Reads the section [measures]: sizes and distances of the wood, in millimetres."""

from collections.abc import Iterator
from typing import Annotated, Final

import msgspec

from controller.toml import Limits, TomlSection

CLEARANCE_MM: Final = 0.4
"""Room around a reader, a strip and a tag in their pockets, on each side."""
HOLDER_HOLE_MM: Final = 2.5
"""Diameter of the holes beside a reader for the screws that hold it, M2."""
HOLDER_WALL_MM: Final = 0.8
"""Least wood around such a hole."""
LEAST_TILE_MM: Final = 20
LEAST_WALL_MM: Final = 1.0
"""Least wall around the tag of a runner."""

_Size = Annotated[float, Limits(1, 200, ", in millimetres")]
_Shift = Annotated[float, Limits(-100, 100, ", in millimetres")]


class Measures(msgspec.Struct, frozen=True, kw_only=True):
    """Sizes and distances of the wood, in millimetres.

    Attributes:
        pitch_mm: distance between the centres of neighbouring squares.
        gap_mm: distance between two printed squares.
        border_mm: rim around all squares.
        light_hole_mm: diameter of the hole over a light.
        light_up_mm: distance of a light above the centre of its square, seen from above.
        light_pocket_mm: side of the pocket for the piece of strip with one light.
        reader_width_mm: width of a reader with its coil, along the rows.
        reader_height_mm: height of a reader with its coil, along the columns.
        reader_down_mm: distance of a reader's centre below the centre of its square.
        base_mm: diameter of a runner's base.
        tag_mm: diameter of a tag.
        surface_mm: thickness of the surface over the readers.
        reach_mm: distance at which a reader still sees a tag.
    """

    pitch_mm: _Size = 55
    gap_mm: Annotated[float, Limits(0, 50, ", in millimetres")] = 3
    border_mm: Annotated[float, Limits(15, 200, ", in millimetres")] = 25
    light_hole_mm: _Size = 6
    light_up_mm: _Shift = 22
    light_pocket_mm: _Size = 10
    reader_width_mm: _Size = 43
    reader_height_mm: _Size = 41
    reader_down_mm: _Shift = 5
    base_mm: _Size = 32
    tag_mm: _Size = 25
    surface_mm: Annotated[float, Limits(0.5, 20, ", in millimetres")] = 3
    reach_mm: _Size = 70


def read_measures(table: TomlSection) -> Measures:
    """Read the measures; refuse parts that overlap."""
    measures = table.read(Measures)
    if measures is None:
        return Measures()
    for key, reason in _overlaps(measures):
        table.refuse(key if key in table else "", reason)
    return measures


def _overlaps(of: Measures) -> Iterator[tuple[str, str]]:
    """Yield the keys that make parts overlap, each with what is wrong."""
    top = of.reader_height_mm / 2 - of.reader_down_mm + CLEARANCE_MM
    low = of.pitch_mm - of.reader_height_mm / 2 - of.reader_down_mm - CLEARANCE_MM
    half, side = of.light_pocket_mm / 2, of.pitch_mm - of.gap_mm
    if of.reader_width_mm + 2 * CLEARANCE_MM >= of.pitch_mm:
        yield "reader_width_mm", _too_large("width", of.reader_width_mm, of.pitch_mm)
    elif of.pitch_mm - of.reader_width_mm < _beside_reader_mm():
        said = (
            f"beside a reader of {of.reader_width_mm:g} mm width, squares of {of.pitch_mm:g} mm "
            f"leave no room for the holes of its screws and its neighbour's: they need "
            f"{_beside_reader_mm():g} mm between two readers."
        )
        yield "reader_width_mm", said
    if of.reader_height_mm + 2 * CLEARANCE_MM >= of.pitch_mm:
        yield "reader_height_mm", _too_large("height", of.reader_height_mm, of.pitch_mm)
    elif not top <= of.light_up_mm - half <= of.light_up_mm + half <= low:
        said = (
            f"a light {of.light_up_mm:g} mm above the centre, in a pocket of "
            f"{of.light_pocket_mm:g} mm, would lie over a reader: between two readers there is "
            f"room from {top:g} to {low:g} mm."
        )
        yield "light_up_mm", said
    if side < LEAST_TILE_MM:
        said = f"it leaves printed squares of {side:g} mm; {LEAST_TILE_MM} is the least."
        yield "gap_mm", said
    elif abs(of.light_up_mm) + of.light_hole_mm / 2 > side / 2:
        said = (
            f"a hole of {of.light_hole_mm:g} mm, {of.light_up_mm:g} mm above the centre, would "
            f"leave its printed square of {side:g} mm."
        )
        yield "light_hole_mm", said
    if of.tag_mm + 2 * (CLEARANCE_MM + LEAST_WALL_MM) > of.base_mm:
        said = f"a tag of {of.tag_mm:g} mm does not fit a base of {of.base_mm:g} mm."
        yield "tag_mm", said


def _beside_reader_mm() -> float:
    """Return the least distance of two readers in a row, with a hole for a screw of each."""
    return 2 * (CLEARANCE_MM + HOLDER_HOLE_MM) + 3 * HOLDER_WALL_MM


def _too_large(side: str, size: float, pitch: float) -> str:
    return (
        f"a reader of {size:g} mm {side} with {CLEARANCE_MM:g} mm around it does not fit squares "
        f"of {pitch:g} mm."
    )
