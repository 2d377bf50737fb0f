"""The circuit boards have the parts and nets of the circuit, no more and no less."""

import itertools
from functools import cache

import pytest

from controller.board.circuit_boards.hub import hub_board
from controller.board.circuit_boards.split import READER_ROLES, BoardCopy, BoardDesign, row_boards
from controller.board.electronics.circuit import Circuit, Terminal
from controller.board.electronics.design import circuit_of
from controller.board.examples import example_names, example_path
from controller.board.file.form import parse_board
from tests.support.board.broken import DECODER
from tests.support.board.rows import SMALL_ROWS

TEXTS = {
    "small": SMALL_ROWS,
    **{name: example_path(name).read_text("utf-8") for name in example_names()},
}
WITH_ROWS = ("small", "spi-decoder-64", "pico-64")


@cache
def circuit(name: str) -> Circuit:
    return circuit_of(parse_board(TEXTS[name], f"{name}.toml"))


def pins_of(design: BoardDesign, net: str) -> set[Terminal]:
    """The pins of a net that are of no connector."""
    parts = design.circuit.parts
    return {each for each in design.circuit.nets[net] if parts[each.ref].data.kind != "connector"}


@pytest.mark.parametrize("name", WITH_ROWS)
def test_each_copy_has_the_nets_of_its_row_and_leads_out_what_others_have_too(name: str) -> None:
    whole = circuit(name)
    (design,) = row_boards(whole)
    for copy in design.copies:
        own = set(copy.parts.values())
        readers = set(copy.readers.values())
        for net in design.circuit.nets:
            here = {Terminal(copy.parts[each.ref], each.number) for each in pins_of(design, net)}
            if net not in copy.nets:
                assert not here
                assert net.startswith("ROW")
                continue
            there = set(whole.nets[copy.nets[net]])
            assert here == {each for each in there if each.ref in own}
            elsewhere = {each.ref for each in there} - own - readers
            ways = {
                each.ref for each in design.circuit.nets[net] if each.ref in ("J9", "J10", "JP1")
            }
            assert bool(ways) == bool(elsewhere), net
        terminals = {each for there in whole.nets.values() for each in there if each.ref in own}
        assert terminals == {
            Terminal(copy.parts[each.ref], each.number)
            for net in design.circuit.nets
            for each in pins_of(design, net)
        }


@pytest.mark.parametrize("name", WITH_ROWS)
def test_each_reader_has_a_connector_with_every_wire_it_needs(name: str) -> None:
    whole = circuit(name)
    (design,) = row_boards(whole)
    joined = {reader for copy in design.copies for reader in copy.readers.values()}
    assert joined == {part.ref for part in whole.of_kind("reader")}
    for copy in design.copies:
        for connector, reader in copy.readers.items():
            pins = design.circuit.parts[connector].data.pins["passive"]
            wires = {}
            for number, role in pins.items():
                net = design.circuit.net_of(Terminal(connector, number))
                assert net is not None
                wires[role] = copy.nets[net]
            roles = whole.parts[reader].data.roles
            asked = {role: whole.net_of(Terminal(reader, roles[role])) for role in READER_ROLES}
            assert wires == asked


@pytest.mark.parametrize("name", WITH_ROWS)
def test_the_shunt_joins_the_line_that_selects_the_row(name: str) -> None:
    whole = circuit(name)
    (design,) = row_boards(whole)
    for copy in design.copies:
        there = whole.nets[copy.nets["OWN"]]
        assert f"/Y{copy.row}" in {
            whole.pin_name(each) for each in there if each.ref not in copy.parts.values()
        }
        jumper = design.circuit.parts["JP1"].data.pins["passive"]
        (line,) = (number for number, pin in jumper.items() if pin == f"ROW{copy.row}")
        beside = Terminal("JP1", str(int(line) + 1))
        assert design.circuit.net_of(beside) == "OWN"
        assert design.circuit.net_of(Terminal("JP1", line)) == f"ROW{copy.row}"


