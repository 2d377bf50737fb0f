"""Plays thousands of whole games at random over all hare rules, options and numbers of seats.

Every game must come to an end: somebody always has a legal action, and nobody goes round in
circles for ever. From the root of the project:

    python -m tests.support.rules.many_games 20000

prints how far it is, and at the end how long the games were; the exit status is 1 if one did
not end. A second argument is the number of the first game, to play one again: `1 4711`.
"""

import random
import sys
import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from controller.game.editions.rulesets import edition_ids, make_ruleset
from controller.game.rules import State, apply_legal, new_game
from tests.support.rules.random_play import careless, choose, homeward

LONGEST: Final = 30_000
HARES: Final = (
    *("text-cards", "number-cards", "deck-1978", "table-1974", "die-table"),
    *("tournament", "flat-cost", "nap", "off"),
)
TEAMS: Final[dict[int, list[list[list[int]]]]] = {
    4: [[[0, 2], [1, 3]]],
    6: [[[0, 3], [1, 4], [2, 5]], [[0, 2, 4], [1, 3, 5]]],
}
CARELESS: Final = 20
"""One game in so many begins without any wish to get HOME ..."""
CARELESS_ACTIONS: Final = 1000
"""... and goes on like that for so many actions. It might do so for very long: whoever draws
and pays at random may gather carrots for ever."""


class Played(NamedTuple):
    """A game that was played: its number, how it began, its length, whether it ended."""

    number: int
    start: State
    actions: int
    ended: bool


def beginning(rng: random.Random) -> State:
    """A game of any edition, with any options that go together."""
    seats = rng.randint(2, 6)
    options: dict[str, Any] = {}
    if rng.random() < 0.9:
        options["hare"] = rng.choice(HARES)
    runners = rng.choice((1, 2)) if seats <= 3 else 1
    options["runners"] = runners
    start_carrots = rng.choice((0, 10, 30, 65, 65, 95, 95))
    options["start_carrots"] = start_carrots
    choices: dict[str, tuple[Any, ...]] = {
        "track": ("A", "B"),
        "lettuces": (0, 1, 3, 3, 5),
        "home_limit": ("place", "flat-20"),
        "first_runner_lettuces": (True, False),
        "restart_carrots": (15, 65, 68),
        "restore_carrots": (0, 65, 68),
        "equal": ("again", "nothing"),
        "give_ten": ("cascade", "all-or-nothing"),
        "skip_occupied_carrots": (True, False),
        "ten_may_be_declined": (True, False),
        "baulk": (True, False),
        "finish": ("play-on", "play-on", "first-home"),
        "teams": (None, *TEAMS.get(seats, ())),
        "patch_total": (None, *(seats * (start_carrots + each) for each in (30, 60, 100, 200))),
    }
    for name, values in choices.items():
        if rng.random() < 0.5:
            options[name] = rng.choice(values)
    patch_total = options.setdefault("patch_total", None)
    assert patch_total is None or patch_total >= seats * start_carrots
    rules = make_ruleset(rng.choice(edition_ids()), seats, options)
    return new_game(rules, seats, rng.randrange(seats))


def play(number: int) -> Played:
    """The game of this number, always the same one."""
    rng = random.Random(number)
    start = state = beginning(rng)
    careless_actions = CARELESS_ACTIONS if number % CARELESS == 0 else 0
    for actions in range(LONGEST):
        if state.prompt == "over":
            return Played(number, start, actions, ended=True)
        chooser = careless if actions < careless_actions else homeward
        state = apply_legal(state, choose(state, rng, chooser)).state
    return Played(number, start, LONGEST, ended=False)


def games(count: int, first: int = 0) -> Iterator[Played]:
    """So many games in the order of their numbers."""
    return (play(number) for number in range(first, first + count))


def main(count: int, first: int = 0) -> int:
    """Play them and say so; returns how many did not end."""
    began_s = time.monotonic()
    stuck: list[Played] = []
    longest = None
    actions = 0
    for done, game in enumerate(games(count, first), start=1):
        actions += game.actions
        if longest is None or game.actions > longest.actions:
            longest = game
        if not game.ended:
            stuck.append(game)
            print(f"\ngame {game.number} does not end: {game.start.rules.options}")
        if done % 100 == 0:
            print(f"\r{done} of {count} games, {actions} actions", end="", flush=True)
    took_s = time.monotonic() - began_s
    print(f"\r{count} games, {actions} actions, {took_s:.0f} s; {len(stuck)} did not end.")
    if longest is not None:
        print(f"The longest is game {longest.number} with {longest.actions} actions.")
    return len(stuck)


if __name__ == "__main__":
    sys.exit(1 if main(*map(int, sys.argv[1:])) else 0)
