"""The assembly by hand: its drawings, its page, and the pages of the guide."""

import re
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from controller.board.electronics.circuit import HUB, Circuit
from controller.board.electronics.design import circuit_of
from controller.board.electronics.layout import wired_by_hand
from controller.board.electronics.output.assembly import AssemblyStep, assembly
from controller.board.electronics.output.assembly_pages import assembly_html, assembly_text
from controller.board.electronics.output.drawings.joints import joined, spread
from controller.board.electronics.output.drawings.paper import LIT_PAPER
from controller.board.examples import example_names, example_path
from controller.board.file.form import Board, parse_board, read_board
from tests.support.board.svg import SVG, cut_off, texts
from tests.support.checkout import ROOT
from tools.assembly_pages import FOLDER, pages

QUICK = ("desk-usb", "prototype-2x2", "spi-decoder-64")
EXAMPLES = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.long)
    for name in example_names()
]
GUIDE = (ROOT / "docs" / "build-a-board.md").read_text("utf-8")


@cache
def board_of(name: str) -> Board:
    return read_board(example_path(name))


@cache
def circuit(name: str) -> Circuit:
    return circuit_of(board_of(name))


@cache
def steps(name: str) -> tuple[AssemblyStep, ...]:
    layout = wired_by_hand(circuit(name), board_of(name))
    return assembly(circuit(name), layout, board_of(name), "my-board.toml")


def lit(svg: str) -> int:
    """How many squares a drawing sets off."""
    paths = ET.fromstring(svg).findall(f".//{SVG}path[@fill='{LIT_PAPER}']")
    return sum((each.get("d") or "").count("M") for each in paths)


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_step_has_a_drawing_and_no_text_of_it_is_cut_off(name: str) -> None:
    for step in steps(name):
        assert texts(step.drawing), step.title
        assert cut_off(step.drawing) == [], step.title


SERIAL_AND_I2C = """
name = "A serial port, an adapter, I2C"
[squares]
count = 3
columns = 3
[readers]
[[readers.bus]]
transport = "uart"
port = "{port}"
square = 1
[[readers.bus]]
transport = "i2c"
squares = [2]
[[readers.bus]]
transport = "spi"
select = "lines"
pins = ["GPIO5"]
squares = [3]
"""


@pytest.mark.parametrize("port", ["/dev/serial0", "/dev/ttyUSB0"])
def test_each_reader_is_set_to_the_bus_that_it_is_wired_to(port: str) -> None:
    board = parse_board(SERIAL_AND_I2C.format(port=port), "three.toml")
    made = circuit_of(board)
    found = assembly(made, wired_by_hand(made, board), board, "three.toml")
    settings = [
        said.partition("set to ")[2]
        for step in found
        for said in step.work
        if said.startswith("Wire the reader of square ")
    ]
    assert settings == [
        "its serial port (both switches off).",
        "I2C (first switch on, second off).",
        "SPI (first switch off, second on).",
    ]


def test_no_check_expects_what_its_command_cannot_tell() -> None:
    """Lights do not answer, and only the acceptance asks for a button to be pressed."""
    expected = {step.title: (step.check, step.expect) for step in steps("prototype-2x2")}
    assert expected["Computer"][1].endswith("; readers are still reported missing.")
    check, expect = expected["Buttons"]
    assert check == ""
    assert "the acceptance, the next step, has each pressed three times" in expect


def test_one_reader_is_told_as_one() -> None:
    (step,) = (each for each in steps("desk-usb") if each.title.startswith("Readers"))
    assert step.work[0].startswith("Wire the reader of square 1, set to ")
    assert step.expect == "a tag held over square 1 is shown with its square."


def test_the_assembly_tells_which_supply_feeds_the_raspberry_pi() -> None:
    said = {name: " ".join(work for step in steps(name) for work in step.work) for name in QUICK}
    assert "Wire 5 V, pins 2 and 4 of A1, to all fuses" in said["prototype-2x2"]
    assert "keeps its own supply" in said["prototype-2x2"]
    assert "Wire 5 V of P1 to all fuses" in said["spi-decoder-64"]
    assert "P1 feeds A1, too: plug no other supply into it." in said["spi-decoder-64"]
    assert "supply" not in said["desk-usb"]


