"""Points over the rounds of an evening. See docs/rulings.md: the rulebooks have no points."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from web.club.results import RaceResult

FULL: Final = 60
"""Points of a winner. Each place is a whole number of points with two to six players."""


@dataclass(frozen=True)
class EveningStanding:
    """A player's evening.

    Attributes:
        player: the name in one spelling.
        name: as it was last written.
        rounds: points of each race, the first comes first.
        wins: number of races won.
    """

    player: str
    name: str
    rounds: tuple[int, ...]
    wins: int

    @property
    def points(self) -> int:
        """The sum."""
        return sum(self.rounds)


def points(place: int, players: int) -> int:
    """Return the points of a place: 60 times the share of the others who came in later.

    Args:
        place: from 1.
        players: how many raced, two to six.
    """
    return FULL * (players - place) // (players - 1)


def standings(races: Iterable[RaceResult]) -> tuple[EveningStanding, ...]:
    """Return everybody who has raced by name: most points first, then most wins, then by name.

    A player's first race is the first round, and so on.
    """
    found: dict[str, EveningStanding] = {}
    for race in races:
        for at, each in enumerate(race.places, start=1):
            place = 1 if at <= race.winners else at
            if each.player is None or len(race.places) < 2:
                continue
            before = found.get(each.player, EveningStanding(each.player, each.name, (), 0))
            found[each.player] = EveningStanding(
                each.player,
                each.name,
                (*before.rounds, points(place, len(race.places))),
                before.wins + (place == 1),
            )
    return tuple(sorted(found.values(), key=lambda each: (-each.points, -each.wins, each.player)))


def shared_places(table: Iterable[EveningStanding]) -> tuple[int, ...]:
    """Return the place of each standing; equal points and wins share one."""
    places: list[int] = []
    before: tuple[int, int] | None = None
    for at, each in enumerate(table, start=1):
        same = before == (each.points, each.wins)
        places.append(places[-1] if same else at)
        before = each.points, each.wins
    return tuple(places)
