"""What one seat may see of a position, and positions imagined from it.

Source: R2.3, decision 12 of the design (an opponent sees only what its seat may see).
"""

import random

import msgspec

from controller.game.opponents.memory import Memory
from controller.game.rules import Action, Ruleset, Runner, Seat, State
from controller.game.rules.state import Gift, Pending, Prompt

PlayedActions = tuple[tuple[int, Action], ...]
"""Actions of a game, each with the seat that acted."""


class SeenSeat(msgspec.Struct, frozen=True):
    """A seat as another one sees it; `carrots` is None where they are not known."""

    carrots: int | None
    lettuces: int
    miss: bool
    runners: tuple[Runner, ...]


class Sight(msgspec.Struct, frozen=True):
    """What a seat may see. Games that differ only in hidden information give equal sights.

    Attributes:
        seat: the seat that sees this.
        rules: the rules in force.
        to_act: the seat to act, None when over.
        prompt: the kind of action that is due.
        first: the seat that began.
        seats: by seat number.
        undrawn: the hare cards of which one may be on top, sorted.
        patch: carrots left in the patch; None if it never runs out, or if they are not known
            because somebody's carrots are not.
        home: (seat, runner) in order of arrival.
        pending: the data of a prompt other than move.
        ranking: seats in final order, empty until over.
        played: the actions so far, each with the seat that acted.
    """

    seat: int
    rules: Ruleset
    to_act: int | None
    prompt: Prompt
    first: int
    seats: tuple[SeenSeat, ...]
    undrawn: tuple[str, ...]
    patch: int | None
    home: tuple[tuple[int, int], ...]
    pending: Pending | None
    ranking: tuple[int, ...]
    played: PlayedActions

    def goes_on_after(self, played: PlayedActions) -> bool:
        """Return False in another game, and where one of these actions was taken back."""
        return self.played[: len(played)] == played


def takes_last_runner_home(sight: Sight, action: Action) -> bool:
    """Check whether an action takes the last runner of the seat HOME: no other is better."""
    arrived = sum(seat == sight.seat for seat, _ in sight.home)
    is_last = arrived == sight.rules.options.runners - 1
    return is_last and action.kind == "forward" and action.to == sight.rules.home


def sight_of(state: State, memory: Memory, seat: int) -> Sight:
    """Return what a seat may see of a position.

    Args:
        state: the whole position.
        memory: the public memory of the game up to this position.
        seat: the seat that looks.
    """
    known = memory.known | {seat}
    if state.rules.options.open_hands:
        known |= frozenset(range(len(state.seats)))
    return Sight(
        seat=seat,
        rules=state.rules,
        to_act=state.to_act,
        prompt=state.prompt,
        first=state.first,
        seats=tuple(
            SeenSeat(
                holder.carrots if each in known else None,
                holder.lettuces,
                holder.miss,
                holder.runners,
            )
            for each, holder in enumerate(state.seats)
        ),
        undrawn=memory.undrawn,
        patch=state.patch if len(known) == len(state.seats) else None,
        home=state.home,
        pending=state.pending,
        ranking=state.ranking,
        played=memory.played,
    )


def imagined(sight: Sight, chance: random.Random) -> State:
    """Return a position that looks like this to the seat: unknown carrots guessed, cards shuffled.

    A guess is any number up to the usual holding. The patch holds what is then left of its total.
    """
    options = sight.rules.options
    usual = max(options.start_carrots, options.restart_carrots)
    holdings = [
        chance.randint(0, usual) if each.carrots is None else each.carrots for each in sight.seats
    ]
    patch = sight.patch
    if patch is None and options.patch_total is not None:
        gift = sight.pending
        given = gift.amount * len(gift.waiting) if isinstance(gift, Gift) else 0
        patch = max(0, options.patch_total - sum(holdings) - given)
    return State(
        rules=sight.rules,
        to_act=sight.to_act,
        prompt=sight.prompt,
        first=sight.first,
        seats=tuple(
            Seat(carrots, each.lettuces, each.miss, each.runners)
            for carrots, each in zip(holdings, sight.seats, strict=True)
        ),
        pile=_shuffled(sight, chance),
        patch=patch,
        home=sight.home,
        pending=sight.pending,
        ranking=sight.ranking,
    )


def _shuffled(sight: Sight, chance: random.Random) -> tuple[str, ...]:
    """Return a pile that may be this one: those that came lie below the others (R7)."""
    on_top = list(sight.undrawn)
    below = list(sight.rules.deck)
    for card in on_top:
        below.remove(card)
    chance.shuffle(on_top)
    chance.shuffle(below)
    return (*on_top, *below)
