"""The list of wires: from, to, colour, gauge, length."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from controller.board.electronics.calculation.branches import branches
from controller.board.electronics.circuit import GROUND, HUB, Circuit, CircuitPart, Terminal
from controller.board.electronics.layout import LaidWire, WireLayout
from controller.board.file.form import Board
from hardware.modules.catalogue import ReaderRole, WireGauge, wire_data

COLOURS_BY_PIN: Final = (
    ("SCK|SCL|SRCLK", "yellow"),
    ("MOSI|SDA|SER|TXD", "blue"),
    ("MISO|RXD", "green"),
    ("SS", "white"),
    ("RSTPDN|/RESET|RESET_HIGH|BASE", "grey"),
    ("DIN", "violet"),
)
"""Colour of a wire by the pin it goes to, of a reader by what that pin is used as."""
SPI_ROLES: Final[frozenset[ReaderRole]] = frozenset({"MISO", "MOSI", "SCK", "SS"})
OTHER_ROLES: Final[frozenset[ReaderRole]] = frozenset({"RXD", "SCL", "SDA", "TXD"})
"""Uses of the same pins on I2C and at a serial port."""
SUPPLY_COLOURS: Final = {0.0: "black", 3.3: "orange", 5.0: "red"}
OTHER_COLOUR: Final = "brown"


@dataclass(frozen=True, slots=True)
class ListedWire:
    """A line of the list.

    Attributes:
        net: its net.
        start: place and pin it comes from.
        end: place and pin it goes to.
        colour: its colour.
        mm2: its cross-section.
        awg: nearest American gauge.
        length_m: its length.
    """

    net: str
    start: str
    end: str
    colour: str
    mm2: float
    awg: int
    length_m: float


def listed_wires(circuit: Circuit, layout: WireLayout, board: Board) -> tuple[ListedWire, ...]:
    """Return every wire of a board that is no track of a circuit board."""
    gauges = _gauges(circuit, layout, board)
    return tuple(_listed(circuit, wire, gauges) for wire in layout.wires)


def wires_csv(wires: tuple[ListedWire, ...]) -> str:
    """Return the list as CSV, with a line of titles."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["net", "from", "to", "colour", "mm2", "AWG", "length m"])
    for wire in wires:
        length = f"{wire.length_m:.2f}"
        ends = (wire.start, wire.end, wire.colour)
        writer.writerow([wire.net, *ends, f"{wire.mm2:g}", wire.awg, length])
    return out.getvalue()


def colour_of(circuit: Circuit, net: str) -> str:
    """Return the colour of a net's wires."""
    if net in circuit.volts:
        return SUPPLY_COLOURS[circuit.volts[net]]
    names = " ".join(_names(circuit, net))
    return next((colour for pins, colour in COLOURS_BY_PIN if re.search(pins, names)), OTHER_COLOUR)


def _listed(circuit: Circuit, wire: LaidWire, gauges: Mapping[str, WireGauge]) -> ListedWire:
    gauge = gauges.get(wire.net) or wire_data().stranded.gauges[0]
    if wire.net == GROUND:
        # A ground wire bears what comes back from a branch: it is as thick as that.
        gauge = gauges.get(_branch_at(circuit, wire, gauges)) or gauge
    return ListedWire(
        wire.net,
        _end(circuit, wire.start, wire.from_where),
        _end(circuit, wire.end, wire.to_where),
        colour_of(circuit, wire.net),
        gauge.mm2,
        gauge.awg,
        wire.length_m,
    )


def _gauges(circuit: Circuit, layout: WireLayout, board: Board) -> dict[str, WireGauge]:
    return {each.net: each.gauge for each in branches(circuit, layout, board)}


def _branch_at(circuit: Circuit, wire: LaidWire, gauges: Mapping[str, WireGauge]) -> str:
    """Return the branch whose current a ground wire bears: of the place it goes to."""
    for net in gauges:
        for each in circuit.nets[net]:
            part = circuit.parts[each.ref]
            if part.where != HUB and wire.to_where in (part.where, part.home):
                return net
    return ""


def _end(circuit: Circuit, each: Terminal | None, where: str) -> str:
    if each is None:
        return f"{where}: connector"
    part, pin = circuit.parts[each.ref], circuit.pin_name(each)
    number = "" if pin == each.number else f" {each.number}"
    return f"{where}: {part.ref}{number} ({pin})"


def _names(circuit: Circuit, net: str) -> Iterator[str]:
    """List the names of a net's pins, what readers use theirs as, and the name of the net."""
    for each in circuit.nets[net]:
        part = circuit.parts[each.ref]
        if part.data.kind == "reader":
            yield from _uses(circuit, part, each.number)
        elif part.data.kind in ("light", "multiplexer"):
            yield circuit.pin_name(each)
    yield net.rpartition(".")[2]


def _uses(circuit: Circuit, reader: CircuitPart, number: str) -> Iterator[ReaderRole]:
    """List what a reader's pin may be used as on its bus."""
    roles = reader.data.roles
    on_spi = circuit.net_of(Terminal(reader.ref, roles.get("MISO", ""))) is not None
    unused = OTHER_ROLES if on_spi else SPI_ROLES
    yield from (role for role, at in roles.items() if at == number and role not in unused)
