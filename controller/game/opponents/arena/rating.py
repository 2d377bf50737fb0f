"""Ratings from finishing orders: the Plackett-Luce model, which is Bradley-Terry for two.

Each player has a strength; at every place the next one HOME is drawn from those left, in
proportion to strength. The most likely strengths are found by the iteration of D. Hunter, "MM
algorithms for generalized Bradley-Terry models", Annals of Statistics 32 (2004). They are given
on the scale of chess: 400 points are odds of ten to one.
"""

import math
import random
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

Order = tuple[str, ...]
"""Names in order of arrival; a name may come several times."""

POINTS: Final = 400
"""Points that stand for odds of ten to one."""
RESAMPLES: Final = 200
ITERATIONS: Final = 200
CLOSE: Final = 1e-6
NORMAL_95: Final = 1.96


class Rating(msgspec.Struct, frozen=True):
    """Points above or below the mean of all players.

    Attributes:
        points: those points.
        error: half of the 95 % interval; None if all races ended alike, which tells nothing of it.
    """

    points: float
    error: float | None


def rate(orders: Sequence[Order], seed: int = 0) -> dict[str, Rating]:
    """Rate the players of these races.

    Args:
        orders: the finishing order of each race.
        seed: decides the resamples that the errors come from.

    Returns:
        A rating for each name. Everybody is supposed to have finished once before and once
        behind an average player besides, so that whoever always wins has a rating too.
    """
    names = sorted({name for order in orders for name in order})
    best = _points(names, Counter(orders))
    chance = random.Random(seed)
    resampled = [
        _points(names, Counter(chance.choices(orders, k=len(orders)))) for _ in range(RESAMPLES)
    ]
    if len(set(orders)) == 1:
        return {name: Rating(best[name], None) for name in names}
    return {
        name: Rating(
            best[name], NORMAL_95 * statistics.pstdev(points[name] for points in resampled)
        )
        for name in names
    }


def _points(names: Sequence[str], orders: Mapping[Order, int]) -> dict[str, float]:
    wins: Counter[str] = Counter(dict.fromkeys(names, 1))
    fields: Counter[Order] = Counter()
    for order, times in orders.items():
        for place in range(len(order) - 1):
            field = tuple(sorted(order[place:]))
            if len(set(field)) > 1:
                wins[order[place]] += times
                fields[field] += times
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ITERATIONS):
        # Two races against an average player, one won and one lost.
        faced = {name: 2 / (strength[name] + 1) for name in names}
        for field, times in fields.items():
            share = times / sum(strength[name] for name in field)
            for name in field:
                faced[name] += share
        after = {name: wins[name] / faced[name] for name in names}
        moved = max(abs(math.log(after[name] / strength[name])) for name in names)
        strength = after
        if moved < CLOSE:
            break
    points = {name: POINTS * math.log10(strength[name]) for name in names}
    middle = statistics.fmean(points.values())
    return {name: each - middle for name, each in points.items()}
