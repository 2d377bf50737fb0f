"""Stories of the other modes: two runners each, naps, tournaments, cards and dice of one's own."""

import pytest

from controller.refusal import Refusal
from tests.controller.table.conftest import Opener
from tests.support.table.tabletop import PAUSE_S, SCAN_S, SETTLE_S, Tabletop

# With two players Ann has the red and the green runner, Ben the yellow and the blue one.


def put(table: Tabletop, colour: str, square: int) -> None:
    table.world.put(colour, square)
    table.wait(SCAN_S)


def rest(table: Tabletop) -> None:
    table.wait(SETTLE_S + SCAN_S)


# Two runners each


def test_r10_1_either_runner_may_be_moved(lay: Opener) -> None:
    table = lay(2)
    put(table, "green", 5)
    rest(table)
    assert table.actions == ["2:f5"]
    put(table, "yellow", 4)
    rest(table)
    assert table.actions == ["2:f5", "1:f4"]


def test_either_runner_may_go_back_to_the_tortoise(lay: Opener) -> None:
    table = lay(2)
    for colour, square in (("green", 9), ("yellow", 2), ("green", 12), ("yellow", 4)):
        put(table, colour, square)
        rest(table)
    put(table, "green", 11)
    rest(table)
    assert table.actions == ["2:f9", "1:f2", "2:f12", "1:f4", "2:b"]


def test_of_a_players_two_runners_exactly_one_may_have_moved(lay: Opener) -> None:
    table = lay(2)
    table.world.put("red", 5)
    put(table, "green", 4)
    rest(table)
    assert table.actions == []
    assert [fault.colour for fault in table.finding.mismatches] == ["red", "green"]
    table.world.knock("red")
    table.wait(SETTLE_S + 5 * SCAN_S)
    assert table.actions == ["2:f4"]


def test_only_the_squares_of_the_runner_in_the_hand_are_lit(lay: Opener) -> None:
    table = lay(2)
    for colour, square in (("red", 9), ("yellow", 2), ("green", 5), ("yellow", 4)):
        put(table, colour, square)
        rest(table)
    assert table.light(6) is not None
    assert table.light(12) is not None
    table.world.lift("red")
    table.wait(4 * SCAN_S)
    assert table.light(6) is None, "the green one could go there, but the red one is in the hand"
    assert table.light(12) is not None


def test_r10_2_the_runner_on_lettuce_chews_before_the_other_moves(lay: Opener) -> None:
    table = lay(2)
    put(table, "red", 10)
    rest(table)
    table.world.turn("red")
    put(table, "yellow", 4)
    rest(table)
    put(table, "green", 5)
    rest(table)
    assert table.actions == ["1:f10", "1:f4"]
    codes = [reason.code for reason in table.finding.mismatches[0].reasons]
    assert codes == ["must-chew"]
    table.world.knock("green")
    table.world.turn("red")
    table.wait(SETTLE_S + 5 * SCAN_S)
    assert table.actions[-1] == "chew"


def test_runners_of_one_player_that_have_changed_places_are_taken_for_each_other(
    lay: Opener,
) -> None:
    table = lay(2)
    for colour, square in (("red", 9), ("yellow", 2), ("green", 5)):
        put(table, colour, square)
        rest(table)
    table.world.put("red", 5)
    put(table, "green", 9)
    assert [fault.colour for fault in table.finding.mismatches] == ["red", "green"]
    rest(table)
    assert table.finding.mismatches == ()
    assert table.snapshot.seating.colour(0, 0) == "green"
    put(table, "blue", 4)
    rest(table)
    put(table, "green", 12)
    rest(table)
    assert table.actions == ["1:f9", "1:f2", "2:f5", "2:f4", "1:f12"]


def test_one_that_stands_where_the_other_belongs_stays_and_the_other_takes_its_place(
    lay: Opener,
) -> None:
    table = lay(2)
    for colour, square in (("red", 9), ("yellow", 2), ("green", 5)):
        put(table, colour, square)
        rest(table)
    table.world.put("red", 5)
    put(table, "green", 20)
    rest(table)
    assert [(each.colour, each.belongs) for each in table.finding.mismatches] == [("green", 9)]
    put(table, "green", 9)
    assert table.finding.mismatches == ()


