"""Pairs the next round: neighbours in the standings, as few of them as possible met before."""

from collections import Counter
from collections.abc import Iterable, Sequence

from web.club.results import RaceResult

Pair = frozenset[str]


def pairings(
    players: Sequence[str], races: Iterable[RaceResult], most: int
) -> tuple[tuple[str, ...], ...]:
    """Return the tables of the next round.

    As few tables as hold everybody, of sizes that differ by one at most; the larger ones come
    first. Nobody races alone: of an odd number in twos, three are together. Each table begins with
    the best player who is left, and takes those of the rest who have met it least often, the best
    first.

    Args:
        players: the best first.
        races: the races so far.
        most: most players of a table, two to six.

    Returns:
        The players of each table; one alone if there is only one.
    """
    met: Counter[Pair] = Counter()
    for race in races:
        names = [each.player for each in race.places if each.player is not None]
        met.update(frozenset((one, other)) for one in names for other in names if one < other)
    left, tables = list(players), []
    for size in _sizes(len(players), most):
        table = [left.pop(0)]
        while len(table) < size:
            chosen = min(left, key=lambda each: sum(met[frozenset((each, one))] for one in table))
            left.remove(chosen)
            table.append(chosen)
        tables.append(tuple(table))
    return tuple(tables)


def _sizes(players: int, most: int) -> tuple[int, ...]:
    """Return the sizes of the tables, the larger first."""
    if not players:
        return ()
    tables = max(1, min(-(-players // most), players // 2))
    return tuple(players // tables + (at < players % tables) for at in range(tables))
