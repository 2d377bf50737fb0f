"""Time as the board counts it: seconds that only go forward, and can be injected."""

import time
from typing import Protocol


class Clock(Protocol):
    """A monotonic clock."""

    def now_s(self) -> float:
        """Seconds since some fixed moment; never goes back."""
        ...


class MonotonicClock:
    """The machine's own monotonic clock."""

    def now_s(self) -> float:
        """Seconds since some fixed moment; changes of the date do not touch it."""
        return time.monotonic()


class ManualClock:
    """A clock that stands still until it is moved, for virtual time."""

    def __init__(self, now_s: float = 0.0) -> None:
        self._now_s = now_s

    def now_s(self) -> float:
        """The time it was set to."""
        return self._now_s

    def advance(self, seconds: float) -> float:
        """Let time pass; returns the new time.

        Raises:
            ValueError: time does not run backwards.
        """
        if seconds < 0:
            raise ValueError(f"a clock cannot be advanced by {seconds} s: time goes forward")
        self._now_s += seconds
        return self._now_s
