"""What computer opponents cost: preparing a game, and deciding.

Processor time: others who use the machine meanwhile do not count.
"""

import random
import time
from collections.abc import Sequence
from typing import Final

from benchmarks.figures import Figure, Figures, milliseconds
from controller.game.editions.rulesets import edition_ids, make_ruleset
from controller.game.opponents.arena.races import play_race
from controller.game.opponents.character import Character
from controller.game.opponents.characters import OPPONENTS
from controller.game.opponents.foresight import LONGEST, WANDER_TURNS, guided_race
from controller.game.opponents.judgement import Judgement
from controller.game.opponents.playouts.codes import PARTS
from controller.game.opponents.playouts.guided import COMPILED
from controller.game.opponents.playouts.states import fill
from controller.game.opponents.sight import Sight
from controller.game.rules import Action, new_game

SEATS: Final = 4
RACES: Final = 4
TABLES: Final = (2, 3, 4, 6)
RACES_IN_THE_MIND: Final = 1000


class Timed:
    """A character whose decisions are timed."""

    def __init__(self, character: Character) -> None:
        """Time this character."""
        self._character = character
        self.took_s: list[float] = []

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        """Choose as the character does; see `Character`."""
        began_s = time.process_time()
        action = self._character.choose(sight, actions, chance)
        self.took_s.append(time.process_time() - began_s)
        return action


def measure() -> Figures:
    """Prepare the strongest level by every edition, and time each level's decisions."""
    strongest = [*OPPONENTS][-1]
    slowest = max(
        (_prepared_s(strongest, edition, seats), edition, seats)
        for edition in edition_ids()
        for seats in TABLES
    )
    yield Figure(
        f"preparing {strongest} for a game",
        milliseconds(slowest[0]),
        f"the slowest of all editions with {', '.join(map(str, TABLES))} seats: {slowest[1]}, "
        f"{slowest[2]} seats",
    )
    yield _race_in_the_mind()
    rules = make_ruleset(seats=SEATS)
    for name, opponent in OPPONENTS.items():
        timed = Timed(opponent.prepare(rules, SEATS))
        for race in range(RACES):
            play_race(new_game(rules, SEATS), [timed] * SEATS, f"{race}")
        took = sorted(timed.took_s)
        yield Figure(
            f"a decision of {name}, 99th percentile",
            milliseconds(took[len(took) * 99 // 100]),
            f"{len(took)} decisions of {RACES} races with {SEATS} seats; "
            f"median {milliseconds(took[len(took) // 2])}",
        )


def _race_in_the_mind() -> Figure:
    """Races HOME as the strongest level plays them, from the opening."""
    start = new_game(make_ruleset(seats=SEATS), SEATS)
    judgement = Judgement(start.rules, SEATS)
    race = guided_race(start.rules, SEATS, judgement)
    wander = round(WANDER_TURNS * race.unit * PARTS)
    actions = 0
    began_s = time.process_time()
    for seed in range(1, RACES_IN_THE_MIND + 1):
        fill(race, start)
        race.seed = seed
        actions += race.play_home(LONGEST, wander)
    took_s = time.process_time() - began_s
    return Figure(
        "a race HOME in the mind of the strongest",
        f"{took_s / RACES_IN_THE_MIND * 1e6:.0f} µs",
        f"{RACES_IN_THE_MIND} races with {SEATS} seats, {actions / RACES_IN_THE_MIND:.0f} actions "
        f"each, {'compiled' if COMPILED else 'not compiled'}",
    )


def _prepared_s(name: str, edition: str, seats: int) -> float:
    rules = make_ruleset(edition, seats)
    began_s = time.process_time()
    OPPONENTS[name].prepare(rules, seats)
    return time.process_time() - began_s
