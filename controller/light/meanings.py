"""Meanings of the lights, read from meanings.toml."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args

import msgspec

from controller.game.editions.mistakes import meant, shown
from controller.game.editions.sheet import DataSheet
from controller.light.movements import MOVEMENTS, Movement

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
    "sign",
    "put-here",
    "checked",
    "doubtful",
]

MEANINGS: Final[tuple[Meaning, ...]] = get_args(Meaning)
SHIPPED: Final = Path(__file__).with_name("meanings.toml")
LONGEST_S: Final = 10.0


class Light(msgspec.Struct, frozen=True):
    """Movement and legend of one meaning, independent of its colour.

    Attributes:
        title: its name in the legend.
        text: what people should do about it.
        movement: change of its brightness over time.
        moves: the movement in words.
        period_s: duration of one round of the movement.
    """

    title: str
    text: str
    movement: Movement
    moves: str
    period_s: float


@cache
def meanings() -> Mapping[Meaning, Light]:
    """Return every meaning, in the order of the legend."""
    return read_meanings(SHIPPED)


def read_meanings(path: Path) -> dict[Meaning, Light]:
    """Read a file of meanings.

    Raises:
        BadRules: the file is wrong; with every problem.
    """
    sheet = DataSheet.of(path)
    sheet.allow(MEANINGS)
    # In the order of the file; meanings that it lacks come last and are refused.
    order = sorted(MEANINGS, key=[*sheet, *MEANINGS].index)
    lights = {meaning: _light(sheet.section(meaning)) for meaning in order}
    sheet.finish()
    return lights


def _light(sheet: DataSheet) -> Light:
    sheet.allow(Light.__struct_fields__)
    return Light(
        title=sheet.text("title"),
        text=sheet.text("text"),
        movement=_movement(sheet),
        moves=sheet.text("moves"),
        period_s=_period_s(sheet),
    )


def _movement(sheet: DataSheet) -> Movement:
    word = sheet.text("movement")
    for movement in MOVEMENTS:
        if word == movement:
            return movement
    if word:
        sheet.refuse("movement", f"there is no movement “{word}”{meant(word, MOVEMENTS)}")
    return "steady"


def _period_s(sheet: DataSheet) -> float:
    value = sheet.value("period_s")
    if isinstance(value, int | float) and type(value) is not bool and 0 < value <= LONGEST_S:
        return float(value)
    if "period_s" in sheet:
        sheet.refuse(
            "period_s", f"{shown(value)} is not a number of seconds above 0, {LONGEST_S:g} at most."
        )
    return 1.0
