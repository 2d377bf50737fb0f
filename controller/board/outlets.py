"""Which reader is wired to what: the keys `squares` and `exceptions` of a bus."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from controller.board.sheet import Sheet, numbers
from controller.board.squares import UNUSED, entry_squares, listed_squares
from controller.library.mistakes import shown
from hardware.pn532.settings import Place


@dataclass(frozen=True)
class Outlets:
    """What readers can be wired to: select lines, outputs, channels.

    Attributes:
        order: all of them, as numbers, in the order in which squares are listed.
        block: how many belong together, on one decoder line, register or multiplexer.
        block_named: what such a block is called, with an article.
        whole_named: what all of them together are called.
        named: what one of them is called.
        parse: the one that an entry of `exceptions` means; None if it means none.
        form: how such an entry is written.
    """

    order: tuple[int, ...]
    block: int
    block_named: str
    whole_named: str
    named: Callable[[int], str]
    parse: Callable[[object], int | None]
    form: str


def read_outlets(
    sheet: Sheet, squares: Mapping[int, Place], outlets: Outlets, bus: str
) -> dict[int, int]:
    """The outlet of each square of a bus; squares with something wrong are left out.

    Args:
        sheet: the section of the bus.
        squares: those the board has.
        outlets: what they can be wired to.
        bus: what the bus is called.
    """
    wired: dict[int, int] = {}
    exceptions = _exceptions(sheet, squares, outlets)
    if "squares" in sheet or not exceptions:
        for place, square in _in_order(sheet, squares, outlets):
            if square in wired:
                sheet.refuse("squares", f"square {square} is listed twice for {bus}.")
            elif square not in exceptions and place < len(outlets.order):
                wired[square] = outlets.order[place]
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


def _in_order(
    sheet: Sheet, squares: Mapping[int, Place], outlets: Outlets
) -> list[tuple[int, int]]:
    """The squares of the key `squares`, each with its place in the order of the outlets.

    A plain list goes through all outlets one after the other. In a list of lists each inner one
    begins a new block.
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
            block = block[: outlets.block]
            listed += [*block, *[UNUSED] * (outlets.block - len(block))]
        while listed and listed[-1] is UNUSED:
            listed.pop()
    else:
        listed = listed_squares(sheet, "squares", squares)
    if len(listed) > len(outlets.order):
        room = len(outlets.order)
        sheet.refuse("squares", f"these need {len(listed)}, but {outlets.whole_named} only {room}.")
    return [(place, square) for place, square in enumerate(listed) if square is not UNUSED]


def _exceptions(sheet: Sheet, squares: Mapping[int, Place], outlets: Outlets) -> dict[int, int]:
    """The squares that are wired otherwise than in order: `{ 17 = [2, 3] }`."""
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
    """Two whole numbers, each from 0 to below its limit; None if it is anything else."""
    if not (isinstance(value, list) and len(value) == 2 and all(type(x) is int for x in value)):
        return None
    first, second = value
    return (first, second) if 0 <= first < high[0] and 0 <= second < high[1] else None
