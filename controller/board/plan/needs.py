"""Interfaces a board needs of its computer, and the bus of each reader."""

from dataclasses import dataclass
from typing import Final

import msgspec

from controller.board.file.form import Board
from controller.board.file.light_wires import spi_of
from controller.board.file.pins import SERIAL_OF_PI, SERIAL_WIRES, SPI_WIRES
from controller.board.plan.connections import BlockKind, blocks, co_processors, pin_uses
from hardware.lights.settings import HelperDriver
from hardware.sensing.settings import Bus, I2cBus, ScannerPort, SpiBus, UartPort

SPI_NUMBERS: Final = {pins.sck: number for number, pins in SPI_WIRES.items()}
"""SPI bus of a Raspberry Pi, by its clock pin."""


@dataclass(frozen=True, slots=True)
class I2cNeed:
    """An I2C bus that is needed.

    Attributes:
        number: 1 for `/dev/i2c-1`.
        clock_hz: clock speed that the board file expects.
        sda_pin: its data, as `GPIO2`.
        scl_pin: its clock.
    """

    number: int
    clock_hz: int
    sda_pin: str
    scl_pin: str


@dataclass(frozen=True, slots=True)
class Needs:
    """Interfaces and pins a board needs of the computer.

    Attributes:
        spi: numbers of the SPI buses.
        i2c: I2C buses.
        ports: serial ports: paths, or addresses that pyserial understands.
        co_processors: those serial ports that lead to co-processors.
        pins: every pin that is not a wire of a bus, as `GPIO17`.
        buttons: True if some of these pins have buttons.
        strip_pin: pin of a strip driven by the helper; None if no helper is needed.
        socket: socket of the helper; None if no helper is needed.
        strip_spi: SPI bus whose clock the lights depend on; None if there is none.
        amplifier: True if the loudspeaker's amplifier takes pins of its own.
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
    amplifier: bool = False

    @property
    def nothing(self) -> bool:
        """True if the board needs no pins or buses of a Raspberry Pi."""
        serial = any(port in SERIAL_OF_PI for port in self.ports)
        lights = self.strip_pin is not None
        return not (self.spi or self.i2c or self.pins or serial or lights or self.amplifier)


@dataclass(frozen=True, slots=True)
class Outlet:
    """Connection of a reader, in English words and in parts.

    Attributes:
        bus: the bus or port.
        block: the bus or port, with the shared decoder line, register or multiplexer, if any.
        place: own line, output or channel; empty if the block has only one.
        port: port of its co-processor; empty if it is not on one.
        name: name of the bus.
        kind: kind of the block.
        label: pin, number, address or port of the block; empty for the bus itself.
        number: number of its own line, output or channel.
    """

    bus: str
    block: str
    place: str
    port: str
    name: str
    kind: BlockKind
    label: str
    number: int

    def __str__(self) -> str:
        """Return block and place."""
        return ", ".join(part for part in (self.block, self.place) if part)


def needs(board: Board) -> Needs:
    """Collect the interfaces and pins a board needs of the computer."""
    spi = {SPI_NUMBERS[bus.pins.sck] for bus in board.buses if isinstance(bus, SpiBus)}
    driver = board.lights.driver if board.lights is not None else None
    strip_spi = None if driver is None else spi_of(driver)
    if strip_spi is not None:
        spi.add(strip_spi)
    helper = driver if isinstance(driver, HelperDriver) else None
    return Needs(
        spi=tuple(sorted(spi)),
        i2c=tuple(
            I2cNeed(bus.number, bus.clock_hz, bus.sda_pin, bus.scl_pin)
            for bus in board.buses
            if isinstance(bus, I2cBus)
        ),
        ports=tuple(bus.port for bus in board.buses if isinstance(bus, UartPort | ScannerPort)),
        co_processors=frozenset(co_processors(board)),
        pins=_pins(board),
        buttons=bool(board.buttons and board.buttons.port is None and board.buttons.pins),
        strip_pin=helper.gpio if helper is not None else None,
        socket=helper.socket if helper is not None else None,
        strip_spi=strip_spi,
        amplifier=board.voice is not None and board.voice.i2s,
    )


def outlets(board: Board) -> dict[int, Outlet]:
    """Return the connection of each square's reader."""
    found: dict[int, Outlet] = {}
    for block in blocks(board):
        bus = board.buses[block.bus]
        port = bus.port if isinstance(bus, ScannerPort) else ""
        for at, square in enumerate(block.squares):
            if square is not None:
                place = f"{block.outlets.removesuffix('s')} {at}" if block.outlets else ""
                found[square] = Outlet(
                    bus=f"“{bus.name}”",
                    block=block.named,
                    place=place,
                    port=port,
                    name=bus.name,
                    kind=block.kind,
                    label=block.label,
                    number=at,
                )
    return found


def _pins(board: Board) -> frozenset[str]:
    """Return the pins that readers and buttons use besides the wires of buses."""
    wires = {pin for bus in board.buses for pin in _wires(bus)}
    others = msgspec.structs.replace(board, lights=None, voice=None)
    return frozenset(use.where for use in pin_uses(others)) - wires


def _wires(bus: Bus) -> tuple[str, ...]:
    if isinstance(bus, SpiBus):
        return (bus.pins.sck, bus.pins.mosi, bus.pins.miso)
    if isinstance(bus, I2cBus):
        return (bus.sda_pin, bus.scl_pin)
    return SERIAL_WIRES if bus.port in SERIAL_OF_PI else ()
