"""A board is an address: what it may be, and opening it."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from controller.board import Board, read_board
from controller.board.examples import example_names, example_path
from controller.bootstrap.coprocessors import Coprocessors, Emulated, moved, scanner_ports
from controller.bootstrap.simulated.emulated_pi import Emulation, SimulatedParts, emulate
from controller.bootstrap.simulated.wiring import SimulatedWiring
from hardware.clock import Clock, ManualClock
from hardware.errors import HardwareError, NotConnected
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.pn532.raspberry import RaspberryPi
from hardware.ports import Reading, Sensing
from hardware.sensing.settings import ArraySettings
from hardware.simulated.direct import DirectBoard
from hardware.simulated.rp2040.machine import PinLights
from hardware.simulated.world import World
from hardware.trace import BadTrace, TraceBoard, read_trace

SIMULATED: Final = "sim://"
"""Emulated chips behind the real driver, sixty-four on one SPI bus."""

USUAL_BOARD: Final = "spi-decoder-64"
SCANNER_BOARD: Final = "pico-64"
"""The board of `sim://scanner` and of `scanner://PORT`: one co-processor for everything."""

KINDS: Final = (
    "sim:// (emulated chips), sim://scanner (the same behind an emulated co-processor), "
    "sim://direct (no chips at all), sim://FILE (a board file, its chips emulated), pn532://FILE "
    "(a board file: readers at this computer or its co-processors), scanner://PORT (one "
    "co-processor for all, at a serial port), trace://FILE (what another board said)"
)


class BadAddress(HardwareError, ValueError):
    """An address of a board that there cannot be."""


@dataclass(frozen=True)
class Opened:
    """A board that is there.

    Attributes:
        sensing: its readers.
        squares: the squares they are under.
        emulation: its chips, if they are emulated.
        file: what its board file says, if it has one.
        coprocessors: those that scan its readers, if there are any.
    """

    sensing: Sensing
    squares: frozenset[int]
    emulation: Emulation | None = None
    file: Board | None = None
    coprocessors: Coprocessors | None = None


def is_simulated(address: str) -> bool:
    """Whether no hardware is needed for a board."""
    return address.split("://", 1)[0] in ("sim", "trace")


def check_simulated(address: str) -> None:
    """See that there is a simulated board at an address.

    Raises:
        BadAddress, BadBoard, BadTrace, NotConnected: there is none.
    """
    if not is_simulated(address):
        raise BadAddress(f"“{address}” is not simulated. Simulated are sim:// and trace:// boards.")
    open_board(address, World(0, ()), ManualClock(), random.Random())


def open_board(
    address: str,
    world: World,
    clock: Clock,
    rng: random.Random,
    on_reading: Callable[[Reading], None] | None = None,
    wood: SimulatedWiring | None = None,
    *,
    strip: PinLights | None = None,
    one_at_a_time: bool = False,
) -> Opened:
    """Open a board.

    Args:
        address: which.
        world: what a simulated one senses.
        clock: its time.
        rng: decides what is a matter of probability in a simulated one.
        on_reading: called with everything its readers say.
        wood: how a simulated one is really wired; as its file says unless given.
        strip: the lights of a simulated one, for a co-processor that drives them.
        one_at_a_time: never two fields at once, whatever its file says.

    Raises:
        BadAddress: there can be no such board.
        BadBoard: its file cannot be used.
        BadTrace: what it should say again is no trace.
        NotConnected: it is not there.
    """
    scheme, _, rest = address.partition("://")
    if scheme == "sim" and rest == "direct":
        squares = frozenset(range(1, world.squares + 1))
        return Opened(DirectBoard(world, clock, on_reading=on_reading), squares)
    if scheme == "trace" and rest:
        return _trace(Path(rest), clock, on_reading)
    board = board_file(address)
    if board is None:
        raise BadAddress(f"“{address}” is no board. A board is {KINDS}.")
    settings = replace(board.settings, max_fields=1) if one_at_a_time else board.settings
    if scheme == "sim":
        really = wood or SimulatedWiring(board)
        emulation = emulate(world, really.board.settings.places, clock, rng)
        chips = really.miswiring.wires(emulation)
        if scanner_ports(board):
            buses = {bus.port: bus for bus in scanner_ports(really.board)}
            emulated = Emulated(buses, chips, strip)
            return _scanned(board, settings, clock, on_reading, emulated, emulation)
        parts = SimulatedParts(chips, really.board.buses, clock)
        lines = connect(board.buses, parts, clock)
        array = Pn532Board(settings, lines, clock, on_reading, close=parts.close)
        return Opened(array, frozenset(lines), emulation, board)
    return open_readers(board, settings, clock, on_reading)


def open_readers(
    board: Board,
    settings: ArraySettings,
    clock: Clock,
    on_reading: Callable[[Reading], None] | None = None,
) -> Opened:
    """Open the readers that a board file says are there.

    Args:
        board: what the file says.
        settings: how they are read.
        clock: the board's time.
        on_reading: called with everything they say.

    Raises:
        NotConnected: a bus or a pin of this computer is not there; a co-processor may come later.
    """
    if scanner_ports(board):
        return _scanned(board, settings, clock, on_reading)
    computer = RaspberryPi()
    lines = connect(board.buses, computer, clock)
    array = Pn532Board(settings, lines, clock, on_reading, close=computer.close)
    return Opened(array, frozenset(lines), file=board)


def _scanned(
    board: Board,
    settings: ArraySettings,
    clock: Clock,
    on_reading: Callable[[Reading], None] | None,
    emulated: Emulated | None = None,
    emulation: Emulation | None = None,
) -> Opened:
    """A board on co-processors; one that is not there may come later."""
    coprocessors = Coprocessors(board, settings, clock, emulated)
    sensing = coprocessors.board(settings, clock, on_reading)
    squares = frozenset(square for bus in board.buses for square in bus.squares)
    return Opened(sensing, squares, emulation, board, coprocessors)


def file_path(address: str) -> Path | None:
    """The board file of an address, which may be an example; None if it has none."""
    scheme, colon, rest = address.partition("://")
    if scheme == "sim" and colon and rest != "direct":
        rest = SCANNER_BOARD if rest == "scanner" else rest or USUAL_BOARD
    elif scheme == "scanner" and rest:
        rest = SCANNER_BOARD
    elif scheme != "pn532" or not rest:
        return None
    return example_path(rest) if rest in example_names() else Path(rest)


def board_file(address: str) -> Board | None:
    """What the board file of an address says; None if it has none.

    Raises:
        BadBoard: the file cannot be used.
    """
    path = file_path(address)
    if path is None:
        return None
    board = read_board(path)
    scheme, _, port = address.partition("://")
    return moved(board, port) if scheme == "scanner" else board


def _trace(path: Path, clock: Clock, on_reading: Callable[[Reading], None] | None) -> Opened:
    try:
        with path.open(encoding="utf-8") as file:
            board = TraceBoard(read_trace(file), clock, on_reading)
    except OSError as error:
        raise NotConnected(f"Cannot read {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadAddress(f"{path} is no trace: it is not UTF-8 text.") from error
    except BadTrace as error:
        raise BadTrace(f"{path} is no trace. {error}") from error
    return Opened(board, frozenset(each.square for each in board.readers()))
