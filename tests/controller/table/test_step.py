"""One step of the table: from a state, an event and the time to the next state and an effect."""

import msgspec

from controller.game.journal.saved_game import Change
from controller.game.rules import Action
from controller.game.turn_clock import MoveTime
from controller.table.commands import Play, ShowSign
from controller.table.kept_times import KeptTimes
from controller.table.stages.effects import KeepTimes
from controller.table.state import ButtonSetup, FirstLook, Moment, Tap, Thinking
from controller.table.step import ChanceDrawn, GameFound, NotWritten, Tick, due_s, step
from hardware.ports import LightsChanged, Pressed, ReaderChanged
from tests.support.table.states import (
    NOW,
    SETUP,
    START_S,
    a_race,
    missed,
    no_table,
    over,
    seen,
    tracked,
)

SETTLE_S = no_table().settings.settle_s
LATER = Moment(START_S + 5)


def test_a_runner_set_down_is_played_when_it_has_rested() -> None:
    table = a_race()
    for event in (seen("red", 7, START_S), missed("red", 5, START_S), Tick()):
        table, effect = step(table, event, NOW)
        assert effect is None
    assert table.finding.candidate is not None
    assert due_s(table, NOW) == START_S + SETTLE_S
    _, effect = step(table, Tick(), Moment(START_S + SETTLE_S))
    assert isinstance(effect, Change)
    assert (effect.kind, effect.text) == ("play", "f7")


def test_the_same_event_at_the_same_time_makes_the_same_state() -> None:
    table = a_race()
    for event in (seen("red", 7, START_S), Play(0, "f9", 1), Tick()):
        assert step(table, event, NOW) == step(table, event, NOW)


def test_a_tick_with_nothing_to_do_changes_nothing() -> None:
    table, _ = step(a_race(), Tick(), NOW)
    assert step(table, Tick(), Moment(START_S + 1)) == (table, None)


def test_a_press_that_cannot_be_obeyed_does_nothing() -> None:
    table = a_race()
    assert step(table, Pressed("confirm", START_S), NOW) == (table, None)
    assert step(table, Pressed("take-back", START_S), NOW) == (table, None)


def test_a_press_is_obeyed_when_it_is_taken_in() -> None:
    table = a_race().change(tracker=tracked(red=7, yellow=4, green=8))
    after, effect = step(table, Pressed("confirm", START_S), LATER)
    assert isinstance(effect, Change)
    assert (effect.text, after.waits_since_s) == ("f7", LATER.now_s)


def test_a_held_button_begins_no_game_just_after_a_race() -> None:
    over = a_race().change(saved=a_race().saved.abandon().after, noted_phase="setup")
    soon = Pressed("confirm", START_S + 1, held=True)
    late = Pressed("confirm", START_S + over.settings.after_race_s, held=True)
    assert step(over, soon, Moment(soon.at_s))[1] is None
    assert isinstance(step(over, late, Moment(late.at_s))[1], Change)


def test_a_set_up_by_buttons_is_forgotten_in_its_time() -> None:
    table = no_table().change(button_setup=ButtonSetup(SETUP, LATER.now_s))
    assert due_s(table, NOW) == LATER.now_s
    assert step(table, Tick(), NOW)[0].button_setup is not None
    assert step(table, Tick(), LATER)[0].button_setup is None


def test_a_reader_that_is_back_is_trusted_in_its_time() -> None:
    table = a_race().change(first_looks={20: FirstLook(LATER.now_s, frozenset())})
    assert step(table, Tick(), NOW)[0].first_looks != {}
    assert step(table, Tick(), LATER)[0].first_looks == {}


def test_a_tap_ends_in_its_time() -> None:
    table = a_race().change(tap=Tap(1, 40, LATER.now_s))
    assert due_s(table, NOW) == LATER.now_s
    assert due_s(table, LATER) is None
    assert step(table, Tick(), NOW)[0].tap is not None
    assert step(table, Tick(), LATER)[0].tap is None


def test_the_time_that_a_move_took_from_a_reserve_is_to_be_kept() -> None:
    setup = msgspec.structs.replace(SETUP, clock=MoveTime(30, 120))
    table = a_race()
    table = table.change(saved=msgspec.structs.replace(table.saved, setup=setup))
    late = Moment(START_S + 50)
    table, _ = step(table, Play(0, "f7", 1), late)
    table, effect = step(table, Tick(), late)
    assert effect == KeepTimes(KeptTimes(used_s={table.game_key: (20.0, 0.0, 0.0)}))
    assert step(table, Tick(), late)[1] is None


def test_a_square_that_ceases_to_be_read_restarts_the_pause() -> None:
    later = Moment(START_S + 3)
    table, _ = step(a_race(), ReaderChanged(20, "quarantined", START_S + 3), later)
    assert table.waits_since_s == START_S + 3
    again, _ = step(table, ReaderChanged(20, "resetting", START_S + 4), Moment(START_S + 4))
    assert again.waits_since_s == START_S + 3


def test_a_fault_of_the_lights_is_noted() -> None:
    table, _ = step(a_race(), LightsChanged("The strip is dark.", START_S), NOW)
    assert table.lights_trouble == "The strip is dark."


def test_a_journal_that_could_not_be_written_is_tried_again_after_a_pause() -> None:
    table, _ = step(a_race(), NotWritten("The disk is full."), NOW)
    assert table.trouble == "The disk is full."
    assert table.retry_s == START_S + table.settings.pause_s


def test_chance_that_was_drawn_is_played() -> None:
    table, _ = step(a_race((13, 20, 0), cards="shuffle"), Play(0, "f14", 1), NOW)
    assert table.position is not None
    deal = str(Action("deal", cards=table.position.rules.deck))
    after, effect = step(table, ChanceDrawn(deal), LATER)
    assert isinstance(effect, Change)
    assert (effect.text, after.waits_since_s) == (deal, LATER.now_s)


def test_a_game_that_was_found_goes_on() -> None:
    game = a_race().game
    assert game is not None
    table, effect = step(no_table(), GameFound(4, SETUP, game), LATER)
    assert isinstance(effect, Change)
    assert (effect.kind, table.game) == ("load", game)
    assert (table.saved.number, table.waits_since_s) == (4, LATER.now_s)


def test_a_number_is_drawn_until_its_time_is_over() -> None:
    table, _ = step(a_race(), ShowSign("12"), NOW)
    assert table.number is not None
    end_s = START_S + table.settings.sign_s
    assert table.number.until_s == end_s
    assert due_s(table, NOW) == table.number.due_s(START_S)
    early, _ = step(table, Tick(), Moment(end_s - 0.001))
    late, _ = step(table, Tick(), Moment(end_s))
    assert (early.number is not None, late.number) == (True, None)


def test_the_lights_are_drawn_again_when_they_have_cheered() -> None:
    table = over(a_race((64, 64, 20), to_act=2)).change(noted_phase="over")
    end_s = START_S + table.settings.cheer_s
    assert table.cheer_until_s == end_s
    assert due_s(table, NOW) == end_s
    after_s = due_s(table, Moment(end_s))
    assert after_s is None or after_s > end_s


def test_the_start_of_phase_and_turn_is_noted() -> None:
    before = a_race().change(noted_phase="setup", thinking=Thinking())
    table, _ = step(before, Tick(), Moment(START_S + 5))
    assert (table.noted_phase, table.phase_since_s) == ("playing", START_S + 5)
    assert table.thinking.asked == (1, 0, 0)
    assert table.thinking.since_s == START_S + 5
