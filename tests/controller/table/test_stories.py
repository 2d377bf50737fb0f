"""Stories of hands at the table, on virtual time, through readers, referee and journal."""

import pytest

from controller.config import Settings
from controller.refusal import Refusal
from controller.table.commands import TakeBack
from tests.controller.table.conftest import Opener
from tests.support.table.tabletop import PAUSE_S, SCAN_S, SETTLE_S, Tabletop

# Taking back


def test_putting_the_runner_back_offers_to_undo(table: Tabletop) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8), ("Ann", 7)):
        table.move(name, square)
    table.put("Ann", 5)
    table.wait(2 * SETTLE_S)
    assert table.finding.put_back
    assert table.actions[-1] == "f7", "it is offered, not done"
    table.press("confirm")
    assert table.actions == ["f5", "f4", "f8"]
    assert (table.to_act, table.at("Ann")) == ("Ann", 5)


def test_a_runner_taken_off_again_to_start_offers_to_undo(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.knock("Ann")
    assert table.finding.put_back
    table.press("take-back")
    assert table.actions == []
    assert table.to_act == "Ann"


def test_a_runner_put_back_from_the_tortoise_offers_to_undo(lay: Opener) -> None:
    table = lay(options={"start_carrots": 100})
    for name, square in (("Ann", 13), ("Ben", 4), ("Cem", 8), ("Ann", 11)):
        table.move(name, square)
    assert table.actions[-1] == "b"
    table.put("Ann", 13)
    assert table.finding.put_back
    table.press("confirm")
    assert table.actions == ["f13", "f4", "f8"]
    assert (table.to_act, table.at("Ann"), table.faults) == ("Ann", 13, [])


def test_a_move_taken_back_by_phone_makes_an_errand(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.command(TakeBack(0, table.snapshot.version))
    assert table.errands == [("Ann", 5, 0)]
    table.knock("Ann")
    assert table.errands == []
    table.move("Ann", 4)
    assert table.actions == ["f4"]


def test_nobody_takes_back_a_card(lay: Opener) -> None:
    table = lay(cards=["lose-half"])
    table.move("Ann", 1)
    assert table.snapshot.take_back is None
    table.knock("Ann")
    assert table.faults == [("missing", "Ann", None, 1)]
    table.press("take-back")
    assert table.actions == ["f1"]


def test_nobody_takes_back_once_the_next_player_has_acted(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.move("Ben", 4)
    with pytest.raises(Refusal) as refusal:
        table.command(TakeBack(0, table.snapshot.version))
    assert refusal.value.code == "not-offered"


def test_while_it_is_offered_to_undo_the_next_move_waits(table: Tabletop) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8), ("Ann", 7)):
        table.move(name, square)
    table.put("Ann", 5)
    table.move("Ben", 9)
    assert (table.finding.put_back, table.finding.held) == (True, True)
    assert table.actions[-1] == "f7"
    table.put("Ann", 7)
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions[-2:] == ["f7", "f9"]


# Lettuce, face down


def test_with_a_crown_turning_the_runner_chews_the_lettuce(table: Tabletop) -> None:
    table.move("Ann", 10)
    assert table.errands == [("Ann", 10, 10)], "somebody has to lay it face down"
    assert [errand.face_down for errand in table.finding.errands] == [True]
    table.turn("Ann")
    assert table.errands == []
    table.move("Ben", 5)
    table.move("Cem", 4)
    table.wait(PAUSE_S + SCAN_S)
    assert table.actions == ["f10", "f5", "f4"], "a crown can be waited for"
    table.turn("Ann")
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions[-1] == "chew"
    assert table.state.seats[0].lettuces == 2


def test_an_errand_nobody_needs_does_not_hold_the_next_turn(table: Tabletop) -> None:
    table.move("Ann", 10)
    table.move("Ben", 5)
    assert table.actions == ["f10", "f5"]
    assert table.errands == [("Ann", 10, 10)]


def test_a_runner_set_down_face_down_on_lettuce_needs_no_errand(table: Tabletop) -> None:
    table.put("Ann", 10, face_down=True)
    table.wait(SETTLE_S)
    assert table.actions == ["f10"]
    assert table.errands == []


def test_a_runner_never_laid_down_chews_when_it_is_set_down_upright(table: Tabletop) -> None:
    for name, square in (("Ann", 10), ("Ben", 5), ("Cem", 4)):
        table.move(name, square)
    table.wait(2 * SETTLE_S)
    assert table.actions[-1] == "f4", "standing there is not chewing"
    table.lift("Ann")
    table.move("Ann", 10)
    assert table.actions[-1] == "chew"


def test_without_a_crown_a_lettuce_is_chewed_after_a_pause(lay: Opener) -> None:
    table = lay(crowned=False)
    for name, square in (("Ann", 10), ("Ben", 5), ("Cem", 4)):
        table.move(name, square)
    assert table.errands == []
    table.wait(PAUSE_S - SETTLE_S)
    assert table.actions[-1] == "f4"
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions[-1] == "chew"


def test_without_a_crown_the_button_chews_at_once(lay: Opener) -> None:
    table = lay(crowned=False)
    for name, square in (("Ann", 10), ("Ben", 5), ("Cem", 4)):
        table.move(name, square)
    table.press("confirm")
    assert table.actions[-1] == "chew"


def test_without_a_crown_nobody_sees_a_runner_face_down_but_all_the_others(lay: Opener) -> None:
    table = lay(crowned=False)
    for name, square in (("Ann", 10), ("Ben", 5)):
        table.move(name, square)
    table.turn("Ann")
    table.wait(4 * SCAN_S)
    assert (table.faults, table.errands) == ([], [])
    table.move("Cem", 4)
    assert table.finding.in_hand == ()
    table.knock("Ben")
    assert table.faults == [("missing", "Ben", None, 5)]


def test_a_runner_knocked_over_is_named(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.turn("Ann")
    assert table.faults == [("wrong-way-up", "Ann", 5, 5)]
    table.turn("Ann")
    assert table.faults == []


# Turns without a move


def test_a_missed_turn_goes_by_after_a_pause(lay: Opener) -> None:
    table = lay(cards=["more-behind"])
    table.move("Ann", 1)
    assert table.state.seats[0].miss
    table.move("Ben", 5)
    table.move("Cem", 4)
    assert table.to_act == "Ann"
    table.wait(PAUSE_S + SCAN_S)
    assert table.actions[-1] == "miss"
    assert table.to_act == "Ben"


def test_a_missed_turn_goes_by_a_pause_after_a_power_cut(lay: Opener) -> None:
    table = lay(cards=["more-behind"])
    for name, square in (("Ann", 1), ("Ben", 5), ("Cem", 4)):
        table.move(name, square)
    table.pull_the_plug()
    table.wait(PAUSE_S - 2 * SCAN_S)
    assert table.actions[-1] == "f4"
    table.wait(2 * SCAN_S)
    assert table.actions[-1] == "miss"


def test_while_a_gift_waits_nobody_moves(gift: Tabletop) -> None:
    gift.move("Ann", 7)
    assert gift.faults == [("misplaced", "Ann", 7, 5)]
    gift.phone("Ann", "keep")
    gift.phone("Ben", "discard")
    gift.wait(SETTLE_S + SCAN_S)
    assert gift.actions[-3:] == ["keep", "discard", "f7"]


# The phone moves, hands carry


def test_a_move_by_phone_is_an_errand_that_holds_nobody_else(table: Tabletop) -> None:
    table.phone("Ann", "f5")
    assert table.errands == [("Ann", None, 5)]
    assert table.light(5) == "errand"
    table.move("Ben", 4)
    assert table.actions == ["f5", "f4"]
    table.put("Ann", 5)
    assert table.errands == []


def test_an_errand_not_done_when_the_turn_comes_round_is_done_first(table: Tabletop) -> None:
    for name, square in (("Ann", 2), ("Ben", 4), ("Cem", 9)):
        table.move(name, square)
    table.phone("Ann", "f5")
    table.move("Ben", 7)
    table.phone("Cem", "f12")
    assert table.errands == [("Ann", 2, 5), ("Cem", 9, 12)]
    table.wait(2 * SETTLE_S)
    assert table.actions[-1] == "f12", "a runner nobody touches moves nowhere"
    table.move("Ann", 8)
    assert table.actions[-1] == "f8", "carried on from where the game had it"


def test_a_move_to_a_square_that_has_still_to_be_left_waits(table: Tabletop) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    table.phone("Ann", "f7")
    table.move("Ben", 5)
    assert (table.actions[-1], table.finding.held) == ("f7", True)
    table.put("Ann", 7)
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions[-2:] == ["f7", "f5"]


def test_a_restart_is_confirmed_and_then_carried_out_by_hand(lay: Opener) -> None:
    table = lay(options={"start_carrots": 1}, cards=["show"])
    table.move("Ann", 1)
    table.phone("Ben", "restart")
    table.move("Ben", 5)
    table.phone("Cem", "restart")
    table.move("Cem", 4)
    assert table.carrots("Ann") == 0
    table.wait(2 * PAUSE_S)
    assert table.actions[-1] == "f4", "a restart is not done behind anybody's back"
    table.press("confirm")
    assert table.actions[-1] == "restart"
    assert (table.at("Ann"), table.carrots("Ann"), table.to_act) == (0, 65, "Ann")
    assert table.errands == [("Ann", 1, 0)]
    table.wait(2 * SETTLE_S)
    assert table.actions[-1] == "restart", "standing on a lit square is not moving there"
    table.knock("Ann")
    assert table.errands == []
    table.move("Ann", 2)
    assert table.actions[-1] == "f2"


# The plug


def test_after_a_power_cut_the_game_stands_where_it_stood(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.move("Ben", 4)
    before = table.state
    table.pull_the_plug()
    assert table.state == before
    assert table.faults == []


def test_after_a_power_cut_the_referee_guides_the_pieces_back(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.move("Ben", 4)
    table.world.knock("red")
    table.world.put("yellow", 6)
    table.pull_the_plug()
    assert table.faults == [("missing", "Ann", None, 5), ("misplaced", "Ben", 6, 4)]


def test_what_was_to_be_carried_before_a_power_cut_still_is_after_it(table: Tabletop) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    table.phone("Ann", "f7")
    table.pull_the_plug()
    assert table.errands == [("Ann", 5, 7)]
    assert not table.finding.put_back, "nobody has put it back"
    table.phone("Ben", "f6")
    table.pull_the_plug()
    assert table.errands == [("Ann", 5, 7), ("Ben", 4, 6)]
    assert table.faults == []
    table.put("Ann", 7)
    table.put("Ben", 6)
    assert table.errands == []
    table.move("Cem", 9)
    assert table.actions[-1] == "f9"


def test_after_a_power_cut_a_move_is_still_taken_back_by_hand(table: Tabletop) -> None:
    for name, square in (("Ann", 5), ("Ben", 4)):
        table.move(name, square)
    table.phone("Cem", "f8")
    table.pull_the_plug()
    assert table.finding.put_back is False
    table.put("Cem", 8)
    table.pull_the_plug()
    table.knock("Cem")
    assert table.finding.put_back


def test_a_runner_that_was_settling_when_the_plug_was_pulled_has_not_moved(
    table: Tabletop,
) -> None:
    table.put("Ann", 5)
    table.pull_the_plug()
    table.wait(2 * SETTLE_S)
    assert table.actions == []
    assert table.errands == [("Ann", 5, 0)], "somebody has to say that it is meant"
    table.lift("Ann")
    table.move("Ann", 5)
    assert table.actions == ["f5"]
    table.put("Ben", 4)
    table.pull_the_plug()
    table.wait(2 * SETTLE_S)
    assert (table.actions, table.errands) == (["f5"], [("Ben", 4, 0)]), "whoever moves"


def test_a_move_taken_back_is_not_made_again_by_the_next_start(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.command(TakeBack(0, table.snapshot.version))
    table.pull_the_plug()
    table.wait(2 * SETTLE_S)
    assert table.actions == []


def test_a_runner_at_home_may_be_taken_away(lay: Opener) -> None:
    table = lay(options={"start_carrots": 2080, "lettuces": 0})
    table.move("Ann", 64)
    assert table.actions == ["f64"]
    table.move("Ben", 5)
    table.knock("Ann")
    assert table.faults == []
    assert table.errands == []


def test_several_runners_stand_at_home_together(lay: Opener) -> None:
    table = lay(options={"start_carrots": 2080, "lettuces": 0})
    table.move("Ann", 64)
    table.move("Ben", 64)
    assert table.faults == []
    assert table.snapshot.phase == "over"
    assert table.state.ranking == (0, 1, 2)
    assert table.light(64) == "race-over"


def test_all_lights_celebrate_the_end_of_a_race_once(lay: Opener) -> None:
    table = lay(options={"start_carrots": 2080, "lettuces": 0})
    table.move("Ann", 64)
    table.move("Ben", 64)
    assert set(table.snapshot.lights) == set(range(1, 65))
    assert set(table.snapshot.lights.values()) == {"race-over"}
    table.wait(Settings().cheer_s)
    assert table.snapshot.lights == {64: "race-over"}
    table.pull_the_plug()
    assert table.snapshot.lights == {64: "race-over"}


def test_a_runner_that_is_read_late_after_a_start_has_not_been_turned_meanwhile(
    table: Tabletop,
) -> None:
    table.move("Ann", 10)
    table.turn("Ann")
    table.move("Ben", 5)
    table.move("Cem", 4)
    table.turn("Ann")
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions[-1] == "chew"
    table.command(TakeBack(0, table.snapshot.version))
    table.world.out.add(10)  # a machine that is slow to start
    table.pull_the_plug()
    table.wait(2 * Settings().first_look_s)
    table.world.out.clear()
    table.wait(2 * SETTLE_S)
    assert table.actions[-1] == "f4", "nobody has turned it since"
    assert table.errands == [("Ann", 10, 10)]
    table.turn("Ann")
    table.wait(SCAN_S)
    table.turn("Ann")
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions[-1] == "chew"
