"""A board is an address: what it may be, and opening it."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from controller.board import Board, read_board
from controller.board.examples import example_names, example_path
from controller.wiring.simulation import Emulation, SimulatedParts, emulate
from hardware.clock import Clock
from hardware.errors import HardwareError, NotConnected
from hardware.pn532.array import Pn532Board
from hardware.pn532.connect import connect
from hardware.pn532.raspberry import RaspberryPi
from hardware.ports import Reading, Sensing
from hardware.simulated.direct import DirectBoard
from hardware.simulated.world import World
from hardware.trace import BadTrace, TraceBoard, read_trace

SIMULATED: Final = "sim://"
"""Emulated chips behind the real driver, sixty-four on one SPI bus."""

USUAL_BOARD: Final = "spi-decoder-64"

KINDS: Final = (
    "sim:// (emulated chips), sim://direct (no chips at all), sim://FILE (a board file, its chips "
    "emulated), pn532://FILE (a board file, its readers wired to this computer), trace://FILE "
    "(what another board said)"
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
    """

    sensing: Sensing
    squares: frozenset[int]
    emulation: Emulation | None = field(default=None)


def is_simulated(address: str) -> bool:
    """Whether no hardware is needed for a board."""
    return address.split("://", 1)[0] in ("sim", "trace")


def open_board(
    address: str,
    world: World,
    clock: Clock,
    rng: random.Random,
    on_reading: Callable[[Reading], None] | None = None,
) -> Opened:
    """Open a board.

    Args:
        address: which.
        world: what a simulated one senses.
        clock: its time.
        rng: decides what is a matter of probability in a simulated one.
        on_reading: called with everything its readers say.

    Raises:
        BadAddress: there can be no such board.
        BadBoard: its file cannot be used.
        BadTrace: what it should say again is no trace.
        NotConnected: it is not there.
    """
    scheme, colon, rest = address.partition("://")
    if scheme == "sim" and rest == "direct":
        squares = frozenset(range(1, world.squares + 1))
        return Opened(DirectBoard(world, clock, on_reading=on_reading), squares)
    if scheme == "sim" and colon:
        board = _board(rest or USUAL_BOARD)
        emulation = emulate(world, board.settings.places, clock, rng)
        parts = SimulatedParts(emulation.chips, board.buses, clock)
        lines = connect(board.buses, parts, clock)
        array = Pn532Board(board.settings, lines, clock, on_reading)
        return Opened(array, frozenset(lines), emulation)
    if scheme == "pn532" and rest:
        board = _board(rest)
        lines = connect(board.buses, RaspberryPi(), clock)
        return Opened(Pn532Board(board.settings, lines, clock, on_reading), frozenset(lines))
    if scheme == "trace" and rest:
        return _trace(Path(rest), clock, on_reading)
    raise BadAddress(f"“{address}” is no board. A board is {KINDS}.")


def _board(name: str) -> Board:
    """A board by its file, or by the name of an example."""
    return read_board(example_path(name) if name in example_names() else Path(name))


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
