"""Every character by name, and what is known of it."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from controller.game.opponents.character import Character
from controller.game.opponents.strategist import LEVELS, WEIGHER, Level, Strategist
from controller.game.opponents.temperaments import Temperament
from controller.game.rules import Ruleset
from controller.toml.mistakes import meant


class Opponent(msgspec.Struct, frozen=True):
    """A character to choose from.

    Attributes:
        description: how it plays, in a sentence.
        prepare: makes it ready for a game by these rules with this number of seats.
    """

    description: str
    prepare: Callable[[Ruleset, int], Character]


class UnknownOpponent(ValueError):
    """There is no character of this name; the message names the nearest one."""


def _strategist(level: Level) -> Opponent:
    return Opponent(level.description, lambda rules, seats: Strategist(rules, seats, level))


OPPONENTS: Final[Mapping[str, Opponent]] = {
    "sprinter": Opponent(
        "Moves as far as it can pay for.", lambda _rules, _seats: Temperament("far")
    ),
    "walker": Opponent("Moves square by square.", lambda _rules, _seats: Temperament("near")),
    "alternator": Opponent(
        "Moves far and square by square, by turns.", lambda _rules, _seats: Temperament("turns")
    ),
    "weigher": _strategist(WEIGHER),
    **{f"strategist-{number}": _strategist(level) for number, level in enumerate(LEVELS, start=1)},
}


def find_opponent(name: str) -> Opponent:
    """Return the character of this name.

    Raises:
        UnknownOpponent: there is none.
    """
    if name not in OPPONENTS:
        raise UnknownOpponent(f"There is no opponent “{name}”{meant(name, OPPONENTS)}")
    return OPPONENTS[name]
