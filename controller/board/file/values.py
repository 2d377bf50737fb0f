"""Values as they stand in a board file, put where they belong in it."""

from collections.abc import Sequence
from typing import Any, Final

import tomlkit
from tomlkit.items import Table

from controller.board.file.squares import GAP

WIDEST: Final = 80
SHORTEST_RANGE: Final = 3


def put(table: Any, key: str, value: str) -> None:
    """Write a value; a new key goes below the last one, above the comments at the end.

    Args:
        table: section, as the library has read it.
        key: name of the value.
        value: text to write, in TOML.
    """
    found = tomlkit.value(value)
    if key in table or not isinstance(table, Table) or table.is_super_table():
        table[key] = found
        return
    # The library would add it below those comments, which belong to the next section.
    body = table.value.body
    end = max((at for at, (name, _) in enumerate(body, start=1) if name is not None), default=0)
    after = [item for _, item in body[end:]]
    del body[end:]
    table.append(key, found)
    for item in after:
        table.append(None, item)


def put_squares(table: Any, key: str, squares: Sequence[int | None]) -> None:
    """Write a list of squares; delete the key if the list is empty."""
    said = entries(squares)
    if said:
        put(table, key, said[0] if len(said) == 1 else array(said))
    elif key in table:
        del table[key]


def entries(squares: Sequence[int | None]) -> list[str]:
    """Format squares as entries of a board file: `"1-8"`, `9`, `"-"`."""
    said: list[str] = []
    at = 0
    while at < len(squares):
        first = squares[at]
        if first is None:
            said.append(f'"{GAP}"')
            at += 1
            continue
        length, step = max((_run(squares, at, step), step) for step in (1, -1))
        if length < SHORTEST_RANGE:
            said.append(f"{first}")
            at += 1
        else:
            said.append(f'"{first}-{first + step * (length - 1)}"')
            at += length
    return said


def _run(squares: Sequence[int | None], at: int, step: int) -> int:
    """Return the length of the run of squares from here that counts up, or down."""
    first = squares[at]
    assert first is not None
    length = 1
    while at + length < len(squares) and squares[at + length] == first + step * length:
        length += 1
    return length


def line(said: Sequence[str]) -> str:
    """Format entries as a list on one line."""
    return f"[{', '.join(said)}]"


def array(said: Sequence[str]) -> str:
    """Format entries as a list, on several lines if it is long."""
    short = line(said)
    if len(short) <= WIDEST:
        return short
    lines = ["   "]
    for entry in said:
        if len(lines[-1]) + len(entry) + 2 > WIDEST:
            lines.append("   ")
        lines[-1] += f" {entry},"
    return "\n".join(["[", *lines, "]"])
