"""Hedges, path and gate of the printed surface, from the drawings of the pages."""

from itertools import pairwise

import pytest

from controller.board.examples import example_path
from controller.board.file.form import Board, parse_board, read_board
from controller.board.make.layout import Point, lay_out
from controller.board.make.order import Order
from tests.web.artwork.test_texts import SHAPES, four
from web.artwork.drawings import bounds, symbol
from web.artwork.scenery import gate, hedge_lines, hedges, path
from web.artwork.surface import surface_shapes, surface_texts


def lines(board: Board) -> list[tuple[Point, Point]]:
    return list(hedge_lines(board, lay_out(board)))


def crosses(hedge: tuple[Point, Point], step: tuple[Point, Point]) -> bool:
    """Whether a hedge along one axis crosses a step along one axis."""
    (left, high), (right, low) = hedge
    (x, y), (to_x, to_y) = step
    across = min(x, to_x) <= right and max(x, to_x) >= left
    return across and min(y, to_y) <= high and max(y, to_y) >= low


@pytest.mark.parametrize("shape", SHAPES)
def test_no_hedge_lies_across_the_path(shape: str) -> None:
    board = four(SHAPES[shape])
    layout = lay_out(board)
    centres = [layout.squares[square].centre for square in sorted(layout.squares)]
    start = gate(board, layout)
    assert start is not None
    steps = list(pairwise([start.middle, *centres]))
    assert not [(one, step) for one in lines(board) for step in steps if crosses(one, step)]


def test_a_whole_board_has_a_hedge_below_each_row() -> None:
    found = lines(read_board(example_path("spi-decoder-64")))
    layout = lay_out(read_board(example_path("spi-decoder-64")))
    heights = sorted(start[1] for start, _ in found)
    assert heights == pytest.approx([25 + 55 * row for row in range(8)])
    assert all(end[0] - start[0] == pytest.approx(7 * 55 - 6) for start, end in found)
    assert all(start[0] > 0 and end[0] < layout.width for start, end in found)


def test_a_hedge_has_the_strokes_of_the_pages_in_proportion() -> None:
    board = four()
    printed = list(hedges(board, lay_out(board)))
    strokes = symbol("hedge")
    assert len(printed) == len(strokes) * len(lines(board))
    scale = 3 / 1.9
    for stroke, drawn in zip(strokes, printed, strict=False):
        assert (drawn.stroke, drawn.round) == (stroke.stroke, True)
        assert drawn.width == pytest.approx(stroke.width * scale)
        assert drawn.dash == pytest.approx([length * scale for length in stroke.dash or ()])


def test_squares_without_gaps_have_no_hedges() -> None:
    board = four(measures="gap_mm = 0")
    assert list(hedges(board, lay_out(board))) == []


def test_the_gate_stands_on_the_wood_beside_square_1() -> None:
    for shape in SHAPES.values():
        board = four(shape)
        layout = lay_out(board)
        start = gate(board, layout)
        assert start is not None
        assert 10 <= start.middle[0] <= layout.width - 10
        assert 10 <= start.middle[1] <= layout.height - 10
        (first, *_), *_ = (shape.outline for shape in start.shapes)
        assert first[0] == "moveTo"


def test_the_path_begins_at_the_gate_and_visits_every_square() -> None:
    board = four()
    layout = lay_out(board)
    start = gate(board, layout)
    assert start is not None
    points = [call[1][0] for call in path(board, layout).outline if call[1]]
    centres = [layout.squares[square].centre for square in (1, 2, 3, 4)]
    assert points == [start.middle, *centres]


def test_among_squares_on_every_side_the_path_begins_in_square_1() -> None:
    text = (
        'name = "Star"\n[squares]\nplaces = """\n- 4 -\n3 1 2\n- 5 -\n"""\n[readers]\n'
        '[[readers.bus]]\ntransport = "spi"\nselect = "lines"\nsquares = "1-5"\n'
        'pins = ["GPIO5", "GPIO6", "GPIO13", "GPIO26", "GPIO12"]\n'
    )
    board = parse_board(text, "star.toml")
    layout = lay_out(board)
    assert gate(board, layout) is None
    assert path(board, layout).outline[0] == ("moveTo", (layout.squares[1].centre,))
    assert len(lines(board)) == 3  # beside all squares but 2, which follows 1
    surface = Order(board, "parlett-2018")
    assert "START" not in [each.text for each in surface_texts(surface, layout)]
    for shape in surface_shapes(surface, layout, "bare"):
        left, low, right, high = bounds(shape)
        assert 0 <= left <= right <= layout.width
        assert 0 <= low <= high <= layout.height
