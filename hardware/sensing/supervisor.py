"""Tracks the health of readers: failures, resets, pauses, quarantine.

A failure is what a reading comes to after its one repetition. The states are those of
`hardware.ports.ReaderState`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Final

from hardware.ports import BLIND, ReaderChanged, ReaderHealth, ReaderState

GOOD_TO_TRUST: Final = 5
"""Answers in a row after which a reader counts as healthy again."""
FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 30.0
"""The pauses between resets that do not help double, from the first to the longest."""


@dataclass(slots=True)
class _Record:
    """One reader's history."""

    state: ReaderState = "healthy"
    good: int = 0
    failed: int = 0
    resets: int = 0
    last_good_s: float | None = None
    trouble: str = ""
    in_a_row: int = 0
    pause_s: float = FIRST_PAUSE_S
    due_s: float = 0.0


class Supervisor:
    """Keeps the state of every reader. Not thread-safe; time comes with the answers.

    Args:
        squares: squares of the readers.
        failures: failures in a row after which a reader is reset.
    """

    def __init__(self, squares: Iterable[int], failures: int) -> None:
        self._failures = failures
        self._records = {square: _Record() for square in sorted(squares)}

    @property
    def blind(self) -> frozenset[int]:
        """Squares whose readers are not read."""
        return frozenset(
            square for square, record in self._records.items() if record.state in BLIND
        )

    @property
    def suspect(self) -> frozenset[int]:
        """Squares whose readers are read, and have failed lately."""
        return frozenset(
            square
            for square, record in self._records.items()
            if record.state != "healthy" and record.state not in BLIND
        )

    def due_for_reset(self, now_s: float) -> tuple[int, ...]:
        """Return the squares whose readers are due for a reset, longest waiting first."""
        due = [
            (record.due_s, square)
            for square, record in self._records.items()
            if record.state in BLIND and record.due_s <= now_s
        ]
        return tuple(square for _, square in sorted(due))

    def last_good_s(self, square: int) -> float | None:
        """Return when a reader last answered; None if never, or if the square has none."""
        record = self._records.get(square)
        return record.last_good_s if record is not None else None

    def health(self) -> tuple[ReaderHealth, ...]:
        """Return the health of every reader."""
        return tuple(
            ReaderHealth(
                square,
                record.state,
                record.good,
                record.failed,
                record.resets,
                record.last_good_s,
                record.trouble,
            )
            for square, record in tuple(self._records.items())
        )

    def answered(self, square: int, now_s: float) -> tuple[ReaderChanged, ...]:
        """Note that a reading succeeded."""
        record = self._records[square]
        record.good += 1
        record.last_good_s = now_s
        if record.state == "healthy":
            return ()
        record.in_a_row = max(record.in_a_row, 0) + 1
        if record.in_a_row < GOOD_TO_TRUST:
            return ()
        record.in_a_row = 0
        record.pause_s = FIRST_PAUSE_S
        return self._become(square, "healthy", now_s)

    def failed(self, square: int, trouble: str, now_s: float) -> tuple[ReaderChanged, ...]:
        """Note that a reading and its repetition failed."""
        record = self._records[square]
        record.failed += 1
        record.trouble = trouble
        record.in_a_row = min(record.in_a_row, 0) - 1
        if record.in_a_row > -self._failures:
            return self._become(square, "suspect", now_s)
        record.due_s = now_s
        return self._become(square, "resetting", now_s)

    def resetting(self, square: int, now_s: float) -> tuple[ReaderChanged, ...]:
        """Note that a reset is tried now."""
        record = self._records[square]
        record.resets += 1
        record.due_s = inf  # until the result of this one is known
        return self._become(square, "resetting", now_s)

    def reset(self, square: int, trouble: str | None, now_s: float) -> tuple[ReaderChanged, ...]:
        """Note the result of a reset: no trouble, or the error."""
        record = self._records[square]
        record.in_a_row = 0
        if trouble is None:
            return self._become(square, "back", now_s)
        record.trouble = trouble
        record.due_s = now_s + record.pause_s
        record.pause_s = min(2 * record.pause_s, LONGEST_PAUSE_S)
        return self._become(square, "quarantined", now_s)

    def lose(self, square: int, trouble: str, now_s: float) -> tuple[ReaderChanged, ...]:
        """Note that the connection to a reader is lost: no reset helps before `find`."""
        record = self._records[square]
        record.trouble = trouble
        record.in_a_row = 0
        record.due_s = inf
        return self._become(square, "quarantined", now_s)

    def find(self, square: int, now_s: float) -> tuple[ReaderChanged, ...]:
        """Note that a reader is connected again: it is read again, and watched for a while."""
        record = self._records[square]
        record.in_a_row = 0
        record.pause_s = FIRST_PAUSE_S
        if record.state not in BLIND:
            return ()
        return self._become(square, "back", now_s)

    def _become(self, square: int, state: ReaderState, now_s: float) -> tuple[ReaderChanged, ...]:
        record = self._records[square]
        if record.state == state:
            return ()
        record.state = state
        return (ReaderChanged(square, state, now_s),)
