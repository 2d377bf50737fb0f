"""The turns of a game: plays, takes back, and does what is due by itself."""

import random
from collections.abc import Callable

from controller.game.chance import draw_chance, draws_chance
from controller.game.journal.journal import JournalUnwritable
from controller.game.journal.saved_game import SavedGame
from controller.game.rules import State
from controller.game.setup import Setup
from controller.table.mending import CannotMend
from controller.table.physical_board import PhysicalBoard
from controller.table.referee import RefereeFinding
from controller.table.settle import SettleTimer, forced
from hardware.clock import Clock


class Turns:
    """Keeps game and board in step. Not thread-safe.

    Args:
        kept: the game and its journal.
        wood: the physical board.
        settling: the settle timer.
        clock: the table's time.
        chance: draws cards and dice.
        retry_after_s: time to wait before writing to the journal again after a failure.

    Attributes:
        trouble: reason why the game cannot continue, in words, or None.
    """

    def __init__(
        self,
        kept: SavedGame,
        wood: PhysicalBoard,
        settling: SettleTimer,
        clock: Clock,
        chance: random.Random,
        retry_after_s: float,
    ) -> None:
        self._kept = kept
        self._wood = wood
        self._settling = settling
        self._clock = clock
        self._chance = chance
        self._retry_after_s = retry_after_s
        self._retry_s = float("-inf")
        self.trouble: str | None = None

    def begin(self, setup: Setup) -> None:
        """Begin a game. Raises as `SavedGame.begin`."""
        self._taken_up(self._kept.begin(setup))

    def load(self, number: int) -> None:
        """Resume an earlier game. Raises as `SavedGame.load`."""
        self._taken_up(self._kept.load(number))

    def play(self, text: str) -> None:
        """Play an action. Raises as `SavedGame.play`."""
        self._change(lambda: self._kept.play(text))

    def undo(self) -> None:
        """Take the last action back. Raises as `SavedGame.undo`."""
        self._change(self._kept.undo)

    def abandon(self) -> None:
        """End the game as it stands. Raises as `SavedGame.abandon`."""
        self._kept.abandon()
        self._saved()
        self._wood.left_alone()

    def set_aside(self) -> None:
        """End the game for now. Raises as `SavedGame.set_aside`."""
        self._kept.set_aside()
        self._saved()
        self._wood.left_alone()

    def pause(self, *, paused: bool) -> None:
        """Pause or resume the game; runners carried meanwhile make no move.

        Raises as `SavedGame.pause`.
        """
        self._kept.pause(paused=paused)
        self._saved()
        self._settling.played()
        if not paused:
            self._wood.found_as_it_is()

    def mend_by_game(self) -> None:
        """Make an errand of every runner that stands wrong, and drop proposed moves."""
        assert self._kept.state is not None
        self._wood.carry_all(self._kept.state)
        self._settling.played()

    def mend_by_board(self) -> None:
        """Take over the sensed placement into the game.

        Raises:
            CannotMend: the placement cannot be taken over.
            JournalUnwritable: it is not on the disk.
        """
        assert self._kept.state is not None
        finding = self.judge()
        mended, leave = self._wood.mended(self._kept.state, finding)
        if self._wood.unrest() is not None:
            raise CannotMend("Wait until all runners rest, then try again.")
        if mended == self._kept.state:
            raise CannotMend("The game has every runner on the square where it stands.")
        self._kept.mend(mended)
        self._saved()
        self._wood.found_as_it_is(leave)
        self._wood.carry_all(mended, leave)
        self._settling.played()

    def can_mend(self, finding: RefereeFinding) -> bool:
        """Check whether there are mismatches and the game could take over the placement."""
        state = self._kept.state
        if state is None or not finding.mismatches:
            return False
        try:
            return self._wood.mended(state, finding)[0] != state
        except CannotMend:
            return False

    def judge(self) -> RefereeFinding:
        """Return the referee's finding; an empty one while the game is paused."""
        if self._kept.game is None or self._kept.paused:
            return RefereeFinding()
        return self._wood.judge(self._kept.game)

    def go_on(self) -> tuple[RefereeFinding, float | None]:
        """Play every action due by now; return the finding left, and when to look again."""
        try:
            while self._step():
                pass
        except JournalUnwritable as error:
            self.hold_on(error)
        finding = self.judge()
        due_s = self._due_s(finding)
        return finding, max(due_s, self._retry_s) if due_s is not None else None

    def hold_on(self, error: JournalUnwritable) -> None:
        """Set the trouble, and wait before trying to write again."""
        self.trouble = str(error)
        self._retry_s = self._clock.now_s() + self._retry_after_s

    def _taken_up(self, state: State) -> None:
        """Seat the players of a new or resumed game and make its errands."""
        assert self._kept.setup is not None
        self._saved()
        self._wood.seat(self._kept.setup.seats)
        self._settling.played()
        self._wood.carry_all(state)

    def _change(self, change: Callable[[], None]) -> None:
        """Play or take back an action, and update the board's errands."""
        before = self._kept.state
        change()
        after = self._kept.state
        assert before is not None
        assert after is not None
        self._saved()
        self._wood.played(before, after)
        self._settling.played()

    def _saved(self) -> None:
        """Clear the trouble after a successful write."""
        self.trouble = None
        self._retry_s = float("-inf")

    def _step(self) -> bool:
        """Play one action that is due; return True if there was one."""
        state = self._kept.state
        if state is None or state.prompt == "over" or self._kept.paused:
            return False
        if self._clock.now_s() < self._retry_s:
            return False
        if self._draws_chance(state):
            self.play(str(draw_chance(state, self._chance)))
            return True
        self._wood.take_as_they_stand(state, self._clock.now_s())
        finding = self.judge()
        self._settling.observe(finding)
        due_s = self._due_s(finding)
        if due_s is None or self._clock.now_s() < due_s:
            return False
        candidate = finding.candidate
        action = candidate.action if candidate is not None else forced(state)
        assert action is not None
        self.play(str(action))
        return True

    def _due_s(self, finding: RefereeFinding) -> float | None:
        """Return the time when an action becomes due by itself; None for never."""
        state = self._kept.state
        if state is None or self._kept.paused:
            return None
        if self._draws_chance(state):
            return self._retry_s
        return self._settling.due_s(state, finding)

    def _draws_chance(self, state: State) -> bool:
        return self._kept.setup is not None and draws_chance(state, self._kept.setup)
