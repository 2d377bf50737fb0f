"""Changing a board file, and keeping its comments."""

import errno
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import tomlkit
from tomlkit.items import Table

from controller.atomic_files import sync_folder
from controller.board.file.form import Board, parse_board, read_board
from controller.board.file.pins import PI, PICO
from controller.board.file.scanners import ROW
from controller.board.file.selects import OUTPUTS
from controller.board.file.squares import GAP
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

WIDEST: Final = 80
SHORTEST_RANGE: Final = 3
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
        BadFile: the text is no board file.
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
        BadFile: the text is no board file; nothing has changed.
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


# Values


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
