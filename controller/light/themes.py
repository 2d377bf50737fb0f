"""Themes: a colour for every meaning. Data, in themes/."""

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Final

import msgspec

from controller.game.editions.mistakes import BadRules
from controller.light.meanings import Meaning
from controller.toml import TomlSection
from controller.toml.mistakes import meant, shown
from hardware.ports import RGB

DARK: Final[RGB] = (0, 0, 0)
FOLDER: Final = Path(__file__).with_name("themes")

_COLOUR: Final = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", re.IGNORECASE)


def _colour(value: object) -> RGB:
    found = _COLOUR.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise ValueError(f"{shown(value)} is not a colour: write it like “#ff8800”.")
    return int(found[1], 16), int(found[2], 16), int(found[3], 16)


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
    colours: dict[Meaning, Annotated[RGB, _colour]]
    background: Annotated[RGB, _colour] = DARK


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
        BadFile: the file is wrong; with every problem.
    """
    file = TomlSection.of(path)
    return file.finish(file.read(Theme))
