"""Cables between circuit boards, readers, lights and buttons, with their lengths and gauges.

A planning model, as that of the wiring by hand: boards of rows lie left of their rows, the hub
below them. Where a board is taller than a row, boards lie in two columns, by turns.
"""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from controller.board.circuit_boards.placement import placements
from controller.board.circuit_boards.split import BoardCopy, BoardDesign
from controller.board.electronics.circuit import HUB, Circuit, Terminal
from controller.board.electronics.layout import (
    LaidWire,
    Position,
    WireLayout,
    between_m,
    places,
    wired_by_hand,
)
from controller.board.electronics.output.wire_list import colour_of
from controller.board.file.form import Board
from hardware.modules.catalogue import modules

COMPUTER_RIBBON_M: Final = 0.2
"""Longest ribbon to the Raspberry Pi."""
SUPPLY: Final = "supply"
RIBBON: Final = "ribbon of 20"
COMPUTER_RIBBON: Final = "ribbon of 40"


@dataclass(frozen=True, slots=True)
class CableWire:
    """A wire of a cable: net of the whole circuit, names of its pins at both ends, colour."""

    net: str
    start: str
    end: str
    colour: str


@dataclass(frozen=True, slots=True)
class Cable:
    """A cable.

    Attributes:
        kind: what it is: `RIBBON`, `COMPUTER_RIBBON`, feed, reader, lights or button.
        start: place and connector that it comes from.
        end: place and connector or part that it goes to.
        wires: its wires; of a ribbon only those in use.
        length_m: its length.
    """

    kind: str
    start: str
    end: str
    wires: tuple[CableWire, ...]
    length_m: float

    @property
    def from_where(self) -> str:
        """Place that it comes from."""
        return self.start.rpartition(": ")[0]

    @property
    def to_where(self) -> str:
        """Place that it goes to."""
        return self.end.rpartition(": ")[0]


