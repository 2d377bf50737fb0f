"""Each change of the game with its errands, and what becomes due by itself."""

import msgspec
import pytest

from controller.game.journal.saved_game import Change
from controller.game.rules import IllegalAction, legal
from controller.light.digits import number_shown
from controller.table.referee.mending import CannotMend
from controller.table.stages.effects import DrawChance
from controller.table.stages.judging import judged
from controller.table.stages.turns import (
    begun,
    can_mend,
    ended,
    gone_on,
    loaded,
    mended_by_board,
    mended_by_game,
    paused,
    played,
    turn_due_s,
    undone,
)
from controller.table.state import ButtonSetup, Moment, TableState
from hardware.ports import Sighting, Uid
from tests.support.rules.positions import HOME
from tests.support.table.states import (
    NOW,
    SETUP,
    START_S,
    a_race,
    changed_places,
    missed,
    no_table,
    over,
    tracked,
)

SETTLE_S, PAUSE_S = no_table().settings.settle_s, no_table().settings.pause_s
WRONG = a_race().change(tracker=tracked(red=5, yellow=12, green=8))
"""Ben's runner stands on 12, though it is Ann's turn."""


def entry(effect: object) -> tuple[str, str]:
    assert isinstance(effect, Change)
    return effect.kind, effect.text


def test_an_action_is_to_be_written_and_its_runner_to_be_carried() -> None:
    before = a_race()
    after, effect = played(before, "f7", START_S)
    assert entry(effect) == ("play", "f7")
    assert isinstance(effect, Change)
    assert after.saved == effect.after
    assert set(after.to_carry) == {"red"}
    assert (before.to_carry, before.saved.version) == ({}, 1)


def test_actions_that_the_board_played_for_opponents_are_known_by_number() -> None:
    table, _ = played(a_race(), "f7", START_S)
    assert table.plain == frozenset()
    table, _ = played(table, "f9", START_S, plain=True)
    assert table.plain == {2}
    table, _ = played(table, "f10", START_S)
    assert table.plain == {2}
    table, _ = played(table, "f12", START_S, plain=True)
    assert table.plain == {2, 4}


def test_a_number_that_was_taken_back_is_no_longer_that_of_the_boards_action() -> None:
    table, _ = played(a_race(), "f7", START_S, plain=True)
    table, _ = undone(table, START_S)
    table, _ = played(table, "f9", START_S)
    assert table.plain == frozenset()


def test_an_illegal_action_is_refused() -> None:
    with pytest.raises(IllegalAction):
        played(a_race(), "f8", START_S)


def test_a_move_taken_back_brings_its_errand() -> None:
    moved, _ = played(a_race().change(tracker=tracked(red=7, yellow=4, green=8)), "f7", START_S)
    after, effect = undone(moved, START_S)
    assert (entry(effect), after.position) == (("undo", ""), a_race().position)
    assert set(after.to_carry) == {"red"}


def test_a_new_game_seats_its_players_and_asks_for_their_runners() -> None:
    table = no_table().change(tracker=tracked(red=9), trouble="no room", retry_s=START_S + 5)
    after, effect = begun(table, SETUP, START_S)
    assert entry(effect)[0] == "begin"
    assert (after.seating.players, set(after.to_carry)) == (SETUP.seats, {"red"})
    assert (after.trouble, after.retry_s) == (None, no_table().retry_s)


def test_an_earlier_game_comes_back_with_its_players() -> None:
    game = a_race().game
    assert game is not None
    after, effect = loaded(no_table(), 7, SETUP, game, START_S)
    assert (entry(effect), after.saved.number, after.game) == (("load", "7"), 7, game)
    assert after.saved.setup == SETUP
    assert set(after.to_carry) == {"red", "yellow", "green"}


def test_each_change_of_the_game_restarts_the_pause_and_drops_what_rests() -> None:
    later_s = START_S + 3
    game = a_race().game
    assert game is not None
    resting = gone_on(moved(), NOW)[0].change(tracker=tracked(red=7, yellow=12, green=8))
    assert resting.rest is not None
    undoable, _ = played(resting, "f9", START_S)
    for after, _ in (
        begun(no_table(), SETUP, later_s),
        loaded(no_table(), 7, SETUP, game, later_s),
        played(resting, "f9", later_s),
        undone(undoable, later_s),
        paused(resting, pauses=True, now_s=later_s),
        mended_by_game(resting, later_s),
        mended_by_board(resting, later_s),
    ):
        assert (after.waits_since_s, after.rest) == (later_s, None)


