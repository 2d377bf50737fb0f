"""Solids of runners and the jig: their measures, and their files read back by other software."""

import io
import json
import math
import re
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import msgspec
import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray

from controller.board.examples import example_names, example_path
from controller.board.file.form import Board, parse_board, read_board
from controller.board.file.measures import Measures
from controller.board.make.layout import lay_out
from controller.board.make.order import Order
from controller.board.make.solids import (
    BASE_MM,
    SOCKET_DEEP_MM,
    TAG_DEEP_MM,
    Cuboid,
    Cylinder,
    Solid,
    coil_jig,
    runner_base,
    runner_crown,
    runner_height,
    solids,
)
from tests.support.board.step import StepSolid
from tests.support.needs import missing
from tests.support.tiers import sample

GMSH = """
import json, sys
import gmsh
gmsh.initialize(interruptible=False)
gmsh.option.setNumber("General.Terminal", 0)
solids = gmsh.model.occ.importShapes(sys.argv[1])
gmsh.model.occ.synchronize()
exact = sum(gmsh.model.occ.getMass(*each) for each in solids if each[0] == 3)
gmsh.option.setNumber("Mesh.MeshSizeFromCurvature", 48)
gmsh.model.mesh.generate(3)
tetrahedra, _ = gmsh.model.mesh.getElementsByType(4)
meshed = sum(gmsh.model.mesh.getElementQualities(tetrahedra, "volume"))
print(json.dumps([len(solids), exact, meshed]))
"""
NAMES = ("runner-base", "runner-crown", "coil-jig")
BOARDS = sorted(example_names(), key=lambda name: name != "prototype-2x2")
SolidFiles = tuple[Board, dict[str, bytes]]


def small() -> Board:
    return read_board(example_path("prototype-2x2"))


# ruff: noqa: PLC0415 - OpenCASCADE is in an extra

# Design


@pytest.mark.parametrize("reach", [40, 70, 120])
@pytest.mark.parametrize("surface", [0.5, 3, 20])
def test_a_reader_does_not_see_the_tag_at_the_other_end(reach: float, surface: float) -> None:
    of = Measures(reach_mm=reach, surface_mm=surface)
    assert surface + runner_height(of) - TAG_DEEP_MM > reach


def test_crown_and_base_together_are_as_tall_as_a_runner() -> None:
    of = Measures()
    _, stem = runner_crown(of).bodies
    assert stem.height - SOCKET_DEEP_MM + BASE_MM == pytest.approx(runner_height(of))


def test_a_tag_fits_its_recess_and_the_stem_its_socket_with_a_floor_between() -> None:
    of = Measures()
    recess, socket = runner_base(of).cuts
    _, stem = runner_crown(of).bodies
    assert isinstance(recess, Cylinder)
    assert isinstance(socket, Cylinder)
    assert isinstance(stem, Cylinder)
    assert of.tag_mm < recess.diameter < of.base_mm - 2
    assert 0 < socket.diameter - stem.diameter <= 0.5
    assert socket.z - (recess.z + recess.height) >= 1


@pytest.mark.parametrize("name", example_names())
def test_the_jig_has_reader_light_and_screws_where_the_carrier_has_them(name: str) -> None:
    layout = lay_out(read_board(example_path(name)))
    jig = coil_jig(layout)
    assert jig is not None
    square = max(layout.squares.values(), key=lambda each: len(each.holes))
    x, y = square.centre
    pocket = square.reader_pocket
    assert pocket is not None
    window, *others = jig.cuts
    assert isinstance(window, Cuboid)
    assert (window.x, window.y) == pytest.approx((pocket.left - x, pocket.bottom - y))
    assert (window.width, window.depth) == (pocket.width, pocket.height)
    centres = [(each.x, each.y) for each in others if isinstance(each, Cylinder)]
    wanted = [*square.holder_holes, *(hole.centre for hole in square.holes)]
    assert centres == [pytest.approx((across - x, up - y)) for across, up in wanted]


def test_a_jig_is_wider_than_its_square_where_a_hole_would_break_its_edge() -> None:
    board = msgspec.structs.replace(small(), measures=Measures(reader_width_mm=53))
    jig = coil_jig(lay_out(board))
    assert jig is not None
    (plate,) = jig.bodies
    assert isinstance(plate, Cuboid)
    for cut in jig.cuts:
        half = cut.diameter / 2 if isinstance(cut, Cylinder) else 0
        assert plate.x + 2 < cut.x - half
        assert cut.x + half < plate.x + plate.width - 2