@pytest.mark.parametrize("name", WITH_ROWS)
def test_hub_rows_and_what_is_plugged_on_are_together_the_whole_circuit(name: str) -> None:
    whole = circuit(name)
    rows = row_boards(whole)
    hub = hub_board(whole, rows)
    assert hub is not None
    joints = Joints()
    for design in (*rows, hub):
        for copy in design.copies:
            joints.add_board(design, copy)
            joints.plug(design, copy, whole)
    # What is on no circuit board: the lights' chain, by the wires between lights.
    for there in whole.nets.values():
        lights = [each for each in there if whole.parts[each.ref].data.kind == "light"]
        for one, other in itertools.pairwise(lights):
            joints.join(one, other)
    found = {
        frozenset(each for each in group if isinstance(each, Terminal)) for group in joints.groups()
    }
    assert {group for group in found if group} == {
        frozenset(there) for there in whole.nets.values()
    }


class Joints:
    """What is joined: terminals of the circuit, nets of boards, wires of cables."""

    def __init__(self) -> None:
        self._group: dict[object, set[object]] = {}

    def join(self, one: object, other: object) -> None:
        both = self._group.setdefault(one, {one}) | self._group.setdefault(other, {other})
        for each in both:
            self._group[each] = both

    def groups(self) -> set[frozenset[object]]:
        return {frozenset(group) for group in self._group.values()}

    def add_board(self, design: BoardDesign, copy: BoardCopy) -> None:
        for net, there in design.circuit.nets.items():
            for each in there:
                if each.ref in copy.parts:
                    self.join((copy.name, net), Terminal(copy.parts[each.ref], each.number))

    def plug(self, design: BoardDesign, copy: BoardCopy, whole: Circuit) -> None:
        """Plug cables, the supply and the shunt on a board's connectors."""
        buttons = iter(whole.of_kind("button"))
        for ref, part in design.circuit.parts.items():
            wires = {
                pin: (copy.name, own)
                for number, pin in part.data.pins.get("passive", {}).items()
                if (own := design.circuit.net_of(Terminal(ref, number)))
            }
            match part.module:
                case "row-ribbon":
                    for pin, net in wires.items():
                        self.join(net, ("ribbon", pin))
                case "power-terminal":
                    self.join(wires["5V"], Terminal("P1", "+"))
                    self.join(wires["GND"], Terminal("P1", "-"))
                case "row-jumper":
                    self.join(wires[f"ROW{copy.row}"], wires["OWN"])
                case "reader-header":
                    reader = whole.parts[copy.readers[ref]]
                    for role, net in wires.items():
                        number = {**reader.data.roles}[role]  # type: ignore[index]  # a role it is
                        self.join(net, Terminal(reader.ref, number))
                case "lights-terminal":
                    first = whole.of_kind("light")[0]
                    for pin, name in (("5V", "VDD"), ("DATA", "DIN"), ("GND", "GND")):
                        self.join(wires[pin], Terminal(first.ref, first.data.pin_number(name)))
                case "button-header":
                    button = next(buttons)
                    assert part.what == button.what
                    for pin, net in wires.items():
                        self.join(net, Terminal(button.ref, pin))


def test_boards_without_a_buffer_for_each_row_have_no_row_board() -> None:
    for name in set(TEXTS) - set(WITH_ROWS):
        assert row_boards(circuit(name)) == ()
    assert row_boards(circuit_of(parse_board(DECODER, "decoder.toml"))) == ()


def test_rows_of_different_length_are_different_designs() -> None:
    text = SMALL_ROWS.replace("count = 10", "count = 9").replace('"10-6"', '"9-6"')
    designs = row_boards(circuit_of(parse_board(text, "uneven.toml")))
    assert [(each.name, len(each.copies)) for each in designs] == [
        ("row-board-1", 1),
        ("row-board-2", 1),
    ]