class Cabling:
    """The cables of a board with circuit boards.

    Args:
        circuit: the whole circuit.
        board: the board.
        designs: its circuit boards, the hub last.
    """

    def __init__(self, circuit: Circuit, board: Board, designs: Sequence[BoardDesign]) -> None:
        self._circuit = circuit
        self._board = board
        self.hub = designs[-1]
        self.rows: tuple[tuple[BoardDesign, BoardCopy], ...] = tuple(
            sorted(
                ((design, copy) for design in designs[:-1] for copy in design.copies),
                key=lambda each: each[1].row or 0,
            )
        )
        self._hand = wired_by_hand(circuit, board)
        self._spots = self._board_spots()
        self.cables: tuple[Cable, ...] = tuple(self._cables())
        self.layout = WireLayout(self._laid())

    def of_kind(self, kind: str) -> tuple[Cable, ...]:
        """List the cables of a kind."""
        return tuple(cable for cable in self.cables if cable.kind == kind)

    def of_row(self, kind: str, copy: BoardCopy) -> tuple[Cable, ...]:
        """List the cables of a kind that begin or end at the board of a row."""
        return tuple(
            cable for cable in self.of_kind(kind) if copy.name in (cable.from_where, cable.to_where)
        )

    def _board_spots(self) -> Mapping[str, Position]:
        """Return the middle of each board, in metres, and the places of all else."""
        spots = places(self._circuit, self._board)
        pitch = self._board.measures.pitch_mm / 1000
        width, height = (side / 1000 for side in placements()["row-board"].size)
        columns = 2 if height > pitch else 1
        for at, (_, copy) in enumerate(self.rows):
            y = spots[copy.name][1]
            spots[copy.name] = (-(pitch + width) / 2 - width * (at % columns), y)
        hub_width, hub_height = (side / 1000 for side in placements()[self.hub.kind].size)
        bottom = max(place.row for place in self._board.squares.values())
        low = (bottom + 0.5) * pitch + hub_height / 2
        return spots | {HUB: (-(pitch + hub_width) / 2, low)}

    def _cables(self) -> Iterator[Cable]:
        if self.hub.circuit.parts["A1"].module == "raspberry-pi-header":
            wires = self._pins(self.hub, self.hub.copies[0], "A1")
            end = f"{HUB}: A1"
            yield Cable(COMPUTER_RIBBON, "Raspberry Pi: header", end, wires, COMPUTER_RIBBON_M)
        yield from self._feeds()
        yield from self._ribbon()
        for design, copy in self.rows:
            for ref, reader in copy.readers.items():
                yield self._reader(design, copy, ref, reader)
        yield from self._outer()

    def _pins(self, design: BoardDesign, copy: BoardCopy, ref: str) -> tuple[CableWire, ...]:
        """List the pins of a connector in use, with their nets in the whole circuit."""
        found = []
        for pins in modules()[design.circuit.parts[ref].module].pins.values():
            for number, name in pins.items():
                net = design.circuit.net_of(Terminal(ref, number))
                if net is not None:
                    whole = copy.nets.get(net, net)
                    if whole in self._circuit.nets:
                        found.append(CableWire(whole, name, name, self._colour(whole)))
        return tuple(found)

    def _colour(self, net: str) -> str:
        return colour_of(self._circuit, net)

    def _feeds(self) -> Iterator[Cable]:
        """Yield a pair from the supply to each board; without a supply, from the hub to rows."""
        supplied = bool(self._circuit.of_kind("supply"))
        start = f"{SUPPLY}: P1" if supplied else f"{HUB}: J2"
        ends = [(self.hub, self.hub.copies[0], "J2")] if supplied else []
        for design, copy, ref in [*ends, *((*row, "J10") for row in self.rows)]:
            wires = self._pins(design, copy, ref)
            length = between_m(self._spots[HUB], self._plug(copy.name, design, ref))
            yield Cable("feed", start, f"{copy.name}: {ref}", wires, length)

    def _ribbon(self) -> Iterator[Cable]:
        """Yield the piece of the ribbon to each row's board, from the hub on."""
        low = self._spots[HUB][1]
        rows = sorted(self.rows, key=lambda each: low - self._spots[each[1].name][1])
        way = [(HUB, self._plug(HUB, self.hub, "J1"), "J1")]
        way += [(row.name, self._plug(row.name, design, "J9"), "J9") for design, row in rows]
        wires = self._pins(self.hub, self.hub.copies[0], "J1")
        for (here, start, plug), (there, end, _) in pairwise(way):
            length = between_m(start, end)
            yield Cable(RIBBON, f"{here}: {plug}", f"{there}: J9", wires, length)

    def _reader(self, design: BoardDesign, copy: BoardCopy, ref: str, reader: str) -> Cable:
        part = self._circuit.parts[reader]
        wires = []
        for number, role in modules()["reader-header"].pins["passive"].items():
            net = design.circuit.net_of(Terminal(ref, number))
            if net is not None:
                pin = next(at for named, at in part.data.roles.items() if named == role)
                whole = copy.nets[net]
                end = self._circuit.pin_name(Terminal(reader, pin))
                wires.append(CableWire(whole, role, end, self._colour(whole)))
        length = between_m(self._plug(copy.name, design, ref), self._spots[part.where])
        start, end = f"{copy.name}: {ref}", f"{part.where}: {reader}"
        return Cable("reader", start, end, tuple(wires), length)

    def _outer(self) -> Iterator[Cable]:
        """Yield the wires of lights and buttons, as by hand but from the hub's connectors."""
        ends: defaultdict[tuple[str, str], list[LaidWire]] = defaultdict(list)
        for wire in self._hand.wires:
            if wire.to_where.split()[0] in ("light", "button"):
                ends[wire.from_where, wire.to_where].append(wire)
        buttons = {part.what: part.ref for part in self.hub.circuit.parts.values() if part.what}
        for (here, there), wires in ends.items():
            kind = "button" if there.startswith("button") else "lights"
            plug = "" if here != HUB else "J3"
            if kind == "button":
                plug = buttons[there.removeprefix("button “").removesuffix("”")]
            start = f"{here}: {plug}" if plug else f"{here}: {self._ref_at(here)}"
            end = f"{there}: {self._ref_at(there)}"
            inside = tuple(
                CableWire(
                    wire.net,
                    self._pin_at(wire.net, there if kind == "button" else here),
                    self._pin_at(wire.net, there),
                    self._colour(wire.net),
                )
                for wire in wires
            )
            spot = self._plug(HUB, self.hub, plug) if plug else self._spots[here]
            yield Cable(kind, start, end, inside, between_m(spot, self._spots[there]))

    def _ref_at(self, where: str) -> str:
        return next(part.ref for part in self._circuit.parts.values() if part.where == where)

    def _pin_at(self, net: str, where: str) -> str:
        """Return the name of the pin of a net at a place; at the hub that of its connector."""
        if where == HUB:
            high = self._circuit.volts.get(net)
            return "DATA" if high is None else "5V" if high else "GND"
        there = (each for each in self._circuit.nets[net] if self._where(each) == where)
        return self._circuit.pin_name(next(there))

    def _where(self, each: Terminal) -> str:
        return self._circuit.parts[each.ref].where

    def _laid(self) -> Iterator[LaidWire]:
        """Yield every wire of every cable."""
        for cable in self.cables:
            ends = dict(self._ends(cable))
            for wire in {wire.net: wire for wire in cable.wires}.values():
                end = ends.get(wire.net)
                yield LaidWire(
                    wire.net, None, end, cable.from_where, cable.to_where, cable.length_m
                )

    def _ends(self, cable: Cable) -> Iterator[tuple[str, Terminal]]:
        for wire in cable.wires:
            for each in self._circuit.nets[wire.net]:
                if self._where(each) == cable.to_where:
                    yield wire.net, each

    def _plug(self, where: str, design: BoardDesign, ref: str) -> Position:
        """Return the position of the first pin of a connector."""
        placement = placements()[design.kind]
        (x, y), (width, height) = self._spots[where], placement.size
        across, up, _ = placement.parts[ref]
        return x + (across - width / 2) / 1000, y - (up - height / 2) / 1000


def cables_csv(cables: Iterable[Cable], gauges: Mapping[str, str]) -> str:
    """Return the cables as CSV, with a line of titles.

    Args:
        cables: the cables.
        gauges: cross-section and gauge of each cable, by its end.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["cable", "from", "to", "wires", "gauge", "length m"])
    for cable in cables:
        gauge = gauges[cable.end]
        length = f"{cable.length_m:.2f}"
        writer.writerow([cable.kind, cable.start, cable.end, wires_said(cable), gauge, length])
    return out.getvalue()


def wires_said(cable: Cable) -> str:
    """Name the wires of a cable, each with its pins and colour; of a ribbon its pins alone."""
    if cable.kind.startswith("ribbon"):
        return "pin 1 to pin 1"
    return ", ".join(
        f"{wire.start} {wire.colour}"
        if wire.start == wire.end
        else f"{wire.start} to {wire.end} {wire.colour}"
        for wire in cable.wires
    )
