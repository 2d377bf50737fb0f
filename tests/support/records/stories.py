"""Races that were run to their end, as stories."""

import random
import re
from collections.abc import Sequence
from typing import Any

from controller.game.history import Game
from controller.game.pieces import COLOURS, Player
from controller.game.setup import Setup, start_game
from controller.table.past_games import Story, story_of_game
from tests.support.records.games import play
from tests.support.rules.random_play import homeward

NAMES = ("Zebulonia", "Quirinus", "Wendelgard", "Xaverius", "Ysoldette", "Jockelina")


def seats(names: Sequence[str], runners: int = 1) -> tuple[Player, ...]:
    """Players with these names, with one or two runners each."""
    return tuple(
        Player(name, COLOURS[runners * at : runners * (at + 1)]) for at, name in enumerate(names)
    )


def finished(players: Sequence[Player], seed: int = 1, **options: Any) -> Story:
    """The story of a race of these players."""
    return story_of_game(raced(players, seed, **options), tuple(players))


def raced(players: Sequence[Player], seed: int = 1, **options: Any) -> Game:
    """A race of these players, from its start to its end."""
    setup = Setup(tuple(players), options=options)
    game = play(start_game(setup).state, random.Random(seed), homeward)
    assert game.state.prompt == "over"
    return game


def drawn_texts(picture: str) -> str:
    """All of a picture but the letters of its font, in which any name may be by chance."""
    return re.sub(r"base64,[^\"]*", "", picture)
