"""Opens the readers of a board, real or simulated.

Co-processors, the pins of a Raspberry Pi and the like are imported for a board that has them:
every start would pay.
"""

# ruff: noqa: PLC0415 - importing on demand, as above

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.board import Board
from controller.bootstrap.address import BadAddress, SimulatedAddress, scanner_ports
from controller.bootstrap.simulated.emulated_pi import Emulation, SimulatedParts, emulate
from controller.bootstrap.simulated.profiles import profile_named
from controller.bootstrap.simulated.wiring import SimulatedWiring
from hardware.clock import Clock, ManualClock
from hardware.errors import NotConnected
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.ports import Reading, Sensing
from hardware.sensing.settings import ArraySettings
from hardware.simulated.direct import DirectBoard
from hardware.simulated.world import World
from hardware.transfers import Transfer

if TYPE_CHECKING:
    from controller.bootstrap.coprocessors import Coprocessors, Emulated
    from hardware.pn532.tap import WireListener
    from hardware.simulated.rp2040.wires import PinLights

PATIENT_S: Final = 60.0
"""Least time until a board that reads one square at a time becomes idle: a builder needs it."""


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
    coprocessors: "Coprocessors | None" = None


@dataclass(frozen=True)
class SimulatedHardware:
    """The parts of a simulated board that do not follow from its address.

    Attributes:
        world: the pieces that it senses.
        rng: decides its random events.
        wiring: its true wiring; as its file says unless given.
        strip: its lights, for a co-processor that drives them.
    """

    world: World
    rng: random.Random
    wiring: SimulatedWiring | None = None
    strip: "PinLights | None" = None


def open_real_board(
    board: Board,
    clock: Clock,
    on_reading: Callable[[Reading], None] | None = None,
    *,
    one_at_a_time: bool = False,
    on_transfer: Callable[[Transfer], None] | None = None,
) -> Opened:
    """Open the readers of this computer, or of its co-processors.

    Args:
        board: the contents of the board file.
        clock: the board's time.
        on_reading: called with every reading.
        one_at_a_time: True to never have two fields on at once, despite the file.
        on_transfer: called with every transfer over a wire; nothing is tapped without it.

    Raises:
        NotConnected: a bus or a pin of this computer is not there; a co-processor may come later.
    """
    settings = _settings(board, one_at_a_time=one_at_a_time)
    if scanner_ports(board):
        return _scanned(board, settings, clock, on_reading, on_transfer)
    from hardware.pn532.raspberry import RaspberryPi

    computer = RaspberryPi()
    tap = _tap(clock, on_transfer)
    lines = connect(board.buses, computer, clock, settings.timing, tap)
    array = Pn532Board(settings, lines, clock, on_reading, close=computer.close)
    return Opened(array, frozenset(lines), file=board)


def open_simulated_board(
    address: SimulatedAddress,
    hardware: SimulatedHardware,
    clock: Clock,
    on_reading: Callable[[Reading], None] | None = None,
    *,
    one_at_a_time: bool = False,
    on_transfer: Callable[[Transfer], None] | None = None,
) -> Opened:
    """Open readers that are simulated, or that replay a trace. Args as `open_real_board`.

    Raises:
        BadFile: its file cannot be used.
        BadAddress, BadTrace, NotConnected: its trace or profile cannot be used.
    """
    if address.trace is not None:
        return _open_trace(address.trace, clock, on_reading)
    world, board = hardware.world, address.board()
    if board is None:
        squares = frozenset(range(1, world.squares + 1))
        return Opened(DirectBoard(world, clock, on_reading=on_reading), squares)
    settings = _settings(board, one_at_a_time=one_at_a_time)
    wiring = hardware.wiring or SimulatedWiring(board)
    profile = profile_named(address.profile)
    places = wiring.board.settings.places
    emulation = emulate(world, places, clock, hardware.rng, profile=profile)
    chips = wiring.miswiring.wires(emulation)
    if scanner_ports(board):
        from controller.bootstrap.coprocessors import Emulated

        buses = {bus.port: bus for bus in scanner_ports(wiring.board)}
        emulated = Emulated(buses, chips, hardware.strip)
        return _scanned(board, settings, clock, on_reading, on_transfer, emulated, emulation)
    parts = SimulatedParts(chips, wiring.board.buses, clock, profile=profile)
    tap = _tap(clock, on_transfer)
    lines = connect(board.buses, parts, clock, settings.timing, tap)
    array = Pn532Board(settings, lines, clock, on_reading, close=parts.close)
    return Opened(array, frozenset(lines), emulation, board)


def _tap(clock: Clock, on_transfer: Callable[[Transfer], None] | None) -> "WireListener | None":
    if on_transfer is None:
        return None
    from hardware.pn532.tap import WireTap

    return WireTap(clock, on_transfer)


def check_simulated(address: SimulatedAddress) -> None:
    """Check that the file of a simulated board can be used. Raises as `open_simulated_board`."""
    if address.trace is not None:
        _open_trace(address.trace, ManualClock(), None)
    address.board()
    profile_named(address.profile)


def _settings(board: Board, *, one_at_a_time: bool) -> ArraySettings:
    if not one_at_a_time:
        return board.settings
    idle_after_s = max(board.settings.idle_after_s, PATIENT_S)
    return replace(board.settings, max_fields=1, idle_after_s=idle_after_s)


def _scanned(
    board: Board,
    settings: ArraySettings,
    clock: Clock,
    on_reading: Callable[[Reading], None] | None,
    on_transfer: Callable[[Transfer], None] | None,
    emulated: "Emulated | None" = None,
    emulation: Emulation | None = None,
) -> Opened:
    """Open a board on co-processors; one that is not there may come later."""
    from controller.bootstrap.coprocessors import Coprocessors

    coprocessors = Coprocessors(board, settings, clock, emulated)
    sensing = coprocessors.board(settings, clock, on_reading, on_transfer)
    squares = frozenset(square for bus in board.buses for square in bus.squares)
    return Opened(sensing, squares, emulation, board, coprocessors)


def _open_trace(path: Path, clock: Clock, on_reading: Callable[[Reading], None] | None) -> Opened:
    from hardware.trace import BadTrace, TraceBoard, lines_of, read_trace

    try:
        with path.open(encoding="utf-8") as file:
            board = TraceBoard(read_trace(lines_of(file)), clock, on_reading)
    except OSError as error:
        raise NotConnected(f"Cannot read {path}: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadAddress(f"{path} is no trace: it is not UTF-8 text.") from error
    except BadTrace as error:
        raise BadTrace(f"{path} is no trace. {error}") from error
    return Opened(board, frozenset(each.square for each in board.readers()))
