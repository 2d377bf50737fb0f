"""Counting action sequences: one number that tests the rules as a whole.

The name is that of the chess programs' "performance test". Source: the engine protocol.
"""

from controller.game.rules.apply import apply_legal
from controller.game.rules.legal import count_legal, legal
from controller.game.rules.state import State
from controller.game.rules.text.notation import Action


def perft(state: State, depth: int) -> int:
    """Count the action sequences of exactly this length.

    A `roll` branches into its values; a `deal` is one branch that keeps the order. A sequence
    that ends the game earlier does not count.

    Args:
        state: the position to start from.
        depth: the length in actions, from 0.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return len(state.rules.table) if state.prompt == "roll" else count_legal(state)
    return sum(perft(apply_legal(state, action).state, depth - 1) for action in branches(state))


def divide(state: State, depth: int) -> dict[str, int]:
    """Count the sequences of perft by first action, chance actions written out in full.

    Args:
        state: the position to start from.
        depth: the length in actions, from 1.
    """
    return {
        str(action): perft(apply_legal(state, action).state, depth - 1)
        for action in branches(state)
    }


def branches(state: State) -> tuple[Action, ...]:
    """List the actions to try: the legal ones, and every chance action that is due."""
    match state.prompt:
        case "deal":
            return (Action("deal", cards=state.pile),)
        case "roll":
            return tuple(Action("roll", value=n) for n in range(1, len(state.rules.table) + 1))
        case _:
            return legal(state)
