"""Games by any rules there are: every edition, every hare rule, every option at random."""

import random
from collections.abc import Iterator
from typing import Any, Final

from controller.game.editions.rulesets import edition_ids, make_ruleset
from controller.game.rules import Action, BadSetup, State, apply_legal, legal, new_game
from tests.support.rules.random_play import Chooser, careless, choose, homeward

OPTIONS: Final[dict[str, tuple[Any, ...]]] = {
    "track": ("A", "B"),
    "runners": (1, 2),
    "start_carrots": (0, 5, 20, 65, 98),
    "lettuces": (0, 1, 2, 3, 5),
    "hare": (
        *("text-cards", "number-cards", "deck-1978", "table-1974", "die-table"),
        *("tournament", "flat-cost", "nap", "off"),
    ),
    "home_limit": ("place", "flat-20"),
    "first_runner_lettuces": (True, False),
    "restart_carrots": (15, 30, 65),
    "restore_carrots": (0, 30, 68),
    "equal": ("again", "nothing"),
    "give_ten": ("cascade", "all-or-nothing"),
    "skip_occupied_carrots": (True, False),
    "ten_may_be_declined": (True, False),
    "baulk": (True, False),
    "finish": ("play-on", "first-home"),
    "open_hands": (True, False),
    "teams": ([[0, 2], [1, 3]], [[0, 3], [1, 4], [2, 5]], [[0, 2, 4], [1, 3, 5]]),
}


def any_start(rng: random.Random) -> State:
    """A game about to begin, by rules that fit together."""
    while True:
        edition, seats = rng.choice(edition_ids()), rng.randint(2, 6)
        options = {
            name: rng.choice(values)
            for name, values in OPTIONS.items()
            if rng.random() < (0.8 if name == "hare" else 0.3)
        }
        try:
            if rng.random() < 0.4:
                unlimited = make_ruleset(edition, seats, {**options, "patch_total": None})
                dealt = seats * unlimited.options.start_carrots
                options["patch_total"] = dealt + rng.choice((0, 5, 30, 200))
            rules = make_ruleset(edition, seats, options)
        except BadSetup:  # two runners at a table of six, say
            continue
        return new_game(rules, seats, rng.randrange(seats))


def any_action(state: State, rng: random.Random, chooser: Chooser = careless) -> Action:
    """What is played next, chance drawn in full."""
    if state.prompt == "roll":
        return Action("roll", value=rng.randint(1, len(state.rules.table)))
    return choose(state, rng, chooser)


def any_positions(games: int, seed: int, longest: int = 400) -> Iterator[State]:
    """Every position of so many games."""
    rng = random.Random(seed)
    for _ in range(games):
        state = any_start(rng)
        chooser = rng.choice((careless, homeward, homeward))
        for _ in range(longest):
            yield state
            if not legal(state):
                break
            state = apply_legal(state, any_action(state, rng, chooser)).state
