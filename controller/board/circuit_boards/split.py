"""Takes the part of a circuit that is on circuit boards, and adds the boards' connectors.

The circuit stays the one of `board.electronics`: a board has its parts and nets under names of its
own, because the boards of several rows are one design, made several times.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from controller.board.electronics.circuit import GROUND, Circuit, CircuitPart, Terminal
from hardware.modules.catalogue import ReaderRole, modules

ROWS: Final = 8
"""Lines of rows in the ribbon; readers of a row board."""
READER_ROLES: Final[tuple[ReaderRole, ...]] = (
    "SCK",
    "MISO",
    "MOSI",
    "SS",
    "VCC",
    "GND",
    "RSTPDN",
)
"""What a reader's connector carries."""
MAIN_FEED: Final = "5V"


@dataclass(frozen=True, slots=True)
class BoardCopy:
    """One of the boards of a design, as part of the whole circuit.

    Attributes:
        name: what it is in the circuit: “spi-1”, row line 0.
        row: number of its row line, the place of its shunt; None if it has no shunt.
        parts: for each reference on the board, that in the circuit.
        nets: for each net on the board, that in the circuit.
        readers: for each reader's connector, the reference of the reader.
    """

    name: str
    row: int | None
    parts: Mapping[str, str]
    nets: Mapping[str, str]
    readers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BoardDesign:
    """A circuit board to order.

    Attributes:
        name: its name, as part of a file's name.
        kind: which placement it has.
        circuit: its parts and nets, connectors among them, by names of its own.
        copies: the boards of the design in the whole circuit.
        feeds: nets that carry the supply's current; the fuse behind them limits it.
    """

    name: str
    kind: str
    circuit: Circuit
    copies: tuple[BoardCopy, ...]
    feeds: frozenset[str]


def row_boards(circuit: Circuit) -> tuple[BoardDesign, ...]:
    """Return the designs of the boards of rows; equal rows share one.

    Only rows with one decoder and one buffer chip can be circuit boards.
    """
    designs: dict[object, tuple[Circuit, list[BoardCopy]]] = {}
    for where in dict.fromkeys(part.where for part in circuit.of_kind("buffer")):
        row = _Row(circuit, where)
        if row.makeable:
            local, copy = row.drawn()
            key = (local.parts.items(), local.nets.items())
            shape = repr([sorted(map(repr, each)) for each in key])
            designs.setdefault(shape, (local, []))[1].append(copy)
    numbered = len(designs) > 1
    return tuple(
        BoardDesign(
            f"row-board-{at}" if numbered else "row-board",
            "row-board",
            local,
            tuple(copies),
            frozenset({MAIN_FEED, f"{MAIN_FEED}.readers"}),
        )
        for at, (local, copies) in enumerate(designs.values(), start=1)
    )