def test_a_slot_over_many_lights_is_cut_as_one() -> None:
    text = example_path("prototype-2x2").read_text("utf-8")
    text = re.sub(r"(?m)^squares = \[1, 2, 3, 4\].*$", "per_square = 12", text)
    jig = coil_jig(lay_out(parse_board(text, "many.toml")))
    assert jig is not None
    assert [type(cut) for cut in jig.cuts[3:]] == [Cylinder, Cylinder, Cuboid]


def test_a_board_without_readers_needs_no_jig() -> None:
    layout = lay_out(small())
    squares = {number: replace(square, reader=None) for number, square in layout.squares.items()}
    assert coil_jig(replace(layout, squares=squares)) is None


# Files


@pytest.fixture(scope="module", params=sample(9, BOARDS))
def made(request: pytest.FixtureRequest) -> SolidFiles:
    """A board and the files of its solids."""
    if find_spec("OCP") is None:
        missing("solids: .venv/bin/pip install -e '.[cad]' (66 MB)")
    board = read_board(example_path(request.param))
    return board, files(board)


def files(board: Board) -> dict[str, bytes]:
    from controller.board.make.cad import solid_files

    return {each.path: each.data for each in solid_files(Order(board, "parlett-2018"))}


def design(board: Board, name: str) -> Solid:
    return next(each for each in solids(Order(board, "parlett-2018")) if each.name == name)


def holes_through(solid: Solid) -> int:
    """How many holes go through: none through a runner, all of the jig's."""
    return len(solid.cuts) if solid.name == "coil-jig" else 0


def volume(solid: Solid) -> float:
    """What a solid should contain in mm³; no cuts overlap, and bodies only as stem and disc do."""
    if solid.name == "runner-crown":
        disc, stem = solid.bodies
        whole = content(disc, disc.height) + content(stem, stem.height - disc.height)
    else:
        (body,) = solid.bodies
        whole = content(body, body.height)
    top = max(each.z + each.height for each in solid.bodies)
    for cut in solid.cuts:
        whole -= content(cut, min(top, cut.z + cut.height) - max(0, cut.z))
    return whole


def content(part: Cylinder | Cuboid, height: float) -> float:
    area = part.width * part.depth if isinstance(part, Cuboid) else math.pi * part.diameter**2 / 4
    return area * height


def mesh(data: bytes) -> trimesh.Trimesh:
    loaded = trimesh.load_mesh(io.BytesIO(data), file_type="stl")
    assert isinstance(loaded, trimesh.Trimesh)
    return loaded


def piercings(
    corners: NDArray[np.float64], faces: NDArray[np.int64], edges: NDArray[np.int64]
) -> int:
    """Count the edges that go through a triangle with which they share no corner.

    Source: Möller and Trumbore, Fast, minimum storage ray-triangle intersection, 1997.
    """
    found = 0
    a, b, c = (corners[faces[:, at]] for at in range(3))
    one, other = b - a, c - a
    for start, end in edges:
        way = corners[end] - corners[start]
        across = np.cross(way, other)
        size = np.einsum("ij,ij->i", one, across)
        with np.errstate(divide="ignore", invalid="ignore"):
            off = corners[start] - a
            u = np.einsum("ij,ij->i", off, across) / size
            turned = np.cross(off, one)
            v = turned @ way / size
            t = np.einsum("ij,ij->i", other, turned) / size
            hit = (np.abs(size) > 1e-9) & (u > 1e-6) & (v > 1e-6) & (u + v < 1 - 1e-6)
        hit &= (t > 1e-6) & (t < 1 - 1e-6)
        hit &= ~np.isin(faces, (start, end)).any(axis=1)
        found += int(hit.sum())
    return found


@pytest.mark.parametrize("name", sample(3, NAMES))
def test_an_stl_is_closed_and_has_its_volume(made: SolidFiles, name: str) -> None:
    board, data = made
    solid, read = design(board, name), mesh(data[f"solids/{name}.stl"])
    assert read.is_watertight
    assert read.is_winding_consistent
    assert read.euler_number == 2 - 2 * holes_through(solid)
    assert read.volume == pytest.approx(volume(solid), rel=0.005)


