"""The wiring list: pin to pin, and readers in the order of their outlets."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from controller.board.file.form import Board
from controller.board.file.light_wires import data_pin_of, spi_of
from controller.board.file.pins import SERIAL_OF_PI, SERIAL_WIRES, SPI_WIRES
from controller.board.file.selects import OUTPUTS
from controller.board.file.voice import I2S_PINS
from hardware.lights.settings import Driver, ScannerDriver
from hardware.sensing.settings import (
    Bus,
    DecoderSelect,
    I2cBus,
    LineSelect,
    ScannerPort,
    Select,
    ShiftRegisterSelect,
    SpiBus,
    UartPort,
)

HEADER: Final = (
    *(27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33, 8, 10, 36, 11, 12, 35, 38, 40, 15, 16),
    *(18, 22, 37, 13),
)
"""Pin of each GPIO, from 0, on the 40-pin header of a Raspberry Pi."""
PICO_HEADER: Final = (
    *(1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29),
    *(None, None, None, 31, 32, 34),
)
"""Pin of each GP, from 0, at the edge of a Raspberry Pi Pico. Source: its datasheet, 2.1."""


@dataclass(frozen=True, slots=True)
class Use:
    """Use of a pin or a port.

    Attributes:
        where: the pin or port.
        what: its use, in words.
    """

    where: str
    what: str


BlockKind = Literal["select", "row", "register", "multiplexer", "bus", "port"]


@dataclass(frozen=True, slots=True)
class Block:
    """Readers on one decoder line, register, multiplexer, or simply bus.

    Attributes:
        bus: index of the bus on the board, from 0.
        named: name of the bus and the block.
        outlets: kind of the outlets, in the plural; empty if there is only one.
        short: short prefix of an outlet's number.
        squares: square of each outlet, from 0; None for an unused one.
        kind: what they share.
        label: pin, number, address or port of that; empty for the bus itself.
    """

    bus: int
    named: str
    outlets: str
    short: str
    squares: tuple[int | None, ...]
    kind: BlockKind
    label: str = ""


def pin_uses(board: Board, port: str | None = None) -> tuple[Use, ...]:
    """List the use of every used pin, sorted by number.

    Args:
        board: the board.
        port: port of a co-processor, for its pins; None for those of the computer.
    """
    found = [*(use for bus in board.buses for use in _pins(bus, port))]
    if board.lights is not None:
        found += _light_pins(board.lights.driver, port)
    if board.buttons is not None and board.buttons.port == port:
        to = "ground" if board.buttons.pull_up else "3.3 V"
        found += [Use(pin, f"button “{name}”, to {to}") for name, pin in board.buttons.pins.items()]
    if port is None and board.voice is not None and board.voice.i2s:
        amplifier = zip(I2S_PINS, ("BCLK", "LRC", "stays free", "DIN"), strict=True)
        found += [Use(pin, f"taken by the amplifier: {what}") for pin, what in amplifier]
    return tuple(sorted(found, key=lambda use: gpio(use.where)))


def port_uses(board: Board) -> tuple[Use, ...]:
    """List the use of every serial port."""
    return tuple(
        Use(
            bus.port,
            f"reader of square {bus.square}"
            if isinstance(bus, UartPort)
            else f"co-processor “{bus.name}”",
        )
        for bus in board.buses
        if isinstance(bus, UartPort | ScannerPort)
    )


def gpio(pin: str) -> int:
    """Return the number of a pin: 17 for `GPIO17`, and for `GP17` of a co-processor."""
    return int(pin.removeprefix("GPIO").removeprefix("GP"))


def header_pin(pin: str) -> int | None:
    """Return a pin's place on the header or the co-processor's edge; None if it has none."""
    return HEADER[gpio(pin)] if pin.startswith("GPIO") else PICO_HEADER[gpio(pin)]


def co_processors(board: Board) -> dict[str, ScannerPort]:
    """Return the co-processors of a board, by their ports."""
    return {bus.port: bus for bus in board.buses if isinstance(bus, ScannerPort)}


def blocks(board: Board) -> tuple[Block, ...]:
    """List the readers of a board in the order of their outlets."""
    return tuple(block for at, bus in enumerate(board.buses) for block in _blocks(at, bus))


def _pins(bus: Bus, port: str | None) -> Iterator[Use]:
    """List the pins a bus uses, of the computer or of the co-processor at this port."""
    match bus:
        case SpiBus() if port is None:
            yield from _spi_pins(bus)
        case ScannerPort() if port == bus.port:
            yield from _spi_pins(bus)
        case I2cBus() if port is None:
            yield Use(bus.sda_pin, f"“{bus.name}”: data (SDA)")
            yield Use(bus.scl_pin, f"“{bus.name}”: clock (SCL)")
            if bus.reset_pin is not None:
                yield Use(bus.reset_pin, f"“{bus.name}”: reset of all multiplexers (RESET)")
        case UartPort() if port is None and bus.port in SERIAL_OF_PI:
            yield Use(SERIAL_WIRES[0], f"“{bus.name}”: to the reader (TXD)")
            yield Use(SERIAL_WIRES[1], f"“{bus.name}”: from the reader (RXD)")


def _spi_pins(bus: SpiBus | ScannerPort) -> Iterator[Use]:
    yield Use(bus.pins.sck, f"“{bus.name}”: clock of all readers (SCK)")
    yield Use(bus.pins.mosi, f"“{bus.name}”: data to the readers (MOSI)")
    yield Use(bus.pins.miso, f"“{bus.name}”: data from the readers (MISO)")
    for use in _select_pins(bus.select):
        yield Use(use.where, f"“{bus.name}”: {use.what}")
    if bus.reset_pin is not None:
        yield Use(bus.reset_pin, f"“{bus.name}”: reset of all readers (RSTPDN)")


def _select_pins(select: Select) -> Iterator[Use]:
    match select:
        case LineSelect():
            for square, pin in select.pins.items():
                yield Use(pin, f"select of square {square}")
        case DecoderSelect():
            for bit, pin in enumerate(select.row_pins):
                yield Use(pin, f"row address, bit {bit}")
            for bit, pin in enumerate(select.column_pins):
                yield Use(pin, f"column address, bit {bit}")
            yield Use(select.enable_pin, "enable, low for one reader")
        case ShiftRegisterSelect():
            yield Use(select.data_pin, "registers, data (SER)")
            yield Use(select.clock_pin, "registers, clock (SRCLK)")
            yield Use(select.latch_pin, "registers, latch (RCLK)")


def _light_pins(driver: Driver, port: str | None) -> Iterator[Use]:
    data = "data of the lights, by a level shifter"
    if isinstance(driver, ScannerDriver):
        if driver.port == port:
            yield Use(driver.pin, data)
        return
    if port is not None:
        return
    yield Use(data_pin_of(driver), data)
    spi = spi_of(driver)
    if spi is not None:
        for pin in (SPI_WIRES[spi].sck, SPI_WIRES[spi].miso):
            yield Use(pin, "taken by the bus of the lights; stays free")


def _blocks(at: int, bus: Bus) -> Iterator[Block]:
    match bus:
        case SpiBus(select=LineSelect(pins=pins)) | ScannerPort(select=LineSelect(pins=pins)):
            for square, pin in pins.items():
                yield Block(at, f"“{bus.name}”, select {pin}", "", pin, (square,), "select", pin)
        case (
            SpiBus(select=DecoderSelect() as select) | ScannerPort(select=DecoderSelect() as select)
        ):
            columns = 2 ** len(select.column_pins)
            for row in sorted({line for line, _ in select.lines.values()}):
                there = {column: sq for sq, (line, column) in select.lines.items() if line == row}
                named = f"“{bus.name}”, row line {row}"
                filled = _filled(there, columns)
                yield Block(at, named, "column lines", f"{row}/", filled, "row", str(row))
        case (
            SpiBus(select=ShiftRegisterSelect() as select)
            | ScannerPort(select=ShiftRegisterSelect() as select)
        ):
            for register in range(select.registers):
                first = register * OUTPUTS
                there = {output - first: sq for sq, output in select.outputs.items()}
                named = f"“{bus.name}”, register {register}"
                filled, label = _filled(there, OUTPUTS), str(register)
                yield Block(at, named, "outputs", f"{label}/", filled, "register", label)
        case I2cBus():
            yield from _channels(at, bus)
        case UartPort():
            yield Block(
                at, f"“{bus.name}”, {bus.port}", "", bus.port, (bus.square,), "port", bus.port
            )


def _channels(at: int, bus: I2cBus) -> Iterator[Block]:
    used = [channel.multiplexer for channel in bus.readers.values() if channel is not None]
    for address in sorted(set(used)):
        there = {
            channel.channel: square
            for square, channel in bus.readers.items()
            if channel is not None and channel.multiplexer == address
        }
        label, filled = f"0x{address:02x}", _filled(there, OUTPUTS)
        named = f"“{bus.name}”, multiplexer {label}"
        yield Block(at, named, "channels", f"{address:02x}/", filled, "multiplexer", label)
    for square, channel in bus.readers.items():
        if channel is None:
            yield Block(at, f"“{bus.name}”, on the bus itself", "", "0x24", (square,), "bus")


def _filled(there: dict[int, int], outlets: int) -> tuple[int | None, ...]:
    return tuple(there.get(outlet) for outlet in range(outlets))
