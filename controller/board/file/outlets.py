"""Reads `squares` and `exceptions` of a bus: the reader at each outlet."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from controller.board.file.sheet import BoardSheet, numbers
from controller.board.file.squares import UNUSED, entry_squares, listed_squares
from controller.game.editions.mistakes import shown
from hardware.sensing.settings import Place


@dataclass(frozen=True)
class Outlets:
    """Outlets of a bus for readers: select lines, outputs, channels.

    Attributes:
        order: numbers of all outlets, in the order in which squares are listed.
        block: number of outlets on one decoder line, register or multiplexer.
        block_named: name of such a block, with an article.
        whole_named: name of all outlets together.
        named: returns the name of an outlet.
        parse: returns the outlet of an entry of `exceptions`; None if the entry is wrong.
        form: notation of such an entry.
    """

    order: tuple[int, ...]
    block: int
    block_named: str
    whole_named: str
    named: Callable[[int], str]
    parse: Callable[[object], int | None]
    form: str


def read_outlets(
    sheet: BoardSheet, squares: Mapping[int, Place], outlets: Outlets, bus: str
) -> dict[int, int]:
    """Return the outlet of each square of a bus; squares with something wrong are left out.

    Args:
        sheet: section of the bus.
        squares: squares of the board.
        outlets: outlets of the bus.
        bus: name of the bus.
    """
    exceptions = _exceptions(sheet, squares, outlets)
    read = "squares" in sheet or not exceptions
    order = read_order(sheet, squares, outlets, bus) if read else []
    wired = {
        square: outlet
        for square, outlet in zip(order, outlets.order, strict=False)
        if square is not UNUSED and square not in exceptions
    }
    users = {outlet: square for square, outlet in reversed(wired.items())}
    for square, outlet in exceptions.items():
        if outlet in users:
            sheet.refuse(
                "exceptions",
                f"{outlets.named(outlet)} has the reader of square {users[outlet]} already; "
                f"square {square} needs another.",
                str(square),
            )
        users.setdefault(outlet, square)
    return wired | exceptions


def read_order(
    sheet: BoardSheet, squares: Mapping[int, Place], outlets: Outlets, bus: str
) -> list[int | None]:
    """Read the key `squares`: the square of each outlet in their order, each square once.

    A plain list fills all outlets in order. In a list of lists each inner one begins a new
    block. The arguments are those of `read_outlets`.
    """
    if not sheet.need("squares", ": say which square's reader is wired to which, in their order"):
        return []
    value = sheet.value("squares")
    listed: list[int | None] = []
    if isinstance(value, list) and value and all(isinstance(each, list) for each in value):
        for at, inner in enumerate(value):
            block: list[int | None] = []
            for within, entry in enumerate(inner):
                block += entry_squares(sheet, "squares", entry, squares, (at, within))
            if len(block) > outlets.block:
                said = f"list {at + 1} has {len(block)} squares, but {outlets.block_named} has "
                sheet.refuse("squares", f"{said}{outlets.block}.", at)
            listed += [UNUSED] * (at * outlets.block - len(listed))
            listed += block[: outlets.block]
    else:
        listed = listed_squares(sheet, "squares", squares)
    if len(listed) > len(outlets.order):
        room = len(outlets.order)
        sheet.refuse("squares", f"these need {len(listed)}, but {outlets.whole_named} only {room}.")
    order: list[int | None] = []
    for square in listed:
        if square is not UNUSED and square in order:
            sheet.refuse("squares", f"square {square} is listed twice for {bus}.")
        order.append(UNUSED if square in order else square)
    return order[: len(outlets.order)]


def _exceptions(
    sheet: BoardSheet, squares: Mapping[int, Place], outlets: Outlets
) -> dict[int, int]:
    """Read the squares that are wired out of order: `{ 17 = [2, 3] }`."""
    if "exceptions" not in sheet:
        return {}
    value = sheet.value("exceptions")
    if not isinstance(value, dict):
        sheet.refuse("exceptions", f"{shown(value)} should be like {{ 17 = {outlets.form} }}.")
        return {}
    found: dict[int, int] = {}
    for key, where in value.items():
        outlet = outlets.parse(where)
        if not (key.isascii() and key.isdigit()):
            sheet.refuse("exceptions", f"“{key}” is not the number of a square.", key)
        elif squares and int(key[:4]) not in squares:
            there = f"the squares are {numbers(squares)}"
            sheet.refuse("exceptions", f"{key} is no square of this board: {there}.", key)
        elif outlet is None or outlet not in outlets.order:
            sheet.refuse(
                "exceptions",
                f"square {key}: {shown(where)} is nothing a reader can be wired to here: write "
                f"{outlets.form}.",
                key,
            )
        else:
            found[int(key[:4])] = outlet
    return found


def pair(value: object, high: tuple[int, int]) -> tuple[int, int] | None:
    """Return two whole numbers, each from 0 to below its limit; None for any other value."""
    if not (isinstance(value, list) and len(value) == 2 and all(type(x) is int for x in value)):
        return None
    first, second = value
    return (first, second) if 0 <= first < high[0] and 0 <= second < high[1] else None
