"""Faults that a rehearsed board can have, for a builder who wants to see one found."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from controller.board import Board
from controller.bootstrap.simulated.miswired import Miswiring
from controller.bootstrap.simulated.rehearsal import Rehearsal, rehearse
from hardware.errors import HardwareError
from hardware.sensing.settings import ScannerPort, SpiBus
from hardware.simulated.pn532.profile import BY_THE_MANUAL

REHEARSED_FAULTS: Final[Mapping[str, str]] = {
    "weak-antenna": "an antenna that reads a tag at every second try",
    "broken-antenna": "an antenna that reads nothing",
    "dead-chip": "a chip that never answers",
    "hung-chip": "a chip that answers only after a reset",
    "no-power": "a reader without power",
    "swapped-readers": "two readers with swapped select lines",
    "noisy-line": "a line that loses every fifth frame",
    "marginal-clock": "wires that are too long for the clock",
    "low-crown": "a tag in the crown that is read from below",
    "dark-light": "a dark light",
    "swapped-lights": "two swapped lights",
    "wrong-colours": "a strip with another order of colours",
    "bouncing-button": "a button that bounces for 45 ms",
    "weak-supply": "a supply that is too weak",
}
"""Their names, each with what it is."""
SLOW_CLOCK: Final = 1.05
"""Fastest clock of wires that are too long, in clocks of the bus."""


class NoSuchPart(HardwareError, ValueError):
    """A board lacks the part that a fault is one of."""


def rehearse_fault(board: Board, fault: str, *, seed: int = 0, records: bool = False) -> Rehearsal:
    """Open a simulated board with a fault, in the middle of it.

    Args:
        board: the contents of its file.
        fault: a name of `REHEARSED_FAULTS`.
        seed, records: as for `rehearse`.

    Raises:
        NoSuchPart: it has no such part.
    """
    one, other = _squares(board)
    miswiring, profile = Miswiring(), BY_THE_MANUAL
    match fault:
        case "weak-antenna":
            miswiring = Miswiring(weak=frozenset({one}))
        case "no-power":
            miswiring = Miswiring({one: None})
        case "swapped-readers":
            miswiring = Miswiring({one: other, other: one})
        case "swapped-lights":
            miswiring = Miswiring(lights={one: other, other: one})
        case "dark-light":
            miswiring = Miswiring(dark=frozenset({one}))
        case "marginal-clock":
            profile = replace(profile, wire_hz=round(SLOW_CLOCK * _fastest_hz(board)))
    if fault in ("swapped-lights", "dark-light", "wrong-colours") and board.lights is None:
        raise NoSuchPart("This board has no lights.")
    rehearsal = rehearse(board, seed, profile=profile, miswiring=miswiring, records=records)
    _make(rehearsal, fault, one, board)
    return rehearsal


def _make(rehearsal: Rehearsal, fault: str, square: int, board: Board) -> None:
    """Make a fault on the open board, unless it is in the wires."""
    emulation = rehearsal.emulation
    match fault:
        case "broken-antenna":
            emulation.radio.set_coupling(square, 0.0)
        case "dead-chip":
            emulation.chips[square].faults.set("silent", on=True)
        case "hung-chip":
            emulation.chips[square].hang()
        case "noisy-line":
            emulation.chips[square].faults.set("corrupt", on=True)
        case "low-crown":
            emulation.radio.set_upper(0.3)
        case "wrong-colours":
            rehearsal.strip.shines = (1, 0, 2)
        case "weak-supply":
            rehearsal.supply.sagging = True
        case "bouncing-button":
            if board.buttons is None:
                raise NoSuchPart("This board has no buttons.")
            button = next(iter(board.buttons.pins))
            rehearsal.contacts.bounces = {button: (3, 0.045)}


def _squares(board: Board) -> tuple[int, int]:
    """Return two squares that follow each other, in the middle of the board."""
    squares = sorted(board.settings.places)
    if len(squares) < 2:
        raise NoSuchPart("Faults are rehearsed on boards with two readers at least.")
    at = (len(squares) - 1) // 2
    return squares[at], squares[at + 1]


def _fastest_hz(board: Board) -> int:
    clocks = [bus.clock_hz for bus in board.buses if isinstance(bus, SpiBus | ScannerPort)]
    if not clocks:
        raise NoSuchPart("This board has no SPI bus.")
    return max(clocks)
