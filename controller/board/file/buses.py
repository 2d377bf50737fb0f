"""Reads the sections [[readers.bus]]: the buses the readers are wired to."""

from typing import Annotated, Final

from controller.board.file.pins import (
    FASTEST_I2C_HZ,
    I2C_WIRES,
    SLOWEST_HZ,
    SPI_1_SELECT,
    SPI_WIRES,
    Claims,
    port_like,
)
from controller.board.file.readers import LONGEST_MS
from controller.board.file.scanners import read_scanner
from controller.board.file.selects import (
    SELECTS,
    BusKeys,
    Outlets,
    WiredBusKeys,
    advise_on_clock,
    pair,
    read_outlets,
    read_select,
)
from controller.board.file.squares import GAP, listed_squares
from controller.toml import Limits, TomlSection
from controller.toml.mistakes import shown
from hardware.sensing.settings import (
    Bus,
    Channel,
    I2cBus,
    SpiBus,
    SpiPins,
    UartPort,
)

TRANSPORTS: Final = ("spi", "i2c", "uart", "scanner")
SOFTWARE_I2C: Final = 2
"""Lowest number of the buses that do not run on the hardware with the fault."""
USUAL_I2C: Final = 1
FIRST_MULTIPLEXER: Final = 0x70
MULTIPLEXERS: Final = 8
CHANNELS: Final = 8
CLOCK_STRETCHING: Final = (
    "A Raspberry Pi up to 4 mishandles the pauses a PN532 makes on its I2C hardware: use a "
    "software bus (“number = 3”), a Pi 5, or SPI if readings fail."
)


class SpiKeys(WiredBusKeys, frozen=True, kw_only=True):
    """Keys of an SPI bus, without those of its select wiring."""

    select: object
    number: Annotated[int, Limits(min(SPI_WIRES), max(SPI_WIRES))] = 0


class I2cKeys(BusKeys, frozen=True, kw_only=True):
    """Keys of an I2C bus."""

    number: Annotated[int, Limits(0, 99)] = 1
    clock_hz: Annotated[int, Limits(SLOWEST_HZ, FASTEST_I2C_HZ, " (400 kHz)")] = 100_000
    multiplexers: object = None
    reset_pin: object = None
    sda_pin: object = None
    scl_pin: object = None
    squares: object = None
    exceptions: object = None


class UartKeys(BusKeys, frozen=True, kw_only=True):
    """Keys of a serial port."""

    port: Annotated[str, port_like("/dev/ttyUSB0")]
    square: object
    latency_ms: Annotated[float, Limits(0, LONGEST_MS, ", in milliseconds")] = (
        UartPort("", "", 0).latency_s * 1000
    )


def read_bus(table: TomlSection, claims: Claims, number: int) -> Bus | None:
    """Read a bus; None if its keys are wrong, or it has no reader.

    Args:
        table: section of the bus.
        claims: squares of the board, and what other buses use already.
        number: number of the bus in the file, from 1.
    """
    transport = table.word("transport", TRANSPORTS)
    if transport is None:
        return None
    given = table.value("name")
    name = given if isinstance(given, str) else f"{transport}-{number}"
    other = claims.claim("name", name, f"the bus in line {table.line()}")
    if other is not None:
        table.refuse("name", f"“{name}” is already the name of {other}.")
    read = {"spi": _spi, "i2c": _i2c, "uart": _uart, "scanner": read_scanner}[transport]
    bus: Bus | None = read(table, claims, name)
    for square in bus.squares if bus else ():
        other = claims.claim("square", square, f"“{name}”")
        if other is not None:
            key = "square" if transport == "uart" else "squares"
            table.refuse(key, f"square {square} already has a reader, on {other}.")
    return bus


def _spi(table: TomlSection, claims: Claims, name: str) -> SpiBus | None:
    before = table.mistakes
    keys = table.read_variant(SpiKeys, "select", SELECTS, by_default=True)
    if keys is None:
        return None
    common, wiring = keys
    clear = table.mistakes == before or "number" not in table
    pins = _spi_pins(table, common.number if clear else None, claims)
    reset_pin = claims.reset_pin(table)
    select = read_select(table, wiring, claims, name)
    advise_on_clock(claims, name, common.clock_hz, len(select.squares))
    return SpiBus(name, select, pins, common.clock_hz, reset_pin)


