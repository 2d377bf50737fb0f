"""The rules of one game, put together: edition, options, track and deck.

A `Ruleset` is built once per game and shared by all its states. It holds no file and reads
none: `controller.editions` reads the data files and hands the values in.
"""

import msgspec

from controller.rules.options import Options
from controller.rules.track import CARROT, HARE, LETTUCE, PAYS, TORTOISE, Track


class Ruleset(msgspec.Struct, frozen=True):
    """What `legal` and `apply` need to know besides the state.

    Attributes:
        edition: the edition's id, for records; the options decide.
        options: every option, resolved.
        track: the course.
        deck: the hare cards in the order of the data file; empty without cards.
        table: what a roll (the row) does in a position (the column); empty without a roll.
        home: the index of HOME.
        landable: set of squares that a forward move may end on, occupancy and means apart.
        hare: set of hare squares.
        carrot: set of carrot squares.
        lettuce: set of lettuce squares.
        flat: set of squares that a move leaves at a flat cost a square (R8.5).
        waiting: set of squares on which a runner waits for others to pass (R8.4).
        back_to: for every index the nearest tortoise square behind it, 0 if there is none.
        payouts: for every index the positions it pays (R4.2), or None.
    """

    edition: str
    options: Options
    track: Track
    deck: tuple[str, ...]
    table: tuple[tuple[str, ...], ...]
    home: int
    landable: int
    hare: int
    carrot: int
    lettuce: int
    flat: int
    waiting: int
    back_to: tuple[int, ...]
    payouts: tuple[frozenset[int] | None, ...]


def build_ruleset(
    edition: str,
    options: Options,
    track: Track,
    deck: tuple[str, ...] = (),
    table: tuple[tuple[str, ...], ...] = (),
) -> Ruleset:
    """Put the rules of a game together and work out what follows from the track."""
    home = track.home
    tortoise = track.of_kind(TORTOISE)
    hare = track.of_kind(HARE)
    forbidden = tortoise | (hare if options.hare == "off" else 0)  # R4.3, R8.7
    behind = [0]
    for at in range(1, home + 1):
        behind.append(at - 1 if tortoise >> (at - 1) & 1 else behind[-1])
    return Ruleset(
        edition=edition,
        options=options,
        track=track,
        deck=deck,
        table=table,
        home=home,
        landable=((1 << home) - 2) & ~forbidden,
        hare=hare,
        carrot=track.of_kind(CARROT),
        lettuce=track.of_kind(LETTUCE),
        flat=hare if options.hare == "flat-cost" else 0,
        waiting=hare if options.hare == "tournament" else 0,
        back_to=tuple(behind),
        payouts=tuple(PAYS.get(track.kind(at) or "") for at in range(home + 1)),
    )


def cost(distance: int) -> int:
    """The carrots a forward move of so many squares costs (R4.3, R13.4)."""
    return distance * (distance + 1) // 2
