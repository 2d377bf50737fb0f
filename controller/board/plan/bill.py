"""Bill of materials, and the current a board draws."""

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from controller.board.file.form import Board
from controller.board.file.lights import COMPUTER_MA
from controller.board.file.pins import SERIAL_OF_PI, UNBUFFERED_READERS
from controller.board.file.selects import OUTPUTS
from controller.board.plan.connections import co_processors
from controller.board.plan.needs import needs
from controller.game.pieces import COLOURS
from hardware.lights.settings import HelperDriver, LightSettings
from hardware.sensing.plan import current_ma, most_at_once
from hardware.sensing.settings import (
    DecoderSelect,
    I2cBus,
    LineSelect,
    ScannerPort,
    ShiftRegisterSelect,
    SpiBus,
    Supply,
    UartPort,
)

SUPPLIES_A: Final = (0.5, 1, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40, 60)
"""Supplies of 5 V on the market, in amperes."""
USUAL_SUPPLY: Final = Supply(supply_ma=0)
ADDRESS_INPUTS: Final = 3
"""Address inputs of a 74HC138."""


@dataclass(frozen=True, slots=True)
class Demand:
    """Highest current a board draws, in milliamperes.

    Attributes:
        readers: current of the readers with the most fields on.
        lights: budget of the lights; 0 if there are none.
        computer: planning value; 0 if the computer has its own supply.
        load: share of a supply that may be used.
    """

    readers: int
    lights: int
    computer: int
    load: float

    @property
    def all_ma(self) -> int:
        """Sum of readers, lights and computer."""
        return self.readers + self.lights + self.computer

    @property
    def supply_a(self) -> float:
        """The smallest supply of 5 V that bears it, in amperes."""
        need_a = self.all_ma / self.load / 1000
        return next((each for each in SUPPLIES_A if each >= need_a), math.ceil(need_a))


def demand(board: Board) -> Demand:
    """Return the highest current that a board draws."""
    return Demand(
        readers=readers_ma(board, board.settings.places),
        lights=board.lights.budget_ma if board.lights is not None else 0,
        computer=0 if needs(board).nothing else COMPUTER_MA,
        load=(board.supply or USUAL_SUPPLY).load,
    )


def readers_ma(board: Board, squares: Collection[int]) -> int:
    """Return the highest current of the readers of some squares."""
    supply, settings = board.supply or USUAL_SUPPLY, board.settings
    fields = most_at_once(squares, settings.places, settings.stride, settings.max_fields)
    return current_ma(len(squares), fields, supply.field_ma, supply.idle_ma)


def full_ma(lights: LightSettings) -> int:
    """Return the current of all lights fully on, without a budget."""
    each = lights.currents
    return round(lights.count * (each.red_ma + each.green_ma + each.blue_ma + each.dark_ma))


def bill(board: Board) -> tuple[tuple[int, str], ...]:
    """List the parts of a board with their counts, without wood and wire."""
    return tuple((count, what) for count, what in _parts(board) if count)


def _parts(board: Board) -> Iterator[tuple[int, str]]:
    yield len(board.settings.places), "PN532 reader with its antenna"
    buses = board.buses
    yield (
        sum(len(_multiplexers(bus)) for bus in buses if isinstance(bus, I2cBus)),
        "TCA9548A multiplexer",
    )
    selects = [bus.select for bus in buses if isinstance(bus, SpiBus | ScannerPort)]
    yield (
        sum(_decoders(each) for each in selects if isinstance(each, DecoderSelect)),
        "74HC138 decoder",
    )
    yield (
        sum(each.registers for each in selects if isinstance(each, ShiftRegisterSelect)),
        "74HC595 shift register",
    )
    wired = [bus for bus in buses if isinstance(bus, SpiBus | ScannerPort)]
    yield sum(map(_groups, wired)), "74AHC125 buffer, one for each row of readers"
    yield sum(map(_transistors, wired)), "BC547B transistor, for resets"
    yield sum(isinstance(bus, ScannerPort) for bus in buses), "RP2040 board, as co-processor"
    yield (
        sum(isinstance(bus, UartPort) and _on_usb(bus.port) for bus in buses),
        "USB serial adapter, 3.3 V",
    )
    lights = board.lights
    if lights is not None:
        yield lights.count, "WS2812B light"
        yield 1, "74AHCT125 level shifter, for the data of the lights"
    yield len(board.buttons.pins) if board.buttons is not None else 0, "button"
    if board.tags:
        yield len(board.tags), "NFC tag, NTAG213"
    else:
        yield 2 * len(COLOURS), "NFC tag, NTAG213: one in the base of a runner, one in its crown"
    yield 1, _supply(board)
    yield 1, _computer(board)


def _supply(board: Board) -> str:
    needed = demand(board)
    if board.supply is not None:
        return f"power supply, 5 V, {board.supply.supply_ma / 1000:g} A"
    if needs(board).nothing and not (needed.lights or co_processors(board)):
        return "USB port that feeds the readers"
    return f"power supply, 5 V, {needed.supply_a:g} A"


def _computer(board: Board) -> str:
    if needs(board).nothing:
        return (
            "computer with USB: no Raspberry Pi is needed" if co_processors(board) else "computer"
        )
    if board.lights is None or not isinstance(board.lights.driver, HelperDriver):
        return "Raspberry Pi"
    return "Raspberry Pi, up to 4: a Raspberry Pi 5 does not drive these lights"


def _multiplexers(bus: I2cBus) -> set[int]:
    return {channel.multiplexer for channel in bus.readers.values() if channel is not None}


def _groups(bus: SpiBus | ScannerPort) -> int:
    """Count the rows of up to eight readers that have buffers; none if there is only one."""
    if len(bus.squares) <= UNBUFFERED_READERS:
        return 0
    match bus.select:
        case DecoderSelect(lines=lines):
            return len({(row, column // OUTPUTS) for row, column in lines.values()})
        case ShiftRegisterSelect(outputs=outputs):
            return len({output // OUTPUTS for output in outputs.values()})
        case LineSelect(pins=pins):
            return -(-len(pins) // UNBUFFERED_READERS)


def _transistors(bus: SpiBus | ScannerPort) -> int:
    """Count the transistors that reset rows, with the one that inverts."""
    groups = _groups(bus)
    return groups + 1 if groups and bus.reset_pin is not None else 0


def _decoders(select: DecoderSelect) -> int:
    """Count the decoders: for the row lines, and for the column lines of each row in use."""
    columns: dict[int, set[int]] = {}
    for row, column in select.lines.values():
        columns.setdefault(row, set()).add(column)
    for_columns = [_tree(len(select.column_pins), lines) for lines in columns.values()]
    return _tree(len(select.row_pins), {*columns}) + sum(for_columns)


def _tree(pins: int, lines: set[int]) -> int:
    """Count the decoders that turn an address of this many pins into these lines."""
    if pins <= ADDRESS_INPUTS:
        return 1
    inner = {line // OUTPUTS for line in lines}
    return len(inner) + _tree(pins - ADDRESS_INPUTS, inner)


def _on_usb(port: str) -> bool:
    return "://" not in port and port not in SERIAL_OF_PI
