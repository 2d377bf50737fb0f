"""Meanings of the lights, read from meanings.toml."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal, get_args

import msgspec

from controller.light.movements import Movement
from controller.toml import Limits, TomlSection

Meaning = Literal[
    "turn",
    "may-go",
    "may-go-earns",
    "may-go-by-phone",
    "understood",
    "wrong-place",
    "belongs-here",
    "errand",
    "reader-fault",
    "waiting",
    "race-over",
    "tap",
    "digits",
    "put-here",
    "checked",
    "doubtful",
]

MEANINGS: Final[tuple[Meaning, ...]] = get_args(Meaning)
SHIPPED: Final = Path(__file__).with_name("meanings.toml")
SHORTEST_S: Final = 0.1
LONGEST_S: Final = 10
FRAMES_PER_S: Final = 30
"""Frames a second of a movement, unless it needs fewer."""


class Light(msgspec.Struct, frozen=True):
    """Movement and legend of one meaning, independent of its colour.

    Attributes:
        title: its name in the legend.
        text: what people should do about it.
        movement: change of its brightness over time.
        moves: the movement in words.
        period_s: duration of one round of the movement.
        frames_per_s: frames that show the movement; a slow one of a dim light has few steps.
    """

    title: str
    text: str
    movement: Movement
    moves: str
    period_s: Annotated[float, Limits(SHORTEST_S, LONGEST_S, " seconds")]
    frames_per_s: Annotated[int, Limits(1, FRAMES_PER_S)] = FRAMES_PER_S


@cache
def meanings() -> Mapping[Meaning, Light]:
    """Return every meaning, in the order of the legend."""
    return read_meanings(SHIPPED)


def read_meanings(path: Path) -> dict[Meaning, Light]:
    """Read a file of meanings.

    Raises:
        BadFile: the file is wrong; with every problem.
    """
    file = TomlSection.of(path)
    return file.finish(file.read(dict[Meaning, Light]))
