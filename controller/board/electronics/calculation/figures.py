"""The calculation of a board's electronics: figures, their limits, and which are marginal."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from controller.board.electronics.calculation.branches import (
    MOST_DROP_V,
    SupplyBranch,
    branches,
    feed_gauge,
    supply_a,
)
from controller.board.electronics.calculation.i2c_lines import i2c_figures
from controller.board.electronics.calculation.resets import reset_figures
from controller.board.electronics.calculation.signals import signal_figures
from controller.board.electronics.calculation.verdict import Calculated
from controller.board.electronics.circuit import Circuit
from controller.board.electronics.design import circuit_of
from controller.board.electronics.layout import WireLayout, wired_by_hand
from controller.board.file.form import Board
from controller.plural import counted
from hardware.modules.catalogue import modules, wire_data

PIN_V: Final = 3.3
"""Highest level that pins of a Raspberry Pi or Pico bear."""
LONGEST_STEP_M: Final = 1.0
"""Longest data wire from one light to the next; assumed."""


def calculated(board: Board) -> tuple[Calculated, ...]:
    """Return every figure of a board whose electronics are wired by hand."""
    circuit = circuit_of(board)
    layout = wired_by_hand(circuit, board)
    found = figures_of(circuit, layout, board, branches(circuit, layout, board))
    if not circuit.of_kind("supply"):
        return found
    return (*found, feed_figure("wire from the supply to the fuses, and ground back", board))


def feed_figure(wire: str, board: Board) -> Calculated:
    """Return the figure of a wire that no fuse is before.

    Args:
        wire: its name.
        board: the board.
    """
    gauge, amperes = feed_gauge(board), supply_a(board)
    return Calculated(
        f"{wire}: current",
        f"the supply's {amperes:g} A, since no fuse is before it; wire {gauge.mm2:g} mm² "
        f"(AWG {gauge.awg})",
        f"at most {gauge.most_a:g} A through this wire",
        wire_data().stranded.current,
        marginal=amperes > gauge.most_a,
    )


def figures_of(
    circuit: Circuit, layout: WireLayout, board: Board, fed: Iterable[SupplyBranch]
) -> tuple[Calculated, ...]:
    """Return every figure of a board.

    Args:
        circuit: its circuit.
        layout: its wires.
        board: the board.
        fed: its branches of the supply.
    """
    # A bus that has no reader yet has no line to calculate.
    read = msgspec.structs.replace(board, buses=tuple(bus for bus in board.buses if bus.squares))
    return (
        *signal_figures(circuit, layout, read),
        *i2c_figures(circuit, layout, read),
        *reset_figures(circuit, read),
        *_levels(board),
        *_branches(fed),
        *_strip(circuit, layout, board),
    )


def _levels(board: Board) -> Iterator[Calculated]:
    """Tell a module whose pull-ups give more than a pin bears."""
    module = modules()[board.module]
    if "pulled_to_v" in module.figures:
        pulled = module.figures["pulled_to_v"]
        yield Calculated(
            "readers: level of their lines",
            f"the {module.name} pulls them to {pulled.value:g} V",
            f"at most {PIN_V:g} V at a pin: put level shifters between, or take another module",
            pulled.source,
            marginal=pulled.value > PIN_V,
        )


def _branches(fed: Iterable[SupplyBranch]) -> Iterator[Calculated]:
    data = wire_data()
    for each in fed:
        yield Calculated(
            f"{each.name}: current",
            f"{each.amperes:.2f} A; fuse {each.rating}, time-lag; wire {each.gauge.mm2:g} mm² "
            f"(AWG {each.gauge.awg})",
            f"a fuse bears {data.fuses.load.value:.0%} of its rating, a wire the fuse's rating",
            f"{data.fuses.load.source}; {data.stranded.current}; {_current_source(each.name)}",
            marginal=not each.fuse_a or each.gauge.most_a < each.fuse_a,
        )
        if not each.length_m:
            continue
        yield Calculated(
            f"{each.name}: voltage drop",
            f"{each.drop_v:.3f} V over {each.length_m:.2f} m and back",
            f"at most {MOST_DROP_V:g} V (5 %, assumed)",
            f"2 times resistance times current behind each piece; {data.stranded.resistance}",
            marginal=each.drop_v > MOST_DROP_V,
        )


def _current_source(branch: str) -> str:
    """Return where the current of a branch comes from."""
    match branch:
        case "computer":
            busy = modules()["raspberry-pi"].figures["busy_ma"]
            return f"current: {busy.source} ({busy.sure})"
        case "lights":
            return "current: budget_ma of [lights], which the program keeps"
    return "current: field_ma and idle_ma of [readers.supply], usual ones if it has none"


def _strip(circuit: Circuit, layout: WireLayout, board: Board) -> Iterator[Calculated]:
    if board.lights is None:
        return
    steps = [layout.length_m(f"lights.D{at + 1}") for at in range(board.lights.count)]
    yield Calculated(
        "lights: length",
        f"{counted(board.lights.count, 'light')} on {sum(steps):.2f} m of data wire or strip; "
        f"longest step {max(steps):.2f} m",
        f"at most {LONGEST_STEP_M:g} m from one light to the next (assumed)",
        f"squares {board.measures.pitch_mm:g} mm apart, 50 mm for the ends of each wire",
        marginal=max(steps) > LONGEST_STEP_M,
    )
