"""Reads the reader at each outlet of a bus: select lines, decoders, shift registers, channels."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Final

import msgspec

from controller.board.file.pins import (
    CHIP_ENABLES,
    FASTEST_SPI_HZ,
    SHARED_SPI_HZ,
    SLOWEST_HZ,
    UNBUFFERED_READERS,
    Claims,
)
from controller.board.file.squares import MOST_SQUARES, UNUSED, entry_squares, listed_squares
from controller.plural import numbers
from controller.toml import Limits, TomlSection
from controller.toml.mistakes import shown
from hardware.sensing.settings import (
    DecoderSelect,
    LineSelect,
    Select,
    ShiftRegisterSelect,
)

MOST_ADDRESS_PINS: Final = 6
OUTPUTS: Final = 8
MOST_REGISTERS: Final = 16


class BusKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of every bus."""

    transport: object
    name: str | None = None


class WiredBusKeys(BusKeys, frozen=True, kw_only=True):
    """Keys of a bus whose readers are selected by wires."""

    sck_pin: object = None
    mosi_pin: object = None
    miso_pin: object = None
    clock_hz: Annotated[int, Limits(SLOWEST_HZ, FASTEST_SPI_HZ, " (5 MHz)")] = 1_000_000
    reset_pin: object = None
    squares: object = None


def advise_on_clock(claims: Claims, name: str, clock_hz: int, readers: int) -> None:
    """Advise against a clock that no wires of this length have been reported to follow."""
    if readers > UNBUFFERED_READERS and clock_hz > SHARED_SPI_HZ:
        claims.advise(
            f"“{name}”: {readers} readers at {clock_hz / 1e6:g} MHz seldom work. Take 1 MHz, with "
            f"a buffer for every {UNBUFFERED_READERS} readers; raise it once all of them answer."
        )


class LineKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of readers on single lines."""

    pins: object


class DecoderKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of readers on decoders."""

    row_pins: object
    column_pins: object
    enable_pin: object
    exceptions: object = None


class RegisterKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Keys of readers on shift registers."""

    data_pin: object
    clock_pin: object
    latch_pin: object
    registers: Annotated[int, Limits(1, MOST_REGISTERS)]
    exceptions: object = None


SelectKeys = LineKeys | DecoderKeys | RegisterKeys
SELECTS: Final[Mapping[str, type[SelectKeys]]] = {
    "lines": LineKeys,
    "decoder": DecoderKeys,
    "shift-register": RegisterKeys,
}


def select_pins(select: LineSelect | DecoderSelect) -> tuple[str, ...]:
    """List all pins that select readers."""
    match select:
        case LineSelect():
            return tuple(select.pins.values())
        case DecoderSelect():
            return (*select.row_pins, *select.column_pins, select.enable_pin)


def read_select(table: TomlSection, keys: SelectKeys, claims: Claims, bus: str) -> Select:
    """Read the select wiring of a bus."""
    match keys:
        case LineKeys():
            return _lines(table, claims, bus)
        case DecoderKeys():
            return _decoder(table, claims, bus)
        case RegisterKeys():
            return _shift_register(table, keys.registers, claims, bus)


def _lines(table: TomlSection, claims: Claims, bus: str) -> LineSelect:
    pins = claims.pins(table, "pins", MOST_SQUARES)
    for pin in CHIP_ENABLES:
        if pin in pins:
            claims.advise(
                f"{pin} is kept busy by the system's own SPI driver: put "
                "“dtoverlay=spi0-0cs” into config.txt, or take another pin."
            )
    outlets = Outlets(
        order=tuple(range(len(pins))),
        block=len(pins),
        block_named="“pins”",
        whole_named="“pins” has",
        named=lambda at: pins[at],
        parse=lambda _: None,
        form="a pin",
    )
    wired = read_outlets(table, outlets, claims, bus)
    return LineSelect({square: pins[at] for square, at in wired.items()})


def _decoder(table: TomlSection, claims: Claims, bus: str) -> DecoderSelect:
    row_pins = claims.pins(table, "row_pins", MOST_ADDRESS_PINS)
    column_pins = claims.pins(table, "column_pins", MOST_ADDRESS_PINS)
    enable_pin = claims.pin(table, "enable_pin")
    rows, columns = 2 ** len(row_pins), 2 ** len(column_pins)

    def parse(value: object) -> int | None:
        line = pair(value, (rows, columns))
        return None if line is None else line[0] * columns + line[1]

    outlets = Outlets(
        order=tuple(range(rows * columns)),
        block=columns,
        block_named="a row line",
        whole_named=f"{rows} row lines times {columns} column lines are",
        named=lambda at: f"row line {at // columns}, column line {at % columns}",
        parse=parse,
        form=f"[row line 0 to {rows - 1}, column line 0 to {columns - 1}]",
    )
    wired = read_outlets(table, outlets, claims, bus)
    lines = {square: divmod(at, columns) for square, at in wired.items()}
    return DecoderSelect(row_pins, column_pins, enable_pin, lines)


def _shift_register(
    table: TomlSection, registers: int, claims: Claims, bus: str
) -> ShiftRegisterSelect:
    data, clock, latch = (claims.pin(table, key) for key in ("data_pin", "clock_pin", "latch_pin"))
    outlets = Outlets(
        order=tuple(range(registers * OUTPUTS)),
        block=OUTPUTS,
        block_named="a register",
        whole_named=f"{registers} registers have" if registers > 1 else "1 register has",
        named=lambda at: f"output {at}",
        parse=lambda value: value if type(value) is int else None,
        form=f"an output, 0 to {registers * OUTPUTS - 1}",
    )
    wired = read_outlets(table, outlets, claims, bus)
    return ShiftRegisterSelect(data, clock, latch, registers, wired)


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


def read_outlets(table: TomlSection, outlets: Outlets, claims: Claims, bus: str) -> dict[int, int]:
    """Return the outlet of each square of a bus; squares with something wrong are left out.

    Args:
        table: section of the bus.
        outlets: outlets of the bus.
        claims: squares of the board.
        bus: name of the bus.
    """
    exceptions = _exceptions(table, outlets, claims)
    read = "squares" in table or not exceptions
    order = read_order(table, outlets, claims, bus) if read else []
    wired = {
        square: outlet
        for square, outlet in zip(order, outlets.order, strict=False)
        if square is not UNUSED and square not in exceptions
    }
    users = {outlet: square for square, outlet in reversed(wired.items())}
    for square, outlet in exceptions.items():
        if outlet in users:
            table.refuse(
                "exceptions",
                f"{outlets.named(outlet)} has the reader of square {users[outlet]} already; "
                f"square {square} needs another.",
                str(square),
            )
        users.setdefault(outlet, square)
    return wired | exceptions


def read_order(table: TomlSection, outlets: Outlets, claims: Claims, bus: str) -> list[int | None]:
    """Read the key `squares`: the square of each outlet in their order, each square once.

    A plain list fills all outlets in order. In a list of lists each inner one begins a new
    block. The arguments are those of `read_outlets`.
    """
    if not table.need("squares", ": say which square's reader is wired to which, in their order"):
        return []
    value = table.value("squares")
    listed: list[int | None] = []
    if isinstance(value, list) and value and all(isinstance(each, list) for each in value):
        for at, inner in enumerate(value):
            block: list[int | None] = []
            for within, entry in enumerate(inner):
                block += entry_squares(table, "squares", entry, claims.squares, (at, within))
            if len(block) > outlets.block:
                said = f"list {at + 1} has {len(block)} squares, but {outlets.block_named} has "
                table.refuse("squares", f"{said}{outlets.block}.", at)
            listed += [UNUSED] * (at * outlets.block - len(listed))
            listed += block[: outlets.block]
    else:
        listed = listed_squares(table, "squares", claims.squares)
    if len(listed) > len(outlets.order):
        room = len(outlets.order)
        table.refuse("squares", f"these need {len(listed)}, but {outlets.whole_named} only {room}.")
    order: list[int | None] = []
    for square in listed:
        if square is not UNUSED and square in order:
            table.refuse("squares", f"square {square} is listed twice for {bus}.")
        order.append(UNUSED if square in order else square)
    return order[: len(outlets.order)]


def _exceptions(table: TomlSection, outlets: Outlets, claims: Claims) -> dict[int, int]:
    """Read the squares that are wired out of order: `{ 17 = [2, 3] }`."""
    if "exceptions" not in table:
        return {}
    value = table.value("exceptions")
    if not isinstance(value, dict):
        table.refuse("exceptions", f"{shown(value)} should be like {{ 17 = {outlets.form} }}.")
        return {}
    found: dict[int, int] = {}
    for key, where in value.items():
        outlet = outlets.parse(where)
        if not (key.isascii() and key.isdigit()):
            table.refuse("exceptions", f"“{key}” is not the number of a square.", key)
        elif claims.squares and int(key[:4]) not in claims.squares:
            there = f"the squares are {numbers(claims.squares)}"
            table.refuse("exceptions", f"{key} is no square of this board: {there}.", key)
        elif outlet is None or outlet not in outlets.order:
            table.refuse(
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
