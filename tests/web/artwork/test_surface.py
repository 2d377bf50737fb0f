"""The printed surface, read back from its PDF by another library and measured."""

import ctypes
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import read

from controller.board.examples import example_names, example_path
from controller.board.file.form import Board, read_board
from controller.board.make.cutting import cutting_files
from controller.board.make.layout import lay_out
from controller.board.make.order import PAPERS, Order, Paper
from controller.game.editions.files import FOLDER_VARIABLE, SHIPPED
from controller.game.editions.rulesets import edition_ids
from tests.support.tiers import sample
from web.artwork.drawings import bounds, ink, letters, symbol
from web.artwork.surface import (
    EDGE_MM,
    SYMBOLS,
    surface_files,
    surface_shapes,
    surface_texts,
)

MM = 25.4 / 72
HOLE_MM = 6
CUT = (217, 0, 89)
SMALL_FIRST = sorted(example_names(), key=lambda name: name != "prototype-2x2")
LIT = [name for name in SMALL_FIRST if read_board(example_path(name)).lights is not None]


def example(name: str) -> Board:
    return read_board(example_path(name))


def artwork(order: Order) -> dict[str, bytes]:
    return {made.path: made.data for made in surface_files(order)}


def boxes(
    page: pdfium.PdfPage, stroke: tuple[int, int, int] = CUT
) -> list[tuple[float, float, float, float]]:
    """Left, bottom, right and top in millimetres of each path drawn in a colour."""
    found = []
    for each in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH]):
        colour = [ctypes.c_uint() for _ in range(4)]
        raw.FPDFPageObj_GetStrokeColor(each.raw, *colour)
        if tuple(part.value for part in colour[:3]) == stroke:
            points = list(outline(each))
            left, low = map(min, zip(*points, strict=True))
            right, high = map(max, zip(*points, strict=True))
            found.append((left, low, right, high))
    return found


def outline(path: pdfium.PdfObject) -> Iterator[tuple[float, float]]:
    """Points and handles of a path in millimetres, without the width of its line."""
    matrix = path.get_matrix()
    for at in range(raw.FPDFPath_CountSegments(path.raw)):
        x, y = ctypes.c_float(), ctypes.c_float()
        raw.FPDFPathSegment_GetPoint(raw.FPDFPath_GetPathSegment(path.raw, at), x, y)
        across, up = matrix.on_point(x.value, y.value)
        yield across * MM, up * MM


def centres(
    page: pdfium.PdfPage, size: float, stroke: tuple[int, int, int] = CUT
) -> list[tuple[float, float]]:
    """Centres of the paths of this size and colour."""
    return [
        ((left + right) / 2 - EDGE_MM, (low + high) / 2 - EDGE_MM)
        for left, low, right, high in boxes(page, stroke)
        if abs(right - left - size) < 0.01 and abs(high - low - size) < 0.01
    ]


@pytest.mark.parametrize("name", sample(9, LIT))
def test_each_light_of_the_pdf_lies_where_the_dxf_drills_it(name: str) -> None:
    order = Order(example(name), "parlett-2018")
    page = pdfium.PdfDocument(artwork(order)["artwork/surface-painted.pdf"])[0]
    dxf = next(each for each in cutting_files(order) if each.path == "cutting/surface.dxf").data
    circles = read(io.StringIO(dxf.decode())).modelspace().query("CIRCLE[layer=='LIGHT_HOLES']")
    drilled = [(each.dxf.center.x, each.dxf.center.y) for each in circles]
    squares = lay_out(order.board).squares.values()
    assert len(drilled) == sum(len(square.holes) for square in squares)
    assert centres(page, HOLE_MM) == [pytest.approx(centre, abs=0.01) for centre in drilled]


@pytest.mark.parametrize("name", sample(9, SMALL_FIRST))
def test_each_square_is_printed_where_the_dxf_engraves_it(name: str) -> None:
    order = Order(example(name), "parlett-2018")
    page = pdfium.PdfDocument(artwork(order)["artwork/surface-bare.pdf"])[0]
    dxf = next(each for each in cutting_files(order) if each.path == "cutting/surface.dxf").data
    lines = read(io.StringIO(dxf.decode())).modelspace().query("LWPOLYLINE[layer=='ENGRAVING']")
    corners = [list(each.get_points("xy")) for each in lines if isinstance(each, LWPolyline)]
    engraved = [tuple(sum(at) / 4 for at in zip(*each, strict=True)) for each in corners]
    edge = ink("var(--wood-edge)")
    assert edge is not None
    colour = (round(edge.red * 255), round(edge.green * 255), round(edge.blue * 255))
    assert len(engraved) == len(order.board.squares)
    assert centres(page, 52, colour) == [pytest.approx(each, abs=0.01) for each in engraved]


