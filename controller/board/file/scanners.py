"""Reads what is wired to a co-processor (RP2040): readers, lights, buttons."""

from collections.abc import Mapping
from typing import Final

from controller.board.file.claims import Claims
from controller.board.file.outlets import Outlets, read_order
from controller.board.file.ports import read_port
from controller.board.file.selects import SELECT_KEYS, read_select, select_pins
from controller.board.file.sheet import BoardSheet
from controller.board.file.squares import MOST_SQUARES
from controller.board.file.wires import FASTEST_SPI_HZ, PICO_WIRES, SLOWEST_HZ
from controller.game.editions.mistakes import either, shown
from hardware.sensing.settings import (
    PICO_COLUMNS,
    PICO_SPI,
    Place,
    ScannerPort,
    Select,
    ShiftRegisterSelect,
    SpiPins,
    usual_select,
)

SCANNER_KEYS: Final = (
    *("port", "sck_pin", "mosi_pin", "miso_pin", "clock_hz", "select", "reset_pin"),
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


def read_scanner(
    sheet: BoardSheet, squares: Mapping[int, Place], claims: Claims, name: str
) -> tuple[ScannerPort | None, tuple[int, ...]]:
    """Read the readers of a co-processor, None if something is wrong, and their squares.

    Args:
        sheet: section of the co-processor.
        squares: squares of the board.
        claims: pins, squares and ports that other buses use already.
        name: name of the co-processor.
    """
    kind = sheet.choice("select", tuple(SELECT_KEYS)) if "select" in sheet else ""
    known = ("transport", "name", "squares", *SCANNER_KEYS)
    port = read_port(sheet, claims, "/dev/hareboard-scanner")
    own = claims.co_processor(port)
    if kind is None:
        sheet.allow((*known, *(key for keys in SELECT_KEYS.values() for key in keys)))
        return None, ()
    if kind:
        sheet.allow((*known, *SELECT_KEYS[kind]), f" with select = “{kind}”")
    else:
        sheet.allow(known, " with transport = “scanner” and without “select”")
    wires = _wires(sheet, own)
    clock_hz = sheet.whole("clock_hz", SLOWEST_HZ, FASTEST_SPI_HZ, 1_000_000, " (5 MHz)")
    reset_pin = own.one_pin(sheet, "reset_pin", needed=False)
    select = (
        read_select(sheet, kind, squares, own, name) if kind else _usual(sheet, squares, own, name)
    )
    if select is None:
        return None, ()
    if wires is not None and isinstance(select, ShiftRegisterSelect):
        _check_registers(sheet, select, wires)
    if port is None or wires is None or clock_hz is None:
        return None, select.squares
    return ScannerPort(name, port, select, wires, clock_hz, reset_pin), select.squares


def _wires(sheet: BoardSheet, claims: Claims) -> SpiPins | None:
    """Read the readers' wires: they must be pins of one hardware SPI."""
    pins = {key: claims.one_pin(sheet, key, usual) for key, usual in USUAL_WIRES.items()}
    spis: dict[str, int] = {}
    for key, pin in pins.items():
        spi = _spi_of(key, pin)
        if spi is not None:
            spis[key] = spi
        elif pin is not None:
            words = either([f"“{each}”" for of_spi in PICO_WIRES[key] for each in of_spi])
            sheet.refuse(key, f"{pin} of an RP2040 cannot be {WIRE_NAMES[key]}: write {words}.")
    leading = spis.get("sck_pin")
    for key, spi in spis.items():
        if leading is not None and spi != leading:
            words = either([f"“{each}”" for each in PICO_WIRES[key][leading]])
            sheet.refuse(
                key,
                f"{pins[key]} belongs to SPI {spi} of the RP2040, and the clock, "
                f"{pins['sck_pin']}, to SPI {leading}: write {words}, or take another sck_pin.",
            )
    sck, mosi, miso = pins.values()
    if sck is None or mosi is None or miso is None or [*spis.values()] != [leading] * len(pins):
        return None
    return SpiPins(sck, mosi, miso)


def _spi_of(key: str, pin: str | None) -> int | None:
    """Return the hardware SPI with this pin for that wire; None if there is none."""
    return next((spi for spi, pins in enumerate(PICO_WIRES[key]) if pin in pins), None)


def _usual(
    sheet: BoardSheet, squares: Mapping[int, Place], claims: Claims, name: str
) -> Select | None:
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
    select = usual_select(read_order(sheet, squares, outlets, name))
    for pin in select_pins(select):
        other = claims.claim("pin", pin, f"the usual wiring of “{name}”")
        if other is not None:
            sheet.refuse(
                "select",
                f"left out, the wiring is the usual one, for which {pin} is needed; but that is "
                f"already used by {other}.",
            )
    return select


def _check_registers(sheet: BoardSheet, select: ShiftRegisterSelect, wires: SpiPins) -> None:
    """Check that the hardware SPI left free by the readers feeds the shift registers."""
    readers, other = (0, 1) if wires.sck in PICO_WIRES["sck_pin"][0] else (1, 0)
    for key, wire, pin in (
        ("data_pin", "mosi_pin", select.data_pin),
        ("clock_pin", "sck_pin", select.clock_pin),
    ):
        fitting = PICO_WIRES[wire][other]
        if pin not in fitting:
            words = either([f"“{each}”" for each in fitting])
            sheet.refuse(
                key,
                f"{pin} cannot feed the registers: SPI {other} of the RP2040 does, for SPI "
                f"{readers} has the readers. Write {words}.",
            )


def co_processor(sheet: BoardSheet, claims: Claims) -> str | None:
    """Return the co-processor port under the key `port`; left out, the only one of the board.

    None if it is not clear.
    """
    ports = [port for port in claims.co_processors if port is not None]
    words = either([f"“{port}”" for port in ports]) if ports else ""
    unclear = None in claims.co_processors
    if not claims.co_processors:
        sheet.refuse(
            "port" if "port" in sheet else "",
            "no reader is on a co-processor, and nothing else can be without: write its port "
            "into a [[readers.bus]] with transport = “scanner” first.",
        )
        return None
    if "port" not in sheet:
        if len(ports) > 1 and not unclear:
            sheet.refuse("port", f"is missing: there are several co-processors, {words}.")
        return ports[0] if len(ports) == 1 and not unclear else None
    port = sheet.text("port")
    if port is None or port in ports:
        return port
    if not unclear:
        sheet.refuse("port", f"{shown(port)} is no co-processor of this board: write {words}.")
    return None
