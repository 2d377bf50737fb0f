"""Electrical rules that every circuit must keep: an electrical-rule check of our own.

1. A pin is on one net at most, and a net has two pins at least.
2. No output works against an output or a supply.
3. No input floats: something drives it or a resistor pulls it. Of readers and computers, whose
   unused pins have pulls of their own, the pins that the board uses count.
4. Every supply pin is on a net of a voltage that its part takes, and that net is fed.
5. A high level is high enough: an output reaches the share of its supply that an input asks for.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from controller.board.electronics.circuit import GROUND, Circuit, CircuitPart, Terminal

DRIVES: Final = ("output", "power_out")
MODULES: Final = ("adapter", "computer", "co-processor", "reader")
"""Kinds whose unused pins have pulls of their own."""
LINKS: Final = ("resistor", "fuse")


class CircuitRules:
    """Checks a circuit.

    Args:
        circuit: the circuit.
    """

    def __init__(self, circuit: Circuit) -> None:
        self._circuit = circuit
        self._net_of = circuit.net_by_terminal

    def errors(self) -> tuple[str, ...]:
        """List every breach of a rule, in words."""
        checks = (self._joints, self._outputs, self._inputs, self._supplies, self._levels)
        return tuple(error for check in checks for error in check())

    @cached_property
    def _linked(self) -> Mapping[str, frozenset[str]]:
        """Nets that a resistor or fuse joins to each net."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for part in self._circuit.parts.values():
            if part.module in LINKS:
                ends = [self._net_of.get(Terminal(part.ref, number)) for number in ("1", "2")]
                for here, there in (ends, ends[::-1]):
                    if here is not None and there is not None:
                        found[here].add(there)
        return {net: frozenset(there) for net, there in found.items()}

    def _kinds(self, net: str) -> Counter[str]:
        return Counter(self._circuit.pin_kind(each) for each in self._circuit.nets[net])

    def _said(self, each: Terminal) -> str:
        part = self._circuit.parts[each.ref]
        return f"{each.ref} ({part.named}) {self._circuit.pin_name(each)}"

    def _joints(self) -> Iterator[str]:
        times = Counter(each for there in self._circuit.nets.values() for each in there)
        yield from (f"{self._said(each)} is on {n} nets." for each, n in times.items() if n > 1)
        for net, there in self._circuit.nets.items():
            if len(there) < 2:
                yield f"net {net} ends at {self._said(there[0])}."

    def _outputs(self) -> Iterator[str]:
        for net, there in self._circuit.nets.items():
            # Pins of one name are joined inside their part.
            drivers = {
                (each.ref, self._circuit.pin_name(each)): each
                for each in there
                if self._drives_hard(each)
            }
            hard = set(drivers.values())
            soft = [
                each
                for each in there
                if self._circuit.pin_kind(each) == "tri_state" and each not in hard
            ]
            if len(drivers) > 1 or (drivers and soft):
                fight = ", ".join(map(self._said, [*drivers.values(), *soft]))
                yield f"net {net}: outputs work against each other: {fight}."
            if net in self._circuit.volts and self._kinds(net)["output"]:
                yield f"net {net}: an output is on a supply."

    def _inputs(self) -> Iterator[str]:
        for part in self._circuit.parts.values():
            pins = part.data.pins.get("input", {})
            for number in pins:
                each = Terminal(part.ref, number)
                if part.data.kind in MODULES and each not in self._circuit.needed:
                    continue
                net = self._net_of.get(each)
                if net is None or not self._is_set(net):
                    yield f"{self._said(each)} floats."
        for each in sorted(self._circuit.needed):
            if each not in self._net_of:  # untested: the draft joins what it notes as needed
                yield f"{self._said(each)} is not connected."

    def _is_set(self, net: str, seen: frozenset[str] = frozenset()) -> bool:
        """Check whether a net always has a level, perhaps by way of resistors."""
        there = self._circuit.nets[net]
        if net in self._circuit.volts or any(map(self._drives, there)):
            return True
        if any(self._pulled_inside(each) for each in there):
            return True
        others = self._linked.get(net, frozenset()) - seen
        return any(self._is_set(other, seen | {net}) for other in sorted(others))

    def _drives(self, each: Terminal) -> bool:
        kind = self._circuit.pin_kind(each)
        return kind == "bidirectional" or self._drives_hard(each)

    def _drives_hard(self, each: Terminal) -> bool:
        """Check whether a pin drives its net all the time; a gate that is always on does."""
        kind, part = self._circuit.pin_kind(each), self._circuit.parts[each.ref]
        if kind != "tri_state" or part.data.kind in MODULES:
            return kind in DRIVES
        enable = self._circuit.pin_name(each).replace("Y", "/OE")
        return self._net_of.get(Terminal(each.ref, part.data.pin_number(enable))) == GROUND

    def _pulled_inside(self, each: Terminal) -> bool:
        part = self._circuit.parts[each.ref]
        role = part.data.roles.get("RSTPDN")
        return each.number == role and "reset_pull_up_ohm" in part.data.figures

    def _supplies(self) -> Iterator[str]:
        for part in self._circuit.parts.values():
            by_name: defaultdict[str, list[Terminal]] = defaultdict(list)
            for number, name in part.data.pins.get("supply", {}).items():
                by_name[name].append(Terminal(part.ref, number))
            for name, pins in by_name.items():
                nets = {self._net_of[each] for each in pins if each in self._net_of}
                if len(nets) != 1:
                    yield f"{part.ref} ({part.named}) {name} is on {len(nets)} supplies."
                else:
                    yield from self._voltage(part, name, nets.pop())
        for net in self._circuit.volts:
            if self._circuit.volts[net] and not self._fed(net, set()):
                yield f"net {net} is not fed."

    def _voltage(self, part: CircuitPart, name: str, net: str) -> Iterator[str]:
        volts, figures = self._circuit.volts.get(net), part.data.figures
        if volts is None:
            yield f"{part.ref} ({part.named}) {name} is on {net}, which is no supply."
        elif (name == "GND") != (volts == 0):
            yield f"{part.ref} ({part.named}) {name} is on {net}, {volts:g} V."
        elif volts and "supply_min_v" in figures:
            low, high = part.data.figure("supply_min_v"), part.data.figure("supply_max_v")
            if not low <= volts <= high:
                yield (
                    f"{part.ref} ({part.named}) takes {low:g} to {high:g} V, and is on {net}, "
                    f"{volts:g} V."
                )

    def _fed(self, net: str, seen: set[str]) -> bool:
        """Check whether a source feeds a net, perhaps through fuses."""
        seen.add(net)
        for each in self._circuit.nets.get(net, ()):
            kind, part = self._circuit.pin_kind(each), self._circuit.parts[each.ref]
            if kind == "power_out" or (kind == "passive" and part.data.kind == "computer"):
                return True
            if part.module == "fuse":
                other = Terminal(each.ref, "2" if each.number == "1" else "1")
                there = self._net_of.get(other)
                if there is not None and there not in seen and self._fed(there, seen):
                    return True
        return False

    def _levels(self) -> Iterator[str]:
        for net, there in self._circuit.nets.items():
            asking = [
                each
                for each in there
                if self._circuit.pin_kind(each) == "input"
                and "input_high_share" in self._circuit.parts[each.ref].data.figures
            ]
            if not asking:
                continue
            nets = {net, *(n for n in self._linked.get(net, ()) if n not in self._circuit.volts)}
            for each in asking:
                part = self._circuit.parts[each.ref]
                need = part.data.figure("input_high_share") * self._volts_of(each.ref)
                for driver in (t for n in sorted(nets) for t in self._circuit.nets[n]):
                    kind = self._circuit.pin_kind(driver)
                    if kind in ("output", "tri_state", "bidirectional"):
                        gives = self._volts_of(driver.ref)
                        if gives < need:
                            yield (
                                f"{self._said(each)} needs {need:.2g} V, and "
                                f"{self._said(driver)} gives {gives:g} V."
                            )

    def _volts_of(self, ref: str) -> float:
        """Return the voltage of a part's logic: of its own 3.3 V, or else of its supply."""
        data = self._circuit.parts[ref].data
        if "logic_v" in data.figures:
            return data.figure("logic_v")
        volts = [
            self._circuit.volts.get(self._net_of.get(Terminal(ref, number), ""), 0.0)
            for number in data.pins.get("supply", {})
        ]
        return next((each for each in volts if each), 0.0)


def electrical_errors(circuit: Circuit) -> tuple[str, ...]:
    """List every breach of an electrical rule in a circuit, in words."""
    return CircuitRules(circuit).errors()
