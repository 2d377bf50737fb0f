"""A player holds a runner on a lit square and is known by it."""

import pytest

from controller.refusal import Refusal
from controller.table.referee import RefereeFinding
from controller.table.stages.tap_to_join import (
    room_made,
    tap_asked,
    tap_attention,
    tap_due_s,
    tap_ended,
    tap_lit,
    tap_observed,
)
from controller.table.state import TableState
from tests.support.table.states import START_S, a_race, no_table, seen, tracked

SETTINGS = no_table().settings
LIT = 63
"""Highest square that the game does not need."""


def asked(table: TableState | None = None) -> TableState:
    return tap_asked(table or a_race(), RefereeFinding(), START_S)


def held() -> TableState:
    """Ben has held the yellow runner on the lit square for the settle time."""
    table = asked()
    table = table.change(tracker=table.tracker.see(seen("yellow", 4, START_S)))
    table = table.change(tracker=tracked(red=5, yellow=LIT, green=8))
    return tap_observed(table, START_S + SETTINGS.settle_s)


def test_a_free_square_is_lit() -> None:
    table = asked()
    assert table.tap is not None
    assert (table.tap.number, table.tap.square) == (1, LIT)
    assert table.tap.until_s == START_S + SETTINGS.tap_s
    assert tap_lit(table, {}) == {LIT: "tap"}
    assert tap_attention(table) == {LIT}


@pytest.mark.parametrize(
    ("table", "code"), [(no_table(), "no-game"), (asked(), "tap-busy")], ids=["no game", "busy"]
)
def test_a_tap_is_refused(table: TableState, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        asked(table)
    assert refused.value.code == code


def test_a_blind_square_is_not_lit() -> None:
    table = asked(a_race().change(readers={LIT: "quarantined"}))
    assert table.tap is not None
    assert table.tap.square < LIT


def test_the_runner_held_there_says_who_it_is() -> None:
    table = held()
    assert table.tap is not None
    assert (table.tap.colour, table.tap.seat) == ("yellow", 1)
    assert table.stood["yellow"].square == LIT
    assert table.excused == {"yellow"}
    assert tap_lit(table, {}) == {4: "belongs-here"}


def test_a_runner_that_is_back_is_excused_no_more() -> None:
    table = held().change(tracker=tracked(red=5, yellow=4, green=8))
    table = tap_observed(table, START_S + 1)
    assert (table.back_by_s, table.excused) == ({}, frozenset())


def test_a_lifted_runner_may_be_on_its_way() -> None:
    table = asked()
    lifted = table.tracker
    for _ in range(3):
        lifted = lifted.see(seen("green", 8, START_S))
    assert tap_observed(table, START_S).excused == frozenset()


def test_a_tap_ends_by_its_number_or_its_time() -> None:
    table = asked()
    assert tap_ended(table, 2) is table
    assert tap_ended(table, 1).tap is None
    assert tap_observed(table, START_S + SETTINGS.tap_s).tap is None
    assert tap_observed(asked().change(saved=no_table().saved), START_S).tap is None


def test_the_square_is_given_up_when_the_game_needs_it() -> None:
    table = asked().change(readers={LIT: "quarantined"})
    moved = room_made(table)
    assert moved.tap is not None
    assert moved.tap.square < LIT
    assert room_made(asked()).tap == asked().tap


def test_a_tap_is_looked_at_when_something_may_change() -> None:
    assert tap_due_s(no_table(), START_S) is None
    assert tap_due_s(asked(), START_S) == START_S + SETTINGS.tap_s
    table = held()
    now_s = START_S + SETTINGS.settle_s
    assert tap_due_s(table, now_s) == now_s + SETTINGS.tap_back_s
