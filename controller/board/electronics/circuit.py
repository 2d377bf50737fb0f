"""A circuit as a value: parts, and nets that join their pins."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, TypedDict, Unpack

from hardware.modules.catalogue import Module, PinKind, ReaderRole, modules

GROUND: Final = "GND"
HUB: Final = "hub"
"""The circuit board beside the computer, with the supply's fuses."""


class Terminal(NamedTuple):
    """One pin of a part: the part's reference and the number of the pin."""

    ref: str
    number: str


class PartFields(TypedDict, total=False):
    """Fields of a `CircuitPart` that few parts have."""

    value: str
    what: str
    square: int | None
    home: str
    ohm: float


@dataclass(frozen=True, slots=True)
class CircuitPart:
    """A part of a circuit.

    Attributes:
        ref: its reference, such as `U3`.
        module: key of its module in the catalogue.
        sheet: sheet of the schematic it is drawn on.
        where: the circuit board it is on, or the square it is under.
        value: its value, such as `10 kΩ`; empty for the name of its module.
        what: its use, in words; may be empty.
        square: the square it is under; None if it is under none.
        home: the circuit board that its wires come from.
        ohm: resistance of a resistor; 0 of anything else.
    """

    ref: str
    module: str
    sheet: str
    where: str
    value: str = ""
    what: str = ""
    square: int | None = None
    home: str = HUB
    ohm: float = 0.0

    @property
    def data(self) -> Module:
        """What the catalogue says of its module."""
        return modules()[self.module]

    @property
    def named(self) -> str:
        """Its value, or the name of its module."""
        return self.value or self.data.name


@dataclass(frozen=True)
class Circuit:
    """The whole circuit of a board.

    Attributes:
        name: name of the board.
        parts: each part by its reference.
        nets: the terminals of each net.
        volts: voltage of each net that supplies parts, ground among them.
        needed: terminals that must be connected although their kind does not tell.
    """

    name: str
    parts: Mapping[str, CircuitPart]
    nets: Mapping[str, tuple[Terminal, ...]]
    volts: Mapping[str, float]
    needed: frozenset[Terminal]

    @cached_property
    def net_by_terminal(self) -> Mapping[Terminal, str]:
        """The net of each terminal that has one."""
        return {each: net for net, there in self.nets.items() for each in there}

    def net_of(self, terminal: Terminal) -> str | None:
        """Return the net of a terminal; None if it is not connected."""
        return self.net_by_terminal.get(terminal)

    def pin_name(self, terminal: Terminal) -> str:
        """Return the name of a pin, as its data sheet has it."""
        kinds = self.parts[terminal.ref].data.pins
        return next(pins[terminal.number] for pins in kinds.values() if terminal.number in pins)

    def pin_kind(self, terminal: Terminal) -> PinKind:
        """Return the electrical kind of a pin."""
        return self.parts[terminal.ref].data.pin_kind(terminal.number)

    def of_kind(self, *kinds: str) -> tuple[CircuitPart, ...]:
        """List the parts of some kinds."""
        return tuple(part for part in self.parts.values() if part.data.kind in kinds)


class CircuitDraft:
    """A circuit being drawn up. Parts of one kind are numbered in the order they are added."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._parts: dict[str, CircuitPart] = {}
        self._nets: defaultdict[str, list[Terminal]] = defaultdict(list)
        self._volts: dict[str, float] = {GROUND: 0.0}
        self._needed: set[Terminal] = set()
        self._numbers: defaultdict[str, int] = defaultdict(int)

    def supply(self, net: str, volts: float) -> str:
        """Declare a net that supplies parts; return it."""
        self._volts[net] = volts
        return net

    def add(
        self, letter: str, module: str, sheet: str, where: str, **more: Unpack[PartFields]
    ) -> str:
        """Add a part; return its reference.

        Args:
            letter: letter of its reference: U for chips, R for resistors.
            module: key of its module.
            sheet: sheet it is drawn on.
            where: circuit board it is on.
            more: other fields of `CircuitPart`.
        """
        self._numbers[letter] += 1
        ref = f"{letter}{self._numbers[letter]}"
        self._parts[ref] = CircuitPart(ref, module, sheet, where, **more)
        return ref

    def join(self, ref: str, **nets: str) -> None:
        """Join pins of a part to nets, by the pins' names; names need not be identifiers."""
        for pin, net in nets.items():
            self.join_pin(ref, self._parts[ref].data.pin_number(pin), net)

    def join_pin(self, ref: str, number: str, net: str) -> None:
        """Join one pin of a part to a net, by the pin's number."""
        terminal = Terminal(ref, number)
        if terminal not in self._nets[net]:
            self._nets[net].append(terminal)

    def join_role(self, ref: str, role: ReaderRole, net: str) -> None:
        """Join the pin of a reader that has a role to a net; it is needed from then on."""
        number = self._parts[ref].data.roles[role]
        self.join_pin(ref, number, net)
        self._needed.add(Terminal(ref, number))

    def resistor(self, first: str, second: str, ohm: int, sheet: str, where: str) -> str:
        """Add a resistor between two nets."""
        value = f"{ohm} Ω" if ohm < 1000 else f"{ohm / 1000:g} kΩ"
        ref = self.add("R", "resistor", sheet, where, value=value, ohm=float(ohm))
        self.join(ref, **{"1": first, "2": second})
        return ref

    def chip(
        self, module: str, sheet: str, where: str, supply: str, **more: Unpack[PartFields]
    ) -> str:
        """Add a chip with its supply, ground and a capacitor of 100 nF."""
        ref = self.add("U", module, sheet, where, **more)
        self.join(ref, VCC=supply, GND=GROUND)
        capacitor = self.add("C", "capacitor", sheet, where, value="100 nF", what=f"at {ref}")
        self.join(capacitor, **{"1": supply, "2": GROUND})
        return ref

    def finish(self) -> Circuit:
        """Return the circuit, without supplies that feed nothing."""
        nets = {
            net: tuple(there)
            for net, there in self._nets.items()
            if net not in self._volts or len({each.ref for each in there}) > 1
        }
        volts = {net: volts for net, volts in self._volts.items() if net in nets}
        return Circuit(self._name, self._parts, nets, volts, frozenset(self._needed))
