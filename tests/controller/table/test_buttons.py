"""The buttons beside the board: what a short and a long press of each does."""

import pytest

from controller.config import Settings
from controller.table.commands import Abandon
from hardware.ports import ButtonName, Pressed
from tests.controller.table.conftest import Opener
from tests.support.disk import no_room_in
from tests.support.table.tabletop import SETTLE_S, Tabletop


def on_carrots(table: Tabletop) -> Tabletop:
    """Ann on the carrots of square 5, Ben on 4, Cem on 8, Ann to move."""
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    return table


# Carrots


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize(
    ("button", "action", "carrots"), [("carrot-draw", "draw", 10), ("carrot-pay", "pay", -10)]
)
def test_on_a_carrot_square_a_button_draws_or_pays(
    table: Tabletop, button: ButtonName, action: str, carrots: int, *, held: bool
) -> None:
    on_carrots(table)
    before = table.carrots("Ann")
    table.press(button, held=held)
    assert table.actions[-1] == action
    assert table.carrots("Ann") == before + carrots
    assert table.to_act == "Ben"
    table.press("take-back")
    assert (table.to_act, table.carrots("Ann")) == ("Ann", before)


def test_on_any_other_square_the_carrot_buttons_do_nothing(table: Tabletop) -> None:
    table.press("carrot-draw")
    table.press("carrot-pay")
    assert table.actions == []
    table.move("Ann", 4)
    before = table.snapshot
    for button in ("carrot-draw", "carrot-pay"):
        table.press(button)
    assert table.snapshot is before


def test_who_holds_too_little_pays_nothing(lay: Opener) -> None:
    table = lay(options={"start_carrots": 22})
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 2)):
        table.move(name, square)
    assert (table.to_act, table.carrots("Ann")) == ("Ann", 7)
    table.press("carrot-pay")
    assert table.to_act == "Ann"
    table.press("carrot-draw")
    assert table.actions[-1] == "draw"


def test_with_two_runners_it_is_enough_that_one_is_on_carrots(lay: Opener) -> None:
    table = lay(2)
    table.move("Ann", 5)
    table.move("Ben", 4)
    table.press("carrot-draw")
    assert table.actions == ["1:f5", "1:f4", "draw"]


def test_a_runner_that_rests_elsewhere_says_more_than_a_carrot_button(table: Tabletop) -> None:
    on_carrots(table)
    table.put("Ann", 7)
    table.press("carrot-draw")
    table.wait(2 * SETTLE_S)
    assert table.actions[-1] == "f7"


def test_carrots_wait_until_the_board_has_been_put_right(table: Tabletop) -> None:
    on_carrots(table)
    table.knock("Cem")
    table.press("carrot-draw")
    assert table.actions[-1] == "f8"
    table.put("Cem", 8)
    table.press("carrot-draw")
    assert table.actions[-1] == "draw"


def test_nothing_is_drawn_while_a_move_is_being_taken_back(table: Tabletop) -> None:
    on_carrots(table)
    table.press("carrot-draw")
    table.move("Ben", 5 + 4)
    table.put("Ben", 4)
    assert table.finding.put_back
    table.press("carrot-draw")
    assert table.finding.put_back


# Long presses


def test_holding_take_back_turns_the_night_on_and_off_and_takes_nothing_back(
    table: Tabletop,
) -> None:
    table.move("Ann", 4)
    table.press("take-back", held=True)
    nights = [table.snapshot.look.night]
    table.press("take-back", held=True)
    nights.append(table.snapshot.look.night)
    assert nights == [True, False]
    assert table.actions == ["f4"]


def test_the_night_outlives_a_power_cut(table: Tabletop) -> None:
    table.press("take-back", held=True)
    table.pull_the_plug()
    assert table.snapshot.look.night


def test_the_lights_dim_also_where_nothing_can_be_saved(table: Tabletop) -> None:
    with no_room_in(table.folder):
        table.press("take-back", held=True)
    assert table.snapshot.look.night
    assert table.snapshot.trouble is None


def test_holding_confirm_in_a_game_confirms(table: Tabletop) -> None:
    table.put("Ann", 4)
    table.press("confirm", held=True)
    assert table.actions == ["f4"]


@pytest.mark.parametrize("again", [False, True])
def test_holding_confirm_after_a_game_begins_one_with_the_same_players_and_rules(
    lay: Opener, *, again: bool
) -> None:
    table = lay(options={"start_carrots": 80})
    table.move("Ann", 4)
    setup = table.snapshot.setup
    table.command(Abandon(table.snapshot.version))
    if again:
        table.pull_the_plug()
    table.press("confirm")
    assert table.snapshot.phase == "setup"
    table.wait(Settings().after_race_s + 0.1)
    table.press("confirm", held=True)
    assert (table.snapshot.phase, table.snapshot.setup) == ("playing", setup)
    assert (table.actions, table.carrots("Ann")) == ([], 80)
    assert table.errands == [("Ann", 4, 0)]


def test_after_a_race_the_next_one_is_begun_in_the_same_way(lay: Opener) -> None:
    table = lay(options={"start_carrots": 2080, "lettuces": 0, "finish": "first-home"})
    table.move("Ann", 64)
    assert table.snapshot.phase == "over"
    table.press("confirm")
    assert table.snapshot.phase == "over"
    table.press("confirm", held=True)
    assert table.snapshot.phase == "over", "the finger may have been there before the end"
    table.wait(Settings().after_race_s + 0.1)
    table.press("confirm", held=True)
    assert (table.snapshot.phase, table.to_act) == ("playing", "Ann")


def test_a_button_may_be_held_as_soon_as_a_while_has_passed_since_the_end(table: Tabletop) -> None:
    over_s = table.clock.now_s() + Settings().after_race_s
    table.command(Abandon(table.snapshot.version))
    phases = []
    for at_s in (over_s - 0.001, over_s):
        table.session.sense(Pressed("confirm", at_s, held=True))
        phases.append(table.snapshot.phase)
    assert phases == ["setup", "playing"]
