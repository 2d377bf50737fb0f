"""Places the parts of a circuit board: where each of its pads and holes is."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from controller.board.circuit_boards.split import BoardDesign
from controller.board.electronics.circuit import Terminal

Point = tuple[float, float]

SCREW_HOLE_MM: Final = 3.2
"""Diameter of a fixing hole, for M3."""
SCREW_HEAD_MM: Final = 6.4
"""Diameter around a fixing hole that a screw's head or a spacer covers."""
QUARTERS: Final[Mapping[int, tuple[int, int]]] = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
"""Cosine and sine of each angle."""


class PadShape(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A pad of a footprint: its centre, size and hole, in mm; `rounded` at its ends or square."""

    x: float
    y: float
    width: float
    height: float
    hole: float
    rounded: int


class Footprint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A footprint: the space that its part needs (left, low, right, high), and its pads."""

    courtyard: tuple[float, float, float, float]
    pads: dict[str, PadShape]


class BoardPlacement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the parts of a board lie.

    Attributes:
        size: width and height of the board, in mm.
        title: what is printed on it.
        title_at: middle of the lower edge of that.
        holes: centres of its fixing holes.
        parts: x, y of pin 1 and angle of each part.
        names: where the names of a part's pins are printed: the offset from a pin, in mm.
            A name that several pins have is not printed.
    """

    size: tuple[float, float]
    title: str
    title_at: Point
    holes: tuple[Point, ...]
    parts: dict[str, tuple[float, float, int]]
    names: dict[str, Point] = {}


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad on a board, soldered through both layers.

    Attributes:
        terminal: the pin it is of.
        net: net of the pin; empty if it has none.
        at: its centre.
        width: along x.
        height: along y.
        hole: diameter of its hole.
        rounded: True for a circle or a slot with round ends.
    """

    terminal: Terminal
    net: str
    at: Point
    width: float
    height: float
    hole: float
    rounded: bool


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part on a board: its reference, angle, pin 1, and the space it needs."""

    ref: str
    angle: int
    at: Point
    courtyard: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class PinName:
    """The name of a pin beside its pad: its middle, or that of its lower edge if not `turned`."""

    text: str
    at: Point
    turned: bool


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A circuit board whose parts have their places.

    Attributes:
        design: the board.
        size: width and height.
        title: what is printed on it.
        title_at: middle of the lower edge of that.
        holes: centres of its fixing holes.
        parts: its parts.
        pads: their pads.
        names: names of pins.
    """

    design: BoardDesign
    size: tuple[float, float]
    title: str
    title_at: Point
    holes: tuple[Point, ...]
    parts: tuple[PlacedPart, ...]
    pads: tuple[Pad, ...]
    names: tuple[PinName, ...]


@cache
def footprints() -> Mapping[str, Footprint]:
    """Return every footprint by KiCad's name for it."""
    return msgspec.toml.decode(_text("footprints"), type=dict[str, Footprint])


@cache
def placements() -> Mapping[str, BoardPlacement]:
    """Return the placement of each kind of board."""
    return msgspec.toml.decode(_text("placement"), type=dict[str, BoardPlacement])


def placed(design: BoardDesign, kind: str) -> PlacedBoard:
    """Return a board with its parts in their places.

    Args:
        design: the board.
        kind: name of its placement.

    Raises:
        KeyError: a part has no place.
    """
    placement = placements()[kind]
    parts = tuple(_placed(design, ref, *placement.parts[ref]) for ref in design.circuit.parts)
    pads = tuple(pad for part in parts for pad in _pads(design, part))
    often = Counter((pad.terminal.ref, design.circuit.pin_name(pad.terminal)) for pad in pads)
    names = tuple(
        _name(design, pad, placement.names)
        for pad in pads
        if pad.terminal.ref in placement.names
        and often[pad.terminal.ref, design.circuit.pin_name(pad.terminal)] == 1
        and (not _use(design, pad) or pad.terminal.number == "1")
    )
    return PlacedBoard(
        design,
        placement.size,
        placement.title,
        placement.title_at,
        placement.holes,
        parts,
        pads,
        names,
    )


def _name(design: BoardDesign, pad: Pad, offsets: Mapping[str, Point]) -> PinName:
    """Return the name of a pin, beside its pad; a long one that is above or below it is turned."""
    across, up = offsets[pad.terminal.ref]
    text = _use(design, pad) or design.circuit.pin_name(pad.terminal)
    turned = abs(up) > abs(across) and len(text) > 1
    return PinName(text, (pad.at[0] + across, pad.at[1] + up), turned)


def _use(design: BoardDesign, pad: Pad) -> str:
    """Return what a connector is for: a button's is named after the button, at its first pin."""
    part = design.circuit.parts[pad.terminal.ref]
    return part.what if part.data.kind == "connector" else ""


def _placed(design: BoardDesign, ref: str, x: float, y: float, angle: int) -> PlacedPart:
    left, low, right, high = _footprint(design, ref).courtyard
    first, second = (_turned(corner, angle) for corner in ((left, low), (right, high)))
    xs, ys = sorted((first[0], second[0])), sorted((first[1], second[1]))
    return PlacedPart(ref, angle, (x, y), (x + xs[0], y + ys[0], x + xs[1], y + ys[1]))


def _pads(design: BoardDesign, part: PlacedPart) -> Iterator[Pad]:
    for number, shape in _footprint(design, part.ref).pads.items():
        x, y = _turned((shape.x, shape.y), part.angle)
        terminal = Terminal(part.ref, number)
        sizes = (shape.width, shape.height)
        width, height = sizes if part.angle % 180 == 0 else sizes[::-1]
        yield Pad(
            terminal,
            design.circuit.net_of(terminal) or "",
            (part.at[0] + x, part.at[1] + y),
            width,
            height,
            shape.hole,
            bool(shape.rounded),
        )


def _footprint(design: BoardDesign, ref: str) -> Footprint:
    return footprints()[design.circuit.parts[ref].data.footprint]


def _turned(point: Point, angle: int) -> Point:
    cosine, sine = QUARTERS[angle]
    return point[0] * cosine - point[1] * sine, point[0] * sine + point[1] * cosine


def _text(name: str) -> str:
    return (files(__package__) / f"{name}.toml").read_text("utf-8")
