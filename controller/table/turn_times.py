"""Start times of the game, of its phase and of the turn."""

import contextlib

from controller.game.journal.journal import JournalError
from controller.game.journal.saved_game import SavedGame
from controller.table.snapshot import phase_of
from hardware.clock import Clock


class Times:
    """Records the start times. Not thread-safe.

    Args:
        kept: the game, with its journal.
        clock: the clock of these times.

    Attributes:
        begun_at: the date and time the game was begun, UTC, ISO 8601; None without one, or if the
            journal does not record it.
        phase_since_s: start of the phase: game under way, over, or still to be set up.
        turn_since_s: start of the turn, on the clock; None if no seat is to act.
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
        """Record a change of the game, of its phase or of the turn."""
        number, state = self._kept.number, self._kept.state
        if (phase := phase_of(self._kept.game)) != self._phase:
            self._phase, self.phase_since_s = phase, self._clock.now_s()
        if number != self._number:
            kept = None
            with contextlib.suppress(JournalError):  # a game continues without it
                kept = self._kept.kept(number)
            self._number, self.begun_at = number, None if kept is None else kept.begun_at
        turn = None if state is None or state.to_act is None else (number, state.to_act)
        if turn != self._turn:
            self._turn = turn
            self.turn_since_s = None if turn is None else self._clock.now_s()
