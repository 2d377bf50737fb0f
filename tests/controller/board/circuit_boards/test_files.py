"""Circuit boards, from the board file to files that were read back and checked."""

import csv
import io
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from PIL import Image
from shapely import Point

from controller.board.circuit_boards.files import (
    MadeBoard,
    circuit_board_files,
    designs_of,
    make_board,
)
from controller.board.circuit_boards.reading import read_back
from controller.board.circuit_boards.rules import BoardRules, copper_nets, width_for_mm
from controller.board.examples import example_path
from controller.board.file.form import Board, parse_board
from tests.support.board.rows import SMALL_ROWS
from tests.support.needs import missing
from tests.support.tiers import sample

TEXTS = {"small": SMALL_ROWS, "pico-64": example_path("pico-64").read_text("utf-8")}
TEXTS["spi-decoder-64"] = example_path("spi-decoder-64").read_text("utf-8")
BOARDS = [
    ("small", "hub"),
    ("small", "row-board"),
    ("spi-decoder-64", "row-board"),
    ("spi-decoder-64", "hub"),
    ("pico-64", "hub"),
]
FEED_A = 1.0
DPI = 1000
MM = 25.4


def board_of(name: str) -> Board:
    return parse_board(TEXTS[name], f"{name}.toml")


@cache
def made(name: str, which: str) -> MadeBoard:
    (design,) = (each for each in designs_of(board_of(name)) if each.name == which)
    return make_board(design, FEED_A)


@pytest.mark.parametrize(("name", "which"), sample(len(BOARDS), BOARDS))
def test_the_copper_that_was_written_is_the_circuit_and_keeps_the_rules(
    name: str, which: str
) -> None:
    board = made(name, which)
    assert board.errors == ()
    copper = copper_nets(board.placed, read_back(board.files))
    nets = {frozenset(there) for there in board.design.circuit.nets.values()}
    assert nets <= copper
    assert all(len(there) == 1 for there in copper - nets)
    pads = {pad.terminal for pad in board.placed.pads}
    assert {each for there in copper for each in there} == pads


@pytest.mark.parametrize(("name", "which"), BOARDS)
@pytest.mark.long
def test_a_second_reader_of_gerber_sees_the_same_copper_and_holes(
    name: str, which: str, tmp_path: Path
) -> None:
    program = shutil.which("gerbv")
    if program is None:
        missing("gerbv is missing: sudo apt install gerbv")
    board = made(name, which)
    read = read_back(board.files)
    width, height = board.placed.size
    layers = {
        "copper-top.gbr": read.copper[0].whole,
        "copper-bottom.gbr": read.copper[1].whole,
        "mask-top.gbr": read.masks[0].whole,
        "mask-bottom.gbr": read.masks[1].whole,
    }
    for file, whole in layers.items():
        image = rendered(program, tmp_path, board, file)
        assert image.size == pytest.approx(pixel((width, 0), height), abs=2)
        area = image.histogram()[255] * (MM / DPI) ** 2
        assert area == pytest.approx(whole.area, rel=0.01), file
    drilled = rendered(program, tmp_path, board, "holes-plated.drl")
    for pad in board.placed.pads:
        assert drilled.getpixel(pixel(pad.at, height)) == 255
    area = drilled.histogram()[255] * (MM / DPI) ** 2
    holes = [Point(hole.at).buffer(hole.diameter / 2, 32).area for hole in read.plated]
    assert area == pytest.approx(sum(holes), rel=0.02)
    assert width < 100
    assert height < 100


def rendered(program: str, folder: Path, board: MadeBoard, file: str) -> Image.Image:
    """A layer as gerbv draws it, white on black, cut to the outline."""
    (folder / file).write_text(board.files[file], "utf-8")
    width, height = (side / MM for side in board.placed.size)
    size = (f"--window_inch={width:.5f}x{height:.5f}", "--origin=0x0", f"--dpi={DPI}", "--border=0")
    out = folder / "out.png"
    colours = ("--background=#000000", "--foreground=#ffffffff")
    order = [program, "--export=png", f"--output={out}", *size, *colours, str(folder / file)]
    subprocess.run(order, check=True, capture_output=True, timeout=120)
    with Image.open(out) as image:
        return image.convert("L").point(lambda value: 255 if value > 127 else 0)


def pixel(at: tuple[float, float], height: float) -> tuple[int, int]:
    return round(at[0] / MM * DPI), round((height - at[1]) / MM * DPI)


def replaced(file: str, pattern: str, by: str) -> Callable[[dict[str, str]], None]:
    def spoil(files: dict[str, str]) -> None:
        files[file], times = re.subn(pattern, by, files[file], count=1, flags=re.MULTILINE)
        assert times == 1

    return spoil


def cut_smaller(files: dict[str, str]) -> None:
    files["outline.gbr"] = files["outline.gbr"].replace("X99060000", "X98000000")


def swapped(files: dict[str, str]) -> None:
    files["mask-top.gbr"] = files["outline.gbr"]


def printed(files: dict[str, str]) -> None:
    files["legend-top.gbr"] = files["copper-top.gbr"]


