"""Cutting plans, read back by a DXF auditor and as plain SVG."""

import io
from itertools import combinations
from math import dist
from xml.etree import ElementTree as ET

import msgspec
import numpy as np
import pytest
import trimesh
from ezdxf import options, units  # type: ignore[attr-defined]
from ezdxf.document import Drawing
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import read
from numpy.typing import NDArray
from trimesh.path.entities import Arc, Line

from controller.board.examples import example_names, example_path
from controller.board.file.form import Board, parse_board, read_board
from controller.board.file.measures import CLEARANCE_MM
from controller.board.make.cutting import Cut, CutCircle, carrier, cutting_files, surface
from controller.board.make.layout import HOLDER_WASHER_MM, Box, Point, lay_out
from controller.board.make.order import Order
from controller.toml import BadFile
from tests.support.checkout import ROOT
from tests.support.tiers import sample

SVG = "{http://www.w3.org/2000/svg}"


def example(name: str) -> Board:
    return read_board(example_path(name))


def files(board: Board) -> dict[str, bytes]:
    return {made.path: made.data for made in cutting_files(Order(board, "parlett-2018"))}


def drawing(data: bytes) -> Drawing:
    return read(io.StringIO(data.decode()))


def polylines(data: bytes) -> list[LWPolyline]:
    return [each for each in drawing(data).modelspace() if isinstance(each, LWPolyline)]


def apart(one: Box, other: Box) -> bool:
    (left, low), _, (right, high), _ = one.corners
    (other_left, other_low), _, (other_right, other_high), _ = other.corners
    return right <= other_left or other_right <= left or high <= other_low or other_high <= low


@pytest.mark.parametrize("name", sample(3, example_names()))
def test_each_plan_is_sound_in_millimetres_and_closed(name: str) -> None:
    for path, data in files(example(name)).items():
        if path.endswith(".dxf"):
            found = drawing(data)
            audit = found.audit()
            assert (audit.errors, audit.fixes, found.units) == ([], [], units.MM)
            assert {each.dxftype() for each in found.modelspace()} <= {"CIRCLE", "LWPOLYLINE"}
            assert all(line.closed for line in polylines(data))


def test_dxf_and_svg_have_every_light_and_coil_at_the_same_place() -> None:
    board = example("spi-decoder-64")
    made = files(board)
    squares = lay_out(board).squares.values()
    circles = drawing(made["cutting/surface.dxf"]).modelspace().query("CIRCLE")
    holes = [each for each in circles if each.dxf.layer == "LIGHT_HOLES"]
    assert [(each.dxf.center.x, each.dxf.center.y) for each in holes] == [
        pytest.approx(hole.centre, abs=0.01) for square in squares for hole in square.holes
    ]
    svg = ET.fromstring(made["cutting/surface.svg"])
    height = float(svg.get("viewBox", "").split()[3])
    drawn = svg.findall(f"{SVG}g[@id='LIGHT_HOLES']/{SVG}circle")
    assert [(float(each.get("cx", "")), height - float(each.get("cy", ""))) for each in drawn] == [
        pytest.approx((each.dxf.center.x, each.dxf.center.y), abs=0.01) for each in holes
    ]
    lines = polylines(made["cutting/carrier.dxf"])
    pockets = [list(each.get_points("xy")) for each in lines if each.dxf.layer == "COIL_POCKETS"]
    assert len(pockets) == 64
    for pocket, square in zip(pockets, squares, strict=True):
        middle = [sum(values) / 4 for values in zip(*pocket, strict=True)]
        assert middle == pytest.approx((square.centre[0], square.centre[1] - 5), abs=0.01)


def test_a_usual_board_leaves_wood_between_readers_and_lights() -> None:
    squares = lay_out(example("spi-decoder-64")).squares.values()
    pockets = [(each.reader_pocket, each.light_pocket) for each in squares]
    for reader, _ in pockets:
        assert reader is not None
        for _, light in pockets:
            assert light is not None
            apart = max(
                abs(light.centre[0] - reader.centre[0]) - (light.width + reader.width) / 2,
                abs(light.centre[1] - reader.centre[1]) - (light.height + reader.height) / 2,
            )
            assert apart >= 1


def boxed(entities: list[Arc | Line], vertices: NDArray[np.float64]) -> list[list[float]]:
    """The bounds of each shape, as trimesh found them, in a fixed order."""
    found = []
    for each in entities:
        points = each.discrete(vertices)  # type: ignore[no-untyped-call]  # trimesh's own
        found.append([*points.min(axis=0), *points.max(axis=0)])
    return sorted(np.round(found, 3).tolist())


@pytest.mark.parametrize("name", ["prototype-2x2", "spi-decoder-64"])
@pytest.mark.parametrize("plan", ["surface", "carrier"])
def test_a_second_reader_of_dxf_finds_every_cut_in_its_layer(name: str, plan: str) -> None:
    board = example(name)
    read = trimesh.load_path(io.BytesIO(files(board)[f"cutting/{plan}.dxf"]), file_type="dxf")
    assert read.units == "millimeters"
    cuts = (surface if plan == "surface" else carrier)(lay_out(board))
    layers = {cut.layer for cut in cuts}
    assert {each.layer for each in read.entities} == layers
    for layer in layers:
        wanted = []
        for cut in cuts:
            if cut.layer == layer:
                (x, y), width, height = extent(cut)
                corners = [x - width / 2, y - height / 2, x + width / 2, y + height / 2]
                wanted.append([round(value, 3) for value in corners])
        found = boxed([each for each in read.entities if each.layer == layer], read.vertices)
        assert np.allclose(found, sorted(wanted), atol=0.01)
        assert all(each.closed for each in read.entities)


