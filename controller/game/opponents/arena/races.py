"""Plays whole races among characters; each sees only what its seat may see."""

import random
from collections.abc import Sequence
from typing import Final

import msgspec

from controller.game.chance import draw_chance
from controller.game.history import Ply
from controller.game.opponents.character import Character
from controller.game.opponents.memory import memory_of_start
from controller.game.opponents.sight import sight_of
from controller.game.rules import Action, State, apply, apply_legal, legal

LONGEST: Final = 5000
"""Actions after which a race is given up: none known came near."""


class Race(msgspec.Struct, frozen=True):
    """A race that was played: its last position, every action with its seat, each seat's turns."""

    state: State
    played: tuple[tuple[int, Action], ...]
    turns: tuple[int, ...]


def play_race(
    start: State, characters: Sequence[Character], seed: str, longest: int = LONGEST
) -> Race:
    """Play a race to its end.

    Args:
        start: where it begins.
        characters: one for each seat.
        seed: decides cards and dice, and each seat's own chance. Cards come in the same order
            whatever the characters do.
        longest: the number of actions after which it is given up.
    """
    dealer = random.Random(f"{seed} dealer")
    chances = [random.Random(f"{seed} {seat}") for seat in range(len(characters))]
    state, memory = start, memory_of_start(start)
    played: list[tuple[int, Action]] = []
    turns = [0] * len(characters)
    while state.to_act is not None and len(played) < longest:
        seat = state.to_act
        choices = legal(state)
        if state.prompt in ("deal", "roll"):
            step = apply_legal(state, draw_chance(state, dealer))
        elif len(choices) == 1:
            step = apply_legal(state, choices[0])
        else:
            sight = sight_of(state, memory, seat)
            step = apply(state, characters[seat].choose(sight, choices, chances[seat]))
        memory = memory.after(seat, step)
        played.append((seat, step.action))
        turns[seat] += Ply(state, step).is_turn
        state = step.state
    return Race(state, tuple(played), tuple(turns))