SPOILS = {
    "a hole is not drilled": (
        replaced("holes-plated.drl", r"^X0092.71000Y0034.29000\n", ""),
        "no hole is drilled",
    ),
    "a pad's hole is too large": (
        replaced("holes-plated.drl", r"^(T\d+)C0000.80000", r"\1C0001.40000"),
        "too little copper around the hole",
    ),
    "tracks are thinner": (
        replaced("copper-top.gbr", r"^%ADD(\d+)C,0\.3\*%", r"%ADD\1C,0.2*%"),
        "needs 0.25 mm",
    ),
    "tracks are thicker": (
        replaced("copper-top.gbr", r"^%ADD(\d+)C,0\.3\*%", r"%ADD\1C,0.6*%"),
        "mm apart",
    ),
    "feeds are thinner": (
        replaced("copper-bottom.gbr", r"^%ADD(\d+)C,1\.0\*%", r"%ADD\1C,0.28*%"),
        "needs 0.30 mm",
    ),
    "tracks join what lies beside them": (
        replaced("copper-top.gbr", r"^%ADD(\d+)C,0\.3\*%", r"%ADD\1C,1.6*%"),
        "copper joins what the circuit does not",
    ),
    "a fixing hole is larger": (
        replaced("holes-bare.drl", r"C0003.20000", "C0006.90000"),
        "has 6.9 mm",
    ),
    "the board is cut smaller": (
        cut_smaller,
        "from the edge",
    ),
    "the mask has no openings": (swapped, "the mask covers"),
    "the print is on pads": (printed, "print is on a pad"),
}


@pytest.mark.parametrize("spoil", list(SPOILS))
@pytest.mark.long
def test_a_spoiled_file_breaks_a_rule(spoil: str) -> None:
    board = made("small", "row-board")
    files = dict(board.files)
    change, said = SPOILS[spoil]
    change(files)
    errors = BoardRules(board.placed, read_back(files), FEED_A).errors()
    assert any(said in error for error in errors), errors


@pytest.mark.long
def test_a_board_for_a_small_fuse_breaks_rules_with_a_large_one() -> None:
    board = made("small", "row-board")
    errors = BoardRules(board.placed, read_back(board.files), 4.0).errors()
    assert any("needs 2.03 mm" in error for error in errors)
    assert any("too narrow for 4 A" in error for error in errors)


def test_a_feed_is_as_wide_as_ipc_2221_asks() -> None:
    # A usual calculator of track widths gives 0.30 mm and 0.78 mm for 35 µm and 10 K.
    assert width_for_mm(1.0) == pytest.approx(0.30, abs=0.005)
    assert width_for_mm(2.0) == pytest.approx(0.78, abs=0.005)


@pytest.mark.long
def test_a_board_is_made_the_same_each_time_with_lists_that_name_every_part() -> None:
    files = dict(circuit_board_files(board_of("small")))
    again = made("small", "row-board").files
    assert {name: files[f"row-board/{name}"] for name in again} == again
    assert not any("CreationDate" in text for text in files.values())
    assert "row-board: 2 to make" in files["README.txt"]
    assert "hub: 1 to make" in files["README.txt"]
    assert "It is for a Raspberry Pi on a ribbon" in files["README.txt"]
    lists = {"parts.csv", "parts.txt", "cables.csv", "assembly.txt", "assembly.html"}
    assert {*lists, "calculation.txt"} <= set(files)
    for design in designs_of(board_of("small")):
        for name, column in (("parts", "references"), ("places", "reference")):
            rows = csv.DictReader(io.StringIO(files[f"{design.name}/{name}.csv"]))
            refs = [ref for row in rows for ref in row[column].split()]
            assert sorted(refs) == sorted(design.circuit.parts)
    copies = list(csv.DictReader(io.StringIO(files["row-board/copies.csv"])))
    assert [copy["shunt"] for copy in copies] == ["ROW0", "ROW1"]


def test_a_board_without_row_boards_says_so() -> None:
    board = parse_board(example_path("prototype-2x2").read_text("utf-8"), "prototype-2x2.toml")
    ((name, text),) = circuit_board_files(board)
    assert name == "README.txt"
    assert "No circuit board can be made" in text
    assert "electronics/assembly.html" in text
    assert "pico-64 (Pico) have circuit boards" in text


# With the pins of seed 6, ground around a pad once came too near to ground beside it.
@pytest.mark.long
@pytest.mark.parametrize("seed", [6, 9, 10])
def test_the_hub_finds_its_tracks_whatever_pins_are_chosen(seed: int) -> None:
    used = [f"GP{pin}" for pin in (2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 20)]
    free = [f"GP{pin}" for pin in (*range(16), 20, 21, 26, 27, 28)]
    other = dict(zip(used, random.Random(seed).sample(free, len(used)), strict=True))
    text = re.sub(r'"(GP\d+)"', lambda pin: f'"{other.get(pin[1], pin[1])}"', TEXTS["pico-64"])
    (*_, hub) = designs_of(parse_board(text, "pins.toml"))
    assert hub.name == "hub"
    assert make_board(hub, 1.6).errors == ()
