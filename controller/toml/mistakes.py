"""Mistakes in a file or an option: file, line, key, and how to mend them."""

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from controller.plain_text import plain

LONGEST_SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in a file.

    Attributes:
        file: name of the file.
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
        return plain(": ".join(part for part in (place, self.key, self.reason) if part))


class BadFile(ValueError):
    """Invalid file.

    Attributes:
        problems: all mistakes, in the order of the file; never empty.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(
            sorted(dict.fromkeys(problems), key=lambda each: (each.line is None, each.line or 0))
        )
        super().__init__("\n".join(map(str, self.problems)))


def meant(word: str, known: Iterable[str]) -> str:
    """Return the end of a sentence about an unknown word: a suggestion, or a full stop."""
    by_folded = {each.casefold(): each for each in known}
    near = difflib.get_close_matches(word.casefold(), by_folded, n=1)
    return f"; did you mean “{by_folded[near[0]]}”?" if near else "."


def shown(value: object) -> str:
    """Format a wrong value for a sentence."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = f"“{value}”" if isinstance(value, str) else str(value)
    except ValueError:  # Python does not write out numbers of thousands of digits
        text = "a number of thousands of digits"
    except RecursionError:  # it was read a few calls less deep than it is written out here
        text = "a list of hundreds of lists in each other"
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


def either(words: Sequence[str]) -> str:
    """Join words as a choice: `a, b or c`."""
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def quoted(words: Iterable[object]) -> str:
    """Join quoted words as a choice: `“a”, “b” or “c”`."""
    return either([f"“{word}”" for word in words])
