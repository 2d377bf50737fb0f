"""Programs that misbehave at every prompt: a plain move is played, and the game goes on."""

import random
import sys
from collections.abc import Callable
from typing import Final

import pytest

from controller.game.opponents.memory import memory_of_start
from controller.game.opponents.programs.player import ProgramPlayer
from controller.game.opponents.sight import sight_of
from controller.game.opponents.temperaments import Temperament
from controller.game.rules import State, apply, legal
from controller.table.stages.opponent_turns import DECISIONS
from tests.support.misdeeds import HANGS, MISDEEDS
from tests.support.rules.positions import opening, play, position
from tests.support.tiers import sample

PLENTY_S: Final = 60.0
PROMPTS: Final[dict[str, Callable[[], State]]] = {
    "a first move": opening,
    "a move or a way back": lambda: position([20, 13, 5]),
    "a move with two runners": lambda: position([(20, 5), (13, 9)]),
    "a carrot square": lambda: position([21, 13, 5]),
    "a carrot square with too many carrots": lambda: position(
        [63, 13, 5], carrots=[200, 65, 65], lettuces=0
    ),
    "a last step HOME": lambda: position([61, 13, 5], carrots=10, lettuces=0),
    "leaving a lettuce": lambda: position([22, 13, 5], owes={0: "leave"}),
    "a runner to start again, of two": lambda: position([(4, 9), (13, 8)], carrots=0),
    "a gift": lambda: play(position([5, 2, 1], cards="give-ten", to_act=2), "f3"),
    "ten to draw or pay": lambda: play(position([5, 2, 1], cards="ten", hare="deck-1978"), "f6"),
}
"""Positions in which a seat decides among several actions, by what it decides."""
EVERY: Final = {**MISDEEDS, **{name: ("late", script) for name, script in HANGS.items()}}


def asked(state: State) -> bool:
    return state.prompt in DECISIONS and len(legal(state)) > 1


def test_the_prompts_are_all_that_a_program_is_asked_at() -> None:
    states = [prompt() for prompt in PROMPTS.values()]
    assert all(map(asked, states))
    assert {state.prompt for state in states} == {*DECISIONS}
    kinds = {action.kind for state in states for action in legal(state)}
    assert kinds >= {
        "forward",
        "back",
        "draw",
        "pay",
        "keep",
        "discard",
        "restart",
    }


@pytest.mark.parametrize("misdeed", sample(5, EVERY))
@pytest.mark.parametrize("prompt", PROMPTS)
def test_a_plain_action_is_played_whatever_a_program_does(prompt: str, misdeed: str) -> None:
    kind, script = EVERY[misdeed]
    state = PROMPTS[prompt]()
    assert state.to_act is not None
    seat, actions = state.to_act, legal(state)
    sight = sight_of(state, memory_of_start(state), seat)
    hangs = kind == "late"
    player = ProgramPlayer(
        (sys.executable, "-S", "-c", script),
        0.01 if hangs else PLENTY_S,
        start_s=0.02 if hangs else PLENTY_S,
    )
    try:
        chosen = player.choose(sight, actions, random.Random(0))
    finally:
        player.close()
    assert [fault.kind for fault in player.faults] == [kind]
    assert chosen == Temperament("near").choose(sight, actions, random.Random(0))
    assert apply(state, chosen).state != state
