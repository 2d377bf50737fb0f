"""What is measured next."""

import pytest

from controller.board import read_board
from controller.board.examples import example_path
from controller.maintenance.acceptance.measuring.facts import Facts, facts_of
from controller.maintenance.acceptance.measuring.next_task import next_task, plan
from controller.maintenance.acceptance.measuring.tasks import (
    Echoes,
    Examine,
    Examined,
    FindChip,
    FoundChip,
    Log,
    Measurement,
    PullReset,
    RunSeen,
    ShowColour,
    ShowLight,
    ShowRun,
    Sweep,
    Swept,
    Task,
)
from hardware.bench_ports import ChipIdentity, ReaderBus, SelfTest, TimedAnswer

SQUARES = (1, 2, 3, 4)


def facts(**bus: object) -> Facts:
    """Four squares on one bus."""
    board = read_board(example_path("prototype-2x2"))
    return facts_of(board, [ReaderBus("spi", SQUARES, "SPI", **bus)], in_full=False)  # type: ignore[arg-type]


def answered(task: Task | None, *silent: int) -> FoundChip:
    """The chip's answer, none of some squares."""
    assert isinstance(task, FindChip)
    version = "" if task.square in silent else "PN532 1.6"
    chip = ChipIdentity(version, TimedAnswer(1.0, 2.0))
    return FoundChip(square=task.square, chip=chip, again=task.again)


def test_first_every_chip_is_asked_what_it_is() -> None:
    board = facts()
    assert next_task(board, ()) == FindChip(square=1)
    assert plan(board, ()) == tuple(FindChip(square=square) for square in SQUARES)


def test_a_silent_chip_is_revived_and_asked_again_at_last_slowly() -> None:
    board = facts(clock_hz=1_000_000, resets=True)
    log = tuple(answered(task, 3) for task in plan(board, ()))
    assert next_task(board, log) == PullReset(bus="spi", low_ms=200, revives=True)
    slow = facts(clock_hz=1_000_000)
    again = FindChip(square=3, again="after-reset")
    assert next_task(slow, log) == again
    log = (*log, answered(again, 3))
    assert next_task(slow, log) == FindChip(square=3, again="slowly")


def test_the_lines_of_chips_that_answer_are_tested() -> None:
    board = facts()
    log = tuple(answered(task) for task in plan(board, ()))
    assert next_task(board, log) == Sweep(square=1, clocks_hz=())


def test_of_many_squares_four_are_measured_at_every_place() -> None:
    board = read_board(example_path("spi-decoder-64"))
    assert facts_of(board, (), in_full=False).in_full == (1, 22, 43, 64)
    assert facts_of(board, (), in_full=True).in_full == tuple(range(1, 65))


def test_a_silent_chip_on_a_bus_without_a_clock_is_not_asked_slowly() -> None:
    board = facts()
    log = tuple(answered(task, 3) for task in plan(board, ()))
    again = FindChip(square=3, again="after-reset")
    assert next_task(board, log) == again
    assert next_task(board, (*log, answered(again, 3))) == Sweep(square=1, clocks_hz=())


def whole(task: Task) -> Measurement:
    """What a sound board measures."""
    match task:
        case Sweep(square=square):
            return Swept(square=square, echoes=(Echoes(None, ()),))
        case Examine(square=square):
            return Examined(square=square, result=SelfTest(rom=True, ram=True, antenna=True))
        case _:
            return answered(task)


@pytest.mark.parametrize(
    ("in_order", "then"), [(False, ShowLight(square=1)), (True, ShowColour(colour="red"))]
)
def test_lights_that_were_out_of_order_are_shown_one_by_one(in_order: bool, then: Task) -> None:
    board = facts()
    log: Log = ()
    while (task := next_task(board, log)) != ShowRun():
        assert task is not None
        log = (*log, whole(task))
    assert next_task(board, (*log, RunSeen(in_order=in_order, dark=()))) == then
