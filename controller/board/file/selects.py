"""Reads how an SPI bus selects readers: single lines, decoders, shift registers."""

from collections.abc import Mapping
from typing import Final

from controller.board.file.claims import CHIP_ENABLES, Claims
from controller.board.file.outlets import Outlets, pair, read_outlets
from controller.board.file.sheet import BoardSheet
from controller.board.file.squares import MOST_SQUARES
from hardware.sensing.settings import (
    DecoderSelect,
    LineSelect,
    Place,
    Select,
    ShiftRegisterSelect,
)

SELECT_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "lines": ("pins",),
    "decoder": ("row_pins", "column_pins", "enable_pin", "exceptions"),
    "shift-register": ("data_pin", "clock_pin", "latch_pin", "registers", "exceptions"),
}
MOST_ADDRESS_PINS: Final = 6
OUTPUTS: Final = 8
MOST_REGISTERS: Final = 16


def select_pins(select: LineSelect | DecoderSelect) -> tuple[str, ...]:
    """List all pins that select readers."""
    match select:
        case LineSelect():
            return tuple(select.pins.values())
        case DecoderSelect():
            return (*select.row_pins, *select.column_pins, select.enable_pin)


def read_select(
    sheet: BoardSheet, kind: str, squares: Mapping[int, Place], claims: Claims, bus: str
) -> Select | None:
    """Read the select wiring of a bus; None if it is not clear."""
    if kind == "lines":
        return _lines(sheet, squares, claims, bus)
    if kind == "decoder":
        return _decoder(sheet, squares, claims, bus)
    return _shift_register(sheet, squares, claims, bus)


def _lines(
    sheet: BoardSheet, squares: Mapping[int, Place], claims: Claims, bus: str
) -> LineSelect | None:
    pins = claims.pins(sheet, "pins", MOST_SQUARES)
    if pins is None:
        return None
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
    wired = read_outlets(sheet, squares, outlets, bus)
    return LineSelect({square: pins[at] for square, at in wired.items()})


def _decoder(
    sheet: BoardSheet, squares: Mapping[int, Place], claims: Claims, bus: str
) -> DecoderSelect | None:
    row_pins = claims.pins(sheet, "row_pins", MOST_ADDRESS_PINS)
    column_pins = claims.pins(sheet, "column_pins", MOST_ADDRESS_PINS)
    enable_pin = claims.one_pin(sheet, "enable_pin")
    if row_pins is None or column_pins is None:
        return None
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
    wired = read_outlets(sheet, squares, outlets, bus)
    lines = {square: divmod(at, columns) for square, at in wired.items()}
    return None if enable_pin is None else DecoderSelect(row_pins, column_pins, enable_pin, lines)


def _shift_register(
    sheet: BoardSheet, squares: Mapping[int, Place], claims: Claims, bus: str
) -> ShiftRegisterSelect | None:
    data = claims.one_pin(sheet, "data_pin")
    clock = claims.one_pin(sheet, "clock_pin")
    latch = claims.one_pin(sheet, "latch_pin")
    registers = sheet.whole("registers", 1, MOST_REGISTERS)
    if registers is None:
        return None
    outlets = Outlets(
        order=tuple(range(registers * OUTPUTS)),
        block=OUTPUTS,
        block_named="a register",
        whole_named=f"{registers} registers have" if registers > 1 else "1 register has",
        named=lambda at: f"output {at}",
        parse=lambda value: value if type(value) is int else None,
        form=f"an output, 0 to {registers * OUTPUTS - 1}",
    )
    wired = read_outlets(sheet, squares, outlets, bus)
    if data is None or clock is None or latch is None:
        return None
    return ShiftRegisterSelect(data, clock, latch, registers, wired)
