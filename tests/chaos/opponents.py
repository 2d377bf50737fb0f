"""Computer opponents of messy games: what the table meets, at little cost.

The wanton and the silent are no characters of the product: they sit at the table as programs do.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from controller.game.opponents.character import Character
from controller.game.opponents.characters import Opponent, find_opponent
from controller.game.opponents.programs.player import ProgramSilent
from controller.game.opponents.sight import Sight
from controller.game.rules import Action, Ruleset

WANTON: Final = "wanton"
SILENT: Final = "silent"
PROGRAMS: Final = {WANTON: ("none",), SILENT: ("none",)}
QUICK: Final = (WANTON, WANTON, SILENT, "sprinter", "walker", "alternator")
THOUGHTFUL: Final = (*QUICK, "strategist-1", "weigher")
"""These two compute tables before a game, which takes as long as all the rest of it."""
THOUGHTFUL_EACH: Final = 8
"""One game in so many has opponents that judge."""
WHIM: Final = 0.15
"""How often the wanton does just anything; else it moves on, so that games end."""
WHIMS_END: Final = 150
"""Actions of a game after which it stops that: near HOME it draws more carrots than it pays. It
has to be rid of them before a long race makes every opponent restless, which brings more."""
SILENCE: Final = 0.3
KEPT_CHARACTERS: Final = 32


class Wanton:
    """Moves far, and now and then does anything that is legal."""

    def __init__(self) -> None:
        self._usually = find_opponent("sprinter").character

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        if len(sight.played) < WHIMS_END and chance.random() < WHIM:
            return chance.choice(actions)
        pace = self._usually(sight.rules, len(sight.seats))
        return pace.choose(sight, actions, chance)


class Silent:
    """Fails now and then, in each of the ways that a character may; else it moves on."""

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        way = chance.random() / SILENCE
        if way < 0.25:
            raise ProgramSilent("did not answer: it has ended")
        if way < 0.5:
            raise EOFError("The process that was asked has died.")
        if way < 0.75:
            raise ZeroDivisionError
        if way < 1:
            return Action("forward", None, 200)
        return actions[0]


def opponents_of(seed: int) -> tuple[str, ...]:
    """One to five opponents, as many as a seed stands for."""
    rng = random.Random(seed)
    known = QUICK if seed % THOUGHTFUL_EACH else THOUGHTFUL
    return tuple(rng.choice(known) for _ in range(1 + seed % 5))


def find(name: str) -> Opponent:
    """Find an opponent as the program does; those of the same rules are kept ready."""
    if name == WANTON:
        return Opponent("Does anything.", lambda _rules, _seats: Wanton())
    if name == SILENT:
        return Opponent("Often fails.", lambda _rules, _seats: Silent())
    find_opponent(name)
    return Opponent("", lambda rules, seats: _ready(name, rules, seats))


@lru_cache(KEPT_CHARACTERS)
def _ready(name: str, rules: Ruleset, seats: int) -> Character:
    """Make a character ready; it remembers nothing of a game, so several games may ask it."""
    return find_opponent(name).character(rules, seats)
