"""Reads the section [squares] and lists of squares: which there are, where they lie."""

import re
from collections.abc import Mapping
from typing import Final, Literal, cast

from controller.board.file.sheet import BoardSheet, numbers
from controller.game.editions.mistakes import either, shown
from hardware.sensing.plan import Corner, Direction, parallel, serpentine
from hardware.sensing.settings import Place

MOST_SQUARES: Final = 64
LAYOUTS: Final = ("serpentine", "rows", "columns")
CORNERS: Final[tuple[Corner, ...]] = ("top-left", "top-right", "bottom-left", "bottom-right")
DIRECTIONS: Final[tuple[Direction, ...]] = ("left", "right", "up", "down")
GAP: Final = "-"
"""Notation of an unused place."""
_RANGE: Final = re.compile(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?")
_NUMBER: Final = re.compile(r"[0-9]{1,3}")

KEYS: Final = ("count", "layout", "columns", "corner", "direction", "places", "without_reader")
UNUSED: Final = None
"""Entry in a list of squares for an unused output, channel or line."""


def read_squares(sheet: BoardSheet) -> tuple[dict[int, Place], frozenset[int]]:
    """Read the place of every square and the squares without a reader; empty if not clear."""
    sheet.allow(KEYS)
    places = _drawn(sheet) if "places" in sheet else _laid(sheet)
    without = listed_squares(sheet, "without_reader", places) if "without_reader" in sheet else []
    return places, frozenset(square for square in without if square is not UNUSED)


def listed_squares(sheet: BoardSheet, key: str, squares: Mapping[int, Place]) -> list[int | None]:
    """Read a list of squares: `[1, 2, "5-8", "12-9", "-"]`, where `"-"` leaves one place out.

    A single number or range needs no brackets. Squares that the board does not have are noted
    and left out.
    """
    value = sheet.value(key)
    if not isinstance(value, list):
        return entry_squares(sheet, key, value, squares)
    found: list[int | None] = []
    for at, entry in enumerate(value):
        found += entry_squares(sheet, key, entry, squares, (at,))
    return found


def entry_squares(
    sheet: BoardSheet,
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
        sheet.refuse(
            key, f'{shown(entry)} is neither a square, nor squares like "1-8", nor "-".', *where
        )
        return []
    span = list(range(first, last + 1)) if first <= last else list(range(first, last - 1, -1))
    strange = [square for square in span if square not in squares]
    if strange and squares:
        there = f"the squares are {numbers(squares)}"
        verb = "is no square" if len(strange) == 1 else "are no squares"
        sheet.refuse(key, f"{numbers(strange)} {verb} of this board: {there}.", *where)
    return [UNUSED if squares and square in strange else square for square in span]


def _laid(sheet: BoardSheet) -> dict[int, Place]:
    """Read the places from a layout."""
    count = sheet.whole("count", 1, MOST_SQUARES)
    columns = sheet.whole("columns", 1, MOST_SQUARES)
    layout = sheet.choice("layout", LAYOUTS, "serpentine")
    way = read_way(sheet, "layout", layout)
    if count is None or columns is None or layout is None or way is None:
        return {}
    return (serpentine if layout == "serpentine" else parallel)(count, columns, *way)


def read_way(sheet: BoardSheet, key: str, layout: str | None) -> tuple[Corner, Direction] | None:
    """Read the keys `corner` and `direction`: the start of a layout and its first step.

    Args:
        sheet: section with the keys.
        key: key that names the layout.
        layout: its value, one of `LAYOUTS`.
    """
    usual: Corner = "bottom-left" if layout == "serpentine" else "top-left"
    corner = cast(Corner | None, sheet.choice("corner", CORNERS, usual))
    if corner is None:
        return None
    leads = _directions(corner, layout)
    direction = cast(Direction | None, sheet.choice("direction", DIRECTIONS, leads[0]))
    if direction is None:
        return None
    if direction not in leads:
        words = either([f"“{each}”" for each in leads])
        sheet.refuse(
            "direction",
            f"“{direction}” is not possible with the {key} “{layout}” from the corner "
            f"“{corner}”; write {words}.",
        )
        return None
    return corner, direction


def _directions(corner: Corner, layout: str | None) -> tuple[Direction, ...]:
    """List the possible directions to the second square, the usual one first."""
    across: Literal["left", "right"] = "right" if corner.endswith("left") else "left"
    along: Literal["up", "down"] = "up" if corner.startswith("bottom") else "down"
    if layout == "rows":
        return (across,)
    return (along,) if layout == "columns" else (across, along)


def _drawn(sheet: BoardSheet) -> dict[int, Place]:
    """Read the places from a drawing, or from a list of rows and columns."""
    for key in ("layout", "columns", "corner", "direction"):
        if key in sheet:
            sheet.refuse(
                key, "“places” already says where each square lies; leave one of them out."
            )
    value = sheet.value("places")
    if value == [] or (isinstance(value, str) and not value.strip()):
        sheet.refuse("places", "there is no square in it.")
        return {}
    if isinstance(value, str):
        places = _from_drawing(sheet, value)
    elif isinstance(value, list):
        places = _from_pairs(sheet, value)
    else:
        sheet.refuse("places", f"{shown(value)} is neither a drawing nor a list of places.")
        return {}
    if places and sorted(places) != list(range(1, len(places) + 1)):
        missing = set(range(1, max(places))) - places.keys()
        verb = "square {} is" if len(missing) == 1 else "squares {} are"
        said = verb.format(numbers(missing))
        sheet.refuse("places", f"{said} missing: they are numbered from 1 on, without a gap.")
        return {}
    if len(places) > MOST_SQUARES:
        sheet.refuse("places", f"{len(places)} squares are too many; {MOST_SQUARES} is the most.")
    if "count" in sheet:
        count = sheet.whole("count", 1, MOST_SQUARES)
        if count is not None and places and count != len(places):
            sheet.refuse("count", f"{count} are counted, but “places” has {len(places)}.")
    return places


def _from_drawing(sheet: BoardSheet, text: str) -> dict[int, Place]:
    """Read a drawing of the board: a number for each square, `-` for a gap."""
    places: dict[int, Place] = {}
    for row, line in enumerate(text.strip("\n").splitlines()):
        for column, word in enumerate(line.split()):
            if word == GAP:
                continue
            if not (_NUMBER.fullmatch(word) and 0 < int(word) <= MOST_SQUARES):
                sheet.refuse("places", f"“{word}” in a drawing is neither a square nor “-”.")
            elif int(word) in places:
                sheet.refuse("places", f"square {int(word)} is drawn twice.")
            else:
                places[int(word)] = Place(row, column)
    return places


def _from_pairs(sheet: BoardSheet, pairs: list[object]) -> dict[int, Place]:
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
                    sheet.refuse(
                        "places", f"square {square} lies where square {taken[place]} lies.", at
                    )
                taken.setdefault(place, square)
            case _:
                sheet.refuse(
                    "places",
                    f"square {square}: {shown(pair)} is not a place: write [row, column], each "
                    f"from 0 to {MOST_SQUARES - 1}.",
                    at,
                )
                place = Place(0, 0)
        places[square] = place
    return places
