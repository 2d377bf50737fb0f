"""A player that gets HOME in reasonable time, choosing from what a phone shows.

For tests, measurements and pictures that need a whole game. It reads only a seat's own `me`
part of the view, as a person would.
"""

import random
from typing import Any

ENOUGH_FOR_A_LEAP = 40
LAST_CARROTS = 55
"""From here on a carrot square is close enough to HOME to wait and pay."""


def choose(me: dict[str, Any], rng: random.Random, home: int = 64) -> str:
    """The action to play, in the notation.

    Args:
        me: a seat's own part of its view, on its turn.
        rng: breaks ties, and now and then plays something else for variety.
        home: the index of HOME.
    """
    moves = {each["action"]: each for each in me["destinations"]}
    choices = [each["action"] for each in me["choices"]]
    if f"f{home}" in moves:
        return f"f{home}"
    if not moves:
        return str(rng.choice(choices))
    ahead = [each for each in moves.values() if each["action"] != "b"]
    lettuce = [each for each in ahead if each["kind"] == "L"]
    if lettuce:
        return str(lettuce[-1]["action"])
    at, carrots = me["runners"][0]["square"], me["carrots"]
    if me["lettuces"]:
        return _towards_a_lettuce(moves, choices, ahead, at, carrots, rng)
    if choices and at >= LAST_CARROTS:
        price = (home - at) * (home - at + 1) // 2
        return "pay" if carrots > price and "pay" in choices else "draw"
    if "draw" in choices and carrots < ENOUGH_FOR_A_LEAP:
        return "draw"
    carrot = [each for each in ahead if each["kind"] == "C"]
    if carrot:
        return str(carrot[-1]["action"])
    return str(rng.choice(list(moves)))


def _towards_a_lettuce(
    moves: dict[str, Any],
    choices: list[str],
    ahead: list[dict[str, Any]],
    at: int,
    carrots: int,
    rng: random.Random,
) -> str:
    if "b" in moves and (at > LAST_CARROTS or carrots < ENOUGH_FOR_A_LEAP):
        return "b"
    if "draw" in choices and carrots < 2 * ENOUGH_FOR_A_LEAP:
        return "draw"
    near = [each["action"] for each in ahead if each["square"] - at <= 6 and each["square"] < 58]
    return str(rng.choice(near or list(moves)))
