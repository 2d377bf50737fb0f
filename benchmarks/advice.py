"""What hints and analyses cost.

Processor time: others who use the machine meanwhile do not count.
"""

import random
import time
from collections.abc import Sequence
from typing import Final

from benchmarks.figures import Figure, Figures, milliseconds
from controller.game.advice.analysis import analyse
from controller.game.advice.hints import hints
from controller.game.advice.outlook import Outlook
from controller.game.editions.rulesets import make_ruleset
from controller.game.history import Game
from controller.game.opponents.arena.races import Race, play_race
from controller.game.opponents.characters import find_opponent
from controller.game.opponents.sight import Sight
from controller.game.rules import Action, Ruleset, new_game

CHARACTER: Final = "strategist-2"
TABLES: Final = (2, 4, 6)


class Hinted:
    """A player that takes the first hint, timed."""

    def __init__(self, rules: Ruleset, seats: int) -> None:
        """Prepare for a game."""
        self._outlook = Outlook(rules, seats)
        self.took_s: list[float] = []

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        """Take the first hint; see `Character`."""
        began_s = time.process_time()
        found = hints(sight, actions, self._outlook)
        self.took_s.append(time.process_time() - began_s)
        return found[0].action


def measure() -> Figures:
    """Time the hints of a race and the analysis of one, for several numbers of seats."""
    for seats in TABLES:
        rules = make_ruleset(seats=seats)
        began_s = time.process_time()
        hinted = Hinted(rules, seats)
        tables_s = time.process_time() - began_s
        other = find_opponent(CHARACTER).prepare(rules, seats)
        play_race(new_game(rules, seats), [hinted, *[other] * (seats - 1)], "hints")
        took = sorted(hinted.took_s)
        yield Figure(
            f"hints with {seats} seats, median",
            milliseconds(took[len(took) // 2]),
            f"{len(took)} of a race; slowest {milliseconds(took[-1])}; the first one of a game "
            f"{milliseconds(tables_s)} more",
        )
        race = play_race(new_game(rules, seats), [other] * seats, "analysis")
        yield Figure(
            f"analysis of a race of {seats}",
            milliseconds(_analysed_s(rules, seats, race)),
            f"{len(race.played)} actions",
        )


def _analysed_s(rules: Ruleset, seats: int, race: Race) -> float:
    game = Game(new_game(rules, seats)).replay(str(action) for _, action in race.played)
    began_s = time.process_time()
    analyse(game)
    return time.process_time() - began_s
