"""Findings of a calibration: wiring mistakes as facts, no sentences."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from controller.game.pieces import COLOURS, Colour, Tag
from controller.maintenance.calibration.learned import (
    Learned,
    Plan,
    true_lights,
    true_readers,
    true_tags,
)
from hardware.ports import Uid

Fault = Literal[
    "readers-swapped",
    "reader-moved",
    "duplicate",
    "missing",
    "silent",
    "weak",
    "lights-swapped",
    "light-moved",
    "lights-together",
    "dark",
    "left-out",
    "runner-left-out",
    "no-crown",
]
"""Kinds of fault.

- `readers-swapped`: the readers of two squares, wired each as the other's.
- `reader-moved`: the reader of a square, wired as another square's.
- `duplicate`: two wires that lead to one reader.
- `missing`: a square whose runner no reader sees.
- `silent`: the same, and its reader does not answer at all.
- `weak`: a reader that sees its runner too seldom.
- `lights-swapped`, `light-moved`: the same with lights.
- `lights-together`: two lights under one square.
- `dark`: a light that does not shine.
- `left-out`, `runner-left-out`: skipped, not checked.
- `no-crown`: a runner without a tag in its crown; the board cannot sense it upside down.
"""


class CalibrationFinding(msgspec.Struct, frozen=True, kw_only=True):
    """One fault, or one square or runner not checked.

    Attributes:
        fault: kind of fault.
        squares: squares concerned.
        wired: squares that the board file assigns to its reader or light.
        good: readings that saw the tag.
        of: number of readings.
        colour: runner concerned.
    """

    fault: Fault
    squares: tuple[int, ...] = ()
    wired: tuple[int, ...] = ()
    good: int = 0
    of: int = 0
    colour: Colour | None = None


class Changes(msgspec.Struct, frozen=True, kw_only=True):
    """Changes to the board file.

    Attributes:
        readers: true square of each reader, by its square in the board file; None: do not read it.
        lights: the same for lights; each has a square.
        tags: the new tag register; None if unchanged.
    """

    readers: dict[int, int | None] = {}
    lights: dict[int, int] = {}
    tags: dict[Uid, Tag] | None = None

    @property
    def any(self) -> bool:
        """True if the board file needs a change."""
        return bool(self.readers or self.lights or self.tags is not None)


def changes(learned: Learned, plan: Plan) -> Changes:
    """Return the changes that the board file needs."""
    readers, lights = true_readers(learned, plan), true_lights(learned, plan)
    tags = true_tags(learned, plan)
    return Changes(
        readers={each: place for each, place in sorted(readers.items()) if place != each},
        lights={each: place for each, place in sorted(lights.items()) if place != each},
        tags=None if tags == dict(plan.tags) else tags,
    )


def findings(learned: Learned, plan: Plan) -> tuple[CalibrationFinding, ...]:
    """List all faults, readers first."""
    return (
        *_readers(learned, plan),
        *_lights(learned),
        *_left_out(learned, plan),
        *_runners(learned),
    )


def _readers(learned: Learned, plan: Plan) -> Iterator[CalibrationFinding]:
    at = {square: found.reader for square, found in sorted(learned.squares.items())}
    yield from _moved(
        {square: reader for square, reader in at.items() if reader is not None},
        "readers-swapped",
        "reader-moved",
    )
    for square, found in sorted(learned.squares.items()):
        if found.others and found.reader is not None:
            wired = tuple(sorted((found.reader, *found.others)))
            yield CalibrationFinding(fault="duplicate", squares=(square,), wired=wired)
        if found.reader is None and square in plan.readers:
            yield CalibrationFinding(
                fault="silent" if found.silent else "missing", squares=(square,)
            )
        if found.weak and found.reader is not None:
            yield CalibrationFinding(
                fault="weak",
                squares=(square,),
                wired=(found.reader,),
                good=found.good,
                of=found.of,
            )


def _lights(learned: Learned) -> Iterator[CalibrationFinding]:
    places = sorted((at, light) for light, at in learned.lights.items() if at is not None)
    yield from _moved(dict(places), "lights-swapped", "light-moved")
    shining = [at for at, _ in places]
    shining += [square for square in learned.squares if square not in learned.lights]
    for square in sorted({each for each in shining if shining.count(each) > 1}):
        yield CalibrationFinding(fault="lights-together", squares=(square,))
    for light in sorted(light for light, at in learned.lights.items() if at is None):
        yield CalibrationFinding(fault="dark", squares=(light,))


def _moved(at: dict[int, int], swapped: Fault, moved: Fault) -> Iterator[CalibrationFinding]:
    """List readers or lights under other squares than wired; swapped pairs as one finding."""
    for square, wired in at.items():
        if wired == square:
            continue
        if at.get(wired) != square:
            yield CalibrationFinding(fault=moved, squares=(square,), wired=(wired,))
        elif square < wired:
            yield CalibrationFinding(fault=swapped, squares=(square, wired), wired=(wired, square))


def _left_out(learned: Learned, plan: Plan) -> Iterator[CalibrationFinding]:
    squares = tuple(square for square in plan.squares if square not in learned.squares)
    if squares:
        yield CalibrationFinding(fault="left-out", squares=squares)


def _runners(learned: Learned) -> Iterator[CalibrationFinding]:
    for colour in COLOURS:
        runner = learned.runners.get(colour)
        if runner is None:
            yield CalibrationFinding(fault="runner-left-out", colour=colour)
        elif runner.crown is None:
            yield CalibrationFinding(fault="no-crown", colour=colour)
