"""Reading a data file value by value, and noting all that is wrong with it."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, Self

from controller.game.editions.mistakes import BadRules, meant, shown

_MISSING: Final = object()


class DataSheet:
    """Data file, or one section of it, being checked.

    Methods that read a value return one of the right type, if need be an empty one; mistakes
    are noted, and `finish` refuses the file with all of them.
    """

    def __init__(self, file: str, data: Mapping[str, object], section: str = "") -> None:
        self.file = file
        self._data = data
        self._section = section
        self._problems: list[str] = []

    @classmethod
    def of(cls, path: Path) -> Self:
        """Open a file.

        Raises:
            BadRules: it cannot be read, or is not TOML; the message says in which line.
        """
        try:
            return cls(path.name, tomllib.loads(path.read_text("utf-8-sig")))
        except OSError as error:
            problem = f"{path.name}: it cannot be read: {error.strerror}."
        except UnicodeDecodeError:
            problem = f"{path.name}: it is not a text file in UTF-8."
        except tomllib.TOMLDecodeError as error:
            problem = f"{path.name}: {error}."
        except (ValueError, RecursionError):  # a number or a nest beyond what Python reads
            problem = f"{path.name}: a number is too long, or lists lie too deep in each other."
        raise BadRules("bad-option", [problem])

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def allow(self, known: Iterable[str]) -> None:
        """Refuse every key but these."""
        known = tuple(known)
        for key in self._data:
            if key not in known:
                place = f" in [{self._section}]" if self._section else ""
                self._problems.append(
                    f"{self.file}: there is no key “{key}”{place}{meant(key, known)}"
                )

    def refuse(self, key: str, problem: str) -> None:
        """Note a mistake in a key."""
        place = f"[{self._section}] " if self._section else ""
        self._problems.append(f"{self.file}: {place}{key}: {problem}")

    def value(self, key: str, default: object = _MISSING) -> object:
        """Return a value of any type; without a default a missing one is noted."""
        if key in self._data:
            return self._data[key]
        if default is _MISSING:
            self.refuse(key, "is missing.")
            return None
        return default

    def text(self, key: str, default: object = _MISSING) -> str:
        """Return a text that is not empty."""
        value = self.value(key, default)
        if isinstance(value, str) and (value.strip() or value is default):
            return value
        if key in self._data:
            self.refuse(key, f"{shown(value)} is not a text with something in it.")
        return ""

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts that is not empty."""
        value = self.value(key)
        if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
            return tuple(value)
        if key in self._data:
            odd = (
                [each for each in value if not isinstance(each, str)]
                if isinstance(value, list)
                else []
            )
            such = f"; {', '.join(map(shown, odd))} lacks them." if odd else "."
            self.refuse(key, f'this should be a list of texts in quotes, like ["+5", "0"]{such}')
        return ()

    def section(self, key: str, *, optional: bool = False) -> "DataSheet":
        """Return a section, which notes its problems here; an empty one if it is missing."""
        value = self.value(key, {}) if optional else self.value(key)
        if not isinstance(value, dict):
            if key in self._data:
                self.refuse(key, f"{shown(value)} is not a section: write [{key}] above its keys.")
            value = None
        # A missing section is noted already: mistakes inside it are dropped.
        inner = DataSheet(self.file, value or {}, key)
        if value is not None:
            inner._problems = self._problems
        return inner

    def finish(self) -> None:
        """Refuse the file if a mistake was noted.

        Raises:
            BadRules: a mistake was noted; with every problem.
        """
        if self._problems:
            raise BadRules("bad-option", self._problems)
