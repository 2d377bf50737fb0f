"""The count of a match: wins, places, turns and rating of each character."""

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from controller.game.opponents.arena.match import Match, Outcome
from controller.game.opponents.arena.rating import NORMAL_95, Rating, rate
from controller.game.opponents.programs.player import FaultKind
from controller.game.rules.finish import side_of


class Standing(msgspec.Struct, frozen=True):
    """How a character did; entrants of the same name are counted together.

    Attributes:
        name: the character's name.
        entrants: how many of the entrants it is.
        races: how often it raced to the end.
        wins: how often it won, or its team (R11.1).
        share: the share of races that one of its entrants wins, and its 95 % interval.
        low: the lower end of that interval.
        high: the upper end.
        place: its mean place, counted from 1.
        turns: the mean number of its turns in a race.
        rating: its rating by all places.
        faults: how often a program did each thing instead of answering, in these races.
        plain_moves: how many plain moves were played for it.
    """

    name: str
    entrants: int
    races: int
    wins: int
    share: float
    low: float
    high: float
    place: float
    turns: float
    rating: Rating
    faults: Mapping[FaultKind, int]
    plain_moves: int


class Standings(msgspec.Struct, frozen=True):
    """The result of a match.

    Attributes:
        match: what was played.
        races: races that ended.
        given_up: numbers of races that did not end, counted from 1 as their records are.
        standings: the characters, the best rated first.
    """

    match: Match
    races: int
    given_up: tuple[int, ...]
    standings: tuple[Standing, ...]


def stand(match: Match, outcomes: Iterable[Outcome]) -> Standings:
    """Count the races of a match."""
    numbered = list(enumerate(outcomes, start=1))
    ended = [outcome for _, outcome in numbered if outcome.ranking]
    names, teams = match.entrants, match.options.get("teams")
    ratings = rate([_order(names, outcome) for outcome in ended], match.seed) if ended else {}
    found = [_standing(name, names, teams, ended, rating) for name, rating in ratings.items()]
    found.sort(key=lambda standing: -standing.rating.points)
    given_up = tuple(number for number, outcome in numbered if not outcome.ranking)
    return Standings(match, len(ended), given_up, tuple(found))


def _order(names: Sequence[str], outcome: Outcome) -> tuple[str, ...]:
    return tuple(names[outcome.seating[seat]] for seat in outcome.ranking)


def _standing(
    name: str,
    names: Sequence[str],
    teams: Sequence[Sequence[int]] | None,
    ended: Sequence[Outcome],
    rating: Rating,
) -> Standing:
    entrants = names.count(name)
    places, turns, wins, plain_moves = [], [], 0, 0
    faults: Counter[FaultKind] = Counter()
    for outcome in ended:
        winners = side_of(outcome.ranking[0], teams)
        for place, seat in enumerate(outcome.ranking, start=1):
            if names[outcome.seating[seat]] == name:
                places.append(place)
                turns.append(outcome.turns[seat])
                wins += seat in winners
                plain_moves += outcome.plain_moves[seat]
                faults.update(outcome.faults[seat])
    low, high = wilson(wins, len(places))
    return Standing(
        name=name,
        entrants=entrants,
        races=len(ended),
        wins=wins,
        share=wins / len(places),
        low=low,
        high=high,
        place=statistics.fmean(places),
        turns=statistics.fmean(turns),
        rating=rating,
        faults=dict(faults),
        plain_moves=plain_moves,
    )


Z_SQUARED: Final = NORMAL_95**2


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a share.

    Source: E. B. Wilson, "Probable inference", Journal of the ASA 22 (1927).
    """
    share = successes / trials
    middle = (share + Z_SQUARED / (2 * trials)) / (1 + Z_SQUARED / trials)
    spread = math.sqrt(share * (1 - share) / trials + Z_SQUARED / (4 * trials**2))
    half = NORMAL_95 * spread / (1 + Z_SQUARED / trials)
    return max(0.0, middle - half), min(1.0, middle + half)
