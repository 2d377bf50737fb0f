"""An action being carried out: a state under change, frozen again at the end.

`apply` and the hare rules work on a `Draft`; it is not used outside the rules.
"""

from typing import Self

import msgspec

from controller.game.rules.events import Arrived, Baulked, CardDrawn, Event, GameOver
from controller.game.rules.finish import final_order, is_over
from controller.game.rules.moves import drawable
from controller.game.rules.ruleset.build import Ruleset
from controller.game.rules.state import Pending, Prompt, Runner, Seat, State


class Draft(msgspec.Struct):
    """A copy of a state that may change, and the events of the changes so far."""

    rules: Ruleset
    to_act: int | None
    prompt: Prompt
    first: int
    seats: list[Seat]
    pile: tuple[str, ...]
    patch: int | None
    home: tuple[tuple[int, int], ...]
    pending: Pending | None
    ranking: tuple[int, ...]
    occupied: int
    events: list[Event]

    @classmethod
    def of(cls, state: State) -> Self:
        """Make a draft of a state, without changes."""
        return cls(
            state.rules,
            state.to_act,
            state.prompt,
            state.first,
            list(state.seats),
            state.pile,
            state.patch,
            state.home,
            state.pending,
            state.ranking,
            state.occupied,
            [],
        )

    def state(self) -> State:
        """Return the current state."""
        state = State(
            self.rules,
            self.to_act,
            self.prompt,
            self.first,
            tuple(self.seats),
            self.pile,
            self.patch,
            self.home,
            self.pending,
            self.ranking,
        )
        state.__dict__["occupied"] = self.occupied
        return state

    # Carrots

    def draw(self, seat: int, carrots: int) -> int:
        """Draw from the patch, baulking the others if need be; returns the carrots drawn.

        Source: R2.4, R12.1.
        """
        if self.patch is not None:
            drawn = drawable(self.state(), seat, carrots)
            if drawn > self.patch:
                self._baulk(seat)
            self.patch -= drawn
            carrots = drawn
        self.credit(seat, carrots)
        return carrots

    def pay(self, seat: int, carrots: int) -> None:
        """Pay into the patch; the caller has made sure that the hand holds enough."""
        old = self.seats[seat]
        self.seats[seat] = Seat(old.carrots - carrots, old.lettuces, old.miss, old.runners)
        if self.patch is not None:
            self.patch += carrots

    def credit(self, seat: int, carrots: int) -> None:
        """Change a hand alone; the caller makes the other side of the payment."""
        old = self.seats[seat]
        self.seats[seat] = Seat(old.carrots + carrots, old.lettuces, old.miss, old.runners)

    def fill_patch(self, carrots: int) -> None:
        """Put carrots into the patch without taking them from a hand."""
        if self.patch is not None:
            self.patch += carrots

    def set_carrots(self, seat: int, carrots: int) -> int:
        """Draw or pay until the hand holds exactly this number; returns the change."""
        change = carrots - self.seats[seat].carrots
        if change < 0:
            self.pay(seat, -change)
            return change
        return self.draw(seat, change)

    def _baulk(self, seat: int) -> None:
        payers = tuple(
            other for other, each in enumerate(self.seats) if other != seat and each.carrots > 1
        )
        for other in payers:
            self.pay(other, self.seats[other].carrots // 2)
        self.events.append(Baulked(seat, payers))

    # Runners and seats

    def set_runner(self, seat: int, index: int, runner: Runner) -> None:
        """Replace one runner."""
        old = self.seats[seat]
        alone = self.rules.alone
        self.occupied ^= alone[old.runners[index].at] ^ alone[runner.at]
        if len(old.runners) == 1:
            runners: tuple[Runner, ...] = (runner,)
        else:
            runners = (*old.runners[:index], runner, *old.runners[index + 1 :])
        self.seats[seat] = Seat(old.carrots, old.lettuces, old.miss, runners)

    def set_miss(self, seat: int, *, miss: bool) -> None:
        """Set whether a seat misses its next turn."""
        old = self.seats[seat]
        self.seats[seat] = Seat(old.carrots, old.lettuces, miss, old.runners)

    def discard_lettuce(self, seat: int) -> None:
        """Take one chewed lettuce out of play (R6.3)."""
        old = self.seats[seat]
        self.seats[seat] = Seat(old.carrots, old.lettuces - 1, old.miss, old.runners)

    # Turns, prompts and the end

    def arrive(self, seat: int, runner: int) -> None:
        """Note an arrival at HOME (R9.1)."""
        self.home = (*self.home, (seat, runner))
        self.events.append(Arrived(seat, runner, len(self.home)))

    def play_again(self, seat: int) -> None:
        """The same seat moves once more, an ordinary move (R7.9)."""
        self.prompt, self.pending, self.to_act = "move", None, seat

    def draw_card(self, seat: int) -> str:
        """Draw the top hare card; it goes under the pile at once (R7, R8.0)."""
        card = self.pile[0]
        self.pile = (*self.pile[1:], card)
        self.events.append(CardDrawn(seat, card))
        return card

    def position(self, seat: int, runner: int) -> int:
        """Return a runner's current position in the race."""
        return self.state().position(seat, runner)

    def ask(self, prompt: Prompt, pending: Pending, to_act: int) -> None:
        """Hold the turn until a prompt is answered."""
        self.prompt, self.pending, self.to_act = prompt, pending, to_act

    def move_on(self, seat: int) -> None:
        """End a seat's turn: the next seat that is not HOME yet acts (R9.2)."""
        self.pending = None
        self.prompt = "move"
        home, count = self.rules.home, len(self.seats)
        following = (seat + 1) % count
        while (runners := self.seats[following].runners)[0].at == home == runners[-1].at:
            following = (following + 1) % count
        self.to_act = following

    def end_if_over(self) -> bool:
        """End the game if an arrival has decided it (R9.3)."""
        if not is_over(self.rules, len(self.seats), self.home):
            return False
        self.prompt, self.pending, self.to_act = "over", None, None
        self.ranking = final_order(self.state())
        self.events.append(GameOver(self.ranking))
        return True
