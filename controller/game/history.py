"""A game with its history: push an action, pop it, replay them all."""

from collections.abc import Iterable

import msgspec

from controller.game.rules import Action, State, Step, apply
from controller.game.rules.events import CardDrawn, Dealt, Rolled, Shown


class Ply(msgspec.Struct, frozen=True):
    """One action of a game: the state before it, the seat that acted, and the outcome."""

    before: State
    step: Step

    @property
    def action(self) -> Action:
        """Action that was played."""
        return self.step.action

    @property
    def seat(self) -> int:
        """Seat that acted, or for which chance was drawn."""
        assert self.before.to_act is not None
        return self.before.to_act


class Chapter(msgspec.Struct, frozen=True):
    """Actions from the beginning, or from a mended position, up to the next mended one."""

    start: State
    plies: tuple[Ply, ...]


class Game:
    """A sequence of actions from a starting position. Not thread-safe.

    Args:
        start: the position before the first action.

    Attributes:
        start: the position before the first action that can be taken back: where the game
            began, or the position it was last mended to.
    """

    def __init__(self, start: State) -> None:
        self.start = start
        self._plies: list[Ply] = []
        self._earlier: tuple[Chapter, ...] = ()
        self._before: tuple[Ply, ...] = ()

    @property
    def state(self) -> State:
        """Current position."""
        return self._plies[-1].step.state if self._plies else self.start

    @property
    def plies(self) -> tuple[Ply, ...]:
        """Actions played since `start`, oldest first."""
        return tuple(self._plies)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The whole game, oldest first: one chapter more for each time it was mended."""
        return (*self._earlier, Chapter(self.start, self.plies))

    @property
    def history(self) -> tuple[Ply, ...]:
        """Actions played from the very beginning, oldest first."""
        return (*self._before, *self._plies)

    @property
    def last(self) -> Ply | None:
        """The last action, None before the first and just after mending."""
        return self._plies[-1] if self._plies else None

    def push(self, action: Action | str) -> Step:
        """Play an action.

        Raises:
            IllegalAction: it is not legal now; the game is unchanged.
        """
        ply = self.next(action)
        self.add(ply)
        return ply.step

    def next(self, action: Action | str) -> Ply:
        """Return the outcome of an action; the game does not change.

        Raises:
            IllegalAction: it is not legal now.
        """
        return Ply(self.state, apply(self.state, action))

    def add(self, ply: Ply) -> None:
        """Add the ply that `next` returned to the game."""
        self._plies.append(ply)

    def pop(self) -> Ply:
        """Take back the last action.

        Raises:
            IndexError: no action has been played.
        """
        if not self._plies:
            raise IndexError("nothing to take back: no action has been played")
        return self._plies.pop()

    def mend(self, state: State) -> None:
        """Continue from another position; earlier actions can no longer be taken back."""
        self._earlier, self._before = self.chapters, self.history
        self.start = state
        self._plies = []

    def replay(self, actions: Iterable[str]) -> None:
        """Play a list of actions.

        Raises:
            IllegalAction: one of them is not legal; those before it have been played.
        """
        for action in actions:
            self.push(action)

    def taken_back_by(self) -> int | None:
        """Return the seat that may still take the last action back, or None.

        Not past a card, a deal, a roll or a shown hand: those are known to everyone now.
        """
        ply = self.last
        if ply is None or ply.action.kind in ("deal", "roll"):
            return None
        if any(isinstance(event, CardDrawn | Dealt | Rolled | Shown) for event in ply.step.events):
            return None
        return ply.seat
