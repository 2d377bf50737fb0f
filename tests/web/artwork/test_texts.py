"""Every text of the printed surface is measured, by the outlines of its letters."""

import ctypes
from itertools import product

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest

from controller.board.examples import example_names, example_path
from controller.board.file.form import Board, parse_board, read_board
from controller.board.make.layout import Box, lay_out
from controller.board.make.order import Order
from controller.game.editions.rulesets import edition_ids
from tests.support.tiers import sample
from web.artwork.drawings import bounds, ink
from web.artwork.surface import EDGE_MM, surface_files, surface_texts
from web.artwork.texts import PrintedText, set_paragraph, set_text
from web.languages.language import LANGUAGES

MM = 25.4 / 72
SLACK = 0.001
LEAST_MM = 1.5
"""Smallest font on a surface: that of the smallest square."""
STRIP = '\n[lights]\ndriver = "spi"\nnumber = 1\nper_square = {}\nbudget_ma = 8000\n'
FOUR = (
    'name = "Four"\n[squares]\n{}\n[readers]\nstride = 2\n[[readers.bus]]\ntransport = "spi"\n'
    'select = "lines"\npins = ["GPIO5", "GPIO6", "GPIO13", "GPIO26"]\nsquares = "1-4"\n'
)
IN_ROWS = "count = 4\ncolumns = 2"
SHAPES = {
    "rows": IN_ROWS,
    "from above": 'count = 4\ncolumns = 2\ncorner = "top-left"',
    "in columns": 'count = 4\ncolumns = 2\ncorner = "bottom-right"\ndirection = "up"',
    "a line down": "places = [[0, 0], [1, 0], [2, 0], [3, 0]]",
    "a corner": 'places = """\n1 2\n- 3\n- 4\n"""',
}
MEASURES = {
    "usual": "",
    "small squares": (
        "pitch_mm = 22\ngap_mm = 2\nlight_hole_mm = 2\nlight_up_mm = 8\nlight_pocket_mm = 3\n"
        "reader_width_mm = 12\nreader_height_mm = 12\nreader_down_mm = 2\n"
        "base_mm = 16\ntag_mm = 10"
    ),
    "narrow rim": "border_mm = 15",
    "lights at the side below": (
        "light_up_mm = -21\nreader_down_mm = 35\nreader_height_mm = 20\nlight_pocket_mm = 6"
    ),
    "no gap": "gap_mm = 0",
}


def four(shape: str = IN_ROWS, measures: str = "", lights: int = 1) -> Board:
    text = f"{FOUR.format(shape)}{STRIP.format(lights)}[measures]\n{measures}\n"
    return parse_board(text, "four.toml")


def texts(board: Board, edition: str = "parlett-2018", language: str = "en") -> list[PrintedText]:
    return list(surface_texts(Order(board, edition, language), lay_out(board)))


def box_of(text: PrintedText) -> Box:
    left, low, right, high = bounds(text.shape)
    return Box(((left + right) / 2, (low + high) / 2), right - left, high - low)


def within(inner: Box, outer: Box) -> bool:
    (left, low), _, (right, high), _ = inner.corners
    (least_x, least_y), _, (most_x, most_y), _ = outer.corners
    return (
        least_x - SLACK <= left
        and right <= most_x + SLACK
        and least_y - SLACK <= low
        and high <= most_y + SLACK
    )


def apart(one: Box, other: Box) -> bool:
    (left, low), _, (right, high), _ = one.corners
    (other_left, other_low), _, (other_right, other_high), _ = other.corners
    return right <= other_left or other_right <= left or high <= other_low or other_high <= low


def check(board: Board, edition: str = "parlett-2018", language: str = "en") -> None:
    layout = lay_out(board)
    holes = [
        Box(hole.centre, hole.length, hole.diameter)
        for square in layout.squares.values()
        for hole in square.holes
    ]
    for text in texts(board, edition, language):
        box = box_of(text)
        assert within(box, text.field), text.text
        assert within(text.field, layout.outline), text.text
        assert text.size >= LEAST_MM, text.text
        assert all(apart(box, hole) for hole in holes), text.text
        inside = [each for each in layout.squares.values() if within(box, each.tile)]
        assert bool(inside) or all(apart(box, each.tile) for each in layout.squares.values())


