"""Whose turn it is among computer opponents, and who may act for them. Ben is one; Ann is not."""

from typing import Any

import msgspec
import pytest

from controller.game.journal.saved_game import Change
from controller.game.pieces import Player, Seating
from controller.game.setup import Setup
from controller.refusal import Refusal
from controller.table.referee import RefereeFinding
from controller.table.stages.judging import judged
from controller.table.stages.opponent_turns import (
    is_drawn_for_opponent,
    opponent_to_act,
    refuse_for_opponent,
    refuse_unknown_opponents,
    waits_for_hands,
)
from controller.table.stages.turns import gone_on, paused, played, turn_due_s, undone
from controller.table.state import Moment, TableState
from controller.table.tracker import Spot
from tests.support.table.states import ANN, CEM, NOW, START_S, a_race, no_table, tracked

BEN = Player("Ben", ("yellow",), "walker")
SETUP = Setup((ANN, BEN, CEM))


def against_ben(**options: Any) -> TableState:
    """Ann on 5, Ben on 4, Cem on 8, or as `position` takes it; it is Ben's turn."""
    table = a_race(**{"to_act": 1, **options})
    return table.change(
        saved=msgspec.structs.replace(table.saved, setup=SETUP), seating=Seating(SETUP.seats)
    )


def by_hand(table: TableState) -> TableState:
    """The same with real cards and a real die."""
    setup = msgspec.structs.replace(SETUP, chance="by-hand")
    return table.change(saved=msgspec.structs.replace(table.saved, setup=setup))


def asked(table: TableState, prompt: str, to_act: int | None = 1) -> TableState:
    """The same with another prompt."""
    assert table.saved.game is not None
    state = msgspec.structs.replace(table.saved.game.state, prompt=prompt, to_act=to_act)
    game = msgspec.structs.replace(table.saved.game, start=state)
    return table.change(saved=msgspec.structs.replace(table.saved, game=game))


@pytest.mark.parametrize("prompt", ["move", "gift", "ten"])
def test_an_opponent_decides_on_its_turn_and_a_person_on_theirs(prompt: str) -> None:
    table = asked(against_ben(), prompt)
    assert opponent_to_act(table) == 1
    assert opponent_to_act(asked(table, prompt, to_act=0)) is None


@pytest.mark.parametrize("prompt", ["deal", "roll", "over"])
def test_an_opponent_decides_nothing_that_chance_does(prompt: str) -> None:
    assert opponent_to_act(asked(against_ben(), prompt)) is None


def test_no_opponent_acts_without_a_game_or_while_it_is_paused() -> None:
    assert opponent_to_act(no_table()) is None
    assert opponent_to_act(paused(against_ben(), pauses=True, now_s=START_S)[0]) is None


def half_taken_back() -> TableState:
    """Ann takes her move back; Ben's after it has gone, hers is still to go."""
    table = against_ben(to_act=0)
    for action in ("f7", "f9"):
        table, _ = played(table, action, START_S)
    table, _ = undone(table, START_S)
    assert table.position is not None
    assert table.position.to_act == 1
    return table


def test_an_opponent_does_not_play_on_while_its_action_is_taken_back() -> None:
    table = half_taken_back()
    assert opponent_to_act(table) is None
    table, _ = undone(table, START_S)
    assert table.position == against_ben(to_act=0).position
    assert not table.saved.takes_back()


def test_a_move_is_taken_back_by_itself_once_those_of_opponents_after_it_are() -> None:
    table = half_taken_back()
    due_s = turn_due_s(table, NOW)
    assert due_s is not None
    assert due_s <= START_S
    later = Moment(START_S + 1)
    table, effect = gone_on(table, later)
    assert isinstance(effect, Change)
    assert (effect.kind, table.position) == ("undo", against_ben(to_act=0).position)
    assert table.waits_since_s == later.now_s
    assert gone_on(table, later)[1] is None


def test_a_move_is_not_taken_back_before_the_journal_is_tried_again() -> None:
    table = half_taken_back().change(retry_s=START_S + 5)
    assert gone_on(table, NOW) == (table, None)
    assert turn_due_s(table, NOW) == START_S + 5
    assert gone_on(table, Moment(START_S + 5))[1] is not None


