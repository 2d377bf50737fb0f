"""What every action is made of: carrots change hands, runners move, turns and races end.

The counterpart of `Draft` and `finish` of the rules; see `position.py`.
"""

from array import array

from controller.game.opponents.playouts.codes import (
    BACK,
    CHEW,
    HARE,
    LETTUCE,
    MOVE_DUE,
    NAP,
    OVER,
    REST,
    TOURNAMENT,
    UNLIMITED,
)
from controller.game.opponents.playouts.position import CompactPosition
from controller.game.rules import Ruleset

# The generator of Park and Miller: small, and the same compiled or not.
FACTOR = 48271
MODULUS = 2147483647


class CompactTurns(CompactPosition):
    """A position of which turns can be played and ended."""

    def __init__(self, rules: Ruleset, seats: int) -> None:
        """Make room for positions of a game by these rules with this number of seats."""
        super().__init__(rules, seats)
        self.restart_carrots = rules.options.restart_carrots
        self.first_home = rules.options.finish == "first-home"
        # The team of each seat; as many teams as seats where everybody races alone.
        teams = rules.options.teams or [[seat] for seat in range(seats)]
        self.teams = len(teams)
        self.team = array(
            "q", [next(n for n, team in enumerate(teams) if seat in team) for seat in range(seats)]
        )
        self.ranking = array("q", [0] * seats)
        self.seed = 1

    def random(self, below: int) -> int:
        """Draw a whole number from 0, below this one."""
        self.seed = self.seed * FACTOR % MODULUS
        return self.seed % below

    # Carrots

    def draw(self, seat: int, carrots: int) -> None:
        """Draw from the patch, baulking the others if need be (R2.4, R12.1)."""
        if self.patch != UNLIMITED:
            carrots = self.drawable(seat, carrots)
            if carrots > self.patch:
                for other in range(self.seats):
                    if other != seat:
                        self.pay(other, self.carrots[other] // 2)
            self.patch -= carrots
        self.carrots[seat] += carrots

    def pay(self, seat: int, carrots: int) -> None:
        """Pay into the patch."""
        self.carrots[seat] -= carrots
        self.fill_patch(carrots)

    def fill_patch(self, carrots: int) -> None:
        """Put carrots into the patch."""
        if self.patch != UNLIMITED:
            self.patch += carrots

    def set_carrots(self, seat: int, carrots: int) -> None:
        """Draw or pay until the hand holds exactly this number."""
        change = carrots - self.carrots[seat]
        if change < 0:
            self.pay(seat, -change)
        else:
            self.draw(seat, change)

    # Runners

    def put(self, runner: int, to: int, owes: int) -> None:
        """Put a runner on a square, with an obligation there."""
        self.on[self.at[runner]] = 0
        self.at[runner] = to
        self.owes[runner] = owes
        self.passed[runner] = 0
        if 0 < to < self.home:
            self.on[to] = runner + 1

    def lay(self, runner: int, to: int) -> None:
        """Put a runner on a square, face down on a lettuce (R6.1)."""
        self.put(runner, to, CHEW if self.kinds[to] == LETTUCE else 0)

    def pass_by(self, seat: int, start: int, to: int) -> None:
        """Wake or charge the runners that one of `seat` passed, in the order of passing (R8.8)."""
        if self.hare not in (TOURNAMENT, NAP) or start == to:
            return
        step = 1 if to > start else -1
        at = start + step
        while at != to:
            passed = self.on[at] - 1
            if passed >= 0:
                if self.hare == NAP:
                    if self.owes[passed] == REST:
                        self.owes[passed] = 0
                elif passed // self.each != seat and self.kinds[at] == HARE:
                    self.pay_toll(passed)
            at += step

    def pay_toll(self, waiting: int) -> None:
        """R8.4: pay ten carrots at once; with fewer, pay all and owe a move back."""
        seat = waiting // self.each
        self.passed[waiting] = 1
        if self.carrots[seat] < 10:
            self.owes[waiting] = BACK
        self.pay(seat, min(10, self.carrots[seat]))

    # Turns and the end

    def move_on(self, seat: int) -> None:
        """End a seat's turn: the next seat that is not HOME yet acts (R9.2)."""
        self.prompt = MOVE_DUE
        seat = (seat + 1) % self.seats
        while self.is_home(seat):
            seat = (seat + 1) % self.seats
        self.to_act = seat

    def is_home(self, seat: int) -> bool:
        """Check whether all runners of a seat have arrived."""
        first = seat * self.each
        return self.at[first] == self.home and self.at[first + self.each - 1] == self.home

    def end_if_over(self) -> bool:
        """End the race if an arrival has decided it (R9.3)."""
        done = 0
        for seat in range(self.seats):
            done += self.is_home(seat)
        if not done:
            return False
        if not (self.first_home or done >= self.seats - 1 or self.complete_team() >= 0):
            return False
        self.prompt = OVER
        self.to_act = -1
        self.rank()
        return True

    def complete_team(self) -> int:
        """Return the first team of which every seat is HOME, or -1; only where there are teams."""
        if self.teams == self.seats:
            return -1
        for team in range(self.teams):
            missing = 0
            for seat in range(self.seats):
                if self.team[seat] == team and not self.is_home(seat):
                    missing += 1
            if not missing:
                return team
        return -1

    def rank(self) -> None:
        """Put the seats in final order: by arrival, then by leading runner (R9.3)."""
        for seat in range(self.seats):
            self.ranking[seat] = seat
        self.sort_ranking(-1)
        winners = self.complete_team()
        self.sort_ranking(winners if winners >= 0 else self.team[self.ranking[0]])

    def sort_ranking(self, winners: int) -> None:
        """Sort the ranking, this team first."""
        for end in range(1, self.seats):
            seat, to = self.ranking[end], end
            while to and self.rank_key(seat, winners) < self.rank_key(
                self.ranking[to - 1], winners
            ):
                self.ranking[to] = self.ranking[to - 1]
                to -= 1
            self.ranking[to] = seat

    def rank_key(self, seat: int, winners: int) -> int:
        """Return what seats are ranked by, the least first."""
        first = self.place(seat * self.each)
        last = self.place(seat * self.each + self.each - 1)
        key = max(first, last) if self.is_home(seat) else 100 + min(first, last)
        return key if self.team[seat] == winners else 1000 + key
