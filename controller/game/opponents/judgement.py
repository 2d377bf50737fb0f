"""How well a seat stands: the turns it still needs, and its chance to win.

The turns come from the tables of the race alone. A runner's position changes on the way, so
the tables of its present position and of the middle of the field are averaged.
"""

import math
from typing import Final

from controller.game.opponents.race_table import RaceTable, race_table
from controller.game.rules import Action, Ruleset, Runner, State
from controller.game.rules.moves import (
    CARROT_SQUARE_CARROTS,
    TORTOISE_CARROTS,
    means,
    payout,
    price,
)
from controller.game.rules.ruleset.track import HARE, LETTUCE
from controller.game.rules.state import Gift, Obligation

MOST_POSITIONS: Final = 6
PLACES_WEIGHT: Final = 0.2
"""Weight of the places behind the winner's in the value of a position."""
TURN_ODDS: Final = 0.7
"""Each turn that a side needs more than another divides its odds by e to this power."""
ARRIVED_TURNS: Final = -20.0
"""Turns counted for a seat that is HOME, for each place that it is before the last arrival."""


class Judgement:
    """Values positions of one game by the tables of its rules."""

    def __init__(self, rules: Ruleset, seats: int, *, behind: bool = True) -> None:
        """Compute the tables.

        Args:
            rules: the rules of the game.
            seats: the number of seats.
            behind: whether to know that those behind are paid more; otherwise every runner is
                supposed to lie first.
        """
        runners = rules.options.runners
        last = min(MOST_POSITIONS, seats * runners) if behind else 1
        positions = range(1, last + 1)
        self._last = [race_table(rules, position) for position in positions]
        self._first = (
            [race_table(rules, position, first_of_two=True) for position in positions]
            if runners > 1
            else []
        )
        self._middle = (last + 1) // 2 - 1
        teams = rules.options.teams or tuple((seat,) for seat in range(seats))
        self._side = {seat: number for number, team in enumerate(teams) for seat in team}

    def turns(self, state: State, seat: int) -> float:
        """Return the turns until all runners of a seat are HOME, by its present position."""
        holder = state.seats[seat]
        return self._turns(state, holder.runners, holder.carrots, holder.lettuces) + holder.miss

    def turns_after(self, state: State, seat: int, action: Action) -> float:
        """Return the turns of the seat to act after an action, whatever chance then does.

        This is quick: it does not carry the action out.
        """
        holder = state.seats[seat]
        carrots, runners = holder.carrots, holder.runners
        match action.kind:
            case "forward" | "back":
                index = action.runner or 0
                at = runners[index].at
                if action.kind == "forward":
                    to = action.to
                    carrots = means(state, seat, index) - price(state.rules, at, to)
                else:
                    to = state.rules.back_to[at]
                    carrots += payout(state, seat, index) + TORTOISE_CARROTS * (at - to)
                moved = Runner(to, _owed_on(state.rules, to))
                runners = (*runners[:index], moved, *runners[index + 1 :])
            case "draw":
                carrots += CARROT_SQUARE_CARROTS
            case "pay":
                carrots -= CARROT_SQUARE_CARROTS
            case "keep" if isinstance(state.pending, Gift):
                carrots += state.pending.amount
        return self._turns(state, runners, carrots, holder.lettuces)

    def value(self, state: State, seat: int) -> float:
        """Return how well a seat stands, from 0 to 1: mostly its side's chance to win."""
        mine = self._side[seat]
        if state.ranking:
            return self._final(state, mine)
        count = len(state.seats)
        together = max if state.rules.options.finish == "play-on" else min
        needed: dict[int, float] = {}
        for each in range(count):
            side = self._side[each]
            turns = self._needed(state, each)
            needed[side] = together(needed[side], turns) if side in needed else turns
        odds = {side: math.exp(-TURN_ODDS * turns) for side, turns in needed.items()}
        own = odds.pop(mine)
        wins = own / (own + sum(odds.values()))
        places = sum(own / (own + other) for other in odds.values()) / len(odds)
        return (1 - PLACES_WEIGHT) * wins + PLACES_WEIGHT * places

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

    def _turns(
        self, state: State, runners: tuple[Runner, ...], carrots: int, lettuces: int
    ) -> float:
        home = state.rules.home
        racing = [runner for runner in runners if runner.at != home]
        if len(racing) == 1:
            return self._of_one(state, self._last, racing[0], carrots, lettuces)
        if not racing:
            return 0
        one, two = racing
        half = carrots // 2
        return min(
            self._of_one(state, self._first, first, half, eaten)
            + self._of_one(state, self._last, last, carrots - half, max(0, lettuces - eaten))
            for first, last in ((one, two), (two, one))
            for eaten in (0, lettuces)
            if eaten or first.obligation != "chew"
        )

    def _of_one(
        self, state: State, tables: list[RaceTable], runner: Runner, carrots: int, lettuces: int
    ) -> float:
        ahead = (state.occupied >> runner.at + 1).bit_count() + len(state.home)
        at, owed = runner.at, runner.obligation
        return (
            tables[min(ahead, len(tables) - 1)].turns(at, carrots, lettuces, owed)
            + tables[self._middle].turns(at, carrots, lettuces, owed)
        ) / 2


def _owed_on(rules: Ruleset, to: int) -> Obligation | None:
    kind = rules.kinds[to]
    if kind == LETTUCE:
        return "chew"
    if kind == HARE and rules.options.hare == "nap":
        return "rest"
    return None