def _spi_pins(table: TomlSection, number: int | None, claims: Claims) -> SpiPins:
    """Return the wires of an SPI bus, and claim them if its number is clear."""
    for key in ("sck_pin", "mosi_pin", "miso_pin"):
        if key in table:
            known = "; ".join(
                f"{each} is SCK {pins.sck}, MOSI {pins.mosi}, MISO {pins.miso}"
                for each, pins in SPI_WIRES.items()
            )
            said = "an SPI bus of a Raspberry Pi has its wires by its “number”: leave this out."
            table.refuse(key, f"{said} {known}.")
    wires = SPI_WIRES[number or 0]
    for pin in () if number is None else (wires.sck, wires.mosi, wires.miso):
        claims.own_wire(table, pin, f"SPI {number}")
    if number == 1:
        claims.own_wire(table, SPI_1_SELECT, f"SPI {number}")
    return wires


def _i2c(table: TomlSection, claims: Claims, name: str) -> I2cBus | None:
    before = table.mistakes
    keys = table.read(I2cKeys, " with transport = “i2c”", by_default=True)
    if keys is None:  # untested: every key has a default
        return None
    number = keys.number
    reset_pin = claims.reset_pin(table)
    clear = table.mistakes == before or "number" not in table
    if clear:
        claims.own_port(table, "number", f"I2C {number}")
    wires = _i2c_wires(table, number if clear else None, claims)
    if number < SOFTWARE_I2C:
        claims.advise(CLOCK_STRETCHING)
    readers: dict[int, Channel | None] = {}
    if "multiplexers" in table:
        readers.update(_channels(table, claims, name))
    elif table.need("squares"):
        readers.update(_direct(table, claims))
    return I2cBus(name, readers, number, keys.clock_hz, reset_pin, *wires)


def _i2c_wires(table: TomlSection, number: int | None, claims: Claims) -> tuple[str, str]:
    """Return data and clock of an I2C bus, and claim them if its number is clear."""
    keys = ("sda_pin", "scl_pin")
    if number is not None and number >= SOFTWARE_I2C:
        data, clock = (
            claims.pin_or_usual(table, key, usual)
            for key, usual in zip(keys, I2C_WIRES[USUAL_I2C], strict=True)
        )
        return data, clock
    wires = I2C_WIRES[USUAL_I2C if number is None else number]
    for key in keys:
        if key in table and number is not None:
            table.refuse(
                key,
                f"I2C {number} of a Raspberry Pi is {wires[0]} (SDA) and {wires[1]} (SCL): leave "
                "this out, or write “number = 3” for a software bus at any pins.",
            )
    for pin in () if number is None else wires:
        claims.own_wire(table, pin, f"I2C {number}")
    return wires


def _direct(table: TomlSection, claims: Claims) -> dict[int, None]:
    """Read the single reader on the bus itself, without a multiplexer."""
    value = table.value("squares")
    nested = isinstance(value, list) and any(isinstance(each, list) for each in value)
    listed = (
        []
        if nested
        else [each for each in listed_squares(table, "squares", claims.squares) if each]
    )
    if nested or len(listed) > 1:
        table.refuse(
            "squares",
            "all PN532 have one I2C address, so only one can be on the bus itself: list the "
            "“multiplexers” between.",
        )
    if "exceptions" in table:
        table.refuse("exceptions", "there are no “multiplexers” whose channels could be meant.")
    return dict.fromkeys(listed)


def _channels(table: TomlSection, claims: Claims, name: str) -> dict[int, Channel]:
    value = table.value("multiplexers")
    last = FIRST_MULTIPLEXER + MULTIPLEXERS - 1
    if not isinstance(value, list) or not value:
        table.refuse("multiplexers", "this should be a list of addresses, like [0x70, 0x71].")
        return {}
    addresses: list[int] = []
    for at, address in enumerate(value):
        if type(address) is not int or not FIRST_MULTIPLEXER <= address <= last:
            said = f"0x{address:02x}" if type(address) is int and address >= 0 else shown(address)
            table.refuse(
                "multiplexers",
                f"{said} is not the address of a multiplexer: 0x{FIRST_MULTIPLEXER:02x} to "
                f"0x{last:02x}.",
                at,
            )
        elif address in addresses:
            table.refuse("multiplexers", f"0x{address:02x} is listed twice.", at)
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
    wired = read_outlets(table, outlets, claims, name)
    return {square: Channel(*divmod(at, CHANNELS)) for square, at in wired.items()}


def _uart(table: TomlSection, claims: Claims, name: str) -> UartPort | None:
    keys = table.read(UartKeys, " with transport = “uart”")
    if keys is None:
        return None
    port = claims.serial_port(table, keys.port)
    square = keys.square
    if square == GAP or not claims.squares:
        return None
    if type(square) is not int or square not in claims.squares:
        table.refuse(
            "square", f"{shown(square)} is not a whole number from 1 to {len(claims.squares)}."
        )
        return None
    return UartPort(name, port, square, keys.latency_ms / 1000)
