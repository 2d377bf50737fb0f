"""A player holds a runner on a lit square and is known by it."""

import msgspec
import pytest

from controller.game.pieces import Colour, Seating
from controller.refusal import Refusal
from controller.table.referee import RefereeFinding
from controller.table.stages.judging import judged
from controller.table.stages.tap_to_join import (
    room_made,
    tap_asked,
    tap_attention,
    tap_due_s,
    tap_ended,
    tap_lit,
    tap_observed,
)
from controller.table.stages.turns import begun
from controller.table.state import TableState
from controller.table.tracker import Spot
from hardware.ports import ReaderState, Sighting, Uid
from tests.support.table.states import SETUP, START_S, a_race, missed, no_table, seen, tracked

SETTINGS = no_table().settings
LIT = 63
"""Highest square that the game does not need."""


def asked(table: TableState | None = None) -> TableState:
    return tap_asked(table or a_race(), RefereeFinding(), START_S)


def with_anns_opponent() -> TableState:
    """A race in which a computer opponent has the first seat."""
    opponent = msgspec.structs.replace(SETUP.seats[0], opponent="walker")
    return a_race().change(seating=Seating((opponent, *SETUP.seats[1:])))


def held(race: TableState | None = None) -> TableState:
    """Ben has held the yellow runner on the lit square for the settle time."""
    table = asked(race)
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
    ("table", "code", "why"),
    [
        (no_table(), "no-game", "No game is under way. Set one up first."),
        (
            asked(),
            "tap-busy",
            "The board is waiting for somebody else's runner. Try again in a moment.",
        ),
    ],
    ids=["no game", "busy"],
)
def test_a_tap_is_refused(table: TableState, code: str, why: str) -> None:
    with pytest.raises(Refusal) as refused:
        asked(table)
    assert (refused.value.code, refused.value.message) == (code, why)


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


def test_without_a_tap_no_square_needs_attention() -> None:
    assert tap_attention(a_race()) == frozenset()


def test_a_runner_that_sits_after_an_opponent_is_known_like_others() -> None:
    tap = held(with_anns_opponent()).tap
    assert tap is not None
    assert (tap.colour, tap.seat) == ("yellow", 1)


def test_a_runner_that_is_back_is_excused_no_more() -> None:
    table = held().change(tracker=tracked(red=5, yellow=4, green=8))
    table = tap_observed(table, START_S + 1)
    assert (table.back_by_s, table.excused) == ({}, frozenset())


def lifted(table: TableState, colour: Colour, square: int, at_s: float) -> TableState:
    """The table once enough readings have missed a runner."""
    tracker = table.tracker
    for _ in range(tracker.departure_misses):
        tracker = tracker.see(missed(colour, square, at_s))
    return table.change(tracker=tracker)


def slid(table: TableState, colour: Colour, onto: int, at_s: float) -> TableState:
    """The table once a runner is seen on another square, and no longer where it was."""
    before = table.placement.spot(colour).square
    assert before is not None
    tracker = table.tracker.see(seen(colour, onto, at_s)).see(missed(colour, before, at_s))
    return table.change(tracker=tracker)


@pytest.mark.parametrize(("colour", "square"), [("red", 5), ("green", 8)])
def test_a_runner_lifted_since_the_square_is_lit_may_be_on_its_way(
    colour: Colour, square: int
) -> None:
    table = lifted(asked(), colour, square, START_S)
    assert tap_observed(table, START_S + SETTINGS.tap_s).excused == frozenset()
    assert tap_observed(table, START_S + SETTINGS.tap_s / 2).excused == {colour}
    before = lifted(a_race(), colour, square, START_S - 0.1)
    assert tap_observed(asked(before), START_S).excused == frozenset()


def test_an_opponents_runner_is_on_no_way_to_the_lit_square() -> None:
    table = lifted(asked(with_anns_opponent()), "red", 5, START_S)
    table = lifted(table, "green", 8, START_S)
    assert tap_observed(table, START_S + SETTINGS.tap_s / 2).excused == {"green"}


def test_a_runner_pushed_along_may_be_on_its_way_until_it_rests() -> None:
    at_s = START_S + 1
    table = slid(asked(), "yellow", 20, at_s)
    assert tap_observed(table, at_s).excused == {"yellow"}
    assert tap_observed(table, at_s + SETTINGS.settle_s).excused == frozenset()
    pushed_before = slid(asked(), "yellow", 20, START_S)
    assert tap_observed(pushed_before, START_S).excused == frozenset()


def test_a_runner_of_the_seat_to_act_on_another_square_may_be_making_a_move() -> None:
    at_s = START_S + 1
    assert tap_observed(slid(asked(), "red", 7, at_s), at_s).excused == frozenset()
    assert tap_observed(slid(asked(), "red", LIT, at_s), at_s).excused == {"red"}


def test_a_runner_to_be_carried_is_on_its_way_to_where_it_belongs() -> None:
    at_s = START_S + 1
    table = asked().change(to_carry={"green": Spot(8)})
    assert tap_observed(slid(table, "green", 20, at_s), at_s).excused == frozenset()
    assert tap_observed(lifted(table, "green", 8, at_s), at_s).excused == frozenset()
    assert tap_observed(slid(table, "green", LIT, at_s), at_s).excused == {"green"}


