"""Takes the hub's part of a circuit: computer's socket, decoder of rows, level shifter, buttons.

Its connectors are the ribbon of the rows, the feed, the lights and a header for each button. The
fuses of rows are on the rows' boards.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Final

from controller.board.circuit_boards.split import BoardCopy, BoardDesign
from controller.board.electronics.circuit import GROUND, HUB, Circuit, CircuitPart, Terminal
from hardware.modules.catalogue import modules

SOCKETS: Final[Mapping[str, str]] = {
    "raspberry-pi": "raspberry-pi-header",
    "raspberry-pi-pico": "raspberry-pi-pico-sockets",
}
"""What a computer is plugged on."""
PLACEMENTS: Final[Mapping[str, str]] = {
    "raspberry-pi": "hub",
    "raspberry-pi-pico": "hub-pico",
}
MAIN_FEED: Final = "5V"
MOST_BUTTONS: Final = 4
FIRST_BUTTON: Final = 4
"""Connectors before those of the buttons: ribbon, feed, lights."""


def hub_board(circuit: Circuit, rows: tuple[BoardDesign, ...]) -> BoardDesign | None:
    """Return the design of the hub; None if it has more than one computer or bus of rows.

    Args:
        circuit: the whole circuit.
        rows: the boards of its rows.
    """
    computers = circuit.of_kind("adapter", "computer", "co-processor")
    if len(computers) != 1 or not rows or computers[0].module not in SOCKETS:
        return None
    hub = _Hub(circuit, rows)
    return hub.drawn(PLACEMENTS[computers[0].module]) if hub.whole else None


class _Hub:
    """The hub of a circuit with one computer.

    Args:
        circuit: the whole circuit.
        rows: the boards of its rows.
    """

    def __init__(self, circuit: Circuit, rows: tuple[BoardDesign, ...]) -> None:
        self._circuit = circuit
        self._copies = [copy for design in rows for copy in design.copies]
        self._ribbon_pins = rows[0].circuit
        on_rows = {part for copy in self._copies for part in copy.parts.values()}
        self._parts = [
            part
            for part in circuit.parts.values()
            if part.where == HUB and part.data.kind != "supply" and part.ref not in on_rows
        ]
        self._made: dict[str, CircuitPart] = {}
        self._nets: defaultdict[str, list[Terminal]] = defaultdict(list)
        self._refs: dict[str, str] = {}
        self._add_parts()
        self._connector("J1", "row-ribbon", self._ribbon())
        self._connector("J2", "power-terminal", {"5V": MAIN_FEED, "GND": GROUND})
        self._add_lights()
        self._add_buttons()

    @property
    def whole(self) -> bool:
        """True if every net that others have too leaves the hub, and there is room for all."""
        own = {part.ref for part in self._parts}
        leaving = {
            net
            for net, there in self._nets.items()
            if any(self._made[each.ref].ref.startswith("J") for each in there)
        }
        return len(self._circuit.of_kind("button")) <= MOST_BUTTONS and all(
            net in leaving or all(each.ref in own for each in self._circuit.nets[net])
            for net in self._nets
        )

    def drawn(self, kind: str) -> BoardDesign:
        """Return the design; its nets have the names that they have in the circuit."""
        volts = {net: volts for net, volts in self._circuit.volts.items() if net in self._nets}
        nets = {net: tuple(there) for net, there in self._nets.items()}
        local = Circuit("hub", self._made, nets, volts, frozenset())
        copy = BoardCopy(HUB, None, self._refs, {net: net for net in nets}, {})
        feeds = frozenset(net for net, high in volts.items() if high == 5.0)
        return BoardDesign("hub", kind, local, (copy,), feeds)

    def _add_parts(self) -> None:
        """Add the hub's parts, numbered without those of rows, with a socket for the computer."""
        numbers: Counter[str] = Counter()
        for part in self._parts:
            letter = part.ref.rstrip("0123456789")
            numbers[letter] += 1
            ref = f"{letter}{numbers[letter]}"
            self._refs[ref] = part.ref
            module = SOCKETS.get(part.module, part.module)
            fused = part.what if part.module == "fuse" else ""
            self._made[ref] = CircuitPart(
                ref, module, "hub", "hub", value=part.value or fused, ohm=part.ohm
            )
            for net, there in self._circuit.nets.items():
                for each in there:
                    if each.ref == part.ref:
                        self._nets[net].append(Terminal(ref, each.number))

    def _ribbon(self) -> dict[str, str]:
        """Return the net of each name in the ribbon, as the rows have it."""
        found = {f"ROW{copy.row}": copy.nets["OWN"] for copy in self._copies}
        pins = modules()["row-ribbon"].pins["passive"]
        for number, name in pins.items():
            local = self._ribbon_pins.net_of(Terminal("J9", number))
            if local is not None and local in self._copies[0].nets:
                found[name] = self._copies[0].nets[local]
        return found

    def _add_lights(self) -> None:
        lights = self._circuit.of_kind("light")
        if lights:
            first = lights[0]
            nets = {
                "5V": self._net(first, "VDD"),
                "DATA": self._net(first, "DIN"),
                "GND": self._net(first, "GND"),
            }
            self._connector("J3", "lights-terminal", nets)

    def _add_buttons(self) -> None:
        for at, button in enumerate(self._circuit.of_kind("button"), start=FIRST_BUTTON):
            nets = {number: self._net(button, number) for number in ("1", "2")}
            self._connector(f"J{at}", "button-header", nets, what=button.what)

    def _connector(self, ref: str, module: str, nets: Mapping[str, str], *, what: str = "") -> None:
        """Add a connector; pins whose name has no net stay free."""
        self._made[ref] = CircuitPart(ref, module, "hub", "hub", what=what)
        for number, name in modules()[module].pins["passive"].items():
            if name in nets:
                self._nets[nets[name]].append(Terminal(ref, number))

    def _net(self, part: CircuitPart, pin: str) -> str:
        return self._circuit.net_of(Terminal(part.ref, part.data.pin_number(pin))) or ""
