"""Reads the keys of [lights] that map the strip to squares."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from controller.board.file.sheet import BoardSheet, numbers
from controller.board.file.squares import LAYOUTS, UNUSED, listed_squares, read_way
from controller.game.editions.mistakes import either
from hardware.sensing.plan import Corner, Direction
from hardware.sensing.settings import Place

STRIP_KEYS: Final = (
    *("count", "per_square", "order", "corner", "direction", "first", "squares", "without_light"),
)
ORDERS: Final = ("track", *LAYOUTS)
MOST_LIGHTS: Final = 512
MOST_PER_SQUARE: Final = 32


def read_strip(
    sheet: BoardSheet, squares: Mapping[int, Place], advice: list[str]
) -> tuple[dict[int, tuple[int, ...]], int] | None:
    """Read the lights under each square and the length of the strip; None if not clear.

    Args:
        sheet: section [lights].
        squares: squares of the board.
        advice: list that takes sentences on allowed settings that often go wrong.
    """
    before = sheet.mistakes
    listed = listed_squares(sheet, "without_light", squares) if "without_light" in sheet else []
    dark = {square for square in listed if square is not UNUSED}
    order = _listed(sheet, squares, dark) if "squares" in sheet else _laid(sheet, squares, dark)
    count = sheet.whole("count", 1, MOST_LIGHTS) if "count" in sheet else len(order)
    if count is None or sheet.mistakes > before or not squares:
        return None
    if count > MOST_LIGHTS:
        sheet.refuse("", f"{count} lights are too many; {MOST_LIGHTS} is the most.")
        return None
    if count < len(order):
        sheet.refuse("count", f"{count} are too few: the squares need {len(order)}.")
        return None
    lit = set(squares) - dark
    if "squares" not in sheet and "per_square" not in sheet and count >= len(order) + len(lit):
        advice.append(
            f"The strip has {count} lights, and the first {len(order)} of them are used: if there "
            "are several under each square, say so with “per_square”."
        )
    return lights_of(order), count


def lights_of(order: Sequence[int | None]) -> dict[int, tuple[int, ...]]:
    """Return the lights under each square, given the square over each light."""
    lights: dict[int, tuple[int, ...]] = {}
    for light, square in enumerate(order):
        if square is not None:
            lights[square] = (*lights.get(square, ()), light)
    return lights


def _listed(sheet: BoardSheet, squares: Mapping[int, Place], dark: set[int]) -> list[int | None]:
    """Read the square over each light from the list in the file."""
    for key in ("order", "corner", "direction", "per_square", "first"):
        if key in sheet:
            sheet.refuse(key, "“squares” already says where each light is; leave one of them out.")
    before = sheet.mistakes
    order = listed_squares(sheet, "squares", squares)
    there = {square for square in order if square is not UNUSED}
    lacking = set(squares) - there - dark
    if lacking and sheet.mistakes == before:
        one = len(lacking) == 1
        sheet.refuse(
            "squares",
            f"square{'' if one else 's'} {numbers(lacking)} {'has' if one else 'have'} no light: "
            "list where it is, or say so with “without_light”.",
        )
    if there & dark:
        sheet.refuse("without_light", f"{numbers(there & dark)}: there is a light in “squares”.")
    return order


def _laid(sheet: BoardSheet, squares: Mapping[int, Place], dark: set[int]) -> list[int | None]:
    """Compute the square over each light of a strip that follows a layout or the track."""
    per_square = sheet.whole("per_square", 1, MOST_PER_SQUARE, 1)
    first = sheet.whole("first", 0, MOST_LIGHTS, 0)
    order = sheet.choice("order", ORDERS, "track")
    if order == "track":
        for key in ("corner", "direction"):
            if key in sheet:
                words = either([f"“{each}”" for each in LAYOUTS])
                sheet.refuse(key, f"the strip follows the track; with it belongs order = {words}.")
        way = sorted(squares)
    else:
        found = read_way(sheet, "order", order)
        if found is None:
            return []
        way = strip_way(squares, *found, turning=order == "serpentine")
    if per_square is None or first is None:
        return []
    lit = [square for square in way if square not in dark]
    if squares and not lit:
        sheet.refuse("without_light", "no square is left that has a light.")
    return [UNUSED] * first + [square for square in lit for _ in range(per_square)]


def strip_way(
    places: Mapping[int, Place], corner: Corner, direction: Direction, *, turning: bool
) -> list[int]:
    """List all squares of a board, line after line.

    Args:
        places: place of each square.
        corner: corner where the order begins.
        direction: direction of the first line: along a row, or a column.
        turning: True if every second line runs back; else all begin on the same side.
    """
    down = 1 if corner.startswith("top") else -1
    right = 1 if corner.endswith("left") else -1
    by_rows = direction in ("left", "right")

    def spot(square: int) -> tuple[int, int]:
        place = places[square]
        row, column = down * place.row, right * place.column
        return (row, column) if by_rows else (column, row)

    way: list[int] = []
    lines: Iterable[tuple[int, Iterable[int]]] = groupby(
        sorted(places, key=spot), key=lambda square: spot(square)[0]
    )
    for number, (_, line) in enumerate(lines):
        squares = list(line)
        way += reversed(squares) if turning and number % 2 else squares
    return way
