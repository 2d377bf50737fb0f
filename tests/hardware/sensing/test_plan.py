"""Which fields may be on together, and what follows for time and current."""

import itertools
from collections.abc import Collection
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hardware.sensing.plan import (
    UNREAD_MARGIN,
    Corner,
    Direction,
    apart,
    colouring,
    current_ma,
    fewest_phases,
    most_at_once,
    most_fields,
    parallel,
    reading_bound_s,
    serpentine,
    sweep_bound_s,
    unread_bound_s,
)
from hardware.sensing.settings import ArraySettings, Place

BOARD = serpentine(64, 8)

places = st.lists(
    st.builds(Place, st.integers(0, 11), st.integers(0, 11)), max_size=40, unique=True
).map(lambda spots: dict(enumerate(spots, start=1)))


# Phases


@example(dict(enumerate([Place(0, 0), Place(0, 2), Place(0, 5), Place(3, 0)], start=1)), 2, 3)
@given(places, st.integers(1, 12), st.integers(1, 40))
def test_phases_cover_all_squares_and_keep_to_stride_and_size(
    there: dict[int, Place], stride: int, max_fields: int
) -> None:
    phases = colouring(there, there, stride, max_fields)
    assert sorted(itertools.chain(*phases)) == sorted(there)
    assert all(0 < len(phase) <= max_fields for phase in phases)
    for phase in phases:
        for one, other in itertools.combinations(phase, 2):
            assert apart(there[one], there[other], stride)
    assert len(phases) >= fewest_phases(there, stride, max_fields)


@given(places, st.integers(1, 5), st.randoms(use_true_random=False))
def test_the_order_in_which_squares_are_named_changes_nothing(
    there: dict[int, Place], stride: int, random: Random
) -> None:
    shuffled = [*there, *there]
    random.shuffle(shuffled)
    assert colouring(shuffled, there, stride, 9) == colouring(there, there, stride, 9)


