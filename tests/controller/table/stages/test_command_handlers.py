"""What a command makes of a table, and what is refused."""

import pytest

from controller.game.journal.saved_game import Change
from controller.refusal import Refusal
from controller.table.commands import (
    Abandon,
    AskTap,
    Begin,
    Command,
    Confirm,
    EndTap,
    Load,
    Mend,
    Pause,
    Play,
    SeeRescue,
    SetAside,
    SetLook,
    ShowSign,
    TakeBack,
)
from controller.table.stages.command_handlers import handled
from controller.table.stages.effects import FindGame, ForgetDamage, KeepLook
from controller.table.state import TableState
from tests.support.table.states import SETUP, START_S, a_race, no_table, over, tracked

RACE = a_race()
PAUSED = RACE.change(saved=RACE.saved.pause(paused=True).after)
OVER = over(a_race((64, 64, 20), to_act=2))
MOVED = RACE.change(tracker=tracked(red=7, yellow=4, green=8))


@pytest.mark.parametrize(
    ("table", "command", "kind"),
    [
        (no_table(), Begin(SETUP), "begin"),
        (OVER, Begin(SETUP), "begin"),
        (RACE, Play(0, "f7", 1), "play"),
        (MOVED, Confirm(1), "play"),
        (RACE.change(saved=RACE.saved.play("f7").after), TakeBack(0, 1), "undo"),
        (RACE, Abandon(1), "abandon"),
        (RACE, SetAside(1), "aside"),
        (RACE, Pause(paused=True), "pause"),
        (PAUSED, Pause(paused=False), "resume"),
        (RACE.change(tracker=tracked(red=5, yellow=12, green=8)), Mend("board", 1), "mend"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_change_of_the_game_is_to_be_written(
    table: TableState, command: Command, kind: str
) -> None:
    _, effect = handled(table, command, START_S)
    assert isinstance(effect, Change)
    assert effect.kind == kind


@pytest.mark.parametrize(
    ("table", "command", "code"),
    [
        (no_table(), Play(0, "f7", 0), "no-game"),
        (RACE, Play(0, "f7", 0), "stale"),
        (PAUSED, Play(0, "f7", 1), "paused"),
        (RACE, Play(1, "f7", 1), "not-your-turn"),
        (RACE, Play(0, "f8", 1), "occupied"),
        (RACE, Begin(SETUP), "game-running"),
        (RACE, Load(1), "game-running"),
        (no_table(), Begin(SETUP.__class__(())), "bad-request"),
        (RACE, TakeBack(0, 1), "not-offered"),
        (OVER, SetAside(1), "not-offered"),
        (OVER, Pause(paused=True), "not-offered"),
        (RACE, Confirm(1), "not-offered"),
        (RACE, Mend("board", 1), "not-offered"),
        (no_table(), Pause(paused=True), "no-game"),
        (RACE, SetLook(brightness=7.0), "bad-request"),
        (RACE, ShowSign("12x"), "bad-request"),
        (RACE.change(lights_trouble="The strip is dark."), ShowSign("12"), "no-lights"),
        (no_table(), AskTap(), "no-game"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_command_out_of_place_is_refused(table: TableState, command: Command, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        handled(table, command, START_S)
    assert refused.value.code == code


def test_an_earlier_game_is_first_to_be_found() -> None:
    table = no_table()
    assert handled(table, Load(3), START_S) == (table, FindGame(3))


def test_a_pause_that_is_there_already_changes_nothing() -> None:
    assert handled(PAUSED, Pause(paused=True), START_S) == (PAUSED, None)


def test_a_look_is_kept_only_when_it_is_another() -> None:
    table, effect = handled(RACE, SetLook(night=True), START_S)
    assert (table.look.night, effect) == (True, KeepLook(table.look))
    assert handled(table, SetLook(night=True), START_S) == (table, None)


def test_a_number_is_drawn_for_a_while() -> None:
    table, effect = handled(RACE, ShowSign("12"), START_S)
    assert effect is None
    assert table.number is not None
    assert table.number.until_s == START_S + table.settings.sign_s


def test_a_report_that_was_seen_is_deleted() -> None:
    assert handled(RACE, SeeRescue(), START_S) == (RACE, ForgetDamage())


def test_a_tap_is_asked_for_and_ended() -> None:
    table, _ = handled(RACE, AskTap(), START_S)
    assert table.tap is not None
    assert handled(table, EndTap(1), START_S)[0].tap is None
