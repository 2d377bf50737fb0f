"""Time as the board counts it: seconds that only go forward, and can be injected."""

import time
from typing import Protocol


class Clock(Protocol):
    """A monotonic clock."""

    def now_s(self) -> float:
        """Seconds since some fixed moment; never goes back."""
        ...

    def sleep(self, seconds: float) -> None:
        """Let the calling thread rest; not at all for zero or less."""
        ...


class MonotonicClock:
    """The machine's own monotonic clock."""

    def now_s(self) -> float:
        """Seconds since some fixed moment; changes of the date do not touch it."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Rest for so long, or a little longer."""
        if seconds > 0:
            time.sleep(seconds)


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

    def sleep(self, seconds: float) -> None:
        """Let time pass at once: who sleeps is the only one there is."""
        self.advance(max(seconds, 0.0))
