"""In which line of a TOML file each of its keys stands.

The standard library reads TOML but keeps no positions. This follows a text that the library has
already accepted, so it only needs to recognise keys, strings and brackets.

Source: TOML 1.0.0.
"""

import re
import tomllib
from bisect import bisect_right
from typing import Final

Spot = tuple[str | int, ...]
"""Path to a value: keys from the outside in, and indices from 0 in lists."""

_GAP: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY: Final = re.compile(r"""(?:[A-Za-z0-9_.\- \t]|"(?:\\.|[^"\\])*"|'[^']*')+""")
_STRING: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})|' + r"'''.*?'''(?:'{0,2})|" + r'"(?:\\.|[^"\\])*"|'
    r"'[^']*'",
    re.DOTALL,
)
_BARE_VALUE: Final = re.compile(r"[^,\]}#\n]*")


def lines_of(text: str) -> dict[Spot, int]:
    """Return the line of each key and list entry, from 1.

    Args:
        text: a valid TOML file: anything else gives meaningless lines, or an `IndexError`.
    """
    return _Follower(text).follow()


class _Follower:
    """Goes through the text once, from its start to its end."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._found: dict[Spot, int] = {}
        self._tables: dict[Spot, int] = {}

    def follow(self) -> dict[Spot, int]:
        section: Spot = ()
        while self._next() is not None:
            if self._text[self._at] == "[":
                section = self._header()
            else:
                self._entry(section)
        return self._found

    def _next(self) -> str | None:
        """Skip blanks and comments; return the next character, None at the end."""
        self._skip(_GAP)
        return self._text[self._at] if self._at < len(self._text) else None

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._at)
        if match is None:
            raise IndexError(f"this is not TOML: character {self._at}")
        self._at = match.end()
        return match.group()

    def _note(self, spot: Spot, at: int) -> None:
        """Note the line of a key and of the tables around it; lines noted earlier stay."""
        line = bisect_right(self._starts, at)
        for length in range(1, len(spot) + 1):
            self._found.setdefault(spot[:length], line)

    def _header(self) -> Spot:
        """Read a line like `[a.b]` or `[[a.b]]`; return the path of its section."""
        at = self._at
        many = self._text.startswith("[[", at)
        self._at += 2 if many else 1
        spot: Spot = ()
        keys = self._keys()
        for depth, key in enumerate(keys, start=1):
            spot = (*spot, key)
            if many and depth == len(keys):
                self._tables[spot] = self._tables.get(spot, 0) + 1
            if spot in self._tables:
                spot = (*spot, self._tables[spot] - 1)
        self._at += 2 if many else 1
        self._note(spot, at)
        return spot

    def _entry(self, section: Spot) -> None:
        """Read `key = value`."""
        at = self._at
        spot = (*section, *self._keys())
        self._note(spot, at)
        self._at += 1  # the equals sign
        self._value(spot)

    def _keys(self) -> list[str]:
        """Read a key like `a.b."c d"`, up to the character after it."""
        inner: object = tomllib.loads(f"{self._skip(_KEY)} = 0")
        keys = []
        while isinstance(inner, dict):
            ((key, inner),) = inner.items()
            keys.append(str(key))
        return keys

    def _value(self, spot: Spot) -> None:
        match self._next():
            case "[":
                self._inside(spot, "]")
            case "{":
                self._inside(spot, "}")
            case '"' | "'":
                self._skip(_STRING)
            case _:
                self._skip(_BARE_VALUE)

    def _inside(self, spot: Spot, end: str) -> None:
        """Read a list, or a table on one line."""
        self._at += 1
        index = 0
        while self._next() != end:
            if end == "}":
                self._entry(spot)
            else:
                self._note((*spot, index), self._at)
                self._value((*spot, index))
            if self._next() == ",":
                self._at += 1
            index += 1
        self._at += 1
