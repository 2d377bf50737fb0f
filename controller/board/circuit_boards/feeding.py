"""Branches of the supply where circuit boards have the fuses: currents, gauges, voltage drops."""

from collections.abc import Iterator, Mapping
from typing import Final

from controller.board.circuit_boards.cabling import (
    COMPUTER_RIBBON,
    RIBBON,
    Cable,
    Cabling,
)
from controller.board.circuit_boards.split import BoardCopy
from controller.board.electronics.calculation.branches import (
    MOST_DROP_V,
    SupplyBranch,
    branches,
    feed_gauge,
)
from controller.board.electronics.calculation.figures import feed_figure, figures_of
from controller.board.electronics.calculation.formulas import chain_drop_v
from controller.board.electronics.calculation.verdict import Calculated
from controller.board.electronics.circuit import HUB, Circuit
from controller.board.electronics.layout import wired_by_hand
from controller.board.file.form import Board
from controller.board.plan.bill import USUAL_SUPPLY
from hardware.modules.catalogue import WireGauge, modules, wire_data
from hardware.sensing.plan import current_ma

TERMINALS: Final = (
    ("feed", "power-terminal", "supply_ma"),
    ("lights", "lights-terminal", "budget_ma"),
)
"""Kind of cable, its screw terminal, and the key of the current that makes its wire thick."""
RIBBON_FEEDS: Final = 2
"""Wires of the Raspberry Pi's ribbon that carry 5 V; more bring it back."""


class Feeding:
    """How a board with circuit boards is fed.

    Args:
        circuit: its circuit.
        board: the board.
        cabling: its cables.
    """

    def __init__(self, circuit: Circuit, board: Board, cabling: Cabling) -> None:
        self._board = board
        self._cabling = cabling
        self._by_fuse = {
            each.fuse: each for each in branches(circuit, wired_by_hand(circuit, board), board)
        }
        self._copy_by_fuse = {
            part: copy for _, copy in cabling.rows for part in copy.parts.values()
        }
        self.feed_gauge: WireGauge = feed_gauge(board)
        """Wire of the feeds."""
        self.branches: tuple[SupplyBranch, ...] = tuple(map(self._branch, self._by_fuse.values()))
        self._by_name: Mapping[str, SupplyBranch] = {each.name: each for each in self.branches}

    def gauge(self, cable: Cable) -> str:
        """Return the cross-section and gauge of a cable's wires."""
        if cable.kind in (RIBBON, COMPUTER_RIBBON):
            ribbon = wire_data().ribbon
            return f"{ribbon.mm2:g} mm² (AWG {ribbon.awg})"
        wire = self.wire(cable)
        return f"{wire.mm2:g} mm² (AWG {wire.awg})"

    def wire(self, cable: Cable) -> WireGauge:
        """Return the wire of a cable that is no ribbon."""
        match cable.kind:
            case "feed":
                return self.feed_gauge
            case "reader":
                return self._by_name[cable.from_where].gauge
            case "lights":
                return self._by_name["lights"].gauge
        return wire_data().stranded.gauges[0]

    def _branch(self, hand: SupplyBranch) -> SupplyBranch:
        copy = self._copy_by_fuse.get(hand.fuse)
        if copy is not None:
            return self._row(hand, copy)
        feed = self._feed(HUB)
        to_hub = sum(each.amperes for fuse, each in self._by_fuse.items() if self._at_hub(fuse))
        fed_v = self._drop_v(self.feed_gauge.ohm_per_m, feed, to_hub)
        ribbons = self._cabling.of_kind(COMPUTER_RIBBON)
        if hand.name == "computer" and ribbons:
            wire, length = wire_data().ribbon, ribbons[0].length_m
            drop = self._drop_v(wire.ohm_per_m / RIBBON_FEEDS, length, hand.amperes)
            gauge = WireGauge(wire.mm2, wire.awg, wire.ohm_per_m, wire.most_a.value * RIBBON_FEEDS)
            return self._as(hand, gauge, fed_v + drop, feed + length)
        return self._as(hand, hand.gauge, fed_v + hand.drop_v, feed + hand.length_m)

    def _row(self, hand: SupplyBranch, copy: BoardCopy) -> SupplyBranch:
        """Return the branch of a row: its feed, and the cable of its farthest reader."""
        supply = self._board.supply or USUAL_SUPPLY
        reader_a = current_ma(1, 1, supply.field_ma, supply.idle_ma) / 1000
        feed = self._feed(copy.name)
        farthest = max(each.length_m for each in self._cabling.of_row("reader", copy))
        fed_v = self._drop_v(self.feed_gauge.ohm_per_m, feed, hand.amperes)
        gauges = wire_data().stranded.gauges
        drops = {g.mm2: fed_v + self._drop_v(g.ohm_per_m, farthest, reader_a) for g in gauges}
        fit = (
            gauge
            for gauge in gauges
            if gauge.most_a >= hand.fuse_a and drops[gauge.mm2] <= MOST_DROP_V
        )
        gauge = next(fit, gauges[-1])
        return self._as(hand, gauge, drops[gauge.mm2], feed + farthest)

    def _feed(self, where: str) -> float:
        """Return the length of the feed of a circuit board; of the hub without a supply 0."""
        feeds = self._cabling.of_kind("feed")
        return next((each.length_m for each in feeds if each.to_where == where), 0.0)

    def _at_hub(self, fuse: str) -> bool:
        return fuse not in self._copy_by_fuse

    @staticmethod
    def _drop_v(ohm_per_m: float, length_m: float, amperes: float) -> float:
        return chain_drop_v(ohm_per_m, [length_m], amperes)

    @staticmethod
    def _as(hand: SupplyBranch, gauge: WireGauge, drop_v: float, length_m: float) -> SupplyBranch:
        return SupplyBranch(
            hand.name, hand.net, hand.fuse, hand.amperes, hand.fuse_a, gauge, drop_v, length_m
        )


def board_figures(
    circuit: Circuit, board: Board, cabling: Cabling, feeding: Feeding
) -> Iterator[Calculated]:
    """Yield every figure of a board with circuit boards."""
    yield from figures_of(circuit, cabling.layout, board, feeding.branches)
    yield feed_figure("feeds of circuit boards", board)
    yield from _terminals(cabling, feeding)
    if cabling.of_kind(COMPUTER_RIBBON):
        computer = next((each for each in feeding.branches if each.name == "computer"), None)
        each_a = computer.amperes / RIBBON_FEEDS if computer is not None else 0.0
        most = wire_data().ribbon.most_a
        yield Calculated(
            "ribbon of the Raspberry Pi: current",
            f"{each_a:.2f} A through each of its {RIBBON_FEEDS} wires of 5 V",
            f"at most {most.value:g} A",
            f"{most.source} (assumed)",
            marginal=each_a > most.value,
        )


def _terminals(cabling: Cabling, feeding: Feeding) -> Iterator[Calculated]:
    """Yield how thick the wires in screw terminals are."""
    for kind, terminal, key in TERMINALS:
        for cable in cabling.of_kind(kind)[:1]:
            most = modules()[terminal].figures["most_mm2"]
            wire = feeding.wire(cable)
            yield Calculated(
                f"{kind}: wire in its screw terminal",
                f"{wire.mm2:g} mm²",
                f"at most {most.value:g} mm²: with a lower “{key}” a thinner wire does",
                f"{most.source} ({most.sure})",
                marginal=wire.mm2 > most.value,
            )
