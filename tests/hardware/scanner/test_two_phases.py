"""A phase begins beside the one before it, with readers that are far enough from it."""

import json
from typing import Final

import pytest

from hardware.scanner import words
from hardware.scanner.messages import Scan, Scanned
from hardware.sensing.plan import apart
from tests.support.scanner.whole import RED, RawHost, WholeBoard

SQUARES: Final = 12
"""Three rows of four: 1 is in a corner, 4 three columns beside it, 5 above 4; 2 is near both."""
LIT, USUAL = words.LIT, 0
READING_US: Final = 10_700
"""A field rises, and a tag is looked for once."""

Phase = tuple[tuple[int, int], ...]
FIRST: Final[Phase] = ((4, LIT), (1, USUAL))


@pytest.fixture
def board() -> WholeBoard:
    """A board that works."""
    board = WholeBoard(SQUARES)
    board.run_until(lambda: board.is_whole, 2.0)
    return board


def connected(board: WholeBoard) -> RawHost:
    """A host; each reader tries as often already as it is asked to below."""
    host = RawHost(board)
    host.greet(99)
    for square in 2 * (5, 2, 4):
        answered_us(host, FIRST, ((square, LIT),))
    return host


def answered_us(host: RawHost, *phases: Phase) -> list[list[int]]:
    """When the squares answered, of phases that are sent at once."""
    for slot, squares in enumerate(phases):
        host.say(Scan(slot, tuple((square - 1, expected) for square, expected in squares)))
    host.run(0.1)
    told = [each for each in host.reports() if isinstance(each, Scanned)]
    assert [each.slot for each in told] == list(range(len(phases)))
    return [[each.began_us + answer.after_us for answer in each.answers] for each in told]


def test_a_square_does_not_wait_for_those_far_from_it(board: WholeBoard) -> None:
    (_, far_us), (at_us,) = answered_us(connected(board), FIRST, ((5, LIT),))
    assert at_us < far_us + READING_US


@pytest.mark.parametrize("square", [2, 1])
def test_it_waits_for_those_near_it_and_for_itself(board: WholeBoard, square: int) -> None:
    (_, near_us), (at_us,) = answered_us(connected(board), FIRST, ((square, LIT),))
    assert at_us > near_us + READING_US


def test_it_waits_if_as_many_fields_are_on_as_may_be(board: WholeBoard) -> None:
    wiring = json.loads(board.device.flash["wiring.json"])
    wiring["apart"]["fields"] = 1
    board.device.flash["wiring.json"] = json.dumps(wiring).encode()
    board.scanner.firmware.boot()
    (before_us,), (at_us,) = answered_us(connected(board), ((1, USUAL),), ((4, LIT),))
    assert at_us > before_us + READING_US


def test_it_waits_for_all_if_nobody_knows_where_they_are(board: WholeBoard) -> None:
    wiring = json.loads(board.device.flash["wiring.json"]) | {"apart": None}
    board.device.flash["wiring.json"] = json.dumps(wiring).encode()
    board.scanner.firmware.boot()
    (_, far_us), (at_us,) = answered_us(connected(board), FIRST, ((5, LIT),))
    assert at_us > far_us + READING_US


def test_fields_on_together_are_apart(board: WholeBoard) -> None:
    board.world.put("red", 5)
    board.radio.start_anew()
    places = board.settings.places
    board.board.attend({square for square in places if not apart(places[square], places[6], 2)})
    board.run(1.0)
    assert board.last_seen(RED) == 5
    assert (board.radio.closest, board.radio.most_fields) == (board.settings.stride, 2)
