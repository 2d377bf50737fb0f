"""Reads the sections [[readers.bus]]: the buses the readers are wired to."""

from collections.abc import Mapping
from typing import Final

from controller.board.file.claims import Claims
from controller.board.file.outlets import Outlets, pair, read_outlets
from controller.board.file.ports import own_port, own_wire, read_port
from controller.board.file.scanners import SCANNER_KEYS, read_scanner
from controller.board.file.selects import SELECT_KEYS, read_select
from controller.board.file.sheet import BoardSheet
from controller.board.file.squares import GAP, listed_squares
from controller.board.file.wires import (
    FASTEST_I2C_HZ,
    FASTEST_SPI_HZ,
    I2C_WIRES,
    SLOWEST_HZ,
    SPI_WIRES,
)
from controller.game.editions.mistakes import either, shown
from hardware.sensing.settings import (
    Bus,
    Channel,
    I2cBus,
    Place,
    SpiBus,
    SpiPins,
    UartPort,
)

TRANSPORT_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "spi": ("number", "sck_pin", "mosi_pin", "miso_pin", "clock_hz", "select", "reset_pin"),
    "i2c": ("number", "clock_hz", "multiplexers", "reset_pin", "exceptions"),
    "uart": ("port", "square", "baud"),
    "scanner": SCANNER_KEYS,
}
SOFTWARE_I2C: Final = 2
"""Lowest number of the buses that do not run on the hardware with the fault."""
FIRST_MULTIPLEXER: Final = 0x70
MULTIPLEXERS: Final = 8
CHANNELS: Final = 8
BAUDS: Final = (9_600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600)
CLOCK_STRETCHING: Final = (
    "A Raspberry Pi up to 4 mishandles the pauses a PN532 makes on its I2C hardware: use a "
    "software bus (“dtoverlay=i2c-gpio”), a Pi 5, or SPI if readings fail."
)


def read_bus(
    sheet: BoardSheet, squares: Mapping[int, Place], claims: Claims, number: int
) -> tuple[Bus | None, tuple[int, ...]]:
    """Read a bus, None if something about it is wrong, and the squares of its readers.

    Args:
        sheet: section of the bus.
        squares: squares of the board.
        claims: pins, squares and ports that other buses use already.
        number: number of the bus in the file, from 1.
    """
    transport = sheet.choice("transport", tuple(TRANSPORT_KEYS))
    if transport is None:
        return None, ()
    name = sheet.text("name", f"{transport}-{number}")
    other = claims.claim("name", name, f"the bus in line {sheet.line()}")
    if name is not None and other is not None:
        sheet.refuse("name", f"“{name}” is already the name of {other}.")
    read = {"spi": _spi, "i2c": _i2c, "uart": _uart, "scanner": read_scanner}[transport]
    bus, wired = read(sheet, squares, claims, name or transport)
    for square in wired:
        other = claims.claim("square", square, f"“{name}”")
        if other is not None:
            key = "square" if transport == "uart" else "squares"
            sheet.refuse(key, f"square {square} already has a reader, on {other}.")
    return bus, wired


def _spi(
    sheet: BoardSheet, squares: Mapping[int, Place], claims: Claims, name: str
) -> tuple[SpiBus | None, tuple[int, ...]]:
    kind = sheet.choice("select", tuple(SELECT_KEYS))
    known = ("transport", "name", "squares", *TRANSPORT_KEYS["spi"])
    if kind is None:
        sheet.allow((*known, *(key for keys in SELECT_KEYS.values() for key in keys)))
        return None, ()
    sheet.allow((*known, *SELECT_KEYS[kind]), f" with select = “{kind}”")
    pins = _spi_pins(sheet, claims)
    clock_hz = sheet.whole("clock_hz", SLOWEST_HZ, FASTEST_SPI_HZ, 1_000_000, " (5 MHz)")
    reset_pin = claims.one_pin(sheet, "reset_pin", needed=False)
    select = read_select(sheet, kind, squares, claims, name)
    if select is None:
        return None, ()
    if pins is None or clock_hz is None:
        return None, select.squares
    return SpiBus(name, select, pins, clock_hz, reset_pin), select.squares


def _spi_pins(sheet: BoardSheet, claims: Claims) -> SpiPins | None:
    keys = ("sck_pin", "mosi_pin", "miso_pin")
    if any(key in sheet for key in keys):
        if "number" in sheet:
            sheet.refuse("number", f"{either(keys)} already says which bus; leave one of them out.")
        sck, mosi, miso = (claims.one_pin(sheet, key) for key in keys)
        return None if sck is None or mosi is None or miso is None else SpiPins(sck, mosi, miso)
    number = sheet.whole("number", min(SPI_WIRES), max(SPI_WIRES), 0)
    if number is None:
        return None
    wires = SPI_WIRES[number]
    for pin in (wires.sck, wires.mosi, wires.miso):
        own_wire(sheet, claims, pin, f"SPI {number}")
    return wires


