"""What everybody at the table remembers of a game: holdings, cards that came, actions played.

Whatever is drawn or paid is public (R2.3), so a good memory knows the holding of each seat from
the deal on. It cannot where a game begins in the middle: there a holding is unknown until it is
shown or set to a public amount.
"""

import msgspec

from controller.game.history import Game
from controller.game.rules import Action, State, Step, new_game
from controller.game.rules.events import CardDrawn, Dealt, Restarted, Restored, Shown


class Memory(msgspec.Struct, frozen=True):
    """Public memory of a game so far. Its methods return the memory after one more thing.

    Attributes:
        known: seats whose carrots follow from what was public.
        undrawn: cards that did not come since the last shuffle, sorted; all of them again once
            the last one has come. Their order is never remembered.
        played: each action with the seat that acted; of a deal only that it took place.
    """

    known: frozenset[int]
    undrawn: tuple[str, ...]
    played: tuple[tuple[int, Action], ...] = ()

    def after(self, seat: int, step: Step) -> "Memory":
        """Remember an action of this seat."""
        known, undrawn = self.known, self.undrawn
        for event in step.events:
            match event:
                case Shown() | Restored() | Restarted():
                    known |= {event.seat}
                case CardDrawn():
                    undrawn = _without(undrawn, event.card) or _sorted_deck(step.state)
                case Dealt():
                    undrawn = _sorted_deck(step.state)
        action = step.action if step.action.kind != "deal" else Action("deal")
        return Memory(known, undrawn, (*self.played, (seat, action)))

    def mended(self, before: State, after: State) -> "Memory":
        """Remember a correction of the position: a holding that it changes is unknown."""
        unchanged = {
            seat
            for seat, holder in enumerate(after.seats)
            if seat < len(before.seats) and holder.carrots == before.seats[seat].carrots
        }
        return Memory(self.known & unchanged, self.undrawn, self.played)


def memory_of_start(state: State) -> Memory:
    """Return the memory of a game that begins here; the usual deal is known to everybody."""
    count = len(state.seats)
    usual = state == new_game(state.rules, count, state.first)
    return Memory(frozenset(range(count)) if usual else frozenset(), _sorted_deck(state))


def remember(game: Game) -> Memory:
    """Return the memory of a whole game, oldest action first."""
    state = game.chapters[0].start
    memory = memory_of_start(state)
    for chapter in game.chapters:
        if chapter.start is not state:
            memory = memory.mended(state, chapter.start)
        state = chapter.start
        for ply in chapter.plies:
            memory = memory.after(ply.seat, ply.step)
            state = ply.step.state
    return memory


def _sorted_deck(state: State) -> tuple[str, ...]:
    return tuple(sorted(state.rules.deck))


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
