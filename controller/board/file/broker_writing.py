"""Changes the section [mqtt] of a board file, and keeps its comments."""

from collections.abc import Mapping
from typing import Any

import tomlkit

from controller.board.file.writing import put

SECTION = "mqtt"


def with_broker(text: str, keys: Mapping[str, str | int | bool | None]) -> str:
    """Return the text of a board file with keys of [mqtt] changed; other keys stay.

    The result is not validated here, only when it is read.

    Args:
        text: text of a valid board file.
        keys: the new values; None deletes a key.
    """
    document: Any = tomlkit.parse(text)
    if SECTION not in document:
        gap = "" if text.endswith("\n") else "\n"
        document = tomlkit.parse(f"{text}{gap}\n[{SECTION}]\n")
    table = document[SECTION]
    for key, value in keys.items():
        if value is not None:
            put(table, key, tomlkit.item(value).as_string())
        elif key in table:
            del table[key]
    return tomlkit.dumps(document)


def without_broker(text: str) -> str:
    """Return the text of a board file without [mqtt]."""
    document: Any = tomlkit.parse(text)
    if SECTION in document:
        del document[SECTION]
    return tomlkit.dumps(document)
