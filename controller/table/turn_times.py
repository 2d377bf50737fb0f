"""Start times of the game, of its phase and of the turn."""

import contextlib

from controller.game.journal.journal import JournalError
from controller.game.journal.saved_game import SavedGame
from controller.table.snapshot import phase_of
from hardware.clock import Clock


class Times:
    """Notes moments as the game goes on. Not thread-safe.

    Args:
        kept: the game, with its journal.
        clock: tells the time.

    Attributes:
        begun_at: the date and time the game was begun, UTC, ISO 8601; None without one, or if the
            journal does not tell.
        phase_since_s: since when the game has been under way, over, or still to be set up.
        turn_since_s: since when whoever is to act is to act, on the clock; None if nobody is.
    """

    def __init__(self, kept: SavedGame, clock: Clock) -> None:
        self._kept = kept
        self._clock = clock
        self._number = 0
        self._turn: tuple[int, int] | None = None
        self._phase = phase_of(kept.game)
        self.begun_at: str | None = None
        self.phase_since_s = clock.now_s()
        self.turn_since_s: float | None = None
        self.note()

    def note(self) -> None:
        """Look whether another game is on the table, or it is somebody else's turn."""
        number, state = self._kept.number, self._kept.state
        if (phase := phase_of(self._kept.game)) != self._phase:
            self._phase, self.phase_since_s = phase, self._clock.now_s()
        if number != self._number:
            kept = None
            with contextlib.suppress(JournalError):  # a game goes on without it
                kept = self._kept.kept(number)
            self._number, self.begun_at = number, None if kept is None else kept.begun_at
        turn = None if state is None or state.to_act is None else (number, state.to_act)
        if turn != self._turn:
            self._turn = turn
            self.turn_since_s = None if turn is None else self._clock.now_s()
