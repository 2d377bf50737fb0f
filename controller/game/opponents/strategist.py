"""The strategist: weighs every move by the race it leads to, at levels of judgement.

It imagines positions that look like the one it sees, carries each legal action out by the
rules, lets everybody play on for a while, and judges where that leads. Levels differ in what
they know (that the position decides what is paid, that there are others in the race) and in how far
they look.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from controller.game.chance import draw_chance
from controller.game.opponents.foresight import Foresight
from controller.game.opponents.judgement import Judgement
from controller.game.opponents.playouts.guided import COMPILED
from controller.game.opponents.sight import Sight, imagined, takes_last_runner_home
from controller.game.rules import Action, Ruleset, State, apply_legal, legal


class Level(msgspec.Struct, frozen=True):
    """How well a strategist judges.

    Attributes:
        description: that in a sentence.
        positions: whether it knows that the position in the race decides what is paid.
        watches: whether it judges by everybody's race, or only by its own.
        samples: how many positions it imagines.
        rounds: how many rounds it plays on in its mind after each of its actions.
        width: how many of its actions it looks at that far, the most promising ones.
        races: how many races it plays HOME in its mind instead of rounds, where they are compiled
            (`foresight.py`); with two runners each a fifth.
    """

    description: str
    positions: bool = True
    watches: bool = True
    samples: int = 1
    rounds: int = 0
    width: int = 0
    races: int = 0


LEVELS: Final = (
    Level("Knows a short way HOME, always the same.", positions=False, watches=False),
    Level("Knows a short way HOME from every place in the race.", watches=False, samples=4),
    Level("Watches the others, and looks a round ahead.", samples=3, rounds=1, width=4),
    Level("Plays many races HOME in its mind.", samples=24, rounds=2, width=8, races=2000),
)
"""Levels from the weakest, which a child can beat, to the strongest."""
FIRST_SAMPLES: Final = 3
"""Positions that decide which actions are worth racing on from."""
RACES_OF_TWO: Final = 5
"""A race with two runners each takes so many times as long: the carrots are shared."""
UNDONE_BY: Final[dict[str, str]] = {"draw": "pay", "pay": "draw"}
IMPOSSIBLE: Final = -1000.0
"""What an action is worth in an imagined position in which it is not legal."""
WEIGHER: Final = Level("Weighs every move by its own race.", watches=False)
"""The author's fourth player: it weighs each move by the circumstances."""


class Strategist:
    """A player that weighs every move; see `Character`."""

    def __init__(self, rules: Ruleset, seats: int, level: Level) -> None:
        """Prepare for a game, which computes its tables: a fraction of a second.

        Args:
            rules: the rules of the game.
            seats: the number of seats.
            level: how well to judge.
        """
        self._judgement = Judgement(rules, seats, positions=level.positions)
        self._level = level
        foresees = level.races and COMPILED
        self._races = level.races // RACES_OF_TWO if rules.options.runners > 1 else level.races
        self._foresight = Foresight(rules, seats, self._judgement) if foresees else None

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        """Choose the action after which the seat stands best; see `Character`."""
        for action in actions:
            if takes_last_runner_home(sight, action):
                return action
        level = self._level
        actions = _without_undoing(sight, actions)
        foresight = None if _is_won(sight) else self._foresight
        samples = level.samples if self._foresight is None else FIRST_SAMPLES
        thoughts = [(imagined(sight, chance), chance.getrandbits(32)) for _ in range(samples)]
        ranked = self._ranked(sight.seat, actions, thoughts, 0)
        if foresight is not None:
            return foresight.best(sight, ranked[: level.width], self._races, chance)
        if level.rounds:
            ranked = self._ranked(sight.seat, ranked[: level.width], thoughts, level.rounds)
        return ranked[0]

    def _ranked(
        self,
        seat: int,
        actions: Sequence[Action],
        thoughts: Sequence[tuple[State, int]],
        rounds: int,
    ) -> list[Action]:
        """Sort actions by how well the seat stands so many rounds after each, the best first."""
        totals = dict.fromkeys(actions, 0.0)
        for state, seed in thoughts:
            possible = legal(state)
            for action in actions:
                # What others hold may decide what is legal (R12.1), and is only guessed.
                if action not in possible:
                    totals[action] += IMPOSSIBLE
                else:
                    after = apply_legal(state, action).state
                    # The same chance after each action: they are compared by what they do.
                    after = play_on(self._judgement, after, rounds, random.Random(seed))
                    totals[action] += self._worth(after, seat)
        return sorted(actions, key=lambda action: -totals[action])

    def _worth(self, state: State, seat: int) -> float:
        if self._level.watches:
            return self._judgement.value(state, seat)
        return -self._judgement.turns(state, seat)


def play_on(judgement: Judgement, state: State, rounds: int, chance: random.Random) -> State:
    """Let every seat take the shortest way HOME for some rounds.

    Args:
        judgement: knows the shortest way.
        state: where they begin.
        rounds: how often each seat acts, about.
        chance: draws cards and dice.
    """
    left = rounds * len(state.seats)
    while left and state.prompt != "over":
        if state.prompt in ("deal", "roll"):
            state = apply_legal(state, draw_chance(state, chance)).state
            continue
        actions = legal(state)
        action = actions[0] if len(actions) == 1 else judgement.quickest(state, actions)
        state = apply_legal(state, action).state
        left -= 1
    return state


def _is_won(sight: Sight) -> bool:
    """Check whether somebody has won: races in the mind end there, and tell no places behind."""
    arrived = Counter(seat for seat, _ in sight.home)
    runners, teams = sight.rules.options.runners, sight.rules.options.teams
    return not teams and runners in arrived.values()


def _without_undoing(sight: Sight, actions: Sequence[Action]) -> Sequence[Action]:
    """Leave out to draw what the seat has just paid, and to pay what it has just drawn."""
    mine = [action for seat, action in sight.played if seat == sight.seat]
    undone = UNDONE_BY.get(mine[-1].kind) if mine else None
    return [action for action in actions if action.kind != undone] or actions