def test_a_new_game_ends_the_set_up_by_buttons_and_the_number_on_the_lights() -> None:
    table = no_table().change(
        button_setup=ButtonSetup(SETUP, START_S + 60),
        number=number_shown("12", no_table().canvas, START_S, 5.0),
    )
    after, _ = begun(table, SETUP, START_S)
    assert (after.button_setup, after.number) == (None, None)


def test_a_game_that_ends_leaves_no_errand() -> None:
    table = a_race().change(to_carry=a_race().placement.spots)
    after, effect = ended(table, table.saved.set_aside())
    assert (entry(effect), after.game, after.to_carry) == (("aside", ""), None, {})


def test_runners_carried_while_the_game_is_paused_make_no_move() -> None:
    table, effect = paused(moved(), pauses=True, now_s=START_S)
    assert (entry(effect), table.stood["red"].square) == (("pause", ""), 5)
    carried = table.change(tracker=tracked(red=7, yellow=4, green=8))
    table, effect = paused(carried, pauses=False, now_s=START_S)
    assert (entry(effect), table.stood["red"].square) == (("resume", ""), 7)


def test_the_game_is_right_or_the_board() -> None:
    by_game, effect = mended_by_game(WRONG, START_S)
    assert (effect, set(by_game.to_carry)) == (None, {"yellow"})
    by_board, effect = mended_by_board(WRONG, START_S)
    assert entry(effect)[0] == "mend"
    assert by_board.position is not None
    assert [seat.runners[0].at for seat in by_board.position.seats] == [5, 12, 8]
    assert by_board.to_carry == {}


def test_the_board_is_not_taken_over_while_a_runner_wavers() -> None:
    table = WRONG.change(tracker=WRONG.tracker.see(missed("green", 8, START_S)))
    with pytest.raises(CannotMend, match=r"^Wait until all runners stand still, then try again\.$"):
        mended_by_board(table, START_S)


def test_a_board_that_is_right_is_not_taken_over() -> None:
    with pytest.raises(CannotMend, match=r"^Every runner already stands where the game has it\.$"):
        mended_by_board(a_race(), START_S)


def test_a_runner_that_lies_the_wrong_way_up_is_nothing_the_game_could_take_over() -> None:
    table = a_race((5, 10, 8), owes={1: "chew"})
    crowned = msgspec.structs.replace(table.seating, crowned=frozenset({"yellow"}))
    table, _ = gone_on(table.change(seating=crowned), NOW)
    assert [each.kind for each in table.finding.mismatches] == ["wrong-way-up"]
    assert not can_mend(table)


def test_a_runner_still_to_be_carried_is_nothing_to_mend() -> None:
    table, _ = played(a_race(), "f7", START_S)
    table, _ = gone_on(table, NOW)
    assert table.finding.errands
    assert not can_mend(table)


def test_there_is_something_to_mend_where_the_board_differs() -> None:
    finding, _ = gone_on(WRONG, NOW)
    assert can_mend(finding)
    assert not can_mend(gone_on(a_race(), NOW)[0])
    assert not can_mend(no_table())
    crowded = a_race().change(tracker=tracked(red=5, yellow=8, green=8))
    assert not can_mend(gone_on(crowded, NOW)[0])
    guest = a_race().change(
        tracker=tracked(red=5, yellow=4, green=8).see(Sighting(20, Uid("04ff"), True, START_S))
    )
    assert gone_on(guest, NOW)[0].finding.mismatches
    assert not can_mend(gone_on(guest, NOW)[0])


def moved() -> TableState:
    return a_race().change(tracker=tracked(red=7, yellow=4, green=8))


