"""What to say of a board file that does not exist: which ones there are, how to begin one."""

import shlex
from pathlib import Path
from typing import Final

from controller.board.examples import example_names
from controller.toml import BadFile, TomlSection
from controller.toml.mistakes import meant

SECTIONS: Final = ("squares", "readers")
"""Sections that every board file has."""
MOST_LISTED: Final = 8
TO_BEGIN_WITH: Final = "prototype-2x2"


def no_such_file(file: Path) -> str:
    """Say that there is no such board file; suggest one with a similar name."""
    return f"There is no file {file}{meant(file.name, (*_board_files(file), *example_names()))}"


def other_files(file: Path) -> str:
    """List the board files in the folder of a missing one, and say how to begin one."""
    names = _board_files(file)
    listed = ", ".join(names[:MOST_LISTED]) + (", …" if len(names) > MOST_LISTED else "")
    there = f"Board files in that folder: {listed}. " if names else ""
    new = file if file.suffix == ".toml" else file.with_name(f"{file.name}.toml")
    new = new if new.parent.is_dir() else Path(new.name)
    begin = f"hareboard board show {TO_BEGIN_WITH} > {shlex.quote(str(new))}"
    return f"{there}To begin one: {begin}. The examples: hareboard board."


def _board_files(file: Path) -> tuple[str, ...]:
    """List the board files beside a file, by name."""
    return tuple(sorted(path.name for path in file.parent.glob("*.toml") if _is_board(path)))


def _is_board(path: Path) -> bool:
    try:
        found = TomlSection.of(path)
    except BadFile:
        return False
    return all(section in found for section in SECTIONS)
