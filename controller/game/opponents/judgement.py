"""How well a seat stands: the turns it still needs, and its chance to win.

The turns come from the tables of the race alone. A runner's position changes on the way, so
the tables of all positions are averaged, that of its present one counted twice.
"""

import math
import operator
from array import array
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from controller.game.opponents.race_table import MOST_TURNS, RaceTable, Rows, race_table
from controller.game.rules import Action, Ruleset, Runner, State
from controller.game.rules.moves import (
    CARROT_SQUARE_CARROTS,
    TORTOISE_CARROTS,
    means,
    price,
)
from controller.game.rules.ruleset.track import HARE, LETTUCE
from controller.game.rules.state import Gift, Obligation, Seat

MOST_POSITIONS: Final = 6
PLACES_WEIGHT: Final = 0.2
"""Weight of the places behind the winner's in the value of a position."""
TURN_ODDS: Final = 0.7
"""Each turn that a side needs more than another divides its odds by e to this power."""
MOST_COUNTED: Final = 100.0
"""Where all sides need more turns than this, only the difference counts for their odds."""
WIN_ODDS: Final = 1.4
WIN_ODDS_OF_TWO: Final = 0.45
"""The same for chances that are told, while one runner of each player is on its way, and two: these
fit the results of races (`benchmarks.chances`)."""
MATES_WEIGHT: Final = 0.1
"""Weight of a whole team's turns beside those of its slowest: the others do not dawdle."""
HURRY: Final = 0.0005
"""What a turn less is worth where it changes no place: nobody waits for it in vain."""
ARRIVED_TURNS: Final = -20.0
"""Turns counted for a seat that is HOME, for each place that it is before the last arrival."""


