"""Everything that people, readers, lights, cables and plugs do to a messy game."""

import random
from typing import Final

from tests.chaos import breaking, hands, phones
from tests.chaos.deeds import Deed

DEEDS: Final[dict[str, Deed]] = {**hands.DEEDS, **phones.DEEDS, **breaking.DEEDS}
USUAL: Final = ("turn", "turn", "turn", "turn", "phone_turn", "tidy_as_asked", "tidy_as_asked")


def some(rng: random.Random, count: int) -> tuple[str, ...]:
    """Names of deeds: a good half of them of people who play."""
    names = sorted(DEEDS)
    return tuple(rng.choice(USUAL if rng.random() < 0.5 else names) for _ in range(count))
