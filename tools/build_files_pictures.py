"""Takes the guide's pictures of build files, from the files that builders get.

python -m tools.build_files_pictures

The extra `cad` is needed for the runner.
"""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import numpy as np
import pypdfium2
import trimesh
from numpy.typing import NDArray
from PIL import Image

from controller.board.make.cad import solid_files
from controller.board.make.cutting import COLOURS, cutting_files
from controller.board.make.order import Order
from controller.board.make.solids import BASE_MM, SOCKET_DEEP_MM, runner_height
from controller.board.named import read_named
from controller.game.editions.rulesets import DEFAULT_EDITION
from web.artwork.sheets.cards import carrot_cards, hare_cards, lettuce_cards
from web.artwork.sheets.pieces import CutOut, sheets
from web.artwork.sheets.runners import runner_pieces
from web.artwork.surface import surface_files

PICTURES: Final = Path(__file__).parent.parent / "docs" / "pictures"
SHEET: Final = "artwork/surface-painted.pdf"
SCALE: Final = 0.6
"""Dots per point of the surface: 43 dots an inch."""
PIECES_SCALE: Final = 0.8
PALETTE: Final = 128
LINE_MM: Final = 0.5
GAP_MM: Final = 12.0
LEGEND_MM: Final = 7.0
SVG: Final = "http://www.w3.org/2000/svg"
DOTS_PER_MM: Final = 5
SMOOTH: Final = 3
"""Dots that become one, along each side."""
LOOK_DOWN: Final = np.radians(28)
LIGHT: Final = np.array([-0.45, -0.6, 0.66])
WOOD: Final = np.array([214, 178, 128])
PAPER: Final = 255
SPACE_MM: Final = 8.0


def main() -> None:
    """Take them."""
    order = Order(read_named("prototype-2x2"), DEFAULT_EDITION)
    whole = Order(read_named("spi-decoder-64"), DEFAULT_EDITION)
    (pdf,) = (file.data for file in surface_files(whole) if file.path == SHEET)
    _save(pypdfium2.PdfDocument(pdf)[0].render(scale=SCALE).to_pil(), "surface")
    _save(_pieces(order), "sheets")
    _save(_runner(order), "runner")
    (PICTURES / "cutting.svg").write_bytes(_cutting(order))


def _save(image: Image.Image, name: str) -> None:
    image.convert("RGB").quantize(PALETTE).save(PICTURES / f"{name}.png", optimize=True)


# Sheets


def _pieces(order: Order) -> Image.Image:
    """Show the first sheets of runners, cards, carrots and lettuces side by side."""
    kinds: Sequence[Sequence[CutOut]] = (
        runner_pieces(order),
        hare_cards(order),
        carrot_cards(order)[::5],
        lettuce_cards(order),
    )
    pages = [
        pypdfium2.PdfDocument(sheets(pieces, order.paper))[0].render(scale=PIECES_SCALE).to_pil()
        for pieces in kinds
    ]
    image = Image.new("RGB", (sum(page.width for page in pages), pages[0].height))
    left = 0
    for page in pages:
        image.paste(page, (left, 0))
        left += page.width
    return image


# Cutting plans


def _cutting(order: Order) -> bytes:
    """Show the plans of surface and carrier side by side, in thicker lines, with their layers."""
    ET.register_namespace("", SVG)
    plans = [
        ET.fromstring(file.data) for file in cutting_files(order) if file.path.endswith(".svg")
    ]
    _, _, width, height = map(float, plans[0].get("viewBox", "").split())
    full = (2 * width + 3 * GAP_MM, height + 2 * GAP_MM + len(COLOURS) * LEGEND_MM)
    size = {"viewBox": f"0 0 {full[0]:g} {full[1]:g}", "width": f"{2 * full[0]:g}"}
    svg = ET.Element(f"{{{SVG}}}svg", size)
    ET.SubElement(svg, f"{{{SVG}}}rect", {"width": "100%", "height": "100%", "fill": "#fff"})
    for at, plan in enumerate(plans):
        left = GAP_MM + at * (width + GAP_MM)
        plan.attrib |= {"x": f"{left:g}", "y": f"{GAP_MM:g}", "overflow": "visible"}
        plan.attrib |= {"width": f"{width:g}", "height": f"{height:g}"}
        for group in plan:
            group.set("stroke-width", f"{LINE_MM:g}")
        svg.append(plan)
    for at, (layer, (_, colour)) in enumerate(COLOURS.items()):
        y = height + 2 * GAP_MM + at * LEGEND_MM
        line = {"stroke": colour, "stroke-width": "1", "d": f"M{GAP_MM:g} {y:g}h14"}
        ET.SubElement(svg, f"{{{SVG}}}path", line)
        look = {"x": f"{GAP_MM + 18:g}", "y": f"{y + 1.8:g}", "font-size": "5"}
        ET.SubElement(svg, f"{{{SVG}}}text", {**look, "font-family": "sans-serif"}).text = layer
    return ET.tostring(svg)


