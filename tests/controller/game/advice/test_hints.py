"""Hints are the best few legal moves, and the same whatever others hold."""

import random
from typing import Final

import pytest

from controller.game.advice.fading import MOST_HINTS
from controller.game.advice.hints import MOST_REASONS, Hint, hints, without_other_hands
from controller.game.advice.outlook import Outlook
from controller.game.advice.reasons import ArrivesHome, reasons
from controller.game.opponents.memory import Memory, memory_of_start
from controller.game.opponents.sight import sight_of
from controller.game.rules import State, apply_legal, legal
from tests.controller.game.opponents.test_sight import hidden_changes
from tests.support.rules.any_rules import any_action, any_start
from tests.support.rules.positions import position
from tests.support.tiers import few_or

LONGEST: Final = 60


def hinted(state: State, outlook: Outlook, memory: Memory | None = None) -> tuple[Hint, ...]:
    seat = state.to_act
    assert seat is not None
    return hints(sight_of(state, memory or memory_of_start(state), seat), legal(state), outlook)


@pytest.mark.parametrize("games", few_or(2, 12))
def test_hints_are_legal_and_tell_nothing_of_other_hands(games: int) -> None:
    """A twin game, in which others hold other carrots and cards lie otherwise, has the same."""
    rng = random.Random(8)
    asked = differing = 0
    for _ in range(games):
        state = any_start(rng)
        outlook = Outlook(state.rules, len(state.seats))
        memory = memory_of_start(state)
        for _ in range(LONGEST):
            seat = state.to_act
            if seat is None:
                break
            if state.prompt not in ("deal", "roll") and rng.random() < 0.2:
                found = hinted(state, outlook, memory)
                assert 1 <= len(found) <= MOST_HINTS
                assert {hint.action for hint in found} <= {*legal(state)}
                assert all(len(hint.reasons) <= MOST_REASONS for hint in found)
                asked += 1
                twin = hidden_changes(state, seat, rng)
                if not state.rules.options.open_hands and legal(twin) == legal(state):
                    assert hinted(twin, outlook, memory) == found
                    differing += twin != state
            step = apply_legal(state, any_action(state, rng))
            memory, state = memory.after(seat, step), step.state
    assert asked > 5 * games
    assert differing > 2 * games


def test_the_way_home_that_wins_is_the_first_hint() -> None:
    state = position([61, 20, 30], carrots=[11, 65, 65], lettuces=0)
    hint, *_ = hinted(state, Outlook(state.rules, 3))
    assert (str(hint.action), hint.reasons[0]) == ("f64", ArrivesHome(1, 5))


def test_the_reasons_of_a_hint_are_those_of_its_move() -> None:
    state = position([17, 12, 40, 50])
    for hint in hinted(state, Outlook(state.rules, 4)):
        seen = sight_of(state, memory_of_start(state), 0)
        assert hint.reasons == reasons(seen, hint.action)[:MOST_REASONS]


def test_open_hands_are_known_to_who_gives_hints() -> None:
    """Whoever plays with open hands (R13.1) need not have kept count."""
    for open_hands in (True, False):
        state = position([10, 20, 30], carrots=[65, 30, 5], open_hands=open_hands)
        seen = without_other_hands(sight_of(state, memory_of_start(state), 0))
        known = [holder.carrots for holder in seen.seats]
        assert known == ([65, 30, 5] if open_hands else [65, None, None])
