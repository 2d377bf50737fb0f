"""The legend below the board drawing."""

import textwrap
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree as ET

from controller.board.file.form import Board
from controller.board.plan.connections import Use, co_processors, header_pin, pin_uses
from controller.board.plan.ink import INK, PAPER, STRIP, bus_colour, bus_mark, tint, write
from controller.plural import counted
from hardware.lights.settings import ScannerDriver
from hardware.sensing.settings import (
    Bus,
    DecoderSelect,
    I2cBus,
    ScannerPort,
    Select,
    ShiftRegisterSelect,
    SpiBus,
)

LINE: Final = 22
LETTER: Final = 7.0
"""Approximate width of a letter of the legend."""
PHASES_A_LINE: Final = 15


def draw_legend(svg: ET.Element, board: Board, phases: int, x: float, y: float, wide: float) -> int:
    """Draw the legend from this point on; return its height."""
    letters = int((wide - 30) / LETTER)
    at = 0
    for mark, colour, said in _lines(board):
        box = {"x": f"{x:g}", "y": f"{y + at:g}", "width": "20", "height": "17", "rx": "4"}
        ET.SubElement(svg, "rect", {**box, "fill": colour})
        write(svg, x + 10, y + at + 13, mark, size=13, weight="700", anchor="middle", fill=PAPER)
        for text in textwrap.wrap(said, letters, break_on_hyphens=False):
            write(svg, x + 30, y + at + 13, text, size=13)
            at += LINE
    write(svg, x, y + at + 24, "lower left corner: phase", size=13)
    for phase in range(phases):
        line, step = divmod(phase, PHASES_A_LINE)
        left, top = x + 170 + 27 * step, y + at + 8 + 27 * line
        box = {"x": f"{left:g}", "y": f"{top:g}", "width": "24", "height": "22", "rx": "4"}
        ET.SubElement(svg, "rect", {**box, "stroke": INK, "fill": tint(phase)})
        write(svg, left + 12, top + 16, f"{phase + 1}", size=13, anchor="middle")
    return at + 8 + 27 * -(-phases // PHASES_A_LINE)


def pin_named(pin: str) -> str:
    """Name a pin with its place on the header."""
    return f"{pin} (pin\N{NO-BREAK SPACE}{header_pin(pin)})"


def data_pin(board: Board) -> str:
    """Return the pin from which the strip gets its data."""
    uses = (use for port in (None, *co_processors(board)) for use in pin_uses(board, port))
    return next(use.where for use in uses if use.what.startswith("data of the lights"))


def _lines(board: Board) -> Iterator[tuple[str, str, str]]:
    for at, bus in enumerate(board.buses):
        said = f"{bus.name}: {_readers(bus)}"
        pins = [
            f"{pin_named(use.where)} {use.what.removeprefix(f'“{bus.name}”: ')}"
            for use in _uses(board, bus)
            if use.what.startswith(f"“{bus.name}”: ") and ": select of square " not in use.what
        ]
        yield bus_mark(at), bus_colour(at), "; ".join([said, *pins])
    if board.lights is None:
        return
    spare = board.lights.count - sum(map(len, board.lights.squares.values()))
    driver = board.lights.driver
    of = (
        f" of {co_processors(board)[driver.port].name}" if isinstance(driver, ScannerDriver) else ""
    )
    said = (
        f"strip of {counted(board.lights.count, 'light')}, each with its place on the strip from "
        f"0; data from {pin_named(data_pin(board))}{of}; arrows: which way the data goes; dotted: "
        "a wire" + (f"; {spare} under no square: not drawn" if spare else "")
    )
    yield "0", STRIP, said


def _uses(board: Board, bus: Bus) -> tuple[Use, ...]:
    """List the pins of the computer, and of the bus's co-processor if it is one."""
    uses = pin_uses(board)
    return (*uses, *pin_uses(board, bus.port)) if isinstance(bus, ScannerPort) else uses


def _readers(bus: Bus) -> str:
    """Explain the address printed in a square."""
    match bus:
        case SpiBus():
            return _selected(bus.select)
        case I2cBus():
            return "address of the multiplexer (hexadecimal) / channel"
        case ScannerPort():
            return f"{_selected(bus.select)}, of the co-processor at {bus.port}"
    return f"serial port {bus.port}"


def _selected(select: Select) -> str:
    match select:
        case DecoderSelect():
            return "row line / column line of the decoders"
        case ShiftRegisterSelect():
            return "shift register / output, both from 0"
    return "select pin"
