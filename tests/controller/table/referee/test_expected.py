"""Where the game has every runner, and whether one that is sensed may be there."""

from typing import Final

import pytest

from controller.game.history import Game
from controller.game.pieces import Colour, Player, Seating
from controller.game.rules.state import Obligation
from controller.table.referee.expected import (
    Expected,
    agrees,
    errands_added,
    errands_left,
    expected,
    fits,
    lying_down,
    stood_before,
)
from controller.table.tracker import Placement, Spot
from tests.support.rules.positions import HOME, position

SEATING: Final = Seating(
    (Player("Ann", ("red", "green")), Player("Ben", ("yellow", "blue"))), frozenset({"red", "blue"})
)
"""Ann's red and Ben's blue runner have a tag in their crown."""
RACE: Final = position([(10, 0), (20, HOME)])


@pytest.mark.parametrize(
    ("owes", "lies"), [("chew", True), ("rest", True), ("leave", False), ("back", False)]
)
def test_a_runner_that_chews_or_rests_lies(owes: Obligation, *, lies: bool) -> None:
    state = position([(10, 0), (20, 30)], owes={0: owes})
    assert expected(state, SEATING) == {
        "red": Expected(10, lies),
        "green": Expected(0, False),
        "yellow": Expected(20, False),
        "blue": Expected(30, False),
    }
    assert lying_down(state.seats[0]) == (0 if lies else None)
    assert lying_down(state.seats[1]) is None


@pytest.mark.parametrize(
    ("colour", "want", "spot", "right"),
    [
        ("red", Expected(10, False), Spot(10), True),
        ("red", Expected(10, False), Spot(11), False),
        ("red", Expected(10, False), Spot(), False),
        ("red", Expected(0, False), Spot(), True),
        ("red", Expected(HOME, False), Spot(), True),
        ("red", Expected(10, True), Spot(10), False),
        ("red", Expected(10, True), Spot(10, face_down=True), True),
        ("red", Expected(10, False), Spot(10, face_down=True), False),
        ("green", Expected(10, True), Spot(10), True),
        ("green", Expected(10, False), Spot(10, face_down=True), True),
        ("red", Expected(HOME, False), Spot(HOME, face_down=True), True),
    ],
)
def test_a_runner_fits_on_its_square_the_way_up_that_is_known_of_it(
    colour: Colour, want: Expected, spot: Spot, *, right: bool
) -> None:
    assert fits(RACE, SEATING, colour, want, spot) is right


@pytest.mark.parametrize(
    ("colour", "want", "may"),
    [
        ("red", Expected(10, False), False),
        ("red", Expected(10, True), False),
        ("green", Expected(10, True), True),
        ("red", Expected(0, False), True),
        ("red", Expected(HOME, False), True),
        ("red", Expected(31, False), True),
    ],
)
def test_a_runner_that_no_reader_sees_may_be_where_none_could_see_it(
    colour: Colour, want: Expected, *, may: bool
) -> None:
    placement = Placement(unread=frozenset({31}))
    assert agrees(RACE, SEATING, placement, colour, want) is may
    unseen = Placement({colour: Spot(20)}, unread=frozenset({31}), unseen=frozenset({colour}))
    assert agrees(RACE, SEATING, unseen, colour, want) is may


def test_a_runner_that_is_seen_elsewhere_is_not_where_no_reader_looks() -> None:
    placement = Placement({"green": Spot(20)}, unread=frozenset({31}))
    for want in (Expected(31, False), Expected(0, False), Expected(10, True)):
        assert not agrees(RACE, SEATING, placement, "green", want)
    assert agrees(RACE, SEATING, placement, "green", Expected(20, True))


def test_a_runner_with_a_crown_agrees_only_the_right_way_up() -> None:
    for lies in (False, True):
        placement = Placement({"red": Spot(10, face_down=lies)})
        assert agrees(RACE, SEATING, placement, "red", Expected(10, lies))
        assert not agrees(RACE, SEATING, placement, "red", Expected(10, not lies))


def test_an_errand_is_left_until_its_runner_fits() -> None:
    placement = Placement({"red": Spot(9), "yellow": Spot(20)})
    to_carry: dict[Colour, Spot] = {"red": Spot(4), "yellow": Spot(4), "green": Spot(4)}
    assert errands_left(RACE, SEATING, placement, to_carry) == {"red": Spot(4)}


def test_runners_that_the_game_moved_or_turned_are_errands_from_where_they_are() -> None:
    after = position([(10, 5), (20, HOME)], owes={0: "chew"})
    placement = Placement({"red": Spot(10), "green": Spot(7), "yellow": Spot(22)})
    assert errands_added(RACE, after, SEATING, placement, {"yellow": Spot(3)}) == {
        "red": Spot(10),
        "green": Spot(7),
        "yellow": Spot(3),
    }
    carried = Placement({"red": Spot(10, face_down=True), "green": Spot(5)})
    assert errands_added(RACE, after, SEATING, carried, {}) == {}


def test_each_runner_stood_on_the_square_before_its_last_move() -> None:
    game = Game(position([(10, 5), (13, 6)])).replay(["1:f12", "1:f16", "1:f17", "2:f8"])
    assert [runner.at for seat in game.state.seats for runner in seat.runners] == [17, 5, 16, 8]
    assert stood_before(game, SEATING) == {"red": 12, "yellow": 13, "blue": 6}
