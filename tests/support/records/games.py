"""Games for records, and a record that is written by hand."""

import random

from controller.game.history import Game
from controller.game.rules import Options, State
from tests.support.rules.random_play import Chooser, choose

HARES = (
    *("text-cards", "number-cards", "deck-1978", "table-1974", "die-table"),
    *("tournament", "flat-cost", "nap", "off"),
)


SHORT = """\
edition: parlett-2018
seat 0: red Ann
seat 1: yellow Ben
seat 2: green Cem
first: 1
hare: off

1. f5
2. f4
3. f10
"""


OPTION_ORDER = Options.__struct_fields__


def play(start: State, rng: random.Random, chooser: Chooser, plies: int = 1000) -> Game:
    """A game from a position, to its end or for so many plies."""
    game = Game(start)
    while game.state.prompt != "over" and len(game.plies) < plies:
        if game.state.prompt == "roll":
            game = game.push(f"roll {rng.randint(1, 6)}")
        else:
            game = game.push(choose(game.state, rng, chooser))
    return game


def changed(old: str, new: str) -> str:
    assert SHORT.count(old) == 1
    return SHORT.replace(old, new)
