"""Branches of the supply: current, fuse, wire and voltage drop of each."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from controller.board.electronics.calculation.formulas import chain_drop_v
from controller.board.electronics.circuit import Circuit, CircuitPart, Terminal
from controller.board.electronics.layout import LaidWire, WireLayout
from controller.board.file.form import Board
from controller.board.file.lights import COMPUTER_MA
from controller.board.plan.bill import demand, readers_ma
from hardware.modules.catalogue import WireGauge, wire_data

MOST_DROP_V: Final = 0.25
"""Most voltage that may be lost on a branch: 5 % of 5 V."""


@dataclass(frozen=True, slots=True)
class SupplyBranch:
    """A branch behind its fuse.

    Attributes:
        name: what it feeds.
        net: its net.
        fuse: reference of its fuse.
        amperes: its highest current.
        fuse_a: rating of its fuse; 0 if none is large enough.
        gauge: its wire.
        drop_v: voltage lost to its farthest load and back.
        length_m: length of its wire to the farthest load.
    """

    name: str
    net: str
    fuse: str
    amperes: float
    fuse_a: float
    gauge: WireGauge
    drop_v: float
    length_m: float

    @property
    def rating(self) -> str:
        """The rating of its fuse, in words."""
        if self.fuse_a:
            return f"{self.fuse_a:g} A"
        return f"more than {wire_data().fuses.ratings_a[-1]:g} A (divide the branch)"

    @property
    def let_through_a(self) -> float:
        """The current that its fuse lets through; its own where none is large enough."""
        return self.fuse_a or self.amperes


def branches(circuit: Circuit, layout: WireLayout, board: Board) -> tuple[SupplyBranch, ...]:
    """Return every branch that has a fuse, in the order of the fuses."""
    fuses = [part for part in circuit.parts.values() if part.module == "fuse"]
    return tuple(_branch(circuit, layout, board, fuse) for fuse in fuses)


def supply_a(board: Board) -> float:
    """Return the current of a board's supply, as its file has it or as it needs."""
    if board.supply is not None:
        return board.supply.supply_ma / 1000
    return demand(board).supply_a


def feed_gauge(board: Board) -> WireGauge:
    """Return the wire of whatever comes from the supply before any fuse: it bears all of it."""
    gauges = wire_data().stranded.gauges
    return next((each for each in gauges if each.most_a >= supply_a(board)), gauges[-1])


def _branch(circuit: Circuit, layout: WireLayout, board: Board, fuse: CircuitPart) -> SupplyBranch:
    net = circuit.net_of(Terminal(fuse.ref, "2")) or ""
    amperes = _amperes(circuit, board, net)
    data = wire_data()
    rated = (each for each in data.fuses.ratings_a if each * data.fuses.load.value >= amperes)
    fuse_a = next(rated, 0.0)
    lengths = [length for _, length in _to_loads(layout.of_net(net))]
    gauge, drop_v = data.stranded.gauges[-1], 0.0
    for gauge in data.stranded.gauges:
        drop_v = chain_drop_v(gauge.ohm_per_m, lengths, amperes) if lengths else 0.0
        if gauge.most_a >= (fuse_a or amperes) and drop_v <= MOST_DROP_V:
            break
    farthest = max(accumulate(lengths), default=0.0)
    return SupplyBranch(fuse.what, net, fuse.ref, amperes, fuse_a, gauge, drop_v, farthest)


def _to_loads(wires: tuple[LaidWire, ...]) -> Iterator[tuple[str, float]]:
    """List each load of a chain with the length of wire before it; boards are no loads."""
    before = 0.0
    for wire in wires:
        before += wire.length_m
        if wire.end is not None:
            yield wire.to_where, before
            before = 0.0


def _amperes(circuit: Circuit, board: Board, net: str) -> float:
    """Return the highest current of a branch."""
    parts = [circuit.parts[each.ref] for each in circuit.nets[net]]
    squares = {part.square for part in parts if part.square and part.data.kind == "reader"}
    if squares:
        return readers_ma(board, squares) / 1000
    if any(part.data.kind == "computer" for part in parts):
        return COMPUTER_MA / 1000
    return (board.lights.budget_ma if board.lights is not None else 0) / 1000
