"""Computer opponents against Monte Carlo tree search, a reference player that knows only the rules.

    python -m benchmarks.tree_search strategist-4 --seats 2 --games 40
    python -m benchmarks.tree_search strategist-4 --iterations 400 --longest 100 --games 40

seats the character against reference players, seats rotated, in one process. A reference player
builds a tree of the actions of all seats (UCT) over positions it imagines from what it sees; cards
and dice are drawn anew each time. A race is over when the first is HOME.
"""

import itertools
import math
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Final

import click

from benchmarks.opponents import Timed
from benchmarks.reference_races import race_against
from controller.game.opponents.character import Character
from controller.game.opponents.characters import OPPONENTS, find_opponent
from controller.game.opponents.foresight import MOST_SEED
from controller.game.opponents.playouts.codes import OVER
from controller.game.opponents.playouts.race import CompactRace
from controller.game.opponents.playouts.states import fill, number_of
from controller.game.opponents.sight import Sight, imagined
from controller.game.rules import Action, Ruleset

EXPLORING: Final = math.sqrt(2)
"""Weight of what was tried seldom; wins are 0 or 1."""
FIRST_S: Final = 0.05
"""Time for a decision until the character has taken one."""

More = Callable[[int], bool]
"""Whether to go on after so many iterations of a decision."""


class Branch:
    """What has come of an action: tried, won by whoever took it, and how often it was legal."""

    __slots__ = ("legal", "next", "seat", "tries", "wins")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.next: dict[int, Branch] = {}
        self.tries = 0
        self.wins = 0.0
        self.legal = 0

    @property
    def promise(self) -> float:
        """Share of wins, and more for what was tried seldom while it was legal (UCB1)."""
        return self.wins / self.tries + EXPLORING * math.sqrt(math.log(self.legal) / self.tries)


class TreeSearch:
    """Takes the action that it tried most often; any number of runners, no teams.

    Args:
        rules: of the race.
        seats: their number.
        more: asked after each iteration of a decision.
        longest: actions of a random game, after which whoever is foremost counts as the winner.
    """

    def __init__(self, rules: Ruleset, seats: int, more: Callable[[], More], longest: int) -> None:
        self._race = CompactRace(rules, seats)
        self._more = more
        self._longest = longest

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        """Choose an action; see `Character`."""
        more = self._more()
        root = Branch(sight.seat)
        fill(self._race, imagined(sight, chance))
        named = {number_of(self._race, action): action for action in actions}
        for done in itertools.count():
            if done and not more(done):
                break
            fill(self._race, imagined(sight, chance))
            self._race.seed = chance.randint(1, MOST_SEED)
            path = self._descend(root, named, chance)
            winner = self._winner()
            for branch in path:
                branch.tries += 1
                branch.wins += branch.seat == winner
        return named[max(root.next, key=lambda number: root.next[number].tries)]

    def _descend(
        self, root: Branch, named: dict[int, Action], chance: random.Random
    ) -> list[Branch]:
        """Act as the tree promises most, until an action is new to it; return what was passed."""
        race, branch, path = self._race, root, [root]
        while count := race.legal():
            numbers = [race.actions[each] for each in range(count)]
            if branch is root:
                numbers = [number for number in numbers if number in named]
            for number in numbers:
                if number in branch.next:
                    branch.next[number].legal += 1
            new = [number for number in numbers if number not in branch.next]
            if new:
                number = chance.choice(new)
                branch.next[number] = Branch(race.to_act)
                branch.next[number].legal = 1
            else:
                number = max(numbers, key=lambda each: branch.next[each].promise)
            race.apply(number)
            branch = branch.next[number]
            path.append(branch)
            if new:
                break
        return path

    def _winner(self) -> int:
        """Go on at random; return the seat that wins, or leads when the game is cut short."""
        race = self._race
        race.play_at_random(self._longest)
        if race.prompt == OVER:
            return race.ranking[0]
        runners = range(race.seats * race.each)
        return max(runners, key=lambda runner: race.at[runner]) // race.each


def so_many(iterations: int) -> Callable[[], More]:
    """Give each decision this number of iterations."""
    return lambda: lambda done: done < iterations


def as_long_as(character: Timed, spent: list[int]) -> Callable[[], More]:
    """Give each decision the character's mean processor time; note its iterations in `spent`."""

    def allow() -> More:
        usual_s = statistics.fmean(character.took_s) if character.took_s else FIRST_S
        until_s = time.process_time() + usual_s
        spent.append(0)

        def more(done: int) -> bool:
            spent[-1] = done
            return time.process_time() < until_s

        return more

    return allow


@click.command()
@click.argument("name", type=click.Choice([*OPPONENTS]))
@click.option("--seats", default=4, show_default=True)
@click.option("--runners", type=click.IntRange(1, 2), help="Runners each; else as the edition has.")
@click.option("--iterations", default=0, help="For a decision; else the character's mean time.")
@click.option("--longest", default=3000, show_default=True, help="Actions of a random game.")
@click.option("--games", default=40, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(
    name: str,
    seats: int,
    runners: int | None,
    iterations: int,
    longest: int,
    games: int,
    seed: int,
) -> None:
    """Race, and print how often the character won."""
    spent: list[int] = []

    def make(rules: Ruleset) -> tuple[Character, Character]:
        ours = Timed(find_opponent(name).prepare(rules, seats))
        allow = so_many(iterations) if iterations else as_long_as(ours, spent)
        return ours, TreeSearch(rules, seats, allow, longest)

    race_against(f"{name} against tree search", make, seats, games, seed, runners)
    if not iterations:
        print(f"{statistics.fmean(spent):.0f} iterations for a decision, in equal time")


if __name__ == "__main__":
    main()