class Judgement:
    """Values positions of one game by the tables of its rules.

    Attributes:
        tables: those of a seat's last runner, for each place in the race.
        tables_of_first: with two runners each, those of the one that shall be HOME first.
    """

    def __init__(self, rules: Ruleset, seats: int, *, positions: bool = True) -> None:
        """Compute the tables.

        Args:
            rules: the rules of the game.
            seats: the number of seats.
            positions: whether to tell positions apart; otherwise every runner is supposed to
                lie in the middle of the field all the time.
        """
        runners = rules.options.runners
        last = min(MOST_POSITIONS, seats * runners)
        told_apart = range(1, last + 1) if positions else [(last + 1) // 2]
        self.tables = self._tables(rules, told_apart, first_of_two=False)
        self.tables_of_first = (
            self._tables(rules, told_apart, first_of_two=True) if runners > 1 else []
        )
        self._most, self._unit = self.tables[0].most_carrots, self.tables[0].unit
        self._lettuces = len(self.tables[0].landed) - 1
        teams = rules.options.teams or tuple((seat,) for seat in range(seats))
        self._side = {seat: number for number, team in enumerate(teams) for seat in team}

    @staticmethod
    def _tables(rules: Ruleset, positions: Sequence[int], *, first_of_two: bool) -> list[RaceTable]:
        """Compute for each position the table in which it counts twice and the others once."""
        tables = [race_table(rules, position, first_of_two=first_of_two) for position in positions]
        every = tables[0]
        for table in tables[1:]:
            every = _added(every, table)
        return [_added(every, table) for table in tables]

    def turns(self, state: State, seat: int) -> float:
        """Return the turns until all runners of a seat are HOME, by its present position."""
        holder = state.seats[seat]
        units = self._units(state, state.occupied, holder.runners, holder.carrots, holder.lettuces)
        return units / self._unit + holder.miss

    def quickest(self, state: State, actions: Sequence[Action]) -> Action:
        """Return the action after which the seat to act needs fewest turns, whatever chance does.

        This is quick: it carries no action out.
        """
        seat = state.to_act
        assert seat is not None
        holder = state.seats[seat]
        if state.prompt != "move" or len(holder.runners) > 1:
            return min(actions, key=lambda action: self._after(state, holder, action))
        rules = state.rules
        at, lettuces = holder.runners[0].at, holder.lettuces
        carrots = means(state, seat, 0)
        arrived, occupied = len(state.home), state.occupied & ~rules.alone[at]
        best, fewest = actions[0], self._unit * MOST_TURNS + 1
        for action in actions:
            to = action.to
            if to == rules.home:
                return action
            if action.kind == "forward":
                left = carrots - rules.prices[at][to - at]
            elif action.kind == "back":
                to = rules.back_to[at]
                left = carrots + TORTOISE_CARROTS * (at - to)
            else:
                units = self._after(state, holder, action)
                if units < fewest:
                    best, fewest = action, units
                continue
            ahead = (occupied >> to + 1).bit_count() + arrived
            table = self.tables[min(ahead, len(self.tables) - 1)]
            units = table.landed[min(lettuces, self._lettuces)][to][min(left, self._most)]
            if left > self._most:
                units += self._units_of_excess(rules, left, to)
            if units < fewest:
                best, fewest = action, units
        return best

    def value(self, state: State, seat: int) -> float:
        """Return how well a seat stands, from 0 to 1: mostly its side's chance to win."""
        mine = self._side[seat]
        if state.ranking:
            return self._final(state, mine)
        needed = self._needed_by_sides(state)
        # With some thousand carrots to get rid of, the odds of all would be 0.
        more = max(0.0, min(needed.values()) - MOST_COUNTED)
        odds = {side: math.exp(TURN_ODDS * (more - turns)) for side, turns in needed.items()}
        own = odds.pop(mine)
        wins = own / (own + sum(odds.values()))
        places = sum(own / (own + other) for other in odds.values()) / len(odds)
        value = (1 - PLACES_WEIGHT) * wins + PLACES_WEIGHT * places
        return value - HURRY * needed[mine]

    def chances(self, state: State) -> tuple[float, ...]:
        """Return for each seat the chance that its side wins; those of all sides add up to 1."""
        count = len(state.seats)
        if state.ranking:
            winner = self._side[state.ranking[0]]
            return tuple(float(self._side[seat] == winner) for seat in range(count))
        needed = self._needed_by_sides(state)
        least = min(needed.values())
        running = sum(
            runner.at < state.rules.home for seat in state.seats for runner in seat.runners
        )
        second = min(max(running / count - 1, 0), 1)
        win_odds = WIN_ODDS + second * (WIN_ODDS_OF_TWO - WIN_ODDS)
        odds = {side: math.exp(win_odds * (least - turns)) for side, turns in needed.items()}
        total = sum(odds.values())
        return tuple(odds[self._side[seat]] / total for seat in range(count))

    def _needed_by_sides(self, state: State) -> dict[int, float]:
        """Return for each side the turns until it has won, or would have."""
        sides: dict[int, list[float]] = {}
        for seat in range(len(state.seats)):
            sides.setdefault(self._side[seat], []).append(self._needed(state, seat))
        if state.rules.options.finish != "play-on":
            return {side: min(turns) for side, turns in sides.items()}
        return {
            side: (1 - MATES_WEIGHT) * max(turns) + MATES_WEIGHT * sum(turns) / len(turns)
            for side, turns in sides.items()
        }

    def _final(self, state: State, mine: int) -> float:
        order = list(dict.fromkeys(self._side[seat] for seat in state.ranking))
        place = order.index(mine)
        beaten = (len(order) - 1 - place) / (len(order) - 1)
        return (1 - PLACES_WEIGHT) * (place == 0) + PLACES_WEIGHT * beaten

    def _needed(self, state: State, seat: int) -> float:
        """Return the turns of a seat until it is HOME; earlier arrivals count as long ago."""
        arrived = [index for index, (each, _) in enumerate(state.home) if each == seat]
        if len(arrived) == len(state.seats[seat].runners):
            return ARRIVED_TURNS * (len(state.home) - arrived[-1])
        assert state.to_act is not None
        waits = (seat - state.to_act) % len(state.seats) / len(state.seats)
        return self.turns(state, seat) + waits

    def _after(self, state: State, holder: Seat, action: Action) -> int:
        """Return the turns in units of the seat to act after an action that no card changes."""
        carrots, runners, occupied = holder.carrots, holder.runners, state.occupied
        seat = state.to_act
        assert seat is not None
        match action.kind:
            case "forward" | "back":
                index = action.runner or 0
                at = runners[index].at
                carrots = means(state, seat, index)
                if action.kind == "forward":
                    to = action.to
                    carrots -= price(state.rules, at, to)
                else:
                    to = state.rules.back_to[at]
                    carrots += TORTOISE_CARROTS * (at - to)
                occupied ^= state.rules.alone[at] ^ state.rules.alone[to]
                moved = Runner(to, _owed_on(state.rules, to))
                runners = (*runners[:index], moved, *runners[index + 1 :])
            case "draw":
                carrots += CARROT_SQUARE_CARROTS
            case "pay":
                carrots -= CARROT_SQUARE_CARROTS
            case "keep" if isinstance(state.pending, Gift):
                carrots += state.pending.amount
        return self._units(state, occupied, runners, carrots, holder.lettuces)

    def _units(
        self,
        state: State,
        occupied: int,
        runners: tuple[Runner, ...],
        carrots: int,
        lettuces: int,
    ) -> int:
        """Return the turns in units of these runners; HOME is as in the state."""
        home, arrived = state.rules.home, len(state.home)

        def row(tables: list[RaceTable], runner: Runner, lettuces: int) -> Sequence[int]:
            ahead = (occupied >> runner.at + 1).bit_count() + arrived
            table = tables[min(ahead, len(tables) - 1)]
            return table.row(runner.at, lettuces, runner.obligation)

        racing = [runner for runner in runners if runner.at != home]
        if not racing:
            return 0
        held, excess = carrots, 0
        if carrots > self._most:
            held = self._most
            excess = self._units_of_excess(state.rules, carrots, *(runner.at for runner in racing))
        if len(racing) == 1:
            return row(self.tables, racing[0], lettuces)[held] + excess
        one, two = racing
        # One of them chews all lettuces, and the carrots are shared in the best way.
        shared: Iterator[int] = (
            least
            for first, last in ((one, two), (two, one))
            for chewed in {0, lettuces}
            for least in map(
                operator.add,
                row(self.tables_of_first, first, chewed)[: held + 1],
                row(self.tables, last, lettuces - chewed)[held::-1],
            )
        )
        return min(shared) + excess

    def _units_of_excess(self, rules: Ruleset, carrots: int, *squares: int) -> int:
        """Return the turns in units that it takes to get rid of carrots the tables leave out.

        What is more than a table's largest holding, and than a run HOME from these squares costs,
        is paid ten a turn on a carrot square (R5.2).
        """
        ways = sum(price(rules, at, rules.home) for at in squares)
        return self._unit * (max(0, carrots - max(self._most, ways)) // CARROT_SQUARE_CARROTS)


def _added(one: RaceTable, other: RaceTable) -> RaceTable:
    """Return the second table with the turns of both added up."""

    def added(rows: Rows, others: Rows) -> Rows:
        return tuple(
            tuple(array("H", map(operator.add, a, b)) for a, b in zip(row, other, strict=True))
            for row, other in zip(rows, others, strict=True)
        )

    return msgspec.structs.replace(
        other,
        free=added(one.free, other.free),
        landed=added(one.landed, other.landed),
        unit=one.unit + other.unit,
    )


def _owed_on(rules: Ruleset, to: int) -> Obligation | None:
    kind = rules.kinds[to]
    if kind == LETTUCE:
        return "chew"
    if kind == HARE and rules.options.hare == "nap":
        return "rest"
    return None
