"""The position at the beginning of a game (R2, R10)."""

from typing import Any

from tests.naive.data import DECKS
from tests.naive.options import resolve
from tests.naive.table import START, State


def new(edition: str, seats: int, first: int = 0, options: dict[str, Any] | None = None) -> State:
    """R2.1 to R2.4, R10.1: set up a game; with a pile its first deal is due."""
    rules = resolve(edition, seats, options)
    if type(first) is not int or not 0 <= first < seats:
        raise ValueError("R2.2: no such first seat")
    deck = DECKS.get(rules["hare"], [])
    total = rules["patch_total"]
    return {
        "edition": edition,
        "options": rules,
        "to_act": first,
        "prompt": "deal" if deck else "move",
        "first": first,
        "seats": [
            {
                "carrots": rules["start_carrots"],
                "lettuces": rules["lettuces"],
                "miss": False,
                "runners": [
                    {"at": START, "obligation": None, "passed": False}
                    for _ in range(rules["runners"])
                ],
            }
            for _ in range(seats)
        ],
        "pile": list(deck),
        "patch": None if total is None else total - seats * rules["start_carrots"],
        "home": [],
        "pending": {} if deck else None,
        "ranking": [],
    }
