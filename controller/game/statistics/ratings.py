"""Ratings of people and of computer opponents, by openskill.

Source: Weng and Lin, A Bayesian Approximation Method for Online Ranking, 2011 (Plackett-Luce).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple


class Skill(NamedTuple):
    """What is believed of somebody's strength: its mean, and how far off that may be."""

    mu: float
    sigma: float


def rated(
    who: Sequence[str],
    places: Sequence[int],
    teams: Sequence[Sequence[int]],
    before: Mapping[str, Skill],
) -> list[Skill]:
    """Rate all seats of a race after it.

    Args:
        who: the key of whoever sat at each seat.
        places: of the seats in the final order, from 1.
        teams: seats that won or lost together (R11.1); without any, each seat for itself.
        before: the ratings so far; whoever is missing was never rated.

    Returns:
        The rating of each seat.
    """
    model = _model()
    sides = teams or tuple((seat,) for seat in range(len(who)))
    ratings = [[model.rating(*before.get(who[seat], ())) for seat in side] for side in sides]
    # The seats of the winning team come first (R9.3); a team is where its first seat is.
    ranks = [float(min(places[seat] for seat in side)) for side in sides]
    after: dict[int, Skill] = {}
    for side, made in zip(sides, model.rate(ratings, ranks=ranks), strict=True):
        after |= {seat: Skill(new.mu, new.sigma) for seat, new in zip(side, made, strict=True)}
    return [after[seat] for seat in range(len(who))]


@cache
def _model() -> Any:
    from openskill.models import (  # noqa: PLC0415 - only whoever asks for statistics needs it
        PlackettLuce,
    )

    return PlackettLuce()
