"""A race that everybody plays on by the shortest way HOME, as the tables of the race know it.

A random race tells little of how people race; one that is led HOME takes a twentieth of its
actions.
"""

from array import array

from controller.game.opponents.playouts.codes import CHEW, DRAW, KEEP, OVER, PARTS, PAY, REST
from controller.game.opponents.playouts.race import CompactRace
from controller.game.opponents.race_table import MOST_LETTUCES
from controller.game.rules import Ruleset

COMPILED = not __file__.endswith(".py")
ENDLESS = 1 << 40


class GuidedRace(CompactRace):
    """A position in which everybody knows the way HOME."""

    def __init__(
        self, rules: Ruleset, seats: int, table: "array[int]", carrots: int, unit: int
    ) -> None:
        """Make room for positions of a game by these rules with this number of seats.

        Args:
            rules: the rules of the game.
            seats: the number of seats.
            table: the turns of all tables in parts, `RaceTable.free` and `landed` of a seat's last
                runner, with two runners each also of the first: for each place in the race, number
                of lettuces, square and holding.
            carrots: the largest holding of the tables.
            unit: what a turn counts as in them.
        """
        super().__init__(rules, seats)
        self.table = table
        self.most_carrots = carrots
        self.unit = unit
        self.most_lettuces = min(rules.options.lettuces, MOST_LETTUCES)
        self.row = carrots + 1
        self.level = self.row * (self.home + 1)
        self.place_size = self.level * (self.most_lettuces + 1)
        self.part = len(table) // (2 * self.each)
        self.places = self.part // self.place_size

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
        seat, fewest, squares = self.to_act, ENDLESS, self.home + 1
        first = seat * self.each
        asked, means = -1, 0
        for place in range(count):
            action = self.actions[place]
            runner, to = -1, 0
            if action >= 0:
                runner, to = first, action
                if to >= squares:
                    runner, to = first + 1, action - squares
                if to == self.home and self.is_last(runner):
                    return action
                if runner != asked:
                    asked, means = runner, self.means(seat, runner)
                at = self.at[runner]
                left = means - self.price(at, to) if to > at else means + 10 * (at - to)
            else:
                left = self.carrots[seat]
                if action == DRAW:
                    left += 10
                elif action == PAY:
                    left -= 10
                elif action == KEEP:
                    left += self.gift
            turns = PARTS * self.needed(seat, runner, to, left) + self.random(wander)
            if turns < fewest:
                best, fewest = action, turns
        return best

    def is_last(self, runner: int) -> bool:
        """Check whether no other runner of its seat is still in the race."""
        return self.each == 1 or self.at[runner ^ 1] == self.home

    def needed(self, seat: int, moved: int, to: int, carrots: int) -> int:
        """Return the turns HOME of a seat with these carrots, in the tables' unit.

        Args:
            seat: the seat.
            moved: the runner of it that has just come to a square, -1 without one.
            to: that square.
            carrots: the holding.
        """
        one = seat * self.each
        two = one + self.each - 1
        lettuces = min(self.lettuces[seat], self.most_lettuces)
        excess = 0
        if carrots > self.most_carrots:
            excess = self.excess(one, two, moved, to, carrots)
            carrots = self.most_carrots
        last = self.row_of(one, moved, to)
        if one == two or self.stands(two, moved, to) == self.home:
            return excess + self.table[last + lettuces * self.level + carrots]
        last_two = self.row_of(two, moved, to)
        if self.stands(one, moved, to) == self.home:
            return excess + self.table[last_two + lettuces * self.level + carrots]
        first = 2 * self.part
        return excess + min(
            self.shared(first + last, last_two, carrots, lettuces),
            self.shared(first + last_two, last, carrots, lettuces),
        )

    def excess(self, one: int, two: int, moved: int, to: int, carrots: int) -> int:
        """Return the turns of carrots that the tables leave out; see `Judgement`."""
        ways = self.price(self.stands(one, moved, to), self.home)
        if one != two:
            ways += self.price(self.stands(two, moved, to), self.home)
        return self.unit * (max(0, carrots - max(self.most_carrots, ways)) // 10)

    def stands(self, runner: int, moved: int, to: int) -> int:
        """Return the square of a runner, once this one has moved."""
        return to if runner == moved else self.at[runner]

    def row_of(self, runner: int, moved: int, to: int) -> int:
        """Return where the table has the turns of a seat's last runner, from no carrots on."""
        at, ahead = self.stands(runner, moved, to), self.arrived
        for other in range(self.seats * self.each):
            if other != runner and at < self.stands(other, moved, to) < self.home:
                ahead += 1
        row = min(ahead, self.places - 1) * self.place_size + at * self.row
        if runner == moved or self.owes[runner] in (CHEW, REST):
            row += self.part
        return row

    def shared(self, first: int, last: int, carrots: int, lettuces: int) -> int:
        """Return the turns of two runners that share carrots; one of them chews all lettuces.

        Args:
            first: where the table has the turns of the one that shall be HOME first.
            last: likewise of the other one.
            carrots: the holding.
            lettuces: those of the seat.
        """
        fewest, chewed = ENDLESS, 0
        while chewed <= lettuces:
            of_first = first + chewed * self.level
            of_last = last + (lettuces - chewed) * self.level + carrots
            for share in range(carrots + 1):
                turns = self.table[of_first + share] + self.table[of_last - share]
                fewest = min(fewest, turns)
            chewed += max(1, lettuces)
        return fewest

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
        if self.teams == self.seats:
            for order in range(self.each - 1, self.arrived):
                seat = self.arrivals[order] // self.each
                if self.each == 1:
                    return seat
                for before in range(order):
                    if self.arrivals[before] // self.each == seat:
                        return seat
        return -1
