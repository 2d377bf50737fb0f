"""Rise times of the readers' SPI signals against the bus's clock."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from controller.board.electronics.calculation.formulas import rise_s
from controller.board.electronics.calculation.verdict import Calculated
from controller.board.electronics.circuit import Circuit, Terminal
from controller.board.electronics.layout import WireLayout
from controller.board.file.form import Board
from hardware.modules.catalogue import ElectricalFigure, FigureName, wire_data
from hardware.sensing.settings import ScannerPort, SpiBus

SHARE_OF_PERIOD: Final = 0.25
"""Share of a clock period in which an edge must be over: half of the half period until the
other side samples it; assumed."""
SWING_V: Final = 0.8 * 3.3
"""From 10 to 90 % of 3.3 V."""
LINES: Final = ("SCK", "MOSI", "MISO")


@dataclass(frozen=True, slots=True)
class LoadedLine:
    """A signal line with what it drives.

    Attributes:
        net: its net.
        ohm: resistance of the weakest driver and its series resistor.
        farad: capacitance of inputs and wire.
        inputs: number of inputs.
        metres: length of its wires.
        slowest_s: slowest edge that its inputs take; None if they do not say.
        assumed: sources of the figures that are assumed.
    """

    net: str
    ohm: float
    farad: float
    inputs: int
    metres: float
    slowest_s: float | None
    assumed: tuple[str, ...]

    @property
    def rise_s(self) -> float:
        """Rise time from 10 to 90 %."""
        return rise_s(self.ohm, self.farad)


def signal_figures(circuit: Circuit, layout: WireLayout, board: Board) -> Iterator[Calculated]:
    """Calculate the slowest line of each signal of each SPI bus."""
    for bus in board.buses:
        if isinstance(bus, SpiBus | ScannerPort):
            for signal, nets in _nets(circuit, bus).items():
                lines = [loaded(circuit, layout, net) for net in nets]
                worst = max(lines, key=lambda line: line.rise_s)
                yield _judged(f"“{bus.name}”: {signal}", worst, bus.clock_hz)


def loaded(circuit: Circuit, layout: WireLayout, net: str) -> LoadedLine:
    """Return the load of a net and the resistance of its weakest driver."""
    there, series = list(circuit.nets[net]), 0.0
    drivers = _drivers(circuit, there)
    for each in circuit.nets[net]:
        part = circuit.parts[each.ref]
        if part.module == "resistor" and not drivers:
            other = circuit.net_of(Terminal(each.ref, "1" if each.number == "2" else "2"))
            if other is not None and other not in circuit.volts:
                drivers, series = _drivers(circuit, circuit.nets[other]), part.ohm
    weakest = max(drivers, key=lambda each: _figure(circuit, each, "output_ohm").value)
    driver = _figure(circuit, weakest, "output_ohm")
    inputs = [
        each
        for each in there
        if each != weakest and "input_pf" in circuit.parts[each.ref].data.figures
    ]
    loads = [_figure(circuit, each, "input_pf") for each in inputs]
    metres, wire = layout.length_m(net), wire_data().stranded.pf_per_m
    slowest = [
        circuit.parts[each.ref].data.figure("slowest_ns_per_v") * SWING_V * 1e-9
        for each in inputs
        if "slowest_ns_per_v" in circuit.parts[each.ref].data.figures
    ]
    used = {
        "driver": driver,
        "inputs": max(loads, key=lambda load: load.sure == "assumed", default=driver),
        "wire": wire,
    }
    return LoadedLine(
        net=net,
        ohm=driver.value + series,
        farad=(sum(load.value for load in loads) + metres * wire.value) * 1e-12,
        inputs=len(inputs),
        metres=metres,
        slowest_s=min(slowest, default=None),
        assumed=tuple(name for name, figure in used.items() if figure.sure == "assumed"),
    )


def _judged(subject: str, line: LoadedLine, clock_hz: int) -> Calculated:
    limit_s, why = SHARE_OF_PERIOD / clock_hz, f"a quarter of a period at {clock_hz / 1e6:g} MHz"
    if line.slowest_s is not None and line.slowest_s < limit_s:
        limit_s, why = line.slowest_s, "the slowest edge that the buffer takes"
    assumed = f"; assumed: {', '.join(line.assumed)}" if line.assumed else ""
    return Calculated(
        f"{subject} rise time",
        f"{line.rise_s * 1e9:.0f} ns ({line.ohm:.0f} Ω, {line.farad * 1e12:.0f} pF: "
        f"{line.inputs} inputs, {line.metres:.2f} m)",
        f"at most {limit_s * 1e9:.0f} ns, {why}",
        f"ln 9 times R times C, 10 to 90 % of a resistor charging a capacitor{assumed}",
        marginal=line.rise_s > limit_s,
    )


def _nets(circuit: Circuit, bus: SpiBus | ScannerPort) -> dict[str, list[str]]:
    """Return the nets of each signal: at the computer, and at the readers of the bus."""
    prefix = f"{bus.name}." if isinstance(bus, ScannerPort) else ""
    pins = {"SCK": bus.pins.sck, "MOSI": bus.pins.mosi, "MISO": bus.pins.miso}
    found = {signal: [f"{prefix}{pin}"] for signal, pin in pins.items()}
    readers = [part for part in circuit.of_kind("reader") if part.square in bus.squares]
    for signal in LINES:
        for reader in readers:
            net = circuit.net_of(Terminal(reader.ref, reader.data.roles[signal]))
            if net is not None and net not in found[signal]:
                found[signal].append(net)
    return found


def _drivers(circuit: Circuit, there: Sequence[Terminal]) -> list[Terminal]:
    """Return what drives a net: outputs, or else the computer's pin."""
    kinds = {each: circuit.pin_kind(each) for each in there}
    hard = [each for each, kind in kinds.items() if kind in ("output", "tri_state")]
    return hard or [
        each
        for each, kind in kinds.items()
        if kind == "bidirectional" and circuit.parts[each.ref].data.kind != "reader"
    ]


def _figure(circuit: Circuit, each: Terminal, name: FigureName) -> ElectricalFigure:
    return circuit.parts[each.ref].data.figures[name]