def _i2c(
    sheet: BoardSheet, squares: Mapping[int, Place], claims: Claims, name: str
) -> tuple[I2cBus | None, tuple[int, ...]]:
    sheet.allow(("transport", "name", "squares", *TRANSPORT_KEYS["i2c"]), " with transport = “i2c”")
    number = sheet.whole("number", 0, 99, 1)
    clock_hz = sheet.whole("clock_hz", SLOWEST_HZ, FASTEST_I2C_HZ, 100_000, " (400 kHz)")
    reset_pin = claims.one_pin(sheet, "reset_pin", needed=False)
    if number is not None:
        own_port(sheet, claims, "number", f"I2C {number}")
        for pin in I2C_WIRES.get(number, ()):
            own_wire(sheet, claims, pin, f"I2C {number}")
        if number < SOFTWARE_I2C:
            claims.advise(CLOCK_STRETCHING)
    readers: dict[int, Channel | None] = {}
    if "multiplexers" in sheet:
        readers.update(_channels(sheet, squares, name))
    elif sheet.need("squares"):
        readers.update(_direct(sheet, squares))
    wired = tuple(sorted(readers))
    if number is None or clock_hz is None:
        return None, wired
    return I2cBus(name, readers, number, clock_hz, reset_pin), wired


def _direct(sheet: BoardSheet, squares: Mapping[int, Place]) -> dict[int, None]:
    """Read the single reader on the bus itself, without a multiplexer."""
    value = sheet.value("squares")
    nested = isinstance(value, list) and any(isinstance(each, list) for each in value)
    listed = [] if nested else [each for each in listed_squares(sheet, "squares", squares) if each]
    if nested or len(listed) > 1:
        sheet.refuse(
            "squares",
            "all PN532 have one I2C address, so only one can be on the bus itself: list the "
            "“multiplexers” between.",
        )
    if "exceptions" in sheet:
        sheet.refuse("exceptions", "there are no “multiplexers” whose channels could be meant.")
    return dict.fromkeys(listed)


def _channels(sheet: BoardSheet, squares: Mapping[int, Place], name: str) -> dict[int, Channel]:
    value = sheet.value("multiplexers")
    last = FIRST_MULTIPLEXER + MULTIPLEXERS - 1
    if not isinstance(value, list) or not value:
        sheet.refuse("multiplexers", "this should be a list of addresses, like [0x70, 0x71].")
        return {}
    addresses: list[int] = []
    for at, address in enumerate(value):
        if type(address) is not int or not FIRST_MULTIPLEXER <= address <= last:
            said = f"0x{address:02x}" if type(address) is int and address >= 0 else shown(address)
            sheet.refuse(
                "multiplexers",
                f"{said} is not the address of a multiplexer: 0x{FIRST_MULTIPLEXER:02x} to "
                f"0x{last:02x}.",
                at,
            )
        elif address in addresses:
            sheet.refuse("multiplexers", f"0x{address:02x} is listed twice.", at)
        else:
            addresses.append(address)
    if len(addresses) < len(value):
        return {}

    def parse(entry: object) -> int | None:
        channel = pair(entry, (last + 1, CHANNELS))
        return None if channel is None else channel[0] * CHANNELS + channel[1]

    outlets = Outlets(
        order=tuple(each * CHANNELS + channel for each in addresses for channel in range(CHANNELS)),
        block=CHANNELS,
        block_named="a multiplexer",
        whole_named=f"{len(addresses)} multiplexer{'s have' if len(addresses) > 1 else ' has'}",
        named=lambda at: f"channel {at % CHANNELS} of multiplexer 0x{at // CHANNELS:02x}",
        parse=parse,
        form=f"[address, channel 0 to {CHANNELS - 1}], with an address of “multiplexers”",
    )
    wired = read_outlets(sheet, squares, outlets, name)
    return {square: Channel(*divmod(at, CHANNELS)) for square, at in wired.items()}


def _uart(
    sheet: BoardSheet, squares: Mapping[int, Place], claims: Claims, name: str
) -> tuple[UartPort | None, tuple[int, ...]]:
    sheet.allow(("transport", "name", *TRANSPORT_KEYS["uart"]), " with transport = “uart”")
    port = read_port(sheet, claims, "/dev/ttyUSB0")
    baud = sheet.value("baud") if "baud" in sheet else 115_200
    if type(baud) is not int or baud not in BAUDS:
        speeds = either([str(each) for each in BAUDS])
        sheet.refuse("baud", f"{shown(baud)} is no speed of a PN532: {speeds}.")
    if sheet.value("square") == GAP or not squares:
        return None, ()
    square = sheet.whole("square", 1, len(squares))
    if square is None:
        return None, ()
    if port is None or type(baud) is not int:
        return None, (square,)
    return UartPort(name, port, square, baud), (square,)
