"""The true wiring of a simulated board, kept beside its board file."""

import random
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from controller.atomic_files import keep_whole
from controller.board import Board, parse_board, read_board
from controller.board.examples import example_names, example_path
from controller.bootstrap.simulated.miswired import Miswiring, miswired

WIRING_FILE: Final = "simulated-wiring.json"
WORKSHOP_FILE: Final = "workshop.json"


@dataclass(frozen=True)
class SimulatedWiring:
    """A simulated board as it is.

    Attributes:
        board: what its file said when it was wired.
        miswiring: what is wrong with it all the same.
    """

    board: Board
    miswiring: Miswiring = field(default_factory=Miswiring)


class _Soldered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is kept of how a board is wired: its file, what that said, and how many mistakes."""

    path: str
    text: str
    mistakes: int


def own_file(path: Path, folder: Path, *, copy: bool = False) -> Path:
    """A board file that may be written to: an example has a copy in the data folder.

    Args:
        path: the file, or an example's.
        folder: the data folder.
        copy: an example is copied if that has not been done yet.
    """
    if path.stem not in example_names() or path != example_path(path.stem):
        return path
    own = folder / path.name
    if copy and not own.exists():
        shutil.copyfile(path, own)
    return own if own.exists() else path


def solder(folder: Path, path: Path, mistakes: int) -> None:
    """Wire a simulated board anew, as its file says now but for so many mistakes.

    Raises:
        BadBoard: the file cannot be used.
        TooManyMistakes: the board is too small for so many.
    """
    miswired(read_board(path), mistakes, random.Random(mistakes))
    _write(folder, path, mistakes)
    (folder / WORKSHOP_FILE).unlink(missing_ok=True)  # what it says was learned of other wires


def _write(folder: Path, path: Path, mistakes: int) -> None:
    wiring = _Soldered(str(path.resolve()), path.read_text("utf-8-sig"), mistakes)
    keep_whole(folder / WIRING_FILE, msgspec.json.encode(wiring))


def keep_soldered(folder: Path, path: Path) -> None:
    """Write down how a board is wired, before its file says something else."""
    if _soldered(folder, path) is None:
        _write(folder, path, 0)


def wood(folder: Path, path: Path) -> SimulatedWiring:
    """The simulated board of a board file.

    Raises:
        BadBoard: the file cannot be used.
    """
    wiring = _soldered(folder, path)
    if wiring is None:
        return SimulatedWiring(read_board(path))
    board = parse_board(wiring.text, path.name)
    return SimulatedWiring(board, miswired(board, wiring.mistakes, random.Random(wiring.mistakes)))


def _soldered(folder: Path, path: Path) -> _Soldered | None:
    try:
        wiring = msgspec.json.decode((folder / WIRING_FILE).read_bytes(), type=_Soldered)
    except (OSError, UnicodeError, msgspec.DecodeError):
        return None
    return wiring if wiring.path == str(path.resolve()) else None