@given(places, st.integers(1, 40))
def test_without_a_stride_only_the_number_counts(there: dict[int, Place], max_fields: int) -> None:
    assert len(colouring(there, there, 1, max_fields)) == -(-len(there) // max_fields)


@pytest.mark.parametrize(
    ("stride", "max_fields", "sizes"),
    [
        (1, 64, [64]),
        (1, 9, [8] * 8),
        (2, 64, [16] * 4),
        (2, 9, [8] * 8),
        (2, 16, [16] * 4),
        (3, 9, [5, 5, 6, *[8] * 6]),
        (3, 64, [5, 5, 6, *[8] * 6]),
        (3, 4, [4] * 16),
        (4, 64, [4] * 16),
        (8, 64, [1] * 64),
    ],
)
def test_the_whole_board_takes_so_many_phases(
    stride: int, max_fields: int, sizes: list[int]
) -> None:
    assert sorted(map(len, colouring(BOARD, BOARD, stride, max_fields))) == sizes


def test_squares_that_lie_far_apart_are_read_at_once() -> None:
    corners = (1, 8, 57, 64)
    assert colouring(corners, BOARD, 7, 9) == (corners,)


def test_a_square_near_all_others_is_read_alone() -> None:
    there = dict(enumerate([Place(0, 0), Place(0, 2), Place(1, 1), Place(2, 0)], start=1))
    assert colouring(there, there, 2, 9) == ((1, 2, 4), (3,))


def test_nothing_to_read_takes_no_phase() -> None:
    assert colouring((), BOARD, 3, 9) == ()
    assert fewest_phases({}, 3, 9) == 0


@pytest.mark.parametrize(("stride", "max_fields"), [(0, 9), (3, 0), (-1, 9)])
def test_a_stride_or_size_below_one_is_refused(stride: int, max_fields: int) -> None:
    with pytest.raises(ValueError, match="have to be 1 or more"):
        colouring(BOARD, BOARD, stride, max_fields)


def test_a_square_without_a_place_is_refused() -> None:
    with pytest.raises(KeyError):
        colouring([65], BOARD, 3, 9)


@given(
    *[st.builds(Place, st.integers(0, 9), st.integers(0, 9)) for _ in range(2)], st.integers(1, 9)
)
def test_fields_are_apart_by_rows_or_by_columns(one: Place, other: Place, stride: int) -> None:
    away = abs(one.row - other.row) >= stride or abs(one.column - other.column) >= stride
    assert apart(one, other, stride) == apart(other, one, stride) == away


# Geometry


def drawn(there: dict[int, Place]) -> list[str]:
    """The board as a picture."""
    at = {(place.row, place.column): square for square, place in there.items()}
    assert len(at) == len(there)
    rows = range(max(row for row, _ in at) + 1)
    columns = range(max(column for _, column in at) + 1)
    return [" ".join(str(at.get((row, column), ".")) for column in columns) for row in rows]


@pytest.mark.parametrize(
    ("count", "columns", "corner", "direction", "picture"),
    [
        (6, 3, "bottom-left", "right", ["6 5 4", "1 2 3"]),
        (6, 3, "top-left", "right", ["1 2 3", "6 5 4"]),
        (6, 3, "top-right", "left", ["3 2 1", "4 5 6"]),
        (6, 3, "bottom-right", "left", ["4 5 6", "3 2 1"]),
        (6, 3, "bottom-left", "up", ["2 3 6", "1 4 5"]),
        (6, 3, "top-right", "down", ["5 4 1", "6 3 2"]),
        (5, 3, "top-left", "right", ["1 2 3", ". 5 4"]),
        (5, 3, "bottom-left", "up", ["2 3 .", "1 4 5"]),
        (2, 3, "top-left", "right", ["1 2"]),
    ],
)
def test_a_serpentine_goes_to_and_fro(
    count: int, columns: int, corner: Corner, direction: Direction, picture: list[str]
) -> None:
    assert drawn(serpentine(count, columns, corner, direction)) == picture


@pytest.mark.parametrize(
    ("corner", "direction", "picture"),
    [
        ("top-left", "right", ["1 2 3", "4 5 6"]),
        ("top-left", "down", ["1 3 5", "2 4 6"]),
        ("bottom-right", "left", ["6 5 4", "3 2 1"]),
        ("bottom-right", "up", ["6 4 2", "5 3 1"]),
    ],
)
def test_rows_and_columns_all_begin_on_the_same_side(
    corner: Corner, direction: Direction, picture: list[str]
) -> None:
    assert drawn(parallel(6, 3, corner, direction)) == picture


@given(
    st.integers(1, 64),
    st.integers(1, 9),
    st.sampled_from(
        [
            *(("top-left", "right"), ("top-left", "down"), ("top-right", "left")),
            *(("top-right", "down"), ("bottom-left", "right"), ("bottom-left", "up")),
            *(("bottom-right", "left"), ("bottom-right", "up")),
        ]
    ),
)
def test_each_square_of_a_serpentine_lies_beside_the_one_before(
    count: int, columns: int, way: tuple[Corner, Direction]
) -> None:
    there = serpentine(count, columns, *way)
    assert sorted(there) == list(range(1, count + 1))
    assert len(set(there.values())) == count
    assert all(place.row >= 0 and 0 <= place.column < columns for place in there.values())
    for square in range(1, count):
        one, next_one = there[square], there[square + 1]
        assert abs(one.row - next_one.row) + abs(one.column - next_one.column) == 1


@pytest.mark.parametrize(
    ("corner", "direction"),
    [
        *(("top-left", "up"), ("top-left", "left"), ("top-right", "up"), ("top-right", "right")),
        *(("bottom-left", "down"), ("bottom-left", "left")),
        *(("bottom-right", "down"), ("bottom-right", "right")),
    ],
)
def test_a_direction_that_leads_off_the_board_is_refused(
    corner: Corner, direction: Direction
) -> None:
    with pytest.raises(ValueError, match="leads off the board"):
        serpentine(64, 8, corner, direction)


@pytest.mark.parametrize(("count", "columns"), [(0, 8), (64, 0)])
def test_a_board_without_squares_is_refused(count: int, columns: int) -> None:
    with pytest.raises(ValueError, match="are no board"):
        parallel(count, columns)


# Current and time


@given(st.integers(0, 20_000), st.integers(1, 64), st.integers(1, 200), st.integers(0, 200))
def test_a_budget_bears_so_many_fields_and_not_one_more(
    budget_ma: int, readers: int, field_ma: int, idle_ma: int
) -> None:
    if field_ma <= idle_ma:
        with pytest.raises(ValueError, match="more than an idle reader"):
            most_fields(budget_ma, readers, field_ma, idle_ma)
        return
    most = most_fields(budget_ma, readers, field_ma, idle_ma)
    assert 0 <= most <= readers
    if most:
        assert current_ma(readers, most, field_ma, idle_ma) <= budget_ma
    if most < readers:
        assert current_ma(readers, most + 1, field_ma, idle_ma) > budget_ma


@pytest.mark.parametrize(
    ("budget_ma", "idle_ma", "most"),
    [(1000, 0, 9), (1800, 0, 16), (4200, 0, 38), (1800, 36, 0), (4200, 36, 25)],
)
def test_sixty_four_readers_on_usual_supplies(budget_ma: int, idle_ma: int, most: int) -> None:
    assert most_fields(budget_ma, 64, 110, idle_ma) == most


def test_a_sweep_takes_field_rise_tries_and_guard_for_each_phase() -> None:
    settings = ArraySettings(BOARD, retries=1, attention=3)
    phases = colouring(BOARD, BOARD, settings.stride, settings.max_fields)
    assert reading_bound_s(settings) == pytest.approx(0.0051 + 2 * 0.0056 + 0.001)
    assert sweep_bound_s(settings) == pytest.approx(9 * 0.0173)
    assert unread_bound_s(phases, settings) == pytest.approx(3 * 9 * 0.0173 * UNREAD_MARGIN)


def test_with_one_try_a_square_with_a_tag_takes_longest() -> None:
    settings = ArraySettings(BOARD, retries=0, attention=3)
    phases = colouring(BOARD, BOARD, settings.stride, settings.max_fields)
    tag_s = 0.0051 + 0.0045 + 0.0056 + 0.001
    assert unread_bound_s(phases, settings) == pytest.approx(3 * 9 * tag_s * UNREAD_MARGIN)


def test_squares_with_tags_take_longer_where_they_huddle() -> None:
    settings = ArraySettings(BOARD, retries=0)
    empty_s, tag_s = reading_bound_s(settings), reading_bound_s(settings, tags=1)
    assert empty_s == pytest.approx(0.0117)
    assert tag_s == pytest.approx(0.0162)
    assert reading_bound_s(settings, tags=2) == pytest.approx(0.0151)
    far = {min(BOARD), max(BOARD)}
    assert sweep_bound_s(settings, far) == pytest.approx(8 * empty_s + tag_s)
    assert sweep_bound_s(settings, BOARD) == pytest.approx(9 * tag_s)


def test_few_fields_at_a_time_set_the_bound_whatever_the_geometry_allows() -> None:
    settings = ArraySettings(BOARD, stride=1, max_fields=4, retries=0)
    assert sweep_bound_s(settings) == pytest.approx(64 / 4 * reading_bound_s(settings))


@pytest.mark.parametrize(
    ("squares", "stride", "max_fields", "most"),
    [
        (range(1, 65), 3, 9, 9),
        (range(1, 65), 2, 25, 16),
        (range(1, 65), 1, 20, 20),
        (range(1, 9), 3, 9, 3),
        ((2, 3, 14), 3, 9, 1),
        ((1, 8, 57, 64), 3, 2, 2),
    ],
)
def test_no_more_fields_are_on_at_once(
    squares: Collection[int], stride: int, max_fields: int, most: int
) -> None:
    assert most_at_once(squares, serpentine(64, 8), stride, max_fields) == most
