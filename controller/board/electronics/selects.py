"""Select lines of readers: decoders, shift registers, or a pin for each reader.

Each maker adds its chips to the draft and returns the groups of up to eight readers that share a
row's electronics.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from controller.board.electronics.circuit import GROUND, HUB, CircuitDraft
from controller.board.file.pins import UNBUFFERED_READERS
from controller.board.file.selects import OUTPUTS
from hardware.sensing.settings import DecoderSelect, LineSelect, Select, ShiftRegisterSelect

ADDRESS_INPUTS: Final = 3
"""Address inputs of a 74HC138."""
PULL_UP_OHM: Final = 10_000
REGISTER_PINS: Final = ("QA", "QB", "QC", "QD", "QE", "QF", "QG", "QH")


@dataclass(frozen=True, slots=True)
class ReaderGroup:
    """Up to eight readers that share a row's electronics.

    Attributes:
        name: its name: “spi-1”, row line 0.
        where: the circuit board of its electronics.
        selects: net of the select line of each square.
        enable: net that is low while one of its readers is selected; empty if there is none.
    """

    name: str
    where: str
    selects: Mapping[int, str]
    enable: str = ""


@dataclass(frozen=True, slots=True)
class SelectDraft:
    """What makers of select lines need: the draft, name of the bus, 3.3 V, nets of the pins.

    Attributes:
        draft: the circuit being drawn up.
        bus: name of the bus.
        logic: net of 3.3 V.
        pins: net of each pin of the computer.
        buffered: True if each group has a circuit board of its own.
    """

    draft: CircuitDraft
    bus: str
    logic: str
    pins: Mapping[str, str]
    buffered: bool

    def board(self, name: str) -> str:
        """Return the circuit board of a group."""
        return name if self.buffered else HUB


def select_groups(made: SelectDraft, select: Select) -> tuple[ReaderGroup, ...]:
    """Draw the select lines of a bus; return its groups of readers."""
    match select:
        case LineSelect():
            return _lines(made, select)
        case DecoderSelect():
            return _decoders(made, select)
        case ShiftRegisterSelect():
            return _registers(made, select)


def _lines(made: SelectDraft, select: LineSelect) -> tuple[ReaderGroup, ...]:
    squares = list(select.pins)
    groups = []
    for first in range(0, len(squares), UNBUFFERED_READERS):
        number = first // UNBUFFERED_READERS + 1
        name = f"“{made.bus}”, readers {number}" if made.buffered else f"“{made.bus}”"
        there = squares[first : first + UNBUFFERED_READERS]
        selects = {square: made.pins[select.pins[square]] for square in there}
        groups.append(ReaderGroup(name, made.board(name), selects))
    return tuple(groups)


def _decoders(made: SelectDraft, select: DecoderSelect) -> tuple[ReaderGroup, ...]:
    enable = made.pins[select.enable_pin]
    made.draft.resistor(enable, made.logic, PULL_UP_OHM, f"“{made.bus}”, rows", HUB)
    rows = sorted({row for row, _ in select.lines.values()})
    lines = {row: f"{made.bus}.ROW{row}" for row in rows}
    address = [made.pins[pin] for pin in select.row_pins]
    _tree(made, f"“{made.bus}”, rows", HUB, address, enable, lines)
    groups: list[ReaderGroup] = []
    column_address = [made.pins[pin] for pin in select.column_pins]
    for row in rows:
        name = f"“{made.bus}”, row line {row}"
        squares = {column: sq for sq, (line, column) in select.lines.items() if line == row}
        nets = {column: f"{made.bus}.SS{square}" for column, square in sorted(squares.items())}
        leaves = _tree(made, name, made.board(name), column_address, lines[row], nets)
        for leaf, (first, own) in enumerate(leaves):
            there = {squares[at]: nets[at] for at in nets if first <= at < first + OUTPUTS}
            part = f"{name}, part {leaf + 1}" if len(leaves) > 1 else name
            groups.append(ReaderGroup(part, made.board(name), there, own))
    return tuple(groups)


def _tree(
    made: SelectDraft,
    sheet: str,
    where: str,
    address: Sequence[str],
    enable: str,
    lines: Mapping[int, str],
) -> list[tuple[int, str]]:
    """Draw decoders that turn an address into lines.

    Args:
        made: the draft.
        sheet: sheet of the schematic.
        where: circuit board.
        address: nets of the address, its lowest bit first.
        enable: net that is low while a line may be low.
        lines: net of each line in use, by its number.

    Returns:
        First line of each last decoder in use, with the net that enables it.
    """
    if len(address) > ADDRESS_INPUTS:
        used = sorted({line // OUTPUTS for line in lines})
        inner = {at: f"{enable}.{at}" for at in used}
        _tree(made, sheet, where, address[ADDRESS_INPUTS:], enable, inner)
        low = address[:ADDRESS_INPUTS]
        leaves = []
        for at in used:
            first = at * OUTPUTS
            own = {line - first: net for line, net in lines.items() if line // OUTPUTS == at}
            _tree(made, sheet, where, low, inner[at], own)
            leaves.append((first, inner[at]))
        return leaves
    chip = made.draft.chip("74hc138", sheet, where, made.logic)
    inputs = [*address, *[GROUND] * (ADDRESS_INPUTS - len(address))]
    made.draft.join(chip, **{f"A{bit}": net for bit, net in enumerate(inputs)})
    made.draft.join(chip, **{"/E1": enable, "/E2": GROUND, "E3": made.logic})
    made.draft.join(chip, **{f"/Y{line}": net for line, net in lines.items()})
    return [(0, enable)]


def _registers(made: SelectDraft, select: ShiftRegisterSelect) -> tuple[ReaderGroup, ...]:
    groups = []
    data, clock, latch = (
        made.pins[pin] for pin in (select.data_pin, select.clock_pin, select.latch_pin)
    )
    for register in range(select.registers):
        name = f"“{made.bus}”, register {register}"
        chip = made.draft.chip("74hc595", name, made.board(name), made.logic)
        made.draft.join(chip, SER=data, SRCLK=clock, RCLK=latch)
        made.draft.join(chip, **{"/OE": GROUND, "/SRCLR": made.logic})
        first = register * OUTPUTS
        there = {
            square: output - first
            for square, output in select.outputs.items()
            if first <= output < first + OUTPUTS
        }
        nets = {square: f"{made.bus}.SS{square}" for square in there}
        made.draft.join(chip, **{REGISTER_PINS[at]: nets[square] for square, at in there.items()})
        data = f"{made.bus}.SER{register + 1}"
        if register + 1 < select.registers:
            made.draft.join(chip, **{"QH'": data})
        if there:
            groups.append(ReaderGroup(name, made.board(name), nets))
    return tuple(groups)