def test_a_move_is_played_once_its_runner_has_rested() -> None:
    table, effect = gone_on(moved(), NOW)
    assert (effect, turn_due_s(table, NOW)) == (None, START_S + SETTLE_S)
    table, effect = gone_on(table, Moment(START_S + SETTLE_S))
    assert entry(effect) == ("play", "f7")
    assert table.rest is None


def test_chance_is_drawn_when_the_game_asks_for_it() -> None:
    table = a_race((13, 20, 0), cards="shuffle")
    table, _ = played(table, "f14", START_S)
    assert table.position is not None
    assert gone_on(table, NOW)[1] == DrawChance(table.position)
    by_hand = table.change(
        saved=msgspec.structs.replace(
            table.saved, setup=msgspec.structs.replace(SETUP, chance="by-hand")
        )
    )
    assert gone_on(by_hand, NOW)[1] is None


def test_nothing_is_played_before_the_journal_is_tried_again() -> None:
    table, _ = gone_on(moved(), NOW)
    late = Moment(START_S + SETTLE_S)
    waiting, effect = gone_on(table.change(retry_s=late.now_s + PAUSE_S), late)
    assert effect is None
    assert turn_due_s(waiting, late) == late.now_s + PAUSE_S
    assert entry(gone_on(table.change(retry_s=late.now_s), late)[1]) == ("play", "f7")


def test_nothing_goes_on_without_a_game_or_while_it_is_paused() -> None:
    stopped, _ = paused(WRONG, pauses=True, now_s=START_S)
    waiting, _ = paused(moved(), pauses=True, now_s=START_S)
    finished = over(a_race((HOME, HOME, HOME))).change(tracker=tracked(red=7))
    wrong = judged(WRONG)
    for table in (no_table(), stopped, waiting, finished):
        before = table.change(exchanged_s=START_S, finding=wrong)
        after, effect = gone_on(before, Moment(START_S + 100))
        assert (effect, after.exchanged_s, turn_due_s(after, NOW)) == (None, None, None)
        assert (after.finding, after.rest) == (judged(table), None)


def test_runners_keep_their_roles_once_the_race_is_over() -> None:
    late = Moment(START_S + 100)
    assert gone_on(changed_places(), late)[0].seating != changed_places().seating
    assert gone_on(over(changed_places()), late)[0].seating == changed_places().seating


def test_the_board_is_judged_while_the_journal_waits_or_chance_is_drawn() -> None:
    soon = START_S + 5
    waiting, effect = gone_on(WRONG.change(retry_s=soon), NOW)
    assert (waiting.finding, effect) == (judged(WRONG), None)
    asks, _ = played(a_race((13, 20, 0), cards="shuffle"), "f14", START_S)
    assert asks.position is not None
    assert gone_on(asks, NOW)[0].finding == judged(asks)
    waiting, effect = gone_on(asks.change(retry_s=soon), NOW)
    assert (waiting.finding, effect) == (judged(asks), None)
    assert gone_on(asks.change(retry_s=START_S), NOW)[1] == DrawChance(asks.position)


def test_what_is_no_move_is_played_by_itself_after_the_pause() -> None:
    table, effect = gone_on(a_race((10, 4, 8), misses=[0]), NOW)
    assert effect is None
    late = Moment(START_S + PAUSE_S)
    assert turn_due_s(table, NOW) == late.now_s
    table, effect = gone_on(table, late)
    assert (entry(effect), table.waits_since_s) == (("play", "miss"), late.now_s)


def test_a_move_that_was_proposed_is_still_to_be_played_when_the_board_is_right() -> None:
    table = WRONG.change(tracker=tracked(red=7, yellow=12, green=8))
    assert can_mend(gone_on(table, NOW)[0])
    after, effect = mended_by_board(table, START_S)
    assert entry(effect)[0] == "mend"
    assert after.position is not None
    assert [seat.runners[0].at for seat in after.position.seats] == [5, 12, 8]
    assert (after.to_carry, "red" in after.stood) == ({}, False)
    assert judged(after).candidate is not None


def test_every_legal_action_is_written_as_it_is_named() -> None:
    table = a_race()
    assert table.position is not None
    for action in legal(table.position):
        assert entry(played(table, str(action), START_S)[1]) == ("play", str(action))
