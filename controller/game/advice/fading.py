"""How many hints a phone may ask for: in the race after the lesson fewer and fewer."""

from typing import Final

import msgspec

from controller.game.history import Game
from controller.game.setup import Setup

MOST_HINTS: Final = 3
"""Of a turn."""
TURNS_EACH: Final = 3
"""Turns of a seat after which it may ask for one hint less, where hints fade."""


def hints_offered(setup: Setup | None, game: Game | None) -> int:
    """Return how many hints the seat to act may ask for; 0 for none."""
    if setup is None or game is None or setup.hints is msgspec.UNSET:
        return 0
    seat = game.state.to_act
    if seat is None or setup.lesson is not msgspec.UNSET:
        return 0
    if setup.hints != "fading":
        return MOST_HINTS
    turns = sum(ply.seat == seat and ply.is_turn for ply in game.history)
    return max(0, MOST_HINTS - turns // TURNS_EACH)
