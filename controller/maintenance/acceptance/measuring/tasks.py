"""What is measured: tasks, and the measurements that answer them, as a bundle keeps them."""

from typing import Final, Literal

import msgspec

from hardware.bench_ports import ChipIdentity, SelfTest, TimedAnswer
from hardware.ports import ButtonName

Spot = Literal["centre", "far left", "far right", "near left", "near right"]
Way = Literal["upright", "upside down"]
Again = Literal["after-reset", "slowly"]
"""When a reader was asked again: after the resets, or at the slowest clock."""
Colour = Literal["red", "green", "blue", "other"]

SPOTS: Final[tuple[Spot, ...]] = ("centre", "far left", "far right", "near left", "near right")
HEIGHTS_MM: Final = (0, 5, 10)
CLOCKS_HZ: Final = (
    100_000, 200_000, 500_000, 700_000, 1_000_000, 1_500_000, 2_000_000, 2_500_000, 3_000_000,
    3_500_000, 4_000_000, 5_000_000,
)  # fmt: skip
"""Speeds of an SPI bus to try. Source: UM0701-02 6.2.5: at most 5 MHz."""
PULSES_MS: Final = (1, 10, 20, 50, 100, 200)
RETRIES: Final = (0, 1, 2, 3)


class _Struct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class FindChip(_Struct, frozen=True, tag_field="task", tag="find"):
    """Ask the reader of a square what it is; again if it did not answer."""

    square: int
    again: Again | None = None


class FoundChip(_Struct, frozen=True, tag_field="of", tag="find"):
    """The answer."""

    square: int
    chip: ChipIdentity
    again: Again | None = None


class FindMultiplexers(_Struct, frozen=True, tag_field="task", tag="scan"):
    """List the multiplexers of a bus."""

    bus: str


class FoundMultiplexers(_Struct, frozen=True, tag_field="of", tag="scan"):
    """Their addresses."""

    bus: str
    addresses: tuple[int, ...]


class _Pulse(_Struct, frozen=True):
    bus: str
    low_ms: int
    revives: bool = False


class PullReset(_Pulse, frozen=True, tag_field="task", tag="reset"):
    """Pull the reset line of a bus for so long; to measure, or to revive chips that hang."""


class WasReset(_Pulse, frozen=True, kw_only=True, tag_field="of", tag="reset"):
    """Time for which each square's chip was seen to be deaf; None if it did not restart."""

    deaf_ms: dict[int, float | None]


class Sweep(_Struct, frozen=True, tag_field="task", tag="sweep"):
    """Have a reader send bytes back at faster and faster clocks, until one fails.

    Without clocks: at the present one only.
    """

    square: int
    clocks_hz: tuple[int, ...]


class Echoes(_Struct, frozen=True):
    """Answers at one clock (None: the present one)."""

    clock_hz: int | None
    answers: tuple[TimedAnswer, ...]

    @property
    def failed(self) -> int:
        """Number of answers that were missing or wrong."""
        return sum(each.failure is not None for each in self.answers)


class Swept(_Struct, frozen=True, tag_field="of", tag="sweep"):
    """The answers by clock, slowest first; and more of the slowest, after a failure.

    `restarted` is True if the chip started afresh meanwhile.
    """

    square: int
    echoes: tuple[Echoes, ...]
    again: Echoes | None = None
    restarted: bool = False


class Examine(_Struct, frozen=True, tag_field="task", tag="examine"):
    """Have a chip test its ROM, RAM and antenna."""

    square: int


class Examined(_Struct, frozen=True, tag_field="of", tag="examine"):
    """The results."""

    square: int
    result: SelfTest


class ShowRun(_Struct, frozen=True, tag_field="task", tag="run"):
    """Light one square after the other, along the track, then all."""


class RunSeen(_Struct, frozen=True, tag_field="of", tag="run"):
    """The person's answer: whether they lit up in order, and squares that stayed dark."""

    in_order: bool
    dark: tuple[int, ...]


class ShowLight(_Struct, frozen=True, tag_field="task", tag="light"):
    """Light one square."""

    square: int


class LightSeen(_Struct, frozen=True, tag_field="of", tag="light"):
    """The square that was lit; None for none."""

    square: int
    at: int | None


