"""The files of a board's electronics, read back by other software and compared with the circuit."""

import csv
import io
import re
from collections import Counter, defaultdict
from functools import cache
from xml.etree import ElementTree as ET

import msgspec
import pytest
import sexpdata

from controller.board.electronics.calculation.branches import feed_gauge, supply_a
from controller.board.electronics.circuit import HUB, Circuit, Terminal
from controller.board.electronics.design import circuit_of
from controller.board.electronics.layout import wired_by_hand
from controller.board.electronics.output.files import electronics_files
from controller.board.electronics.output.netlist import netlist
from controller.board.electronics.output.schematic import SYMBOLS, schematics
from controller.board.electronics.output.wire_list import colour_of
from controller.board.examples import example_names, example_path
from controller.board.file.form import Board, parse_board, read_board
from controller.board.make.cutting import CutCircle, carrier
from controller.board.make.layout import lay_out
from controller.board.make.makers import MAKERS
from controller.board.make.order import Order
from controller.board.plan.bill import bill
from hardware.modules.catalogue import reader_names
from tests.support.board.assembly import checks, is_command

QUICK = ("desk-usb", "prototype-2x2", "spi-decoder-64")
EXAMPLES = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.long)
    for name in example_names()
]
SVG = "{http://www.w3.org/2000/svg}"


@cache
def board_of(name: str) -> Board:
    return read_board(example_path(name))


@cache
def circuit(name: str) -> Circuit:
    return circuit_of(board_of(name))


@cache
def files(name: str) -> dict[str, str]:
    return electronics_files(board_of(name))


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def clauses(parsed: list[object], key: str) -> list[list[object]]:
    """The inner lists of an s-expression that begin with a word."""
    inner = [each for each in parsed if isinstance(each, list)]
    return [each for each in inner if each[0] == sexpdata.Symbol(key)]


def text_of(parsed: list[object], key: str) -> str:
    ((_, value),) = clauses(parsed, key)
    return str(value)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_s_expression_reader_finds_the_circuit_in_the_netlist(name: str) -> None:
    parsed = sexpdata.loads(files(name)["netlist.net"])
    (nets,) = clauses(parsed, "nets")
    found = {
        text_of(net, "name"): tuple(
            Terminal(text_of(node, "ref"), text_of(node, "pin")) for node in clauses(net, "node")
        )
        for net in clauses(nets, "net")
    }
    assert found == dict(circuit(name).nets)
    (components,) = clauses(parsed, "components")
    modules = {
        text_of(part, "ref"): text_of(clauses(part, "libsource")[0], "part")
        for part in clauses(components, "comp")
    }
    assert modules == {part.ref: part.module for part in circuit(name).parts.values()}
    (library,) = clauses(parsed, "libparts")
    pins = {
        (text_of(part, "part"), text_of(pin, "num")): text_of(pin, "type")
        for part in clauses(library, "libpart")
        for pin in clauses(clauses(part, "pins")[0], "pin")
    }
    for net in clauses(nets, "net"):
        for node in clauses(net, "node"):
            key = (modules[text_of(node, "ref")], text_of(node, "pin"))
            assert pins[key] == text_of(node, "pintype")


