"""Building with circuit boards: cables, lists, figures and the assembly."""

import csv
import io
import re
from collections import defaultdict
from functools import cache

import pytest

from controller.board.circuit_boards.building import BoardBuilding, building_of
from controller.board.circuit_boards.cabling import Cable
from controller.board.circuit_boards.files import designs_of, feed_of
from controller.board.circuit_boards.placement import placed
from controller.board.circuit_boards.split import BoardDesign
from controller.board.electronics.calculation.branches import supply_a
from controller.board.electronics.calculation.figures import calculated
from controller.board.electronics.circuit import Circuit, Terminal
from controller.board.electronics.design import circuit_of
from controller.board.electronics.output.files import electronics_files
from controller.board.examples import example_names, example_path
from controller.board.file.form import Board, parse_board
from hardware.modules.catalogue import modules
from tests.support.board.assembly import checks, is_command
from tests.support.board.rows import SMALL_ROWS
from tests.support.board.svg import cut_off, texts
from tests.support.checkout import ROOT

TEXTS = {name: example_path(name).read_text("utf-8") for name in example_names()}
TEXTS["small"] = SMALL_ROWS
# So little current that the Raspberry Pi passes it on.
TEXTS["frugal"] = SMALL_ROWS.replace("stride = 2", "stride = 2\nmax_fields = 1")
BOARDS = ("small", "frugal", "spi-decoder-64", "pico-64")
TURNED = ("bc547b", "electrolytic")
"""Parts that look the same from both sides, and must not be turned."""
Joint = tuple[str, str, str]
"""A pin: where its part is, the part's reference there, the number of the pin."""


@cache
def board_of(name: str) -> Board:
    return parse_board(TEXTS[name], f"{name}.toml")


@cache
def circuit(name: str) -> Circuit:
    return circuit_of(board_of(name))


@cache
def designs(name: str) -> tuple[BoardDesign, ...]:
    return designs_of(board_of(name))


@cache
def building(name: str) -> BoardBuilding:
    found = building_of(board_of(name))
    assert found is not None
    return found


@cache
def files(name: str) -> dict[str, str]:
    return dict(building(name).files())


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


class Joints:
    """Which pins hang together, by copper, cables and shunts."""

    def __init__(self) -> None:
        self._group: dict[Joint, set[Joint]] = {}

    def join(self, *joints: Joint) -> None:
        whole = set().union(*(self._group.get(each, {each}) for each in joints))
        for each in whole:
            self._group[each] = whole

    def groups(self) -> list[set[Joint]]:
        return list({id(group): group for group in self._group.values()}.values())


def ends(name: str, end: str, pin: str) -> list[Joint]:
    """The pins of one name at the end of a cable."""
    where, _, ref = end.rpartition(": ")
    if where == "Raspberry Pi":
        return []
    for design in designs(name):
        if where in {copy.name for copy in design.copies}:
            kinds = modules()[design.circuit.parts[ref].module].pins
            pins = {number: called for of in kinds.values() for number, called in of.items()}
            return [(where, ref, number) for number, called in pins.items() if called == pin]
    part = circuit(name).parts[ref]
    return [(part.where, ref, part.data.pin_number({"5V": "+5V"}.get(pin, pin)))]


@pytest.mark.parametrize("name", BOARDS)
def test_boards_cables_and_shunts_join_what_the_circuit_does(name: str) -> None:
    joints, whole = Joints(), dict[Joint, Terminal]()
    for design in designs(name):
        for copy in design.copies:
            for there in design.circuit.nets.values():
                joints.join(*((copy.name, each.ref, each.number) for each in there))
            for ref, part in copy.parts.items():
                for net in design.circuit.nets.values():
                    for each in net:
                        if each.ref == ref:
                            whole[copy.name, ref, each.number] = Terminal(part, each.number)
            if copy.row is not None:
                first = 2 * copy.row + 1
                joints.join((copy.name, "JP1", f"{first}"), (copy.name, "JP1", f"{first + 1}"))
    for cable in building(name).cabling.cables:
        for wire in cable.wires:
            joints.join(*ends(name, cable.start, wire.start), *ends(name, cable.end, wire.end))
    found = {
        frozenset(
            whole.get(each, Terminal(each[1], each[2]))
            for each in group
            if each in whole or (each[1] in circuit(name).parts and not each[1].startswith("J"))
        )
        for group in joints.groups()
    }
    wanted = {frozenset(there) for there in circuit(name).nets.values()}
    assert {each for each in found if len(each) > 1} == wanted


@pytest.mark.parametrize("name", BOARDS)
def test_each_cable_is_listed_with_its_gauge_and_length(name: str) -> None:
    cables = building(name).cabling.cables
    listed = rows(files(name)["cables.csv"])
    assert [(row["from"], row["to"]) for row in listed] == [(c.start, c.end) for c in cables]
    assert all(float(row["length m"]) > 0 for row in listed)
    assert all(re.fullmatch(r"[\d.]+ mm² \(AWG \d+\)", row["gauge"]) for row in listed)
    readers = [row["to"] for row in listed if row["cable"] == "reader"]
    assert len(readers) == len(circuit(name).of_kind("reader"))


