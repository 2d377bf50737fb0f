"""A tag where none was expected is reported before its phase is over."""

from typing import Final

import pytest

from hardware.ports import BoardEvent, Sighting
from hardware.scanner import words
from hardware.scanner.messages import Ping, Scan, Scanned
from tests.support.scanner.whole import RED, RawHost, WholeBoard

SQUARES: Final = 12
LIT: Final = 4
FAR: Final = 1
"""Squares in the same row, which may be read together."""
PHASE: Final = ((LIT - 1, words.LIT), (FAR - 1, 0))
SPARE: Final = 4
"""Messages that may be out before the device keeps the rest for answers to orders."""
SOON_S: Final = 0.003
"""Less than it takes to switch a field off."""


@pytest.fixture
def board() -> WholeBoard:
    """A board that works, with a runner that its readers know."""
    board = WholeBoard(SQUARES)
    board.run_until(lambda: board.is_whole, 2.0)
    board.world.put("red", LIT)
    board.run_until(lambda: board.last_seen(RED) == LIT, 2.0)
    return board


def told(host: RawHost) -> list[tuple[bool, list[int]]]:
    """What comes of a phase: whether it is the last of it, and the squares that answered."""
    host.run(0.1)
    said = [each for each in host.reports() if isinstance(each, Scanned)]
    return [(each.last, [answer.reader + 1 for answer in each.answers]) for each in said]


@pytest.fixture
def host(board: WholeBoard) -> RawHost:
    """A host that may say anything to the device."""
    host = RawHost(board)
    host.greet(99)
    return host


def test_a_tag_that_nobody_expected_is_told_before_the_rest(host: RawHost) -> None:
    host.say(Scan(0, PHASE))
    assert told(host) == [(False, [LIT]), (True, [FAR])]


def test_a_phase_of_which_all_has_been_told_still_ends(host: RawHost) -> None:
    host.say(Scan(0, PHASE[:1]))
    assert told(host) == [(False, [LIT]), (True, [])]


def test_one_that_was_expected_is_told_with_the_rest(host: RawHost) -> None:
    host.say(Scan(0, ((LIT - 1, 1), (FAR - 1, 0))))
    assert told(host) == [(True, [LIT, FAR])]


def test_without_room_it_is_told_with_the_rest(host: RawHost) -> None:
    host.acknowledging = False
    for token in range(SPARE):
        host.say(Ping(token))
    host.say(Scan(0, PHASE))
    assert told(host) == []
    host.acknowledging = True
    host.run(0.0)
    assert told(host) == [(True, [LIT, FAR])]


def test_the_board_reports_it_as_soon_as_it_is_told(board: WholeBoard) -> None:
    """Its own field still has to go off then, and a square beside it is still searched."""
    board.world.lift("red")
    board.run_until(lambda: not board.sightings[-1].seen, 1.0)
    board.run(1.0)
    delays_s: list[float] = []

    def hear(event: BoardEvent) -> None:
        if isinstance(event, Sighting) and event.seen:
            delays_s.append(board.clock.now_s() - event.at_s)

    board.board.connect(hear)
    board.board.attend({LIT})
    board.run(0.5)
    board.world.put("red", LIT)
    board.run_until(lambda: bool(delays_s), 0.5)
    assert delays_s[0] < SOON_S
