"""Every character by name, and what is known of it."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from controller.game.opponents.character import Character
from controller.game.opponents.sight import Sight
from controller.game.opponents.strategist import LEVELS, WEIGHER, Level, Strategist
from controller.game.opponents.temperaments import Temperament
from controller.game.rules import Action, Ruleset
from controller.toml.mistakes import meant


class Restless:
    """A character that breaks out of a race without end.

    By some house rules (ten carrots in all, say) players who always judge alike may go round in
    circles. Far beyond the length of any usual race it takes, now and then, any legal action.
    """

    def __init__(self, character: Character) -> None:
        """Let this character choose, as long as the race has a usual length."""
        self._character = character

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        """Choose an action; see `Character`."""
        acted = sum(seat == sight.seat for seat, _ in sight.played)
        if acted > USUAL_ACTIONS and chance.random() < RESTLESSNESS:
            return chance.choice(actions)
        return self._character.choose(sight, actions, chance)


class Opponent(msgspec.Struct, frozen=True):
    """A character to choose from.

    Attributes:
        description: how it plays, in a sentence.
        character: makes it ready for a game by these rules with this number of seats.
        restless: whether it breaks out of a race without end.
    """

    description: str
    character: Callable[[Ruleset, int], Character]
    restless: bool = True

    def prepare(self, rules: Ruleset, seats: int) -> Character:
        """Make it ready for a game by these rules with this number of seats."""
        character = self.character(rules, seats)
        return Restless(character) if self.restless else character


class UnknownOpponent(ValueError):
    """There is no character of this name; the message names the nearest one, and all."""


def _strategist(level: Level) -> Opponent:
    return Opponent(level.description, lambda rules, seats: Strategist(rules, seats, level))


USUAL_ACTIONS: Final = 150
"""Actions of a seat in a race of any usual length; most races have about 25."""
RESTLESSNESS: Final = 0.25
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
        known = ", ".join(OPPONENTS)
        raise UnknownOpponent(
            f"There is no opponent “{name}”{meant(name, OPPONENTS)} There are: {known}."
        )
    return OPPONENTS[name]
