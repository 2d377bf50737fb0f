"""Themes: a colour for every meaning. Data, in themes/."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from controller.game.editions.mistakes import BadRules, meant, shown
from controller.game.editions.sheet import DataSheet
from controller.light.meanings import MEANINGS, Meaning
from hardware.ports import RGB

DARK: Final[RGB] = (0, 0, 0)
FOLDER: Final = Path(__file__).with_name("themes")

_COLOUR: Final = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", re.IGNORECASE)


class Theme(msgspec.Struct, frozen=True):
    """Colours of the lights at full brightness, as the eye should see them.

    Attributes:
        name: name shown to people.
        about: description, a sentence.
        colours: colour of every meaning.
        background: colour of a square without a meaning.
    """

    name: str
    about: str
    colours: Mapping[Meaning, RGB]
    background: RGB = DARK


@cache
def theme_ids() -> tuple[str, ...]:
    """List the ids of all themes."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def load_theme(theme: str) -> Theme:
    """Return a theme by its id.

    Raises:
        BadRules: there is no theme of that id.
    """
    if theme not in theme_ids():
        raise BadRules("bad-option", [f"There is no theme “{theme}”{meant(theme, theme_ids())}"])
    return read_theme(FOLDER / f"{theme}.toml")


def read_theme(path: Path) -> Theme:
    """Read the file of a theme.

    Raises:
        BadRules: the file is wrong; with every problem.
    """
    sheet = DataSheet.of(path)
    sheet.allow(Theme.__struct_fields__)
    colours = sheet.section("colours")
    colours.allow(MEANINGS)
    theme = Theme(
        name=sheet.text("name"),
        about=sheet.text("about"),
        colours={meaning: _colour(colours, meaning) for meaning in MEANINGS},
        background=_colour(sheet, "background") if "background" in sheet else DARK,
    )
    sheet.finish()
    return theme


def _colour(sheet: DataSheet, key: str) -> RGB:
    text = sheet.value(key)
    found = _COLOUR.fullmatch(text) if isinstance(text, str) else None
    if found is not None:
        return (int(found[1], 16), int(found[2], 16), int(found[3], 16))
    if key in sheet:
        sheet.refuse(key, f"{shown(text)} is not a colour: write it like “#ff8800”.")
    return DARK
