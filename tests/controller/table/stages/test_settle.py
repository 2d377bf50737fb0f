"""When a move counts, and when a turn continues by itself."""

import msgspec
import pytest

from controller.game.history import Game
from controller.game.rules import State, legal
from controller.game.rules.state import Obligation
from controller.table.referee import RefereeFinding
from controller.table.stages.judging import judged
from controller.table.stages.settle import (
    ARRIVES_WITHIN_S,
    forced,
    pause_restarted,
    rest_forgotten,
    rest_observed,
    settled_s,
)
from controller.table.state import Moment, TableState
from tests.support.rules.positions import position
from tests.support.table.states import NOW, START_S, a_race, missed, seen, tracked

MOVED = a_race().change(tracker=tracked(red=7, yellow=4, green=8))
SETTLE_S, PAUSE_S = MOVED.settings.settle_s, MOVED.settings.pause_s


def observed(table: TableState, now: Moment = NOW, **of_finding: bool) -> TableState:
    finding = msgspec.structs.replace(judged(table), **of_finding)
    return rest_observed(table, finding, now)


def due_s(table: TableState, now: Moment = NOW) -> float | None:
    assert table.position is not None
    return settled_s(table, table.position, judged(table), now)


def test_a_candidate_is_due_when_it_has_rested() -> None:
    assert due_s(observed(MOVED)) == START_S + SETTLE_S


def test_the_same_candidate_rests_on() -> None:
    table = observed(observed(MOVED), Moment(START_S + 0.3))
    assert due_s(table) == START_S + SETTLE_S


def test_another_candidate_begins_to_rest() -> None:
    table = observed(MOVED)
    later = table.change(tracker=tracked(red=9, yellow=4, green=8))
    assert due_s(observed(later, Moment(START_S + 0.3))) == START_S + 0.3 + SETTLE_S


def test_a_candidate_that_is_held_or_gone_does_not_rest() -> None:
    assert observed(MOVED, held=True).rest is None
    assert rest_observed(observed(MOVED), RefereeFinding(), NOW).rest is None
    assert rest_forgotten(observed(MOVED), START_S + 1).rest is None


def test_a_runner_that_slid_rests_from_its_arrival() -> None:
    between = observed(MOVED).change(tracker=MOVED.tracker.see(seen("red", 6, START_S)))
    between = observed(between)
    there = between.change(tracker=between.tracker.see(missed("red", 6, START_S + 0.4)))
    assert due_s(observed(there, Moment(START_S + 0.4))) == START_S + 0.4 + SETTLE_S


def test_the_next_player_settles_it_at_once() -> None:
    table = observed(observed(MOVED), Moment(START_S + 0.2), overtaken=True)
    assert due_s(table) == START_S + 0.2
    assert due_s(observed(table, Moment(START_S + 0.3))) == START_S + SETTLE_S


def test_a_runner_that_wavers_is_not_due() -> None:
    table = observed(MOVED)
    assert due_s(table.change(readers={7: "suspect"})) is None


@pytest.mark.parametrize("read_s", [None, START_S])
def test_a_reading_must_prove_the_rest(read_s: float | None) -> None:
    end_s = START_S + SETTLE_S
    late = Moment(end_s, lambda _: read_s)
    table = observed(observed(MOVED), late)
    assert due_s(table, late) == end_s + ARRIVES_WITHIN_S
    proof = Moment(end_s + 0.1, lambda _: end_s)
    table = observed(table, proof)
    assert due_s(table, proof) == proof.now_s + ARRIVES_WITHIN_S


def test_a_proof_is_kept_until_its_sighting_has_arrived() -> None:
    end_s = START_S + SETTLE_S
    table = observed(observed(MOVED), Moment(end_s, lambda _: end_s))
    later = Moment(end_s + 0.01, lambda _: end_s)
    assert due_s(observed(table, later), later) == end_s + ARRIVES_WITHIN_S


def test_a_proof_is_lost_when_the_runner_wavers() -> None:
    end_s = START_S + SETTLE_S
    table = observed(observed(MOVED), Moment(end_s, lambda _: end_s))
    table = observed(table.change(readers={7: "suspect"}), Moment(end_s + 0.1, lambda _: end_s))
    steady = Moment(end_s + 0.2, lambda _: end_s)
    table = observed(table.change(readers={}), steady)
    assert due_s(table, steady) == steady.now_s + ARRIVES_WITHIN_S


def owing(obligation: Obligation) -> TableState:
    return a_race((10, 4, 8), owes={0: obligation})


def test_a_turn_without_a_choice_continues_after_a_pause() -> None:
    table = owing("chew")
    assert table.position is not None
    assert str(forced(table.position, table.actions)) == "chew"
    assert due_s(table) == START_S + PAUSE_S
    assert due_s(pause_restarted(table, START_S + 2)) == START_S + 2 + PAUSE_S


def test_a_turning_that_readers_can_sense_is_waited_for() -> None:
    table = owing("chew")
    crowned = msgspec.structs.replace(table.seating, crowned=frozenset({"red"}))
    finding = RefereeFinding()
    assert table.position is not None
    assert settled_s(table.change(seating=crowned), table.position, finding, NOW) is None


def test_a_turn_with_a_choice_waits_for_its_player() -> None:
    table = a_race()
    assert table.position is not None
    assert forced(table.position, table.actions) is None
    assert due_s(table) is None


@pytest.mark.parametrize(
    ("state", "only"),
    [
        (position((10, 4, 8), owes={0: "chew"}), "chew"),
        (position((10, 4, 8), misses=[0]), "miss"),
        (position((14, 4, 8), owes={0: "rest"}, hare="nap"), "rest"),
        (position((4, 1, 2), carrots=(0, 65, 65)), "restart"),
    ],
)
def test_what_is_no_move_may_be_played_by_itself(state: State, only: str) -> None:
    assert str(forced(state, legal(state))) == only


def test_a_single_move_is_never_played_by_itself() -> None:
    state = position((4, 1, 2), carrots=(1, 65, 65))
    assert [action.kind for action in legal(state)] == ["forward"]
    assert forced(state, legal(state)) is None


def race_at(state: State) -> TableState:
    """A race in which the readers see which way up the red runner is."""
    table = a_race((10, 4, 8))
    seating = msgspec.structs.replace(table.seating, crowned=frozenset({"red"}))
    saved = msgspec.structs.replace(table.saved, game=Game(state))
    return table.change(saved=saved, seating=seating)


@pytest.mark.parametrize(
    "state",
    [
        position((10, 4, 8), misses=[0]),
        position(((10, 14), (4, 5), (8, 9)), owes={0: "chew"}, misses=[0]),
    ],
)
def test_a_turn_to_miss_needs_nobody_even_if_a_runner_lies(state: State) -> None:
    table = race_at(state)
    assert settled_s(table, state, RefereeFinding(), NOW) == START_S + PAUSE_S


def test_nobody_is_sent_back_to_start_by_a_pause() -> None:
    state = position((4, 1, 2), carrots=(0, 65, 65))
    assert settled_s(race_at(state), state, RefereeFinding(), NOW) is None