def test_a_raspberry_pi_is_checked_with_the_rights_and_the_file_of_its_service() -> None:
    checks = {name: [each.check for each in steps(name)] for name in QUICK}
    for name in ("prototype-2x2", "spi-decoder-64"):
        before, after = checks[name][:3], checks[name][3:]
        assert all("my-board.toml" in each for each in before)
        assert all(each.startswith("sudo hareboard ") for each in after if each)
        assert all("/etc/hareboard/board.toml" in each for each in after if each)
    assert all("my-board.toml" in each for each in checks["desk-usb"])


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_step_of_readers_sets_off_their_squares(name: str) -> None:
    readers = circuit(name).of_kind("reader")
    found = {
        step.title.removeprefix("Readers: "): lit(step.drawing)
        for step in steps(name)
        if step.title.startswith("Readers: ")
    }
    assert found == {
        sheet: sum(part.sheet == sheet for part in readers) for sheet in {p.sheet for p in readers}
    }


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_part_is_drawn_once_with_its_pins(name: str) -> None:
    shown = [said for step in steps(name) for said in texts(step.drawing)]
    picos = [part.ref for part in circuit(name).of_kind("co-processor")]
    for part in circuit(name).parts.values():
        if part.data.kind in ("button", "fuse", "light", "reader", "supply"):
            continue
        ref = spread(picos) if part.ref in picos else part.ref
        assert shown.count(f"{ref} {part.named}") == 1, part.ref


def test_a_chip_s_pins_say_what_they_join() -> None:
    (row,) = (each for each in steps("spi-decoder-64") if each.title.endswith("row line 0"))
    shown = texts(row.drawing)
    for pin in ("15 /Y0", "5 /E2", "4 /E1"):
        assert pin in shown
    for joins in ("SS at 1", "SS at 8", "U1 /Y0, U10 /OE3", "R8, MISO at 1 to 8", "5 V from F2"):
        assert joins in shown
    assert "From reader to reader: VCC red, GND black, SCK yellow" in " ".join(shown)


def test_joined_pins_of_equal_co_processors_are_told_for_each() -> None:
    found = circuit("co-processors-64")
    picos = [part.ref for part in found.of_kind("co-processor")]
    clocks = [f"row {at}.GP18" for at in range(1, 9)]
    assert joined(found, clocks, picos) == "SCK of its 8 readers"
    assert joined(found, ["GND"] * 8, picos) == "ground"
    hub = [part for part in found.parts.values() if part.where == HUB]
    assert spread([part.ref for part in hub if part.ref in picos]) == "A1 to A8"


def test_many_joined_parts_are_cut_short() -> None:
    found = circuit("spi-decoder-64")
    selects = [f"spi-1.SS{square}" for square in range(1, 9)]
    assert joined(found, selects, [f"M{at}" for at in range(1, 9)]).endswith("U2 /Y3, …")


def test_few_parts_with_gaps_between_their_numbers_are_listed_one_by_one() -> None:
    (hub,) = (each for each in steps("spi-decoder-64") if each.title == "Computer")
    rows = "R9, R13, R17, R21, R25, R29, R33, R37"
    assert f"C: R4, {rows} — B: R5 — E: ground" in texts(hub.drawing)
    assert spread([f"R{at}" for at in range(1, 21, 2)]) == "10 from R1 to R19"
    assert "Legs of a transistor are named from the left" in assembly_html("A", steps("desk-usb"))


class Tags(HTMLParser):
    """Counts tags, and notes which are not closed in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_page_has_every_step_with_its_drawing(name: str) -> None:
    reader = Tags()
    page = assembly_html("A & B", steps(name))
    reader.feed(page)
    assert reader.open == []
    assert reader.seen.count("section") == reader.seen.count("svg") == len(steps(name))
    assert "<h1>A &amp; B</h1>" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    heads = re.findall(r"<h2>(\d+\.)", page)
    assert heads == re.findall(r"(?m)^(\d+\.) ", assembly_text(steps(name)))


@pytest.mark.parametrize("names", [("prototype-2x2",), pytest.param(None, marks=pytest.mark.long)])
def test_the_pages_of_the_guide_are_what_the_generator_writes(
    names: tuple[str, ...] | None,
) -> None:
    """If not, run `.venv/bin/python -m tools.assembly_pages`."""
    made = pages(names or example_names())
    assert {path: (FOLDER / path).read_text("utf-8") for path in made} == made
    if names is None:
        there = {path for path in FOLDER.rglob("*") if path.is_file()}
        assert there == {FOLDER / path for path in made}


def test_the_guide_links_the_assembly_of_each_example() -> None:
    top = {path.stem for path in FOLDER.glob("*.md")}
    assert {*example_names()} <= top
    assert {name for name in top if f"](assembly/{name}.md)" in GUIDE} == top


def test_the_guide_counts_the_steps_of_each_page() -> None:
    told = re.findall(r"\[(\d+) steps\]\(assembly/([\w-]+)\.md\)", GUIDE)
    pages_there = {path.stem: path.read_text("utf-8") for path in FOLDER.glob("*.md")}
    assert {name: int(count) for count, name in told} == {
        name: text.count("\n## ") for name, text in pages_there.items()
    }


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_guide_counts_the_wires(name: str) -> None:
    wires = wired_by_hand(circuit(name), board_of(name)).wires
    (row,) = re.findall(r"(?m)^\| \*\*work\*\* \|.*$", GUIDE)
    if name != "desk-usb":
        assert re.search(rf"`{name}`[^;(]*\b{len(wires)}\b", row)
