"""Computer opponents against flat Monte Carlo, a reference player that knows only the rules.

    python -m benchmarks.flat_monte_carlo strategist-4 --playouts 100 --games 40

seats the character against three reference players, seats rotated, in one process. A reference
player plays whole random games after each of its actions and takes the one that won most. A race is
over when the first is HOME: after that no action wins, and reference players go about at random.
"""

import random
from collections.abc import Sequence
from typing import Final

import click

from benchmarks.reference_races import race_against
from controller.game.opponents.character import Character
from controller.game.opponents.characters import OPPONENTS, find_opponent
from controller.game.opponents.foresight import MOST_SEED
from controller.game.opponents.playouts.codes import OVER
from controller.game.opponents.playouts.race import CompactRace
from controller.game.opponents.playouts.states import fill, number_of
from controller.game.opponents.sight import Sight, imagined
from controller.game.rules import Action, Ruleset, State, legal

SEATS: Final = 4
LONGEST: Final = 3000
"""Actions of a random game that counts as lost: whoever draws at random may never get HOME."""


class FlatMonteCarlo:
    """Takes the action after which most random games were won; one runner each, no teams."""

    def __init__(self, rules: Ruleset, seats: int, playouts: int) -> None:
        """Play so many random games for each choice, shared among its actions."""
        self._playouts = playouts
        self._now, self._then = CompactRace(rules, seats), CompactRace(rules, seats)

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        """Choose an action; see `Character`."""
        if len(actions) == 1:
            return actions[0]
        wins = dict.fromkeys(actions, 0.0)
        tries = dict.fromkeys(actions, 0)
        for number in range(max(self._playouts, len(actions))):
            action = actions[number % len(actions)]
            state = imagined(sight, chance)
            if action in legal(state):
                tries[action] += 1
                wins[action] += self._is_won(state, action, sight.seat, chance)
        return max(actions, key=lambda action: wins[action] / max(1, tries[action]))

    def _is_won(self, state: State, action: Action, seat: int, chance: random.Random) -> bool:
        """Play a random game after an action; return whether the seat has won it."""
        fill(self._now, state)
        race = self._then
        race.copy(self._now)
        race.seed = chance.randint(1, MOST_SEED)
        race.apply(number_of(race, action))
        race.play_at_random(LONGEST)
        return race.prompt == OVER and race.ranking[0] == seat


@click.command()
@click.argument("name", type=click.Choice([*OPPONENTS]))
@click.option("--playouts", default=100, show_default=True, help="Random games for each choice.")
@click.option("--games", default=40, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(name: str, playouts: int, games: int, seed: int) -> None:
    """Race, and print how often the character won."""

    def make(rules: Ruleset) -> tuple[Character, Character]:
        return find_opponent(name).prepare(rules, SEATS), FlatMonteCarlo(rules, SEATS, playouts)

    what = f"{name} against three flat Monte Carlo players with {playouts} playouts"
    race_against(what, make, SEATS, games, seed)


if __name__ == "__main__":
    main()
