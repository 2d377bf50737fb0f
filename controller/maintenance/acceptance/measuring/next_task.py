"""Chooses what to measure next, from the facts of the board and the measurements so far."""

from collections.abc import Callable, Iterator
from typing import Final

from controller.maintenance.acceptance.measuring.facts import Facts
from controller.maintenance.acceptance.measuring.tasks import (
    CLOCKS_HZ,
    HEIGHTS_MM,
    PULSES_MS,
    SPOTS,
    Cross,
    Examine,
    FindChip,
    FindMultiplexers,
    FoundChip,
    LoadSupply,
    Log,
    Press,
    PullReset,
    Rate,
    RunSeen,
    ShowColour,
    ShowLight,
    ShowRun,
    Soak,
    Sweep,
    Task,
    Walk,
    Walked,
)

DISTANCES: Final = (1, 2, 3)
"""Rows or columns between two fields at which crosstalk is measured."""


def next_task(facts: Facts, log: Log) -> Task | None:
    """Return the next task; None if all has been measured.

    Args:
        facts: the board.
        log: one measurement for each task so far.
    """
    tasks = plan(facts, log)
    return tasks[len(log)] if len(log) < len(tasks) else None


def plan(facts: Facts, log: Log) -> tuple[Task, ...]:
    """Return all tasks up to the end of the stage that is being measured."""
    tasks: list[Task] = []
    for stage in STAGES:
        tasks += stage(facts, log[: len(tasks)])
        if len(tasks) > len(log):
            break
    return tuple(tasks)


def answering(log: Log) -> frozenset[int]:
    """Return the squares whose chips have said what they are, most lately."""
    last = {each.square: bool(each.chip.version) for each in log if isinstance(each, FoundChip)}
    return frozenset(square for square, answers in last.items() if answers)


def _find(facts: Facts, _: Log) -> Iterator[Task]:
    yield from (FindMultiplexers(bus=bus.name) for bus in facts.buses if bus.multiplexers)
    yield from (FindChip(square=square) for square in facts.squares)


def _revive(facts: Facts, log: Log) -> Iterator[Task]:
    silent = set(facts.squares) - answering(log)
    for bus in facts.buses:
        if bus.resets and silent & set(bus.squares):
            yield PullReset(bus=bus.name, low_ms=PULSES_MS[-1], revives=True)


def _resets(facts: Facts, _: Log) -> Iterator[Task]:
    for bus in facts.buses:
        if bus.resets:
            yield from (PullReset(bus=bus.name, low_ms=pulse) for pulse in PULSES_MS)


def _find_again(facts: Facts, log: Log) -> Iterator[Task]:
    for square in sorted(set(facts.squares) - answering(log)):
        yield FindChip(square=square, again="after-reset")


def _find_slowly(facts: Facts, log: Log) -> Iterator[Task]:
    for square in sorted(set(facts.squares) - answering(log)):
        if facts.bus_of(square).clock_hz is not None:
            yield FindChip(square=square, again="slowly")


def _lines(facts: Facts, log: Log) -> Iterator[Task]:
    for square in sorted(answering(log)):
        changes = facts.bus_of(square).clock_hz is not None
        yield Sweep(square=square, clocks_hz=CLOCKS_HZ if changes else ())
    yield from (Examine(square=square) for square in sorted(answering(log)))


def _lights(facts: Facts, _: Log) -> Iterator[Task]:
    if facts.lights:
        yield ShowRun()


def _each_light(facts: Facts, log: Log) -> Iterator[Task]:
    if any(isinstance(each, RunSeen) and not each.in_order for each in log):
        yield from (ShowLight(square=square) for square in sorted(facts.lights))


def _colours(facts: Facts, log: Log) -> Iterator[Task]:
    if facts.lights:
        yield from (ShowColour(colour=colour) for colour in ("red", "green", "blue"))
    yield LoadSupply(squares=tuple(sorted(answering(log)))[: facts.max_fields])
    yield from (Press(button=button) for button in facts.buttons)


def _walk(facts: Facts, _: Log) -> Iterator[Task]:
    """Measure every square with a runner in its middle."""
    for square in facts.squares:
        yield Walk(square=square)
        yield Rate(square=square, spot="centre", height_mm=0)
        for distance in DISTANCES if square in facts.in_full else ():
            near = _at(facts, square, distance)
            if near:
                yield Cross(square=square, distance=distance, readers=near)


def _places(facts: Facts, log: Log) -> Iterator[Task]:
    """Measure some squares with a runner at other places, raised, and upside down."""
    sees = {each.square for each in log if isinstance(each, Walked) and each.in_place}
    for square in sorted(sees & set(facts.in_full)):
        for spot in SPOTS[1:]:
            yield Rate(square=square, spot=spot, height_mm=0)
        for height_mm in HEIGHTS_MM[1:]:
            yield Rate(square=square, spot="centre", height_mm=height_mm)
        for height_mm in HEIGHTS_MM[:2] if facts.crowned else ():
            yield Rate(square=square, spot="centre", height_mm=height_mm, way="upside down")


def _at(facts: Facts, square: int, distance: int) -> tuple[int, ...]:
    """Return the squares at this distance along row or column, with a reader."""
    row, column = facts.places[square]
    return tuple(
        other
        for other, (at_row, at_column) in sorted(facts.places.items())
        if {abs(at_row - row), abs(at_column - column)} == {0, distance}
    )


def _soak(facts: Facts, _: Log) -> Iterator[Task]:
    yield Soak(seconds=facts.soak_s)


STAGES: Final[tuple[Callable[[Facts, Log], Iterator[Task]], ...]] = (
    _find, _revive, _find_again, _find_slowly, _lines, _resets, _lights, _each_light, _colours,
    _walk, _places, _soak,
)  # fmt: skip
