"""A game that waits: whatever hands, phones and buttons do meanwhile is no play."""

import pytest

from controller.config import Settings
from controller.refusal import Refusal
from controller.table.commands import (
    Abandon,
    AskTap,
    Command,
    Confirm,
    EndTap,
    Mend,
    Pause,
    Play,
    SetAside,
    SetLook,
    TakeBack,
)
from tests.controller.table.conftest import Opener
from tests.support.table.tabletop import PAUSE_S, SCAN_S, SETTLE_S, Tabletop

FIRST_LOOK_S = Settings().first_look_s


def refusal(table: Tabletop, command: Command) -> str:
    with pytest.raises(Refusal) as caught:
        table.command(command)
    assert caught.value.message.endswith(".")
    return caught.value.code


def pause(table: Tabletop) -> None:
    table.command(Pause(paused=True))


def waits(table: Tabletop) -> bool:
    return table.snapshot.paused


def go_on(table: Tabletop) -> None:
    table.command(Pause(paused=False))


def test_while_the_game_waits_nobody_plays(table: Tabletop) -> None:
    table.move("Ann", 5)
    pause(table)
    assert waits(table)
    version = table.snapshot.version
    for command in (
        Play(1, "f4", version),
        Play(1, "f4", version - 1),
        Confirm(version),
        TakeBack(0, version),
        Mend("board", version),
        Mend("game", version),
    ):
        assert refusal(table, command) == "paused"
    assert (table.actions, table.snapshot.version) == (["f5"], version)
    go_on(table)
    assert not waits(table)
    table.phone("Ben", "f4")
    assert table.actions == ["f5", "f4"]


def test_buttons_do_nothing_but_change_the_lights(table: Tabletop) -> None:
    table.move("Ann", 5)
    table.put("Ben", 4)
    pause(table)
    for button in ("confirm", "take-back", "carrot-draw", "carrot-pay"):
        table.press(button)
    assert table.actions == ["f5"]
    table.press("take-back", held=True)
    assert table.snapshot.look.night
    table.command(SetLook(night=False))


def test_the_board_is_calm_while_the_game_waits(table: Tabletop) -> None:
    table.put("Ann", 5)
    table.put("Cem", 9)
    pause(table)
    assert table.snapshot.lights == {1: "waiting"}
    assert table.snapshot.attention == frozenset()
    assert (table.faults, table.errands, table.finding.candidate) == ([], [], None)
    assert table.snapshot.take_back is None
    assert not table.snapshot.can_mend


def test_a_runner_that_rests_while_the_game_waits_has_not_moved(table: Tabletop) -> None:
    table.put("Ann", 5)
    pause(table)
    table.wait(3 * SETTLE_S)
    assert table.actions == []


def test_what_hands_did_meanwhile_is_to_be_put_right_and_no_move(table: Tabletop) -> None:
    pause(table)
    table.put("Ann", 5)
    table.put("Ben", 9)
    table.wait(3 * SETTLE_S)
    go_on(table)
    table.wait(3 * SETTLE_S)
    assert table.actions == []
    assert table.errands == [("Ann", 5, 0)]
    assert table.faults == [("misplaced", "Ben", 9, 0)]


def test_a_runner_set_down_before_the_pause_is_no_move_after_it_either(table: Tabletop) -> None:
    table.put("Ann", 5)
    pause(table)
    go_on(table)
    table.wait(3 * SETTLE_S)
    assert table.actions == []


def test_lifted_and_set_down_again_it_moves_once_it_has_settled_anew(table: Tabletop) -> None:
    pause(table)
    table.put("Ann", 5)
    go_on(table)
    table.lift("Ann")
    table.put("Ann", 5)
    assert table.actions == []
    table.wait(SETTLE_S + SCAN_S)
    assert table.actions == ["f5"]


def test_a_runner_in_a_hand_when_the_game_goes_on_moves_when_it_is_set_down(
    table: Tabletop,
) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8)):
        table.move(name, square)
    table.lift("Ann")
    pause(table)
    go_on(table)
    assert table.faults == []
    table.move("Ann", 7)
    assert table.actions[-1] == "f7"


def test_nothing_goes_on_by_itself(lay: Opener) -> None:
    table = lay(crowned=False)
    for name, square in (("Ann", 10), ("Ben", 5), ("Cem", 4)):
        table.move(name, square)
    played = table.actions
    pause(table)
    table.wait(3 * PAUSE_S)
    assert table.actions == played
    go_on(table)
    table.wait(PAUSE_S - SCAN_S)
    assert table.actions == played
    table.wait(2 * SCAN_S)
    assert table.actions == [*played, "chew"]


def test_no_card_is_dealt_while_the_game_waits(lay: Opener) -> None:
    table = lay(chance="by-hand")
    pause(table)
    table.wait(PAUSE_S)
    assert refusal(table, Play(0, "deal", table.snapshot.version)) == "paused"
    assert table.state.prompt == "deal"


def test_the_pause_outlives_a_pulled_plug(table: Tabletop) -> None:
    table.move("Ann", 5)
    pause(table)
    table.pull_the_plug()
    assert waits(table)
    table.put("Ben", 4)
    table.wait(FIRST_LOOK_S + 3 * SETTLE_S)
    assert table.actions == ["f5"]
    go_on(table)
    table.pull_the_plug()
    assert not waits(table)
    assert table.actions == ["f5"]


def test_what_is_to_be_carried_is_still_that_if_it_was_touched_while_the_game_waited(
    table: Tabletop,
) -> None:
    for name, square in (("Ann", 5), ("Ben", 4), ("Cem", 8), ("Ann", 7)):
        table.move(name, square)
    table.command(TakeBack(0, table.snapshot.version))
    pause(table)
    table.lift("Ann")
    table.put("Ann", 7)
    go_on(table)
    table.wait(3 * SETTLE_S)
    assert table.actions == ["f5", "f4", "f8"]
    assert table.errands == [("Ann", 7, 5)]
    table.lift("Ann")
    table.move("Ann", 7)
    assert table.actions[-1] == "f7"


def test_to_pause_twice_is_to_pause(table: Tabletop) -> None:
    pause(table)
    version = table.snapshot.version
    pause(table)
    assert table.snapshot.version == version
    go_on(table)
    go_on(table)
    assert table.snapshot.version == version + 1


def test_without_a_game_there_is_nothing_to_pause(table: Tabletop) -> None:
    table.command(Abandon(table.snapshot.version))
    assert refusal(table, Pause(paused=True)) == "no-game"


@pytest.mark.parametrize("end", [Abandon, SetAside])
def test_a_game_that_waits_may_be_ended_and_the_next_one_does_not_wait(
    table: Tabletop, end: type[Abandon] | type[SetAside]
) -> None:
    setup = table.snapshot.setup
    pause(table)
    table.command(end(table.snapshot.version))
    assert (table.snapshot.phase, table.snapshot.paused) == ("setup", False)
    table.pull_the_plug()
    assert not waits(table)
    assert table.snapshot.setup == setup


def test_a_pause_asks_for_no_runner(table: Tabletop) -> None:
    table.command(AskTap())
    assert "tap" in table.snapshot.lights.values()
    pause(table)
    assert set(table.snapshot.lights.values()) == {"waiting"}
    table.command(EndTap(1))
    assert refusal(table, AskTap()) == "paused"