@pytest.mark.parametrize("name", sample(3, NAMES))
def test_an_stl_does_not_go_through_itself(made: SolidFiles, name: str) -> None:
    read = mesh(made[1][f"solids/{name}.stl"])
    assert piercings(read.vertices, read.faces, read.edges_unique) == 0


def test_a_mesh_that_goes_through_itself_would_be_found() -> None:
    box = trimesh.creation.box((2, 2, 2))
    moved = trimesh.creation.box((2, 2, 2))
    moved.apply_translation((1, 0.3, 0.4))
    both = trimesh.util.concatenate([box, moved])
    assert isinstance(both, trimesh.Trimesh)
    assert piercings(both.vertices, both.faces, both.edges_unique) > 0
    assert piercings(box.vertices, box.faces, box.edges_unique) == 0


@pytest.mark.parametrize("name", sample(3, NAMES))
def test_a_step_read_without_its_library_is_closed_and_has_its_volume(
    made: SolidFiles, name: str
) -> None:
    board, data = made
    read = StepSolid(data[f"solids/{name}.step"].decode("ascii"))
    assert read.open_edges() == []
    assert read.broken_bounds() == []
    assert read.stray_points() == []
    assert read.volume == pytest.approx(volume(design(board, name)), rel=1e-9)


def test_a_step_with_a_hole_an_edge_or_a_radius_astray_would_be_found(made: SolidFiles) -> None:
    text = re.sub(r"\s", "", made[1]["solids/runner-base.step"].decode("ascii"))
    face = re.search(r"CLOSED_SHELL\('',\((#\d+),", text)
    assert face is not None
    assert StepSolid(text.replace(f"('',({face[1]},", "('',(")).open_edges()
    turned = re.sub(r"(ORIENTED_EDGE\('',\*,\*,#\d+,)\.T\.", r"\1.F.", text, count=1)
    assert StepSolid(turned).open_edges()
    wider = re.sub(r"(CYLINDRICAL_SURFACE\('',#\d+),16\.", r"\1,16.5", text)
    assert StepSolid(wider).stray_points()


@pytest.mark.parametrize("name", sample(3, NAMES))
def test_gmsh_reads_a_step_and_fills_it_with_tetrahedra(
    made: SolidFiles, name: str, tmp_path: Path
) -> None:
    if find_spec("gmsh") is None:
        missing("solids read by gmsh: .venv/bin/pip install -e '.[cad-check]' (40 MB)")
    board, data = made
    path = tmp_path / "solid.step"
    path.write_bytes(data[f"solids/{name}.step"])
    # In a process of its own: its OpenCASCADE is another release than ours.
    ran = subprocess.run(
        [sys.executable, "-c", GMSH, str(path)], capture_output=True, check=True, timeout=120
    )
    solids_read, exact, meshed = json.loads(ran.stdout)
    assert solids_read == 1
    assert exact == pytest.approx(volume(design(board, name)), rel=1e-6)
    assert meshed == pytest.approx(exact, rel=0.01)


@pytest.mark.parametrize("name", sample(3, NAMES))
def test_a_step_read_again_is_sound_and_has_its_volume(
    made: SolidFiles, name: str, tmp_path: Path
) -> None:
    from OCP.BOPAlgo import BOPAlgo_ArgumentAnalyzer
    from OCP.BRepCheck import BRepCheck_Analyzer
    from OCP.BRepGProp import BRepGProp
    from OCP.GProp import GProp_GProps
    from OCP.STEPControl import STEPControl_Reader

    path = tmp_path / "solid.step"
    board, data = made
    path.write_bytes(data[f"solids/{name}.step"])
    reader = STEPControl_Reader()
    reader.ReadFile(str(path))
    reader.TransferRoots()
    shape = reader.OneShape()
    assert BRepCheck_Analyzer(shape).IsValid()
    analyzer = BOPAlgo_ArgumentAnalyzer()
    analyzer.SetShape1(shape)
    analyzer.SelfInterMode = True
    analyzer.Perform()
    assert not analyzer.HasFaulty()
    properties = GProp_GProps()
    BRepGProp.VolumeProperties_s(shape, properties)
    assert properties.Mass() == pytest.approx(volume(design(board, name)), rel=1e-6)


def test_the_same_order_makes_the_same_solids(made: SolidFiles) -> None:
    board, data = made
    assert files(board) == data
    assert all(b"1970-01-01T00:00:00" in each for path, each in data.items() if "step" in path)
