"""A race in whole numbers: carries actions out, with cards and dice by its own chance.

The counterpart of `apply` of the rules; see `position.py`.
"""

from controller.game.opponents.playouts.codes import (
    CHEW,
    CHEW_IT,
    DEAL,
    DISCARD,
    DRAW,
    HARE,
    KEEP,
    LEAVE,
    MISS_IT,
    MOVE_DUE,
    PAY,
    REST,
    RESTART,
    ROLL,
    TAKE_REST,
)
from controller.game.opponents.playouts.hares import CompactHares
from controller.game.rules import Ruleset


class CompactRace(CompactHares):
    """A position that actions change."""

    def __init__(self, rules: Ruleset, seats: int) -> None:
        """Make room for positions of a game by these rules with this number of seats."""
        super().__init__(rules, seats)
        self.first = 0
        self.last_roll = 0

    def apply(self, action: int) -> None:
        """Carry out an action that is known to be legal; a deal or a roll is drawn."""
        seat = self.to_act
        if action >= 0:
            self.run(seat, action)
        elif action == DRAW:
            self.draw(seat, 10)
            self.move_on(seat)
        elif action == PAY:
            self.pay(seat, 10)
            self.move_on(seat)
        elif action == CHEW_IT:
            self.chew(seat)
        elif action in (KEEP, DISCARD):
            self.answer_gift(seat, action)
        elif action == DEAL:
            self.shuffle(0, self.cards)
            self.dealt()
        elif action == ROLL:
            self.last_roll = 1 + self.random(self.sides)
            self.rolled(self.last_roll)
        elif action <= RESTART:
            self.restart(seat, RESTART - 1 - action)
        else:
            if action == MISS_IT:
                self.misses[seat] = 0
            elif action == TAKE_REST:
                self.owes[self.owing(seat, REST)] = 0
            self.move_on(seat)

    def run(self, seat: int, action: int) -> None:
        """Move a runner forward or back."""
        squares = self.home + 1
        runner, to = seat * self.each + action // squares, action % squares
        at = self.at[runner]
        self.draw(seat, self.payout(runner))
        if to < at:
            self.put(runner, to, 0)
            self.pass_by(seat, at, to)
            self.draw(seat, 10 * (at - to))
            self.move_on(seat)
            return
        paid = self.price(at, to)
        self.pay(seat, paid)
        self.lay(runner, to)
        if to == self.home:
            self.arrivals[self.arrived] = runner
            self.arrived += 1
        self.pass_by(seat, at, to)
        if self.kinds[to] == HARE:
            self.land(seat, runner, paid)
        elif to != self.home or not self.end_if_over():
            self.move_on(seat)

    def restart(self, seat: int, index: int) -> None:
        """R4.7: back to START with the edition's holding; the same turn continues.

        Args:
            seat: the seat that is stuck.
            index: the runner that restarts, -1 where none is named.
        """
        if index < 0 and self.each == 1:
            index = 0
        runner = seat * self.each + index
        if index >= 0 and self.at[runner] != self.home:
            at = self.at[runner]
            self.put(runner, 0, 0)
            self.pass_by(seat, at, 0)
        self.set_carrots(seat, self.restart_carrots)
        if not self.moves():
            self.move_on(seat)

    def chew(self, seat: int) -> None:
        """R6.3: face up, one lettuce less, ten carrots times the present place."""
        runner = self.owing(seat, CHEW)
        self.owes[runner] = LEAVE
        self.lettuces[seat] -= 1
        self.draw(seat, 10 * self.place(runner))
        self.move_on(seat)

    def answer_gift(self, seat: int, action: int) -> None:
        """R7.1: one receiver decides; then the next one, or the turn ends."""
        if action == KEEP:
            self.carrots[seat] += self.gift
        else:
            self.fill_patch(self.gift)
        self.waited += 1
        if self.waited < self.waiters:
            self.to_act = self.waiting[self.waited]
        else:
            self.move_on(self.giver)

    def shuffle(self, begin: int, end: int) -> None:
        """Shuffle part of the pile, counted from its top."""
        for last in range(end - 1, begin, -1):
            one = (self.top + last) % self.cards
            other = (self.top + begin + self.random(last - begin + 1)) % self.cards
            card = self.pile[one]
            self.pile[one] = self.pile[other]
            self.pile[other] = card

    def dealt(self) -> None:
        """Go on after a deal."""
        if self.drawing >= 0:
            self.move_on(self.drawing)
        else:
            self.prompt, self.to_act = MOVE_DUE, self.first

    def play_at_random(self, most: int) -> int:
        """Play so many legal actions at random, fewer if the race ends; return their number."""
        for played in range(most):
            count = self.legal()
            if not count:
                return played
            self.apply(self.actions[self.random(count)])
        return most

    def copy(self, other: "CompactRace") -> None:
        """Take the position of another race by the same rules."""
        self.to_act, self.prompt, self.patch = other.to_act, other.prompt, other.patch
        self.first, self.arrived, self.top = other.first, other.arrived, other.top
        self.drawing, self.runner, self.cost = other.drawing, other.runner, other.cost
        self.gift, self.giver = other.gift, other.giver
        self.waiters, self.waited = other.waiters, other.waited
        for seat in range(self.seats):
            self.carrots[seat] = other.carrots[seat]
            self.lettuces[seat] = other.lettuces[seat]
            self.misses[seat] = other.misses[seat]
            self.waiting[seat] = other.waiting[seat]
            self.ranking[seat] = other.ranking[seat]
        for runner in range(self.seats * self.each):
            self.at[runner] = other.at[runner]
            self.owes[runner] = other.owes[runner]
            self.passed[runner] = other.passed[runner]
            self.arrivals[runner] = other.arrivals[runner]
        for at in range(self.home + 1):
            self.on[at] = other.on[at]
        for card in range(self.cards):
            self.pile[card] = other.pile[card]
