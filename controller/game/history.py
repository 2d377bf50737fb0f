"""A game with its history: push an action, pop it, replay them all."""

from collections.abc import Collection, Iterable

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

    @property
    def is_turn(self) -> bool:
        """True for a move or a stay: an answer, a missed turn and a restart are no turn."""
        return self.before.prompt == "move" and self.action.kind not in ("miss", "restart")


class Undoable(msgspec.Struct, frozen=True):
    """An action that may be taken back: the seat that may, and the number of actions then left."""

    seat: int
    left: int


class Chapter(msgspec.Struct, frozen=True):
    """Actions from the beginning, or from a mended position, up to the next mended one."""

    start: State
    plies: tuple[Ply, ...]


class Game(msgspec.Struct, frozen=True):
    """A game with its history; each method returns the game after a change.

    Attributes:
        start: the position before the first action that can be taken back: where the game
            began, or the position it was last mended to.
        plies: actions played since `start`, oldest first.
        earlier: the game before `start`, oldest first: one chapter for each time it was mended.
        taken_back: the action that was taken back last; None once another one is played.
    """

    start: State
    plies: tuple[Ply, ...] = ()
    earlier: tuple[Chapter, ...] = ()
    taken_back: Ply | None = None

    @property
    def state(self) -> State:
        """Current position."""
        return self.plies[-1].step.state if self.plies else self.start

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The whole game, oldest first: one chapter more for each time it was mended."""
        return (*self.earlier, Chapter(self.start, self.plies))

    @property
    def history(self) -> tuple[Ply, ...]:
        """Actions played from the very beginning, oldest first."""
        return tuple(ply for chapter in self.chapters for ply in chapter.plies)

    @property
    def last(self) -> Ply | None:
        """The last action, None before the first and just after mending."""
        return self.plies[-1] if self.plies else None

    def push(self, action: Action | str) -> "Game":
        """Play an action.

        Raises:
            IllegalAction: it is not legal now.
        """
        ply = Ply(self.state, apply(self.state, action))
        return msgspec.structs.replace(self, plies=(*self.plies, ply), taken_back=None)

    def pop(self) -> "Game":
        """Take back the last action.

        Raises:
            IndexError: no action has been played.
        """
        if not self.plies:
            raise IndexError("nothing to take back: no action has been played")
        return msgspec.structs.replace(self, plies=self.plies[:-1], taken_back=self.plies[-1])

    def mend(self, state: State) -> "Game":
        """Continue from another position; earlier actions can no longer be taken back."""
        return Game(state, (), self.chapters)

    def replay(self, actions: Iterable[str]) -> "Game":
        """Play a list of actions.

        Raises:
            IllegalAction: one of them is not legal.
        """
        game = self
        for action in actions:
            game = game.push(action)
        return game

    def take_back(self, opponents: Collection[int] = ()) -> Undoable | None:
        """Return the action that may still be taken back, or None.

        Not past a card, a deal, a roll or a shown hand: those are known to everyone now.

        Args:
            opponents: seats of computer opponents: whoever takes back takes theirs back as well.
        """
        for index in reversed(range(len(self.plies))):
            ply = self.plies[index]
            if not _may_be_undone(ply):
                return None
            if ply.seat not in opponents:
                return Undoable(ply.seat, index)
        return None


def _may_be_undone(ply: Ply) -> bool:
    known = CardDrawn | Dealt | Rolled | Shown
    return ply.action.kind not in ("deal", "roll") and not any(
        isinstance(event, known) for event in ply.step.events
    )
