"""Settles a move when the runner has rested, and turns that need nobody."""

from collections.abc import Callable
from typing import Final

from controller.config import Settings
from controller.game.rules import Action, State, legal
from controller.table.physical_board import PhysicalBoard
from controller.table.referee import Candidate, RefereeFinding, lying_down
from hardware.clock import Clock

ARRIVES_WITHIN_S: Final = 0.02
"""Longest delay, in seconds, from a reading to its sighting's arrival here."""


class _Rest:
    """A candidate that rests.

    Attributes:
        candidate: the candidate.
        since_s: start of its rest.
        overtaken_s: time when the next player began to move; None if not yet.
        proved_s: time when a reading was first known to prove that it rested long enough.
        between: True if it stands between two squares.
    """

    def __init__(self, candidate: Candidate, since_s: float) -> None:
        self.candidate = candidate
        self.since_s = since_s
        self.overtaken_s: float | None = None
        self.proved_s: float | None = None
        self.between = False


class SettleTimer:
    """Measures how long a candidate has rested. Not thread-safe.

    Args:
        wood: the physical board.
        clock: the table's time.
        settings: the times the table waits.
        last_read_s: returns the time a square was last read successfully, None if never. With it
            a runner has rested only once it was still seen at the end of the settle time;
            without it silence counts as rest, for boards that report every change at once.
    """

    def __init__(
        self,
        wood: PhysicalBoard,
        clock: Clock,
        settings: Settings,
        last_read_s: Callable[[int], float | None] | None = None,
    ) -> None:
        self._wood = wood
        self._clock = clock
        self._settings = settings
        self._last_read_s = last_read_s
        self._resting: _Rest | None = None
        self._waits_since_s = clock.now_s()

    def wait_anew(self) -> None:
        """Begin a pause: players have something new to look at."""
        self._waits_since_s = self._clock.now_s()

    def played(self) -> None:
        """Forget the resting candidate and begin a pause, after an action."""
        self._resting = None
        self.wait_anew()

    def observe(self, finding: RefereeFinding) -> None:
        """Take in the newest finding."""
        now_s = self._clock.now_s()
        candidate = finding.candidate
        if candidate is None or finding.held:
            self._resting = None
        elif self._resting is None or self._resting.candidate != candidate:
            self._resting = _Rest(candidate, now_s)
        if self._resting is not None:
            self._slides(self._resting, now_s)
        if self._resting is not None and not finding.overtaken:
            self._resting.overtaken_s = None
        elif self._resting is not None and self._resting.overtaken_s is None:
            self._resting.overtaken_s = now_s

    def _slides(self, rest: _Rest, now_s: float) -> None:
        """Restart the rest of a runner that stood between two squares, once it is on one."""
        between = self._wood.is_between(rest.candidate.colour)
        if rest.between and not between:
            rest.since_s = now_s
        rest.between = between

    def due_s(self, state: State, finding: RefereeFinding) -> float | None:
        """Return the time when an action becomes due by itself; None for never in this state."""
        if self._resting is not None:
            return self._rested_s(self._resting)
        if finding.candidate is None and not finding.mismatches and self._goes_on_alone(state):
            return self._waits_since_s + self._settings.pause_s
        return None

    def _rested_s(self, rest: _Rest) -> float | None:
        """Return the time when a candidate has rested long enough, or when to ask again."""
        if self._wood.wavers(rest.candidate.colour):
            rest.proved_s = None
            return None  # The next reading will tell whether it still rests.
        due_s = rest.since_s + self._settings.settle_s
        if rest.overtaken_s is not None:
            due_s = min(due_s, rest.overtaken_s)
        now_s = self._clock.now_s()
        if self._last_read_s is None or now_s < due_s:
            return due_s
        if rest.proved_s is None or rest.proved_s < due_s:
            read_s = self._last_read_s(rest.candidate.square)
            if read_s is None or read_s < due_s:
                return now_s + ARRIVES_WITHIN_S
            rest.proved_s = now_s
        return rest.proved_s + ARRIVES_WITHIN_S

    def _goes_on_alone(self, state: State) -> bool:
        """Check whether the turn needs no player: missed, or a turning that cannot be sensed."""
        only = forced(state)
        if only is None or only.kind == "restart":
            return False
        seat = state.to_act
        assert seat is not None
        lying = lying_down(state.seats[seat])
        if only.kind == "miss" or lying is None:
            return True
        return not self._wood.senses_turning(state, seat, lying)


def forced(state: State) -> Action | None:
    """Return the only legal action of the seat to act, if that is no move; else None."""
    if state.prompt != "move":
        return None
    actions = legal(state)
    if len(actions) == 1 and actions[0].kind in ("miss", "chew", "rest", "restart"):
        return actions[0]
    return None
