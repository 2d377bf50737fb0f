"""How a race stands: everybody's chance to win, and what each move would make of it.

Both come from the strategist's judgement: positions are imagined, played on for some rounds by
the shortest way HOME, and valued. They are estimates.
"""

import random
from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from controller.game.opponents.foresight import Foresight
from controller.game.opponents.judgement import Judgement
from controller.game.opponents.memory import Memory
from controller.game.opponents.playouts.guided import COMPILED
from controller.game.opponents.sight import Sight, imagined, sight_of, takes_last_runner_home
from controller.game.opponents.strategist import play_on
from controller.game.rules import Action, Ruleset, State, apply_legal, legal

SAMPLES_AGAIN: Final = 96
"""Samples of the few actions that are told, so that they are not told by accident."""
RACES_HOME: Final = 600
"""Races HOME after each of them, where they are compiled."""
ROUNDS: Final = 1
"""Rounds that are played on before what an action leads to is valued."""
ROUNDS_OF_CHANCES: Final = 4
"""The chances of a position are the mean of those before and after each of so many rounds: by one
of them alone whoever has just moved stands too well, or too badly."""


class WeighedMove(msgspec.Struct, frozen=True):
    """An action and what it leads to, as estimated.

    Attributes:
        action: the action.
        worth: how well the seat stands after it, from 0 to 1; places behind the winner's count.
        chance: the chance that its side wins then, from 0 to 1.
        turns: the turns that the seat then still needs to get HOME, counted a round later.
    """

    action: Action
    worth: float
    chance: float
    turns: float


class Outlook:
    """Estimates of one game. Making one computes tables: a fraction of a second."""

    def __init__(self, rules: Ruleset, seats: int) -> None:
        """Prepare for a game by these rules with this number of seats."""
        self._game = rules, seats
        self._judgement = Judgement(rules, seats)
        self._foresight: Foresight | None = None

    def chances(
        self, state: State, memory: Memory, samples: int, chance: random.Random
    ) -> tuple[float, ...]:
        """Estimate each seat's chance that its side wins, from 0 to 1.

        All holdings count, the order of the cards does not: they are shuffled.

        Args:
            state: the position.
            memory: the public memory of the game up to it.
            samples: how many ways to play on.
            chance: shuffles, and draws cards and dice.
        """
        everybody = frozenset(range(len(state.seats)))
        seen = sight_of(state, msgspec.structs.replace(memory, known=everybody), 0)
        totals = [0.0] * len(state.seats)
        for _ in range(samples):
            later = imagined(seen, chance)
            for number in range(ROUNDS_OF_CHANCES + 1):
                if number:
                    later = play_on(self._judgement, later, 1, chance)
                for seat, each in enumerate(self._judgement.chances(later)):
                    totals[seat] += each
        return tuple(total / samples / (ROUNDS_OF_CHANCES + 1) for total in totals)

    def weigh(
        self,
        sight: Sight,
        actions: Sequence[Action],
        samples: int,
        chance: random.Random,
        *,
        width: int = 6,
        also: Collection[Action] = (),
    ) -> list[WeighedMove]:
        """Estimate what actions lead to, by what the seat to act sees; the best first.

        Args:
            sight: what that seat sees.
            actions: its legal actions, at least one.
            samples: how many positions to imagine.
            chance: imagines them.
            width: how many actions to look at closely, the most promising ones.
            also: those to look at closely besides.
        """
        thoughts = [(imagined(sight, chance), chance.getrandbits(32)) for _ in range(samples)]
        ranked = self._ranked(sight, actions, thoughts, 0)
        close = [each.action for place, each in enumerate(ranked) if place < width]
        close += [action for action in also if action not in close]
        return self._ranked(sight, close, thoughts, ROUNDS)

    def weigh_closely(
        self, sight: Sight, actions: Sequence[Action], chance: random.Random
    ) -> list[WeighedMove]:
        """Estimate what a few actions lead to, in the order given.

        Where races in the mind are compiled, the chances are those of `RACES_HOME` races HOME.
        """
        weighed = self.weigh(sight, actions, SAMPLES_AGAIN, chance)
        in_order = sorted(weighed, key=lambda each: actions.index(each.action))
        if not COMPILED:
            return in_order
        if self._foresight is None:
            self._foresight = Foresight(*self._game, self._judgement)
        won = self._foresight.chances(sight, actions, RACES_HOME, chance)
        return [msgspec.structs.replace(each, chance=won[each.action]) for each in in_order]

    def _ranked(
        self,
        sight: Sight,
        actions: Sequence[Action],
        thoughts: Sequence[tuple[State, int]],
        rounds: int,
    ) -> list[WeighedMove]:
        seat, judgement = sight.seat, self._judgement
        sums = {action: [0.0, 0.0, 0.0] for action in actions}
        for state, seed in thoughts:
            possible = {*legal(state)}
            for action in actions:
                # What others hold may decide what is legal (R12.1), and is only guessed.
                if action not in possible:
                    continue
                after = apply_legal(state, action).state
                # The same chance after each action: they are compared by what they do.
                after = play_on(judgement, after, rounds, random.Random(seed))
                sums[action][0] += judgement.value(after, seat)
                sums[action][1] += judgement.chances(after)[seat]
                sums[action][2] += judgement.turns(after, seat)
        count = len(thoughts)
        found = [
            WeighedMove(action, *(each / count for each in three)) for action, three in sums.items()
        ]
        return sorted(
            found, key=lambda each: (not takes_last_runner_home(sight, each.action), -each.worth)
        )
