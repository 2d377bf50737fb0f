"""Where parts are, and the wires between them, with their lengths.

A planning model: circuit boards of rows stand at the left edge, level with their squares, the
computer below the corner on the left; wires run along rows and columns.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from controller.board.electronics.circuit import HUB, Circuit, Terminal
from controller.board.file.form import Board

SPARE_M: Final = 0.05
"""Added to each wire for its ends."""
BUTTON_M: Final = 0.5
"""From the computer to a button; assumed."""
STEP_M: Final = 0.01
"""Lengths are rounded up to this."""

Position = tuple[float, float]


@dataclass(frozen=True, slots=True)
class LaidWire:
    """A wire between two places.

    Attributes:
        net: its net.
        start: pin it comes from; None for a connector of a circuit board.
        end: pin it goes to; None likewise.
        from_where: place it comes from.
        to_where: place it goes to.
        length_m: its length.
    """

    net: str
    start: Terminal | None
    end: Terminal | None
    from_where: str
    to_where: str
    length_m: float


class WireLayout:
    """The wires of a board.

    Args:
        wires: the wires, each of a net after the one that it continues.
    """

    def __init__(self, wires: Iterable[LaidWire]) -> None:
        self.wires = tuple(wires)
        self._by_net: defaultdict[str, list[LaidWire]] = defaultdict(list)
        for wire in self.wires:
            self._by_net[wire.net].append(wire)

    def of_net(self, net: str) -> tuple[LaidWire, ...]:
        """List the wires of a net, each after the one it continues."""
        return tuple(self._by_net[net])

    def length_m(self, net: str) -> float:
        """Return the length of all wires of a net."""
        return sum(wire.length_m for wire in self._by_net[net])


def wired_by_hand(circuit: Circuit, board: Board) -> WireLayout:
    """Return the wires of a circuit whose electronics are wired by hand."""
    return WireLayout(_HandWiring(circuit, board).wires())


def between_m(here: Position, there: Position) -> float:
    """Return the length of a wire along rows and columns, with its ends."""
    length = abs(here[0] - there[0]) + abs(here[1] - there[1]) + SPARE_M
    return round(math.ceil(length / STEP_M - 1e-9) * STEP_M, 2)


class _HandWiring:
    """Lays the wires of a circuit.

    Args:
        circuit: the circuit.
        board: the board it belongs to.
    """

    def __init__(self, circuit: Circuit, board: Board) -> None:
        self._circuit = circuit
        self._spots = places(circuit, board)
        self._homes = {part.where: part.home for part in circuit.parts.values()}
        self._outer = {
            part.where
            for part in circuit.parts.values()
            if part.data.kind in ("button", "light", "reader")
        }

    def wires(self) -> Iterator[LaidWire]:
        """Yield the wires of each net."""
        for net in self._circuit.nets:
            yield from self._net(net)

    def _net(self, net: str) -> Iterator[LaidWire]:
        at: dict[str, Terminal] = {}
        for each in self._circuit.nets[net]:
            part = self._circuit.parts[each.ref]
            # Ground runs to the supply: what readers take is too much for a computer's pin.
            if part.where not in at or part.data.kind == "supply":
                at[part.where] = each
        for here, there in self._links(net, at):
            yield LaidWire(
                net, at.get(here), at.get(there), here, there, self._between_m(here, there)
            )

    def _links(self, net: str, at: Mapping[str, Terminal]) -> Iterator[tuple[str, str]]:
        """List the pairs of places that wires of a net join, the computer's first."""
        supply = net in self._circuit.volts
        outer = [where for where in at if where in self._outer]
        boards = {where for where in at if where not in outer and where != HUB}
        if supply:
            boards |= {self._homes[where] for where in outer} - {HUB}
        near = sorted(boards, key=lambda where: (self._between_m(HUB, where), where))
        root = HUB if HUB in at or not near else near[0]
        rest = [where for where in near if where != root]
        yield from ((root, where) for where in rest) if supply else pairwise([root, *rest])
        chains: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for where in outer:
            home = self._homes[where]
            chains[home if home in boards else root, where.split()[0]].append(where)
        for (home, kind), places in chains.items():
            yield from self._chain(home, kind, places, rooted=home in at or home in boards)

    def _chain(
        self, home: str, kind: str, places: Sequence[str], *, rooted: bool
    ) -> Iterator[tuple[str, str]]:
        """List the links from a circuit board to places: buttons singly, others in a chain."""
        if kind == "button":
            yield from ((home, where) for where in places)
            return
        order = list(places) if kind == "light" else self._nearest_first(home, places)
        yield from pairwise([home, *order] if rooted else order)

    def _nearest_first(self, home: str, places: Iterable[str]) -> list[str]:
        left, order, here = sorted(places), list[str](), home
        while left:
            here = min(left, key=lambda where: self._between_m(here, where))
            left.remove(here)
            order.append(here)
        return order

    def _between_m(self, here: str, there: str) -> float:
        return between_m(self._spots[here], self._spots[there])


def places(circuit: Circuit, board: Board) -> dict[str, Position]:
    """Return the position of every place, in metres to the right and down."""
    pitch = board.measures.pitch_mm / 1000
    bottom = max(place.row for place in board.squares.values())
    hub = (-1.5 * pitch, (bottom + 0.5) * pitch)
    spots: dict[str, Position] = {HUB: hub}
    rows: defaultdict[str, list[float]] = defaultdict(list)
    for part in circuit.parts.values():
        if part.square is not None:
            place = board.squares[part.square]
            spots[part.where] = (place.column * pitch, place.row * pitch)
            rows[part.home].append(place.row * pitch)
        elif part.where.startswith("button"):
            spots[part.where] = (hub[0], hub[1] + BUTTON_M)
        elif part.where.startswith("light"):
            spots[part.where] = next(reversed(spots.values()))
    for home, there in rows.items():
        if home != HUB:
            spots[home] = (-pitch, sum(there) / len(there))
    for part in circuit.parts.values():
        spots.setdefault(part.where, hub)
    return spots
