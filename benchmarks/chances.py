"""How well told chances to win fit the races of characters: `python -m benchmarks.chances`.

For several factors, with which the odds that a turn is worth are multiplied in the exponent, it
prints the mean log loss and Brier score over positions of these races; then, as they are, how often
those given each chance won.
"""

import math
import random
import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

import click

from controller.game.advice.outlook import Outlook
from controller.game.editions.rulesets import DEFAULT_EDITION, make_ruleset
from controller.game.opponents.arena.match import Match, Outcome, play
from controller.game.opponents.memory import Memory, memory_of_start
from controller.game.rules import Ruleset, State, apply, new_game

FACTORS: Final = (0.5, 0.7, 0.85, 1.0, 1.2, 1.5)
EVERY: Final = 7
"""Actions from one position that is judged to the next."""
SAMPLES: Final = 8
LEAST: Final = 1e-4


@click.command()
@click.argument("entrants", nargs=-1, required=True)
@click.option("--games", default=40, show_default=True)
@click.option("--seed", default=5, show_default=True)
@click.option("--edition", default=DEFAULT_EDITION, show_default=True)
def main(entrants: tuple[str, ...], games: int, seed: int, edition: str) -> None:
    """Play races among ENTRANTS, and compare chances with results."""
    match = Match(entrants, edition, seed=seed)
    rules = make_ruleset(edition, len(entrants))
    positions = [
        each
        for number in range(games)
        for each in judged(rules, len(entrants), play(match, number))
    ]
    outlook = Outlook(rules, len(entrants))
    judgements = [(samples(outlook, state, memory), winner) for state, memory, winner in positions]
    for factor in FACTORS:
        scaled = [
            (mean([sharpened(each, factor) for each in found]), winner)
            for found, winner in judgements
        ]
        loss = sum(-math.log(max(LEAST, chances[winner])) for chances, winner in scaled)
        brier = sum(
            (chance - (seat == winner)) ** 2
            for chances, winner in scaled
            for seat, chance in enumerate(chances)
        )
        count = len(scaled)
        print(
            f"times {factor:.2f}: log loss {loss / count:.3f}, "
            f"Brier {brier / count / len(entrants):.3f}"
        )
    print(table([(mean(found), winner) for found, winner in judgements]))


def samples(outlook: Outlook, state: State, memory: Memory) -> list[tuple[float, ...]]:
    """Each seat's chance in each of some ways to play on."""
    chance = random.Random(0)
    return [outlook.chances(state, memory, 1, chance) for _ in range(SAMPLES)]


def sharpened(chances: Sequence[float], factor: float) -> list[float]:
    """Chances of one position as they would be if a turn's odds had another exponent."""
    odds = [chance**factor for chance in chances]
    total = sum(odds)
    return [each / total for each in odds]


def mean(found: Sequence[Sequence[float]]) -> list[float]:
    """Each seat's chance on average."""
    return [statistics.fmean(seat) for seat in zip(*found, strict=True)]


def judged(rules: Ruleset, seats: int, outcome: Outcome) -> Iterator[tuple[State, Memory, int]]:
    """Yield positions of a race before anybody has won, with the seat that won."""
    state = new_game(rules, seats)
    memory = memory_of_start(state)
    for number, action in enumerate(outcome.actions, start=1):
        seat, step = state.to_act, apply(state, action)
        assert seat is not None
        memory, state = memory.after(seat, step), step.state
        if state.ranking:
            return
        if number % EVERY == 0:
            yield state, memory, outcome.ranking[0]


def table(told: Sequence[tuple[Sequence[float], int]]) -> str:
    """Compare chances, ten percent at a time, with how often they came true."""
    won: defaultdict[int, list[bool]] = defaultdict(list)
    given: defaultdict[int, list[float]] = defaultdict(list)
    for chances, winner in told:
        for seat, chance in enumerate(chances):
            won[min(9, int(10 * chance))].append(seat == winner)
            given[min(9, int(10 * chance))].append(chance)
    return "\n".join(
        f"told {sum(given[tenth]) / len(given[tenth]):4.0%}: "
        f"won {sum(won[tenth]) / len(won[tenth]):4.0%} of {len(won[tenth])}"
        for tenth in sorted(won)
    )


if __name__ == "__main__":
    main()
