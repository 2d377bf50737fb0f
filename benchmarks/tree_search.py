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
import time
from collections.abc import Callable, Sequence
from typing import Final

import click

from benchmarks.reference_races import SEED_END, race_against
from controller.game.opponents.character import Character
from controller.game.opponents.characters import OPPONENTS, find_opponent
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


class Node:
    """What has come of an action: tried, won by whoever took it, and how often it was legal."""

    __slots__ = ("legal", "next", "seat", "tries", "wins")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.next: dict[int, Node] = {}
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
        root = Node(sight.seat)
        fill(self._race, imagined(sight, chance))
        named = {number_of(self._race, action): action for action in actions}
        for done in itertools.count():
            if done and not more(done):
                break
            fill(self._race, imagined(sight, chance))
            self._race.seed = chance.randint(1, SEED_END)
            path = self._descend(root, named, chance)
            winner = self._winner()
            for node in path:
                node.tries += 1
                node.wins += node.seat == winner
        return named[max(root.next, key=lambda number: root.next[number].tries)]

    def _descend(self, root: Node, named: dict[int, Action], chance: random.Random) -> list[Node]:
        """Act as the tree promises most, until an action is new to it; return what was passed."""
        race, node, path = self._race, root, [root]
        while count := race.legal():
            numbers = [race.actions[each] for each in range(count)]
            if node is root:
                numbers = [number for number in numbers if number in named]
            for number in numbers:
                if number in node.next:
                    node.next[number].legal += 1
            new = [number for number in numbers if number not in node.next]
            if new:
                number = chance.choice(new)
                node.next[number] = Node(race.to_act)
                node.next[number].legal = 1
            else:
                number = max(numbers, key=lambda each: node.next[each].promise)
            race.apply(number)
            node = node.next[number]
            path.append(node)
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


class Timed:
    """A character whose decisions are timed.

    Attributes:
        taken_s: processor time of all its decisions.
        decisions: their number.
    """

    def __init__(self, character: Character) -> None:
        self._character = character
        self.taken_s = 0.0
        self.decisions = 0

    @property
    def usual_s(self) -> float:
        """Mean processor time of a decision."""
        return self.taken_s / self.decisions if self.decisions else FIRST_S

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        """Choose an action; see `Character`."""
        began_s = time.process_time()
        action = self._character.choose(sight, actions, chance)
        self.taken_s += time.process_time() - began_s
        self.decisions += 1
        return action


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

        def allow() -> More:
            spent.append(0)
            if iterations:
                return lambda done: done < iterations
            until_s = time.process_time() + ours.usual_s

            def more(done: int) -> bool:
                spent[-1] = done
                return time.process_time() < until_s

            return more

        return ours, TreeSearch(rules, seats, allow, longest)

    race_against(f"{name} against tree search", make, seats, games, seed, runners)
    if not iterations:
        print(f"{sum(spent) / max(1, len(spent)):.0f} iterations for a decision, in equal time")


if __name__ == "__main__":
    main()