def test_a_runner_held_too_briefly_says_nothing() -> None:
    table = slid(asked(), "yellow", LIT, START_S)
    soon = START_S + SETTINGS.settle_s
    assert tap_due_s(table, START_S) == soon
    early = tap_observed(table, soon - 0.01)
    assert early.tap == table.tap
    assert early.excused == {"yellow"}
    late = tap_observed(table, soon)
    assert late.tap is not None
    assert (late.tap.colour, late.back_by_s) == ("yellow", {"yellow": soon + SETTINGS.tap_back_s})


def test_a_runner_that_is_not_put_back_in_time_is_excused_no_more() -> None:
    table, now_s = held(), START_S + SETTINGS.settle_s
    last_s = now_s + SETTINGS.tap_back_s
    assert tap_observed(table, last_s - 0.01).excused == {"yellow"}
    assert tap_observed(table, last_s).excused == frozenset()


def test_a_tap_lasts_until_its_runner_is_back() -> None:
    late_s = START_S + SETTINGS.tap_s - 0.1
    table = tap_observed(slid(asked(), "yellow", LIT, START_S + 1), late_s)
    assert table.tap is not None
    assert table.tap.until_s == late_s + SETTINGS.tap_back_s


def test_a_runner_that_belongs_on_start_is_back_once_it_is_gone() -> None:
    table = asked(a_race((0, 4, 8)))
    table = table.change(tracker=table.tracker.see(seen("red", LIT, START_S)))
    table = tap_observed(table, START_S + SETTINGS.settle_s)
    assert (set(table.back_by_s), tap_lit(table, {})) == ({"red"}, {})
    assert tap_attention(table) == {LIT}
    away = lifted(table, "red", LIT, START_S + 1)
    assert tap_observed(away, START_S + 1).back_by_s == {}
    away = lifted(held(), "yellow", LIT, START_S + 1)
    assert set(tap_observed(away, START_S + 1).back_by_s) == {"yellow"}


def only(square: int) -> dict[int, ReaderState]:
    """The states of readers of which one is healthy."""
    return {other: "absent" for other in range(1, 65) if other != square}


def test_the_first_square_may_be_lit() -> None:
    table = asked(a_race().change(readers=only(1)))
    assert table.tap is not None
    assert table.tap.square == 1


def test_no_square_is_lit_where_a_runner_belongs_or_may_go_back() -> None:
    back = a_race((12, 4, 8)).change(readers=only(11))
    away = lifted(a_race(), "yellow", 4, START_S).change(readers=only(4))
    for table in (back, away):
        with pytest.raises(Refusal) as refused:
            asked(table)
        assert (refused.value.code, refused.value.message) == (
            "no-free-square",
            "No square of the board is free for that right now.",
        )


def test_no_square_is_lit_where_a_runner_a_card_or_the_game_may_be() -> None:
    tracker = tracked(red=5, yellow=4, green=8, black=LIT)
    tracker = tracker.see(Sighting(LIT - 1, Uid("04ff"), True, START_S))
    table = asked(a_race().change(tracker=tracker))
    assert table.tap is not None
    assert table.tap.square == LIT - 2
    wrong = a_race().change(tracker=tracked(red=5, yellow=LIT, green=8))
    table = tap_asked(wrong, judged(wrong), START_S)
    assert table.tap is not None
    assert table.tap.square == LIT - 1


def test_a_tap_ends_by_its_number_or_its_time() -> None:
    table = asked()
    assert tap_ended(table, 2) is table
    assert tap_ended(table, 1).tap is None
    assert tap_observed(table, START_S + SETTINGS.tap_s).tap is None
    ended = tap_observed(held().change(saved=no_table().saved), START_S)
    assert (ended.tap, ended.back_by_s, ended.excused) == (None, {}, frozenset())
    again = asked(tap_ended(table, 1)).tap
    assert again is not None
    assert again.number == 2


def test_the_square_is_given_up_when_the_game_needs_it() -> None:
    table = asked().change(readers={LIT: "quarantined"})
    moved = room_made(table)
    assert moved.tap is not None
    assert moved.tap.square < LIT
    assert room_made(asked()).tap == asked().tap
    wrong = asked().change(tracker=tracked(red=5, yellow=LIT, green=8))
    moved = room_made(wrong.change(finding=judged(wrong)))
    assert moved.tap is not None
    assert moved.tap.square == LIT - 1
    taken = held().change(readers={LIT: "quarantined"})
    assert room_made(taken) == taken
    nowhere = asked().change(readers=dict.fromkeys(range(1, 65), "absent"))
    assert room_made(nowhere).tap is None
    assert room_made(nowhere.change(saved=no_table().saved)).tap == nowhere.tap


def test_a_tap_is_looked_at_when_something_may_change() -> None:
    assert tap_due_s(no_table(), START_S) is None
    assert tap_due_s(asked(), START_S) == START_S + SETTINGS.tap_s
    assert tap_due_s(asked(), START_S + SETTINGS.tap_s) is None
    table = held()
    now_s = START_S + SETTINGS.settle_s
    assert tap_due_s(table, now_s) == now_s + SETTINGS.tap_back_s


def test_a_tap_names_nobody_in_the_next_race() -> None:
    table = held()
    assert table.tap is not None
    assert table.tap.seat == 1
    ann, ben, cem = SETUP.seats
    others = msgspec.structs.replace(SETUP, seats=(ann, cem, ben))
    after, _ = begun(table, others, START_S + SETTINGS.settle_s)
    assert (after.tap, after.back_by_s, after.excused) == (None, {}, frozenset())
    assert "yellow" in after.to_carry
