"""A board whose co-processor says what none should of its readers, or nothing of them."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from hardware.scanner import words
from hardware.scanner.board import WAKE_S
from hardware.scanner.messages import (
    Answer,
    Order,
    Ping,
    ReaderWoke,
    Report,
    Scan,
    Scanned,
    ScannerRefused,
)
from hardware.sensing.settings import Timing
from tests.support.scanner.whole import GREEN, RED, WholeBoard


@pytest.fixture
def board() -> WholeBoard:
    """A board that works."""
    board = WholeBoard(2, op_s=200e-6)
    board.run_until(lambda: board.is_whole, 1.0)
    board.run(0.1)
    return board


def silence(board: WholeBoard, square: int, *, on: bool) -> None:
    board.emulation.chips[square].faults.set("silent", on=on)


def hear_as(board: WholeBoard, change: Callable[[Report], list[Report]]) -> None:
    """Let the board hear something else instead of each report."""
    hear = board.host.hear

    def heard(report: Report) -> None:
        for each in change(report):
            hear(each)

    board.host.hear = heard


def test_a_phase_that_is_refused_makes_another_beginning(board: WholeBoard) -> None:
    board.host.hear(ScannerRefused(words.SCAN, words.TOO_MANY, ""))
    assert board.host.state == "greeting"
    assert board.states(1)[-1] == "quarantined"
    board.run_until(lambda: board.is_whole, 2.0)


def test_a_lit_square_is_asked_for_as_such_until_a_tag_is_known_there(board: WholeBoard) -> None:
    asked: list[int] = []
    say = board.host.say

    def said(order: Order) -> None:
        if isinstance(order, Scan):
            asked.extend(expected for reader, expected in order.asks if reader == 0)
        say(order)

    board.host.say = said  # type: ignore[method-assign] # listens in
    board.board.attend({1})
    board.run(2.0)
    assert set(asked) == {0, words.LIT}  # in one of four rounds it is tried as usual
    board.world.put("red", 1)
    board.run(0.5)
    asked.clear()
    board.run(0.5)
    assert set(asked) == {1}


def test_an_order_that_is_refused_makes_none(board: WholeBoard) -> None:
    board.host.hear(ScannerRefused(words.LIGHTS, words.NO_STRIP, ""))
    assert board.is_whole


def test_what_comes_of_a_phase_that_nobody_waits_for_is_not_taken(board: WholeBoard) -> None:
    before = list(board.readings)
    board.host.hear(Scanned(60_000, last=True, began_us=0, answers=(Answer(0, 0, (RED,)),)))
    assert board.readings == before
    assert board.is_whole


def test_readers_that_are_not_there_say_nothing(board: WholeBoard) -> None:
    def with_others(report: Report) -> list[Report]:
        if isinstance(report, Scanned):
            other = Answer(40, 0, (RED,))
            report = replace(report, answers=(*report.answers, other))
        return [report]

    hear_as(board, with_others)
    board.readings.clear()
    assert board.run(0.3) == []
    assert {each.square for each in board.readings} == {1, 2}


def test_a_phase_may_be_told_in_several_messages(board: WholeBoard) -> None:
    def one_by_one(report: Report) -> list[Report]:
        if not isinstance(report, Scanned):
            return [report]
        parts: list[tuple[Answer, ...]] = [(), *((each,) for each in report.answers)]
        first: list[Report] = [replace(report, last=False, answers=part) for part in parts]
        return [*first, replace(report, answers=())]

    hear_as(board, one_by_one)
    board.world.put("red", 2)
    assert board.run(0.3) == [(2, RED, True)]
    assert board.is_whole


def test_what_a_reader_says_after_it_has_failed_disturbs_no_other(board: WholeBoard) -> None:
    """Two phases are under way: it is dead after the first, and its answer to the second comes."""

    def with_another(report: Report) -> list[Report]:
        if isinstance(report, Scanned):
            failed = tuple(answer for answer in report.answers if answer.field_lost)
            report = replace(report, answers=(*report.answers, *failed))
        return [report]

    hear_as(board, with_another)
    silence(board, 2, on=True)
    board.run_until(lambda: board.states(2)[-1:] == ["quarantined"], 2.0)
    board.world.put("red", 1)
    board.run_until(lambda: (1, RED, True) in board.sighted(), 3.0)


def test_a_reader_that_nobody_has_woken_says_nothing(board: WholeBoard) -> None:
    board.events.clear()
    board.host.hear(ReaderWoke(0, "no-ack"))
    board.host.hear(ReaderWoke(40, None))
    assert board.events == []
    assert board.is_whole


def test_a_reader_of_whose_waking_nothing_comes_is_woken_again(board: WholeBoard) -> None:
    def not_woken(report: Report) -> list[Report]:
        return [] if isinstance(report, ReaderWoke) else [report]

    hear = board.host.hear
    hear_as(board, not_woken)
    silence(board, 1, on=True)
    board.run_until(lambda: board.states(1)[-1:] == ["resetting"], 5.0)
    timing = Timing()
    silent_s = 6 * (timing.ack_s + timing.slack_s)
    board.run(WAKE_S + silent_s + timing.reset_s + timing.after_reset_s - 0.1)
    assert board.states(1)[-1] == "resetting"
    board.run(0.2)
    assert board.states(1)[-1] == "quarantined"
    (trouble,) = {each.trouble for each in board.board.readers() if each.trouble}
    assert "does not answer" in trouble
    board.host.hear = hear
    silence(board, 1, on=False)
    board.run_until(lambda: board.is_whole, 10.0)


def keep_busy(board: WholeBoard, then: Callable[[], None] = lambda: None) -> None:
    """Let there be no room for an order whenever a phase has been answered."""

    def with_pings(report: Report) -> list[Report]:
        if isinstance(report, Scanned):
            while board.host.room:
                board.host.say(Ping(0))
            then()
        return [report]

    hear_as(board, with_pings)


def test_readers_are_read_and_woken_as_soon_as_there_is_room_for_orders(board: WholeBoard) -> None:
    keep_busy(board)
    board.world.put("red", 2)
    assert board.run(0.3) == [(2, RED, True)]
    silence(board, 1, on=True)
    board.run_until(lambda: board.states(1)[-1:] == ["quarantined"], 5.0)
    silence(board, 1, on=False)
    board.run_until(lambda: board.is_whole, 10.0)


def test_lights_are_shown_as_soon_as_there_is_room_for_orders(board: WholeBoard) -> None:
    keep_busy(board, lambda: board.show([GREEN, GREEN]))
    board.run(0.3)
    assert list(board.lights.duties) == [GREEN, GREEN]


def test_a_plug_that_is_pulled_while_a_reader_is_woken(board: WholeBoard) -> None:
    silence(board, 1, on=True)
    board.run_until(lambda: board.states(1)[-1:] == ["resetting"], 5.0)
    board.scanner.line.plug(out=True)
    board.step()
    assert board.states(1)[-1] == "quarantined"
    silence(board, 1, on=False)
    board.scanner.line.plug(out=False)
    board.events.clear()
    board.run_until(lambda: board.is_whole, WAKE_S)
    board.run(WAKE_S)
    assert board.states(1) == ["back", "healthy"]


def test_a_silent_reader_alone_fails_however_patient_the_board_file_is() -> None:
    board = WholeBoard(2, op_s=200e-6, timing=Timing(ack_s=1.0))
    board.run_until(lambda: board.is_whole, 5.0)
    silence(board, 2, on=True)
    board.run_until(lambda: board.states(2)[-1:] == ["quarantined"], 60.0)
    board.run(5.0)
    assert board.host.state == "ready"
    assert board.states(1) == []
    silence(board, 2, on=False)
    board.run_until(lambda: board.is_whole, 30.0)