def test_a_move_played_instead_ends_the_taking_back() -> None:
    assert not played(half_taken_back(), "f9", START_S)[0].saved.takes_back()


def test_a_pause_keeps_what_is_still_to_be_taken_back() -> None:
    table, _ = paused(half_taken_back(), pauses=True, now_s=START_S)
    assert (gone_on(table, NOW)[1], turn_due_s(table, NOW)) == (None, None)
    table, _ = paused(table, pauses=False, now_s=START_S)
    assert opponent_to_act(table) is None
    table, _ = gone_on(table, NOW)
    assert table.position == against_ben(to_act=0).position


def judged_with(**squares: int) -> TableState:
    """Ben's turn, with the runners on these squares."""
    table = against_ben().change(tracker=tracked(**squares))
    return table.change(finding=judged(table))


def test_an_opponent_waits_for_what_people_have_to_carry_and_to_mend() -> None:
    assert not waits_for_hands(judged_with(red=5, yellow=4, green=8))
    assert waits_for_hands(judged_with(red=12, yellow=4, green=8))
    table = against_ben().change(finding=RefereeFinding())
    assert not waits_for_hands(table)
    to_carry = table.change(
        tracker=tracked(red=12, yellow=4, green=8),
        to_carry={"red": tracked(red=12).placement.spot("red")},
    )
    errand = judged(to_carry)
    assert errand.errands
    assert not errand.mismatches
    assert waits_for_hands(to_carry.change(finding=errand))


def test_an_opponent_waits_for_a_hand_that_takes_back() -> None:
    table, _ = played(against_ben(to_act=0), "f7", START_S)
    table = table.change(to_carry={}, stood={"red": Spot(7)})
    finding = judged(table)
    assert finding.put_back
    assert waits_for_hands(table.change(finding=msgspec.structs.replace(finding, mismatches=())))


@pytest.mark.parametrize("prompt", ["deal", "roll"])
def test_people_draw_real_cards_and_throw_a_real_die_for_an_opponent(prompt: str) -> None:
    table = asked(against_ben(), prompt)
    assert table.position is not None
    assert is_drawn_for_opponent(by_hand(table), table.position)
    assert not is_drawn_for_opponent(table, table.position), "the board draws"
    mine = asked(table, prompt, to_act=0)
    assert mine.position is not None
    assert not is_drawn_for_opponent(by_hand(mine), mine.position), "it is Ann's"


def test_nobody_draws_where_an_opponent_decides() -> None:
    table = against_ben()
    assert table.position is not None
    assert not is_drawn_for_opponent(by_hand(table), table.position)
    assert not is_drawn_for_opponent(table, table.position)


def test_without_a_set_up_nothing_is_drawn_for_an_opponent() -> None:
    table = asked(against_ben(), "roll")
    table = table.change(saved=msgspec.structs.replace(table.saved, setup=None))
    assert table.position is not None
    assert not is_drawn_for_opponent(table, table.position)


@pytest.mark.parametrize("prompt", ["move", "gift", "ten"])
def test_nobody_decides_in_an_opponents_place(prompt: str) -> None:
    table = asked(against_ben(), prompt)
    assert table.position is not None
    with pytest.raises(Refusal) as caught:
        refuse_for_opponent(table, table.position)
    assert (caught.value.code, caught.value.message) == ("not-your-turn", "It is Ben's turn.")


def test_where_a_person_or_chance_decides_nothing_is_refused() -> None:
    for table in (
        asked(against_ben(), "move", to_act=0),
        asked(against_ben(), "deal"),
        asked(against_ben(), "roll"),
        asked(against_ben(), "over", to_act=None),
    ):
        assert table.position is not None
        refuse_for_opponent(table, table.position)


def test_an_opponent_is_a_character_or_a_program_of_the_table() -> None:
    refuse_unknown_opponents(SETUP, [])
    mine = Setup((ANN, Player("Ben", ("yellow",), "my-program")))
    refuse_unknown_opponents(mine, ["other", "my-program"])
    refuse_unknown_opponents(Setup((ANN, CEM)), [])
    with pytest.raises(Refusal) as caught:
        refuse_unknown_opponents(mine, ["other"])
    assert (caught.value.code, caught.value.message) == (
        "bad-request",
        "There is no computer opponent “my-program”.",
    )
    assert caught.value.facts == {"name": "my-program"}
