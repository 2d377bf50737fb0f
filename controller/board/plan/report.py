"""The plan of a board as text: phases, currents, times."""

import math
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, Literal

from controller.board.file.form import Board
from controller.board.file.readers import budget_words
from controller.board.plan.bill import Demand, bill, demand, full_ma, readers_ma
from controller.board.plan.connections import (
    Use,
    blocks,
    co_processors,
    header_pin,
    pin_uses,
    port_uses,
)
from controller.plural import counted, numbers
from hardware.lights.settings import HelperDriver, LightSettings, ScannerDriver, SpiDriver
from hardware.sensing.plan import (
    Phase,
    colouring,
    current_ma,
    most_fields,
    sweep_bound_s,
    unread_bound_s,
)
from hardware.sensing.settings import Bus, I2cBus, ScannerPort, SpiBus, Supply

NO_PHASE: Final = "-"

LightsDriver = Literal["helper", "co-processor", "spi"]


def phases_of(board: Board) -> tuple[Phase, ...]:
    """Return the phases in which all readers of a board are read."""
    settings = board.settings
    return colouring(settings.places, settings.places, settings.stride, settings.max_fields)


def summary(board: Board) -> str:
    """Summarise a board in half a sentence."""
    phases = phases_of(board)
    readers = len(board.settings.places)
    without = len(board.squares) - readers
    return (
        f"{counted(len(board.squares), 'square')}"
        + (f", {without} without a reader" if without else "")
        + f"; {counted(readers, 'reader')} on {_buses(board.buses)}, read in "
        f"{counted(len(phases), 'phase')} of at most {counted(largest(phases), 'field')}"
        + (f"; {_lights(board, board.lights)}" if board.lights is not None else "")
        + (f"; {counted(len(board.buttons.pins), 'button')}" if board.buttons is not None else "")
    )


def driver_of(board: Board, lights: LightSettings) -> tuple[LightsDriver, str]:
    """Return what drives the lights, with the co-processor's name or the bus's number."""
    match lights.driver:
        case HelperDriver():
            return "helper", ""
        case ScannerDriver(port=port):
            return "co-processor", co_processors(board)[port].name
        case SpiDriver(number=number):
            return "spi", str(number)


def _lights(board: Board, lights: LightSettings) -> str:
    kind, name = driver_of(board, lights)
    by = {
        "helper": "the helper",
        "co-processor": f"the co-processor “{name}”",
        "spi": f"SPI {name}",
    }
    spare = lights.count - sum(map(len, lights.squares.values()))
    said = f", {spare} under no square" if spare else ""
    return f"{counted(lights.count, 'light')} driven by {by[kind]}{said}"


def largest(phases: Sequence[Phase]) -> int:
    """Return the most fields that are on at once."""
    return max(map(len, phases), default=0)


def plan_text(board: Board, width: int) -> str:
    """Return the plan of a board as text: drawing, phases, currents, times, parts.

    Args:
        board: the board.
        width: width of the text, in letters; the drawing is as wide as the board.
    """
    phases = phases_of(board)
    paragraphs = [board.name, board.about, f"{summary(board)}."]
    lines = [line for said in paragraphs if said for line in textwrap.wrap(said, width)]
    lines += ["", "Each square, with its phase in brackets:", "", *_grid(board, phases), ""]
    lines += [*_listed(board, phases), ""]

    def say(sentences: Iterable[str]) -> None:
        for said in sentences:
            lines.extend(textwrap.wrap(said, width, break_long_words=False, break_on_hyphens=False))

    say((*_currents(board), *_times(board, phases)))
    lines += [*_wired(board), ""]
    needed = demand(board)
    lines += [*_demand(needed), ""]
    say(_supply(board, needed))
    lines += ["", "Parts, without wood and wire:", *_bill(board)]
    if board.advice:
        lines += ["", "Mind:"]
        say(board.advice)
    return "\n".join(line.rstrip() for line in lines)


