"""Runners of one player are taken for each other only where that leaves less to carry."""

from typing import Final

import msgspec
import pytest

from controller.game.pieces import COLOURS, Colour, Player, Seating
from controller.game.rules import State
from controller.table.referee.swapped_runners import as_they_stand
from controller.table.tracker import Placement, Spot
from tests.support.rules.positions import position

ANN: Final[tuple[Colour, Colour]] = ("red", "green")
BEN: Final[tuple[Colour, Colour]] = ("yellow", "blue")
SEATING: Final = Seating((Player("Ann", ANN), Player("Ben", BEN)), frozenset(COLOURS))
SWAPPED: Final = ("green", "red")


def of_ann(state: State, *, rests: bool = True, **spots: Spot) -> tuple[Colour, ...]:
    """Ann's runners in their roles, where Ben's stand right; it is Ben's turn."""
    ben = state.seats[1].runners
    placement = Placement(
        {
            **{colour: Spot(each.at) for colour, each in zip(BEN, ben, strict=True)},
            **spots,  # type: ignore[dict-item]  # names of colours
        }
    )
    seating = as_they_stand(state, SEATING, placement, (), lambda _: rests)
    assert seating.players[1].colours == BEN
    return seating.players[0].colours


RACE: Final = position([(5, 9), (20, 30)], to_act=1)


def test_runners_in_each_others_places_change_roles_when_they_rest() -> None:
    assert of_ann(RACE, red=Spot(9), green=Spot(5)) == SWAPPED
    assert of_ann(RACE, red=Spot(9), green=Spot(5), rests=False) == ANN


def test_one_that_stands_right_in_the_other_role_is_enough() -> None:
    assert of_ann(RACE, red=Spot(9)) == SWAPPED
    assert of_ann(RACE, red=Spot(5), green=Spot(7)) == ANN


def test_where_nothing_is_gained_by_it_nobody_changes_roles() -> None:
    assert of_ann(RACE, red=Spot(9), green=Spot(9)) == ANN


@pytest.mark.parametrize("busy", [(), ("red",)])
def test_a_player_whose_runners_keep_their_roles_keeps_nobody_from_changing(
    busy: tuple[Colour, ...],
) -> None:
    wood = Placement({"red": Spot(5), "green": Spot(9), "yellow": Spot(30), "blue": Spot(20)})
    seating = as_they_stand(RACE, SEATING, wood, busy, lambda _: True)
    assert [player.colours for player in seating.players] == [ANN, BEN[::-1]]


@pytest.mark.parametrize("busy", [("red",), ("green",), ("red", "green")])
def test_a_player_with_a_runner_under_way_keeps_the_roles(busy: tuple[Colour, ...]) -> None:
    wood = Placement({"red": Spot(9), "green": Spot(5), "yellow": Spot(20), "blue": Spot(30)})
    seating = as_they_stand(RACE, SEATING, wood, busy, lambda _: True)
    assert [player.colours for player in seating.players] == [ANN, BEN]


def test_one_that_nobody_sees_stands_right_nowhere() -> None:
    start = position([(5, 0), (20, 30)], to_act=1)
    assert of_ann(start, green=Spot(22)) == ANN
    assert of_ann(start, green=Spot(5)) == SWAPPED


def test_one_that_stands_the_wrong_way_up_does_not_stand_right() -> None:
    chewing = position([(10, 0), (20, 30)], to_act=1, owes={0: "chew"})
    assert of_ann(chewing, green=Spot(10)) == ANN
    assert of_ann(chewing, green=Spot(10, face_down=True)) == SWAPPED


def test_of_the_seat_to_move_both_must_stand_right() -> None:
    moving = position([(5, 9), (20, 30)], to_act=0)
    assert of_ann(moving, red=Spot(9)) == ANN, "red may be moving there"
    assert of_ann(moving, red=Spot(9), green=Spot(5)) == SWAPPED
    asked = msgspec.structs.replace(moving, prompt="gift")
    assert of_ann(asked, red=Spot(9)) == SWAPPED, "nobody moves meanwhile"
