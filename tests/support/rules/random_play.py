"""Whole games and hundreds of positions, all from a seeded generator."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from controller.game.editions.rulesets import make_ruleset
from controller.game.rules import Action, State, apply_legal, legal, new_game
from controller.game.rules.text.notation import PLAIN

Chooser = Callable[[State, Sequence[Action], random.Random], Action]

SETTINGS: tuple[tuple[int, dict[str, Any]], ...] = (
    *((seats, {}) for seats in (2, 3, 3, 4, 4, 5, 5, 6, 6)),
    (2, {"runners": 1, "home_limit": "flat-20"}),
    (2, {"patch_total": 210, "first_runner_lettuces": False}),
    (2, {"patch_total": 300, "baulk": False, "home_limit": "flat-20"}),
    (3, {"runners": 2, "finish": "first-home"}),
    (3, {"runners": 2, "patch_total": 330, "equal": "again"}),
    (3, {"patch_total": 200, "restart_carrots": 15}),
    (3, {"track": "A", "equal": "again", "give_ten": "all-or-nothing"}),
    (4, {"patch_total": 280}),
    (4, {"patch_total": 300, "baulk": False, "finish": "first-home"}),
    (4, {"teams": [[0, 2], [1, 3]], "restore_carrots": 68}),
    (5, {"home_limit": "flat-20", "equal": "again", "patch_total": 400}),
    (6, {"teams": [[0, 3], [1, 4], [2, 5]], "give_ten": "all-or-nothing"}),
    (6, {"teams": [[0, 2, 4], [1, 3, 5]], "finish": "first-home", "patch_total": 420}),
    (2, {"hare": "number-cards"}),
    (3, {"hare": "number-cards", "start_carrots": 25, "restart_carrots": 15}),
    (4, {"hare": "number-cards", "patch_total": 270, "teams": [[0, 2], [1, 3]]}),
    (6, {"hare": "number-cards", "patch_total": 400, "baulk": False}),
    (2, {"hare": "deck-1978", "track": "A"}),
    (3, {"hare": "deck-1978", "skip_occupied_carrots": True, "ten_may_be_declined": False}),
    (4, {"hare": "deck-1978", "patch_total": 262}),
    (6, {"hare": "deck-1978", "track": "A", "finish": "first-home"}),
    (2, {"hare": "table-1974", "track": "A", "home_limit": "flat-20"}),
    (3, {"hare": "table-1974", "track": "A", "runners": 2, "skip_occupied_carrots": False}),
    (5, {"hare": "table-1974", "ten_may_be_declined": True, "patch_total": 330}),
    (6, {"hare": "table-1974", "track": "A", "home_limit": "flat-20", "start_carrots": 40}),
    (2, {"hare": "die-table", "patch_total": 200, "first_runner_lettuces": False}),
    (3, {"hare": "die-table", "start_carrots": 12, "restart_carrots": 15}),
    (4, {"hare": "die-table", "ten_may_be_declined": True, "patch_total": 300, "baulk": False}),
    (6, {"hare": "die-table", "teams": [[0, 3], [1, 4], [2, 5]], "patch_total": 420}),
    (2, {"hare": "tournament", "patch_total": 230}),
    (3, {"hare": "tournament", "runners": 2, "start_carrots": 30}),
    (4, {"hare": "tournament", "start_carrots": 30, "restart_carrots": 15, "patch_total": 150}),
    (6, {"hare": "tournament", "patch_total": 1434, "finish": "first-home"}),
    (2, {"hare": "flat-cost"}),
    (5, {"hare": "flat-cost", "patch_total": 350}),
    (2, {"hare": "nap", "start_carrots": 60}),
    (4, {"hare": "nap", "patch_total": 300, "teams": [[0, 2], [1, 3]]}),
    (6, {"hare": "nap", "track": "A"}),
    (2, {"hare": "off", "patch_total": 220}),
    (4, {"hare": "off"}),
)
"""Seats and options that between them turn everything on and off."""


def careless(_state: State, actions: Sequence[Action], rng: random.Random) -> Action:
    """Any legal action, each as likely as the others."""
    return rng.choice(actions)


def homeward(state: State, actions: Sequence[Action], rng: random.Random) -> Action:
    """Any legal action, with a liking for lettuces first and HOME after them."""
    rules = state.rules
    for action in actions:
        if action.to == rules.home or rules.lettuce >> action.to & 1:
            return action
    assert state.to_act is not None
    if state.seats[state.to_act].lettuces == 0 and rng.random() < 0.8:
        if PLAIN["pay"] in actions:
            return PLAIN["pay"]
        actions = [each for each in actions if each.kind not in ("back", "draw")] or actions
    return rng.choice(actions)


def choose(state: State, rng: random.Random, chooser: Chooser) -> Action:
    """What is played next: chance if it is due, else what the player chooses."""
    if state.prompt == "deal":
        return Action("deal", cards=tuple(rng.sample(state.pile, len(state.pile))))
    if state.prompt == "roll":
        return Action("roll", value=rng.randint(1, len(state.rules.table)))
    return chooser(state, legal(state), rng)


def begin(seats: int, options: Mapping[str, Any], first: int = 0) -> State:
    """A game about to be dealt."""
    return new_game(make_ruleset(seats=seats, options=options), seats, first)


def some_positions(count: int, seed: int) -> Iterator[State]:
    """So many positions out of all kinds of games, at half of them with other hands."""
    rng = random.Random(seed)
    while True:
        seats, options = rng.choice(SETTINGS)
        state = begin(seats, options, rng.randrange(seats))
        chooser = rng.choice((careless, homeward, homeward))
        for _ in range(400):
            if rng.random() < 0.05 or state.prompt in ("deal", "ten", "over"):
                yield state if rng.random() < 0.5 else other_hands(state, rng)
                count -= 1
            if not count:
                return
            if state.prompt == "over":
                break
            state = apply_legal(state, choose(state, rng, chooser)).state


def other_hands(state: State, rng: random.Random) -> State:
    """The same squares, the carrots and lettuces thrown anew."""
    patch = state.patch
    seats = []
    for seat in state.seats:
        carrots = rng.choice((rng.randrange(12), rng.randrange(70), rng.randrange(300)))
        if patch is not None:
            patch += seat.carrots
            carrots = min(carrots, patch)
            patch -= carrots
        chews = any(runner.obligation == "chew" for runner in seat.runners)
        lettuces = max(rng.randrange(4), chews)
        seats.append(msgspec.structs.replace(seat, carrots=carrots, lettuces=lettuces))
    return msgspec.structs.replace(state, seats=tuple(seats), patch=patch)