# Solids


def _runner(order: Order) -> Image.Image:
    """Show base and crown with their recesses, a whole runner and the jig."""
    made = {
        file.path: trimesh.load_mesh(io.BytesIO(file.data), file_type="stl")
        for file in solid_files(order)
        if file.path.endswith(".stl")
    }
    base, crown, jig = (
        made[f"solids/{name}.stl"].triangles for name in ("runner-base", "runner-crown", "coil-jig")
    )
    tall = runner_height(order.board.measures)
    # Turned over by half a turn about the x axis.
    over = np.array([1, -1, -1])
    whole = np.concatenate([base, crown * over + (0, 0, tall)])
    assert tall > BASE_MM + SOCKET_DEEP_MM
    views = [_view(each) for each in (base * over, base, crown * over, whole, jig)]
    space = int(SPACE_MM * DOTS_PER_MM)
    width = sum(view.width for view in views) + (len(views) + 1) * space
    height = max(view.height for view in views) + 2 * space
    image = Image.new("RGB", (width, height), (PAPER,) * 3)
    left = space
    for view in views:
        image.paste(view, (left, height - space - view.height))
        left += view.width + space
    return image


def _view(triangles: NDArray[np.float64]) -> Image.Image:
    """Draw triangles in millimetres as seen from the front and above, nearest dots last."""
    down, up = np.sin(LOOK_DOWN), np.cos(LOOK_DOWN)
    turn = np.array([[1, 0, 0], [0, down, up], [0, -up, down]])
    dots = triangles @ turn.T * DOTS_PER_MM * SMOOTH
    dots[..., :2] -= dots[..., :2].min(axis=(0, 1)) - 1
    width, height = (int(value) + 2 * SMOOTH for value in dots[..., :2].max(axis=(0, 1)))
    near = np.full((height, width), -np.inf)
    shade = np.full((height, width, 3), float(PAPER))
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    for (a, b, c), normal in zip(dots, normals, strict=True):
        _fill(near, shade, (a, b, c), WOOD * (0.5 + 0.5 * max(0.0, float(normal @ LIGHT))))
    image = Image.fromarray(shade[::-1].astype(np.uint8))
    return image.resize((width // SMOOTH, height // SMOOTH), Image.Resampling.BOX)


def _fill(
    near: NDArray[np.float64],
    shade: NDArray[np.float64],
    corners: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]],
    colour: NDArray[np.float64],
) -> None:
    """Fill a triangle where it is nearer than what is there."""
    a, b, c = corners
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    if abs(area) < 1e-9:
        return
    least = np.floor(np.minimum.reduce(corners)).astype(int)
    most = np.ceil(np.maximum.reduce(corners)).astype(int) + 1
    ys, xs = np.mgrid[least[1] : most[1], least[0] : most[0]]
    v = ((xs - a[0]) * (c[1] - a[1]) - (ys - a[1]) * (c[0] - a[0])) / area
    w = ((b[0] - a[0]) * (ys - a[1]) - (b[1] - a[1]) * (xs - a[0])) / area
    depth = a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2])
    window = np.s_[least[1] : most[1], least[0] : most[0]]
    seen = (v >= 0) & (w >= 0) & (v + w <= 1) & (depth > near[window])
    near[window][seen] = depth[seen]
    shade[window][seen] = colour


if __name__ == "__main__":
    main()
