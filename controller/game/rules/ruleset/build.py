"""The rules of one game, put together: edition, options, track and deck.

A `Ruleset` is built once per game and shared by all its states. It holds no file and reads
none: `controller.game.editions.rulesets` reads the data files and hands the values in.
"""

from typing import Final

import msgspec

from controller.game.rules.ruleset.options import Options
from controller.game.rules.ruleset.track import HARE, LETTUCE, PAYS, TORTOISE, Track

FLAT_COST: Final = 5  # a square, R8.5


class Ruleset(msgspec.Struct, frozen=True):
    """Rules of one game, used by `legal` and `apply` besides the state.

    Attributes:
        edition: the edition's id, for records only; play depends on the options.
        options: every option, resolved.
        track: the course.
        deck: the hare cards in the order of the data file; empty without cards.
        table: the action of a roll (the row) in a position (the column); empty without a roll.
        home: the index of HOME.
        lettuce: set of lettuce squares.
        kinds: for every index the kind of its square, None for START and HOME.
        alone: for every index the set of this square alone; empty for START and HOME.
        runs: for every index the set of squares a runner may move to from there, forward and
            back, occupancy, lettuces, means and HOME apart (R4.3, R4.4).
        prices: for every index the cost of each distance from there, from distance 0.
        back_to: for every index the nearest tortoise square behind it, 0 if there is none.
        payouts: for every index the positions it pays (R4.2), empty where a runner waits for
            others to pass (R8.4); None where leaving never pays.
    """

    edition: str
    options: Options
    track: Track
    deck: tuple[str, ...]
    table: tuple[tuple[str, ...], ...]
    home: int
    lettuce: int
    kinds: tuple[str | None, ...]
    alone: tuple[int, ...]
    runs: tuple[int, ...]
    prices: tuple[tuple[int, ...], ...]
    back_to: tuple[int, ...]
    payouts: tuple[frozenset[int] | None, ...]


def build_ruleset(
    edition: str,
    options: Options,
    track: Track,
    deck: tuple[str, ...] = (),
    table: tuple[tuple[str, ...], ...] = (),
) -> Ruleset:
    """Build the rules of a game and compute the values derived from the track."""
    home = track.home
    kinds = (None, *track.kinds, None)
    squares = (1 << home) - 2
    tortoise = track.of_kind(TORTOISE)
    closed = tortoise | (track.of_kind(HARE) if options.hare == "off" else 0)  # R4.3, R8.7
    behind = [0]
    for at in range(1, home + 1):
        behind.append(at - 1 if kinds[at - 1] == TORTOISE else behind[-1])
    costs = tuple(map(cost, range(home + 1)))
    flat = tuple(FLAT_COST * distance for distance in range(home + 1))
    flat_kind = HARE if options.hare == "flat-cost" else ""
    pays = {**PAYS, HARE: frozenset[int]()} if options.hare == "tournament" else PAYS
    return Ruleset(
        edition=edition,
        options=options,
        track=track,
        deck=deck,
        table=table,
        home=home,
        lettuce=track.of_kind(LETTUCE),
        kinds=kinds,
        alone=(0, *(1 << at for at in range(1, home)), 0),
        runs=tuple(
            squares & -(2 << at) & ~closed | (1 << back if back else 0)
            for at, back in enumerate(behind)
        ),
        prices=tuple(flat if kind == flat_kind else costs for kind in kinds),
        back_to=tuple(behind),
        payouts=tuple(pays.get(kind or "") for kind in kinds),
    )


def cost(distance: int) -> int:
    """Return the carrots that a forward move of this distance costs (R4.3, R13.4)."""
    return distance * (distance + 1) // 2