def test_a_name_with_quotes_and_backslashes_survives() -> None:
    text = netlist(Circuit('a "b" \\ c', {}, {}, {}, frozenset()))
    (design,) = clauses(sexpdata.loads(text), "design")
    assert text_of(design, "source") == 'a "b" \\ c'


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_schematic_shows_each_part_once_and_each_of_its_nets(name: str) -> None:
    shown = [
        [each.text or "" for each in ET.fromstring(svg).iter(f"{SVG}text")]
        for svg in schematics(circuit(name)).values()
    ]
    heads = [word.split()[0] for sheet in shown for word in sheet[1:] if " " in word]
    for ref in circuit(name).parts:
        assert heads.count(ref) == 1, ref
    words = Counter(word for sheet in shown for word in sheet)
    drawn = {
        (each.ref, circuit(name).pin_name(each), net)
        for net, there in circuit(name).nets.items()
        for each in there
    }
    boxed = [pin for ref, pin, _ in drawn if circuit(name).parts[ref].module not in SYMBOLS]
    asked = Counter(net for _, _, net in drawn) + Counter(boxed)
    assert {net: words[net] for net in circuit(name).nets} == {
        net: asked[net] for net in circuit(name).nets
    }


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_list_of_parts_has_each_part_of_the_circuit(name: str) -> None:
    listed = rows(files(name)["parts.csv"])
    refs = [ref for row in listed for ref in row["references"].split()]
    assert sorted(refs) == sorted(circuit(name).parts)
    for row in listed:
        if row["references"]:
            assert int(row["quantity"]) == len(row["references"].split())
            assert row["sold as"]
    for fuse in (part for part in circuit(name).parts.values() if part.module == "fuse"):
        (row,) = [row for row in listed if fuse.ref in row["references"].split()]
        assert row["part"].endswith(" A")
    for row in listed:
        assert f"{row['quantity']:>4}  {row['part']}" in files(name)["parts.txt"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_part_has_an_alternative_or_more_than_one_name(name: str) -> None:
    alone = [
        row["part"]
        for row in rows(files(name)["parts.csv"])
        if not row["instead"] and ";" not in row["sold as"]
    ]
    assert alone == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_soldered_by_hand_gets_stripboards_and_sockets(name: str) -> None:
    chips = [part for part in circuit(name).parts.values() if "DIP" in part.data.footprint]
    counts = {row["part"]: int(row["quantity"]) for row in rows(files(name)["parts.csv"])}
    soldered = {part.where for part in [*chips, *circuit(name).of_kind("passive", "transistor")]}
    assert counts.get("stripboard", 0) == len(soldered)
    sockets = {pins: counts.get(f"socket of {pins} pins for a chip", 0) for pins in (14, 16)}
    assert sockets == {
        pins: sum(f"DIP-{pins}" in part.data.footprint for part in chips) for pins in (14, 16)
    }


def test_wood_and_screws_are_those_of_the_cutting_plans() -> None:
    listed = rows(files("spi-decoder-64")["parts.csv"])
    plates = [row["part"] for row in listed if row["part"].startswith("plate")]
    assert [plate.split(", ")[1] for plate in plates] == ["490 x 490 mm"] * 2
    layout = lay_out(board_of("spi-decoder-64"))
    cuts = Counter(cut.layer for cut in carrier(layout))
    screws = [int(row["quantity"]) for row in listed if row["part"].startswith("screw")]
    assert screws == [cuts["FIXING_HOLES"], cuts["HOLDERS"]] == [8, 128]
    holes = {cut.layer: cut.diameter for cut in carrier(layout) if isinstance(cut, CutCircle)}
    for row, hole in zip(listed[-2:], (holes["FIXING_HOLES"], holes["HOLDERS"]), strict=True):
        thread = float(row["part"].split()[1].removeprefix("M"))
        assert row["sold as"].endswith(f"M{thread:g}")
        assert thread < hole <= 1.3 * thread


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_list_has_the_supply_and_computer_of_the_plan_and_its_cables(name: str) -> None:
    listed = {row["part"]: int(row["quantity"]) for row in rows(files(name)["parts.csv"])}
    planned = [what for _, what in bill(board_of(name))]
    for kind in ("power supply", "Raspberry Pi", "computer"):
        found = [part for part in listed if re.match(f"{kind}(?! Pico)", part)]
        wanted = [what for what in planned if what.startswith(kind)]
        assert len(found) == len(wanted)
        if kind == "power supply":
            assert found == wanted
    picos = len(circuit(name).of_kind("co-processor"))
    assert listed.get("USB cable to a co-processor", 0) == picos
    assert [part for part in listed if part.startswith("USB hub")] == (
        [f"USB hub with {picos} ports"] if picos > 1 else []
    )


def test_co_processors_beside_pins_of_a_raspberry_pi_have_their_cables() -> None:
    text = example_path("co-processors-64").read_text("utf-8")
    before, _, rest = text.partition("[buttons]")
    text = f'{before}[buttons]\nconfirm = "GPIO17"\n\n[web]{rest.partition("[web]")[2]}'
    made = electronics_files(parse_board(text, "b.toml"))["parts.csv"]
    listed = {row["part"]: int(row["quantity"]) for row in rows(made)}
    assert listed["Raspberry Pi"] == 1
    assert listed["USB cable to a co-processor"] == 8
    assert listed["USB hub with 8 ports"] == 1
    assert "computer with USB" not in listed


def test_a_reader_on_a_desk_needs_no_wood() -> None:
    assert "plate" not in files("desk-usb")["parts.txt"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_wires_join_every_place_of_every_net(name: str) -> None:
    board, found = board_of(name), circuit(name)
    layout = wired_by_hand(found, board)
    for net, there in found.nets.items():
        joined = {found.parts[each.ref].where: {found.parts[each.ref].where} for each in there}
        for wire in layout.of_net(net):
            assert wire.length_m > 0
            ends = [joined.setdefault(end, {end}) for end in (wire.from_where, wire.to_where)]
            assert ends[0] is not ends[1], f"{net}: {wire} closes a ring"
            both = ends[0] | ends[1]
            for place in both:
                joined[place] = both
        assert len({frozenset(places) for places in joined.values()}) == 1, net


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_list_of_wires_has_each_wire_with_pins_of_its_net(name: str) -> None:
    found = circuit(name)
    listed = rows(files(name)["wires.csv"])
    assert len(listed) == len(wired_by_hand(found, board_of(name)).wires)
    colours: defaultdict[str, set[str]] = defaultdict(set)
    for row in listed:
        refs = {each.ref for each in found.nets[row["net"]]}
        for end in (row["from"], row["to"]):
            pin = end.rpartition(": ")[2]
            assert pin == "connector" or pin.split()[0] in refs
        colours[row["net"]].add(row["colour"])
    assert colours["GND"] in ({"black"}, set())
    assert all(len(of_net) == 1 for of_net in colours.values())


@pytest.mark.parametrize("module", reader_names())
def test_wires_to_the_pins_of_a_reader_differ_in_colour(module: str) -> None:
    for name, count in (("prototype-2x2", 6), ("spi-decoder-64", 6), ("i2c-multiplexers-64", 4)):
        board = msgspec.structs.replace(board_of(name), module=module)
        made = circuit_of(board)
        nets = {net for net, there in made.nets.items() for each in there if each.ref == "M1"}
        colours = [colour_of(made, net) for net in nets if not net.endswith("RSTPDN")]
        assert sorted(colours) == sorted(set(colours))
        assert len(colours) == count


def test_a_ground_wire_is_as_thick_as_the_branch_beside_it() -> None:
    listed = rows(files("spi-decoder-64")["wires.csv"])
    thick = {
        (row["from"].split(":")[0], row["to"].split(":")[0]): row["mm2"]
        for row in listed
        if row["net"] == "GND"
    }
    assert thick["square 1", "square 2"] == "0.25"
    assert thick["light 1", "light 2"] == "0.75"
    assert thick["hub", "button “confirm”"] == "0.14"


@pytest.mark.parametrize("name", EXAMPLES)
def test_ground_runs_to_the_supply_and_not_through_a_pin_of_the_computer(name: str) -> None:
    supplies = circuit(name).of_kind("supply")
    ends = {
        row["from"]
        for row in rows(files(name)["wires.csv"])
        if row["net"] == "GND" and row["from"].startswith("hub: ")
    }
    if supplies:
        assert ends == {f"hub: {supplies[0].ref} - (GND)"}
    else:
        assert all(end.startswith("hub: A1 ") for end in ends)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_wire_before_the_fuses_bears_all_of_the_supply(name: str) -> None:
    board, supplied = board_of(name), circuit(name).of_kind("supply") != ()
    gauge, amperes = feed_gauge(board), supply_a(board)
    assert gauge.most_a >= amperes
    told = f"{gauge.mm2:g} mm² (AWG {gauge.awg})"
    for file, said in (
        ("assembly.txt", f"by {told}: no fuse is before these two wires"),
        ("assembly.html", f"5 V before the fuses: {told}"),
        ("wiring.md", f"| {amperes:g} A | | {told} |"),
        ("calculation.txt", f"the supply's {amperes:g} A, since no fuse is before it; wire {told}"),
    ):
        assert (said in files(name)[file]) == supplied, file


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_check_of_the_assembly_is_a_command_that_there_is(name: str) -> None:
    found = checks(files(name)["assembly.txt"])
    assert len(found) >= 4
    assert all(map(is_command, found))


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_assembly_has_a_step_for_each_reader_and_an_expectation_for_each_step(
    name: str,
) -> None:
    text = files(name)["assembly.txt"]
    steps = [line for line in text.splitlines() if line[:1].isdigit()]
    by_meter = [step for step in steps if "Buttons" in step]
    assert text.count("   Expect: ") == text.count("   Check: ") + len(by_meter) == len(steps)
    homes = {part.home for part in circuit(name).of_kind("reader")} - {HUB}
    assert text.count("small parts of the drawing, on its stripboard.") == len(homes)
    assert ("“Install the software”" in text) == bool(circuit(name).of_kind("computer"))
    assert ("firmware on each Pico" in text) == bool(circuit(name).of_kind("co-processor"))
    for part in circuit(name).of_kind("reader"):
        assert any(part.sheet in step for step in steps)


def test_the_maker_makes_the_same_files_each_time() -> None:
    (maker,) = [each for each in MAKERS if each.name == "electronics"]
    assert maker.missing == ()
    order = Order(board_of("prototype-2x2"), "parlett-2018")
    first, second = ({made.path: made.data for made in maker.make(order)} for _ in range(2))
    assert first == second
    names = {path.removeprefix("electronics/") for path in first}
    assert {"netlist.net", "parts.csv", "wires.csv", "assembly.txt", "assembly.html"} <= names
    assert sum(name.startswith("schematic-") for name in names) == 5
    assert first["electronics/parts.csv"].decode() == files("prototype-2x2")["parts.csv"]
