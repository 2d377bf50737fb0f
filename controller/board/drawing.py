"""What a board file comes to, as text: phases, currents, times."""

import math
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from controller.board.form import Board
from controller.board.readers import budget_words
from controller.board.sheet import counted, numbers
from hardware.pn532.plan import (
    Phase,
    colouring,
    current_ma,
    most_fields,
    sweep_bound_s,
    unread_bound_s,
)
from hardware.pn532.settings import Bus, I2cBus, SpiBus

NO_PHASE: Final = "-"


def phases_of(board: Board) -> tuple[Phase, ...]:
    """The phases in which all readers of a board are read."""
    settings = board.settings
    return colouring(settings.places, settings.places, settings.stride, settings.max_fields)


def summary(board: Board) -> str:
    """A board in half a sentence."""
    phases = phases_of(board)
    readers = len(board.settings.places)
    without = len(board.squares) - readers
    return (
        f"{counted(len(board.squares), 'square')}"
        + (f", {without} without a reader" if without else "")
        + f"; {counted(readers, 'reader')} on {_buses(board.buses)}, read in "
        f"{counted(len(phases), 'phase')} of at most {counted(largest(phases), 'field')}"
    )


def largest(phases: Sequence[Phase]) -> int:
    """How many fields are on at once, at most."""
    return max(map(len, phases), default=0)


def plan_text(board: Board, width: int) -> str:
    """How a board is read: drawn, listed, and what that takes.

    Args:
        board: the board.
        width: of the lines of text, in letters; the drawing is as wide as the board.
    """
    phases = phases_of(board)
    paragraphs = [board.name, board.about, f"{summary(board)}."]
    lines = [line for said in paragraphs if said for line in textwrap.wrap(said, width)]
    lines += ["", "Each square, with its phase in brackets:", "", *_grid(board, phases), ""]
    lines += [*_listed(board, phases), ""]
    for said in (*_currents(board, phases), *_times(board, phases), *board.advice):
        lines += textwrap.wrap(said, width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(line.rstrip() for line in lines)


def _grid(board: Board, phases: Sequence[Phase]) -> Iterator[str]:
    """The board as seen from above, a line for each of its rows."""
    phase_of = {square: at for at, phase in enumerate(phases, start=1) for square in phase}
    cells = {
        (place.row, place.column): f"{square} ({phase_of.get(square, NO_PHASE)})"
        for square, place in board.squares.items()
    }
    wide = max(map(len, cells.values()))
    columns = range(max(column for _, column in cells) + 1)
    for row in range(max(row for row, _ in cells) + 1):
        yield "  ".join(f"{cells.get((row, column), ''):>{wide}}" for column in columns)


def _listed(board: Board, phases: Sequence[Phase]) -> Iterator[str]:
    """A line for each phase."""
    supply = board.supply
    yield f"phase  fields  {'current  ' if supply else ''}squares"
    for at, phase in enumerate(phases, start=1):
        current = f"{_current(board, len(phase)):>4} mA  " if supply else ""
        squares = numbers(phase, most=len(phase))
        yield f"{at:>5}  {len(phase):>6}  {current}{squares}"


def _currents(board: Board, phases: Sequence[Phase]) -> Iterator[str]:
    supply = board.supply
    if supply is None:
        return
    readers = len(board.settings.places)
    fields = largest(phases)
    most = most_fields(supply.budget_ma, readers, supply.field_ma, supply.idle_ma)
    yield (
        f"At worst the readers take {_current(board, fields)} mA of {supply.budget_ma} mA "
        f"({budget_words(supply)}). The supply would bear {counted(most, 'field')} at once."
    )


def _current(board: Board, fields: int) -> int:
    supply = board.supply
    if supply is None:
        return 0
    return current_ma(len(board.settings.places), fields, supply.field_ma, supply.idle_ma)


def _times(board: Board, phases: Sequence[Phase]) -> Iterator[str]:
    sweep_ms = math.ceil(sweep_bound_s(board.settings) * 1000)
    unread_ms = math.ceil(unread_bound_s(phases, board.settings) * 1000)
    yield f"Reading every square once takes at least {sweep_ms} ms."
    yield (
        "While some squares are attended to, none of the others goes unread for longer than "
        f"{unread_ms} ms."
    )
    yield (
        "The first is time on the air, for empty squares; what the bus needs comes on top. An idle "
        "board pauses."
    )


def _buses(buses: Sequence[Bus]) -> str:
    kinds = sorted(map(_kind, buses))
    said = [counted(len(list(group)), kind) for kind, group in groupby(kinds)]
    return " and ".join(said)


def _kind(bus: Bus) -> str:
    if isinstance(bus, SpiBus):
        return "SPI bus"
    return "I2C bus" if isinstance(bus, I2cBus) else "serial port"
