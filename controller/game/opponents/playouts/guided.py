"""A race that everybody plays on by the shortest way HOME, as the tables of the race know it.

A random race tells little of how people race; one that is led HOME takes a twentieth of its
actions. For one runner each.
"""

from array import array

from controller.game.opponents.playouts.codes import CHEW, DRAW, KEEP, OVER, PARTS, PAY, REST
from controller.game.opponents.playouts.race import CompactRace
from controller.game.rules import Ruleset

COMPILED = not __file__.endswith(".py")


class GuidedRace(CompactRace):
    """A position in which everybody knows the way HOME."""

    def __init__(
        self, rules: Ruleset, seats: int, free: "array[int]", landed: "array[int]", carrots: int
    ) -> None:
        """Make room for positions of a game by these rules with this number of seats.

        Args:
            rules: the rules of the game, for one runner each.
            seats: the number of seats.
            free: the turns of `RaceTable.free`: for each place in the race, number of lettuces,
                square and holding.
            landed: those of `RaceTable.landed`, likewise.
            carrots: the largest holding of the tables.
        """
        super().__init__(rules, seats)
        self.free = free
        self.landed = landed
        self.most_carrots = carrots
        self.most_lettuces = rules.options.lettuces
        self.row = carrots + 1
        self.level = self.row * (self.home + 1)
        self.table_size = self.level * (self.most_lettuces + 1)
        self.places = len(free) // self.table_size

    def quickest(self, count: int, wander: int) -> int:
        """Return the listed action after which the seat to act needs fewest turns.

        Args:
            count: the number of listed actions.
            wander: below so many parts are added to what each action takes, by chance: of equally
                short ways each is taken, and others now and then. 1 adds nothing.
        """
        best = self.actions[0]
        if count == 1:
            return best
        seat, fewest = self.to_act, 1 << 40
        at, held = self.at[seat], self.carrots[seat]
        means = self.means(seat, seat)
        for place in range(count):
            action = self.actions[place]
            if action == self.home:
                return action
            if action >= 0:
                left = means - self.price(at, action) if action > at else means + 10 * (at - action)
                turns = self.turns(self.landed, seat, action, left)
            else:
                left = held
                if action == DRAW:
                    left += 10
                elif action == PAY:
                    left -= 10
                elif action == KEEP:
                    left += self.gift
                turns = self.turns(
                    self.landed if self.owes[seat] in (CHEW, REST) else self.free, seat, at, left
                )
            turns = PARTS * turns + self.random(wander)
            if turns < fewest:
                best, fewest = action, turns
        return best

    def turns(self, table: "array[int]", seat: int, at: int, carrots: int) -> int:
        """Return the turns HOME from a square with these carrots, in the tables' unit."""
        ahead = self.arrived
        for other in range(self.seats):
            if other != seat and at < self.at[other] < self.home:
                ahead += 1
        ahead = min(ahead, self.places - 1)
        lettuces = min(self.lettuces[seat], self.most_lettuces)
        carrots = min(carrots, self.most_carrots)
        return table[ahead * self.table_size + lettuces * self.level + at * self.row + carrots]

    def play_home(self, most: int, wander: int) -> int:
        """Play until somebody has won, so many actions at most; return their number."""
        for played in range(most):
            if self.winner() >= 0:
                return played
            self.apply(self.quickest(self.legal(), wander))
        return most

    def winner(self) -> int:
        """Return the seat that has won, or -1: the first HOME, with teams only at the end."""
        if self.prompt == OVER:
            return self.ranking[0]
        if self.arrived and self.teams == self.seats:
            return self.arrivals[0]
        return -1
