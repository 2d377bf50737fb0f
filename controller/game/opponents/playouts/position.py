"""A position in whole numbers, and its legal actions: the rules once more, made to be compiled.

What `legal` and `apply` do with frozen values happens here in arrays that change, so that random
games are fast. Tests play both side by side. Cython compiles this file as it stands, with the
types of the `.pxd` beside it; uncompiled it does the same.
"""

from array import array

from controller.game.opponents.playouts.codes import (
    BACK,
    CARROT,
    CHEW,
    CHEW_IT,
    DEAL,
    DEAL_DUE,
    DECLINE,
    DISCARD,
    DRAW,
    GIFT_DUE,
    HARE,
    HARES,
    KEEP,
    KINDS,
    LEAVE,
    LETTUCE,
    MISS_IT,
    MOVE_DUE,
    PAY,
    REST,
    RESTART,
    ROLL,
    ROLL_DUE,
    TAKE_REST,
    TEN_DUE,
    TORTOISE,
    UNLIMITED,
)
from controller.game.rules import Ruleset


class CompactPosition:
    """A position that changes. Runners are counted through all seats, first those of seat 0."""

    def __init__(self, rules: Ruleset, seats: int) -> None:
        """Make room for positions of a game by these rules with this number of seats."""
        options, home = rules.options, rules.home
        self.home = home
        self.seats = seats
        self.each = options.runners
        self.hare = HARES.index(options.hare)
        self.flat_limit = options.home_limit == "flat-20"
        self.first_with_lettuces = options.first_runner_lettuces
        self.declinable = options.ten_may_be_declined
        self.baulk = options.baulk
        self.kinds = array("q", [KINDS.index(kind) for kind in rules.kinds])
        self.back_to = array("q", rules.back_to)
        # Positions that a square pays as a set of bits; -1 where a runner waits to be passed.
        self.pays = array(
            "q",
            [
                0 if paid is None else sum(1 << position for position in paid) or -1
                for paid in rules.payouts
            ],
        )
        self.closed = array(
            "q",
            [kind == TORTOISE or (kind == HARE and options.hare == "off") for kind in self.kinds],
        )
        self.flat = array(
            "q", [kind == HARE and options.hare == "flat-cost" for kind in self.kinds]
        )
        runners = seats * self.each
        self.to_act = 0
        self.prompt = MOVE_DUE
        self.patch = UNLIMITED
        self.arrived = 0
        self.carrots = array("q", [0] * seats)
        self.lettuces = array("q", [0] * seats)
        self.misses = array("q", [0] * seats)
        self.at = array("q", [0] * runners)
        self.owes = array("q", [0] * runners)
        self.passed = array("q", [0] * runners)
        self.arrivals = array("q", [0] * runners)
        # For each square 1 + the runner on it, 0 if it is free, START or HOME.
        self.on = array("q", [0] * (home + 1))
        self.actions = array("q", [0] * (2 * home + 8))
        self.count = 0

    def legal(self) -> int:
        """List the legal actions, in the order of the rules, in `actions`; return their number."""
        self.count = 0
        prompt = self.prompt
        if prompt == MOVE_DUE:
            if not self.moves():
                self.restarts()
        elif prompt == GIFT_DUE:
            self.add(DISCARD)
            self.add(KEEP)
        elif prompt == TEN_DUE:
            if self.declinable:
                self.add(DECLINE)
            self.choices()
        elif prompt == DEAL_DUE:
            self.add(DEAL)
        elif prompt == ROLL_DUE:
            self.add(ROLL)
        return self.count

    def allows(self, action: int) -> bool:
        """Check whether an action is legal."""
        count, place = self.legal(), 0
        while place < count and self.actions[place] != action:
            place += 1
        return place < count

    def moves(self) -> int:
        """List the actions at a `move` prompt but restarts of the stuck; return their number."""
        self.count = 0
        seat = self.to_act
        first = seat * self.each
        last = first + self.each
        if self.misses[seat]:
            self.add(MISS_IT)
            return 1
        if self.owing(seat, CHEW) >= 0:
            self.add(CHEW_IT)
            return 1
        if self.owing(seat, BACK) >= 0:
            self.forced_back(first, last)
            return self.count
        if self.owing(seat, REST) >= 0:
            self.add(TAKE_REST)
            return 1
        leaving = self.owing(seat, LEAVE)
        on_carrots = False
        for runner in range(first, last):
            if leaving < 0 or leaving == runner:
                self.runs(seat, runner)
            if self.kinds[self.at[runner]] == CARROT:
                on_carrots = True
        if on_carrots and leaving < 0:
            self.choices()
        return self.count

    def restarts(self) -> None:
        """List the restarts a stuck seat may choose from (R4.7)."""
        first = self.to_act * self.each
        leaving = self.owing(self.to_act, LEAVE)
        if self.each > 1:
            for index in range(self.each):
                at = self.at[first + index]
                if leaving == first + index or (leaving < 0 and 0 < at < self.home):
                    self.add(RESTART - 1 - index)
        if not self.count:
            self.add(RESTART)

    def forced_back(self, first: int, last: int) -> None:
        """R8.4: back to the nearest tortoise, or a restart if that is not possible."""
        for runner in range(first, last):
            if self.owes[runner] == BACK and self.back_square(runner):
                self.add_run(runner, self.back_square(runner))
        for runner in range(first, last):
            if self.owes[runner] == BACK and not self.back_square(runner):
                self.add(RESTART if self.each == 1 else RESTART - 1 - (runner - first))

    def runs(self, seat: int, runner: int) -> None:
        """List the squares this runner may move to, forward or back (R4.3, R4.4, R9.1)."""
        at, home = self.at[runner], self.home
        if at == home:
            return
        carrots, lettuces = self.means(seat, runner), self.lettuces[seat]
        if self.back_square(runner):
            self.add_run(runner, self.back_square(runner))
        to = at + 1
        while to < home and self.price(at, to) <= carrots:
            if not (self.closed[to] or self.on[to]) and (lettuces or self.kinds[to] != LETTUCE):
                self.add_run(runner, to)
            to += 1
        if to == home and self.may_arrive(seat, carrots - self.price(at, home)):
            self.add_run(runner, home)

    def may_arrive(self, seat: int, left: int) -> bool:
        """Check whether a seat may arrive with so many carrots left, below 0 not (R9.1, R10.3)."""
        if left < 0:
            return False
        first = seat * self.each
        if self.each > 1 and self.at[first] != self.home and self.at[first + 1] != self.home:
            return self.first_with_lettuces or not self.lettuces[seat]
        limit = 20 if self.flat_limit else 10 * (self.arrived + 1)
        return not self.lettuces[seat] and left <= limit

    def choices(self) -> None:
        """List the choices that hand and patch allow (R5.1, R5.2)."""
        if self.patch == UNLIMITED or self.patch >= 10:
            self.add(DRAW)
        if self.carrots[self.to_act] >= 10:
            self.add(PAY)

    def add(self, action: int) -> None:
        """List an action."""
        self.actions[self.count] = action
        self.count += 1

    def add_run(self, runner: int, to: int) -> None:
        """List a move of a runner."""
        self.actions[self.count] = runner % self.each * (self.home + 1) + to
        self.count += 1

    def owing(self, seat: int, obligation: int) -> int:
        """Return the first runner of a seat that has this obligation, or -1."""
        first = seat * self.each
        for runner in range(first, first + self.each):
            if self.owes[runner] == obligation:
                return runner
        return -1

    def back_square(self, runner: int) -> int:
        """Return the square this runner may move back to, or 0 (R4.4)."""
        to = self.back_to[self.at[runner]]
        return 0 if self.on[to] else to

    def price(self, at: int, to: int) -> int:
        """Return the cost of a forward move (R4.3, R8.5)."""
        distance = to - at
        return 5 * distance if self.flat[at] else distance * (distance + 1) // 2

    def means(self, seat: int, runner: int) -> int:
        """Return the carrots a seat can spend on a move of this runner (R4.8)."""
        if self.pays[self.at[runner]] == 0:
            return self.carrots[seat]
        return self.carrots[seat] + self.drawable(seat, self.payout(runner))

    def payout(self, runner: int) -> int:
        """Return the payout of this runner if it leaves its square now (R4.2, R8.4)."""
        paid = self.pays[self.at[runner]]
        if paid == 0:
            return 0
        if paid < 0:
            return 0 if self.passed[runner] else 10
        position = self.place(runner)
        return 10 * position if paid >> position & 1 else 0

    def drawable(self, seat: int, carrots: int) -> int:
        """Return the carrots of a claim that the patch can pay, after a baulk if due (R12.1)."""
        patch = self.patch
        if patch == UNLIMITED or patch >= carrots:
            return carrots
        if self.baulk:
            for other in range(self.seats):
                if other != seat:
                    patch += self.carrots[other] // 2
        return min(carrots, patch)

    def place(self, runner: int) -> int:
        """Return a runner's position in the race, counted from 1 (R3.1, R3.2)."""
        at = self.at[runner]
        if at == self.home:
            for order in range(self.arrived):
                if self.arrivals[order] == runner:
                    return order + 1
        place = 1 + self.arrived
        for other in range(self.seats * self.each):
            if at < self.at[other] < self.home:
                place += 1
        return place