def extent(cut: Cut) -> tuple[Point, float, float]:
    """The middle, width and height of a cut."""
    if isinstance(cut, CutCircle):
        return cut.centre, cut.diameter, cut.diameter
    return cut.box.centre, cut.box.width, cut.box.height


def test_a_washer_lies_over_its_reader_and_not_over_its_neighbour_s_screw() -> None:
    layout = lay_out(example("spi-decoder-64"))
    for square in layout.squares.values():
        assert square.reader is not None
        for x, _ in square.holder_holes:
            edge = abs(x - square.reader.centre[0]) - square.reader.width / 2
            assert edge + CLEARANCE_MM < HOLDER_WASHER_MM / 2
    holes = [hole for square in layout.squares.values() for hole in square.holder_holes]
    assert min(dist(*pair) for pair in combinations(holes, 2)) >= HOLDER_WASHER_MM


@pytest.mark.parametrize("width", [40, 43, 46.7, 46.8])
def test_no_cut_of_the_carrier_runs_into_another(width: float) -> None:
    text = example_path("spi-decoder-64").read_text("utf-8")
    cuts = carrier(lay_out(parse_board(f"{text}[measures]\nreader_width_mm = {width}\n", "w.toml")))
    boxes = [Box(*extent(cut)) for cut in cuts if cut.layer != "OUTLINE"]
    assert all(apart(*pair) for pair in combinations(boxes, 2))


def test_the_guide_tells_the_wood_between_the_pockets_of_a_square() -> None:
    square = lay_out(example("spi-decoder-64")).squares[1]
    assert square.light_pocket is not None
    assert square.reader_pocket is not None
    left = square.light_pocket.bottom - square.reader_pocket.bottom - square.reader_pocket.height
    guide = (ROOT / "docs" / "build-a-board.md").read_text("utf-8")
    assert f"At the usual measures {left:.1f} mm of wood is left" in guide


def test_readers_and_lights_have_pockets_of_their_own() -> None:
    layout = lay_out(example("spi-decoder-64"))
    pockets = [
        pocket
        for square in layout.squares.values()
        for pocket in (square.reader_pocket, square.light_pocket)
        if pocket is not None
    ]
    assert len(pockets) == 128
    assert all(apart(one, other) for one, other in combinations(pockets, 2))


def test_the_same_board_makes_the_same_bytes() -> None:
    board = example("prototype-2x2")
    assert files(board) == files(board)
    assert options.write_fixed_meta_data_for_testing is False


def test_a_square_without_reader_or_light_has_no_pocket() -> None:
    board = example("prototype-2x2")
    assert board.lights is not None
    settings = msgspec.structs.replace(
        board, lights=None, settings=board.settings.__class__(places={})
    )
    made = files(settings)
    layers = {layer.dxf.name for layer in drawing(made["cutting/carrier.dxf"]).layers}
    assert layers == {"0", "Defpoints", "OUTLINE", "FIXING_HOLES"}


def test_lights_too_close_for_holes_get_a_slot() -> None:
    text = example_path("prototype-2x2").read_text("utf-8")
    crowded = text.replace("squares = [1, 2, 3, 4]  #", "per_square = 8  #", 1)
    board = parse_board(crowded, "crowded.toml")
    holes = [square.holes for square in lay_out(board).squares.values()]
    assert [len(each) for each in holes] == [1] * 4
    assert all(each[0].length > 40 and len(each[0].lights) == 8 for each in holes)
    lines = polylines(files(board)["cutting/surface.dxf"])
    slots = [each for each in lines if each.dxf.layer == "LIGHT_HOLES"]
    assert [[round(point[0], 6) for point in each.get_points("b")] for each in slots] == [
        [0, 1, 0, 1]
    ] * 4


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("light_up_mm = 10", "a light 10 mm above the centre"),
        ("reader_width_mm = 60", "a reader of 60 mm width"),
        ("reader_width_mm = 47", "beside a reader of 47 mm width, squares of 55 mm"),
        ("pitch_mm = 40", "a reader of 43 mm width"),
        ("tag_mm = 31", "a tag of 31 mm does not fit"),
        ("light_hole_mm = 9", "a hole of 9 mm, 22 mm above the centre"),
        ("gap_mm = 40", "it leaves printed squares of 15 mm"),
        ("pitch_mm = 'wide'", "pitch_mm: “wide” is not a number from"),
    ],
)
def test_measures_that_overlap_are_mistakes(keys: str, said: str) -> None:
    text = example_path("prototype-2x2").read_text("utf-8") + f"\n[measures]\n{keys}\n"
    with pytest.raises(BadFile, match=said):
        parse_board(text, "tight.toml")
