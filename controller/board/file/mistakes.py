"""Mistakes in a board file: file, line, key, and how to mend it."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    Attributes:
        file: the name of the board file.
        line: where in it, from 1; None if that cannot be known.
        key: the section and key, as they are written; empty if it is about the whole file.
        reason: what is wrong with it and what would be right, a sentence.
    """

    file: str
    line: int | None
    key: str
    reason: str

    def __str__(self) -> str:
        """The whole sentence."""
        place = self.file if self.line is None else f"{self.file}, line {self.line}"
        return ": ".join(part for part in (place, self.key, self.reason) if part)


class BadBoard(ValueError):
    """A board file that describes no board.

    Attributes:
        problems: everything that is wrong, in the order of the file; never empty.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(
            sorted(dict.fromkeys(problems), key=lambda each: (each.line is None, each.line or 0))
        )
        super().__init__("\n".join(map(str, self.problems)))
