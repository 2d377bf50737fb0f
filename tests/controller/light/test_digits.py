"""Digits that the lights draw, seen as somebody at the board sees them."""

import pytest

from controller.light.digits import (
    DIGITS,
    GAP_S,
    HEIGHT,
    LONGEST,
    PAUSE_S,
    PICTURE_S,
    Canvas,
    Spot,
    can_be_shown,
    number_shown,
    pictures,
    shown_at,
)
from hardware.sensing.plan import serpentine

BOARD = {square: (at.row, at.column) for square, at in serpentine(64, 8).items()}


def seen(squares: frozenset[int], places: dict[int, Spot] | None = None) -> str:
    """What an eye sees of lit squares, one line a row."""
    places = places or BOARD
    rows = 1 + max(row for row, _ in places.values())
    columns = 1 + max(column for _, column in places.values())
    lit = {places[square] for square in squares}
    lines = [
        "".join(".#"[(row, column) in lit] for column in range(columns)) for row in range(rows)
    ]
    return "\n".join(line.rstrip(".") for line in lines)


def drawn(text: str, now_s: float) -> str | None:
    number = number_shown(text, Canvas(BOARD), 0.0, 30.0)
    return seen(number.squares(now_s)) if now_s < number.until_s else None


def text_of(*lines: str) -> str:
    return "\n".join(lines)


def test_a_number_is_drawn_two_digits_at_a_time_with_dots_that_count() -> None:
    assert drawn("407158", 0.0) == text_of(
        "#.#.###",
        "#.#.#.#",
        "###.#.#",
        "..#.#.#",
        "..#.###",
        "",
        "#",
        "",
    )
    assert drawn("407158", PICTURE_S + GAP_S) == text_of(
        "###..#",
        "..#.##",
        "..#..#",
        ".#...#",
        ".#..###",
        "",
        "#.#",
        "",
    )
    assert drawn("407158", 2 * (PICTURE_S + GAP_S)) == text_of(
        "###.###",
        "#...#.#",
        "###.###",
        "..#.#.#",
        "###.###",
        "",
        "#.#.#",
        "",
    )


def test_it_is_dark_between_two_pairs_and_longer_before_the_first_comes_again() -> None:
    dark = "\n" * 7
    assert drawn("1111", PICTURE_S + GAP_S / 2) == dark, "else two pairs alike would be one"
    assert drawn("1111", 2 * PICTURE_S + GAP_S + PAUSE_S / 2) == dark
    again_s = 2 * (PICTURE_S + GAP_S) + PAUSE_S
    assert drawn("1111", again_s) == drawn("1111", 0.0)


def test_after_a_while_nothing_is_drawn_any_more() -> None:
    assert drawn("12", 29.9) is not None
    assert drawn("12", 30.0) is None


def test_an_odd_number_of_digits_ends_with_one() -> None:
    assert drawn("123", PICTURE_S + GAP_S) == text_of(
        "###", "..#", ".##", "..#", "###", "", "#.#", ""
    )


def test_no_two_digits_look_alike_and_each_fills_its_box() -> None:
    assert set(DIGITS) == set("0123456789")
    assert len(set(DIGITS.values())) == 10
    assert all([len(line) for line in digit] == [3] * 5 for digit in DIGITS.values())


def test_the_picture_on_the_track_is_the_one_in_the_font() -> None:
    (first,) = pictures("80")
    canvas = Canvas(BOARD)
    assert {BOARD[square] for square in canvas.squares(first)} == first


def test_every_change_is_announced_to_the_moment() -> None:
    number = number_shown("123456", Canvas(BOARD), 5.0, 30.0)
    now_s, changes, before = 5.0, 0, number.squares(5.0)
    while (due_s := number.due_s(now_s)) < number.until_s:
        assert due_s > now_s
        middle_s = (now_s + due_s) / 2
        assert number.squares(middle_s) == before
        now_s = due_s
        assert number.squares(now_s) != before
        before = number.squares(now_s)
        changes += 1
    assert number.until_s == pytest.approx(35.0)
    assert changes == 23


@pytest.mark.parametrize("count", range(1, LONGEST // 2 + 1))
def test_a_round_shows_every_picture_once(count: int) -> None:
    round_s, now_s, order = count * (PICTURE_S + GAP_S) + PAUSE_S, 0.0, []
    while now_s < round_s - 1e-3:
        index, left_s = shown_at(count, now_s)
        order.append(index)
        now_s += left_s
    assert [index for index in order if index is not None] == list(range(count))


@pytest.mark.parametrize(
    ("text", "possible"),
    [("0", True), ("12345678", True), ("", False), ("123456789", False), ("12a4", False)],
)
def test_only_a_few_digits_can_be_shown(text: str, possible: bool) -> None:
    assert can_be_shown(text) == possible


@pytest.mark.parametrize(
    ("squares", "columns", "suffices"),
    [(64, 8, True), (63, 7, True), (4, 2, False), (60, 5, False)],
)
def test_a_board_has_to_have_the_room(squares: int, columns: int, suffices: bool) -> None:
    places = {at: (p.row, p.column) for at, p in serpentine(squares, columns).items()}
    assert Canvas(places).suffices == suffices


def test_a_board_with_a_light_missing_in_the_middle_draws_nothing() -> None:
    places = {square: spot for square, spot in BOARD.items() if spot != (2, 3)}
    assert not Canvas(places).suffices


def test_on_a_larger_board_the_digits_stand_in_the_middle() -> None:
    places = {at: (p.row, p.column) for at, p in serpentine(121, 11).items()}
    canvas = Canvas(places)
    (first,) = pictures("11")
    assert seen(canvas.squares(first), places).splitlines()[2] == "...#...#"
    assert HEIGHT == 7
