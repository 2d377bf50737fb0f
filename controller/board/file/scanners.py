"""Reads what is wired to a co-processor (RP2040): readers, lights, buttons."""

from collections.abc import Mapping
from typing import Annotated, Final

from controller.board.file.pins import PICO_WIRES, SERIAL_OF_PI, Claims, port_like
from controller.board.file.selects import (
    SELECTS,
    Outlets,
    WiredBusKeys,
    advise_on_clock,
    read_order,
    read_select,
    select_pins,
)
from controller.board.file.squares import MOST_SQUARES
from controller.toml import TomlSection
from controller.toml.mistakes import quoted, shown
from hardware.sensing.settings import (
    PICO_COLUMNS,
    PICO_SPI,
    ScannerPort,
    Select,
    ShiftRegisterSelect,
    SpiPins,
    usual_select,
)

MOST_SCANNER_LIGHTS: Final = 300
"""Most lights a co-processor drives: it keeps 900 bytes for a frame, three for each light."""
USUAL_WIRES: Final[Mapping[str, str]] = {
    "sck_pin": PICO_SPI.sck,
    "mosi_pin": PICO_SPI.mosi,
    "miso_pin": PICO_SPI.miso,
}
WIRE_NAMES: Final[Mapping[str, str]] = {
    "sck_pin": "the clock (SCK)",
    "mosi_pin": "the data to the readers (MOSI)",
    "miso_pin": "the data from the readers (MISO)",
}
ROW: Final = 2 ** len(PICO_COLUMNS)
"""Number of readers on a row line of the usual wiring."""


class ScannerKeys(WiredBusKeys, frozen=True, kw_only=True):
    """Keys of a co-processor, without those of a select wiring."""

    port: Annotated[str, port_like("/dev/hareboard-scanner")]
    select: object = None


def read_scanner(table: TomlSection, claims: Claims, name: str) -> ScannerPort | None:
    """Read the readers of a co-processor; None if its keys are wrong.

    Args:
        table: section of the co-processor.
        claims: squares of the board, and what other buses use already.
        name: name of the co-processor.
    """
    if "select" in table:
        found = table.read_variant(ScannerKeys, "select", SELECTS, by_default=True)
        keys, wiring = found or (None, None)
    else:
        unselected = " with transport = “scanner” and without “select”"
        keys, wiring = table.read(ScannerKeys, unselected, by_default=True), None
    if keys is None:
        claims.add_co_processor(None)
        return None
    if keys.port in SERIAL_OF_PI:
        usb = "the firmware speaks over USB: name the port that the co-processor has there."
        table.refuse("port", usb)
    port = claims.serial_port(table, keys.port)
    own = claims.add_co_processor(port)
    before = table.mistakes
    wires = _wires(table, own)
    clear = table.mistakes == before
    reset_pin = own.reset_pin(table)
    select = read_select(table, wiring, own, name) if wiring else _usual(table, own, name)
    if clear and isinstance(select, ShiftRegisterSelect):
        _check_registers(table, select, wires)
    advise_on_clock(own, name, keys.clock_hz, len(select.squares))
    return ScannerPort(name, port, select, wires, keys.clock_hz, reset_pin)


def _wires(table: TomlSection, claims: Claims) -> SpiPins:
    """Read the readers' wires: they must be pins of one hardware SPI."""
    pins = {key: claims.pin_or_usual(table, key, usual) for key, usual in USUAL_WIRES.items()}
    spis: dict[str, int] = {}
    for key, pin in pins.items():
        spi = _spi_of(key, pin)
        if spi is not None:
            spis[key] = spi
        elif pin:
            words = quoted([each for of_spi in PICO_WIRES[key] for each in of_spi])
            table.refuse(key, f"{pin} of an RP2040 cannot be {WIRE_NAMES[key]}: write {words}.")
    leading = spis.get("sck_pin")
    for key, spi in spis.items():
        if leading is not None and spi != leading:
            words = quoted(PICO_WIRES[key][leading])
            table.refuse(
                key,
                f"{pins[key]} belongs to SPI {spi} of the RP2040, and the clock, "
                f"{pins['sck_pin']}, to SPI {leading}: write {words}, or take another sck_pin.",
            )
    return SpiPins(*pins.values())


def _spi_of(key: str, pin: str) -> int | None:
    """Return the hardware SPI with this pin for that wire; None if there is none."""
    return next((spi for spi, pins in enumerate(PICO_WIRES[key]) if pin in pins), None)


def _usual(table: TomlSection, claims: Claims, name: str) -> Select:
    """Return the usual select wiring, for a file that only lists the squares."""
    outlets = Outlets(
        order=tuple(range(MOST_SQUARES)),
        block=ROW,
        block_named="a row line",
        whole_named="a co-processor has",
        named=lambda at: f"reader {at}",
        parse=lambda _: None,
        form="a reader",
    )
    select = usual_select(read_order(table, outlets, claims, name))
    for pin in select_pins(select):
        other = claims.claim("pin", pin, f"the usual wiring of “{name}”")
        if other is not None:
            table.refuse(
                "select",
                f"left out, the wiring is the usual one, for which {pin} is needed; but that is "
                f"already used by {other}.",
            )
    return select


def _check_registers(table: TomlSection, select: ShiftRegisterSelect, wires: SpiPins) -> None:
    """Check that the hardware SPI left free by the readers feeds the shift registers."""
    readers, other = (0, 1) if wires.sck in PICO_WIRES["sck_pin"][0] else (1, 0)
    for key, wire, pin in (
        ("data_pin", "mosi_pin", select.data_pin),
        ("clock_pin", "sck_pin", select.clock_pin),
    ):
        fitting = PICO_WIRES[wire][other]
        if pin and pin not in fitting:
            words = quoted(fitting)
            table.refuse(
                key,
                f"{pin} cannot feed the registers: SPI {other} of the RP2040 does, for SPI "
                f"{readers} has the readers. Write {words}.",
            )


def co_processor(table: TomlSection, port: str | None, claims: Claims) -> str | None:
    """Return the port of a co-processor; left out, the only one of the board.

    None if it is not clear.
    """
    ports = [port for port in claims.co_processors if port is not None]
    words = quoted(ports) if ports else ""
    unclear = None in claims.co_processors
    if not claims.co_processors:
        table.refuse(
            "port" if port else "",
            "no reader is on a co-processor, and nothing else can be without: write its port "
            "into a [[readers.bus]] with transport = “scanner” first.",
        )
        return None
    if port is None:
        if len(ports) > 1 and not unclear:
            table.refuse("port", f"is missing: there are several co-processors, {words}.")
        return ports[0] if len(ports) == 1 and not unclear else None
    if port not in ports and not unclear:
        table.refuse("port", f"{shown(port)} is no co-processor of this board: write {words}.")
    return port if port in ports else None