class _Row:
    """The parts of one row.

    Args:
        circuit: the whole circuit.
        where: the row's board.
    """

    def __init__(self, circuit: Circuit, where: str) -> None:
        self._circuit = circuit
        self._where = where
        there = [part for part in circuit.parts.values() if part.where == where]
        self._readers = [part for part in circuit.of_kind("reader") if part.home == where]
        feeds = {self._net(part.ref, part.data.roles["VCC"]) for part in self._readers}
        self._fuses = [
            part
            for part in circuit.parts.values()
            if part.module == "fuse" and self._net(part.ref, "2") in feeds
        ]
        self._parts = [*there, *self._fuses]
        self._names: dict[str, str] = {GROUND: GROUND}
        self._nets: defaultdict[str, list[Terminal]] = defaultdict(list)
        self._made: dict[str, CircuitPart] = {}

    @property
    def makeable(self) -> bool:
        """True if the row has one decoder, one buffer with a gate, and one fuse."""
        kinds = Counter(part.data.kind for part in self._parts)
        gate = self._gate()
        return (
            kinds["decoder"] == kinds["buffer"] == kinds["fuse"] == 1
            and len(self._readers) <= ROWS
            and gate != ""
            and self._row_number(gate) is not None
        )

    def drawn(self) -> tuple[Circuit, BoardCopy]:
        """Return the board with names of its own, and which copy of it this row is."""
        decoder, buffer = (self._only(kind) for kind in ("decoder", "buffer"))
        logic = self._named(self._pin(decoder, "VCC"), "3V3")
        own = self._named(self._gate(), "OWN")
        row = self._row_number(self._gate()) or 0
        ribbon = {"GND": GROUND, "3V3": logic, **{f"ROW{at}": f"ROW{at}" for at in range(ROWS)}}
        for name, part, pin in (
            ("SCK", buffer, "A1"),
            ("MOSI", buffer, "A2"),
            ("MISO", buffer, "Y3"),
            ("A0", decoder, "A0"),
            ("A1", decoder, "A1"),
            ("A2", decoder, "A2"),
        ):
            net = self._pin(part, pin)
            if net != GROUND:
                ribbon[name] = self._named(net, f"BUS.{name}")
        for line in range(ROWS):
            select = self._circuit.net_of(
                Terminal(decoder.ref, decoder.data.pin_number(f"/Y{line}"))
            )
            if select is not None:
                self._named(select, f"SS{line}")
        refs = self._own_parts()
        if "RESET" in self._names.values():
            ribbon["RESET"] = "RESET"
        jumper = {**{f"ROW{at}": f"ROW{at}" for at in range(ROWS)}, "OWN": own}
        readers = dict(self._reader_connectors())
        self._connector("J9", "row-ribbon", ribbon)
        self._connector("J10", "power-terminal", {"5V": MAIN_FEED, "GND": GROUND})
        self._connector("JP1", "row-jumper", jumper)
        volts = {
            own: self._circuit.volts[net]
            for net, own in self._names.items()
            if net in self._circuit.volts
        }
        local = Circuit(
            "row board",
            self._made,
            {net: tuple(there) for net, there in self._nets.items()},
            volts,
            frozenset(),
        )
        back = {name: net for net, name in self._names.items()}
        return local, BoardCopy(self._where, row, refs, back, readers)

    def _own_parts(self) -> dict[str, str]:
        """Add the row's parts with references of their own; return those of the circuit."""
        refs: dict[str, str] = {}
        numbers: Counter[str] = Counter()
        for part in self._parts:
            letter = part.ref.rstrip("0123456789")
            numbers[letter] += 1
            ref = f"{letter}{numbers[letter]}"
            refs[ref] = part.ref
            self._made[ref] = CircuitPart(
                ref, part.module, "row board", "row board", value=part.value, ohm=part.ohm
            )
            for pins in part.data.pins.values():
                for number in pins:
                    net = self._circuit.net_of(Terminal(part.ref, number))
                    if net is not None:
                        self._join(ref, number, self._named(net, self._own_name(net)))
        return refs

    def _own_name(self, net: str) -> str:
        """Return the name of a net that only this row, its fuse and its reset have."""
        if net == self._net(self._fuses[0].ref, "1"):
            return MAIN_FEED
        if net == self._net(self._fuses[0].ref, "2"):
            return f"{MAIN_FEED}.readers"
        inside = all(
            self._circuit.parts[each.ref] in self._parts
            or self._circuit.parts[each.ref] in self._readers
            for each in self._circuit.nets[net]
        )
        return net.removeprefix(f"{self._where}.") if inside else "RESET"

    def _reader_connectors(self) -> Iterator[tuple[str, str]]:
        """Add a connector for each output of the decoder that selects a reader."""
        for reader in self._readers:
            roles: dict[str, str] = {
                role: self._names[net]
                for role in READER_ROLES
                if role in reader.data.roles
                and (net := self._circuit.net_of(Terminal(reader.ref, reader.data.roles[role])))
            }
            ref = f"J{int(roles['SS'].removeprefix('SS')) + 1}"
            self._connector(ref, "reader-header", roles)
            yield ref, reader.ref

    def _connector(self, ref: str, module: str, nets: Mapping[str, str]) -> None:
        """Add a connector; pins whose name has no net stay free."""
        self._made[ref] = CircuitPart(ref, module, "row board", "row board")
        for number, name in modules()[module].pins["passive"].items():
            if name in nets:
                self._join(ref, number, nets[name])

    def _join(self, ref: str, number: str, net: str) -> None:
        self._nets[net].append(Terminal(ref, number))

    def _named(self, net: str, name: str) -> str:
        """Return the board's name of a net of the circuit; `name` if it has none yet."""
        return self._names.setdefault(net, name)

    def _gate(self) -> str:
        """Return the net that enables decoder and gate; empty if there is none."""
        buffer = self._only("buffer")
        net = self._pin(buffer, "/OE3")
        return net if any(self._enabled(part, net) for part in self._parts) else ""

    def _enabled(self, part: CircuitPart, net: str) -> bool:
        return part.data.kind == "decoder" and self._pin(part, "/E1") == net

    def _row_number(self, gate: str) -> int | None:
        """Return the output of the decoder of rows that drives a net; None if none does."""
        for each in self._circuit.nets[gate]:
            name = self._circuit.pin_name(each)
            if name.startswith("/Y") and self._circuit.parts[each.ref] not in self._parts:
                return int(name.removeprefix("/Y"))
        return None

    def _only(self, kind: str) -> CircuitPart:
        return next(part for part in self._parts if part.data.kind == kind)

    def _pin(self, part: CircuitPart, name: str) -> str:
        return self._net(part.ref, part.data.pin_number(name))

    def _net(self, ref: str, number: str) -> str:
        return self._circuit.net_of(Terminal(ref, number)) or ""
