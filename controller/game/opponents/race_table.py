"""The race alone: the fewest turns in which a runner gets HOME, for every square and holding.

A table is computed backwards from HOME. For a number of turns, a square and a number of
lettuces, the holdings from which HOME is reached in time are one integer, bit `c` standing for
`c` carrots: a move that costs `d` shifts all of them at once by `d`.

The table supposes that the runner lies at one position all the time (that is what number
squares and lettuces pay, and the place in which it arrives), that no square is occupied, that
nobody passes, that the patch never runs out, and that hare squares with cards, dice or a table
do nothing.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from controller.game.rules import Ruleset
from controller.game.rules.moves import (
    CARROT_SQUARE_CARROTS,
    FLAT_HOME_LIMIT,
    POSITION_CARROTS,
    TORTOISE_CARROTS,
    WAITING_CARROTS,
)
from controller.game.rules.ruleset.track import CARROT, HARE, START, members
from controller.game.rules.state import Obligation

MOST_TURNS: Final = 63
"""Turns counted for a race that takes as long or longer."""
SPARE_CARROTS: Final = 128
"""A table has holdings up to so many carrots more than any seat begins with."""
MOST_CARROTS: Final = 500
MOST_LETTUCES: Final = 8
"""A house rule with more carrots or lettuces has no larger table: it would fill the memory."""
_DIGITS: Final = bytes.maketrans(b"01", b"\x00\x01")
_LATER: Final = bytes(min(turns + 1, MOST_TURNS) for turns in range(256))
"""Adds a turn to each number of a row."""


Rows = tuple[tuple[Sequence[int], ...], ...]
"""For each number of lettuces and each square, HOME included, a number for each holding."""

ByteRows = tuple[tuple[bytes, ...], ...]


class RaceTable(msgspec.Struct, frozen=True):
    """Fewest turns HOME at one position in the race.

    Attributes:
        rules: the rules of the race.
        position: the supposed position, counted from 1.
        most_carrots: the largest holding told apart; more counts as this one.
        free: the turns of a runner without an obligation, or that must leave a lettuce.
        landed: the turns of a runner that has just landed: the lettuce is still to be chewed, the
            nap to be taken.
        unit: what a turn counts as: the number of tables whose turns are added up.
    """

    rules: Ruleset
    position: int
    most_carrots: int
    free: Rows
    landed: Rows
    unit: int = 1

    def turns(
        self, at: int, carrots: int, lettuces: int, obligation: Obligation | None = None
    ) -> int:
        """Return the fewest turns HOME in units, of `MOST_TURNS` for so many or more.

        Args:
            at: the square, 0 for START.
            carrots: the holding, from 0.
            lettuces: the lettuces held, from 0; more than the game has count as these.
            obligation: the runner's obligation on this square.
        """
        return self.row(at, lettuces, obligation)[min(carrots, self.most_carrots)]

    def row(self, at: int, lettuces: int, obligation: Obligation | None) -> Sequence[int]:
        """Return the fewest turns HOME for each holding; arguments as those of `turns`."""
        rows = self.landed if obligation in ("chew", "rest") else self.free
        squares = rows[min(lettuces, len(rows) - 1)]
        if obligation != "back":
            return squares[at]
        rules, most = self.rules, self.most_carrots
        to = rules.back_to[at]
        if not to:  # a restart takes no turn
            return [squares[START][min(rules.options.restart_carrots, most)]] * (most + 1)
        drawn = TORTOISE_CARROTS * (at - to)
        latest = MOST_TURNS * self.unit
        return [
            min(latest, self.unit + squares[to][min(carrots + drawn, most)])
            for carrots in range(most + 1)
        ]


def race_table(rules: Ruleset, position: int, *, first_of_two: bool = False) -> RaceTable:
    """Compute the table of a position.

    Args:
        rules: the rules of the race.
        position: the supposed position, from 1; the place of arrival likewise.
        first_of_two: whether it is a seat's first runner HOME, which may bring any number of
            carrots (R10.3), but leaves them to the other: its share is what it spends on its way.
            Its lettuces are those that it is to chew.
    """
    options = rules.options
    most = max(options.start_carrots, options.restart_carrots, options.restore_carrots)
    most = min(most, MOST_CARROTS) + SPARE_CARROTS
    limit = FLAT_HOME_LIMIT if options.home_limit == "flat-20" else POSITION_CARROTS * position
    free = _Backwards(rules, position, most, 0 if first_of_two else min(limit, most)).rows()
    return RaceTable(rules, position, most, free, _landed(rules, position, free))


def _landed(rules: Ruleset, position: int, free: ByteRows) -> ByteRows:
    """Return the turns of a runner that has just landed on each square (R6.1, R8.6)."""
    naps = rules.track.of_kind(HARE) if rules.options.hare == "nap" else 0
    chewed = POSITION_CARROTS * position
    landed = []
    for lettuces, rows in enumerate(free):
        after = list(rows)
        for at in members(rules.lettuce | naps):
            row = rows[at]
            if rules.lettuce >> at & 1:
                fed = free[lettuces - 1][at] if lettuces else bytes([MOST_TURNS]) * len(row)
                row = fed[chewed:] + fed[-1:] * min(chewed, len(row))
            after[at] = row.translate(_LATER)
        landed.append(tuple(after))
    return tuple(landed)


class _Backwards:
    """Computes the sets of holdings that get HOME within 1, 2, 3 ... turns."""

    def __init__(self, rules: Ruleset, position: int, most: int, limit: int) -> None:
        self._rules = rules
        self._most = most
        self._every = (2 << most) - 1
        self._chewed = POSITION_CARROTS * position
        self._payouts = [_payout(rules, at, position) for at in range(rules.home)]
        self._lettuces = min(rules.options.lettuces, MOST_LETTUCES)
        self._restart = min(rules.options.restart_carrots, most)
        self._home = [(2 << limit) - 1] + [0] * self._lettuces
        self._moves = [
            [
                [(to, rules.prices[at][to - at]) for to in self._ahead(at, held)]
                for at in range(rules.home)
            ]
            for held in range(self._lettuces + 1)
        ]
        self._stuck = [
            [self._stuck_at(at, held) for at in range(rules.home)]
            for held in range(self._lettuces + 1)
        ]

    def rows(self) -> ByteRows:
        """Count for each holding the turns within which it does not get HOME."""
        squares, held = range(self._rules.home), range(self._lettuces + 1)
        nobody = [[0] * len(squares) for _ in held]
        # A lettuce takes two turns, so both of the last two are needed.
        before, now = nobody, nobody
        late = [[0] * len(squares) for _ in held]
        everybody = int.from_bytes(b"\x01" * (self._most + 1), "little")
        for turns in range(MOST_TURNS):
            for lettuces in held:
                for at in squares:
                    late[lettuces][at] += everybody - self._digits(now[lettuces][at])
            following = self._one_turn_more(now, before)
            if following == now == before and turns:
                rest = MOST_TURNS - turns - 1
                for lettuces in held:
                    for at in squares:
                        missing = everybody - self._digits(now[lettuces][at])
                        late[lettuces][at] += rest * missing
                break
            before, now = now, following
        arrived = bytes(self._most + 1)
        return tuple(
            (*(counted.to_bytes(self._most + 1, "little") for counted in row), arrived)
            for row in late
        )

    def _digits(self, holdings: int) -> int:
        """Spread a set to one byte for each holding, so that sets can be added up."""
        text = f"{holdings:0{self._most + 1}b}".encode().translate(_DIGITS)
        return int.from_bytes(text, "big")

    def _one_turn_more(self, now: list[list[int]], before: list[list[int]]) -> list[list[int]]:
        """Return the sets for one turn more than `now`, which is one more than `before`."""
        rules = self._rules
        following: list[list[int]] = []
        for held, moves in enumerate(self._moves):
            arriving = self._arriving(held, now, before)
            row = []
            for at, ahead in enumerate(moves):
                holdings = 0
                for to, price in ahead:
                    holdings |= arriving[to] << price
                if back := rules.back_to[at]:
                    holdings |= arriving[back] >> TORTOISE_CARROTS * (at - back)
                holdings >>= self._payouts[at]
                if rules.kinds[at] == CARROT:
                    there = now[held][at]
                    holdings |= there >> CARROT_SQUARE_CARROTS | there << CARROT_SQUARE_CARROTS
                row.append(holdings & self._every)
            # Restarting takes no turn (R4.7).
            if row[START] >> self._restart & 1:
                row = [own | stuck for own, stuck in zip(row, self._stuck[held], strict=True)]
            following.append(row)
        return following

    def _arriving(self, held: int, now: list[list[int]], before: list[list[int]]) -> list[int]:
        """Return for each square the sets that arrive there and get HOME in the turns of `now`."""
        rules = self._rules
        arriving = [*now[held], self._home[held]]
        for at in members(rules.lettuce):
            arriving[at] = before[held - 1][at] >> self._chewed if held else 0
        if rules.options.hare == "nap":
            for at in members(rules.track.of_kind(HARE)):
                arriving[at] = before[held][at]
        return arriving

    def _ahead(self, at: int, held: int) -> list[int]:
        """List the squares ahead that a runner may move to, HOME included."""
        rules = self._rules
        squares = rules.runs[at] >> at + 1 << at + 1
        if not held:
            squares &= ~rules.lettuce
        means = self._most + self._payouts[at]
        return [to for to in (*members(squares), rules.home) if rules.prices[at][to - at] <= means]

    def _stuck_at(self, at: int, held: int) -> int:
        """Return the holdings with which no action is legal (R4.7)."""
        rules = self._rules
        if rules.back_to[at] or rules.kinds[at] == CARROT:
            return 0
        able = 0
        for to, price in self._moves[held][at]:
            after = self._home[held] if to == rules.home else self._every
            able |= after << price
        able >>= self._payouts[at]
        return self._every & ~able


def _payout(rules: Ruleset, at: int, position: int) -> int:
    """Return what leaving a square pays at this position (R4.2, R8.4)."""
    positions = rules.payouts[at]
    if positions is None:
        return 0
    if not positions:
        return WAITING_CARROTS
    return POSITION_CARROTS * position if position in positions else 0
