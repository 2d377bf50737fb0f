"""Interfaces a board needs of its computer, and the bus of each reader."""

from dataclasses import dataclass
from typing import Final

import msgspec

from controller.board.file.form import Board
from controller.board.file.lights import SPI_PIN
from controller.board.file.wires import I2C_WIRES, SERIAL_OF_PI, SERIAL_WIRES, SPI_WIRES
from controller.board.plan.connections import blocks, co_processors, pin_uses
from hardware.lights.settings import HelperDriver, SpiDriver
from hardware.sensing.settings import Bus, I2cBus, ScannerPort, SpiBus, UartPort

SPI_NUMBERS: Final = {pins.sck: number for number, pins in SPI_WIRES.items()}
"""Which bus of a Raspberry Pi a clock pin belongs to."""


@dataclass(frozen=True, slots=True)
class I2cNeed:
    """An I2C bus that is needed.

    Attributes:
        number: 1 for `/dev/i2c-1`.
        clock_hz: how fast the board file expects it to be.
    """

    number: int
    clock_hz: int


@dataclass(frozen=True, slots=True)
class Needs:
    """What a board asks of the computer.

    Attributes:
        spi: the SPI buses of the computer, by number.
        i2c: its I2C buses.
        ports: its serial ports: paths, or addresses that pyserial understands.
        co_processors: those of them that lead to co-processors.
        pins: every pin that is not a wire of a bus, as `GPIO17`.
        buttons: whether there are buttons on some of them.
        strip_pin: the pin of a strip driven by the helper; None if no helper is needed.
        socket: where the helper listens; None likewise.
        strip_spi: the SPI bus whose clock the lights depend on; None if there is none.
    """

    spi: tuple[int, ...]
    i2c: tuple[I2cNeed, ...]
    ports: tuple[str, ...]
    co_processors: frozenset[str]
    pins: frozenset[str]
    buttons: bool
    strip_pin: int | None
    socket: str | None
    strip_spi: int | None

    @property
    def nothing(self) -> bool:
        """Whether it can do without the pins and buses of a Raspberry Pi."""
        return not (self.spi or self.i2c or self.pins or self.strip_pin is not None)


@dataclass(frozen=True, slots=True)
class Outlet:
    """Where a reader hangs, in words.

    Attributes:
        bus: the bus or port.
        block: that, and the decoder line, register or multiplexer it shares with others, if any.
        place: its own line, output or channel; empty if the block has only one.
        port: where its co-processor is; empty if it is not on one.
    """

    bus: str
    block: str
    place: str
    port: str = ""

    def __str__(self) -> str:
        """All of it."""
        return ", ".join(part for part in (self.block, self.place) if part)


def needs(board: Board) -> Needs:
    """What a board asks of the computer."""
    spi = {
        SPI_NUMBERS[bus.pins.sck]
        for bus in board.buses
        if isinstance(bus, SpiBus) and bus.pins.sck in SPI_NUMBERS
    }
    driver = board.lights.driver if board.lights is not None else None
    strip_spi = None
    if isinstance(driver, SpiDriver):
        strip_spi = driver.number
    elif isinstance(driver, HelperDriver) and driver.gpio == SPI_PIN:
        strip_spi = 0
    if strip_spi is not None:
        spi.add(strip_spi)
    helper = driver if isinstance(driver, HelperDriver) else None
    return Needs(
        spi=tuple(sorted(spi)),
        i2c=tuple(
            I2cNeed(bus.number, bus.clock_hz) for bus in board.buses if isinstance(bus, I2cBus)
        ),
        ports=tuple(bus.port for bus in board.buses if isinstance(bus, UartPort | ScannerPort)),
        co_processors=frozenset(co_processors(board)),
        pins=_pins(board),
        buttons=bool(board.buttons and board.buttons.port is None and board.buttons.pins),
        strip_pin=helper.gpio if helper is not None else None,
        socket=helper.socket if helper is not None else None,
        strip_spi=strip_spi,
    )


def outlets(board: Board) -> dict[int, Outlet]:
    """Where the reader of each square hangs."""
    found: dict[int, Outlet] = {}
    for block in blocks(board):
        bus = board.buses[block.bus]
        port = bus.port if isinstance(bus, ScannerPort) else ""
        for at, square in enumerate(block.squares):
            if square is not None:
                place = f"{block.outlets.removesuffix('s')} {at}" if block.outlets else ""
                found[square] = Outlet(f"“{bus.name}”", block.named, place, port)
    return found


def _pins(board: Board) -> frozenset[str]:
    """The pins that readers and buttons use besides the wires of buses."""
    wires = {pin for bus in board.buses for pin in _wires(bus)}
    unlit = msgspec.structs.replace(board, lights=None)
    return frozenset(use.where for use in pin_uses(unlit)) - wires


def _wires(bus: Bus) -> tuple[str, ...]:
    if isinstance(bus, SpiBus):
        return (bus.pins.sck, bus.pins.mosi, bus.pins.miso)
    if isinstance(bus, I2cBus):
        return I2C_WIRES.get(bus.number, ())
    return SERIAL_WIRES if bus.port in SERIAL_OF_PI else ()
