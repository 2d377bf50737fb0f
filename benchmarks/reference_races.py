"""Races of a character against reference players, seats rotated."""

from collections.abc import Callable

from controller.game.editions.rulesets import make_ruleset
from controller.game.opponents.arena.races import play_race
from controller.game.opponents.arena.standings import wilson
from controller.game.opponents.character import Character
from controller.game.rules import Ruleset, new_game


def race_against(
    what: str,
    make: Callable[[Ruleset], tuple[Character, Character]],
    seats: int,
    games: int,
    seed: int,
    runners: int | None = None,
) -> None:
    """Race until the first is HOME, and print how often the character won, as it goes.

    Args:
        what: who races, to be printed.
        make: the character and the reference player, by the rules; the latter has all other seats.
        seats: their number.
        games: the number of races.
        seed: decides cards, dice and all chance of the players.
        runners: of each seat; None as the edition has it.
    """
    options: dict[str, object] = {"finish": "first-home"}
    if runners is not None:
        options["runners"] = runners
    rules = make_ruleset(seats=seats, options=options)
    ours, reference = make(rules)
    won = 0
    for number in range(games):
        players = [reference] * seats
        players[number % seats] = ours
        race = play_race(new_game(rules, seats), players, f"{seed} race {number}")
        won += race.state.ranking[:1] == (number % seats,)
        low, high = wilson(won, number + 1)
        print(
            f"\r{what}: won {won} of {number + 1} races, {won / (number + 1):.1%}"
            f" ({low:.1%} to {high:.1%})",
            end="",
            flush=True,
        )
    print()
