"""Counted nouns and lists of numbers in English sentences."""

from collections.abc import Collection
from typing import Final

MOST_LISTED: Final = 8


def counted(count: int, what: str) -> str:
    """Return a count with its noun: `1 bus`, `2 buses`, `3 squares`."""
    if count == 1:
        return f"1 {what}"
    return f"{count} {what}{'es' if what.endswith('s') else 's'}"


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