@pytest.mark.parametrize(
    ("edition", "language"), sample(14, list(product(edition_ids(), LANGUAGES)))
)
def test_every_text_fits_its_field_in_each_edition_and_language(
    edition: str, language: str
) -> None:
    check(read_board(example_path("spi-decoder-64")), edition, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_and_start_are_printed_large_in_every_language(language: str) -> None:
    *_, home, start = texts(read_board(example_path("spi-decoder-64")), language=language)
    assert home.size > 5
    assert start.size > 2.5
    assert home.text.isupper()
    assert start.text.isupper()


@pytest.mark.parametrize("name", example_names())
def test_every_text_of_each_example_fits(name: str) -> None:
    check(read_board(example_path(name)))


@pytest.mark.parametrize("lights", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("measures", MEASURES)
def test_no_hole_is_drilled_through_a_text(measures: str, lights: int) -> None:
    check(four(measures=MEASURES[measures], lights=lights))


@pytest.mark.parametrize("shape", SHAPES)
def test_every_text_fits_on_boards_of_other_shapes(shape: str) -> None:
    board = four(SHAPES[shape])
    check(board, language="fr")
    assert len(texts(board)) == 5


def test_a_first_square_among_others_has_no_sign() -> None:
    text = FOUR.format('places = """\n- 4 -\n3 1 2\n- 5 -\n"""')
    text = text.replace('"GPIO26"]', '"GPIO26", "GPIO12"]').replace("1-4", "1-5")
    board = parse_board(text, "star.toml")
    assert sorted(each.text for each in texts(board)) == ["1", "2", "3", "4", "5"]


def test_the_texts_of_the_pdf_are_where_they_were_measured() -> None:
    board = read_board(example_path("prototype-2x2"))
    order = Order(board, "parlett-2018")
    made = {each.path: each.data for each in surface_files(order)}
    page = pdfium.PdfDocument(made["artwork/surface-bare.pdf"])[0]
    black = ink("var(--ink)")
    assert black is not None
    wanted = tuple(round(part * 255) for part in (black.red, black.green, black.blue))
    found = []
    for each in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH]):
        colour = [ctypes.c_uint() for _ in range(4)]
        raw.FPDFPageObj_GetFillColor(each.raw, *colour)
        mode, line = ctypes.c_int(), ctypes.c_int()
        raw.FPDFPath_GetDrawMode(each.raw, mode, line)
        if mode.value and tuple(part.value for part in colour[:3]) == wanted:
            found.append([value * MM - EDGE_MM for value in each.get_bounds()])
    numbers = [text for text in texts(board) if text.text.isdigit()]
    assert found == [pytest.approx(bounds(text.shape), abs=0.3) for text in numbers]


def test_a_text_too_wide_for_its_field_becomes_smaller() -> None:
    field = Box((10, 10), 20, 5)
    text = set_text("Ein sehr langes Ziel", 7, field)
    assert box_of(text).width == pytest.approx(20)
    assert text.size < 7
    assert set_text("1", 4, field).size == 4


def test_a_paragraph_breaks_into_lines_that_fit() -> None:
    field = Box((30, 20), 40, 24)
    said = "Draw 10 carrots for every lettuce you hold. With none, miss your next turn."
    lines = set_paragraph(said, 5, field, 2)
    assert " ".join(line.text for line in lines) == said
    assert len(lines) > 1
    assert all(within(box_of(line), field) for line in lines)
    assert len({line.size for line in lines}) == 1


def test_a_paragraph_for_which_there_is_no_room_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit its field"):
        set_paragraph("Donaudampfschifffahrtsgesellschaft", 5, Box((5, 5), 10, 10), 3)
