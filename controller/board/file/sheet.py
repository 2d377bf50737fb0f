"""Reading a board file value by value, and noting all that is wrong with it and where."""

import math
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, Self

from controller.board.file.lines import Spot, lines_of
from controller.board.file.mistakes import BadBoard, Problem
from controller.game.editions.mistakes import either, meant, shown


class BoardSheet:
    """A board file, or one section of it, under examination.

    Each getter returns the value, or None (or the default) if it is missing or wrong, and notes
    the problem; `finish` refuses the file with all problems.
    """

    def __init__(
        self,
        file: str,
        data: Mapping[str, object],
        lines: Mapping[Spot, int],
        problems: list[Problem],
        spot: Spot = (),
    ) -> None:
        self.file = file
        self._data = data
        self._lines = lines
        self._problems = problems
        self._spot = spot

    @classmethod
    def of(cls, path: Path) -> Self:
        """Open a file.

        Raises:
            BadBoard: it cannot be read, or is not TOML.
        """
        try:
            text = path.read_text("utf-8-sig")
        except OSError as error:
            reason = f"it cannot be read: {error.strerror}."
        except UnicodeDecodeError:
            reason = "it is not a text file in UTF-8."
        else:
            return cls.of_text(text, path.name)
        raise BadBoard([Problem(path.name, None, "", reason)])

    @classmethod
    def of_text(cls, text: str, file: str) -> Self:
        """Read the text of a file.

        Raises:
            BadBoard: it is not TOML.
        """
        try:
            return cls(file, tomllib.loads(text), lines_of(text), [])
        except tomllib.TOMLDecodeError as error:
            raise BadBoard([_not_toml(file, str(error))]) from error
        except (ValueError, RecursionError):  # a number too long, or lists too deep, for Python
            reason = "a number is too long, or lists lie too deep in each other."
        raise BadBoard([Problem(file, None, "", reason)])

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def line(self, *keys: str | int) -> int | None:
        """Return the line of a key or of an entry in its list; else of the table around it."""
        spot = (*self._spot, *keys)
        while spot and spot not in self._lines:
            spot = spot[:-1]
        return self._lines.get(spot)

    def refuse(self, key: str, reason: str, *entry: str | int) -> None:
        """Note a problem with a key, or with an entry of its list."""
        named = " ".join(part for part in (self._section(), key) if part)
        self._problems.append(Problem(self.file, self.line(key, *entry), named, reason))

    def allow(self, known: Iterable[str], where: str = "") -> None:
        """Refuse every key but these; `where` adds their context to the message."""
        known = tuple(known)
        for key in self._data:
            if key not in known:
                place = f" in {self._section()}" if self._spot else ""
                self._problems.append(
                    Problem(
                        self.file,
                        self.line(key),
                        "",
                        f"there is no key “{key}”{place}{where}{meant(key, known)}",
                    )
                )

    def value(self, key: str) -> object:
        """Return a value of any type; None if the key is missing."""
        return self._data.get(key)

    def need(self, key: str, why: str = "") -> bool:
        """Check whether the key is present; note it as missing if not."""
        if key not in self._data:
            self.refuse(key, f"is missing{why}.")
        return key in self._data

    def text(self, key: str, default: str | None = None) -> str | None:
        """Return a text that is not empty; needed if there is no default."""
        if key not in self._data:
            return default if default is not None or not self.need(key) else None
        value = self._data[key]
        if isinstance(value, str) and value.strip():
            return value
        self.refuse(key, f"{shown(value)} is not a text with something in it.")
        return None

    def choice(self, key: str, choices: Sequence[str], default: str | None = None) -> str | None:
        """Return one of the given words; needed if there is no default."""
        if key not in self._data:
            return default if default is not None or not self.need(key) else None
        value = self._data[key]
        if isinstance(value, str) and value in choices:
            return value
        words = either([f"“{each}”" for each in choices])
        near = meant(value, choices) if isinstance(value, str) else "."
        self.refuse(key, f"{shown(value)} is not {words}{near}")
        return None

    def whole(
        self, key: str, low: int, high: int, default: int | None = None, unit: str = ""
    ) -> int | None:
        """Return a whole number; needed if there is no default."""
        if key not in self._data:
            return default if default is not None or not self.need(key) else None
        value = self._data[key]
        if type(value) is int and low <= value <= high:
            return value
        self.refuse(key, f"{shown(value)} is not a whole number from {low} to {high}{unit}.")
        return None

    def number(
        self, key: str, low: float, high: float, default: float, unit: str = ""
    ) -> float | None:
        """Return a number, whole or not."""
        value = self._data.get(key, default)
        if type(value) in (int, float):
            assert isinstance(value, int | float)
            if math.isfinite(value) and low <= value <= high:
                return value
        self.refuse(key, f"{shown(value)} is not a number from {low:g} to {high:g}{unit}.")
        return None

    def flag(self, key: str) -> bool:
        """Return a true/false value; False if the key is missing."""
        value = self._data.get(key, False)
        if isinstance(value, bool):
            return value
        self.refuse(key, f"{shown(value)} is neither true nor false.")
        return False

    def section(self, key: str, *, needed: bool = True) -> "BoardSheet | None":
        """Return a section; None if there is none."""
        if key not in self._data:
            if needed:
                title = self._title((*self._spot, key))
                self.refuse(key, f"is missing: write {title} above its keys.")
            return None
        value = self._data[key]
        if isinstance(value, dict):
            return self._inner(value, key)
        title = self._title((*self._spot, key))
        self.refuse(key, f"{shown(value)} is not a section: write {title} above its keys.")
        return None

    def sections(self, key: str) -> list["BoardSheet"]:
        """List the sections of a key that may repeat, written in double brackets."""
        value = self._data.get(key, [])
        if isinstance(value, list) and all(isinstance(each, dict) for each in value):
            return [self._inner(each, key, at) for at, each in enumerate(value)]
        title = self._title((*self._spot, key))
        single = "a section in single brackets" if isinstance(value, dict) else shown(value)
        self.refuse(key, f"this is {single}: write [{title}] above the keys of each.")
        return []

    def finish(self) -> None:
        """Refuse the file if any problem was noted.

        Raises:
            BadBoard: with every problem.
        """
        if self._problems:
            raise BadBoard(self._problems)

    @property
    def mistakes(self) -> int:
        """Number of problems noted so far, in the whole file."""
        return len(self._problems)

    def _inner(self, data: Mapping[str, object], *keys: str | int) -> "BoardSheet":
        return BoardSheet(self.file, data, self._lines, self._problems, (*self._spot, *keys))

    def _section(self) -> str:
        if not self._spot:
            return ""
        title = self._title(self._spot)
        return f"[{title}]" if isinstance(self._spot[-1], int) else title

    @staticmethod
    def _title(spot: Spot) -> str:
        return f"[{'.'.join(key for key in spot if isinstance(key, str))}]"


MOST_LISTED: Final = 8


def numbers(values: Collection[int], most: int = MOST_LISTED) -> str:
    """Format numbers for a sentence: `1, 2, 5 to 9`; after `most` parts, `…`."""
    spans: list[list[int]] = []
    for value in sorted(values):
        if spans and value == spans[-1][1] + 1:
            spans[-1][1] = value
        else:
            spans.append([value, value])
    said = [
        f"{first}"
        if first == last
        else f"{first} to {last}"
        if last > first + 1
        else f"{first}, {last}"
        for first, last in spans
    ]
    return ", ".join([*said[:most], "…"] if len(said) > most else said)


def _not_toml(file: str, said: str) -> Problem:
    """Turn the TOML library's message into a problem with its line number."""
    reason, _, place = said.removesuffix(")").rpartition(" (at ")
    words = place.replace(",", "").split()
    if words[:1] == ["line"] and words[1].isdigit():
        return Problem(file, int(words[1]), "", f"{reason} (column {words[-1]}).")
    return Problem(file, None, "", f"{said}.")
