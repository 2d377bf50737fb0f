"""Text from others that is shown as it is: without control characters or direction marks."""

import unicodedata
from typing import Final

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""General categories of characters that steer a terminal, or the direction or end of a line."""
_JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Unseen characters that names in some scripts, and some emojis, are written with."""


def is_plain(text: str) -> bool:
    """Return True if every character of a text shows, or is a space."""
    return plain(text) == text


def plain(text: str) -> str:
    """Return a text with each character that does not show replaced by U+FFFD."""
    return "".join(map(_shown, text))


def plain_lines(text: str) -> str:
    """Return a text of several lines, each of them plain."""
    return "\n".join(map(plain, text.split("\n")))


def _shown(letter: str) -> str:
    unseen = unicodedata.category(letter) in _UNSEEN and letter not in _JOINERS
    return "\N{REPLACEMENT CHARACTER}" if unseen else letter
