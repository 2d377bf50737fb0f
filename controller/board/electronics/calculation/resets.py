"""Reset lines: what pulls them low, and how much it has to sink."""

from collections.abc import Iterator
from typing import Final

from controller.board.electronics.calculation.verdict import Calculated
from controller.board.electronics.circuit import Circuit, Terminal
from controller.board.electronics.readers import INVERTER_OHM
from controller.board.electronics.selects import PULL_UP_OHM
from controller.board.file.form import Board
from hardware.modules.catalogue import modules
from hardware.sensing.settings import ScannerPort, SpiBus

BASE_V: Final = 0.7
"""From base to emitter of a transistor that conducts."""
LOGIC_V: Final = 3.3
OVERDRIVE: Final = 2.0
"""A transistor is given this many times the base current that its gain asks for; assumed."""
OHMS_LAW: Final = "current = pull-ups times voltage ÷ resistance"


def reset_figures(circuit: Circuit, board: Board) -> Iterator[Calculated]:
    """Calculate what each reset line has to sink."""
    module = modules()[board.module]
    for bus in board.buses:
        if not isinstance(bus, SpiBus | ScannerPort) or bus.reset_pin is None:
            continue
        if "RSTPDN" not in module.roles:
            yield Calculated(
                f"“{bus.name}”: reset",
                f"the {module.name} has no pin for it",
                "a chip that hangs needs its power cut; leave “reset_pin” out, or take another "
                "module",
                "hardware/modules/readers.toml",
                marginal=True,
            )
            continue
        yield from _line(circuit, bus)


def _line(circuit: Circuit, bus: SpiBus | ScannerPort) -> Iterator[Calculated]:
    readers = [part for part in circuit.of_kind("reader") if part.square in bus.squares]
    nets: dict[str, list[float]] = {}
    for part in readers:
        data = part.data
        net = circuit.net_of(Terminal(part.ref, data.roles["RSTPDN"])) or ""
        power = circuit.net_of(Terminal(part.ref, data.roles["VCC"])) or ""
        volts = circuit.volts[power]
        nets.setdefault(net, []).append(1000 * volts / data.figure("reset_pull_up_ohm"))
    net, pulls = max(nets.items(), key=lambda each: sum(each[1]))
    sunk_ma = sum(pulls)
    drivers = [circuit.parts[each.ref] for each in circuit.nets[net]]
    computer = next(
        (part for part in drivers if part.data.kind in ("computer", "co-processor")), None
    )
    if computer is not None:
        most_ma = computer.data.figure("pin_ma")
        yield Calculated(
            f"“{bus.name}”: reset",
            f"{len(pulls)} pull-ups let {sunk_ma:.1f} mA through {bus.reset_pin}",
            f"at most {most_ma:g} mA",
            f"{OHMS_LAW}; {computer.data.figures['pin_ma'].source}",
            marginal=sunk_ma > most_ma,
        )
        return
    transistor = next(part for part in drivers if part.data.kind == "transistor").data
    rows = len(nets)
    base_ma = 1000 * (LOGIC_V - BASE_V) / (PULL_UP_OHM + rows * INVERTER_OHM)
    most_ma = min(base_ma * transistor.figure("gain") / OVERDRIVE, transistor.figure("pin_ma"))
    yield Calculated(
        f"“{bus.name}”: reset of a row",
        f"{len(pulls)} pull-ups let {sunk_ma:.1f} mA through its {transistor.name}, whose base "
        f"gets {base_ma:.2f} mA",
        f"at most {most_ma:.0f} mA with a gain of {transistor.figure('gain'):g} and twice the base "
        "current",
        f"{OHMS_LAW}; {transistor.figures['gain'].source}",
        marginal=sunk_ma > most_ma,
    )
