"""The learned maps of readers and lights, and what follows from them."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

import msgspec

from controller.game.pieces import COLOURS, Colour, Tag
from hardware.ports import Uid

READINGS: Final = 20
"""Number of readings by which a reader is judged."""
WEAK_BELOW: Final = 0.9
"""A reader is weak if it reads a resting tag in a smaller share of its readings than this."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Squares, readers, lights and tags of the board file.

    Attributes:
        squares: every square, in order.
        readers: the squares that have a reader.
        lights: the squares that have a light.
        tags: the tag register.
    """

    squares: tuple[int, ...]
    readers: frozenset[int]
    lights: frozenset[int]
    tags: Mapping[Uid, Tag]


class SquareFound(msgspec.Struct, frozen=True, kw_only=True):
    """Result of checking a square.

    Attributes:
        reader: the reader under it, called by its square in the board file; None if no reader
            saw the tag.
        others: further readers that saw the tag as steadily.
        good: readings that saw the tag.
        of: number of readings.
        silent: no reader saw the tag, and the reader wired for the square does not answer at all.
    """

    reader: int | None = None
    others: tuple[int, ...] = ()
    good: int = 0
    of: int = 0
    silent: bool = False

    @property
    def weak(self) -> bool:
        """True if its reader misses the tag too often."""
        return self.reader is not None and self.good < WEAK_BELOW * self.of


class RunnerFound(msgspec.Struct, frozen=True):
    """The tags of a runner.

    Attributes:
        base: tag under its foot.
        crown: tag on its head; None if it has none.
    """

    base: Uid
    crown: Uid | None = None


class Learned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything learned so far.

    Attributes:
        squares: result of every square that was checked.
        lights: true square of each light, by its square in the board file; None if the light is
            dark. A light without objection is right, and not listed.
        runners: the tags of every runner that was put down.
        left_out: squares to skip.
        runners_left_out: runners to skip.
    """

    squares: dict[int, SquareFound] = {}
    lights: dict[int, int | None] = {}
    runners: dict[Colour, RunnerFound] = {}
    left_out: frozenset[int] = frozenset()
    runners_left_out: frozenset[Colour] = frozenset()

    def fits(self, plan: Plan) -> bool:
        """Check whether all squares, readers and lights exist on a board."""
        squares = {*self.squares, *self.left_out}
        squares |= {place for place in self.lights.values() if place is not None}
        readers = {found.reader for found in self.squares.values() if found.reader is not None}
        readers |= {other for found in self.squares.values() for other in found.others}
        return (
            squares <= set(plan.squares)
            and readers <= plan.readers
            and self.lights.keys() <= plan.lights
        )

    def open_squares(self, plan: Plan) -> tuple[int, ...]:
        """Squares still to be asked for."""
        done = self.squares.keys() | self.left_out
        return tuple(square for square in plan.squares if square not in done)

    def open_runners(self) -> tuple[Colour, ...]:
        """Runners still to be asked for."""
        done = self.runners.keys() | self.runners_left_out
        return tuple(colour for colour in COLOURS if colour not in done)

    def place_of(self, reader: int) -> int | None:
        """Return the square a reader was found under; None if not found yet."""
        for square, found in self.squares.items():
            if found.reader == reader:
                return square
        return None

    def readers_elsewhere(self, square: int | None) -> frozenset[int]:
        """Return the readers found under other squares."""
        return frozenset(
            found.reader
            for place, found in self.squares.items()
            if place != square and found.reader is not None
        )

    def owner(self, uid: Uid) -> Tag | None:
        """Return the runner and position this tag is already assigned to; None if free."""
        for colour, runner in self.runners.items():
            if uid == runner.base:
                return Tag(colour, "base")
            if uid == runner.crown:
                return Tag(colour, "crown")
        return None


def true_readers(learned: Learned, plan: Plan) -> dict[int, int | None]:
    """Map each reader's square in the board file to its true square.

    None for a reader that must not be read: its wire leads to one that is read already. A reader
    not found yet keeps its square, or gets one without a reader: once repaired, it is on the
    right square.
    """
    true: dict[int, int | None] = {}
    for square, found in learned.squares.items():
        if found.reader is not None:
            true[found.reader] = square
    for found in learned.squares.values():
        for other in found.others:
            true.setdefault(other, None)
    unheard = plan.readers - true.keys()
    free = [square for square in plan.squares if square not in true.values()]
    true.update(_dealt_out(unheard, free, plan.readers))
    return true


def true_lights(learned: Learned, plan: Plan) -> dict[int, int]:
    """Map each light's square in the board file to its true square.

    A dark light gets a square without another light, its own if possible: it shines there once
    it is repaired.
    """
    true = {light: place for light, place in learned.lights.items() if place is not None}
    homeless = {light for light, place in learned.lights.items() if place is None}
    for light in plan.lights - learned.lights.keys():
        if light in learned.squares or light not in true.values():
            true[light] = light
        else:
            homeless.add(light)  # Another light shines there, and this one was not checked.
    free = [square for square in plan.squares if square not in true.values()]
    true.update(_dealt_out(homeless, free, plan.lights))
    return true


def light_of(learned: Learned, plan: Plan, square: int) -> int | None:
    """Return the light that shines under a square, called by its square in the board file."""
    for light, place in learned.lights.items():
        if place == square:
            return light
    return square if square in plan.lights - learned.lights.keys() else None


def true_tags(learned: Learned, plan: Plan) -> dict[Uid, Tag] | None:
    """Return the new tag register: learned tags of checked runners, old tags of the others.

    None if no runner was checked.
    """
    if not learned.runners:
        return None
    tags = {uid: tag for uid, tag in plan.tags.items() if tag.colour not in learned.runners}
    for colour in COLOURS:
        runner = learned.runners.get(colour)
        if runner is not None:
            tags[runner.base] = Tag(colour, "base")
            if runner.crown is not None:
                tags[runner.crown] = Tag(colour, "crown")
    # A runner left out cannot have lost its base and keep its crown.
    based = {tag.colour for tag in tags.values() if tag.end == "base"}
    return {uid: tag for uid, tag in tags.items() if tag.colour in based}


def _dealt_out(
    homeless: Collection[int], free: Iterable[int], meant: Collection[int]
) -> dict[int, int]:
    """Assign a free square to each: its own, else one that needs a reader or light, else any.

    There are enough squares: no board has more readers, or lights, than squares.
    """
    left = sorted(free, key=lambda square: (square not in meant, square))
    dealt: dict[int, int] = {}
    for each in sorted(homeless):
        if each in left:
            dealt[each] = each
            left.remove(each)
    for each in sorted(homeless):
        if each not in dealt:
            dealt[each] = left.pop(0)
    return dealt
