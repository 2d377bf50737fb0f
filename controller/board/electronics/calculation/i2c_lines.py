"""Capacitance, rise time and sink current of I2C buses."""

from collections.abc import Iterator
from typing import Final

from controller.board.electronics.calculation.formulas import i2c_rise_s, parallel_ohm
from controller.board.electronics.calculation.verdict import Calculated
from controller.board.electronics.circuit import Circuit, Terminal
from controller.board.electronics.layout import WireLayout
from controller.board.file.form import Board
from hardware.modules.catalogue import wire_data
from hardware.sensing.settings import I2cBus

MOST_PF: Final = 400.0
STANDARD_HZ: Final = 100_000
STANDARD_RISE_S: Final = 1000e-9
FAST_RISE_S: Final = 300e-9
LOGIC_V: Final = 3.3
LOW_V: Final = 0.4
MOST_SINK_MA: Final = 3.0
SPECIFICATION: Final = "UM10204 (I2C-bus specification), tables 9 and 10 and 7.1"


def i2c_figures(circuit: Circuit, layout: WireLayout, board: Board) -> Iterator[Calculated]:
    """Calculate the worst line of each I2C bus: the bus with one channel switched on."""
    for bus in board.buses:
        if isinstance(bus, I2cBus):
            yield from _bus(circuit, layout, board, bus)


def _bus(circuit: Circuit, layout: WireLayout, board: Board, bus: I2cBus) -> Iterator[Calculated]:
    readers = [part for part in circuit.of_kind("reader") if part.square in bus.squares]
    chip = next(iter(circuit.of_kind("multiplexer")), None)
    channels = {
        circuit.net_of(Terminal(part.ref, part.data.roles["SCL"])) or "": part for part in readers
    }
    at_bus = next(iter(channels))
    if chip is not None:
        at_bus = circuit.net_of(Terminal(chip.ref, chip.data.pin_number("SCL"))) or ""
    nets = [net for net in channels if net != at_bus]
    worst = max(nets, key=lambda net: _pf(circuit, layout, net), default=None)
    pf = _pf(circuit, layout, at_bus) + (_pf(circuit, layout, worst) if worst else 0.0)
    pulls = [*_pulls(circuit, at_bus), *(_pulls(circuit, worst) if worst else ())]
    ohm = parallel_ohm(*pulls)
    rise_s = i2c_rise_s(ohm, pf * 1e-12)
    limit_s = STANDARD_RISE_S if bus.clock_hz <= STANDARD_HZ else FAST_RISE_S
    said = " with one channel on" if worst else ""
    yield Calculated(
        f"“{bus.name}”: capacitance{said}",
        f"{pf:.0f} pF",
        f"at most {MOST_PF:.0f} pF",
        f"{SPECIFICATION}; assumed: wire and readers",
        marginal=pf > MOST_PF,
    )
    yield Calculated(
        f"“{bus.name}”: rise time{said}",
        f"{rise_s * 1e9:.0f} ns with {ohm:.0f} Ω of pull-ups",
        f"at most {limit_s * 1e9:.0f} ns at {bus.clock_hz / 1000:g} kHz",
        f"0.8473 times R times C, {SPECIFICATION}",
        marginal=rise_s > limit_s,
    )
    sink_ma = 1000 * (LOGIC_V - LOW_V) / ohm
    yield Calculated(
        f"“{bus.name}”: current into a low line{said}",
        f"{sink_ma:.1f} mA",
        f"at most {MOST_SINK_MA:g} mA",
        f"(3.3 V - 0.4 V) ÷ R, {SPECIFICATION}",
        marginal=sink_ma > MOST_SINK_MA,
    )


def _pf(circuit: Circuit, layout: WireLayout, net: str) -> float:
    inputs = (circuit.parts[each.ref].data.figures.get("input_pf") for each in circuit.nets[net])
    loads = sum(figure.value for figure in inputs if figure is not None)
    return loads + layout.length_m(net) * wire_data().stranded.pf_per_m.value


def _pulls(circuit: Circuit, net: str) -> Iterator[float]:
    """List the pull-ups of a line: resistors, and those of the computer and of modules."""
    for each in circuit.nets[net]:
        part = circuit.parts[each.ref]
        if part.module == "resistor":
            yield part.ohm
        elif part.data.kind in ("computer", "reader") and "i2c_pull_up_ohm" in part.data.figures:
            yield part.data.figure("i2c_pull_up_ohm")
