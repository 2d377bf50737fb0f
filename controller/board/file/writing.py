"""Changing a board file, and keeping its comments."""

import errno
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import tomlkit
from tomlkit.items import Table

from controller.atomic_files import sync_folder
from controller.board.file.claims import PI, PICO
from controller.board.file.form import Board, parse_board, read_board
from controller.board.file.scanners import ROW
from controller.board.file.selects import OUTPUTS
from controller.board.file.squares import GAP
from controller.board.file.values import array, entries, line, put, put_squares
from controller.game.pieces import COLOURS, Colour, Tag
from hardware.ports import Uid
from hardware.sensing.settings import (
    PICO_LINES,
    Bus,
    DecoderSelect,
    I2cBus,
    LineSelect,
    ScannerPort,
    SpiBus,
    UartPort,
)

STRIP_WAY: Final = ("order", "corner", "direction", "per_square", "first")


def rewritten(
    text: str,
    readers: Mapping[int, int | None],
    lights: Mapping[int, tuple[int, ...]] | None,
    tags: Mapping[Uid, Tag] | None,
) -> str:
    """Return the text of a board file with readers, lights or tags corrected.

    Comments survive, except inside a list that changes and beside a key that is deleted.
    The result is not validated here, only when it is read.

    Args:
        text: text of a valid board file.
        readers: real square of each reader, by its square in the file; None if the reader does
            not work. Readers left out keep their square.
        lights: lights really under each square, by their places on the strip from 0; None to
            keep those of the file.
        tags: the whole register of tags; None to keep that of the file.

    Raises:
        BadBoard: the text is no board file.
    """
    board = parse_board(text, "the board file")
    document: Any = tomlkit.parse(text)
    _write_readers(
        document, board, {square: readers.get(square, square) for square in _read(board)}
    )
    if lights is not None and board.lights is not None:
        there = {square: tuple(found) for square, found in lights.items() if found}
        _write_lights(document["lights"], set(board.squares), there, board.lights.count)
    text = tomlkit.dumps(document)
    return text if tags is None else _with_tags(text, tags)


def save_board(path: Path, text: str) -> Board:
    """Replace the text of a board file, in one step.

    The old text is kept beside it, as `NAME.before`.

    Raises:
        BadBoard: the text is no board file; nothing has changed.
        OSError: it cannot be written; the board file has not changed.
    """
    board = parse_board(text, path.name)
    path = path.resolve()  # replace the target of a link, not the link
    written = path.with_name(f"{path.name}.new")
    before = path.with_name(f"{path.name}.before")
    kept = path.with_name(f"{path.name}.before.new")
    try:
        with written.open("wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        if read_board(written) != board:
            raise OSError(errno.EIO, "it reads differently from what was written", str(path))
        if path.exists():
            shutil.copymode(path, written)
            shutil.copy2(path, kept)
            kept.replace(before)
        written.replace(path)
    finally:
        written.unlink(missing_ok=True)
        kept.unlink(missing_ok=True)
    sync_folder(path.parent)
    return board


# Readers


def _read(board: Board) -> tuple[int, ...]:
    return tuple(board.settings.places)


def _write_readers(document: Any, board: Board, true: Mapping[int, int | None]) -> None:
    buses = iter(board.buses)
    for table in document["readers"]["bus"]:
        if table.get("square") == GAP:  # an unused port is no bus
            continue
        bus = next(buses)
        if any(true[square] != square for square in bus.squares):
            _write_bus(table, bus, true)
    without = set(board.squares) - set(true.values())
    if without == set(board.squares) - true.keys():
        return
    put_squares(document["squares"], "without_reader", sorted(without))


def _write_bus(table: Any, bus: Bus, true: Mapping[int, int | None]) -> None:
    if isinstance(bus, UartPort):
        square = true[bus.square]
        table["square"] = GAP if square is None else square
        return
    places, block = _places(table, bus)
    order: list[int | None] = [None] * max(max(places.values()) + 1, _fewest(table, bus))
    for square, place in places.items():
        order[place] = true[square]
    if "exceptions" in table:
        del table["exceptions"]
    given = table.get("squares")
    if isinstance(given, list) and given and all(isinstance(each, list) for each in given):
        blocks = [entries(order[at : at + block]) for at in range(0, len(order), block)]
        put(table, "squares", array([line(each) for each in blocks]))
    else:
        put_squares(table, "squares", order)


def _fewest(table: Any, bus: SpiBus | I2cBus | ScannerPort) -> int:
    """Return the fewest places to list, free ones included, to keep the wiring."""
    if "select" in table or not isinstance(bus, ScannerPort):
        return 0
    return len(PICO_LINES) + 1 if isinstance(bus.select, DecoderSelect) else 0


def _places(table: Any, bus: SpiBus | I2cBus | ScannerPort) -> tuple[dict[int, int], int]:
    """Return each square's place in the order of `squares`, and the places per inner list."""
    match bus:
        case SpiBus() | ScannerPort():
            return _selected(table, bus)
        case I2cBus():
            addresses = list(table.get("multiplexers", []))
            return {
                square: 0
                if channel is None
                else addresses.index(channel.multiplexer) * OUTPUTS + channel.channel
                for square, channel in bus.readers.items()
            }, OUTPUTS


def _selected(table: Any, bus: SpiBus | ScannerPort) -> tuple[dict[int, int], int]:
    header = PICO if isinstance(bus, ScannerPort) else PI
    select = bus.select
    match select:
        case LineSelect():
            pins = [header.name(str(pin)) for pin in table.get("pins", PICO_LINES)]
            block = len(pins) if "pins" in table else ROW
            return {square: pins.index(pin) for square, pin in select.pins.items()}, block
        case DecoderSelect():
            columns = 2 ** len(select.column_pins)
            return {
                square: row * columns + column for square, (row, column) in select.lines.items()
            }, columns
    return dict(select.outputs), OUTPUTS


# Lights


def _write_lights(
    table: Any, squares: set[int], lights: Mapping[int, tuple[int, ...]], count: int
) -> None:
    order: list[int | None] = [None] * (max(map(max, lights.values()), default=-1) + 1)
    for square, places in lights.items():
        for place in places:
            order[place] = square
    for key in STRIP_WAY:
        if key in table:
            del table[key]
    put_squares(table, "squares", order)
    put_squares(table, "without_light", sorted(squares - lights.keys()))
    if len(order) < count:
        put(table, "count", str(count))


# Tags


def _with_tags(text: str, tags: Mapping[Uid, Tag]) -> str:
    runners: dict[Colour, dict[str, str]] = {
        colour: {tag.end: str(uid) for uid, tag in tags.items() if tag.colour == colour}
        for colour in COLOURS
    }
    document: Any = tomlkit.parse(text)
    if "tags" not in document:
        lines = [f"{colour} = {_ends(ends)}\n" for colour, ends in runners.items() if ends]
        gap = "" if text.endswith("\n") else "\n"
        return f"{text}{gap}\n[tags]\n{''.join(lines)}" if lines else text
    table = document["tags"]
    for colour, ends in runners.items():
        if not ends and colour in table:
            del table[colour]
        elif ends and isinstance(table.get(colour), Table):
            for end in ("base", "crown"):
                if end in ends:
                    table[colour][end] = ends[end]
                elif end in table[colour]:
                    del table[colour][end]
        elif ends:
            put(table, colour, _ends(ends))
    return tomlkit.dumps(document)


def _ends(ends: Mapping[str, str]) -> str:
    said = ", ".join(f'{end} = "{ends[end]}"' for end in ("base", "crown") if end in ends)
    return f"{{ {said} }}"