class ShowColour(_Struct, frozen=True, tag_field="task", tag="colour"):
    """Show one colour on all squares."""

    colour: Colour


class ColourSeen(_Struct, frozen=True, tag_field="of", tag="colour"):
    """The colour that was seen."""

    colour: Colour
    seen: Colour


class LoadSupply(_Struct, frozen=True, tag_field="task", tag="load"):
    """Switch on nothing, all lights, then fields as well."""

    squares: tuple[int, ...]


class Loaded(_Struct, frozen=True, tag_field="of", tag="load"):
    """How many of the checks found the supply too low: at rest, with lights, with fields too."""

    checks: int
    at_rest: int
    lights: int
    all: int


class Press(_Struct, frozen=True, tag_field="task", tag="press"):
    """Have a button pressed three times."""

    button: ButtonName


class Edges(_Struct, frozen=True, tag_field="of", tag="press"):
    """The changes of its contact: closed or not, time in milliseconds from the first."""

    button: ButtonName
    closed_at_rest: bool
    edges: tuple[tuple[bool, float], ...]


class Walk(_Struct, frozen=True, tag_field="task", tag="walk"):
    """Have a runner put on a square, and see which readers see it, with only their field on."""

    square: int


class Walked(_Struct, frozen=True, tag_field="of", tag="walk"):
    """Readings of each reader that saw a tag or failed: those with the tag, failures, all.

    A reader that neither saw a tag nor failed at its first reading was not asked again; one far
    away that saw the runner on its own square was asked only if the square's reader saw nothing.
    """

    square: int
    seen: dict[int, int]
    failed: dict[int, int]
    looks: int

    @property
    def in_place(self) -> bool:
        """True if the reader of the square saw it."""
        return bool(self.seen.get(self.square))


class _Stand(_Struct, frozen=True):
    square: int
    spot: Spot
    height_mm: int
    way: Way = "upright"


class Rate(_Stand, frozen=True, tag_field="task", tag="rate"):
    """Have a runner put at a place of its square, and read it with 0 to 3 retries.

    Where all readings have found it, those with more retries are fewer. In the middle, on the wood
    and upright it stands already, after a `Walk`.
    """


class Hits(_Struct, frozen=True):
    """Readings with so many retries: those that saw the base, the crown, another UID; failures."""

    retries: int
    readings: int
    base: int
    crown: int
    other: int
    answers: tuple[TimedAnswer, ...]


class Rated(_Stand, frozen=True, kw_only=True, tag_field="of", tag="rate"):
    """The readings."""

    hits: tuple[Hits, ...]


class Cross(_Struct, frozen=True, tag_field="task", tag="cross"):
    """With a runner on a square since its `Walk`, read readers so many rows or columns away.

    The field of the square is on meanwhile.
    """

    square: int
    distance: int
    readers: tuple[int, ...]


class Crossed(_Struct, frozen=True, tag_field="of", tag="cross"):
    """Readings, and those of each reader that saw any tag."""

    square: int
    distance: int
    readings: int
    strays: dict[int, int]


class Soak(_Struct, frozen=True, tag_field="task", tag="soak"):
    """Read the board as in a game for a while."""

    seconds: float


class SoakCount(_Struct, frozen=True):
    """Readings of one reader: good, failed, those that missed a resting tag; resets."""

    good: int = 0
    failed: int = 0
    missed: int = 0
    resets: int = 0


class Soaked(_Struct, frozen=True, tag_field="of", tag="soak"):
    """The counts of each square."""

    seconds: float
    counts: dict[int, SoakCount]


Task = (
    FindChip | FindMultiplexers | PullReset | Sweep | Examine | ShowRun | ShowLight | ShowColour
    | LoadSupply | Press | Walk | Rate | Cross | Soak
)  # fmt: skip
Measurement = (
    FoundChip | FoundMultiplexers | WasReset | Swept | Examined | RunSeen | LightSeen | ColourSeen
    | Loaded | Edges | Walked | Rated | Crossed | Soaked
)  # fmt: skip
Log = tuple[Measurement, ...]
"""Measurements in the order in which they were made."""
