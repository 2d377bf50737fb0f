"""Reads the section [squares] and lists of squares: which there are, where they lie."""

import re
from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

from controller.plural import numbers
from controller.toml import Limits, TomlSection
from controller.toml.mistakes import quoted, shown
from hardware.sensing.plan import Corner, Direction, parallel, serpentine
from hardware.sensing.settings import Place

MOST_SQUARES: Final = 64
Layout = Literal["serpentine", "rows", "columns"]
GAP: Final = "-"
"""Notation of an unused place."""
_RANGE: Final = re.compile(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?")
_NUMBER: Final = re.compile(r"[0-9]{1,3}")

UNUSED: Final = None
"""Entry in a list of squares for an unused output, channel or line."""

_Number = Annotated[int, Limits(1, MOST_SQUARES)]


class SquareKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of [squares]."""

    count: _Number | None = None
    layout: Layout = "serpentine"
    columns: _Number | None = None
    corner: Corner | None = None
    direction: Direction | None = None
    places: object = None
    without_reader: object = None


def read_squares(table: TomlSection) -> tuple[dict[int, Place], frozenset[int]]:
    """Read the place of every square and the squares without a reader; empty if not clear."""
    before = table.mistakes
    keys = table.read(SquareKeys, by_default=True)
    if keys is None:  # untested: every key has a default
        return {}, frozenset()
    places = _laid(table, keys) if keys.places is None else _drawn(table, keys)
    if table.mistakes > before:
        places = {}
    return places, frozenset(listed(table, "without_reader", places))


def listed(table: TomlSection, key: str, squares: Mapping[int, Place]) -> set[int]:
    """Read a list of squares without regard to their order; empty if the key is left out."""
    found = listed_squares(table, key, squares) if key in table else []
    return {square for square in found if square is not UNUSED}


def listed_squares(table: TomlSection, key: str, squares: Mapping[int, Place]) -> list[int | None]:
    """Read a list of squares: `[1, 2, "5-8", "12-9", "-"]`, where `"-"` leaves one place out.

    A single number or range needs no brackets. Squares that the board does not have are noted
    and left out.
    """
    value = table.value(key)
    if not isinstance(value, list):
        return entry_squares(table, key, value, squares)
    found: list[int | None] = []
    for at, entry in enumerate(value):
        found += entry_squares(table, key, entry, squares, (at,))
    return found


def entry_squares(
    table: TomlSection,
    key: str,
    entry: object,
    squares: Mapping[int, Place],
    where: tuple[int, ...] = (),
) -> list[int | None]:
    """Return the squares of one list entry; `where` is its index in the list."""
    if isinstance(entry, str) and entry.strip() == GAP:
        return [UNUSED]
    match = _RANGE.fullmatch(entry) if isinstance(entry, str) else None
    if type(entry) is int:
        first = last = entry
    elif match is not None:
        first = int(match[1])
        last = int(match[2] or match[1])
    else:
        table.refuse(
            key, f'{shown(entry)} is neither a square, nor squares like "1-8", nor "-".', *where
        )
        return []
    span = list(range(first, last + 1)) if first <= last else list(range(first, last - 1, -1))
    strange = [square for square in span if square not in squares]
    if strange and squares:
        there = f"the squares are {numbers(squares)}"
        verb = "is no square" if len(strange) == 1 else "are no squares"
        table.refuse(key, f"{numbers(strange)} {verb} of this board: {there}.", *where)
    return [UNUSED if squares and square in strange else square for square in span]


def _laid(table: TomlSection, keys: SquareKeys) -> dict[int, Place]:
    """Compute the places from a layout."""
    there = [table.need(key) for key in ("count", "columns")]
    way = check_way(table, "layout", keys.layout, keys.corner, keys.direction)
    if not all(there) or keys.count is None or keys.columns is None or way is None:
        return {}
    lay = serpentine if keys.layout == "serpentine" else parallel
    return lay(keys.count, keys.columns, *way)


def check_way(
    table: TomlSection, key: str, layout: str, corner: Corner | None, direction: Direction | None
) -> tuple[Corner, Direction] | None:
    """Return the start of a layout and its first step; None if they do not go together.

    Args:
        table: section with the keys.
        key: key that names the layout.
        layout: its value, a `Layout`.
        corner: value of `corner`; None for the usual one.
        direction: value of `direction`; None for the usual one.
    """
    if corner is None:
        corner = "bottom-left" if layout == "serpentine" else "top-left"
    leads = _directions(corner, layout)
    if direction is not None and direction not in leads:
        table.refuse(
            "direction",
            f"“{direction}” is not possible with the {key} “{layout}” from the corner "
            f"“{corner}”; write {quoted(leads)}.",
        )
        return None
    return corner, direction or leads[0]


def _directions(corner: Corner, layout: str) -> tuple[Direction, ...]:
    """List the possible directions to the second square, the usual one first."""
    across: Literal["left", "right"] = "right" if corner.endswith("left") else "left"
    along: Literal["up", "down"] = "up" if corner.startswith("bottom") else "down"
    if layout == "rows":
        return (across,)
    return (along,) if layout == "columns" else (across, along)


def _drawn(table: TomlSection, keys: SquareKeys) -> dict[int, Place]:
    """Read the places from a drawing, or from a list of rows and columns."""
    for key in ("layout", "columns", "corner", "direction"):
        if key in table:
            table.refuse(
                key, "“places” already says where each square lies; leave one of them out."
            )
    value = keys.places
    if value == [] or (isinstance(value, str) and not value.strip()):
        table.refuse("places", "there is no square in it.")
        return {}
    if isinstance(value, str):
        places = _from_drawing(table, value)
    elif isinstance(value, list):
        places = _from_pairs(table, value)
    else:
        table.refuse("places", f"{shown(value)} is neither a drawing nor a list of places.")
        return {}
    if places and sorted(places) != list(range(1, len(places) + 1)):
        missing = set(range(1, max(places))) - places.keys()
        verb = "square {} is" if len(missing) == 1 else "squares {} are"
        said = verb.format(numbers(missing))
        table.refuse("places", f"{said} missing: they are numbered from 1 on, without a gap.")
        return {}
    if len(places) > MOST_SQUARES:
        table.refuse("places", f"{len(places)} squares are too many; {MOST_SQUARES} is the most.")
    elif keys.count not in (None, len(places)):
        table.refuse("count", f"{keys.count} are counted, but “places” has {len(places)}.")
    return places


def _from_drawing(table: TomlSection, text: str) -> dict[int, Place]:
    """Read a drawing of the board: a number for each square, `-` for a gap."""
    places: dict[int, Place] = {}
    for row, line in enumerate(text.strip("\n").splitlines()):
        for column, word in enumerate(line.split()):
            if word == GAP:
                continue
            if not (_NUMBER.fullmatch(word) and 0 < int(word) <= MOST_SQUARES):
                table.refuse("places", f"“{word}” in a drawing is neither a square nor “-”.")
            elif int(word) in places:
                table.refuse("places", f"square {int(word)} is drawn twice.")
            else:
                places[int(word)] = Place(row, column)
    return places


def _from_pairs(table: TomlSection, pairs: list[object]) -> dict[int, Place]:
    """Read a list of `[row, column]`, square 1 first."""
    places: dict[int, Place] = {}
    taken: dict[Place, int] = {}
    for at, pair in enumerate(pairs):
        square = at + 1
        match pair:
            case [int(row), int(column)] if (
                not isinstance(row, bool)
                and not isinstance(column, bool)
                and 0 <= row < MOST_SQUARES
                and 0 <= column < MOST_SQUARES
            ):
                place = Place(row, column)
                if place in taken:
                    table.refuse(
                        "places", f"square {square} lies where square {taken[place]} lies.", at
                    )
                taken.setdefault(place, square)
            case _:
                table.refuse(
                    "places",
                    f"square {square}: {shown(pair)} is not a place: write [row, column], each "
                    f"from 0 to {MOST_SQUARES - 1}.",
                    at,
                )
                place = Place(0, 0)
        places[square] = place
    return places
