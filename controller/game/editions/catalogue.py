"""Editions, tracks, decks and tables by name.

A shipped file is read once and cached: it cannot change while the program runs, and its value is
frozen. A user's own file is read at every call.
"""

from functools import cache
from pathlib import Path

from controller.game.editions.files import SINGULAR, Kind, find, names, shipped_files
from controller.game.editions.forms import (
    Deck,
    Edition,
    HareTable,
    edition_form,
    track_form,
)
from controller.game.editions.mistakes import BadRules
from controller.game.rules import Track
from controller.toml import BadFile, TomlSection
from controller.toml.mistakes import meant

Form = Edition | Track | Deck | HareTable


def edition(name: str) -> Edition:
    """Return an edition by its name.

    Raises:
        BadRules: no edition has that name (`unknown-edition`), or its file is wrong.
    """
    found = _find("editions", name)
    assert isinstance(found, Edition)
    return found


def track(name: str) -> Track:
    """Return a track by its name.

    Raises:
        BadRules: no track has that name, or its file is wrong.
    """
    found = _find("tracks", name)
    assert isinstance(found, Track)
    return found


def deck(name: str) -> Deck:
    """Return a deck by its name.

    Raises:
        BadRules: no deck has that name, or its file is wrong.
    """
    found = _find("decks", name)
    assert isinstance(found, Deck)
    return found


def table(name: str) -> HareTable:
    """Return a hare table by its name.

    Raises:
        BadRules: no table has that name, or its file is wrong.
    """
    found = _find("tables", name)
    assert isinstance(found, HareTable)
    return found


def read(kind: Kind, path: Path) -> Form:
    """Read one file as the given kind.

    Raises:
        BadFile: the file is wrong; with every mistake.
    """
    file = TomlSection.of(path)
    match kind:
        case "editions":
            return edition_form(path.stem, file)
        case "tracks":
            return track_form(path.stem, file)
        case "decks":
            return file.finish(file.read(Deck))
        case "tables":
            return file.finish(file.read(HareTable))


def _find(kind: Kind, name: str) -> Form:
    path = find(kind, name)
    if path is None:
        what = SINGULAR[kind]
        raise BadRules(
            "unknown-edition" if kind == "editions" else "bad-option",
            [f"There is no {what} “{name}”{meant(name, names(kind))}"],
        )
    try:
        is_shipped = path is shipped_files(kind).get(name)
        return (_read_shipped if is_shipped else read)(kind, path)
    except BadFile as error:
        raise BadRules("bad-option", error.problems) from error


@cache
def _read_shipped(kind: Kind, path: Path) -> Form:
    return read(kind, path)
