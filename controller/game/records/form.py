"""Records as values: header, actions, and where they stand in the text.

Source: R14.4.
"""

import datetime
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from controller.game.pieces import Colour

KEYS: Final = ("edition", "seat", "first", "date", "start", "result")
"""Keys of a header besides options."""
_LONGEST: Final = 400
"""Letters of a problem: what was found may be as long as the record."""


class RecordError(ValueError):
    """Text that is no record, or record of an impossible game.

    Attributes:
        line: line of the mistake, counted from 1.
        column: column of the mistake, counted from 1.
        problem: the text found there and the text expected.
    """

    def __init__(self, line: int, column: int, problem: str) -> None:
        self.line = line
        self.column = column
        if len(problem) > _LONGEST:
            problem = f"{problem[: _LONGEST // 2]}…{problem[-_LONGEST // 2 :]}"
        self.problem = problem
        super().__init__(f"Line {line}, column {column}: {problem}")


class RecordSeat(msgspec.Struct, frozen=True):
    """Player of a seat: the colour of each runner, a name and a character if they are known.

    Attributes:
        colours: the colour of each runner.
        name: the name; empty if not known.
        opponent: the character of a computer opponent; empty for a person.
    """

    colours: tuple[Colour, ...]
    name: str = ""
    opponent: str = ""


class RecordHeader(msgspec.Struct, frozen=True, kw_only=True):
    """Facts on a game besides its actions.

    Attributes:
        edition: the edition whose rules were used.
        seats: the seats in turn order.
        first: the seat that began.
        date: the day on which it was begun, if known.
        options: house rules, by option, in the order of `Options`; plain JSON values.
        start: the starting position as one line (R14.5); empty for the usual one.
        result: the seats in their final order; empty for a game that did not end.
    """

    edition: str
    seats: tuple[RecordSeat, ...]
    first: int = 0
    date: datetime.date | None = None
    options: Mapping[str, Any] = {}
    start: str = ""
    result: tuple[int, ...] = ()


class Record(msgspec.Struct, frozen=True):
    """A game: its header, and its actions in the notation of R14."""

    header: RecordHeader
    actions: tuple[str, ...] = ()


class TextPlace(NamedTuple):
    """A place in a text, counted from 1."""

    line: int
    column: int