def test_of_the_player_who_moves_both_have_to_stand_there(lay: Opener) -> None:
    table = lay(2)
    for colour, square in (("red", 9), ("yellow", 2), ("green", 5), ("blue", 4)):
        put(table, colour, square)
        rest(table)
    table.world.lift("red")
    put(table, "green", 9)
    rest(table)
    assert table.snapshot.seating.colour(0, 0) == "red", "it may be on its way"
    put(table, "red", 5)
    rest(table)
    assert table.snapshot.seating.colour(0, 0) == "green"
    assert table.finding.mismatches == ()


# Naps


def test_r8_6_a_sleeper_is_laid_down_and_sleeps_on(lay: Opener) -> None:
    table = lay(options={"hare": "nap"})
    table.move("Ann", 6)
    assert table.errands == [("Ann", 6, 6)]
    table.turn("Ann")
    table.move("Ben", 5)
    table.move("Cem", 4)
    table.turn("Ann")
    rest(table)
    assert table.actions[-1] == "rest"


def test_r8_6_a_sleeper_that_is_passed_is_to_be_stood_up(lay: Opener) -> None:
    table = lay(options={"hare": "nap"})
    table.move("Ann", 6)
    table.turn("Ann")
    table.move("Ben", 9)
    assert table.errands == [("Ann", 6, 6)]
    table.turn("Ann")
    assert table.errands == []
    table.move("Cem", 4)
    table.move("Ann", 7)
    assert table.actions[-1] == "f7"


def test_without_a_crown_a_nap_goes_on_by_itself(lay: Opener) -> None:
    table = lay(options={"hare": "nap"}, crowned=False)
    for name, square in (("Ann", 6), ("Ben", 5), ("Cem", 4)):
        table.move(name, square)
    table.wait(PAUSE_S + SCAN_S)
    assert table.actions[-1] == "rest"


# Tournament


def test_r8_4_a_runner_passed_without_carrots_is_to_go_back(lay: Opener) -> None:
    table = lay(options={"hare": "tournament", "start_carrots": 110})
    for name, square in (("Ann", 13), ("Ben", 9), ("Cem", 14), ("Ann", 16)):
        table.move(name, square)
    assert table.carrots("Cem") == 0, "five were left, and all were paid"
    table.move("Ben", 12)
    table.wait(2 * PAUSE_S)
    table.press("confirm")
    assert table.actions[-1] == "f12", "a move is made by hand, also where it is the only one"
    table.move("Cem", 17)
    codes = [reason.code for reason in table.finding.mismatches[0].reasons]
    assert codes == ["must-move-back"]
    table.move("Cem", 11)
    assert table.actions[-1] == "b"
    assert table.carrots("Cem") == 30


# Cards and dice of one's own


def test_r14_2_with_their_own_cards_the_players_say_how_the_pile_lies(lay: Opener) -> None:
    table = lay(chance="by-hand")
    assert table.state.prompt == "deal"
    table.wait(2 * PAUSE_S)
    assert table.state.prompt == "deal", "nobody deals for them"
    with pytest.raises(Refusal) as refusal:
        table.phone("Ann", "deal show show")
    assert refusal.value.code == "bad-chance"
    pile = ["shuffle", *sorted(set(table.state.pile) - {"shuffle"}) * 2]
    table.phone("Ann", "deal " + " ".join(pile))
    assert list(table.state.pile) == pile
    table.move("Ann", 1)
    assert table.state.prompt == "deal"


def test_r8_2_with_their_own_die_the_players_say_what_it_shows(lay: Opener) -> None:
    table = lay(chance="by-hand", options={"hare": "die-table"})
    table.move("Ann", 6)
    assert table.state.prompt == "roll"
    table.wait(2 * PAUSE_S)
    table.phone("Ann", "roll 5")
    assert table.actions == ["f6", "roll 5"]
    assert table.carrots("Ann") == 65, "a five is a free ride"
    assert table.snapshot.take_back is None


def test_r8_2_a_runner_carried_by_a_roll_is_an_errand(lay: Opener) -> None:
    table = lay(chance="by-hand", options={"hare": "die-table"})
    table.move("Ann", 6)
    table.phone("Ann", "roll 2")
    assert table.at("Ann") == 5
    assert table.errands == [("Ann", 6, 5)]


def test_by_the_board_a_roll_is_made_at_once(lay: Opener) -> None:
    table = lay(options={"hare": "table-1974"})
    table.move("Ann", 6)
    assert table.actions[1].startswith("roll ")
