"""Finds files of editions, tracks, decks and tables: shipped ones, and people's own.

Source: R1.3, R8.3, R13.1.
"""

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, Literal

Kind = Literal["editions", "tracks", "decks", "tables"]

KINDS: Final[tuple[Kind, ...]] = ("editions", "tracks", "decks", "tables")
SINGULAR: Final[dict[Kind, str]] = {
    "editions": "edition",
    "tracks": "track",
    "decks": "deck",
    "tables": "table",
}
SHIPPED: Final = Path(__file__).with_name("data")
FOLDER_VARIABLE: Final = "HAREBOARD_RULES"
REPLACEABLE: Final = frozenset({"decks", "tables"})
"""Kinds of which a user's own file replaces the shipped one of the same name (R8.3)."""

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


def own_folder() -> Path:
    """Return the folder for the user's own files, which need not exist.

    It is looked up at every call, so a change of the environment or of the files counts.
    """
    given = os.environ.get(FOLDER_VARIABLE)
    if given:
        return Path(given).expanduser()
    import platformdirs  # noqa: PLC0415 - not before an edition is looked for

    return Path(platformdirs.user_data_dir("hareboard", appauthor=False)) / "rules"


@cache
def shipped_files(kind: Kind) -> Mapping[str, Path]:
    """Return the shipped files of a kind, by their names."""
    return {path.stem: path for path in sorted((SHIPPED / kind).glob("*.toml"))}


def own_names(kind: Kind) -> tuple[str, ...]:
    """List the names of the user's own files of a kind that can be used."""
    return tuple(path.stem for path in _own_files(kind) if not why_unused(path, kind))


def names(kind: Kind) -> tuple[str, ...]:
    """List all names of a kind that an option, an edition or a command may use."""
    return tuple(sorted({*shipped_files(kind), *own_names(kind)}))


def find(kind: Kind, name: str) -> Path | None:
    """Find the file of that name, the user's own deck or table first; None if there is none."""
    shipped = shipped_files(kind).get(name)
    if shipped is not None and kind not in REPLACEABLE:
        return shipped
    own = own_folder() / kind / f"{name}.toml"
    if shipped is not None:
        return own if own.is_file() else shipped
    return own if name in own_names(kind) else None


def why_unused(path: Path, kind: Kind) -> str | None:
    """Return the reason why a user's own file cannot be used under its name; None if it can."""
    name = path.stem
    if not _NAME.fullmatch(name):
        return (
            f"{path.name}: the name of a file may have letters, digits, “-” and “_” only; "
            "rename it."
        )
    if kind in REPLACEABLE:
        return None
    shipped = {each.casefold(): each for each in shipped_files(kind)}.get(name.casefold())
    if shipped is None:
        return None
    return (
        f"{path.name}: “{shipped}” is a shipped {SINGULAR[kind]}, which stays as it is; "
        "give yours another name."
    )


def unused() -> tuple[str, ...]:
    """List the reasons why user's own files are unused, a sentence for each file."""
    reasons = (why_unused(path, kind) for kind in KINDS for path in _own_files(kind))
    return tuple(reason for reason in reasons if reason)


def _own_files(kind: Kind) -> list[Path]:
    return sorted(path for path in (own_folder() / kind).glob("*.toml") if path.is_file())
