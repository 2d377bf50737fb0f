"""Counted nouns and lists of numbers in English sentences."""

from collections.abc import Collection
from typing import Final

MOST_LISTED: Final = 8


def counted(count: int, what: str) -> str:
    """Return a count with its noun: `1 bus`, `2 buses`, `3 squares`."""
    return f"{count} {noun(count, what)}"


def noun(count: int, what: str) -> str:
    """Return a noun for so many things: `bus` for one, else `buses`."""
    return what if count == 1 else _with_s(what)


def verb(count: int, what: str) -> str:
    """Return a verb for so many subjects: `answers` or `does` for one, else `answer` or `do`."""
    return _with_s(what) if count == 1 else what


def numbers(values: Collection[int], most: int = MOST_LISTED, to: str = " to ") -> str:
    """Format numbers for a sentence: `1, 2, 5 to 9`; after `most` parts, `…`.

    Args:
        values: the numbers, in any order.
        most: how many parts there may be.
        to: what stands within a span; `-` needs no language.
    """
    spans: list[list[int]] = []
    for value in sorted(values):
        if spans and value == spans[-1][1] + 1:
            spans[-1][1] = value
        else:
            spans.append([value, value])
    said = [
        f"{first}"
        if first == last
        else f"{first}{to}{last}"
        if last > first + 1
        else f"{first}, {last}"
        for first, last in spans
    ]
    return ", ".join([*said[:most], "…"] if len(said) > most else said)


def _with_s(word: str) -> str:
    return f"{word}es" if word.endswith(("s", "o")) else f"{word}s"
