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
    """An invalid address of a board."""


@dataclass(frozen=True, slots=True)
class RealAddress:
    """Address of a board with hardware.

    Attributes:
        file: its board file.
        port: serial port of its one co-processor; None for the ports of the file.
    """

    file: Path
    port: str | None = None

    def board(self) -> Board:
        """Read the board file.

        Raises:
            BadBoard: the file cannot be used.
        """
        board = read_board(self.file)
        return board if self.port is None else moved(board, self.port)


@dataclass(frozen=True, slots=True)
class SimulatedAddress:
    """Address of a board without hardware; with neither file nor trace its readers have no chips.

    Attributes:
        file: board file of its emulated chips.
        trace: file of the readings that it replays.
    """

    file: Path | None = None
    trace: Path | None = None

    def board(self) -> Board | None:
        """Read the board file; None if there is none.

        Raises:
            BadBoard: the file cannot be used.
        """
        return None if self.file is None else read_board(self.file)


BoardAddress = RealAddress | SimulatedAddress


def parse_address(text: str) -> BoardAddress:
    """Parse the address of a board; a board file may be an example by its name.

    Raises:
        BadAddress: the address is invalid.
    """
    match text.partition("://"):
        case "sim", "://", "direct":
            return SimulatedAddress()
        case "sim", "://", rest:
            return SimulatedAddress(
                file=_file(SCANNER_BOARD if rest == "scanner" else rest or USUAL_BOARD)
            )
        case "trace", _, rest if rest:
            return SimulatedAddress(trace=Path(rest))
        case "pn532", _, rest if rest:
            return RealAddress(_file(rest))
        case "scanner", _, rest if rest:
            return RealAddress(_file(SCANNER_BOARD), port=rest)
    raise BadAddress(f"“{text}” is no board. A board is {KINDS}.")


def parse_simulated(text: str) -> SimulatedAddress:
    """Parse the address of a simulated board.

    Raises:
        BadAddress: the address is invalid, or that of a real board.
    """
    scheme = text.partition("://")[0]
    address = parse_address(text) if scheme in ("sim", "trace") else None
    if not isinstance(address, SimulatedAddress):
        raise BadAddress(f"“{text}” is not simulated. Simulated are sim:// and trace:// boards.")
    return address


def _file(name: str) -> Path:
    return example_path(name) if name in example_names() else Path(name)


@dataclass(frozen=True)
class Opened:
    """An opened board.

    Attributes:
        sensing: its readers.
        squares: the squares of its readers.
        emulation: its chips, if they are emulated.
        file: the contents of its board file, if it has one.
        coprocessors: the co-processors that scan its readers, if there are any.
    """

    sensing: Sensing
    squares: frozenset[int]
    emulation: Emulation | None = None
    file: Board | None = None
    coprocessors: Coprocessors | None = None


def check_simulated(address: SimulatedAddress) -> None:
    """Check that the file of a simulated board can be used.

    Raises:
        BadBoard, BadTrace, NotConnected: it cannot.
    """
    open_board(address, World(0, ()), ManualClock(), random.Random())


def open_board(
    address: BoardAddress,
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
        address: its address.
        world: the pieces that a simulated board senses.
        clock: its time.
        rng: decides the random events of a simulated board.
        on_reading: called with every reading.
        wood: the true wiring of a simulated board; as its file says unless given.
        strip: the lights of a simulated board, for a co-processor that drives them.
        one_at_a_time: True to never have two fields on at once, despite its file.

    Raises:
        BadAddress: its trace is no text.
        BadBoard: its file cannot be used.
        BadTrace: the file to replay is no trace.
        NotConnected: the board is not there.
    """
    if isinstance(address, SimulatedAddress):
        if address.trace is not None:
            return _trace(address.trace, clock, on_reading)
        if address.file is None:
            squares = frozenset(range(1, world.squares + 1))
            return Opened(DirectBoard(world, clock, on_reading=on_reading), squares)
    board = address.board()
    assert board is not None
    settings = replace(board.settings, max_fields=1) if one_at_a_time else board.settings
    if isinstance(address, RealAddress):
        return open_readers(board, settings, clock, on_reading)
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


def open_readers(
    board: Board,
    settings: ArraySettings,
    clock: Clock,
    on_reading: Callable[[Reading], None] | None = None,
) -> Opened:
    """Open the readers of a board file.

    Args:
        board: the contents of the file.
        settings: the settings of reading.
        clock: the board's time.
        on_reading: called with every reading.

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
    """Open a board on co-processors; one that is not there may come later."""
    coprocessors = Coprocessors(board, settings, clock, emulated)
    sensing = coprocessors.board(settings, clock, on_reading)
    squares = frozenset(square for bus in board.buses for square in bus.squares)
    return Opened(sensing, squares, emulation, board, coprocessors)


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
