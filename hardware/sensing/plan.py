"""Plans phases: which fields may be on together, by geometry, and the time they take.

Everything here is pure and deterministic: the same board gives the same phases.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from hardware.sensing.settings import ArraySettings, Place

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
Direction = Literal["left", "right", "up", "down"]
Phase = tuple[int, ...]

UNREAD_MARGIN: Final = 1.4
"""Margin added to air time for the promised longest time a square goes unread."""
MOST_SKEWS: Final = 4
"""Number of shifted versions of the regular pattern to try, each way."""


# Geometry


def apart(a: Place, b: Place, stride: int) -> bool:
    """Check whether two fields may be on together: at least `stride` rows or columns apart."""
    return max(abs(a.row - b.row), abs(a.column - b.column)) >= stride


def serpentine(
    count: int, columns: int, corner: Corner = "bottom-left", direction: Direction = "right"
) -> dict[int, Place]:
    """Return squares in a serpentine, as on the printed boards.

    Args:
        count: number of squares.
        columns: number of columns of the board.
        corner: the corner of square 1.
        direction: of square 2 from square 1: along a row, or along a column.

    Returns:
        Places by square, from 1; row 0 is the uppermost, column 0 the leftmost.

    Raises:
        ValueError: the direction leads off the board, or a number is below 1.
    """
    return _laid(count, columns, corner, direction, turning=True)


def parallel(
    count: int, columns: int, corner: Corner = "top-left", direction: Direction = "right"
) -> dict[int, Place]:
    """Return squares in rows or columns that all begin on the same side, like text.

    Args, returns and raises: as `serpentine`.
    """
    return _laid(count, columns, corner, direction, turning=False)


def _laid(
    count: int, columns: int, corner: Corner, direction: Direction, *, turning: bool
) -> dict[int, Place]:
    if count < 1 or columns < 1:
        raise ValueError(f"{count} squares in {columns} columns are no board")
    if (direction, *corner.split("-")) in (
        *(("up", "top", side) for side in ("left", "right")),
        *(("down", "bottom", side) for side in ("left", "right")),
        *(("left", edge, "left") for edge in ("top", "bottom")),
        *(("right", edge, "right") for edge in ("top", "bottom")),
    ):
        raise ValueError(f"from the corner {corner}, {direction} leads off the board")
    rows = -(-count // columns)
    along_rows = direction in ("left", "right")
    run = columns if along_rows else rows
    places = {}
    for square in range(1, count + 1):
        line, step = divmod(square - 1, run)
        if turning and line % 2:
            step = run - 1 - step
        row, column = (line, step) if along_rows else (step, line)
        places[square] = Place(
            rows - 1 - row if corner.startswith("bottom") else row,
            columns - 1 - column if corner.endswith("right") else column,
        )
    return places


# Phases


def colouring(
    squares: Iterable[int], places: Mapping[int, Place], stride: int, max_fields: int
) -> tuple[Phase, ...]:
    """Return phases that cover the squares, as few as can be found quickly.

    Among equally few, those whose largest phase is smallest, for that takes the least current.

    Args:
        squares: the squares to read; doubles count once.
        places: positions of these squares, and maybe of others.
        stride: no two squares of a phase are nearer than this; 1 or more.
        max_fields: no phase has more squares; 1 or more.

    Returns:
        The phases, each with its squares in order, ordered by their first squares.

    Raises:
        ValueError: `stride` or `max_fields` is below 1.
        KeyError: a square has no place.
    """
    if stride < 1 or max_fields < 1:
        raise ValueError(f"stride {stride} and max_fields {max_fields} have to be 1 or more")
    wanted = sorted(set(squares))
    if not wanted:
        return ()
    there = {square: places[square] for square in wanted}
    near = _neighbours(there, stride)
    fewest = fewest_phases(there, stride, max_fields)
    flattest = -(-len(wanted) // fewest)
    best: list[list[int]] | None = None
    for candidate in _candidates(there, near, stride, max_fields):
        if best is None or _cost(candidate) < _cost(best):
            best = candidate
            if len(best) == fewest and max(map(len, best)) <= flattest:
                break
    assert best is not None
    return tuple(sorted(tuple(sorted(phase)) for phase in best))


def fewest_phases(places: Mapping[int, Place], stride: int, max_fields: int) -> int:
    """Return a lower bound of the number of phases: from clustered squares, and from all squares.

    Args:
        places: positions of the squares.
        stride: as for `colouring`.
        max_fields: likewise.
    """
    spots = [(place.row, place.column) for place in places.values()]
    huddled = max(
        (
            sum(
                top <= row < top + stride and left <= column < left + stride
                for row, column in spots
            )
            for top in {row for row, _ in spots}
            for left in {column for _, column in spots}
        ),
        default=0,
    )
    return max(huddled, -(-len(spots) // max_fields))


def _cost(phases: Collection[Sequence[int]]) -> tuple[int, int]:
    return len(phases), max(map(len, phases))


def _neighbours(places: Mapping[int, Place], stride: int) -> dict[int, set[int]]:
    """Return for each square those that cannot be read together with it."""
    near: dict[int, set[int]] = {square: set() for square in places}
    spots = list(places.items())
    for at, (square, place) in enumerate(spots):
        for other, its_place in spots[at + 1 :]:
            if not apart(place, its_place, stride):
                near[square].add(other)
                near[other].add(square)
    return near


def _candidates(
    places: Mapping[int, Place], near: Mapping[int, set[int]], stride: int, max_fields: int
) -> Iterator[list[list[int]]]:
    """List ways to divide the squares into phases, likely ones first.

    On a full grid the regular pattern is best, one square in every block of `stride` by
    `stride`; shifting its rows or columns against each other evens out the phases. A few
    scattered squares are better assigned one by one, the most constrained first.
    """
    for skew in range(min(stride, MOST_SKEWS)):
        yield _dissolve(_regular(places, stride, skew, max_fields), near, max_fields)
        if skew:
            turned = {square: Place(place.column, place.row) for square, place in places.items()}
            yield _dissolve(_regular(turned, stride, skew, max_fields), near, max_fields)
    yield _dissolve(_one_by_one(near, max_fields), near, max_fields)


def _regular(
    places: Mapping[int, Place], stride: int, skew: int, max_fields: int
) -> list[list[int]]:
    """Return the regular pattern, each band of rows shifted by `skew` columns against the last."""
    classes: dict[tuple[int, int], list[int]] = {}
    for square, place in places.items():
        band, row = divmod(place.row, stride)
        classes.setdefault((row, (place.column + skew * band) % stride), []).append(square)
    phases = []
    for members in classes.values():
        parts = -(-len(members) // max_fields)
        phases += [members[part::parts] for part in range(parts)]
    return phases


def _one_by_one(near: Mapping[int, set[int]], max_fields: int) -> list[list[int]]:
    """Assign the square with the fewest possible phases next, to the emptiest phase (DSATUR)."""
    phases: list[list[int]] = []
    closed: dict[int, set[int]] = {square: set() for square in near}
    while closed:
        square = max(closed, key=lambda each: (len(closed[each]), len(near[each]), -each))
        barred = closed.pop(square)
        open_to_it = [
            at for at, phase in enumerate(phases) if at not in barred and len(phase) < max_fields
        ]
        if open_to_it:
            chosen = min(open_to_it, key=lambda at: len(phases[at]))
        else:
            chosen = len(phases)
            phases.append([])
        phases[chosen].append(square)
        for other in near[square] & closed.keys():
            closed[other].add(chosen)
    return phases


def _dissolve(
    phases: list[list[int]], near: Mapping[int, set[int]], max_fields: int
) -> list[list[int]]:
    """Remove phases whose squares all fit into others, the smallest first."""
    kept = sorted(phases, key=len)
    at = 0
    while at < len(kept):
        others = [list(phase) for position, phase in enumerate(kept) if position != at]
        for square in kept[at]:
            open_to_it = [
                other
                for other in others
                if len(other) < max_fields and near[square].isdisjoint(other)
            ]
            if not open_to_it:
                at += 1
                break
            min(open_to_it, key=len).append(square)
        else:
            kept = others
    return kept


# Time and current


def most_at_once(
    squares: Iterable[int], places: Mapping[int, Place], stride: int, max_fields: int
) -> int:
    """Return a number of fields of these squares that is never exceeded, whatever is read.

    In a block of `stride` by `stride` squares all are too near each other, so it has one field at
    most; the division into blocks with the fewest counts.

    Args:
        squares: the squares whose fields count.
        places: their positions.
        stride: no two fields are nearer than this.
        max_fields: most fields on the whole board.
    """
    there = [places[square] for square in squares]
    divided = (
        {((at.row + row) // stride, (at.column + column) // stride) for at in there}
        for row in range(stride)
        for column in range(stride)
    )
    return min(max_fields, *map(len, divided))


def most_fields(budget_ma: int, readers: int, field_ma: int, idle_ma: int) -> int:
    """Return the number of fields a power budget allows at once; may be 0.

    Args:
        budget_ma: current all readers together may take.
        readers: their number.
        field_ma: current of one with its field on.
        idle_ma: current of one with its field off, less than that.

    Raises:
        ValueError: a field takes no more than an idle reader.
    """
    if field_ma <= idle_ma:
        raise ValueError(f"a field takes more than an idle reader: {field_ma} mA, {idle_ma} mA")
    spare_ma = budget_ma - readers * idle_ma
    return max(0, min(readers, spare_ma // (field_ma - idle_ma)))


def current_ma(readers: int, fields: int, field_ma: int, idle_ma: int) -> int:
    """Return the current of all readers with that many fields on."""
    return fields * field_ma + (readers - fields) * idle_ma


def reading_bound_s(settings: ArraySettings, tags: int = 0) -> float:
    """Return the least time of a square's field and the guard time after it, in seconds.

    The field rises, an empty square is tried once and `retries` times more, the guard time
    passes. A tag takes time to be read, and a second one is looked for. That is air time alone:
    the time of the bus and the computer comes on top, and so do a reading that failed and is
    repeated, a tag that is looked for once more, and a pause of an idle board.

    Args:
        settings: durations.
        tags: number of tags on it.
    """
    timing = settings.timing
    search_s = (settings.retries + 1) * timing.try_s
    if tags:
        second_s = timing.try_s if tags == 1 else timing.activation_s
        search_s = timing.activation_s + second_s
    return timing.field_rise_s + search_s + timing.guard_s


def sweep_bound_s(settings: ArraySettings, tagged: Collection[int] = ()) -> float:
    """Return the least time in which every square is read once, in seconds.

    Squares in a window of `stride` rows and columns have to be read one after another, and no
    more than `max_fields` at a time anywhere: see `reading_bound_s` for the time of each.

    Args:
        settings: geometry, stride and durations.
        tagged: squares with one tag on each.
    """
    takes_s = {
        square: reading_bound_s(settings, int(square in tagged)) for square in settings.places
    }
    spots = [(place.row, place.column, takes_s[each]) for each, place in settings.places.items()]
    stride = settings.stride
    huddled_s = max(
        sum(
            each_s
            for row, column, each_s in spots
            if top <= row < top + stride and left <= column < left + stride
        )
        for top in {row for row, _, _ in spots}
        for left in {column for _, column, _ in spots}
    )
    return max(huddled_s, sum(takes_s.values()) / settings.max_fields)


def unread_bound_s(phases: Sequence[Phase], settings: ArraySettings) -> float:
    """Return the longest time a square goes unread while others are attended to, in seconds.

    Of `attention` phases all but one are for squares attended to, and the remaining ones go
    through all phases in turn: a square's turn is back after `attention` times as many. Each is
    taken to have a square with a tag, or without one if that takes longer, and a margin is left
    for the bus and the computer, for tags that are looked for once more and for squares that are
    read alone. The schedule keeps to it even when other squares are urgent; readers that fail and
    are retried may break it.
    """
    longest_s = max(reading_bound_s(settings, tags) for tags in (0, 1))
    air_s = len(phases) * longest_s
    return settings.attention * air_s * UNREAD_MARGIN