def _grid(board: Board, phases: Sequence[Phase]) -> Iterator[str]:
    """Draw the board as seen from above, one line for each row."""
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
    """List the phases, one line each."""
    supply = board.supply
    yield f"phase  fields  {'current  ' if supply else ''}squares"
    for at, phase in enumerate(phases, start=1):
        current = f"{_current(board, supply, len(phase)):>4} mA  " if supply else ""
        squares = numbers(phase, most=len(phase))
        yield f"{at:>5}  {len(phase):>6}  {current}{squares}"


def _currents(board: Board) -> Iterator[str]:
    supply = board.supply
    if supply is None:
        return
    readers = board.settings.places
    most = most_fields(supply.budget_ma, len(readers), supply.field_ma, supply.idle_ma)
    yield (
        f"At worst the readers take {readers_ma(board, readers)} mA of {supply.budget_ma} mA "
        f"({budget_words(supply)}). The supply would bear {counted(most, 'field')} at once."
    )


def _current(board: Board, supply: Supply, fields: int) -> int:
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


def _wired(board: Board) -> Iterator[str]:
    """List every pin, every port, and the squares in the order of their outlets."""
    ports = [(use.where, use.what) for use in port_uses(board)]
    for title, rows in (
        ("Pins, with their places on the header:", list(_pins(pin_uses(board)))),
        ("Serial ports:", ports),
        *(
            (
                f"Pins of the co-processor “{bus.name}”, with their places on a Raspberry Pi Pico:",
                list(_pins(pin_uses(board, port), bus.name)),
            )
            for port, bus in co_processors(board).items()
        ),
        ("Readers, the squares in the order of their outlets, from 0:", list(_outlets(board))),
    ):
        if rows:
            yield ""
            yield title
            yield from _table(rows)


def _pins(uses: Iterable[Use], bus: str | None = None) -> Iterator[tuple[str, str]]:
    """List pins with their places and uses, without the bus that the title names."""
    for use in uses:
        what = use.what if bus is None else use.what.removeprefix(f"“{bus}”: ")
        yield f"{use.where} (pin {header_pin(use.where)})", what


def _outlets(board: Board) -> Iterator[tuple[str, str]]:
    for block in blocks(board):
        if isinstance(board.buses[block.bus], ScannerPort) and not block.outlets:
            continue  # a select pin of its own, listed with the co-processor's pins
        squares = " ".join(f"{square or NO_PHASE:>2}" for square in block.squares)
        named = f"{block.named}, {block.outlets}" if block.outlets else block.named
        yield named, squares


def _table(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    wide = max(len(first) for first, _ in rows)
    for first, second in rows:
        yield f"  {first:<{wide}}  {second}"


def _demand(needed: Demand) -> Iterator[str]:
    """List the currents, and their sum."""
    parts = [("readers", needed.readers), ("lights", needed.lights), ("computer", needed.computer)]
    yield "At 5 V, at worst:"
    yield from _table(
        [(what, f"{ma:>5} mA") for what, ma in (*parts, ("together", needed.all_ma)) if ma]
    )


def _supply(board: Board, needed: Demand) -> Iterator[str]:
    """Name the supply that this demand needs."""
    lights = board.lights
    if lights is not None and full_ma(lights) > lights.budget_ma:
        yield (
            f"All lights fully on would take {full_ma(lights)} mA; their budget keeps them to "
            f"{lights.budget_ma} mA."
        )
    yield (
        f"Used to {needed.load:.0%} that needs a supply of {needed.supply_a:g} A"
        + (f"; the file has {board.supply.supply_ma / 1000:g} A." if board.supply else ".")
    )


def _bill(board: Board) -> Iterator[str]:
    for count, what in bill(board):
        yield f"  {count:>3}  {what}"


def _buses(buses: Sequence[Bus]) -> str:
    kinds = sorted(map(_kind, buses))
    said = [counted(len(list(group)), kind) for kind, group in groupby(kinds)]
    return " and ".join(said)


def _kind(bus: Bus) -> str:
    if isinstance(bus, SpiBus):
        return "SPI bus"
    if isinstance(bus, I2cBus):
        return "I2C bus"
    return "co-processor" if isinstance(bus, ScannerPort) else "serial port"
