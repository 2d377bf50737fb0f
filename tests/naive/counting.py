"""Counting action sequences."""

from tests.naive.choices import legal
from tests.naive.playing import play
from tests.naive.table import State


def branches(state: State) -> list[str]:
    """R14.2: the actions to try; a deal keeps the order of the pile, a roll has six values."""
    if state["prompt"] == "deal":
        return [" ".join(["deal", *state["pile"]])]
    if state["prompt"] == "roll":
        return [f"roll {number}" for number in range(1, 7)]
    return legal(state)


def perft(state: State, depth: int) -> int:
    """The number of action sequences of exactly this length."""
    if depth == 0:
        return 1
    return sum(perft(play(state, action), depth - 1) for action in branches(state))


def divide(state: State, depth: int) -> dict[str, int]:
    """The share of each first action in perft; chance actions are written out in full."""
    if depth < 1:
        raise ValueError("divide needs a depth of at least 1")
    return {action: perft(play(state, action), depth - 1) for action in branches(state)}
