"""Hare squares in whole numbers: what cards, dice and tables do.

The counterpart of `hares` of the rules; see `position.py`.
"""

from array import array

from controller.game.opponents.playouts.codes import (
    AGAIN,
    CARROT,
    CARROT_BACK,
    CARROT_FORWARD,
    CHEW,
    CHEW_CARROT,
    CHEW_LETTUCE,
    DEAL_DUE,
    DECK_1978,
    DIE_TABLE,
    EFFECTS,
    FREE,
    FREE_RIDE,
    GIFT_DUE,
    GIVE_TEN,
    HARE,
    LETTUCE,
    LOSE_HALF,
    MORE_BEHIND,
    MOVE_DUE,
    NAP,
    NUMBER_CARDS,
    POSITION_BACK,
    POSITION_FORWARD,
    REST,
    RESTORE,
    ROLL_DUE,
    SHUFFLE,
    TABLE_1974,
    TEN,
    TEN_DUE,
    TEN_PER_LETTUCE,
    TEXT_CARDS,
    TORTOISE,
    UNLIMITED,
)
from controller.game.opponents.playouts.turns import CompactTurns
from controller.game.rules import Ruleset


class CompactHares(CompactTurns):
    """A position in which runners may land on hare squares."""

    def __init__(self, rules: Ruleset, seats: int) -> None:
        """Make room for positions of a game by these rules with this number of seats."""
        super().__init__(rules, seats)
        options = rules.options
        self.restore_carrots = options.restore_carrots
        self.equal_again = options.equal == "again"
        self.cascade = options.give_ten == "cascade"
        self.skip_occupied = options.skip_occupied_carrots
        numbered = options.hare == "number-cards"
        # What each card does; the pile is a ring that begins at `top`.
        self.cards = len(rules.deck)
        self.pile = array(
            "q", [int(card) if numbered else EFFECTS.index(card) for card in rules.deck]
        )
        self.top = 0
        self.sides = len(rules.table)
        # Of each roll the actions at 16 places in the race.
        self.table = array(
            "q",
            [EFFECTS.index(row[min(at, len(row) - 1)]) for row in rules.table for at in range(16)],
        )
        # A seat, its runner (counted through all seats) and the cost of its move: they wait for
        # chance, or for the choice of a `ten`. -1 where nobody does.
        self.drawing = -1
        self.runner = 0
        self.cost = 0
        # Carrots being given: the seats from `waited` on still choose.
        self.gift = 0
        self.giver = 0
        self.waiting = array("q", [0] * seats)
        self.waiters = 0
        self.waited = 0

    def land(self, seat: int, runner: int, cost: int) -> None:
        """Land on a hare square after a move of this cost (R7, R8)."""
        hare = self.hare
        if hare == TEXT_CARDS:
            self.text_card(self.draw_card(), seat, runner, cost)
        elif hare == NUMBER_CARDS:
            self.number_card(self.draw_card(), seat, runner, cost)
        elif hare == DECK_1978:
            self.act(self.draw_card(), seat, runner, cost)
        elif hare in (TABLE_1974, DIE_TABLE):
            self.wait_for(ROLL_DUE, seat, runner, cost)
        else:
            if hare == NAP:
                self.owes[runner] = REST
            self.move_on(seat)

    def draw_card(self) -> int:
        """Draw the top card; it goes under the pile at once."""
        card = self.pile[self.top]
        self.top = (self.top + 1) % self.cards
        return card

    def wait_for(self, prompt: int, seat: int, runner: int, cost: int) -> None:
        """Hold the turn until chance, or the seat, has answered."""
        self.prompt, self.to_act = prompt, seat
        self.drawing, self.runner, self.cost = seat, runner, cost

    def again(self, seat: int) -> None:
        """Let the seat move once more."""
        self.prompt, self.to_act = MOVE_DUE, seat

    def restart_and_end(self, seat: int, runner: int) -> None:
        """Restart the runner that drew, as the seat cannot pay; end the turn (R8.1)."""
        self.put(runner, 0, 0)
        self.set_carrots(seat, self.restart_carrots)
        self.move_on(seat)

    # Text cards (R7) and numbered cards (R8.1)

    def text_card(self, card: int, seat: int, runner: int, cost: int) -> None:
        """Carry out a card with text."""
        if card == GIVE_TEN:
            self.give_ten(seat)
            return
        if card == SHUFFLE:
            for other in range(self.seats):
                if other != seat and self.carrots[other]:
                    self.carrots[other] -= 1
                    self.carrots[seat] += 1
            self.wait_for(DEAL_DUE, seat, runner, cost)
            return
        if card == MORE_BEHIND:
            behind, in_front = self.others(seat, -1), self.others(seat, 1)
            if behind > in_front:
                self.misses[seat] = 1
            elif behind < in_front or self.equal_again:
                self.again(seat)
                return
        elif card == RESTORE:
            self.set_carrots(seat, self.restore_carrots)
        elif card == TEN_PER_LETTUCE:
            if self.lettuces[seat]:
                self.draw(seat, 10 * self.lettuces[seat])
            else:
                self.misses[seat] = 1
        elif card == FREE_RIDE:
            self.draw(seat, cost)
        elif card == LOSE_HALF:
            self.pay(seat, self.carrots[seat] // 2)
        self.move_on(seat)

    def give_ten(self, seat: int) -> None:
        """R7.1: the giver pays for all at once, then each receiver decides."""
        behind, hand = self.others(seat, -1), self.carrots[seat]
        each = 10
        if self.cascade and each * behind > hand:
            each = 5
            if each * behind > hand:
                each = 1
        if not behind or each * behind > hand:
            self.move_on(seat)
            return
        self.carrots[seat] -= each * behind
        self.gift, self.giver = each, seat
        self.waiters, self.waited = behind, 0
        self.prompt, self.to_act = GIFT_DUE, self.waiting[0]

    def others(self, seat: int, side: int) -> int:
        """Count the seats behind (`side` -1) or in front (1); list them in `waiting` (R3.3)."""
        mine, count = self.standing(seat), 0
        for distance in range(1, self.seats):
            other = (seat + distance) % self.seats
            if (self.standing(other) - mine) * side > 0:
                self.waiting[count] = other
                count += 1
        return count

    def standing(self, seat: int) -> int:
        """Return a number that is greater for a seat that is further ahead (R3.2, R3.3)."""
        first = seat * self.each
        lead = max(self.at[first], self.at[first + self.each - 1])
        if lead < self.home:
            return lead
        arrival = 0
        while self.arrivals[arrival] // self.each != seat:
            arrival += 1
        return lead + (200 if self.is_home(seat) else 100) - arrival

    def number_card(self, value: int, seat: int, runner: int, cost: int) -> None:
        """Draw or pay the number of a card; 0 shuffles."""
        if value == 0:
            self.wait_for(DEAL_DUE, seat, runner, cost)
        elif self.carrots[seat] + value < 0:
            self.restart_and_end(seat, runner)
        else:
            if value > 0:
                self.draw(seat, value)
            else:
                self.pay(seat, -value)
            self.move_on(seat)

    # Dice, tables and the cards of 1978 (R8.2, R8.3)

    def rolled(self, value: int) -> None:
        """Carry out the action for a roll and the runner's present place."""
        column = self.place(self.runner) - 1
        self.act(self.table[16 * (value - 1) + column], self.drawing, self.runner, self.cost)

    def act(self, action: int, seat: int, runner: int, cost: int) -> None:
        """Carry out an action of a die, a table or a card of 1978."""
        if action == TEN:
            if self.patch == UNLIMITED or self.patch >= 10 or self.carrots[seat] >= 10:
                self.wait_for(TEN_DUE, seat, runner, cost)
                return
        elif action == AGAIN:
            self.again(seat)
            return
        elif CARROT_FORWARD <= action <= POSITION_BACK:
            self.carry(self.target(action, seat, runner), seat, runner, cost)
            return
        elif action == CHEW_CARROT and not self.carrots[seat]:
            self.restart_and_end(seat, runner)
            return
        elif action == CHEW_CARROT:
            self.pay(seat, 1)
        elif action == FREE:
            self.draw(seat, cost)
        elif action == CHEW_LETTUCE and self.lettuces[seat]:
            self.put(runner, self.at[runner], CHEW)
        else:
            self.misses[seat] = 1
        self.move_on(seat)

    def carry(self, to: int, seat: int, runner: int, cost: int) -> None:
        """Move free, with the new square's action; 0 is nowhere."""
        if to:
            self.lay(runner, to)
            if self.kinds[to] == HARE:
                self.land(seat, runner, cost)
                return
        self.move_on(seat)

    def target(self, action: int, seat: int, runner: int) -> int:
        """Return the square that a positional action leads to, 0 if there is none."""
        step = 1 if action in (CARROT_FORWARD, POSITION_FORWARD) else -1
        at = self.at[runner] + step
        if action in (CARROT_FORWARD, CARROT_BACK):
            while 0 < at < self.home:
                if self.kinds[at] == CARROT:
                    if not self.on[at]:
                        return at
                    if not self.skip_occupied:
                        return 0
                at += step
            return 0
        while 0 < at < self.home and not self.on[at]:
            at += step
        while 0 < at < self.home:
            kind = self.kinds[at]
            if not self.on[at] and kind != TORTOISE and (kind != LETTUCE or self.lettuces[seat]):
                return at
            at += step
        return 0
