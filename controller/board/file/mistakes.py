"""Mistakes in a board file: file, line, key, and how to mend it."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in a board file.

    Attributes:
        file: name of the board file.
        line: line number, from 1; None if it cannot be known.
        key: section and key, as written; empty if the mistake concerns the whole file.
        reason: a sentence that names the mistake and its remedy.
    """

    file: str
    line: int | None
    key: str
    reason: str

    def __str__(self) -> str:
        """Return the whole sentence."""
        place = self.file if self.line is None else f"{self.file}, line {self.line}"
        return ": ".join(part for part in (place, self.key, self.reason) if part)


class BadBoard(ValueError):
    """Invalid board file.

    Attributes:
        problems: all mistakes, in the order of the file; never empty.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(
            sorted(dict.fromkeys(problems), key=lambda each: (each.line is None, each.line or 0))
        )
        super().__init__("\n".join(map(str, self.problems)))