def cable_to(name: str, square: int) -> Cable:
    cables = building(name).cabling.cables
    (found,) = (each for each in cables if each.end.startswith(f"square {square}: "))
    return found


def test_a_cable_leads_from_its_connector_to_its_square() -> None:
    # Row line 0 lies left of squares 1 to 8; J1 is nearest to square 1, J8 to none of them.
    near, far = (cable_to("spi-decoder-64", at) for at in (1, 8))
    assert near.start == "“spi-1”, row line 0: J1"
    # 55 mm from square to square; J4 is 59 mm right of J1, J8 below it.
    assert far.length_m - near.length_m == pytest.approx(7 * 0.055 - 0.059, abs=0.02)


def test_boards_taller_than_a_row_lie_in_two_columns() -> None:
    even, odd = (cable_to("spi-decoder-64", at) for at in (1, 16))
    assert odd.length_m - even.length_m == pytest.approx(0.099, abs=0.011)


def test_cables_that_all_begin_at_the_board_make_a_row_slower_than_a_chain() -> None:
    name = "spi-decoder-64"
    by_hand, cabled = calculated(board_of(name)), building(name).figures()
    subject = "“spi-1”: SCK rise time"
    (hand,) = (each.figure for each in by_hand if each.subject == subject)
    (fan,) = (each.figure for each in cabled if each.subject == subject)
    assert (hand[:5], fan[:6]) == ("96 ns", "224 ns")
    row = [
        each
        for each in building(name).cabling.of_kind("reader")
        if each.start.startswith("“spi-1”, row line 0")
    ]
    metres = building(name).cabling.layout.length_m("“spi-1”, row line 0.SCK")
    assert metres == pytest.approx(sum(each.length_m for each in row))


@pytest.mark.parametrize("name", BOARDS)
def test_no_figure_of_a_board_with_circuit_boards_is_marginal(name: str) -> None:
    assert [each.sentence for each in building(name).figures() if each.marginal] == []


@pytest.mark.parametrize(
    ("usual", "more", "cable"),
    [("supply_ma = 8000", "supply_ma = 20000", "feed"), ("= 1000 ", "= 3000 ", "lights")],
)
def test_a_wire_too_thick_for_its_screw_terminal_is_marginal(
    usual: str, more: str, cable: str
) -> None:
    text = TEXTS["spi-decoder-64"]
    assert usual in text
    found = building_of(parse_board(text.replace(usual, more), "more.toml"))
    assert found is not None
    marginal = [each.sentence for each in found.figures() if each.marginal]
    assert [said.partition(";")[0] for said in marginal] == [
        f"{cable}: wire in its screw terminal: 2.5 mm²"
    ]


@pytest.mark.parametrize("name", BOARDS)
def test_every_wire_bears_the_fuse_or_the_supply_before_it(name: str) -> None:
    feeding = building(name).feeding
    assert feeding.feed_gauge.most_a >= supply_a(board_of(name))
    assert len(feeding.branches) == len(circuit(name).of_kind("fuse"))
    for each in feeding.branches:
        assert each.gauge.most_a >= each.fuse_a
        assert 0 < each.drop_v <= 0.25


def test_the_list_of_parts_has_boards_connectors_and_no_part_that_does_not_fit() -> None:
    name = "spi-decoder-64"
    listed = rows(files(name)["parts.csv"])
    refs = [ref for row in listed for ref in row["references"].split()]
    assert sorted(refs) == sorted(circuit(name).parts)
    counts = {row["part"]: int(row["quantity"]) for row in listed}
    assert counts["circuit board: row-board"] == 8
    assert counts["circuit board: hub"] == 1
    assert counts["pin header 1 x 7, reader"] == counts["socket 1 x 7 for a cable"] == 64
    assert counts["box header 2 x 10, ribbon of the rows"] == 9
    (ribbon,) = (row for row in listed if "ribbon of 20" in row["part"])
    assert "with 9 sockets" in ribbon["part"]
    soldered = [row for row in listed if set(row["references"].split()) & {"U1", "Q1"}]
    assert len(soldered) == 2
    assert all(row["instead"] == "" for row in soldered)
    alone = [row["part"] for row in listed if not row["instead"] and ";" not in row["sold as"]]
    assert all(re.match("circuit board: |metres of ribbon ", each) for each in alone)
    by_design = defaultdict(list)
    for row in listed:
        by_design[row["part"]].append(row["sold as"])
    assert "Stelvio-Kontek PTF78" in by_design["holder for a fuse 5 x 20 mm"][0]


