"""What is ordered of a maker, and the files that it makes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final, Literal, get_args

from controller.board.file.form import Board

Paper = Literal["A4", "A3", "letter"]
PAPERS: Final[tuple[Paper, ...]] = get_args(Paper)
PAPER_MM: Final[dict[Paper, tuple[float, float]]] = {
    "A4": (210.0, 297.0),
    "A3": (297.0, 420.0),
    "letter": (215.9, 279.4),
}
"""Width and height of each paper, upright, in millimetres."""

Extra = Literal["make", "cad"]


@dataclass(frozen=True, slots=True)
class Order:
    """What build files are made from.

    Attributes:
        board: the board.
        edition: name of the edition whose track is printed.
        language: code of the language of printed words, such as `de`.
        paper: paper of the printer.
    """

    board: Board
    edition: str
    language: str = "en"
    paper: Paper = "A4"


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A file to be written.

    Attributes:
        path: its path in the folder, with `/` between folders, such as `cutting/surface.dxf`.
        data: its content.
    """

    path: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes files of one kind.

    Attributes:
        name: its name for `--only`.
        about: what it makes, in one line.
        make: yields the files; imports the libraries it needs.
        needs: modules that it imports and the base install does not have.
        extra: extra of pyproject.toml that installs these.
    """

    name: str
    about: str
    make: Callable[[Order], Iterator[MadeFile]]
    needs: tuple[str, ...] = ()
    extra: Extra = "make"

    @property
    def missing(self) -> tuple[str, ...]:
        """Modules that are not installed."""
        return tuple(name for name in self.needs if find_spec(name) is None)
