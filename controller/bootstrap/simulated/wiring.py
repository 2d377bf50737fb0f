"""The true wiring of a simulated board, kept beside its board file."""

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from controller.atomic_files import keep_whole
from controller.board import Board, parse_board, read_board
from controller.board.examples import example_names, example_path
from controller.bootstrap.simulated.miswired import Miswiring, miswired
from controller.foreign_files import read_small
from controller.json_data import BadJson, from_json

WIRING_FILE: Final = "simulated-wiring.json"
CALIBRATION_FILE: Final = "workshop.json"
ACCEPTANCE_FILE: Final = "acceptance.jsonl"


@dataclass(frozen=True)
class SimulatedWiring:
    """True wiring of a simulated board.

    Attributes:
        board: the contents of its file when it was wired.
        miswiring: its deviations from that file.
    """

    board: Board
    miswiring: Miswiring = field(default_factory=Miswiring)


class _Soldered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Stored wiring of a board: its file, the file's contents, the number of mistakes."""

    path: str
    text: str
    mistakes: int


def own_file(path: Path, folder: Path, *, copy: bool = False) -> Path:
    """Return a board file that may be written to: of an example, its copy in the data folder.

    Args:
        path: the file, or that of an example.
        folder: the data folder.
        copy: True to copy an example if that has not been done yet.
    """
    if path.stem not in example_names() or path != example_path(path.stem):
        return path
    own = folder / path.name
    if copy and not own.exists():
        keep_whole(own, path.read_bytes())
    return own if own.exists() else path


def solder(folder: Path, path: Path, mistakes: int) -> None:
    """Rewire a simulated board as its file says now, except for so many mistakes.

    Raises:
        BadFile: the file cannot be used.
        TooManyMistakes: the board is too small for so many.
    """
    miswired(read_board(path), mistakes, random.Random(mistakes))
    _write(folder, path, mistakes)
    for learned in (CALIBRATION_FILE, ACCEPTANCE_FILE):  # on other wiring
        (folder / learned).unlink(missing_ok=True)


def _write(folder: Path, path: Path, mistakes: int) -> None:
    wiring = _Soldered(str(path.resolve()), path.read_text("utf-8-sig"), mistakes)
    keep_whole(folder / WIRING_FILE, msgspec.json.encode(wiring))


def keep_soldered(folder: Path, path: Path) -> None:
    """Store the wiring of a board before its file changes."""
    if _soldered(folder, path) is None:
        _write(folder, path, 0)


def simulated_wiring(folder: Path, path: Path) -> SimulatedWiring:
    """Return the true wiring of a board file's simulated board.

    Raises:
        BadFile: the file cannot be used.
    """
    wiring = _soldered(folder, path)
    if wiring is None:
        return SimulatedWiring(read_board(path))
    board = parse_board(wiring.text, path.name)
    return SimulatedWiring(board, miswired(board, wiring.mistakes, random.Random(wiring.mistakes)))


def _soldered(folder: Path, path: Path) -> _Soldered | None:
    try:
        wiring = from_json(read_small(folder / WIRING_FILE), _Soldered)
    except (OSError, BadJson):
        return None
    return wiring if wiring.path == str(path.resolve()) else None
