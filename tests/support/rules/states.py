"""STATEs, read, refused and changed; and positions in which something waits."""

from typing import Any

import pytest

from controller.game.editions.rulesets import make_ruleset
from controller.game.rules import State, new_game, to_builtins
from controller.game.rules.text.check import BadState, read_state
from tests.support.rules.positions import play, position

Plain = dict[str, Any]


# STATEs


def read(data: Plain) -> State:
    """The position a STATE describes."""
    return read_state(data, make_ruleset)


def refusal(data: Plain) -> list[str]:
    """Every reason against a STATE."""
    with pytest.raises(BadState) as refused:
        read(data)
    assert str(refused.value) == " ".join(refused.value.problems)
    return list(refused.value.problems)


def with_fields(state: State, **fields: Any) -> Plain:
    """The STATE of a position, some fields changed: `seats__0__carrots=5` for one further in."""
    data = to_builtins(state)
    for name, value in fields.items():
        *path, last = name.split("__")
        target: Any = data
        for step in path:
            target = target[int(step) if step.isdigit() else step]
        target[int(last) if last.isdigit() else last] = value
    return data


# Positions


def gift() -> State:
    """Seat 0 on square 14 has given ten to both others, who are behind."""
    start = position([13, 4, 6], cards="give-ten", patch=100)
    return play(start, "f14")


def all_or_nothing() -> State:
    """The same where who cannot give ten gives nothing."""
    start = position([13, 4, 6], cards="give-ten", patch=100, give_ten="all-or-nothing")
    return play(start, "f14")


def ten() -> State:
    return play(position([13, 20, 30], cards="ten", hare="deck-1978"), "f14")


def roll() -> State:
    return play(position([13, 0, 0], hare="die-table"), "f14")


def shuffle() -> State:
    return play(position([13, 0, 0], cards="shuffle"), "f14")


def first_deal() -> State:
    return new_game(make_ruleset(), 3)


def over() -> State:
    return play(position([63, 64, 0], carrots=1, lettuces=0), "f64")


def chewing() -> State:
    return position([10, 0, 0], owes={0: "chew"})
