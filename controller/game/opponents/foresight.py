"""Plays races HOME in the mind after each action, and takes the one that wins most of them.

Everybody in them takes the shortest way HOME; chance is the same after each action. The better
half of the actions gets as many races again, until two are left. Source: Karnin, Koren and Somekh,
“Almost Optimal Exploration in Multi-Armed Bandits”, 2013 (sequential halving).
"""

import random
from array import array
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from controller.game.opponents.judgement import HURRY, PLACES_WEIGHT, Judgement
from controller.game.opponents.playouts.codes import PARTS
from controller.game.opponents.playouts.guided import GuidedRace
from controller.game.opponents.playouts.states import fill, number_of
from controller.game.opponents.sight import Sight, imagined
from controller.game.rules import Action, Ruleset, legal

LONGEST: Final = 400
"""Actions after which a race in the mind counts as lost by all; one takes 80 or so."""
WANDER_TURNS: Final = 1.4
"""By so many turns at most a way seems longer to somebody, by chance; with fewer it was weaker."""
MOST_SEED: Final = 2**31 - 2


class Foresight:
    """Plays races of one game HOME."""

    def __init__(self, rules: Ruleset, seats: int, judgement: Judgement) -> None:
        """Prepare for a game by the tables of this judgement."""
        self._now = guided_race(rules, seats, judgement)
        self._then = guided_race(rules, seats, judgement)
        self._wander = round(WANDER_TURNS * self._now.unit * PARTS)

    def best(
        self, sight: Sight, actions: Sequence[Action], races: int, chance: random.Random
    ) -> Action:
        """Return the action after which the seat does best.

        Args:
            sight: what the seat sees; it is the seat to act.
            actions: legal actions to compare, the most promising ones first.
            races: how many races to play, about.
            chance: the only source of chance.
        """
        worth = dict.fromkeys(actions, 0.0)
        left, rest = list(actions), races
        while len(left) > 1:
            last = len(left) == 2
            share = rest if last else rest // 2
            rest -= share
            for _ in range(max(1, share // len(left))):
                self._compare(sight, left, worth, chance)
            # All that are left have been compared equally often.
            left.sort(key=lambda action: -worth[action])
            left = left[: (len(left) + 1) // 2]
        return left[0]

    def chances(
        self, sight: Sight, actions: Sequence[Action], races: int, chance: random.Random
    ) -> dict[Action, float]:
        """Return the share of races that the seat's side wins after each action.

        Args:
            sight: what the seat sees; it is the seat to act.
            actions: legal actions to compare.
            races: how many races to play after each.
            chance: the only source of chance.
        """
        race, won = self._then, dict.fromkeys(actions, 0)
        for _ in range(races):
            for action, _ in self._raced(sight, actions, chance):
                winner = race.winner()
                won[action] += winner >= 0 and race.team[winner] == race.team[sight.seat]
        return {action: each / races for action, each in won.items()}

    def _compare(
        self,
        sight: Sight,
        actions: Sequence[Action],
        worth: dict[Action, float],
        chance: random.Random,
    ) -> None:
        for action, played in self._raced(sight, actions, chance):
            turns = played / self._then.seats
            worth[action] += self._worth(sight.seat) - HURRY * turns

    def _raced(
        self, sight: Sight, actions: Sequence[Action], chance: random.Random
    ) -> Iterator[tuple[Action, int]]:
        """Play a race after each action from the same imagined position, with the same chance.

        Yields each action and the number of actions of its race, as long as `_then` stands there.
        """
        state = imagined(sight, chance)
        possible, seed = legal(state), chance.randint(1, MOST_SEED)
        fill(self._now, state)
        race = self._then
        for action in actions:
            # What others hold may decide what is legal (R12.1), and is only guessed.
            if action in possible:
                race.copy(self._now)
                race.seed = seed
                race.apply(number_of(race, action))
                yield action, race.play_home(LONGEST, self._wander)

    def _worth(self, seat: int) -> float:
        """Return how well a seat has done in a race, from 0 to 1: mostly whether it won."""
        race = self._then
        winner = race.winner()
        if winner < 0:
            return 0.0
        squares = [sum(race.at[one : one + race.each]) for one in range(0, len(race.at), race.each)]
        beaten = sum(each < squares[seat] for each in squares) / (race.seats - 1)
        won = race.team[seat] == race.team[winner]
        return (1 - PLACES_WEIGHT) * won + PLACES_WEIGHT * beaten


def guided_race(rules: Ruleset, seats: int, judgement: Judgement) -> GuidedRace:
    """Make a race in which everybody goes by the tables of this judgement."""
    table = judgement.tables[0]
    return GuidedRace(rules, seats, flattened(judgement), table.most_carrots, table.unit)


def flattened(judgement: Judgement) -> "array[int]":
    """Return the turns of all tables as `GuidedRace` wants them."""
    turns = array("H")
    for tables in (judgement.tables, judgement.tables_of_first):
        for part in ([each.free for each in tables], [each.landed for each in tables]):
            for row in chain.from_iterable(chain.from_iterable(part)):
                turns.extend(row)
    return turns