def test_the_sheet_is_the_wood_at_its_size_with_an_edge() -> None:
    order = Order(example("prototype-2x2"), "parlett-2018")
    layout = lay_out(order.board)
    page = pdfium.PdfDocument(artwork(order)["artwork/surface-bare.pdf"])[0]
    size = [value * MM for value in page.get_size()]
    assert size == pytest.approx([layout.width + 2 * EDGE_MM, layout.height + 2 * EDGE_MM])
    left, low, right, high = max(boxes(page), key=lambda box: box[2] - box[0])
    wood = (right - left, high - low)
    assert wood == pytest.approx((layout.width, layout.height), abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_number_of_a_tile_keeps_off_the_cut_marks(paper: Paper) -> None:
    order = Order(example("prototype-2x2"), "parlett-2018", paper=paper)
    for page in pdfium.PdfDocument(artwork(order)[f"artwork/surface-bare-{paper}.pdf"]):
        texts = list(page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]))
        assert len(texts) == 2  # of the ruler, and of the tile
        mark = page.get_width() * MM - EDGE_MM
        assert max(text.get_bounds()[2] for text in texts) * MM < mark - 1


@pytest.mark.parametrize("paper", PAPERS)
def test_tiles_show_the_whole_board_and_a_ruler_of_100_mm(paper: Paper) -> None:
    order = Order(example("prototype-2x2"), "parlett-2018", paper=paper)
    tiles = pdfium.PdfDocument(artwork(order)[f"artwork/surface-bare-{paper}.pdf"])
    for page in tiles:
        lines = [
            (right - left) * MM
            for each in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH])
            for left, low, right, high in [each.get_bounds()]
            if high < 10 / MM and high - low < 1
        ]
        assert max(lines) == pytest.approx(100, abs=0.3)
        picture = page.render(scale=1).to_pil()
        assert picture.getextrema() != ((255, 255),) * 3


def test_the_same_order_makes_the_same_bytes() -> None:
    order = Order(example("prototype-2x2"), "parlett-2018", "de")
    assert artwork(order) == artwork(order)


def test_a_painted_surface_has_ground_and_a_bare_one_has_not() -> None:
    order = Order(example("prototype-2x2"), "parlett-2018")
    layout = lay_out(order.board)
    bed = ink("var(--bed)")
    painted = [each.fill for each in surface_shapes(order, layout, "painted")]
    bare = [each.fill for each in surface_shapes(order, layout, "bare")]
    assert painted[0] == bed
    assert bed not in bare


def test_a_square_beyond_a_short_track_has_its_tile_and_no_symbol(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    edition = (SHIPPED / "editions" / "parlett-2018.toml").read_text("utf-8")
    for path, text in (
        ("tracks/short.toml", 'name = "short"\nprovenance = "a test"\nsquares = "C L"\n'),
        ("editions/short.toml", re.sub(r"\btrack = \"[AB]\"", 'track = "short"', edition)),
    ):
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_text(text, "utf-8")
    board = example("prototype-2x2")
    layout = lay_out(board)
    order = Order(board, "short")
    texts = {each.text for each in surface_texts(order, layout)}
    assert texts == {"1", "2", "HOME", "4", "START"}
    whole = list(surface_shapes(Order(board, "parlett-2018"), layout, "bare"))
    assert len(list(surface_shapes(order, layout, "bare"))) < len(whole)


@pytest.mark.parametrize("kind", SYMBOLS)
def test_each_symbol_is_drawn_in_inks_within_its_box(kind: str) -> None:
    shapes = symbol(SYMBOLS[kind])
    assert all(each.fill is not None or each.stroke is not None for each in shapes)
    for shape in shapes:
        left, low, right, high = bounds(shape)
        assert -15 < left <= right < 115
        assert -10 < low <= high < 110


def test_a_letter_that_the_font_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="no letter “兔”"):
        letters("兔", 7)


@pytest.mark.parametrize("value", ["hsl(1 2 3)", "tomato"])
def test_an_ink_that_cannot_be_printed_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="no colour that can be printed"):
        ink(value)


@pytest.mark.parametrize("edition", sample(3, edition_ids()))
def test_each_edition_has_a_symbol_on_every_square(edition: str) -> None:
    board = example("spi-decoder-64")
    shapes = tuple(surface_shapes(Order(board, edition), lay_out(board), "bare"))
    assert len(shapes) > 64 * 6
