"""Computer opponents against flat Monte Carlo, a reference player that knows only the rules.

    python -m benchmarks.flat_monte_carlo strategist-4 --playouts 100 --games 40

seats the character against three reference players, seats rotated, in one process. A reference
player plays whole random games after each of its actions and takes the one that won most.
"""

import random
from collections.abc import Sequence
from typing import Final

import click

from controller.game.chance import draw_chance
from controller.game.editions.rulesets import make_ruleset
from controller.game.opponents.arena.races import play_race
from controller.game.opponents.arena.standings import wilson
from controller.game.opponents.character import Character
from controller.game.opponents.characters import OPPONENTS, find_opponent
from controller.game.opponents.sight import Sight, imagined
from controller.game.rules import Action, State, apply_legal, legal, new_game

SEATS: Final = 4
LONGEST: Final = 3000
"""Actions of a random game that counts as lost: whoever draws at random may never get HOME."""


class FlatMonteCarlo:
    """Takes the action after which most random games were won."""

    def __init__(self, playouts: int) -> None:
        """Play so many random games for each choice, shared among its actions."""
        self._playouts = playouts

    def choose(self, sight: Sight, actions: Sequence[Action], chance: random.Random) -> Action:
        """Choose an action; see `Character`."""
        wins = dict.fromkeys(actions, 0.0)
        tries = dict.fromkeys(actions, 0)
        for number in range(max(self._playouts, len(actions))):
            action = actions[number % len(actions)]
            state = imagined(sight, chance)
            if action in legal(state):
                end = played_out(apply_legal(state, action).state, chance)
                tries[action] += 1
                wins[action] += end.ranking[:1] == (sight.seat,)
        return max(actions, key=lambda action: wins[action] / max(1, tries[action]))


def played_out(state: State, chance: random.Random) -> State:
    """Play a random game to its end."""
    for _ in range(LONGEST):
        if state.prompt == "over":
            break
        if state.prompt in ("deal", "roll"):
            action = draw_chance(state, chance)
        else:
            action = chance.choice(legal(state))
        state = apply_legal(state, action).state
    return state


@click.command()
@click.argument("name", type=click.Choice([*OPPONENTS]))
@click.option("--playouts", default=100, show_default=True, help="Random games for each choice.")
@click.option("--games", default=40, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(name: str, playouts: int, games: int, seed: int) -> None:
    """Race, and print how often the character won."""
    rules = make_ruleset(seats=SEATS)
    ours = find_opponent(name).prepare(rules, SEATS)
    reference = FlatMonteCarlo(playouts)
    won = 0
    for number in range(games):
        seats: list[Character] = [reference] * SEATS
        seats[number % SEATS] = ours
        race = play_race(new_game(rules, SEATS), seats, f"{seed} race {number}")
        won += race.state.ranking[:1] == (number % SEATS,)
        low, high = wilson(won, number + 1)
        print(
            f"\r{name} won {won} of {number + 1} races against three flat Monte Carlo players "
            f"with {playouts} playouts: {won / (number + 1):.1%} ({low:.1%} to {high:.1%})",
            end="",
            flush=True,
        )
    print()


if __name__ == "__main__":
    main()