@pytest.mark.parametrize("name", BOARDS)
def test_each_step_has_a_drawing_and_commands_that_there_are(name: str) -> None:
    found = checks(files(name)["assembly.txt"])
    assert "hareboard board check my-board.toml --circuit-boards --figures" in found
    assert "hareboard board make my-board.toml --out build-files --only circuit-boards" in found
    assert "“Install the software”" in files(name)["assembly.txt"] or name == "pico-64"
    assert all(map(is_command, found))
    for step in building(name).steps():
        assert texts(step.drawing), step.title
        assert cut_off(step.drawing) == [], step.title


@pytest.mark.parametrize("name", BOARDS)
def test_print_and_steps_tell_which_way_round_a_part_is_soldered(name: str) -> None:
    steps = {step.title.split(" (")[0]: step for step in building(name).steps()}
    for design in designs(name):
        board, parts = placed(design, design.kind), design.circuit.parts
        printed = {(each.at[0], each.text) for each in board.names}
        turned = [pad for pad in board.pads if parts[pad.terminal.ref].module in TURNED]
        for pad in turned:
            called = design.circuit.pin_name(pad.terminal)
            assert any(text == called and abs(x - pad.at[0]) < 2.5 for x, text in printed), (
                f"{design.name}: {pad.terminal}"
            )
        step = steps[f"Solder: {design.name}"]
        electrolytic = any(parts[pad.terminal.ref].module == "electrolytic" for pad in turned)
        assert ("+" in texts(step.drawing)) == electrolytic
        assert "Square pads are pin 1: the notch of a chip; +" in " ".join(step.work)


@pytest.mark.parametrize("name", BOARDS)
def test_each_row_has_a_step_with_its_shunt_and_readers(name: str) -> None:
    steps = [step for step in building(name).steps() if step.title.startswith("Row board: ")]
    copies = [copy for _, copy in building(name).cabling.rows]
    assert [step.title for step in steps] == [f"Row board: {copy.name}" for copy in copies]
    for step, copy in zip(steps, copies, strict=True):
        said = " ".join(step.work)
        assert f"shunt of JP1 to ROW{copy.row};" in said
        assert f"ROW{copy.row}" in texts(step.drawing)
        squares = {circuit(name).parts[ref].square for ref in copy.readers.values()}
        assert squares == {int(at) for at in re.findall(r"to square (\d+) ", said)}


def test_a_branch_that_no_fuse_bears_is_told_and_counts_for_the_tracks() -> None:
    bright = TEXTS["pico-64"]
    for old, new in (
        ("budget_ma = 1000", "budget_ma = 9000"),
        ("reserve_ma = 1000", "reserve_ma = 9200"),
        ("supply_ma = 6000", "supply_ma = 20_000"),
    ):
        assert old in bright
        bright = bright.replace(old, new)
    board = parse_board(bright, "bright.toml")
    found = building_of(board)
    assert found is not None
    said = dict(found.files())["assembly.txt"]
    assert "Put a fuse of more than 10 A (divide the branch), time-lag, into F1: lights." in said
    (hub,) = (each for each in designs_of(board) if each.name == "hub")
    assert feed_of(hub, {each.fuse: each for each in found.feeding.branches}) >= 9.0
    assert " 0 A" not in " ".join(electronics_files(board).values())


def test_a_small_board_is_fed_by_its_computer() -> None:
    said = files("frugal")["assembly.txt"]
    assert "The Raspberry Pi keeps its own supply" in said
    assert "Wire J10 to hub: J2" in said
    assert "Lights" not in said
    assert "; readers are still reported missing." in said
    fed_by_hub = files("spi-decoder-64")["assembly.txt"]
    assert "It feeds the Raspberry Pi: plug in no other supply." in fed_by_hub
    assert "Wire J10 to supply: P1" in fed_by_hub


@pytest.mark.parametrize("name", sorted({*example_names()} - {*BOARDS}))
def test_a_board_that_no_circuit_boards_fit_has_no_lists_for_them(name: str) -> None:
    assert building_of(board_of(name)) is None


def test_the_guide_s_figures_of_circuit_boards_are_those_of_the_example() -> None:
    name = "spi-decoder-64"
    guide = (ROOT / "docs" / "build-a-board.md").read_text("utf-8")
    boards = [(len(each.copies), placed(each, each.kind).pads) for each in designs(name)]
    readers = building(name).cabling.of_kind("reader")
    metres = sum(each.length_m for each in readers)
    said = (
        f"{sum(count for count, _ in boards)} boards with "
        f"{sum(count * len(pads) for count, pads in boards)} pins to solder, {len(readers)} cables "
        f"of seven wires, {metres:.0f} m"
    )
    assert said in guide
    assert "in 224 ns instead of 96 ns of at most 250 ns" in guide
    gauges = {each: building(each).feeding for each in ("spi-decoder-64", "pico-64")}
    feeds = [
        f"{each.feed_gauge.mm2:g} mm² for {supply_a(board_of(name)):g} A"
        for name, each in gauges.items()
    ]
    assert ", ".join(feeds) in guide
